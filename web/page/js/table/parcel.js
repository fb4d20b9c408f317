// Carries a game from this device to a server: in the fragment of a link, which
// is sent nowhere until somebody opens it there.

import { packed, unpacked } from "../lib/packed.js";

/**
 * @typedef {object} Parcel
 * @property {any} terms of the table
 * @property {string} record of the game so far
 * @property {number} own the chair of the person who takes it along, from 1
 */

/** How many bytes a parcel may have when it is open. */
const most = 250_000;

/** Packs a game into text for a link. @param {Parcel} parcel @returns {Promise<string>} */
export const pack = (parcel) => packed(JSON.stringify(parcel));

/**
 * Opens a parcel, null if it is damaged. Whether the game is right, the server says.
 * @param {string} text
 * @returns {Promise<Parcel | null>}
 */
export async function unpack(text) {
  try {
    const { terms, record, own } = JSON.parse(await unpacked(text, most));
    return typeof terms?.game === "string" && typeof record === "string" && Number.isInteger(own) ? { terms, record, own } : null;
  } catch {
    return null;
  }
}

/**
 * A record without its comments. The proofs of the dice are among them, and they concern the table on this device only.
 * @param {string} text
 */
export const bare = (text) =>
  text
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .join("\n");

/**
 * The terms of a table where a game goes on: the same, with its bots. What only
 * this device knows is left out.
 * @param {import("../types").View} v
 */
export function termsOf(v) {
  const { game, setup, clock, pace } = v.terms;
  return { game, setup, clock, chat: true, pace, help: v.help ?? "", bots: v.chairs.map((c) => (c.bot && !c.person ? c.bot : "")) };
}
