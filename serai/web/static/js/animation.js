// Animations across the page: pieces that fly from part to part or to a player's panel, and points that float up.

import { draw } from "./words.js";

const sky = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.getElementById("flights")));

/** @typedef {{x: number, y: number, scale: number}} Point a place on the screen, and how large a unit is there */

/**
 * The position of something on the screen, or null if it is not shown.
 * @param {string} id an element's key, "seat-2", a zone, or "active": the panel of who was to play
 * @returns {Point | null}
 */
export function place(id) {
  const node = id === "active" ? document.querySelector(".panel.active") :
    document.getElementById(`el-${id}`) || document.getElementById(id) ||
    document.querySelector(`[data-zone="${CSS.escape(id)}"]`);
  return node ? placeOf(node) : null;
}

/**
 * @param {globalThis.Element} node
 * @returns {Point | null}
 */
export function placeOf(node) {
  const target = node.querySelector(":scope > header > .shape") || node;
  const { left, top, width, height } = target.getBoundingClientRect();
  if (!width && !height) return null;
  const matrix = node instanceof SVGGraphicsElement ? node.ownerSVGElement?.getScreenCTM() : null;
  return { x: left + width / 2, y: top + height / 2, scale: matrix ? matrix.a : 0.6 };
}

/**
 * The screen position of a point in a part.
 * @param {SVGSVGElement} svg
 * @param {number} x
 * @param {number} y
 * @returns {Point | null}
 */
export function placeIn(svg, x, y) {
  const matrix = svg.getScreenCTM();
  if (!matrix || !svg.getBoundingClientRect().width) return null;
  const point = new DOMPoint(x, y).matrixTransform(matrix);
  return { x: point.x, y: point.y, scale: matrix.a };
}

/**
 * Animates a copy of a piece from one place to another.
 * @param {SVGElement} node what flies; it is copied
 * @param {Point} from
 * @param {Point} to
 * @param {number} ms
 * @param {() => void} [landed]
 */
export function fly(node, from, to, ms, landed) {
  const copy = /** @type {SVGGElement} */ (node.cloneNode(true));
  copy.removeAttribute("id");
  copy.removeAttribute("tabindex");
  copy.removeAttribute("transform");
  copy.classList.remove("choosable", "hot");
  sky.append(copy);
  const lift = Math.min(70, Math.hypot(to.x - from.x, to.y - from.y) / 5);
  /** @param {Point} at */
  const put = (at, up = 0, grown = 1) => `translate(${at.x}px, ${at.y - up}px) scale(${at.scale * grown})`;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, scale: (from.scale + to.scale) / 2 };
  const flight = copy.animate(
    [{ transform: put(from) }, { transform: put(middle, lift, 1.15), easing: "ease-out" }, { transform: put(to) }],
    { duration: ms, easing: "ease-in", fill: "both" },
  );
  const done = () => {
    copy.remove();
    landed?.();
  };
  flight.onfinish = done;
  flight.oncancel = done;
}

/**
 * A short text that floats up from a place and fades: "+3".
 * @param {string} text
 * @param {Point} from
 * @param {string} owner
 */
export function floatUp(text, from, owner) {
  const label = draw("text", { class: "gain", "data-owner": owner, "text-anchor": "middle" });
  label.textContent = text;
  sky.append(label);
  label.animate(
    [
      { transform: `translate(${from.x}px, ${from.y}px) scale(.6)`, opacity: 0 },
      { transform: `translate(${from.x}px, ${from.y - 18}px) scale(1.1)`, opacity: 1, offset: 0.25 },
      { transform: `translate(${from.x}px, ${from.y - 46}px) scale(1)`, opacity: 0 },
    ],
    { duration: 1300, easing: "ease-out", fill: "both" },
  ).onfinish = () => label.remove();
}
