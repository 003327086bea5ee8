// Translated texts, from the data block that came with the page, and helpers that build DOM nodes.

/** @type {Record<string, string>} */
let words = {};

const block = document.getElementById("page-words");
if (block) words = JSON.parse(block.textContent || "{}");

/**
 * A text in the visitor's language; `{name}` is replaced by a value.
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 */
export function say(text, values = {}) {
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}

/**
 * The singular or plural text for a number.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 */
export function plural(one, many, n) {
  return say(n === 1 ? one : many, { n });
}

/**
 * An element with classes and children.
 * @param {string} tag
 * @param {string} [names]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function make(tag, names = "", ...children) {
  const node = document.createElement(tag);
  if (names) node.className = names;
  for (const child of children) if (child) node.append(child);
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element with attributes.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function draw(tag, attributes = {}, ...children) {
  const node = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** @type {Map<string, string>} */
const frames = new Map();

/**
 * The bounding box of a symbol, measured once.
 * @param {string} symbol
 */
function frame(symbol) {
  let box = frames.get(symbol);
  if (box) return box;
  const probe = draw("svg", { class: "probe", width: 1, height: 1, "aria-hidden": "true" });
  const use = draw("use", { href: `#${symbol}` });
  probe.append(use);
  document.body.append(probe);
  const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (use).getBBox();
  probe.remove();
  if (!width || !height) return "-20 -20 40 40";
  box = [x, y, width, height].map((n) => Math.round(n * 10) / 10).join(" ");
  frames.set(symbol, box);
  return box;
}

/**
 * A picture by name: an icon, or a symbol of the game in a fitting frame.
 * @param {string} name
 * @param {string} [names] further classes
 */
export function glyph(name, names = "") {
  const icon = document.getElementById(`icon-${name}`);
  const href = icon ? `#icon-${name}` : `#${name}`;
  const box = icon ? "0 0 512 512" : frame(name);
  return draw(
    "svg",
    { class: `${icon ? "ic" : "ic sym"} ic-${name} ${names}`.trim(), viewBox: box, "aria-hidden": "true" },
    draw("use", { href }),
  );
}

/**
 * The shape of a seat.
 * @param {number | string} seat
 */
export function shape(seat) {
  return draw("svg", { class: "shape", viewBox: "-8 -8 16 16", "aria-hidden": "true" }, draw("use", { href: `#shape-${seat}` }));
}

/**
 * Text with marks: `**bold**` and `:icon:`.
 * @param {string} text
 */
export function rich(text) {
  const out = document.createDocumentFragment();
  for (const piece of text.split(/(\*\*.+?\*\*|:[a-z0-9][a-z0-9-]*:)/)) {
    if (piece.startsWith("**") && piece.length > 4) {
      const bold = make("b");
      bold.append(rich(piece.slice(2, -2)));
      out.append(bold);
    } else if (/^:[a-z0-9-]+:$/.test(piece) && known(piece.slice(1, -1))) {
      out.append(glyph(piece.slice(1, -1)));
    } else if (piece) {
      out.append(piece);
    }
  }
  return out;
}

/** @param {string} name */
function known(name) {
  return document.getElementById(`icon-${name}`) !== null || !!document.getElementById(name)?.closest("svg.defs");
}

/**
 * The same text for screen readers.
 * @param {string} text
 */
export function plain(text) {
  return text.replace(/\*\*/g, "").replace(/:([a-z0-9][a-z0-9-]*):/g, (all, name) => (known(name) ? name : all));
}
