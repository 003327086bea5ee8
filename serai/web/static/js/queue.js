// The queue of patches, which are played one after the other at the chosen speed.

/** @type {Record<string, {move: number, rest: number, most: number}>} */
const SPEEDS = {
  calm: { move: 900, rest: 900, most: 40 },
  normal: { move: 460, rest: 420, most: 16 },
  fast: { move: 230, rest: 60, most: 6 },
  instant: { move: 0, rest: 0, most: 0 },
};

const FRAME = 16;

/** @typedef {Omit<import("../../types").PatchMessage, "patch"> & {patch?: any, scene?: any}} Patch a whole scene where it is told anew */

/** @type {Patch[]} */
const waiting = [];
let playing = false;
let held = false;
/** @type {(() => void) | null} */
let wake = null;
/** @type {{play: (patches: Patch[], ms: number) => void, speed: () => string, still: () => boolean,
 *   own: (patch: Patch) => boolean, idle: () => void, busy: () => void}} */
let stage;

/** @param {typeof stage} given */
export function setStage(given) {
  stage = given;
}

/** @param {Patch} patch */
export function add(patch) {
  waiting.push(patch);
  if (!playing && !held) run();
}

export function clear() {
  waiting.length = 0;
  wake?.();
}

/** @type {(() => void)[]} */
const spaces = [];

/** Resolves when hardly any patches are waiting. */
export function space() {
  return new Promise((resolve) => {
    if (waiting.length < 2) resolve(undefined);
    else spaces.push(() => resolve(undefined));
  });
}

/** @type {(() => void) | null} */
let last = null;

/** Runs a callback once all waiting patches have been played. @param {() => void} then */
export function afterwards(then) {
  if (playing) last = then;
  else then();
}

/** What else a skip cuts short; returns whether it did. */
let interrupt = () => false;

/** @param {() => boolean} given */
export function onSkip(given) {
  interrupt = given;
}

/** Plays all waiting patches at once. */
export function skip() {
  if (interrupt()) return true;
  if (!playing || held) return false;
  if (waiting.length) stage.play(waiting.splice(0), 0);
  wake?.();
  return true;
}

/**
 * While held, patches wait: the visitor is looking at an earlier position.
 * @param {boolean} on
 */
export function hold(on) {
  held = on;
  if (!on && !playing && waiting.length) run();
}

async function run() {
  playing = true;
  stage.busy();
  while (waiting.length && !held) {
    const { move, rest, most } = SPEEDS[stage.speed()] || SPEEDS.normal;
    if (!move && !document.hidden) {
      await pause(FRAME); // draw what arrives within one frame together
      if (held || !waiting.length) break;
    }
    const late = document.hidden || waiting.length > most;
    const patches = late ? waiting.splice(0, waiting.length - (most ? 1 : 0) || 1) : waiting.splice(0, 1);
    for (const told of spaces.splice(0)) told();
    stage.play(patches, document.hidden || stage.still() ? 0 : move);
    const own = patches.length === 1 && stage.own(patches[0]);
    const time = move + (own || !waiting.length ? 0 : rest);
    if (time && !document.hidden && (waiting.length || !own)) await pause(own ? move * 0.6 : time);
  }
  playing = false;
  const then = last;
  last = null;
  if (then) then();
  else if (!held) stage.idle();
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      wake = null;
      resolve(undefined);
    }
    wake = done;
  });
}
