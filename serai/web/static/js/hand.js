// The viewer's own cards, tiles and figures.

import { asked, table } from "./scene.js";
import { glyph, make, rich } from "./words.js";

const area = /** @type {HTMLElement} */ (document.getElementById("hand"));
let drawn = "";

export function drawHand() {
  const { hand } = table.scene;
  const now = JSON.stringify(hand);
  area.hidden = Object.keys(hand).length === 0;
  if (now !== drawn) {
    drawn = now;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.card;
    area.replaceChildren(...Object.entries(hand).map(([key, section]) => group(key, section)));
    if (focused) /** @type {HTMLElement | null} */ (area.querySelector(`[data-card="${CSS.escape(focused)}"]`))?.focus();
  }
  armHand();
}

/** Makes cards pickable, or not. */
export function armHand() {
  const on = asked();
  for (const node of area.querySelectorAll("[data-card]")) {
    const card = /** @type {HTMLElement} */ (node);
    const [section, key] = (card.dataset.card || "").split("/");
    const choices = table.scene.hand[section]?.cards[key]?.choices || [];
    const can = on && choices.length > 0;
    card.classList.toggle("choosable", can);
    card.setAttribute("aria-disabled", String(!can));
    if (can) card.dataset.choices = choices.join(" ");
    else delete card.dataset.choices;
  }
}

/**
 * @param {string} key
 * @param {import("./scene.js").Section} section
 */
function group(key, section) {
  const header = make("header", "", make("h2", "", section.title), section.note && make("small", "", rich(section.note)));
  const cards = make("div", "cards", ...Object.entries(section.cards).map(([name, card], place) => one(key, name, card, place)));
  cards.dataset.count = String(cards.children.length);
  return make("div", `section section-${key}`, header, cards);
}

/**
 * @param {string} section
 * @param {string} key
 * @param {import("./scene.js").Card} card
 * @param {number} place
 */
function one(section, key, card, place) {
  const node = /** @type {HTMLButtonElement} */ (make("button", `card card-${key} ${card.state || ""}`.trim()));
  node.type = "button";
  node.dataset.card = `${section}/${key}`;
  node.dataset.thing = key;
  node.dataset.place = String(place);
  const words = [make("b", "title", rich(card.title))];
  // The note is shown below the text but comes first in the DOM: if there is no room for the text, what is read
  // aloud begins with what is visible.
  if (card.note) words.push(make("small", "note", rich(card.note)));
  if (card.text) words.push(make("span", "text", rich(card.text)));
  // A small screen may show only the picture, so its name says everything.
  words.forEach((word, k) => (word.id = `card-${section}-${key}-${k}`));
  node.setAttribute("aria-labelledby", words.map((word) => word.id).join(" "));
  node.append(glyph(card.icon), ...words.flatMap((word) => [word, " "]));
  return node;
}
