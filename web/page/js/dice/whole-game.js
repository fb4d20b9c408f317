// Checks a whole game with the program of this device: every throw, and every
// move by the rules, which the page itself does not know.

import { place } from "../lib/address.js";

/** Whether this server has the program. */
export const able = !!place.local;

/**
 * @param {string} table
 * @param {import("../types").TableEvent[]} events
 * @param {import("./memory.js").Remembered | null} memory
 * @returns {Promise<import("../types").DiceReport>}
 */
export async function checkWhole(table, events, memory) {
  const { ask } = await import("../lib/local.js");
  const res = await ask("/api/verify", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ table, events, ...(memory ? { memory } : {}) }),
  });
  const data = await res.json();
  if (!res.ok) throw new Error(data?.error?.message ?? res.statusText);
  return data;
}
