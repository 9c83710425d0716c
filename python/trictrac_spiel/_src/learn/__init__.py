"""Learning the game: lessons by position, a glossary, and what a reader has learned so far.

Not here: the answers, which the engine knows, and how a terminal or a page shows a lesson.
"""
