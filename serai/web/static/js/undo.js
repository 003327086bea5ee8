// Taking a choice back.

import { table } from "./scene.js";
import { send } from "./socket.js";

export function undo() {
  if (table.undo && !table.replaying && !table.sent) send({ undo: table.number, entry: table.entry });
}
