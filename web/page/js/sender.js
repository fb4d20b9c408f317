// Sending what people do. What it does comes back by the stream.

import { act, ApiError } from "./api.js";

/** How long the stream may take to tell of an action before the table is asked, in milliseconds. */
const patience = 900;

export class Sender {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.sending = false;
    this.cut = false; // the server cannot be reached, so what is sent waits
  }

  /** @param {Partial<import("./types").Action>} action @returns {Promise<boolean>} whether it was accepted */
  async send(action) {
    const table = this.table;
    if (table.busy) return false;
    this.sending = true;
    table.dock.render();
    let done = false;
    try {
      const reply = await act(table.id, { seq: table.view.seq, ...action }, false, () => this.waits());
      if (reply.once) table.panels.carry(reply.once);
      table.state.awaited = reply.seq;
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
    table.wanted = e.code === "dice"; // the dice are being prepared: throw when they are ready
    if (e.code === "late" || table.wanted) void table.catchUp();
    else table.dock.refused(e);
  }

  /** Throws, at once or as soon as the dice are ready. */
  async throw() {
    const table = this.table;
    table.wanted = !table.device.ready;
    if (table.wanted) table.dock.render();
    else await this.send(table.device.throw());
  }
}
