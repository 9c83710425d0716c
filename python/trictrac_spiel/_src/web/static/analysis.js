// What the value network found in a game: a graph of the winning chances, and the mistakes.

import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

function element(name, text = "", properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text }, properties);
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** Fills a place of the page; `look(turn, text)` shows the board of a turn with a text. */
export function showAnalysis(place, found, names, look) {
  const summary = document.createElement("table");
  const head = document.createElement("tr");
  for (const text of [t("player"), t("choices"), t("lost at each"), "?!", "?", "??", t("luck")]) {
    head.append(element("th", text));
  }
  summary.append(head);
  found.players.forEach((player, seat) => {
    const row = document.createElement("tr");
    row.append(element("th", names[seat], { scope: "row" }));
    const marks = player.marks;
    const luck = `${player.luck > 0 ? "+" : ""}${percent(player.luck)}`;
    for (const text of [player.decisions, percent(player.mean_loss), marks["?!"], marks["?"], marks["??"], luck]) {
      row.append(element("td", text));
    }
    summary.append(row);
  });
  const mistakes = document.createElement("ol");
  mistakes.className = "mistakes";
  const marked = found.decisions.filter((decision) => decision.mark);
  for (const decision of marked.sort((a, b) => b.loss - a.loss).slice(0, 12)) {
    const words = (play) => play.split(": ").at(-1);
    const text = t("{turn}. {name}: {played} {mark}, better {best} ({loss} lost)", {
      turn: decision.turn, name: names[decision.player], played: words(decision.played),
      mark: decision.mark, best: words(decision.best), loss: percent(decision.loss),
    });
    const item = document.createElement("li");
    const button = element("button", text);
    button.addEventListener("click", () => look(decision.turn, text));
    item.append(button);
    mistakes.append(item);
  }
  const adjusted = found.adjusted_result === null ? "" : t("{name} scored {result}; without the luck of the dice {adjusted}.", {
    name: names[0], result: found.result, adjusted: found.adjusted_result.toFixed(2),
  });
  place.replaceChildren(
    summary,
    element("p", adjusted),
    element("h3", t("Winning chances of {name}", { name: names[0] })),
    graph(found.chances, names[0]),
    element("h3", t("Mistakes, the worst first")),
    marked.length ? mistakes : element("p", t("None.")),
  );
}

function graph(chances, name) {
  const svg = document.createElementNS(SVG, "svg");
  const last = chances.at(-1);
  svg.setAttribute("viewBox", "0 0 400 130");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("class", "graph");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", t("Winning chances of {name}: at last {chance}", { name, chance: percent(last) }));
  const points = chances.map((chance, index) => {
    const x = (400 * index) / Math.max(1, chances.length - 1);
    return `${x.toFixed(1)},${(125 - 120 * chance).toFixed(1)}`;
  });
  for (const [kind, at] of [["half", "0,65 400,65"], ["chances", points.join(" ")]]) {
    const line = document.createElementNS(SVG, "polyline");
    line.setAttribute("class", kind);
    line.setAttribute("points", at);
    svg.append(line);
  }
  return svg;
}
