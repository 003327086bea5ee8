// Choices: highlighting what belongs together, picking, and asking for confirmation if the visitor wants it.

import { placeOf } from "./animation.js";
import { asked, table } from "./scene.js";
import { settings } from "./settings.js";
import { send } from "./socket.js";
import { glyph, make, rich, say } from "./words.js";

/** @type {() => void} */
let changed = () => {};

/** @param {() => void} redraw called when the prompt must show that a choice is under way */
export function onPick(redraw) {
  changed = redraw;
}

/** @param {globalThis.Element | null | undefined} node */
export function choicesOf(node) {
  const data = /** @type {HTMLElement | SVGElement | null} */ (
    node?.closest("[data-choices], [data-choice]") || null
  )?.dataset;
  if (!data) return [];
  return (data.choice ?? data.choices ?? "").split(" ").filter(Boolean).map(Number);
}

/**
 * Highlights everything that makes one of these choices.
 * @param {number[]} choices
 */
export function light(choices) {
  const lit = new Set(choices.map(String));
  for (const node of document.querySelectorAll("[data-choices], [data-choice], .hot")) {
    const { choice, choices: several } = /** @type {HTMLElement} */ (node).dataset;
    const own = (choice ?? several ?? "").split(" ");
    node.classList.toggle("hot", !node.matches(".back") && own.some((one) => lit.has(one)));
  }
}

/** @type {Set<number> | null} the choices of the group that is open in the prompt */
let narrowed = null;
/** @type {(group: string) => void} */
let openGroup = () => {};

/** @param {(group: string) => void} open called when a thing stands for a whole group */
export function onGroup(open) {
  openGroup = open;
}

/**
 * While a group is open, only its choices can be picked; other things are dimmed.
 * @param {number[] | null} choices
 */
export function narrow(choices) {
  narrowed = choices && new Set(choices);
  for (const node of document.querySelectorAll(".el[data-choices], .card[data-choices], .aside")) {
    const own = choicesOf(node);
    node.classList.toggle("aside", narrowed !== null && own.length > 0 && !own.some((one) => narrowed?.has(one)));
  }
}

/**
 * Picks a thing: its one choice, its group of choices, or a small list of them.
 * @param {number[]} choices
 * @param {globalThis.Element} node
 */
export function pick(choices, node) {
  if (!asked() || !choices.length) return;
  const inside = choices.filter((choice) => narrowed?.has(choice));
  const left = inside.length ? inside : choices;
  const groups = new Set(left.map((choice) => optionOf(choice)?.group));
  const [group] = groups;
  if (left.length === 1) choose(left[0]);
  else if (groups.size === 1 && group !== undefined) openGroup(group);
  else offer(left, node);
}

/** @type {number | null} */
let sure = null;

/** The choice that waits to be confirmed. */
export function unsure() {
  return sure;
}

export function forget() {
  sure = null;
}

/** Asks before a choice that ends the turn. @param {number} choice */
export function confirm(choice) {
  sure = choice;
  changed();
  if (document.activeElement?.matches("input, textarea")) return; // do not take the focus from someone who is typing
  /** @type {HTMLElement | null} */ (document.querySelector(".confirm .primary"))?.focus();
}

/** @typedef {{x: number, y: number}} Place */

/** Where the pointer went down last; null when a key or a program clicked after that. @type {Place | null} */
let pointer = null;
/** Where it was at the last choice of this turn, if it has not moved since. @type {Place | null} */
let rest = null;
const HAND = 24; // pixels; less does not count as movement

addEventListener("pointerdown", ({ clientX: x, clientY: y }) => (pointer = { x, y }), true);
addEventListener("keydown", () => (pointer = null), true);
addEventListener("click", ({ detail }) => {
  if (!detail) pointer = null;
}, true);
addEventListener("pointermove", ({ clientX: x, clientY: y }) => {
  if (!isNear(rest, { x, y })) rest = null;
}, { passive: true });

/** @param {Place | null} one @param {Place | null} other */
function isNear(one, other) {
  return !!one && !!other && Math.hypot(one.x - other.x, one.y - other.y) < HAND;
}

/** Another player has acted: the next click is not an accidental double click. */
export function turnOver() {
  rest = null;
}

/**
 * @param {number} choice
 * @param {boolean} [confirmed]
 */
export function choose(choice, confirmed = false) {
  if (!asked()) return;
  closeOffer();
  sure = null;
  // A click meant for the previous prompt must not give up the rest of the turn.
  const gives = / end( |$)/.test(` ${optionOf(choice)?.state}`) && table.scene.prompt.options.length > 1;
  const slip = gives && isNear(rest, pointer);
  const doubt = (settings.confirm || slip) && !confirmed ? { sure: false } : {};
  rest = pointer;
  const id = send({ choose: choice, number: table.number, entry: table.entry, ...doubt });
  if (id) {
    table.sent = id;
    light([]);
    changed();
  }
}

/** @param {number} choice */
export function optionOf(choice) {
  return table.scene.prompt.options.find((option) => option.choice === choice);
}

/** @type {HTMLElement | null} */
let list = null;

export function closeOffer() {
  const had = list !== null;
  list?.remove();
  list = null;
  return had;
}

/**
 * A small list beside a thing that makes several choices.
 * @param {number[]} choices
 * @param {globalThis.Element} node
 */
function offer(choices, node) {
  closeOffer();
  const at = placeOf(node) || { x: innerWidth / 2, y: innerHeight / 2 };
  const box = make("div", "offer");
  box.setAttribute("role", "dialog");
  box.setAttribute("aria-label", say("Which one?"));
  for (const choice of choices) {
    const option = optionOf(choice);
    if (!option) continue;
    const row = make("button", `choice ${option.state || ""}`.trim());
    row.dataset.choice = String(choice);
    row.append(face(option), words(option));
    row.addEventListener("click", () => choose(choice));
    box.append(row);
  }
  document.body.append(box);
  list = box;
  const { width, height } = box.getBoundingClientRect();
  box.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, at.x - width / 2))}px`;
  box.style.top = `${at.y + height + 24 < innerHeight ? at.y + 16 : Math.max(8, at.y - height - 16)}px`;
  /** @type {HTMLElement | null} */ (box.firstElementChild)?.focus();
}

/** @param {import("./scene.js").Option | import("./scene.js").Group} option */
export function face(option) {
  const state = "state" in option ? option.state || "" : "";
  const coin = / coin( |$)/.test(` ${state}`) ? " coin" : "";
  if (!option.chip && !option.icon) return make("span", "chip none");
  const chip = make("span", `chip${coin}${option.chip ? "" : " pic"}`);
  if (option.icon) chip.append(glyph(option.icon));
  if (option.chip) chip.append(rich(option.chip));
  return chip;
}

/** @param {import("./scene.js").Option | import("./scene.js").Group} option */
export function words(option) {
  const label = make("b", "", rich(option.label));
  const text = make("span", "tx", label);
  if (option.detail) text.append(make("i", "", rich(option.detail)));
  return text;
}
