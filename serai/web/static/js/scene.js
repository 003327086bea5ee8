// What the page knows of its table, and how patches change it.

/**
 * @typedef {{symbol: string, part: string, x: number, y: number, layer?: number, turn?: number,
 *   size?: number, owner?: number, state?: string, text?: string, label?: string, choices?: number[],
 *   origin?: string, goal?: string, bend?: [number, number]}} Element
 * @typedef {{icon?: string, text?: string, label: string, value?: number, of?: number, state?: string}} Item
 * @typedef {{name: string, tags: string[], state: string, score: string, score_label: string,
 *   rows: Record<string, Record<string, Item>>}} Panel
 * @typedef {{icon: string, title: string, text?: string, note?: string, state?: string,
 *   choices?: number[]}} Card
 * @typedef {{title: string, note?: string, cards: Record<string, Card>}} Section
 * @typedef {{choice: number, label: string, detail?: string, chip?: string, icon?: string,
 *   owner?: number, group?: string, state?: string}} Option
 * @typedef {{label: string, detail?: string, chip?: string, icon?: string}} Group
 * @typedef {{title: string, detail: string, tone: string, icons: string[], options: Option[],
 *   groups: Record<string, Group>}} Prompt
 * @typedef {{title: string, rows: [string, string[]][], total: string[], note: string,
 *   winners: number[]}} Sheet
 * @typedef {{seat: number | null, actor: number, when: string, steps: {label: string, state: string}[],
 *   topic: string, elements: Record<string, Element>, panels: Record<string, Panel>,
 *   hand: Record<string, Section>, prompt: Prompt, sheet?: Sheet | null}} Scene
 * @typedef {{text: string, seat?: number, heading?: boolean, number?: number}} Line
 * @typedef {{label: string, on: boolean}} Standing
 */

const first = JSON.parse(document.getElementById("first")?.textContent || "{}");

/** The table as it is shown now. */
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
  /** @type {Record<string, Standing>} */
  standing: first.standing || {},
  /** @type {Record<string, any>} */
  settings: first.settings || {},
  /** @type {any} who is there, clocks, what is asked; nothing where one is alone among bots */
  people: first.people,
  /** @type {number | null} the seat that is thinking */
  thinking: null,
  /** patches wait to be played */
  busy: false,
  /** the choice that is on its way to the server, as its answer will name it; 0: none */
  sent: 0,
  /** an earlier position is shown */
  replaying: false,
  connected: true,
};

/** Where the table's addresses begin. */
export const base = location.pathname.replace(/\/replay\/?$/, "").replace(/\/$/, "");

/** Whether the visitor is asked, and may answer now. */
export function asked() {
  return (
    table.scene.prompt.tone === "ask" && table.scene.prompt.options.length > 0 &&
    !table.busy && !table.sent && !table.replaying && table.connected
  );
}

/**
 * A scene after a patch (JSON Merge Patch); the old one stays as it is.
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
 * A whole scene, but with the old one's objects where nothing is new.
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
