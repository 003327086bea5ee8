// A lesson: the text of each step stands beside the thing it is about, which is highlighted.

import { reveal } from "./pan.js";
import { closeGroup } from "./prompt.js";
import { table } from "./scene.js";
import { isStill } from "./settings.js";
import { send } from "./socket.js";
import { draw, plain, rich } from "./words.js";

/** @typedef {import("../../types").LessonStep} Step */

const card = /** @type {HTMLElement} */ (document.getElementById("lesson"));
const text = /** @type {HTMLElement} */ (document.getElementById("lesson-text"));
const why = /** @type {HTMLElement} */ (document.getElementById("lesson-why"));
const yours = /** @type {HTMLElement} */ (document.getElementById("lesson-yours"));
const end = /** @type {HTMLElement} */ (document.getElementById("lesson-end"));
const count = /** @type {HTMLElement} */ (document.getElementById("lesson-step"));
const bar = /** @type {HTMLElement} */ (card.querySelector(".lesson-bar i"));
const holes = /** @type {SVGGElement} */ (document.querySelector("#lesson-holes g"));
const rings = /** @type {SVGGElement} */ (document.querySelector("#lesson-veil .lesson-rings"));
const veil = /** @type {HTMLElement} */ (/** @type {unknown} */ (document.getElementById("lesson-veil")));
const [back, next] = ["back", "next"].map((name) => /** @type {HTMLButtonElement} */ (card.querySelector(`[data-lesson=${name}]`)));

const COOKIE = "serai-lessons";
const KEPT = 60 * 60 * 24 * 365;
const GAP = 14; // px between a thing and its text
const EDGE = 10; // px to the window's edge

/** @type {Step} */
let step = /** @type {Step} */ (table.settings.lesson);
/** @type {Step | null} what comes when the table has moved on */
let coming = null;

let byKeyboard = false;
addEventListener("keydown", () => (byKeyboard = true), true);
addEventListener("pointerdown", () => (byKeyboard = false), true);

/** Remembers the visitor's progress for next time. */
function keep() {
  const marks = new Map((document.cookie.match(`(?:^|; )${COOKIE}=([^;]*)`)?.[1] || "").split("~").filter(Boolean).map((mark) => {
    const at = mark.lastIndexOf(".");
    return [mark.slice(0, at), mark.slice(at + 1)];
  }));
  const name = `${card.dataset.game}.${card.dataset.name}`;
  const done = step.step === step.of - 1 || marks.get(name)?.endsWith("d");
  marks.set(name, `${step.step}${done ? "d" : ""}`);
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${COOKIE}=${[...marks].map((mark) => mark.join(".")).join("~")}; path=/; max-age=${KEPT}; samesite=lax${secure}`;
}

/** Shows the current step. */
function show() {
  const asks = step.choice !== null;
  const last = step.step === step.of - 1;
  const active = document.activeElement; // before the focused element is hidden
  const free = !active || active === document.body || !!active.closest("#lesson, #prompt");
  table.held = !asks;
  card.classList.toggle("asks", asks);
  document.body.classList.toggle("lesson-reads", !asks);
  card.dataset.step = String(step.step);
  card.dataset.choice = String(step.choice ?? "");
  text.replaceChildren(...step.text.split("\n\n").map((one) => {
    const part = document.createElement("p");
    part.append(rich(one.trim()));
    return part;
  }));
  text.setAttribute("aria-label", plain(step.text));
  count.textContent = String(step.step + 1);
  bar.style.width = `${((step.step + 1) / step.of) * 100}%`;
  why.hidden = true;
  yours.hidden = !asks;
  next.hidden = asks || last;
  back.disabled = step.step === 0;
  end.hidden = !last;
  keep();
  document.dispatchEvent(new CustomEvent("serai:rearm"));
  if (free && !asks) /** @type {HTMLElement} */ (last ? end.querySelector("button") : next).focus({ preventScroll: true });
  else if (free && byKeyboard) {
    const row = document.querySelector(`#prompt [data-choice="${step.choice}"], #prompt .choice[data-choices~="${step.choice}"]`);
    /** @type {HTMLElement | null} */ (row)?.focus({ preventScroll: true });
  }
  const things = lit();
  reveal(step.lit.flatMap(nodes), !isStill());
  for (const node of things) if (!(node instanceof SVGElement)) node.scrollIntoView({ block: "nearest", inline: "nearest" });
  trackHighlight(1200);
}

/** @param {globalThis.Element} node */
function inSight(node) {
  const { width, height } = node.getBoundingClientRect();
  return width > 0 && height > 0 && getComputedStyle(node).visibility !== "hidden";
}

/**
 * Finds the elements that a lesson refers to by name.
 * @param {string} thing
 */
function nodes(thing) {
  const name = CSS.escape(thing);
  const [seat, item] = thing.split("/");
  const wanted = item
    ? [`#${CSS.escape(seat)} [data-item="${CSS.escape(item)}"]`, `#${CSS.escape(seat)}`]
    : [`#el-${name}`, `[data-zone="${name}"]`, `.card[data-thing="${name}"]`, `.${name}[data-part]`, `#${name}`];
  for (const one of wanted) {
    const found = [...document.querySelectorAll(one)].filter(inSight);
    if (found.length) return found;
  }
  return [];
}

/** Everything that makes the choice the lesson asks for. */
function choosers() {
  if (step.choice === null) return [];
  const choice = String(step.choice);
  const rows = [...document.querySelectorAll(`#prompt [data-choice="${choice}"]`)];
  const several = [...document.querySelectorAll("#prompt .choice.group:not(.back), .el.choosable, .hand .choosable")];
  const makes = several.filter((node) => (/** @type {HTMLElement} */ (node).dataset.choices || "").split(" ").includes(choice));
  return [...rows, ...makes].filter(inSight);
}

function lit() {
  return [...new Set([...step.lit.flatMap(nodes), ...choosers()])];
}

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/**
 * The visible box of a thing. If a drawing extends beyond what is visible, its style sheet says by how much:
 * `--lit-inset: .1 .05` of its width and height, on each side.
 * @param {globalThis.Element} node
 * @returns {Box | null}
 */
function boxOf(node) {
  let { left, top, right, bottom } = node.getBoundingClientRect();
  const [x = 0, y = x] = getComputedStyle(node).getPropertyValue("--lit-inset").split(" ").filter(Boolean).map(Number);
  [left, right] = [left + x * (right - left), right - x * (right - left)];
  [top, bottom] = [top + y * (bottom - top), bottom - y * (bottom - top)];
  for (let above = node.parentElement; above; above = above.parentElement) {
    const { display, overflow } = getComputedStyle(above);
    if (above === document.body || overflow === "visible" || display === "contents") continue;
    const frame = above.getBoundingClientRect();
    left = Math.max(left, frame.left);
    top = Math.max(top, frame.top);
    right = Math.min(right, frame.right);
    bottom = Math.min(bottom, frame.bottom);
  }
  return right - left > 4 && bottom - top > 4 ? { left, top, right, bottom } : null;
}

let drawn = "";

/** Highlights the things, and puts the text beside them. Returns whether anything had moved. */
function place() {
  const boxes = table.busy ? [] : /** @type {Box[]} */ (lit().map(boxOf).filter(Boolean));
  const size = card.getBoundingClientRect();
  const now = JSON.stringify([boxes, innerWidth, innerHeight, size.width, size.height]);
  if (now === drawn) return false;
  drawn = now;
  const frames = boxes.map(({ left, top, right, bottom }) => ({ x: left - 5, y: top - 5, width: right - left + 10, height: bottom - top + 10, rx: 12 }));
  holes.replaceChildren(...frames.map((frame) => draw("rect", { ...frame, fill: "#000" })));
  rings.replaceChildren(...frames.map((frame) => draw("rect", frame)));
  veil.classList.toggle("on", boxes.length > 0);
  if (table.busy) return true;
  const at = spot(boxes, size.width, size.height);
  card.style.left = `${at.left}px`;
  card.style.top = `${at.top}px`;
  return true;
}

/**
 * Places the card where it covers as little as possible of what is highlighted and of the choices, near the
 * thing that is named first.
 * @param {Box[]} boxes
 * @param {number} width
 * @param {number} height
 */
function spot(boxes, width, height) {
  const top = document.querySelector(".top")?.getBoundingClientRect().bottom ?? 0;
  const side = Math.min(EDGE, (innerWidth - width) / 2);
  const most = { x: innerWidth - width - side, y: innerHeight - height - EDGE };
  const main = boxes[0] ?? { left: innerWidth / 2, right: innerWidth / 2, top: innerHeight / 2, bottom: innerHeight / 2 };
  const middle = { x: (main.left + main.right) / 2, y: (main.top + main.bottom) / 2 };
  const within = (/** @type {number} */ n, /** @type {number} */ least, /** @type {number} */ last) => Math.max(least, Math.min(last, n));
  const spots = [];
  for (const box of boxes) {
    const x = within((box.left + box.right - width) / 2, side, most.x);
    const y = within((box.top + box.bottom - height) / 2, top + EDGE, most.y);
    spots.push([box.right + GAP, y], [box.left - GAP - width, y], [x, box.bottom + GAP], [x, box.top - GAP - height]);
  }
  for (const x of [side, most.x / 2, most.x]) for (const y of [top + EDGE, most.y / 2, most.y]) spots.push([x, y]);
  const asks = step.choice !== null && document.querySelector("#prompt")?.getBoundingClientRect();
  let best = { left: side, top: most.y };
  let least = Infinity;
  for (const [left, up] of spots) {
    if (left < side - 1 || left > most.x + 1 || up < top || up > most.y + 1) continue;
    const own = { left, top: up, right: left + width, bottom: up + height };
    const hidden = boxes.reduce((sum, box) => sum + overlap(own, box), 0) * 4 + (asks ? overlap(own, asks) : 0);
    const away = Math.hypot(left + width / 2 - middle.x, up + height / 2 - middle.y);
    const cost = hidden * 2 + away;
    if (cost < least) [best, least] = [{ left, top: up }, cost];
  }
  return best;
}

/** How much of one box another covers. @param {Box} a @param {Box} b */
function overlap(a, b) {
  const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return x > 0 && y > 0 ? x * y : 0;
}

let until = 0;
let running = false;
let rested = 0;
const REST = 12; // frames without movement, after which all has arrived

/** Keeps the highlight on things while they move. @param {number} ms at most */
function trackHighlight(ms) {
  until = Math.max(until, performance.now() + ms);
  rested = 0;
  if (running) return;
  running = true;
  const turn = () => {
    rested = place() ? 0 : rested + 1;
    running = rested < (isStill() ? 2 : REST) && performance.now() < until;
    if (running) requestAnimationFrame(turn);
  };
  turn();
}

/** @param {number} to */
function go(to) {
  if (table.busy || table.sent) return;
  table.sent = send({ step: to });
  document.dispatchEvent(new CustomEvent("serai:rearm"));
}

document.addEventListener("serai:told", (event) => {
  const message = /** @type {CustomEvent<import("./scene.js").Message>} */ (event).detail;
  if (message.lesson) coming = message.lesson;
  if (message.why) {
    closeGroup();
    why.replaceChildren(rich(message.why));
    why.hidden = false;
    card.classList.remove("no");
    void card.offsetWidth;
    card.classList.add("no");
    trackHighlight(400);
  }
  if (coming && !table.busy) arrive();
});
document.addEventListener("serai:arrived", () => {
  if (coming) arrive();
  else trackHighlight(800);
});

function arrive() {
  if (coming) step = coming;
  coming = null;
  show();
}

card.addEventListener("click", (event) => {
  const name = /** @type {HTMLElement | null} */ (/** @type {globalThis.Element} */ (event.target).closest("[data-lesson]"))?.dataset.lesson;
  if (name === "next") go(step.step + 1);
  else if (name === "back") go(step.step - 1);
  else if (name === "again") go(0);
});
for (const kind of ["resize", "scroll", "pointerup", "keyup", "wheel"]) addEventListener(kind, () => trackHighlight(600), { capture: true, passive: true });
void document.fonts.ready.then(() => trackHighlight(600)); // text in another face may be of another size

keep();
show();
