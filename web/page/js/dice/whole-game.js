// Checks a whole game with the program of this device: every throw, and every
// move by the rules, which the page itself does not know. At a server's table it
// does so by itself from time to time, or a bot could throw until it likes what
// it throws.

import { findProgram, local, place } from "../lib/address.js";
import { ApiError } from "../lib/api.js";

/** @typedef {import("../types").TableEvent} TableEvent */

/** Whether this server has the program. */
export const able = () => !!place.local;

/** How many milliseconds the first check waits. */
const first = 4000;

/** How many milliseconds the others wait at least, and how many times as long as the check before took. */
const least = 1000;
const share = 15;

/** How long a check may take before the page says that nothing was checked. A server could hold the program back. */
const patience = 60_000;

/** How often to look for the program, and after how many milliseconds again: a server that was just started may still build it. */
const mostLooks = 12;
const lookEvery = 10_000;

/**
 * @param {string} table
 * @param {TableEvent[]} events
 * @param {import("./memory.js").Remembered | null} memory
 * @param {number} [since] without a memory: the first event that this device saw happen, 0 for none
 * @returns {Promise<import("../types").DiceReport>}
 */
export async function checkWhole(table, events, memory, since = 0) {
  const { askChecks } = await import("../lib/local.js");
  const res = await askChecks("/api/verify", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ table, events, ...(memory ? { memory } : since ? { since } : {}) }),
  });
  const data = await res.json();
  if (!res.ok) throw new ApiError(data?.error?.code ?? "internal", data?.error?.message ?? res.statusText);
  return data;
}

/** Whether this browser checks by itself: the table is a server's, and nobody asked to save data. */
const automatic = !local && !(/** @type {any} */ (globalThis.navigator)?.connection?.saveData);

/** Checks a game while it is played. */
export class Rules {
  /**
   * @param {string} table
   * @param {() => void} changed called when a check has ended
   * @param {typeof checkWhole | null} [check] null if it cannot be checked here
   */
  constructor(table, changed, check = automatic ? checkWhole : null) {
    this.table = table;
    this.changed = changed;
    this.check = check;
    /** @type {TableEvent[]} */
    this.events = [];
    this.since = 0; // the first event that this device saw happen, 0 for none
    this.throws = 0; // that have fallen
    this.checked = 0; // those of them that were checked
    this.over = false; // no further throw will have the last moves checked
    this.read = 0; // events that were checked
    /** @type {import("./verifier.js").Fault | null} */
    this.fault = null;
    this.why = ""; // why the events cannot be checked
    this.looks = check === checkWhole && !able() ? mostLooks : 0; // how often to look for the program
    this.late = false; // the last check brought no answer or takes very long
    this.wait = first;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Whether a check is not possible, or fails. */
  get unknown() {
    return !this.check || this.late;
  }

  /**
   * Whether a throw, or the end after it, was not checked by the rules. The own tables of this device need not be.
   * @param {number} number
   */
  waits(number) {
    return !local && (number > this.checked || (number >= this.throws && this.ends));
  }

  /** Whether the game has ended with something that was not checked. */
  get ends() {
    return this.over && this.throws > 0 && this.read < this.events.length;
  }

  /** So many throws have fallen. @param {number} throws @param {boolean} [over] whether the game has ended */
  look(throws, over = this.over) {
    this.throws = throws;
    this.over = over;
    if (!this.check || this.timer || this.fault || (throws <= this.checked && !this.ends)) return;
    this.timer = setTimeout(() => void this.run(this.check), this.wait);
  }

  /** @param {typeof checkWhole | null} check */
  async run(check) {
    if (!check) return;
    if (this.looks > 0) {
      await findProgram().catch(() => {}); // the server is gone for a moment
      this.looks = able() ? 0 : this.looks - 1;
      if (!able()) {
        if (!this.looks) this.check = null;
        this.wait = lookEvery;
        this.timer = undefined;
        return this.look(this.throws);
      }
    }
    const { throws } = this;
    const { length } = this.events;
    const began = performance.now();
    const slow = setTimeout(() => {
      this.late = true;
      this.changed();
    }, patience);
    try {
      // What this device remembers the page has compared already, and another tab may know more of it.
      this.fault = (await check(this.table, this.events, null, this.since)).fault;
      this.why = "";
      this.checked = throws;
      this.read = length;
      this.late = false;
    } catch (e) {
      if (e instanceof ApiError && e.code === "refused") this.why = e.message;
      else if (e instanceof ApiError && e.code === "network") this.late = true;
      else this.check = null; // this browser cannot
    }
    clearTimeout(slow);
    this.wait = Math.max(least, share * (performance.now() - began));
    this.timer = undefined;
    this.changed();
    this.look(this.throws);
  }
}
