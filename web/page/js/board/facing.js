// Which way the board lies: towards the player whose turn it is, or as somebody
// turned it by hand.

import { get } from "../lib/api.js";

/** @typedef {import("../types").Sheet} Sheet */

export class Facing {
  /** @param {string} table @param {Sheet} sheet the board as it lies before anybody turns it */
  constructor(table, sheet) {
    this.table = table;
    this.sides = sheet.sides; // which side is whose is the same however the board is turned
    this.quarter = -1; // nothing is laid yet
    this.extra = 0; // quarter turns asked for by hand
    /** @type {Map<number, Promise<Sheet>>} */
    this.sheets = new Map([[0, Promise.resolve(sheet)]]);
  }

  /** The quarter turns that bring a seat near. @param {string} seat */
  wanted(seat) {
    return ((this.sides[seat] ?? 0) + this.extra) % 4;
  }

  /**
   * The board turned towards a seat; null if it lies like that already, or stays as
   * it lies because the connection is gone. The next event asks again.
   * @param {string} seat @returns {Promise<Sheet | null>}
   */
  async towards(seat) {
    const q = this.wanted(seat);
    if (q === this.quarter) return null;
    const sheet = await this.sheet(q).catch((e) => {
      if (this.quarter < 0) throw e;
      return null;
    });
    if (sheet) this.quarter = q;
    return sheet;
  }

  /**
   * The corner at which a seat is shown, counted from the near left one against
   * the clock. Where seats have no side of their own they follow one another.
   * @param {string} seat
   * @param {number} i number of the chair
   */
  corner(seat, i) {
    if (new Set(Object.values(this.sides)).size < 2) return (4 - i) % 4;
    return ((this.sides[seat] ?? 0) - Math.max(0, this.quarter) + 4) % 4;
  }

  /** Turns the board by hand: half way round where only two sides are played. */
  flip() {
    const two = new Set(Object.values(this.sides)).size <= 2;
    this.extra = (this.extra + (two ? 2 : 1)) % 4;
  }

  /** @param {number} q @returns {Promise<Sheet>} */
  sheet(q) {
    let s = this.sheets.get(q);
    if (!s) {
      s = /** @type {Promise<Sheet>} */ (get(`/api/tables/${this.table}/board?quarter=${q}`));
      this.sheets.set(q, s);
      s.catch(() => this.sheets.delete(q));
    }
    return s;
  }

  /** The drawing of a piece that the sheet does not have. @param {import("../types").Piece} p @returns {Promise<string>} */
  async art(p) {
    const quarter = String(Math.max(0, this.quarter));
    const asked = new URLSearchParams({ colour: p.colour, kind: p.kind, face: p.face ?? "", quarter });
    return (await get(`/api/tables/${this.table}/piece?${asked}`)).svg;
  }
}
