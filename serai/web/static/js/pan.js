// Boards larger than their viewport: panned with one finger, zoomed with two, centred on what matters.
// A style sheet enables it with `--pan: 1` on a part; `--pan-width` is the board's width at scale 1.

import { draw, glyph, make, say } from "./words.js";

/** @typedef {{x: number, y: number}} Spot */

class Pane {
  /** @param {HTMLElement} section */
  constructor(section) {
    this.section = section;
    this.svg = /** @type {SVGSVGElement} */ (section.querySelector("svg"));
    this.on = false;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.moved = false;
    /** @type {Map<number, Spot>} */
    this.fingers = new Map();
    /** @type {HTMLElement | null} */
    this.buttons = null;
    /** @type {SVGSVGElement | null} */
    this.map = null;
    /** @type {SVGElement | null} */
    this.frame = null;
    section.addEventListener("pointerdown", (event) => this.down(event));
    section.addEventListener("pointermove", (event) => this.drag(event));
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) {
      section.addEventListener(kind, (event) => this.up(/** @type {PointerEvent} */ (event)));
    }
    section.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    section.addEventListener("click", (event) => {
      if (this.moved) event.stopPropagation();
      this.moved = false;
    }, true);
  }

  /** Reads its size from the style sheet. */
  measure() {
    const style = getComputedStyle(this.section);
    const on = style.getPropertyValue("--pan").trim() === "1";
    const box = this.section.getBoundingClientRect();
    this.box = box;
    const [, , width, height] = (this.svg.getAttribute("viewBox") || "0 0 1 1").split(" ").map(Number);
    this.width = parseFloat(style.getPropertyValue("--pan-width")) || width;
    this.height = (this.width * height) / width;
    this.unit = this.width / width;
    this.fit = Math.min(1, box.width / this.width);
    if (on === this.on) return;
    this.on = on;
    this.section.classList.toggle("panned", on);
    if (on) {
      this.svg.style.width = `${this.width}px`;
      this.svg.style.height = `${this.height}px`;
      this.scale = 1;
      this.addButtons();
    } else {
      this.svg.style.removeProperty("width");
      this.svg.style.removeProperty("height");
      this.svg.style.removeProperty("transform");
      this.buttons?.remove();
      this.buttons = null;
    }
  }

  addButtons() {
    const box = make("div", "zoom");
    for (const [text, label, act] of /** @type {[string, string, () => void][]} */ ([
      ["+", say("Larger"), () => this.zoom(this.scale * 1.3)],
      ["−", say("Smaller"), () => this.zoom(this.scale / 1.3)],
      ["", say("The whole board"), () => this.zoom(this.scale > (this.fit || 1) * 1.02 ? this.fit || 1 : 1)],
    ])) {
      const button = /** @type {HTMLButtonElement} */ (make("button", "", text || glyph("ui-expand")));
      button.type = "button";
      button.setAttribute("aria-label", label);
      button.addEventListener("click", (event) => {
        event.stopPropagation();
        act();
      });
      box.append(button);
    }
    this.section.append(box);
    this.buttons = box;
  }

  /**
   * @param {number} scale
   * @param {Spot} [about] a point of the section that stays where it is
   */
  zoom(scale, about) {
    const box = this.box || this.section.getBoundingClientRect();
    const at = about || { x: box.width / 2, y: box.height / 2 };
    const next = Math.max(this.fit || 0.3, Math.min(2.6, scale));
    this.x = at.x - ((at.x - this.x) * next) / this.scale;
    this.y = at.y - ((at.y - this.y) * next) / this.scale;
    this.scale = next;
    this.put(!about);
  }

  /**
   * A minimap of a large board, if the style sheet names the things that are dots on it
   * (`--pan-map: plaque`). A tap pans there.
   * @param {import("./scene.js").Element[]} elements
   */
  drawMap(elements) {
    const word = this.on ? getComputedStyle(this.section).getPropertyValue("--pan-map").trim() : "";
    if (!word) {
      this.map?.remove();
      this.map = null;
      return;
    }
    const [, , width, height] = (this.svg.getAttribute("viewBox") || "").split(" ").map(Number);
    if (!this.map) {
      this.map = /** @type {SVGSVGElement} */ (draw("svg", { class: "map", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }));
      this.map.addEventListener("click", (event) => {
        event.stopPropagation();
        const { left, top, width: w, height: h } = /** @type {SVGSVGElement} */ (this.map).getBoundingClientRect();
        this.centre({ x: ((event.clientX - left) / w) * width, y: ((event.clientY - top) / h) * height }, true);
      });
      this.section.append(this.map);
    }
    const dots = elements.filter((el) => el.state?.split(" ").includes(word));
    this.frame = draw("rect", { class: "frame", rx: 60 });
    this.map.replaceChildren(...dots.map((el) => draw("circle", { class: `dot ${el.state}`, cx: el.x, cy: el.y, r: 54 })), this.frame);
    this.mark();
  }

  /** Shows the visible part of the board on the minimap. */
  mark() {
    if (!this.frame) return;
    const box = this.box || this.section.getBoundingClientRect();
    const unit = (this.unit || 1) * this.scale;
    const [, , width, height] = (this.svg.getAttribute("viewBox") || "").split(" ").map(Number);
    const x = Math.max(0, -this.x / unit), y = Math.max(0, -this.y / unit);
    this.frame.setAttribute("x", String(x));
    this.frame.setAttribute("y", String(y));
    this.frame.setAttribute("width", String(Math.min(width - x, box.width / unit)));
    this.frame.setAttribute("height", String(Math.min(height - y, box.height / unit)));
  }

  /** @param {boolean} [smooth] */
  put(smooth = false) {
    const box = this.box || this.section.getBoundingClientRect();
    this.x = bound(this.x, box.width, (this.width || 0) * this.scale);
    this.y = bound(this.y, box.height, (this.height || 0) * this.scale);
    this.svg.classList.toggle("smooth", smooth);
    this.svg.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.mark();
  }

  /**
   * Centres a point of the board.
   * @param {Spot} point in the board's units
   * @param {boolean} smooth
   */
  centre(point, smooth) {
    if (!this.on) return;
    const box = this.box || this.section.getBoundingClientRect();
    const unit = (this.unit || 1) * this.scale;
    this.x = box.width / 2 - point.x * unit;
    this.y = box.height / 2 - point.y * unit;
    this.put(smooth);
  }

  /** @param {PointerEvent} event */
  spot(event) {
    const box = this.box || this.section.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (!this.on || /** @type {globalThis.Element} */ (event.target).closest("button, .map")) return;
    this.box = this.section.getBoundingClientRect();
    this.fingers.set(event.pointerId, this.spot(event));
    if (this.fingers.size === 1) this.moved = false;
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!this.on || !before) return;
    const now = this.spot(event);
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, spot]) => spot);
    if (others.length) {
      const [other] = others;
      const ratio = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      this.zoom(this.scale * ratio, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      this.moved = true;
    } else {
      if (!this.moved && Math.hypot(now.x - before.x, now.y - before.y) < 6) return;
      this.moved = true;
      this.x += now.x - before.x;
      this.y += now.y - before.y;
      this.put();
    }
    this.fingers.set(event.pointerId, now);
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.fingers.delete(event.pointerId);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!this.on) return;
    event.preventDefault();
    const box = (this.box = this.section.getBoundingClientRect());
    if (event.ctrlKey) this.zoom(this.scale * Math.exp(-event.deltaY / 300), { x: event.clientX - box.left, y: event.clientY - box.top });
    else {
      this.x -= event.deltaX;
      this.y -= event.deltaY;
      this.put();
    }
  }
}

/**
 * Keeps a board from leaving its viewport.
 * @param {number} at
 * @param {number} window
 * @param {number} size
 */
function bound(at, window, size) {
  if (size <= window) return (window - size) / 2;
  return Math.min(0, Math.max(window - size, at));
}

/** @type {Pane[]} */
const panes = [...document.querySelectorAll("[data-part]")].map((section) => new Pane(/** @type {HTMLElement} */ (section)));

/** Centres a board that can be panned. @param {import("./scene.js").Element[]} points */
export function lookAt(points) {
  for (const pane of panes) {
    const mine = pane.on ? points.filter((el) => el.part === pane.section.dataset.part) : [];
    if (mine.length) pane.centre({ x: mine[0].x, y: mine[0].y }, true);
  }
}

/**
 * Fits the panes to the page, and centres them on what matters: elements with the state "focus", or else
 * those that can be picked.
 * @param {Record<string, import("./scene.js").Element>} elements
 * @param {boolean} smooth
 */
export function settle(elements, smooth) {
  for (const pane of panes) {
    pane.measure();
    const mine = pane.on ? Object.values(elements).filter((el) => el.part === pane.section.dataset.part) : [];
    pane.drawMap(mine);
    if (!pane.on || pane.fingers.size) continue;
    let points = mine.filter((el) => / focus( |$)/.test(` ${el.state || ""}`));
    if (!points.length) points = mine.filter((el) => el.choices?.length);
    if (!points.length) pane.put(smooth);
    else {
      const xs = points.map(({ x }) => x), ys = points.map(({ y }) => y);
      pane.centre({ x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 }, smooth);
    }
  }
}

/**
 * Pans to things outside the viewport of their pane, and zooms out if they are far apart. They end up in its
 * upper part, to leave room below for a text about them.
 * @param {globalThis.Element[]} nodes
 * @param {boolean} smooth
 */
export function reveal(nodes, smooth) {
  for (const pane of panes) {
    const mine = /** @type {SVGGraphicsElement[]} */ (nodes.filter((node) => pane.svg.contains(node) && node !== pane.svg));
    if (!pane.on || !mine.length || pane.fingers.size) continue;
    const xs = [], ys = [];
    for (const node of mine) {
      const { x, y, width, height } = node.getBBox();
      const to = node.getCTM();
      if (!to) continue;
      for (const [px, py] of [[x, y], [x + width, y + height]]) {
        const point = new DOMPoint(px, py).matrixTransform(to);
        xs.push(point.x);
        ys.push(point.y);
      }
    }
    const box = pane.section.getBoundingClientRect();
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const fits = Math.min((box.width * 0.94) / (right - left), (box.height * 0.55) / (bottom - top));
    pane.scale = Math.max(pane.fit || 0.3, Math.min(1, fits));
    pane.x = box.width / 2 - ((left + right) / 2) * pane.scale;
    pane.y = box.height * 0.3 - ((top + bottom) / 2) * pane.scale;
    pane.put(smooth);
  }
}
