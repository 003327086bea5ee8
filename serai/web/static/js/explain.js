// Explains what a thing is, and why it cannot be chosen now: on hover, on focus, on a tap.

import { piece } from "./draw.js";
import { asked, table } from "./scene.js";
import { send } from "./socket.js";
import { make, rich } from "./words.js";

const tip = make("div", "tip");
tip.setAttribute("role", "tooltip");
tip.id = "tip";
tip.hidden = true;
document.body.append(tip);

/** @type {Map<string, {title: string, text: string} | null>} */
const answers = new Map();
let answersFor = -1;
/** @type {string | null} */
let shown = null;
/** @type {globalThis.Element | null} */
let shownAt = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @typedef {{thing: string, title: string, node: globalThis.Element}} Subject */

/**
 * What can be explained about a node, if anything.
 * @param {globalThis.Element | null} node
 * @returns {Subject | null}
 */
function subject(node) {
  const found = node?.closest(".el, [data-zone], .item[data-tip], .card[data-thing]");
  if (!found) return null;
  const data = /** @type {HTMLElement} */ (found).dataset;
  if (found.classList.contains("el")) {
    const key = found.id.slice(3);
    const label = piece(key)?.el.label || "";
    if (!label) return subject(found.parentElement);
    return { thing: key, title: label, node: found };
  }
  if (data.zone) return { thing: data.zone, title: "", node: found };
  if (data.tip) return { thing: "", title: data.tip, node: found };
  return { thing: data.thing || "", title: "", node: found };
}

/**
 * @param {globalThis.Element | null} node
 * @param {boolean} [at_once]
 */
export function tell(node, at_once = false) {
  const about = subject(node);
  if (!about) return hush();
  if (shownAt === about.node) return;
  hush();
  shownAt = about.node;
  shown = about.thing;
  if (answersFor !== table.number) {
    answers.clear();
    answersFor = table.number;
  }
  const known = answers.get(about.thing);
  if (known) show(known.title || about.title, known.text);
  else if (about.title) show(about.title, "");
  if (about.thing && !answers.has(about.thing)) {
    timer = setTimeout(() => send({ explain: about.thing }), at_once ? 0 : 220);
  }
}

export function hush() {
  clearTimeout(timer);
  shown = null;
  shownAt = null;
  tip.hidden = true;
}

/** @param {{thing: string, title?: string, text?: string}} answer */
export function answered(answer) {
  answers.set(answer.thing, answer.text || answer.title ? { title: answer.title || "", text: answer.text || "" } : null);
  if (answer.thing === shown && (answer.text || answer.title)) show(answer.title || "", answer.text || "");
}

/**
 * @param {string} title
 * @param {string} text
 */
function show(title, text) {
  if (!shownAt?.isConnected) return hush();
  tip.replaceChildren();
  if (title) tip.append(make("b", "", rich(title)));
  if (text) tip.append(make("p", "", rich(text)));
  tip.hidden = !title && !text;
  const { left, top, width, bottom } = shownAt.getBoundingClientRect();
  const box = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(8, Math.min(innerWidth - box.width - 8, left + width / 2 - box.width / 2))}px`;
  const above = top - box.height - 10;
  const roof = shownAt.closest(".part")?.getBoundingClientRect().top ?? 0; // keeps what is above the board visible
  tip.style.top = `${above > Math.max(8, roof) ? above : Math.min(innerHeight - box.height - 8, bottom + 10)}px`;
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse") tell(/** @type {globalThis.Element} */ (event.target));
});
document.addEventListener("focusin", (event) => {
  const node = /** @type {globalThis.Element} */ (event.target);
  if (node.matches(":focus-visible")) tell(node);
});
document.addEventListener("focusout", hush);
document.addEventListener("scroll", hush, true);

/** A tap on something that cannot be chosen asks why. @param {globalThis.Element} node */
export function tapped(node) {
  const about = subject(node);
  if (!about) return hush();
  if (asked() && about.node.classList.contains("choosable")) return;
  tell(node, true);
}
