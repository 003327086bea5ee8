// Draws what lies on the board. Pieces keep their nodes, so they glide when they move.

import { fly, place, placeIn, placeOf } from "./animation.js";
import { table } from "./scene.js";
import { corner, gone, markMove } from "./recent-moves.js";
import { draw, plain } from "./words.js";

/** @typedef {import("./scene.js").Element} Element */
/** @typedef {{node: SVGGElement, el: Element}} Piece */

/** @type {Map<string, Piece>} */
const pieces = new Map();

/** @type {Map<string, {svg: SVGSVGElement, group: SVGGElement}>} */
const parts = new Map();

for (const section of document.querySelectorAll("[data-part]")) {
  const svg = /** @type {SVGSVGElement} */ (section.querySelector("svg"));
  const group = /** @type {SVGGElement} */ (svg.querySelector("g.elements"));
  parts.set(/** @type {HTMLElement} */ (section).dataset.part || "", { svg, group });
}

// The server has drawn the first scene into the page.
for (const [key, el] of Object.entries(table.scene.elements)) {
  const node = /** @type {SVGGElement | null} */ (/** @type {unknown} */ (document.getElementById(`el-${key}`)));
  if (!node) continue;
  pieces.set(key, { node, el });
  name(node, el, node.classList.contains("choosable"));
}

/** @param {string} key */
export function piece(key) {
  return pieces.get(key);
}

/** All pieces that can be picked now, in the order of the scene. */
export function choosable() {
  return [...pieces.values()].filter(({ node }) => node.classList.contains("choosable"));
}

/** @param {Element} el */
function transform(el) {
  let text = `translate(${el.x} ${el.y})`;
  if (el.turn) text += ` rotate(${el.turn})`;
  if (el.size && el.size !== 1) text += ` scale(${el.size})`;
  return text;
}

/**
 * The same for the animator.
 * @param {Element} el
 * @param {number} [x]
 * @param {number} [y]
 */
function css(el, x = el.x, y = el.y, turn = el.turn || 0, grown = 1) {
  return `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${(el.size || 1) * grown})`;
}

/** @param {Element} el */
function isDie(el) {
  return /^die(-|$)/.test(el.symbol) || / die( |$)/.test(` ${el.state || ""}`);
}

/**
 * Shows exactly these elements.
 * @param {Record<string, Element>} elements
 * @param {number} ms how long a move takes; 0: at once
 * @param {number} [by] the seat that did it: what it moved is marked
 * @param {boolean} [mixed] others acted too: a piece was moved by its owner
 */
export function drawElements(elements, ms, by, mixed = false) {
  for (const [key, { node, el }] of pieces) {
    if (elements[key]) continue;
    pieces.delete(key);
    gone(key);
    leave(node, el, ms);
  }
  /** @type {(() => void)[]} */
  const moves = [];
  /** @type {[string, SVGGElement, Element, Element | null][]} */
  const changed = [];
  for (const [key, el] of Object.entries(elements)) {
    const known = pieces.get(key);
    if (!known) {
      const node = /** @type {SVGGElement} */ (draw("g", { id: `el-${key}` }));
      fill(node, el);
      pieces.set(key, { node, el });
      changed.push([key, node, el, null]);
      if (ms) moves.push(() => enter(node, el, ms));
    } else if (known.el !== el) {
      const { node, el: before } = known;
      const from = before.part !== el.part && ms ? placeOf(node) : null;
      fill(node, el, before);
      pieces.set(key, { node, el });
      if (before.x !== el.x || before.y !== el.y) changed.push([key, node, el, before]);
      if (ms) moves.push(() => move(node, before, el, from, ms));
    }
  }
  order(elements);
  for (const go of moves) go();
  if (by === undefined) return;
  for (const [key, node, el, before] of changed) markMove(key, node, el, before, mixed ? (el.owner ?? by) : by, ms);
}

/**
 * Updates a node to match its element.
 * @param {SVGGElement} node
 * @param {Element} el
 * @param {Element} [before]
 */
function fill(node, el, before) {
  const names = `el ${el.symbol} ${el.state || ""}`.trim();
  const kept = ["choosable", "hot", "hinted", "just"].filter((name) => node.classList.contains(name));
  set(node, "class", [names, ...kept].join(" "));
  set(node, "transform", transform(el));
  set(node, "data-owner", el.owner === undefined ? null : String(el.owner));
  if (before?.symbol !== el.symbol) {
    node.querySelector(":scope > use")?.remove();
    node.prepend(draw("use", { href: `#${el.symbol}` }));
  }
  let text = node.querySelector(":scope > text");
  if (el.text) {
    if (!text) node.append((text = draw("text")));
    if (text.textContent !== el.text) text.textContent = el.text;
  } else {
    text?.remove();
  }
  name(node, el, node.classList.contains("choosable"));
}

/**
 * @param {SVGGElement} node
 * @param {Element} el
 * @param {boolean} on whether it can be picked
 */
function name(node, el, on) {
  set(node, "role", on ? "button" : el.label ? "img" : null);
  set(node, "tabindex", on ? "0" : null);
  set(node, "data-choices", on ? (el.choices || []).join(" ") : null);
  set(node, "aria-label", el.label ? plain(el.label) : on ? el.text || el.symbol : null);
}

/**
 * Sets or removes an attribute only if it changes, to avoid recalculating styles.
 * @param {SVGGElement} node
 * @param {string} attribute
 * @param {string | null} value
 */
function set(node, attribute, value) {
  if (node.getAttribute(attribute) === value) return;
  if (value === null) node.removeAttribute(attribute);
  else node.setAttribute(attribute, value);
}

/**
 * Makes pieces pickable, or not.
 * @param {boolean} on
 */
export function arm(on) {
  for (const { node, el } of pieces.values()) {
    const can = on && !!el.choices?.length;
    if (can || node.classList.contains("choosable")) {
      node.classList.toggle("choosable", can);
      name(node, el, can);
    }
  }
}

/**
 * Painter's order: by layer, then as in the scene. Only nodes out of place are moved.
 * @param {Record<string, Element>} elements
 */
function order(elements) {
  for (const [part, { group }] of parts) {
    const keys = Object.keys(elements).filter((key) => elements[key].part === part);
    keys.sort((a, b) => (elements[a].layer || 0) - (elements[b].layer || 0));
    let at = group.firstChild;
    for (const key of keys) {
      const node = /** @type {Piece} */ (pieces.get(key)).node;
      while (at instanceof SVGElement && at.classList.contains("leaving")) at = at.nextSibling;
      if (node === at) at = at.nextSibling;
      else group.insertBefore(node, at);
    }
  }
}

/**
 * @param {SVGGElement} node
 * @param {Element} el
 * @param {number} ms
 */
function enter(node, el, ms) {
  if (isDie(el)) return tumble(node, el, ms);
  const svg = node.ownerSVGElement;
  const from = el.origin ? place(el.origin) : null;
  const to = svg ? placeIn(svg, el.x, el.y) : null;
  if (from && to) {
    hide(node, ms);
    fly(node, from, { ...to, scale: to.scale * (el.size || 1) }, ms);
  } else {
    node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ms * 0.6, easing: "ease-out" });
  }
}

/**
 * @param {SVGGElement} node
 * @param {Element} el
 * @param {number} ms
 */
function leave(node, el, ms) {
  const from = ms ? placeOf(node) : null;
  const to = ms && el.goal ? place(el.goal) : null;
  if (from && to) {
    fly(node, from, to, ms);
    node.remove();
  } else if (ms && from) {
    node.removeAttribute("id");
    node.removeAttribute("role");
    node.removeAttribute("tabindex");
    node.classList.remove("choosable", "hot", "hinted", "just");
    node.classList.add("leaving");
    node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: ms * 0.6, fill: "both" }).onfinish = () => node.remove();
  } else {
    node.remove();
  }
}

/**
 * @param {SVGGElement} node
 * @param {Element} before
 * @param {Element} el
 * @param {import("./animation.js").Point | null} from on the screen, when it comes from another part
 * @param {number} ms
 */
function move(node, before, el, from, ms) {
  if (from) {
    const svg = node.ownerSVGElement;
    const to = svg ? placeIn(svg, el.x, el.y) : null;
    if (to) {
      hide(node, ms);
      fly(node, from, { ...to, scale: to.scale * (el.size || 1) }, ms);
    }
  } else if (before.x !== el.x || before.y !== el.y || (before.turn || 0) !== (el.turn || 0) || before.size !== el.size) {
    const way = corner(before, el).map(([x, y]) => ({ transform: css(el, x, y) }));
    node.animate([{ transform: css(before) }, ...way, { transform: css(el) }], {
      duration: ms * (1 + way.length * 0.4),
      easing: way.length ? "linear" : "cubic-bezier(.2,.8,.2,1)",
    });
  } else if (before.symbol !== el.symbol && isDie(el)) {
    tumble(node, el, ms);
  }
}

/**
 * @param {SVGGElement} node
 * @param {number} ms
 */
function hide(node, ms) {
  node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: ms });
}

/**
 * A die drops, tumbles and settles, showing other faces on the way.
 * @param {SVGGElement} node
 * @param {Element} el
 * @param {number} ms
 */
function tumble(node, el, ms) {
  const turn = el.turn || 0;
  const time = ms * (1.1 + Math.random() * 0.5);
  const side = Math.random() < 0.5 ? -1 : 1;
  node.animate(
    [
      { transform: css(el, el.x - 18 * side, el.y - 46, turn - 300 * side, 1.1), opacity: 0 },
      { transform: css(el, el.x + 5 * side, el.y, turn - 110 * side), opacity: 1, offset: 0.5 },
      { transform: css(el, el.x + 2 * side, el.y - 10, turn - 40 * side), offset: 0.7 },
      { transform: css(el) },
    ],
    { duration: time, easing: "ease-out" },
  );
  const use = node.querySelector(":scope > use");
  const stem = el.symbol.replace(/\d$/, "");
  if (!use || stem === el.symbol) return;
  const faces = [1, 2, 3, 4, 5, 6].map((n) => stem + n).filter((id) => document.getElementById(id));
  let left = 5;
  const roll = () => {
    const last = --left <= 0;
    use.setAttribute("href", `#${last ? el.symbol : faces[Math.floor(Math.random() * faces.length)]}`);
    if (!last) setTimeout(roll, time / 8);
  };
  if (faces.length > 1) roll();
}
