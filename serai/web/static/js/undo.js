// Undo.

import { table } from "./scene.js";
import { send } from "./socket.js";

/** Whether the others can be asked for an undo that is not free. */
export let asking = () => false;

/** @param {() => boolean} given */
export function setAsking(given) {
  asking = given;
}

export function undo() {
  if (table.replaying || table.sent) return;
  if (table.undo) send({ undo: table.number, entry: table.entry });
  else if (asking()) send({ ask: "undo" });
}
