// The prompt: title, choices as rows, standing answers, undo and hint.

import { asked, table } from "./scene.js";
import { choose, face, forget, light, narrow, onGroup, optionOf, unsure, words } from "./choices.js";
import { updateTabStop } from "./tab-stops.js";
import { isStill } from "./settings.js";
import { send } from "./socket.js";
import { asking } from "./undo.js";
import { glyph, make, plain, rich, say, shape } from "./words.js";

const area = /** @type {HTMLElement} */ (document.getElementById("prompt"));

/** @type {string | null} the group whose choices are shown */
let open = null;
/** @type {number | null} the position for which it was opened */
let openFor = null;

/** @type {Map<number, {share: number, reason?: string}>} */
let hints = new Map();

/** @param {Map<number, {share: number, reason?: string}>} given */
export function setHints(given) {
  hints = given;
}

/** @type {() => globalThis.Node[]} what stands in the prompt when the game is over */
let ending = () => [];

/** @param {() => globalThis.Node[]} given */
export function setEnding(given) {
  ending = given;
}

export function drawPrompt() {
  const { prompt } = table.scene;
  if (openFor !== table.number) {
    open = null;
    openFor = table.number;
    forget();
    area.scrollTop = 0;
  }
  const keyed = area.contains(document.activeElement) && document.activeElement !== area;
  const mark = keyed ? /** @type {HTMLElement} */ (document.activeElement).dataset.mark : undefined;
  const active = asked();
  area.className = `prompt tone-${prompt.tone}`;
  area.dataset.number = String(table.number);
  area.classList.toggle("active", active);
  area.classList.toggle("sent", !!table.sent);
  area.setAttribute("aria-busy", String(!!table.sent || table.busy));
  const icons = make("span", "icons", ...prompt.icons.map((name) => glyph(name)));
  const heading = make("h2", "", rich(prompt.title));
  heading.id = "question";
  const advice = hints.size ? bestAdvice() : "";
  const detail = make("p", advice ? "advice" : "", rich(advice || prompt.detail));
  const header = make("header", "", prompt.icons.length > 0 && icons, make("div", "", heading, (advice || prompt.detail) !== "" && detail), below, tools(active));
  // Keep the switches while others play, so that no click on one is lost.
  const switches = standing();
  for (const old of [...area.children]) if (old !== switches) old.remove();
  area.prepend(header);
  if (switches && !switches.isConnected) area.append(switches);
  if (unsure() !== null) area.append(confirmation(/** @type {number} */ (unsure())));
  else if (prompt.options.length) area.append(rows(active));
  else if (prompt.tone === "over") area.append(make("div", "ending", ...ending()));
  else if (table.thinking !== null && prompt.tone === "wait") area.append(make("div", "thinking", make("i"), make("i"), make("i")));
  // If there is little room, do not repeat what a row says itself.
  const [best] = hints.keys();
  detail.classList.toggle("doubled", advice !== "" && !!hints.get(best)?.reason && !!area.querySelector(`[data-choice="${best}"] .reason`));
  const members = open === null ? null : prompt.options.filter((one) => one.group === open);
  narrow(members && members.map((one) => one.choice));
  updateBelow();
  if (mark) /** @type {HTMLElement | null} */ (area.querySelector(`[data-mark="${mark}"]`))?.focus();
}

/** @type {HTMLElement | null} */
let shown = null;

/** The standing answers; the node is reused while nothing changes. */
function standing() {
  const rows = table.scene.seat !== null && !table.replaying && table.scene.prompt.tone !== "over" ? Object.entries(table.standing) : [];
  if (!rows.length) return null;
  const said = JSON.stringify(rows);
  if (shown?.dataset.said !== said) {
    shown = make("div", "standing", ...rows.map(([key, { label, on }]) => toggle(key, label, on)));
    shown.dataset.said = said;
  }
  return shown;
}

/** Says how many rows are below the edge; a click scrolls to them. It stands beside the rows, never over one. */
const below = /** @type {HTMLButtonElement} */ (make("button", "below"));
below.type = "button";
below.tabIndex = -1;
below.setAttribute("aria-hidden", "true");
below.addEventListener("click", () => {
  const box = scroller();
  if (!box) return;
  const [next] = hidden(box);
  const least = next ? next.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom : 0;
  const top = next ? Math.max(least, box.clientHeight * 0.7) : -box.scrollHeight;
  box.scrollBy({ top, behavior: isStill() ? "auto" : "smooth" });
});
area.addEventListener("scroll", updateBelow, { capture: true, passive: true });
new ResizeObserver(updateBelow).observe(area);

/** The element that scrolls, if any: the rows, or the whole prompt. */
function scroller() {
  const list = area.querySelector(".choices");
  return [list, area].find((box) => box && box.scrollHeight > box.clientHeight + 8 && getComputedStyle(box).overflowY !== "visible");
}

/** The rows that lie below the edge. @param {globalThis.Element | null | undefined} box */
function hidden(box) {
  const edge = box ? box.getBoundingClientRect().bottom : Infinity;
  return [...area.querySelectorAll(".choice")].filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height * 0.6 > edge;
  });
}

function updateBelow() {
  const box = scroller();
  const rows = hidden(box);
  below.hidden = !box || (!rows.length && box.scrollTop < 8);
  below.classList.toggle("up", !rows.length);
  below.textContent = rows.length ? `+${rows.length}` : "";
  const list = /** @type {HTMLElement | null} */ (area.querySelector(".choices"));
  if (list) updateTabStop(list);
  updateTabStop(area);
}

/** @param {boolean} active */
function tools(active) {
  const undo = /** @type {HTMLButtonElement} */ (make("button", "act-undo", glyph("ui-undo"), make("span", "", say("Undo"))));
  undo.type = "button";
  undo.setAttribute("aria-label", say("Undo"));
  undo.dataset.do = "undo";
  undo.dataset.mark = "undo";
  const ask = !table.undo && asking();
  if (ask) {
    undo.setAttribute("aria-label", say("Ask to undo"));
    undo.title = say("Ask to undo");
  }
  undo.disabled = !(table.undo || ask) || table.replaying || !!table.sent;
  const hint = /** @type {HTMLButtonElement} */ (make("button", "act-hint", glyph("ui-hint"), make("span", "", say("Hint"))));
  hint.type = "button";
  hint.setAttribute("aria-label", say("Hint"));
  hint.dataset.do = "hint";
  hint.dataset.mark = "hint";
  hint.disabled = !active;
  if (table.scene.seat === null || table.scene.prompt.tone === "over") return make("span", "acts");
  return make("span", "acts", undo, !table.settings.shared && hint);
}

/**
 * The choices as rows. A group is one row; an open group shows only its choices, and a way back.
 * @param {boolean} active
 */
function rows(active) {
  const { options, groups } = table.scene.prompt;
  const list = make("div", "choices");
  list.setAttribute("role", "group");
  list.setAttribute("aria-labelledby", "question");
  list.dataset.mark = "choices";
  const inside = open !== null ? groups[open] : undefined;
  let count = 0;
  if (inside && open !== null) {
    const members = options.filter((one) => one.group === open);
    const back = fold(inside, members, active, () => setOpen(null));
    back.classList.add("back");
    back.setAttribute("aria-expanded", "true");
    list.append(back, ...members.map((option) => row(option, active, ++count)));
  } else {
    /** @type {Set<string>} */
    const seen = new Set();
    for (const option of options) {
      const key = option.group;
      const group = key !== undefined ? groups[key] : undefined;
      if (key === undefined || group === undefined) list.append(row(option, active, ++count));
      else if (!seen.has(key)) {
        seen.add(key);
        const members = options.filter((one) => one.group === key);
        const button = fold(group, members, active, () => setOpen(key));
        button.dataset.mark = `group-${key}`;
        button.setAttribute("aria-expanded", "false");
        number(button, ++count);
        list.append(button);
      }
    }
  }
  list.dataset.count = String(list.children.length);
  return list;
}

/**
 * The row of a group.
 * @param {import("./scene.js").Group} group
 * @param {import("./scene.js").Option[]} members
 * @param {boolean} active
 * @param {() => void} act
 */
function fold(group, members, active, act) {
  const button = /** @type {HTMLButtonElement} */ (make("button", "choice group", face(group), words(group)));
  button.type = "button";
  button.dataset.choices = members.map((one) => one.choice).join(" ");
  button.disabled = !active;
  const advised = members.filter((one) => hints.has(one.choice));
  if (advised.length) {
    button.classList.add("hinted");
    button.append(bar(Math.max(...advised.map((one) => hints.get(one.choice)?.share ?? 0))));
  }
  button.addEventListener("click", act);
  return button;
}

/**
 * The win chance of a choice, compared with the best.
 * @param {number} share
 */
function bar(share) {
  const most = Math.max(0.01, ...[...hints.values()].map((one) => one.share));
  const box = make("span", "share", make("i"));
  box.setAttribute("aria-hidden", "true");
  /** @type {HTMLElement} */ (box.firstElementChild).style.width = `${Math.round((share / most) * 100)}%`;
  return box;
}

/** The win chance of a choice, and the reason, in words. @param {{share: number, reason?: string}} hint */
function judged({ share, reason }) {
  const odds = say("{n}% to win", { n: Math.round(share * 100) });
  return reason ? `${odds} · ${reason}` : odds;
}

/** Whether another choice is just as good. @param {{share: number}} best */
function isTied(best) {
  return [...hints.values()].filter(({ share }) => Math.round(share * 100) === Math.round(best.share * 100)).length > 1;
}

/** The best choice by name, since its row may be inside a group. */
function bestAdvice() {
  const [choice, hint] = [...hints][0];
  const option = optionOf(choice);
  if (!option) return "";
  const group = option.group !== undefined ? table.scene.prompt.groups[option.group]?.label : undefined;
  const name = group && !option.label.includes(group) ? `${group}: ${option.label}` : option.label;
  if (table.replaying) return `${say("Better")}: **${name.replaceAll("**", "")}** · ${judged(hint)}`; // the review has explained it
  const why = hint.reason || (isTied(hint) ? say("The best choices are equally good.") : say("It pays off later."));
  return `**${name.replaceAll("**", "")}** · ${judged({ ...hint, reason: why })}`;
}

/**
 * Opens a group, or goes back to all rows.
 * @param {string | null} group
 */
function setOpen(group) {
  const before = open;
  const keyed = area.contains(document.activeElement);
  open = group;
  drawPrompt();
  const next = group === null ? `[data-mark="group-${before}"]` : ".choice:not(.back)";
  if (keyed) /** @type {HTMLElement | null} */ (area.querySelector(next))?.focus();
  if (group !== null) area.scrollTop = 0; // so that the group's title and the way back are visible
}

onGroup(setOpen);

/** Goes back from an opened group, if one is open. */
export function closeGroup() {
  if (open === null) return false;
  setOpen(null);
  return true;
}

/**
 * @param {import("./scene.js").Option} option
 * @param {boolean} active
 * @param {number} count
 */
function row(option, active, count) {
  const button = /** @type {HTMLButtonElement} */ (make("button", `choice ${option.state || ""}`.trim()));
  button.type = "button";
  button.dataset.choice = String(option.choice);
  button.dataset.mark = `choice-${option.choice}`;
  const text = words(option);
  if (option.owner !== undefined) {
    button.dataset.owner = String(option.owner);
    text.firstElementChild?.prepend(shape(option.owner));
  }
  button.append(face(option), text);
  button.disabled = !active;
  number(button, count);
  const hint = hints.get(option.choice);
  if (hint) {
    button.classList.add("hinted");
    button.append(bar(hint.share));
    text.append(make("i", "reason", rich(judged(hint))));
  }
  button.addEventListener("click", () => choose(option.choice));
  return button;
}

/**
 * @param {HTMLElement} button
 * @param {number} count
 */
function number(button, count) {
  if (count > 9) return;
  button.dataset.key = String(count);
  button.setAttribute("aria-keyshortcuts", String(count));
}

/**
 * @param {string} key
 * @param {string} label
 * @param {boolean} on
 */
function toggle(key, label, on) {
  const box = /** @type {HTMLInputElement} */ (make("input"));
  box.type = "checkbox";
  box.setAttribute("role", "switch");
  box.checked = on;
  box.dataset.mark = `standing-${key}`;
  box.addEventListener("change", () => {
    if (send({ standing: { [key]: box.checked } })) table.standing = { ...table.standing, [key]: { label, on: box.checked } };
    drawPrompt();
  });
  return make("label", `toggle${on ? " on" : ""}`, box, make("span", "", rich(label)));
}

/** @param {number} choice */
function confirmation(choice) {
  const option = optionOf(choice);
  const yes = make("button", "act primary", glyph("ui-check"), make("span", "", say("Confirm")));
  const no = make("button", "act", make("span", "", say("Not yet")));
  yes.addEventListener("click", () => choose(choice, true));
  no.addEventListener("click", () => {
    forget();
    drawPrompt();
    /** @type {HTMLElement | null} */ (area.querySelector(".choice"))?.focus();
  });
  const text = make("p", "", say("This ends your turn:"), " ", make("b", "", rich(option?.label || "")));
  return make("div", "confirm", text, yes, no);
}

/** The prompt as announced to screen readers. */
export function question() {
  const { prompt } = table.scene;
  return plain(`${prompt.title}${/[.?!]$/.test(prompt.title) ? "" : "."} ${prompt.detail}`);
}

area.addEventListener("pointerover", (event) => {
  const row = /** @type {globalThis.Element} */ (event.target).closest(".choice");
  if (row && event.pointerType === "mouse") light(listed(row));
});
area.addEventListener("pointerleave", () => light([]));
area.addEventListener("focusin", (event) => {
  const row = /** @type {globalThis.Element} */ (event.target).closest(".choice");
  if (row) light(listed(row));
});
area.addEventListener("focusout", () => light([]));

/** The way back out of a group makes no choice. @param {globalThis.Element} row */
function listed(row) {
  if (row.matches(".back")) return [];
  const { choice, choices } = /** @type {HTMLElement} */ (row).dataset;
  return (choice ?? choices ?? "").split(" ").filter(Boolean).map(Number);
}
