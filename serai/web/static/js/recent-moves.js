// Highlights recent moves: a halo around pieces that appeared or moved, and the path they took, in the colour of
// the player who did it, until that player's next turn. A style sheet chooses the pieces with `--just` (words:
// "enter", "move") and the minimum distance with `--just-from`; `--just-way: square` makes paths follow a grid.

import { draw } from "./words.js";

/** @typedef {import("./scene.js").Element} Element */
/** @typedef {{key: string, by: number, node: SVGElement, way: SVGElement | null}} Mark */

/** @type {Mark[]} */
let marks = [];
let lastBy = -1;

/** @type {Map<SVGSVGElement, SVGElement>} */
const layers = new Map();

/**
 * The layer of paths of a part, above its pieces.
 * @param {SVGSVGElement} svg
 */
function layer(svg) {
  let group = layers.get(svg);
  if (!group) {
    group = draw("g", { class: "ways", "aria-hidden": "true" });
    layers.set(svg, group);
    svg.append(group);
  }
  return group;
}

/** @param {Mark} mark */
function wipe({ node, way }) {
  node.classList.remove("just");
  delete node.dataset.by;
  way?.remove();
}

/** @param {(mark: Mark) => boolean} which */
function drop(which) {
  marks = marks.filter((mark) => {
    if (!which(mark)) return true;
    wipe(mark);
    return false;
  });
}

export function forgetMoves() {
  drop(() => true);
  lastBy = -1;
}

/**
 * A player makes a choice: with a new turn, what they did before is old.
 * @param {number} by
 */
export function showTurnOf(by) {
  if (by === lastBy) return;
  drop((mark) => mark.by === by);
  for (const { way } of marks) way?.classList.add("old");
  lastBy = by;
}

/**
 * A player gets a new prompt: the same, unless they have just acted.
 * @param {number | null} seat
 */
export function asks(seat) {
  if (seat !== lastBy) drop((mark) => mark.by === seat);
}

/** @param {string} key of a piece that is gone */
export function gone(key) {
  drop((mark) => mark.key === key);
}

/**
 * Marks a piece that appeared or moved, if its style asks for it.
 * @param {string} key
 * @param {SVGElement} node
 * @param {Element} el
 * @param {Element | null} before null: it is new
 * @param {number} by
 * @param {number} ms how long it takes to arrive
 */
export function markMove(key, node, el, before, by, ms) {
  const svg = node.ownerSVGElement;
  const style = getComputedStyle(node);
  const wanted = style.getPropertyValue("--just");
  if (!svg || !wanted.includes(before ? "move" : "enter")) return;
  let way = null;
  if (before && before.part === el.part) {
    const far = Math.hypot(el.x - before.x, el.y - before.y);
    if (far < (parseFloat(style.getPropertyValue("--just-from")) || 30)) return;
    const turn = style.getPropertyValue("--just-way").trim() === "square" ? square(before, el) : corner(before, el);
    way = road([[before.x, before.y], ...turn, [el.x, el.y]], by);
    layer(svg).append(way);
    if (ms) way.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ms });
  }
  gone(key);
  marks.push({ key, by, node, way });
  node.classList.add("just");
  node.dataset.by = String(by);
}

/**
 * The corner in the path of a piece that keeps to streets.
 * @param {Element} before
 * @param {Element} el
 * @returns {[number, number][]}
 */
export function corner(before, el) {
  const slack = 24;
  if (!el.bend || Math.abs(el.x - before.x) < slack || Math.abs(el.y - before.y) < slack) return [];
  return [el.bend];
}

/**
 * The corner of a path along a grid.
 * @param {Element} before
 * @param {Element} el
 * @returns {[number, number][]}
 */
function square(before, el) {
  return Math.min(Math.abs(el.x - before.x), Math.abs(el.y - before.y)) < 120 ? [] : [[el.x, before.y]];
}

/**
 * A dotted line with a ring where it begins; it stops short of the piece at its end.
 * @param {[number, number][]} points
 * @param {number} by
 */
function road(points, by) {
  const [x, y] = points[0];
  const [fromX, fromY] = points[points.length - 2];
  const [toX, toY] = points[points.length - 1];
  const last = Math.hypot(toX - fromX, toY - fromY);
  const part = Math.max(0, last - 20) / (last || 1);
  const line = [...points.slice(0, -1), [fromX + (toX - fromX) * part, fromY + (toY - fromY) * part]];
  const d = line.map(([px, py], k) => `${k ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
  return draw("g", { class: "way-gone", "data-by": by },
    draw("path", { d, class: "bed" }), draw("path", { d, class: "dots" }), draw("circle", { cx: x, cy: y, r: 7 }));
}
