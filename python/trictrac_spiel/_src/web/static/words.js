// The page's words in the reader's language: English as it stands in the code, or a catalogue.

let catalogue = {};
export let language = "en";

export async function choose(name) {
  const answer = await fetch(`/api/messages?lang=${name}`);
  catalogue = await answer.json();
  language = name;
  document.documentElement.lang = name;
  for (const element of document.querySelectorAll("[data-t]")) {
    element.dataset.t ||= element.textContent.trim();
    element.textContent = t(element.dataset.t);
  }
  for (const element of document.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.dataset.tLabel));
  }
}

/** A message, with {name} replaced by the values of these names. */
export function t(message, values = {}) {
  const text = catalogue[message] ?? message;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
