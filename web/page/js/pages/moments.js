// The moments of a game that a replay stops at, folded from its log.

import { played } from "../board/dice.js";
import { isBallot } from "../words/names.js";

/** @typedef {import("../types").TableEvent} TableEvent */
/** @typedef {import("../types").Piece} Piece */
/** @typedef {{ seq: number, event: TableEvent, pieces: Piece[], thrown: string, ballot: boolean, fresh: boolean }} Moment */

/** Kinds of events after which the board or the dice may look different. */
const stops = new Set(["created", "throw", "move", "give-back", "resign", "rule"]);

/** @param {TableEvent[]} events @returns {Moment[]} */
export function momentsOf(events) {
  /** @type {Moment[]} */
  const moments = [];
  /** @type {Piece[]} */
  let pieces = [];
  let thrown = "";
  let ballot = false;
  for (const e of events) {
    pieces = e.pieces ?? pieces;
    if (e.kind === "throw") {
      thrown = played(e.body.throw ?? "", e.effects);
      ballot = isBallot(e);
    }
    if (stops.has(e.kind)) moments.push({ seq: e.seq, event: e, pieces, thrown, ballot, fresh: e.kind === "throw" });
  }
  return moments;
}
