// How often each face was thrown, and how often it should have been.

import { throwOf, weightOf } from "./fair.js";

/** The largest number of outcomes that is counted by faces: two dice. A ballot has more. */
const most = 36;

/**
 * @param {{ dice: string, thrown: string }[]} throws
 * @returns {{ counts: Map<string, number>, expected: Map<string, number> }} by face
 */
export function tally(throws) {
  const counts = new Map();
  const expected = new Map();
  const add = (/** @type {Map<string, number>} */ to, /** @type {string} */ face, /** @type {number} */ n) =>
    to.set(face, (to.get(face) ?? 0) + n);
  for (const { dice, thrown } of throws) {
    const w = dice ? weightOf(dice) : 0;
    if (!w || w > most) continue;
    for (const face of thrown) add(counts, face, 1);
    for (let i = 0; i < w; i++) for (const face of throwOf(dice, i)) add(expected, face, 1 / w);
  }
  return { counts, expected };
}
