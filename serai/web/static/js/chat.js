// The chat of a table. Messages are inserted as text, never as HTML.

import { toast } from "./dialog.js";
import { table } from "./scene.js";
import { send } from "./socket.js";
import { glyph, make, say, shape } from "./words.js";

/** @typedef {import("../../types").ChatMessage} Said */

const tool = /** @type {HTMLElement} */ (document.querySelector("[data-do=chat]"));
const unread = /** @type {HTMLElement} */ (tool.querySelector(".unread"));
const list = make("ol", "chat-list");
const box = make("aside", "chat");
/** @type {number[]} */
let muted = [];
let waiting = 0;

build();

function build() {
  box.hidden = true;
  box.setAttribute("aria-label", say("Chat"));
  const close = /** @type {HTMLButtonElement} */ (make("button", "close", glyph("ui-close")));
  close.type = "button";
  close.setAttribute("aria-label", say("Close the chat"));
  close.addEventListener("click", () => toggleChat(false));
  list.setAttribute("aria-live", "polite");
  list.setAttribute("aria-label", say("Chat"));
  list.tabIndex = 0; // it scrolls
  box.append(make("header", "", make("h2", "", say("Chat")), close), list);
  if (table.scene.seat === null) {
    box.append(make("p", "chat-note", say("Only the players at this table can write here.")));
  } else {
    const phrases = make("div", "phrases");
    for (const { key, text } of table.settings.phrases ?? []) {
      const one = /** @type {HTMLButtonElement} */ (make("button", "phrase", text));
      one.type = "button";
      one.addEventListener("click", () => send({ phrase: key }));
      phrases.append(one);
    }
    const field = /** @type {HTMLInputElement} */ (make("input", "link"));
    field.maxLength = 300;
    field.setAttribute("aria-label", say("Message"));
    field.placeholder = say("Message");
    const form = make("form", "chat-form", field, make("button", "act primary", say("Send")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (text && send({ say: text })) field.value = "";
    });
    box.append(phrases, form);
  }
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    toggleChat(false);
  });
  document.body.append(box);
}

/** @param {boolean} [on] */
export function toggleChat(on = !!box.hidden) {
  box.hidden = !on;
  tool.setAttribute("aria-expanded", String(on));
  if (on) {
    count(0);
    document.querySelector(".toast")?.remove();
    list.scrollTop = list.scrollHeight;
    /** @type {HTMLElement | null} */ (box.querySelector("input, .close"))?.focus();
  } else tool.focus();
}

/** @param {number} n */
function count(n) {
  waiting = n;
  unread.hidden = !n;
  unread.textContent = String(n);
}

/** Replaces all messages. @param {Said[]} lines @param {number[]} deaf muted seats */
export function tellAll(lines, deaf) {
  muted = deaf;
  list.replaceChildren(...lines.map(row));
  if (!lines.length) list.append(make("li", "chat-note", say("No messages yet. Say hello!")));
  for (const seat of muted) list.append(hearAgain(seat));
  list.scrollTop = list.scrollHeight;
}

/** @param {Said} line */
export function tellOne(line) {
  list.querySelector(".chat-note")?.remove();
  list.append(row(line));
  list.scrollTop = list.scrollHeight;
  if (!box.hidden) return;
  if (line.seat !== table.scene.seat) {
    count(waiting + 1);
    toast(say("{name} says: {text}", { name: table.settings.names[line.seat], text: line.text }));
  }
}

export function thanks() {
  toast(say("Reported. Thank you."));
}

/** @param {Said} line */
function row(line) {
  const own = line.seat === table.scene.seat;
  const name = table.settings.names[line.seat];
  const node = make("li", own ? "own" : "", make("b", "", shape(line.seat), name), make("span", "", line.text));
  node.dataset.owner = String(line.seat);
  if (!own && table.settings.seat !== null) {
    const report = act("ui-flag", say("Report this message"), () => send({ report: line.id }));
    const mute = act("ui-close", say("Mute {name}", { name }), () => send({ mute: line.seat, on: true }));
    node.append(make("span", "chat-acts", report, mute));
  }
  return node;
}

/** @param {number} seat */
function hearAgain(seat) {
  const words = say("Unmute {name}", { name: table.settings.names[seat] });
  const node = /** @type {HTMLButtonElement} */ (make("button", "phrase", words));
  node.type = "button";
  node.addEventListener("click", () => send({ mute: seat, on: false }));
  return make("li", "chat-note", node);
}

/**
 * @param {string} icon
 * @param {string} text
 * @param {() => void} does
 */
function act(icon, text, does) {
  const node = /** @type {HTMLButtonElement} */ (make("button", "", glyph(icon)));
  node.type = "button";
  node.title = text;
  node.setAttribute("aria-label", text);
  node.addEventListener("click", does);
  return node;
}
