// Which throw falls: the number that a link and a message make, and the throw
// for that number. docs/FAIR-DICE.md tells it in words.

import { bytes, fromHex, hmac } from "../lib/sha256.js";

/**
 * A number from 0 to weight-1 that a link gives for a message, without bias.
 * @param {string} link hex
 * @param {string} message
 * @param {number} weight
 */
export function numberOf(link, message, weight) {
  const limit = Math.floor(2 ** 32 / weight) * weight;
  for (let again = 0; ; again++) {
    const mac = hmac(fromHex(link), bytes(again ? message + "\n" + again : message));
    const words = new DataView(mac.buffer);
    for (let i = 0; i < 32; i += 4) {
      const w = words.getUint32(i);
      if (w < limit) return w % weight;
    }
  }
}

/** The method by which throws are made. */
export const method = "parlour-dice-3";

/**
 * The message of a throw.
 * @param {string} table
 * @param {{ epoch: number, number: number, attempt: number, due: string }} ask
 * @param {{ person: number, link: string }[]} parts by ascending person
 */
export function messageOf(table, { epoch, number, attempt, due }, parts) {
  return [method, table, epoch, number, attempt, due, ...parts.map((p) => `${p.person} ${p.link}`)].join("\n");
}

const barred = [3, 13, 26, 35, 44, 45, 48, 52, 77, 88, 94, 109, 114, 137, 145, 156, 168, 171];

/** How many equal ways some dice can fall, 0 for dice that nobody knows. @param {string} dice */
export function weightOf(dice) {
  if (dice === "one") return 6;
  if (dice === "two" || dice === "each") return 36;
  if (dice === "draw three-move") return 174 - barred.length;
  return /^draw [1-9][0-9]{0,4}$/.test(dice) ? Number(dice.slice(5)) : 0;
}

/** The throw that falls for a number. @param {string} dice @param {number} i */
export function throwOf(dice, i) {
  const a = Math.floor(i / 6) + 1;
  const b = (i % 6) + 1;
  if (dice === "two") return String(Math.max(a, b) * 10 + Math.min(a, b));
  if (dice === "each") return String(a * 10 + b);
  let n = i + 1;
  if (dice === "draw three-move") for (const x of barred) if (x <= n) n++;
  return String(n);
}
