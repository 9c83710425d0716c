// The board under the reader's hands: the server's drawing, on which checkers are dragged, tapped
// or moved by the keyboard. The drawing has an invisible shape for every field (class `place`)
// with the place where one more checker would lie.

import { complete, sources, targets, waysByHand } from "./moves.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const STACK = 51; // between two checkers of a pile, as in the drawing

export class Board {
  /** `onPlay(action)` is called with a play that is complete. */
  constructor(holder, onPlay) {
    this.holder = holder;
    this.onPlay = onPlay;
    this.ways = [];
    this.made = [];
    this.chosen = null;
    this.drag = null;
    this.byKeyboard = false; // Then the next decision finds the focus on the board.
    holder.addEventListener("pointerdown", (event) => this.press(event));
    holder.addEventListener("pointermove", (event) => this.carry(event));
    holder.addEventListener("pointerup", (event) => this.release(event));
    holder.addEventListener("pointercancel", () => this.drop());
    holder.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shows a drawing; with a game at a decision its checkers can be moved. */
  show(drawing, game = null) {
    const hadFocus = this.holder.contains(document.activeElement);
    this.holder.innerHTML = drawing;
    this.svg = this.holder.querySelector("svg");
    this.drawing = drawing;
    this.game = game;
    this.made = [];
    this.chosen = null;
    this.moved = new Map();
    const plays = game?.plays ?? [];
    this.ways = game ? waysByHand(plays, game.board, game.dice) : [];
    this.own = game?.board ?? [];
    this.light();
    if (game && (hadFocus || this.byKeyboard)) {
      this.holder.querySelector(".place.source")?.focus({ preventScroll: true });
    }
  }

  restart() {
    if (this.made.length || this.chosen !== null) this.show(this.drawing, this.game);
  }

  place(field) {
    const places = this.holder.querySelectorAll(`.place[data-field="${field}"]`);
    // There are two trays: the own one is where the player below bears off.
    return field ? places[0] : [...places].find((place) => place.dataset.below === "1");
  }

  light() {
    const movable = sources(this.ways, this.made);
    const open = this.chosen === null ? new Map() : targets(this.ways, this.made, this.chosen);
    for (const place of this.holder.querySelectorAll(".place")) {
      const field = Number(place.dataset.field);
      const isSource = field > 0 && movable.has(field);
      const isTarget = open.has(field) && place === this.place(field);
      place.classList.toggle("source", isSource);
      place.classList.toggle("chosen", field > 0 && field === this.chosen);
      place.classList.toggle("target", isTarget);
      if (isSource || isTarget) {
        place.setAttribute("tabindex", "0");
        place.setAttribute("role", "button");
        place.setAttribute("aria-label", this.label(field, isTarget, isSource));
      } else {
        for (const name of ["tabindex", "role", "aria-label"]) place.removeAttribute(name);
      }
    }
    this.holder.dispatchEvent(new CustomEvent("partly", { detail: this.made.length }));
  }

  label(field, isTarget, isSource) {
    if (isTarget) {
      return field
        ? t("Move from field {from} to field {to}", { from: this.chosen, to: field })
        : t("Take the checker of field {from} off the board", { from: this.chosen });
    }
    const to = [...targets(this.ways, this.made, field).keys()].map((end) => end || t("off"));
    return isSource ? t("Field {field}: can move to {to}", { field, to: to.join(", ") }) : "";
  }

  choose(field) {
    this.chosen = this.chosen === field ? null : field;
    this.light();
  }

  /** Moves the chosen checker to a target that is lit. */
  move(target) {
    const steps = targets(this.ways, this.made, this.chosen).get(target);
    if (!steps) return;
    for (const step of steps) {
      this.slide(step);
      this.made.push(step);
    }
    this.chosen = null;
    const action = complete(this.ways, this.made);
    if (action !== undefined) {
      const play = action;
      this.ways = [];
      this.light();
      this.onPlay(play);
      return;
    }
    this.light();
    this.holder.querySelector(".place.source")?.focus({ preventScroll: true });
  }

  /** Puts the uppermost checker of a field to another one, in the drawing only. */
  slide([from, to]) {
    const circles = this.top(from);
    const place = this.place(to);
    const already = this.moved.get(to) ?? [];
    const x = Number(place.dataset.x);
    const y = Number(place.dataset.y) + Number(place.dataset.inward) * STACK * already.length;
    const group = document.createElementNS(SVG, "g");
    group.classList.add("hand");
    for (const circle of circles) {
      circle.setAttribute("cx", x);
      circle.setAttribute("cy", y);
      group.append(circle);
    }
    this.svg.insertBefore(group, this.svg.querySelector(".place"));
    this.moved.set(to, [...already, circles]);
    const left = this.moved.get(from);
    if (left?.includes(circles)) this.moved.set(from, left.filter((other) => other !== circles));
  }

  /** The shapes of a field's uppermost checker: of the pile, or of what was moved there. */
  top(field) {
    const moved = this.moved.get(field) ?? [];
    if (moved.length) return moved.at(-1);
    const pile = this.holder.querySelector(`.pile[data-field="${field}"]`);
    const circles = [...pile.querySelectorAll("circle")];
    const count = pile.querySelector("text");
    if (!count) return circles.slice(-2);
    // A counted pile has one more spot for its number.
    count.textContent = Number(count.textContent) - 1;
    return circles.slice(-2).map((circle) => circle.cloneNode());
  }

  // Pointer: a press chooses, a release elsewhere moves; so a tap and a second tap do too.

  at(event) {
    const below = document.elementsFromPoint(event.clientX, event.clientY);
    return below.find((element) => element.classList?.contains("place"));
  }

  press(event) {
    this.byKeyboard = false;
    if (!this.ways.length || event.button > 0) return;
    const place = this.at(event);
    if (!place) return;
    const field = Number(place.dataset.field);
    if (place.classList.contains("target")) {
      event.preventDefault();
      this.move(field);
      return;
    }
    if (!place.classList.contains("source")) {
      if (this.chosen !== null) this.choose(this.chosen);
      return;
    }
    event.preventDefault();
    const again = this.chosen === field;
    this.chosen = field;
    this.light();
    this.drag = { field, again, id: event.pointerId, ghost: null };
    try {
      this.holder.setPointerCapture(event.pointerId);
    } catch {
      // A pointer that is gone already.
    }
  }

  carry(event) {
    if (this.drag?.id !== event.pointerId) return;
    const matrix = this.svg.getScreenCTM().inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    if (!this.drag.ghost) {
      const moved = this.moved.get(this.drag.field) ?? [];
      const pile = this.holder.querySelector(`.pile[data-field="${this.drag.field}"]`);
      const model = moved.at(-1)?.[0] ?? pile?.querySelector("circle");
      if (!model) return;
      this.drag.ghost = model.cloneNode();
      this.drag.ghost.classList.add("hand");
      this.svg.append(this.drag.ghost);
    }
    this.drag.ghost.setAttribute("cx", point.x);
    this.drag.ghost.setAttribute("cy", point.y);
  }

  release(event) {
    if (this.drag?.id !== event.pointerId) return;
    const { field, again } = this.drag;
    this.drop();
    const place = this.at(event);
    const target = place ? Number(place.dataset.field) : null;
    if (place?.classList.contains("target")) this.move(target);
    else if (target !== field || again) this.choose(field);
  }

  drop() {
    this.drag?.ghost?.remove();
    this.drag = null;
  }

  key(event) {
    const place = event.target.closest?.(".place");
    if (event.key === "Escape") {
      this.restart();
      return;
    }
    if (!place || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    this.byKeyboard = true;
    const field = Number(place.dataset.field);
    if (place.classList.contains("target")) this.move(field);
    else {
      this.choose(field);
      this.holder.querySelector(".place.target")?.focus();
    }
  }
}
