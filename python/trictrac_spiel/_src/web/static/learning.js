// Lessons and the glossary, in a dialog.

export function showGlossary() {}
export function startLesson() {}
