// Synthesised sounds: dice, pieces, coins, your turn, the end. None before the first user gesture.

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;
for (const gesture of ["pointerdown", "keydown"]) {
  addEventListener(gesture, () => (context ??= "AudioContext" in window ? new AudioContext() : null), { once: true, capture: true });
}

/** Each note: start, pitch (0: a knock), length, volume. @type {Record<string, [number, number, number, number][]>} */
const SOUNDS = {
  dice: [[0, 0, 0.05, 0.5], [0.07, 0, 0.04, 0.35], [0.13, 0, 0.05, 0.45], [0.22, 0, 0.03, 0.2]],
  piece: [[0, 0, 0.04, 0.3], [0, 190, 0.07, 0.2]],
  coin: [[0, 1568, 0.12, 0.12], [0.06, 2093, 0.22, 0.1]],
  turn: [[0, 587, 0.22, 0.16], [0.13, 880, 0.36, 0.16]],
  end: [[0, 523, 0.3, 0.15], [0.14, 659, 0.3, 0.15], [0.28, 784, 0.3, 0.15], [0.42, 1047, 0.7, 0.17]],
};

/** @param {string} name */
export function sound(name) {
  if (!settings.sound || !context || document.hidden) return;
  document.body.dataset.sounded = name;
  const begin = context.currentTime + 0.01;
  for (const [at, pitch, long, loud] of SOUNDS[name]) {
    const volume = context.createGain();
    volume.gain.setValueAtTime(loud, begin + at);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + at + long);
    volume.connect(context.destination);
    const source = pitch ? tone(context, pitch) : knock(context);
    source.connect(volume);
    source.start(begin + at);
    source.stop(begin + at + long);
  }
}

/** @param {AudioContext} on @param {number} pitch */
function tone(on, pitch) {
  const found = on.createOscillator();
  found.type = "triangle";
  found.frequency.value = pitch;
  return found;
}

/** A burst of noise, like knocking on wood. @param {AudioContext} on */
function knock(on) {
  const found = on.createBufferSource();
  found.buffer = on.createBuffer(1, 2205, 22050);
  const data = found.buffer.getChannelData(0);
  for (let k = 0; k < data.length; k++) data[k] = (Math.random() * 2 - 1) * (1 - k / data.length) ** 2;
  return found;
}

/**
 * Plays the sound of a change of the table.
 * @param {import("./scene.js").Scene} before
 * @param {import("./scene.js").Scene} after
 */
export function soundOf(before, after) {
  if (!settings.sound || !context) return;
  let name = "";
  for (const [key, el] of Object.entries(after.elements)) {
    const old = before.elements[key];
    if (old === el) continue;
    const fresh = !old || old.x !== el.x || old.y !== el.y;
    if (/^die(-|$)/.test(el.symbol) && (fresh || old.symbol !== el.symbol)) name = "dice";
    else if (fresh && !name) name = "piece";
  }
  const earned = Object.entries(after.panels).some(([seat, { score }]) => Number(score) > Number(before.panels[seat]?.score));
  if (earned) name = "coin";
  if (name) sound(name);
}
