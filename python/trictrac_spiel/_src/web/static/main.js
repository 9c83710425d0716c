// The page: begins and shows games, asks the reader, and tells what happens.

import { Board } from "./board.js";
import { showAnalysis } from "./analysis.js";
import { get, link, picture, post, Refused } from "./interface.js";
import { showGlossary, startLesson } from "./learning.js";
import { choose as chooseLanguage, language, t } from "./words.js";

const byId = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const PAUSE = 650; // milliseconds between two happenings that are shown one by one
const POLL = 1500;

const board = new Board(byId("board"), (action) => act(action));
let game = null; // what the server told last
let key = null; // of this reader's seat, in a game with a friend
let log = []; // all happenings so far
let seen = null; // the number of the happening that is looked at; null is now
let about = ""; // what is told of it, if not itself
let busy = false;
let turn = 0; // grows when another game or language makes answers under way stale
let watching = false;

function element(name, text = "", properties = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  Object.assign(made, properties);
  return made;
}

function button(text, onClick, isMain = false) {
  const made = element("button", text);
  made.className = isMain ? "main" : "";
  made.addEventListener("click", onClick);
  return made;
}

function tell(text) {
  byId("notice").textContent = text;
}

function complain(error) {
  tell(error instanceof Refused ? error.message : t("The server does not answer."));
}

const theme = () => (document.documentElement.dataset.theme === "dark" ? "dark" : "wood");

// Games.

async function begin(wish) {
  byId("plays").replaceChildren();
  const answer = await post("games", wish);
  key = answer.key ?? null;
  log = [];
  turn += 1;
  remember(answer);
  if (answer.invite) {
    const url = new URL(location.href);
    url.search = "";
    url.hash = `game=${answer.id}&key=${answer.invite}`;
    await copy(url.href, t("The link for your friend is copied: {link}", { link: url.href }));
  } else tell("");
  await take(answer, 0);
}

function remember(answer) {
  const words = new URLSearchParams({ game: answer.id });
  if (key) words.set("key", key);
  history.replaceState(null, "", `#${words}`);
}

async function resume(id, its) {
  key = its;
  log = [];
  turn += 1;
  const answer = await get(`games/${id}`, { key });
  await take(answer, answer.happened);
}

/** Shows what the server answered: the new happenings one by one, then the board as it is. */
async function take(answer, shown) {
  const mine = turn;
  busy = true;
  byId("plays").replaceChildren();
  log = [...log.slice(0, answer.happened - answer.log.length), ...answer.log];
  game = answer;
  seen = null;
  try {
    const news = log.slice(shown);
    for (const happening of news) {
      const last = happening.number === answer.happened;
      const scores = happening.kind === "roll" && happening.lines.length > 0;
      showLog(happening.number);
      speak(happening);
      if ((!last || scores) && !calm.matches) {
        // What a roll scores is shown by arrows for a while, also before one's own decision.
        board.show(await drawn({ at: happening.number, why: scores ? 1 : null }));
        if (mine !== turn) return;
        showQuestion([sentence(happening), ...happening.lines].join(" · "), []);
        await new Promise((done) => setTimeout(done, scores ? 3 * PAUSE : PAUSE));
        if (mine !== turn) return;
      }
    }
    const drawing = await drawn({ hands: 1 });
    if (mine !== turn) return;
    board.show(drawing, answer.legal.length && isMine() ? answer : null);
  } finally {
    if (mine === turn) busy = false;
  }
  showAll();
  if (game.over) tell(game.summary.slice(1).join(" "));
}

const drawn = (query) => picture(`games/${game.id}/board.svg`, { ...query, key, theme: theme(), caption: 0 });

/** Is the decision the reader's, as far as he can tell? */
const isMine = () => !game.friend || game.seat === game.player;

async function act(action) {
  if (busy) return;
  busy = true;
  const before = game.happened;
  tell("");
  try {
    await take(await post(`games/${game.id}/actions`, { action, ...(key && { key }) }, { since: before }), before);
  } catch (error) {
    busy = false;
    complain(error);
    board.restart();
  }
}

async function undo() {
  if (board.made.length) {
    board.restart();
    return;
  }
  if (busy || !game?.can_undo) return;
  try {
    const answer = await post(`games/${game.id}/undo`);
    await take(answer, answer.happened);
    tell(t("Taken back."));
  } catch (error) {
    complain(error);
  }
}

// What stands beside the board.

function sentence(happening) {
  const dice = happening.dice.join("-");
  const name = happening.name === "you" ? t("You") : t(happening.name);
  const said = (what) => t("{name}: {what}", { name, what });
  if (happening.kind === "roll") return said(dice);
  if (happening.kind === "end") return t("The game is over.");
  if (happening.marque) return t("{name}: go, which ends marqué {number}", { name, number: happening.marque });
  if (happening.kind === "go") return t("{name}: go, all checkers to the talons", { name });
  if (happening.kind === "claim") return t("{name}: {points} points claimed", { name, points: happening.claim });
  return said(`${dice} ${happening.text}`);
}

function speak(happening) {
  const lines = [sentence(happening), ...happening.lines].map((line) => element("p", line));
  byId("live").replaceChildren(...lines);
}

function showLog(upTo = log.length) {
  const items = log.slice(0, upTo).map((happening) => {
    const item = document.createElement("li");
    const shown = button(sentence(happening), () => look(happening.number));
    shown.append(...happening.lines.map((line) => element("span", line, { className: "line" })));
    shown.toggleAttribute("aria-current", happening.number === (seen ?? upTo));
    item.append(shown);
    return item;
  });
  byId("log").replaceChildren(...items);
  byId("log").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

/** Looks at the board as it was after a happening, with a text about it; null is now. */
async function look(number, text = "") {
  if (!game || busy) return;
  const last = log.length;
  seen = number === null || number >= last ? null : Math.max(0, number);
  about = text;
  if (seen === null) {
    board.show(await drawn({ hands: 1 }), game.legal.length && isMine() ? game : null);
  } else board.show(await drawn({ at: seen }));
  showAll();
}

function showQuestion(text, choices) {
  byId("prompt").textContent = text;
  byId("answers").replaceChildren(...choices);
}

function question() {
  if (seen !== null) {
    const happening = log[seen - 1];
    const what = about || (happening ? [sentence(happening), ...happening.lines].join(" · ") : t("the beginning"));
    return [t("You look back: {what}", { what }), [button(t("Back to the game"), () => look(null), true)]];
  }
  if (game.over) return [ending(), [button(t("Play again"), () => openNew(), true)]];
  if (game.watched) {
    return [
      game.status,
      [button(watching ? t("Pause") : t("Go on"), () => watch(!watching), true), button(t("One step"), () => watchStep())],
    ];
  }
  if (!isMine()) return [t("Waiting for {name}.", { name: game.names[game.player] }), []];
  const claims = game.plays.filter((play) => play.claim !== null);
  if (claims.length) {
    return [
      t("How many points do you mark for {dice}?", { dice: game.dice.join("-") }),
      claimButtons(claims),
    ];
  }
  const go = game.plays.find((play) => play.go);
  const plays = game.plays.filter((play) => !play.go);
  if (go && plays.length) {
    const asked = t("You have made a hole. Hold or go? To hold, move: you keep your {points} points.", { points: game.points[game.player] });
    const going = game.leaving?.text ?? t("To go: both lose their points, all checkers return, and you roll.");
    return [
      `${asked} ${going}`,
      [button(t("Go"), () => act(go.action), true), button(t("Hold: choose a play"), hold)],
    ];
  }
  if (go) return [game.status, [button(t("Go on"), () => act(go.action), true)]];
  if (plays.length === 1) {
    const text = plays[0].steps.length ? plays[0].text : t("nothing can be played");
    return [t("Only one choice: {play}", { play: text }), [button(t("Play it"), () => act(plays[0].action), true)]];
  }
  return [game.status, []];
}

/** More than 24 points are rare in a roll: they are behind a button. */
function claimButtons(claims) {
  const made = claims.map((play) => button(play.claim, () => act(play.action)));
  const rest = made.filter((_, index) => claims[index].claim > 24);
  for (const one of rest) one.hidden = true;
  const more = button(t("More ..."), () => {
    more.hidden = true;
    for (const one of rest) one.hidden = false;
    rest[0]?.focus();
  });
  return [...made, more];
}

function hold() {
  showQuestion(t("You hold: choose a play."), []);
  (byId("board").querySelector(".place.source") ?? byId("plays")).focus();
}

function ending() {
  if (game.winner === null) return t("The game is over: a draw");
  if (game.written) {
    const tokens = game.written.tokens[game.winner];
    if (game.winner === game.seat) return t("You have won {tokens} tokens!", { tokens });
    return t("{name} has won {tokens} tokens.", { name: game.names[game.winner], tokens });
  }
  const holes = `${game.holes[game.winner]}:${game.holes[1 - game.winner]}`;
  if (game.winner === game.seat) return t("You have won, {holes}!", { holes });
  return t("{name} has won, {holes}.", { name: game.names[game.winner], holes });
}

function showAll() {
  showLog();
  showQuestion(...question());
  const usable = seen === null && !game.over && isMine() && !game.watched;
  const plays = usable ? game.plays.filter((play) => play.claim === null) : [];
  byId("plays").replaceChildren(
    ...plays.map((play) => {
      const item = document.createElement("li");
      const shown = button(play.go ? t("Go") : play.text, () => act(play.action));
      shown.dataset.action = play.action;
      item.append(shown);
      return item;
    }),
  );
  byId("undo").disabled = !game.can_undo;
  byId("hint").disabled = !plays.length;
  byId("save").disabled = game.saved;
  byId("download").href = link(`games/${game.id}/record.txt`, { key });
  byId("board-text").replaceChildren(inWords());
  byId("sheet-section").hidden = !game.written;
  if (game.written) byId("sheet").replaceChildren(sheet());
  byId("end").hidden = !game.over;
  byId("end").open &&= game.over;
}

byId("end").addEventListener("toggle", async () => {
  if (!byId("end").open || !game?.over) return;
  const about = byId("analysis");
  about.replaceChildren(element("p", t("The value network goes through the game ...")));
  try {
    showAnalysis(about, await get(`games/${game.id}/analysis`, { key }), game.names, lookAtTurn);
  } catch (error) {
    about.replaceChildren(element("p", error.message));
  }
});

/** Looks at the board on which a turn's play was chosen, with what is to be said of the choice. */
function lookAtTurn(turn, text) {
  let rolls = 0;
  const roll = log.find((happening) => happening.kind === "roll" && ++rolls === turn);
  if (!roll) return;
  look(roll.number, text);
  byId("table").scrollIntoView({ block: "start" });
}

/** The sheet of a written game: what each marqué has brought, as people write it. */
function sheet() {
  const table = document.createElement("table");
  const { marque, marques, refaits, tokens } = game.written;
  const now = t("Marqué {number} of {total}", { number: marque, total: marques });
  const again = t("refaits before: {refaits}", { refaits });
  table.append(element("caption", refaits ? `${now}, ${again}` : now));
  const row = (kind, ...cells) => {
    const made = document.createElement("tr");
    made.append(...cells.map((cell) => element(cell === "" ? "td" : kind, cell)));
    table.append(made);
  };
  const signed = (number) => (number > 0 ? `+${number}` : `${number}`);
  row("th", t("marqué"), t("holes"), ...game.names);
  const rest = tokens.map((all, player) => all - game.sheet.reduce((sum, one) => sum + one.tokens[player], 0));
  const further = () => row("td", game.written.settled ? t("settled") : t("before"), "", ...rest.map(signed));
  if (rest.some(Boolean) && !game.written.settled) further();
  for (const marque of game.sheet) {
    const number = marque.winner === null ? `${marque.number} ${t("refait")}` : marque.number;
    row("td", number, marque.holes.join(" : "), ...marque.tokens.map(signed));
  }
  if (rest.some(Boolean) && game.written.settled) further();
  row("th", t("together"), "", ...tokens.map(signed));
  return table;
}

/** The board as a table, for readers who do not see the picture. */
function inWords() {
  const table = document.createElement("table");
  const row = (...cells) => {
    const made = document.createElement("tr");
    made.append(...cells.map((cell, index) => element(index ? "td" : "th", cell)));
    if (made.firstChild) made.firstChild.scope = "row";
    return made;
  };
  const own = game.names[game.below];
  const other = game.names[1 - game.below];
  game.board.forEach((count, index) => {
    if (count) table.append(row(t("Field {field}", { field: index + 1 }), `${Math.abs(count)} ${count > 0 ? own : other}`));
  });
  [0, 1].forEach((player) => {
    const values = {
      points: game.points[player], holes: game.holes[player], target: game.target, off: game.off[player],
      tokens: game.written?.tokens[player],
    };
    const marks = game.written
      ? t("{points} points, {holes} holes, {tokens} tokens, {off} off the board", values)
      : t("{points} points, {holes} of {target} holes, {off} off the board", values);
    table.append(row(game.names[player], marks));
  });
  if (game.dice.length) table.append(row(t("Dice"), game.dice.join("-")));
  return table;
}

async function hint() {
  if (byId("hint").disabled) return;
  const { hints } = await get(`games/${game.id}/hints`, { count: 3, key });
  const best = new Map(hints.map((one) => [one.action, one]));
  for (const shown of byId("plays").querySelectorAll("button")) {
    const one = best.get(Number(shown.dataset.action));
    shown.classList.toggle("best", one !== undefined);
    // The chances are those of winning an ordinary game.
    const worth = game.written ? (one === hints[0] ? " ★" : "") : ` ${Math.round(one?.win * 100)} %`;
    if (one) shown.append(element("small", worth));
  }
  tell(t("Best first: {plays}", { plays: hints.map((one) => `${one.text}${one.why?.length ? ` (${one.why.join(", ")})` : ""}`).join(" · ") }));
}

async function why() {
  if (!game) return;
  const roll = log.findLast((happening) => happening.kind === "roll" && happening.number <= (seen ?? log.length));
  if (!roll) {
    // The game has begun with these dice on the table, or with none.
    tell(game.reasons.length ? game.reasons.join(" ") : t("This roll brings no points."));
    if (seen === null) board.show(await drawn({ hands: 1, why: 1 }), game.legal.length && isMine() ? game : null);
    return;
  }
  tell(roll.lines.length ? roll.lines.join(" ") : t("This roll brings no points."));
  board.show(await drawn({ at: roll.number, why: 1 }));
  seen = roll.number === log.length ? seen : roll.number;
  if (seen === null) board.show(await drawn({ hands: 1, why: 1 }), game.legal.length && isMine() ? game : null);
  else showAll();
}

// Keeping and sharing.

async function copy(text, told) {
  tell(told);
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Where nothing may be copied the text stands in the notice.
  }
}

async function save() {
  try {
    game = { ...(await post(`games/${game.id}/save`, key ? { key } : {}, { since: game.happened })), log: game.log };
    tell(t("Saved: this page's address leads back to the game, also after the server was started anew."));
  } catch (error) {
    complain(error);
  }
  showAll();
}

function share() {
  const url = new URL(location.href);
  url.hash = "";
  url.search = new URLSearchParams({ position: game.position });
  copy(url.href, t("The address of this position: {link}", { link: url.href }));
}

// Watching, and waiting for a friend.

async function watchStep() {
  if (busy || game.over) return;
  await take(await post(`games/${game.id}/step`, {}, { since: game.happened }), game.happened);
}

async function watch(on) {
  watching = on;
  const mine = turn;
  showAll();
  while (watching && mine === turn && !game.over) {
    await watchStep();
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  watching = false;
}

setInterval(async () => {
  if (!game?.friend || game.over || busy) return;
  try {
    const answer = await get(`games/${game.id}`, { since: game.happened, key });
    if (answer.version !== game.version) await take(answer, game.happened);
  } catch (error) {
    complain(error);
  }
}, POLL);

// A new game.

async function fillPlayers() {
  const { players, can_save, parameters } = await get("");
  byId("format-row").hidden = !parameters.includes("format");
  byId("schools-row").hidden = !parameters.includes("schools");
  byId("save").hidden = !can_save;
  const options = (names) => names.map(([value, text]) => element("option", text, { value }));
  const levels = { beginner: t("a beginner"), club: t("a club player"), strong: t("a strong player"), champion: t("the champion") };
  const named = players.map((name) => [name, levels[name] ?? name]);
  byId("against").replaceChildren(
    ...options([...named, ["human", t("a friend at this screen")], ["friend", t("a friend with a link")], ["watch", t("nobody: watch two players")]]),
  );
  byId("against").value = "club";
  for (const id of ["watched-white", "watched-black"]) {
    byId(id).replaceChildren(...options(named));
    byId(id).value = "careful";
  }
}

function openNew(position = "") {
  byId("new-error").textContent = "";
  byId("position").value = position;
  byId("second-row").hidden = byId("against").value !== "watch";
  byId("new-dialog").showModal();
}

async function wished() {
  const against = byId("against").value;
  const seat = Number(byId("seat").value);
  const wish = {};
  if (against === "watch") Object.assign(wish, { white: byId("watched-white").value, black: byId("watched-black").value });
  else Object.assign(wish, { against, seat });
  if (byId("seed").value) wish.seed = Number(byId("seed").value);
  const file = byId("record").files[0];
  if (file) wish.record = await file.text();
  else {
    if (byId("position").value) wish.position = byId("position").value;
    const options = [];
    const written = byId("format").value === "written";
    if (written) options.push("format=written", `marques=${byId("marques").value || 12}`);
    else if (byId("holes").value && byId("holes").value !== "12") options.push(`holes=${byId("holes").value}`);
    if (byId("schools").checked) options.push("schools=true");
    if (options.length) wish.game = `trictrac(${options.join(",")})`;
  }
  return wish;
}

byId("format").addEventListener("change", () => {
  byId("holes-row").hidden = byId("format").value === "written";
  byId("marques-row").hidden = !byId("holes-row").hidden;
});
byId("against").addEventListener("change", () => {
  byId("second-row").hidden = byId("against").value !== "watch";
});
byId("begin").addEventListener("click", async (event) => {
  event.preventDefault();
  try {
    const wish = await wished();
    byId("new-dialog").close();
    await begin(wish);
    if (game.watched) watch(true);
  } catch (error) {
    byId("new-dialog").showModal();
    byId("new-error").textContent = error.message;
  }
});

// The tools, by pointer and by key.

byId("new-game").addEventListener("click", () => openNew());
byId("undo").addEventListener("click", undo);
byId("hint").addEventListener("click", hint);
byId("why").addEventListener("click", why);
byId("save").addEventListener("click", save);
byId("share").addEventListener("click", share);
byId("learn").addEventListener("click", () => startLesson());
byId("glossary").addEventListener("click", () => showGlossary());
byId("log-first").addEventListener("click", () => look(0));
byId("log-back").addEventListener("click", () => look((seen ?? log.length) - 1));
byId("log-next").addEventListener("click", () => look((seen ?? log.length) + 1));
byId("log-now").addEventListener("click", () => look(null));
byId("board").addEventListener("partly", (event) => {
  byId("undo").disabled = !(event.detail || game?.can_undo);
});
byId("typing").addEventListener("submit", (event) => {
  event.preventDefault();
  const words = (text) => text.trim().toLowerCase().split(/\s+/).sort().join(" ");
  const typed = words(byId("typed").value);
  if (busy) return;
  const play = game?.plays.find((one) => words(one.text) === typed);
  if (!play) {
    tell(t("That is none of the plays in the list."));
    return;
  }
  byId("typed").value = "";
  act(play.action);
});

const keys = {
  n: () => openNew(), u: undo, h: hint, w: why, l: () => startLesson(), "?": () => showGlossary(),
  g: () => {
    const go = game?.plays.find((play) => play.go);
    if (go && seen === null) act(go.action);
  },
  "[": () => look((seen ?? log.length) - 1),
  "]": () => look((seen ?? log.length) + 1),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("input, select, textarea") || !(event.key in keys)) return;
  event.preventDefault();
  keys[event.key]();
});

byId("theme").addEventListener("click", async () => {
  setTheme(theme() !== "dark");
  if (game) await look(seen);
});

function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  byId("theme").setAttribute("aria-pressed", String(dark));
  localStorage.setItem("theme", dark ? "dark" : "light");
}

byId("language").addEventListener("change", async () => {
  await chooseLanguage(byId("language").value);
  localStorage.setItem("language", language);
  await fillPlayers();
  if (!game) return;
  turn += 1;
  const answer = await get(`games/${game.id}`, { key });
  await take(answer, answer.happened);
});

// The beginning: the game in the address, the position in it, or a new game.

async function start() {
  setTheme((localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark");
  const query = new URLSearchParams(location.search);
  const preferred = navigator.language.startsWith("fr") ? "fr" : "en";
  const wanted = query.get("lang") ?? localStorage.getItem("language") ?? preferred;
  byId("language").value = wanted === "fr" ? "fr" : "en";
  await chooseLanguage(byId("language").value);
  await fillPlayers();
  const hash = new URLSearchParams(location.hash.slice(1));
  if (hash.get("game")) {
    try {
      await resume(hash.get("game"), hash.get("key"));
      return;
    } catch (error) {
      complain(error);
    }
  }
  const position = query.get("position");
  if (position) {
    try {
      await begin({ against: "careful", position });
      return;
    } catch (error) {
      await begin({ against: "careful" });
      complain(error);
      return;
    }
  }
  await begin({ against: "careful" });
  tell(t("Drag a checker, or tap it and then a lit field. New to the game? Learn teaches it in short lessons."));
}

window.addEventListener("hashchange", () => location.reload());
start().catch(complain);
