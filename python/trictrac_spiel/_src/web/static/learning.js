// Lessons and the glossary, in a dialog. What was learned is kept by the browser.

import { get, picture, post } from "./interface.js";
import { t } from "./words.js";

const byId = (id) => document.getElementById(id);
const dialog = byId("text-dialog");
const theme = () => (document.documentElement.dataset.theme === "dark" ? "dark" : "wood");

function element(name, text = "", properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text }, properties);
}

function show(heading, ...parts) {
  byId("text-heading").textContent = heading;
  byId("text-body").replaceChildren(...parts);
  byId("text-body").scrollTop = 0;
  if (!dialog.open) dialog.showModal();
}

export async function showGlossary() {
  const { terms } = await get("glossary");
  const list = document.createElement("dl");
  for (const { french, english, meaning } of terms) {
    const word = element("dt");
    word.append(element("i", french, { lang: "fr" }), ` (${english})`);
    list.append(word, element("dd", meaning));
  }
  const keys = t("Keys: n new game, h hint, w why, u undo, g go, [ and ] step back and on, l learn, ? this glossary; on the board Tab, Enter and Escape.");
  show(t("Glossary"), list, element("p", keys));
}

const learned = () => new Set(JSON.parse(localStorage.getItem("learned") ?? "[]"));

function remember(id) {
  localStorage.setItem("learned", JSON.stringify([...learned().add(id)]));
}

/** A lesson by its id; by default the first one that is not learned. */
export async function startLesson(id = null) {
  const { lessons } = await get("lessons");
  const done = learned();
  const chosen = id ?? (lessons.find((one) => !done.has(one.id)) ?? lessons[0]).id;
  const lesson = await get(`lessons/${chosen}`);
  const board = element("div", "", { className: "lesson-board" });
  board.innerHTML = await picture(`lessons/${chosen}/board.svg`, { theme: theme(), caption: 0 });
  const verdict = element("div", "", { id: "verdict" });
  verdict.setAttribute("role", "status");
  const choices = element("div", "", { className: "row" });
  for (const choice of lesson.choices) {
    const button = element("button", choice);
    button.addEventListener("click", () => answer(lesson, choice, button, verdict, board, lessons));
    choices.append(button);
  }
  const pick = element("select");
  pick.setAttribute("aria-label", t("Lesson"));
  lessons.forEach((one, index) => {
    const text = `${index + 1}. ${one.title}${done.has(one.id) ? " ✓" : ""}`;
    pick.append(element("option", text, { value: one.id, selected: one.id === chosen }));
  });
  pick.addEventListener("change", () => startLesson(pick.value));
  show(lesson.title, pick, element("p", lesson.text), board, element("p", lesson.question, { className: "asked" }), choices, verdict);
}

async function answer(lesson, choice, button, verdict, board, lessons) {
  const { right, because } = await post(`lessons/${lesson.id}/answer`, { answer: choice });
  button.disabled = true;
  if (!right) {
    verdict.replaceChildren(element("p", t("Not so: try again.")));
    return;
  }
  remember(lesson.id);
  board.innerHTML = await picture(`lessons/${lesson.id}/board.svg`, { theme: theme(), solved: 1, caption: 0 });
  const next = lessons[lesson.number];
  const on = element("button", next ? t("Next lesson") : t("Play a game"), { className: "main" });
  on.addEventListener("click", () => {
    if (next) startLesson(next.id);
    else {
      dialog.close();
      byId("new-game").click();
    }
  });
  verdict.replaceChildren(element("p", t("Right.")), ...because.map((line) => element("p", line)), on);
  on.focus();
}
