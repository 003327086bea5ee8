// The table page: shows what comes from the server, and sends the visitor's choices.

import { arm, choosable, drawElements } from "./draw.js";
import { answered, hush, tapped } from "./explain.js";
import { drawGoal } from "./goal.js";
import { askHint, forgetHints, hinted } from "./hint.js";
import { drawHand } from "./hand.js";
import "./keyboard.js";
import { addLines, drawLog, onJump, spoken } from "./log.js";
import { toggleTheme } from "./theme-switch.js";
import { openLog, openMenu, setMore } from "./menu.js";
import { settle } from "./pan.js";
import { areStrips, armStrips, drawPanels, facts } from "./panels.js";
import { choicesOf, closeOffer, confirm, light, onPick, pick, turnOver } from "./choices.js";
import { drawPrompt, question, setEnding } from "./prompt.js";
import * as queue from "./queue.js";
import { endReplay, fetched, forgetScenes, setLast, setReplay, startLinked, startReplay } from "./replay.js";
import { openRules } from "./rules.js";
import { asked, kept, merge, table } from "./scene.js";
import { drawRecap, forget as forgetRecap, noteMoves } from "./recap.js";
import { isStill, openSettings, settings, toggleSound, wantsHints } from "./settings.js";
import { sound, soundOf } from "./sound.js";
import { endings, newSheet, openSheet } from "./score-sheet.js";
import { connect } from "./socket.js";
import { openDialog, toast } from "./dialog.js";
import { asks, forgetMoves, showTurnOf } from "./recent-moves.js";
import { setAsking, undo } from "./undo.js";
import { make, rich, say } from "./words.js";

const live = /** @type {HTMLElement} */ (document.getElementById("live"));
const state = /** @type {HTMLElement} */ (document.getElementById("link-state"));
const when = /** @type {HTMLElement} */ (document.getElementById("when"));
const steps = /** @type {HTMLElement} */ (document.getElementById("steps"));

/** The last state from the server, while an earlier position is shown. @type {any} */
let present = null;

/** What happened since the last announcement to screen readers. */
let news = "";

/**
 * @param {number} ms
 * @param {number[]} [by] the seats whose choices are shown, the last one last
 */
function show(ms, by = []) {
  const { scene } = table;
  document.body.dataset.tone = scene.prompt.tone;
  document.body.dataset.seats = String(Object.keys(scene.panels).length);
  if (when.dataset.said !== scene.when) {
    when.dataset.said = scene.when;
    when.replaceChildren(rich(scene.when));
  }
  const said = JSON.stringify(scene.steps);
  if (steps.dataset.said !== said) {
    steps.dataset.said = said;
    steps.hidden = !scene.steps.length;
    steps.replaceChildren(...scene.steps.map(({ label, state: word }) => {
      const step = make("li", word, make("span", "", rich(label)));
      if (word === "now") step.setAttribute("aria-current", "step");
      return step;
    }));
  }
  drawGoal();
  by.forEach(showTurnOf);
  drawElements(scene.elements, ms, by.at(-1), new Set(by).size > 1);
  drawPanels(ms);
  rearm();
}

/** Updates the prompt and what can be picked. */
function rearm() {
  arm(asked());
  drawHand();
  drawPrompt();
  armStrips();
}

/** @param {import("./scene.js").Line[]} lines @param {number} number */
function numbered(lines, number) {
  return lines.map((line) => ({ number, ...line }));
}

/** Applies the parts of a message other than the scene. @param {import("./scene.js").Message} message */
function beside(message) {
  if (message.number !== undefined) table.number = message.number;
  if (message.entry !== undefined) table.entry = message.entry;
  if (message.undo !== undefined) table.undo = message.undo;
  if (message.decided !== undefined) table.decided = message.decided;
  if (message.standing !== undefined && message.standing !== null) table.standing = message.standing;
  if (message.settings !== undefined) table.settings = message.settings;
}

/** The module for tables among people, if this is one. */
const peopleModule = table.people ? import("./people.js") : null;
/** @type {Promise<typeof import("./chat.js")> | null} fetched when somebody speaks */
let talk = null;
/** Chat that arrived before the module. @type {any} */
let before = { chat: [], muted: [] };

function chat() {
  talk ??= import("./chat.js").then((found) => {
    found.tellAll(before.chat, before.muted);
    return found;
  });
  return talk;
}

/** Handles what people do apart from the game. @param {import("./scene.js").Message} message */
async function meet(message) {
  if (message.people) (await peopleModule)?.tell(message.people);
  if (message.chat) {
    before = message;
    (await talk)?.tellAll(message.chat, message.muted ?? []);
  }
  if (message.said) (await chat()).tellOne(message.said);
  if (message.reported) (await chat()).thanks();
}

queue.setStage({
  speed: () => settings.speed,
  still: isStill,
  own: (patch) => patch.actor === table.scene.seat,
  busy: () => {
    table.busy = true;
    forgetHints();
    rearm();
  },
  play: (patches, ms) => {
    /** @type {import("./scene.js").Line[]} */
    const lines = [];
    const before = table.scene;
    for (const message of patches) {
      const old = table.scene;
      table.scene = message.scene ? kept(old, message.scene) : merge(old, message.patch);
      noteMoves(message.actor, old, table.scene);
      beside(message);
      lines.push(...numbered(message.log || [], message.number));
      table.thinking = null;
    }
    table.log.push(...lines);
    if (patches.some(({ actor }) => actor >= 0 && actor !== table.scene.seat)) turnOver();
    hush();
    closeOffer();
    show(ms, patches.flatMap(({ actor }) => (actor !== undefined && actor >= 0 ? [actor] : [])));
    if (ms) {
      settle(table.scene.elements, true);
      soundOf(before, table.scene);
    }
    addLines(lines);
    news = `${news} ${spoken(lines)}`.slice(-600);
  },
  idle: () => {
    table.busy = false;
    arrive(true);
  },
});

/** After all animations: show the current prompt. @param {boolean} smooth */
function arrive(smooth) {
  rearm();
  setLast(table.number);
  settle(table.scene.elements, smooth && !isStill());
  live.textContent = `${news} ${asked() ? question() : ""}`.trim();
  news = "";
  drawRecap(asked());
  if (smooth && table.scene.prompt.tone !== tone) {
    tone = table.scene.prompt.tone;
    if (tone === "over") sound("end");
    else if (asked()) sound("turn");
  }
  if (asked()) {
    asks(table.scene.seat);
    if (wantsHints()) askHint();
    if (document.activeElement === document.body && byKeyboard) /** @type {HTMLElement | null} */ (document.querySelector("#prompt .choice"))?.focus();
  }
  document.dispatchEvent(new CustomEvent("serai:arrived"));
  if (newSheet() && !table.settings.lesson && !table.settings.puzzle && (settings.speed !== "instant" || table.scene.sheet?.winners.length)) openSheet();
}

/** The last prompt, to know when to play the sound of one's turn. */
let tone = table.scene.prompt.tone;

let byKeyboard = false;
addEventListener("keydown", () => (byKeyboard = true), true);
addEventListener("pointerdown", () => (byKeyboard = false), true);

/** Replaces the whole table. @param {import("../../types").Snapshot} message */
function whole(message) {
  queue.clear();
  table.busy = false;
  table.thinking = null;
  forgetHints();
  closeOffer();
  forgetMoves();
  if (message.number < table.number) { // an undo
    forgetRecap();
    forgetScenes(message.number);
  }
  table.scene = kept(table.scene, message.scene);
  if (message.log) table.log = numbered(message.log, message.number);
  beside(message);
  show(isStill() || settings.speed === "instant" ? 0 : 300);
  if (message.log) drawLog();
  arrive(true);
}

/** @param {import("./scene.js").Message} message */
function heard(message) {
  void meet(message);
  if (message.patch && message.id && message.id === table.sent) table.decided = true;
  // Wait for the answer to this very choice: the same player may choose on another device.
  if (message.id !== undefined ? message.id === table.sent : message.refused) table.sent = 0;
  if (story && (message.scene || message.patch)) {
    if (message.scene) story = { present: message, later: [], begun: story.begun };
    else story.later.push(/** @type {import("../../types").PatchMessage} */ (message));
    if (!story.begun) void tellOn();
    story.begun = true;
    return;
  }
  if (table.replaying && (message.scene || message.patch)) {
    if (message.scene) {
      present = message;
      forgetScenes(message.number ?? 0);
    } else if (present) {
      present = {
        ...present, ...message,
        scene: merge(present.scene, message.patch),
        log: [...present.log, ...numbered(message.log || [], message.number ?? present.number)],
      };
    }
    setLast(present?.number ?? table.number);
    return;
  }
  if (message.refused) {
    forgetHints();
    toast(message.refused.text);
    if (!message.scene) rearm();
  }
  // In an exploration the visitor changes seats, after they have seen what led there.
  if (message.turn) queue.afterwards(() => whole(/** @type {import("../../types").TurnMessage} */ (message)));
  else if (message.scene) whole(/** @type {import("../../types").TableSnapshot} */ (message));
  else if (message.patch) queue.add(/** @type {import("../../types").PatchMessage} */ (message));
  else if (message.unsure !== undefined) {
    if (message.number === table.number && !table.replaying) confirm(message.unsure);
    else rearm();
  } else if (message.explain !== undefined) answered(message.explain);
  else if (message.hint !== undefined) hinted(message.hint);
  else if (message.thinking !== undefined) {
    table.thinking = message.thinking;
    if (!table.busy) {
      drawPanels(0);
      drawPrompt();
    }
  } else if (message.standing !== undefined) {
    table.standing = message.standing;
    drawPrompt();
  } else if (message.why !== undefined || message.puzzle !== undefined) rearm();
  document.dispatchEvent(new CustomEvent("serai:told", { detail: message }));
}

/** @param {boolean} connected @param {boolean} first */
function linked(connected, first) {
  table.connected = connected;
  state.classList.toggle("lost", !connected);
  state.replaceChildren();
  if (!connected) {
    table.sent = 0;
    state.append(make("i", "spin"), make("span", "", say("Reconnecting …")));
  } else if (!first) toast(say("Reconnected."));
  rearm();
}

setReplay({
  log: () => present?.log ?? table.log,
  begin: () => {
    queue.skip();
    queue.hold(true);
    present = { scene: table.scene, log: table.log, number: table.number, entry: table.entry, undo: table.undo, standing: table.standing };
    setLast(Math.max(table.number, table.settings.last || 0));
  },
  show: (message, ms) => {
    forgetMoves();
    table.scene = message.scene;
    table.log = numbered(message.log || [], message.number);
    table.number = message.number;
    show(isStill() ? 0 : ms);
    drawLog();
    settle(table.scene.elements, true);
  },
  end: () => {
    const back = present;
    present = null;
    queue.hold(false);
    if (back) whole(back);
  },
});

setEnding(endings);
onPick(rearm);
onJump((number) => startReplay(number));
document.addEventListener("serai:replay", (event) => startReplay(/** @type {CustomEvent<number | undefined>} */ (event).detail ?? undefined));
document.addEventListener("serai:better", (event) => hinted([/** @type {CustomEvent} */ (event).detail]));
document.addEventListener("serai:rearm", rearm);

/** @type {Record<string, (opener: HTMLElement) => void>} */
const ACTS = {
  undo, hint: askHint, rules: openRules, settings: openSettings, theme: toggleTheme, sound: toggleSound, menu: openMenu, log: openLog, sheet: openSheet,
  replay: () => (table.replaying ? endReplay() : startReplay()),
  chat: () => void chat().then((found) => found.toggleChat()),
};
peopleModule?.then((people) => {
  setMore(people.menuRows);
  setAsking(people.mayAskUndo);
  rearm();
});

document.addEventListener("click", (event) => {
  const node = /** @type {globalThis.Element} */ (event.target);
  const opener = /** @type {HTMLElement | null} */ (node.closest("[data-do]"));
  if (opener) return ACTS[opener.dataset.do || ""]?.(opener);
  if (!node.closest(".offer")) closeOffer();
  if (table.busy && !node.closest("button, a, input, dialog")) return void queue.skip();
  const panel = node.closest(".panels .panel");
  if (panel && areStrips()) return void openDialog(panel.getAttribute("aria-label") || "", "player-sheet", [facts(/** @type {HTMLElement} */ (panel).dataset.owner || "0")]);
  const card = node.closest(".hand .card");
  if (card) {
    if (card.classList.contains("choosable")) pick(choicesOf(card), card);
    else tapped(card);
    return;
  }
  const part = node.closest(".part");
  if (!part) return;
  const touch = /** @type {PointerEvent} */ (event).pointerType === "touch";
  const target = touch ? nearest(part, event.clientX, event.clientY) : node.closest(".el.choosable");
  if (target) pick(choicesOf(target), target);
  else tapped(node);
});

/**
 * The thing that a tap is meant for: of those under the finger, the one whose centre is nearest.
 * @param {globalThis.Element} part
 * @param {number} x
 * @param {number} y
 */
function nearest(part, x, y) {
  const slack = 12;
  let best = null;
  let least = Infinity;
  for (const { node } of choosable()) {
    if (!part.contains(node)) continue;
    const { left, right, top, bottom } = node.getBoundingClientRect();
    if (x < left - slack || x > right + slack || y < top - slack || y > bottom + slack) continue;
    const far = Math.hypot(x - (left + right) / 2, y - (top + bottom) / 2);
    if (far < least) [best, least] = [node, far];
  }
  return best;
}

// Hovering or focusing highlights everything that makes the same choice.
for (const area of document.querySelectorAll(".part, .hand")) {
  area.addEventListener("pointerover", (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType !== "mouse") return;
    light(asked() ? choicesOf(/** @type {globalThis.Element} */ (event.target)) : []);
  });
  area.addEventListener("pointerleave", () => light([]));
  area.addEventListener("focusin", (event) => light(asked() ? choicesOf(/** @type {globalThis.Element} */ (event.target)) : []));
  area.addEventListener("focusout", () => light([]));
}

let fitted = 0;
addEventListener("resize", () => {
  cancelAnimationFrame(fitted);
  fitted = requestAnimationFrame(() => {
    settle(table.scene.elements, false);
    armStrips();
  });
});

/** The current table, while the page replays what bots did before the visitor arrived.
 * @type {{present: any, later: import("../../types").PatchMessage[], begun: boolean} | null} */
let story = null;
const TOLD = 40; // moves to replay at most

/** Whether to replay the opening: a new table against bots, seen for the first time. Among people clocks run. */
function isFresh() {
  const { seat } = table.scene;
  const mark = `serai-seen-${table.settings.table}`;
  try {
    if (sessionStorage.getItem(mark)) return false;
    sessionStorage.setItem(mark, "yes");
  } catch {
    return false;
  }
  const start = table.log.findIndex((line) => line.heading);
  const acted = start >= 0 && table.log.slice(start).some((line) => line.seat === seat);
  return !table.settings.lesson && !table.settings.explores && !table.settings.puzzle && seat !== null && !acted && !table.settings.shared && table.number < TOLD && settings.speed !== "instant" && table.settings.socket !== false && !table.settings.replay;
}

/** Replays what the bots have done, move by move. */
async function opening() {
  const present = { scene: table.scene, log: table.log, number: table.number, entry: table.entry, undo: table.undo, standing: table.standing };
  story = { present, later: [], begun: false };
  setLast(table.number);
  const past = table.number ? await fetched(0) : present;
  if (!past) return void (story = null);
  table.scene = kept(table.scene, past.scene);
  table.log = past.log;
  table.number = past.number;
  queue.onSkip(endStory);
}

/** Plays the next move, and finally returns to the present. */
async function tellOn() {
  /** @type {any} */
  let past = { scene: table.scene, log: table.log };
  for (let number = table.number + 1; story && number <= Math.min(TOLD, story.present.number); number++) {
    setLast(story.present.number);
    const next = await fetched(number);
    if (!next) break;
    if (next.log.length === past.log.length) continue; // not in the log: shown together with what follows
    await queue.space();
    if (story) queue.add({ scene: next.scene, log: next.log.slice(past.log.length), number, actor: past.scene.actor, entry: table.entry ?? 0, undo: false });
    past = next;
  }
  if (story) queue.afterwards(() => void endStory());
}

/** Jumps to the present. Returns whether a replay was running. */
function endStory() {
  if (!story) return false;
  const { present: now, later } = story;
  story = null;
  whole(now);
  later.forEach(queue.add);
  return true;
}

if (isFresh()) await opening();
show(0);
drawLog();
newSheet();
arrive(false);
if (table.settings.replay) await startLinked(); // do not flash the end before the linked moment
document.body.classList.add("ready");
if (table.settings.socket !== false) connect(heard, linked);
