// Sending what people do. What it does comes back by the stream.

import { local } from "../lib/address.js";
import { act, ApiError } from "../lib/api.js";
import { sitting } from "../dice/memory.js";

/** How long the stream may take to tell of an action before the table is asked, in milliseconds. */
const patience = 900;

export class Sender {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.sending = false;
    this.throwing = false; // a throw was pressed for, and the table has not said yet what comes of it
    this.pressed = 0; // the event that the last press became
    this.tries = 0; // how often the dice were busy
    this.cut = false; // the server cannot be reached, so what is sent waits
  }

  /** @param {Partial<import("../types").Action>} action @returns {Promise<boolean>} whether it was accepted */
  async send(action) {
    const table = this.table;
    if (table.busy) return false;
    return this.post(action);
  }

  /** @param {Partial<import("../types").Action>} action @returns {Promise<boolean>} */
  async post(action) {
    const table = this.table;
    this.sending = true;
    table.dock.render();
    let done = false;
    try {
      const dice = table.view.dice.due || table.view.throws > 0; // perhaps a game without any
      const first =
        action.kind === "sit" && dice && !table.device.memory
          ? await sitting(table.id, { since: table.verifier.seq + 1, remote: !local })
          : {};
      if (action.kind !== "throw") await table.device.note(action.kind ?? "", action.move); // a press is remembered by itself
      const reply = await act(table.id, { seq: table.view.seq, ...action, ...first }, false, () => this.waits());
      if (reply.once) table.panels.carry(reply.once);
      table.state.awaited = reply.seq;
      if (action.kind === "throw") this.pressed = reply.seq;
      setTimeout(() => {
        if (table.state.seen < reply.seq) void table.catchUp();
      }, patience);
      if (reply.view && reply.view.you.person && !table.view.you.person) table.state.latest = reply.view;
      done = true;
      return true;
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      this.refused(e);
      return false;
    } finally {
      this.sending = this.cut = false;
      // If the stream was faster than the answer, what the page plays by itself
      // has waited for this.
      if (done && !table.showing) table.dock.whenIdle();
      else table.dock.render();
    }
  }

  /** Shows that what is sent waits for the connection. */
  waits() {
    this.cut = true;
    this.table.board.pend(this.table.view.pieces);
    this.table.dock.render();
  }

  /** @param {ApiError} e */
  refused(e) {
    const table = this.table;
    table.previewed = false;
    table.wanted = e.code === "dice" && this.throwing && this.tries++ < 5; // the dice are busy: look again, then throw
    if (e.code === "late" || e.code === "dice") void table.catchUp();
    else table.dock.note.refused(e);
  }

  /** Throws: the dice tumble from now until the throw is in the log. */
  async throw() {
    const table = this.table;
    if (table.busy) return;
    table.wanted = false;
    this.throwing = true;
    table.dock.render();
    try {
      const action = await table.device.press();
      if (!action || (await this.post(action))) this.tries = 0;
    } finally {
      this.throwing = false;
      if (!table.showing) table.dock.whenIdle();
    }
  }
}
