// The players' panels: what everyone sees of each seat. Numbers count up, points float up.

import { placeOf, floatUp } from "./animation.js";
import { updateTabStop } from "./tab-stops.js";
import { table } from "./scene.js";
import { glyph, make, plain, rich, say, shape } from "./words.js";

const area = /** @type {HTMLElement} */ (document.getElementById("panels"));

/** @param {number} ms */
export function drawPanels(ms) {
  const { panels, seat: mine } = table.scene;
  const seats = Object.keys(panels);
  area.dataset.count = String(seats.length);
  for (const old of [...area.children]) {
    if (!seats.includes(/** @type {HTMLElement} */ (old).dataset.owner || "")) old.remove();
  }
  for (const seat of seats) {
    let node = /** @type {HTMLElement | null} */ (document.getElementById(`seat-${seat}`));
    if (!node) {
      node = blank(seat);
      area.append(node);
    }
    fill(node, seat, panels[seat], ms, Number(seat) === mine);
  }
}

/** @param {string} seat */
function blank(seat) {
  const node = make("article", "panel player");
  node.id = `seat-${seat}`;
  node.dataset.owner = seat;
  const header = make("header", "", make("b", "name"), make("span", "tags"), make("span", "score", make("b"), make("i")));
  header.prepend(shape(seat));
  const opener = /** @type {HTMLButtonElement} */ (make("button", "panel-open"));
  opener.type = "button";
  opener.hidden = true;
  opener.setAttribute("aria-haspopup", "dialog");
  node.append(header, opener);
  return node;
}

/**
 * @param {HTMLElement} node
 * @param {string} seat
 * @param {import("./scene.js").Panel} panel
 * @param {number} ms
 * @param {boolean} mine
 */
function fill(node, seat, panel, ms, mine) {
  node.className = `panel player ${panel.state}${mine ? " mine" : ""}${table.thinking === Number(seat) ? " thinks" : ""}`;
  const title = /** @type {HTMLElement} */ (node.querySelector(".name"));
  if (title.textContent !== panel.name) {
    title.textContent = panel.name;
    node.setAttribute("aria-label", panel.name);
    node.querySelector(".panel-open")?.setAttribute("aria-label", panel.name);
  }
  const tags = /** @type {HTMLElement} */ (node.querySelector(".tags"));
  const given = mine ? [say("you"), ...panel.tags] : panel.tags;
  const said = given.join("\n");
  if (tags.dataset.said !== said) {
    tags.dataset.said = said;
    tags.replaceChildren(...given.map((tag) => make("span", "tag", tag)));
    if (mine) tags.firstElementChild?.classList.add("own");
  }
  const score = /** @type {HTMLElement} */ (node.querySelector(".score"));
  const [value, label] = /** @type {HTMLElement[]} */ ([...score.children]);
  const before = Number(value.dataset.to ?? value.textContent);
  count(value, panel.score, ms);
  label.textContent = panel.score_label;
  const gain = Number(panel.score) - before;
  if (ms && gain > 0 && value.dataset.drawn) {
    const at = placeOf(score);
    if (at) floatUp(`+${gain}`, at, seat);
  }
  value.dataset.drawn = "yes";
  const names = Object.keys(panel.rows);
  for (const row of node.querySelectorAll(":scope > .row")) {
    if (!names.includes(/** @type {HTMLElement} */ (row).dataset.row || "")) row.remove();
  }
  for (const name of names) {
    let row = /** @type {HTMLElement | null} */ (node.querySelector(`:scope > [data-row="${name}"]`));
    if (!row) {
      row = make("div", `row row-${name}`);
      row.dataset.row = name;
      node.append(row);
    }
    items(row, panel.rows[name], ms);
  }
}

/**
 * @param {HTMLElement} row
 * @param {Record<string, import("./scene.js").Item>} given
 * @param {number} ms
 */
function items(row, given, ms) {
  const keys = Object.keys(given);
  for (const old of [...row.children]) if (!keys.includes(/** @type {HTMLElement} */ (old).dataset.item || "")) old.remove();
  let at = row.firstElementChild;
  for (const key of keys) {
    const item = given[key];
    const sort = `${item.icon || ""}|${item.of ?? ""}|${item.value ?? ""}`;
    let node = /** @type {HTMLElement | null} */ (row.querySelector(`:scope > [data-item="${CSS.escape(key)}"]`));
    if (!node) {
      node = make("span");
      node.dataset.item = key;
    }
    if (node.dataset.sort !== sort) {
      node.dataset.sort = sort;
      node.replaceChildren();
      if (item.icon) node.append(glyph(item.icon));
      node.append(make("b"));
      if (item.of !== undefined) {
        const pips = make("i", "pips");
        for (let k = 0; k < item.of; k++) pips.append(make("u", k < (item.value ?? 0) ? "on" : ""));
        node.append(pips);
      }
    }
    node.className = `item item-${key} ${item.state || ""}`.trim();
    const fact = item.of !== undefined ? `${item.value ?? 0} / ${item.of}` : item.text || "";
    const name = plain(fact && !item.label.includes(fact.replace(/^\D+/, "")) ? `${item.label}: ${fact}` : item.label);
    if (node.getAttribute("aria-label") !== name) {
      node.setAttribute("role", "img");
      node.setAttribute("aria-label", name);
      node.dataset.tip = item.label;
    }
    const text = /** @type {HTMLElement} */ (node.querySelector(":scope > b"));
    text.hidden = !item.text;
    count(text, item.text || "", ms);
    if (node !== at) row.insertBefore(node, at);
    else at = at.nextElementSibling;
  }
}

/**
 * Counts a number up or down to its new value.
 * @param {HTMLElement} node
 * @param {string} text
 * @param {number} ms
 */
function count(node, text, ms) {
  if ((node.dataset.to ?? node.textContent) === text) return;
  const from = Number(node.dataset.to ?? node.textContent);
  const to = Number(text);
  node.dataset.to = text;
  if (!ms || !node.textContent || text === "" || Number.isNaN(from) || Number.isNaN(to)) {
    node.textContent = text;
    return;
  }
  node.classList.remove("up", "down");
  void node.offsetWidth;
  node.classList.add(to > from ? "up" : "down");
  const begun = performance.now();
  const step = (/** @type {number} */ now) => {
    if (node.dataset.to !== text) return;
    const done = Math.min(1, (now - begun) / Math.max(ms, 240));
    node.textContent = done === 1 ? text : String(Math.round(from + (to - from) * done));
    if (done < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** Whether panels are shown as strips that open. */
export function areStrips() {
  return getComputedStyle(area).getPropertyValue("--strip").trim() === "1";
}

/** Strips are buttons that open; full panels are not. */
export function armStrips() {
  const strips = areStrips();
  for (const opener of area.querySelectorAll(".panel-open")) /** @type {HTMLElement} */ (opener).hidden = !strips;
  updateTabStop(area);
}

/**
 * The whole panel in words, for a dialog.
 * @param {string} seat
 */
export function facts(seat) {
  const panel = table.scene.panels[seat];
  const head = make("p", "facts-head", ...panel.tags.map((tag) => make("span", "tag", tag)));
  head.prepend(shape(seat), make("span", "score", make("b", "", panel.score), make("i", "", panel.score_label)));
  const box = make("div", "facts", head);
  box.dataset.owner = seat;
  for (const [name, row] of Object.entries(panel.rows)) {
    const list = make("ul", `facts-${name}`);
    for (const item of Object.values(row)) {
      const fact = item.of !== undefined ? `${item.value ?? 0} / ${item.of}` : item.text || "";
      const told = fact !== "" && (item.label.includes(fact.replace(/^\D+/, "")) || (item.of !== undefined && new RegExp(`\\b${item.value ?? 0}\\b.*\\b${item.of}\\b`).test(item.label)));
      list.append(make("li", item.state || "", item.icon ? glyph(item.icon) : make("i"), make("span", "", rich(item.label)), !told && make("b", "", fact)));
    }
    box.append(list);
  }
  return box;
}
