// The state of the page's table, and how patches change it.

/**
 * The types are generated from the server's (`tools/write_types.py`).
 * @typedef {import("../../types").Element} Element
 * @typedef {import("../../types").Item} Item
 * @typedef {import("../../types").Panel} Panel
 * @typedef {import("../../types").Card} Card
 * @typedef {import("../../types").Section} Section
 * @typedef {import("../../types").Option} Option
 * @typedef {import("../../types").Group} Group
 * @typedef {import("../../types").Prompt} Prompt
 * @typedef {import("../../types").Sheet} Sheet
 * @typedef {Omit<import("../../types").Open, "sheet"> & {sheet?: Sheet | null}} Scene patches take out what is null
 * @typedef {import("../../types").Line & {number?: number}} Line
 * @typedef {import("../../types").Standing} Standing
 * @typedef {import("../../types").People} People
 * @typedef {import("../../types").Message & {id?: number, settings?: Settings}} Message
 * @typedef {import("../../types").TableSettings & {last?: number, socket?: boolean}} Settings the last two of previews
 */

const first = JSON.parse(document.getElementById("first")?.textContent || "{}");

/** The table as it is shown. */
export const table = {
  /** @type {Scene} */
  scene: first.scene,
  /** @type {Line[]} */
  log: first.log || [],
  /** @type {number} */
  number: first.number || 0,
  /** @type {number | undefined} the same of the log, in which undone choices count too */
  entry: first.entry,
  /** @type {boolean} */
  undo: !!first.undo,
  /** whether the visitor has decided something that they could ask to take back */
  decided: !!first.decided,
  /** @type {Record<string, Standing>} */
  standing: first.standing || {},
  /** @type {Settings} */
  settings: first.settings || {},
  /** @type {People | undefined} who is there, clocks, what is asked; nothing where one is alone among bots */
  people: first.people,
  /** @type {number | null} the seat that is thinking */
  thinking: null,
  /** patches wait to be played */
  busy: false,
  /** the choice that is on its way to the server, as its answer will name it; 0: none */
  sent: 0,
  /** an earlier position is shown */
  replaying: false,
  /** something is to be read first */
  held: false,
  connected: true,
};

/** The prefix of the table's addresses. */
export const base = location.pathname.replace(/\/replay\/?$/, "").replace(/\/$/, "");

/** Whether it is the visitor's turn and they may choose now. */
export function asked() {
  return (
    table.scene.prompt.tone === "ask" && table.scene.prompt.options.length > 0 &&
    !table.busy && !table.sent && !table.replaying && !table.held && table.connected
  );
}

/**
 * Applies a patch (JSON Merge Patch) to a scene; the old one is not changed.
 * @template T
 * @param {T} old
 * @param {any} patch
 * @returns {T}
 */
export function merge(old, patch) {
  /** @type {any} */
  const merged = { ...old };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else if (isMapping(value) && isMapping(merged[key])) merged[key] = merge(merged[key], value);
    else merged[key] = value;
  }
  return merged;
}

/**
 * A new scene that reuses the objects of the old one where nothing has changed.
 * @template T
 * @param {any} old
 * @param {T} fresh
 * @returns {T}
 */
export function kept(old, fresh) {
  if (!isMapping(old) || !isMapping(fresh)) return JSON.stringify(old) === JSON.stringify(fresh) ? old : fresh;
  /** @type {any} */
  const given = fresh;
  /** @type {any} */
  const shared = {};
  for (const key of Object.keys(given)) shared[key] = kept(old[key], given[key]);
  const keys = Object.keys(shared);
  return keys.length === Object.keys(old).length && keys.every((key) => shared[key] === old[key]) ? old : shared;
}

/** @param {unknown} value */
function isMapping(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
