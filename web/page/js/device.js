// This device's part in the dice. It takes part by itself: asks to, pledges a
// chain, reveals its first link when everybody has pledged, and opens a further
// one for each throw.

import { ApiError, act } from "./api.js";
import { bytes, sha256, toHex } from "./sha256.js";

/** @typedef {import("./types").View} View */
/** @typedef {import("./types").TableEvent} TableEvent */
/** @typedef {import("./memory.js").Memory} Memory */
/** @typedef {{ kind: "take-part" } | { kind: "pledge", round: number } | { kind: "reveal", round: number }} Owed */

/** The table takes a request to take part once in this time, and less often from a device that did not answer. */
const askEvery = 10_500;

/** How long the page waits with a throw for a round that may be complete in a moment. */
const moment = 3000;

/**
 * What this device owes the dice now, by what the table shows.
 * @param {View} v
 * @param {{ holds: (round: number) => boolean }} memory
 * @returns {Owed | null}
 */
export function owed(v, memory) {
  const d = v.dice;
  const me = v.you.person ?? 0;
  const mine = (v.you.chairs ?? []).map((c) => v.chairs[c - 1]);
  if (!mine.length || v.status === "over") return null;
  const p = d.pending;
  if (p?.people.includes(me)) {
    if (!p.pledged.includes(me)) return { kind: "pledge", round: p.round };
    return p.phase === "reveal" && !p.revealed.includes(me) ? { kind: "reveal", round: p.round } : null;
  }
  if (!mine.some((c) => !c.bot)) return null; // a bot stands in
  if (!d.due && !v.throws && !d.round) return null; // a game without dice
  const lost = d.members.includes(me) && !memory.holds(d.round);
  return !d.part.includes(me) || (lost && d.usable) ? { kind: "take-part" } : null;
}

/**
 * Whether a throw can be asked for now.
 * @param {View} v
 * @param {{ holds: (round: number) => boolean } | null} memory
 * @param {number} waited how long the pending round has been waited for, in milliseconds
 */
export function ready(v, memory, waited) {
  const d = v.dice;
  const me = v.you.person ?? 0;
  if (!d.usable) return false;
  // The first reveal ends the round in force. A link opened in that moment would be lost.
  if (d.pending?.people.includes(me) && (d.pending.phase === "reveal" || waited < moment)) return false;
  return !d.members.includes(me) || !!memory?.holds(d.round);
}

/** A key that is the same whenever the same is sent again, from whatever tab. @param {(string | number)[]} parts */
export const keyOf = (...parts) => toHex(sha256(bytes(parts.join("\n")))).slice(0, 32);

export class Device {
  /**
   * @param {string} table
   * @param {() => void} changed called when a throw may have become possible
   */
  constructor(table, changed) {
    this.table = table;
    this.changed = changed;
    /** @type {Memory | null} */
    this.memory = null;
    /** @type {View | null} */
    this.view = null;
    /** The latest round as the log has it. A view is not checked, so secrets are opened by the log alone. */
    this.round = { number: 0, commitment: "", epoch: 0, people: /** @type {number[]} */ ([]), sealed: 0, head: "" };
    /** @type {Map<number, string>} what was pledged in it */
    this.pledged = new Map();
    this.throws = 0;
    /** @type {Map<number, { round: number, links: number }>} how many links each device has opened, and in which round */
    this.opened = new Map();
    this.since = 0;
    this.asks = 0;
    this.asked = -Infinity;
    this.patience = askEvery;
    this.due = Infinity; // when it looks again by itself
    this.busy = false;
    /** @type {Set<string>} what has been sent, and need not be sent again */
    this.sent = new Set();
  }

  /** The log went on by an event. @param {TableEvent} e @param {string} head of the log with it */
  see(e, head) {
    const b = e.body;
    if (e.kind === "take-part" && b.person === this.memory?.seen.person) this.asks++;
    if (e.kind === "round") {
      this.round = { number: b.round ?? 0, commitment: b.dice?.commitment ?? "", epoch: b.epoch ?? 0, people: b.people ?? [], sealed: 0, head: "" };
      this.pledged.clear();
      this.since = performance.now();
    }
    if (e.kind === "pledge" && b.round === this.round.number) {
      this.pledged.set(b.person ?? 0, b.dice?.commitment ?? "");
      this.round.sealed = e.seq;
      this.round.head = head;
    }
    if (e.kind === "reveal") this.opened.set(b.person ?? 0, { round: b.round ?? 0, links: 1 });
    if (e.kind === "throw") {
      this.throws++;
      const o = this.opened.get(e.by ?? 0);
      if (b.own && o && o.round === b.round) o.links++;
    }
  }

  /** Does what it owes, now that the table stands like this. @param {View} v */
  look(v) {
    this.view = v;
    const waited = performance.now() - this.since;
    if (v.dice.usable && v.dice.pending && waited < moment) this.later(moment - waited);
    void this.act();
  }

  /** Looks again after a while. @param {number} ms */
  later(ms) {
    const due = performance.now() + ms;
    if (this.due <= due) return; // it looks sooner
    this.due = due;
    setTimeout(() => {
      this.due = Infinity;
      this.changed();
      if (this.view) this.look(this.view);
    }, ms);
  }

  get ready() {
    return !!this.view && ready(this.view, this.memory, performance.now() - this.since);
  }

  /** The action for the next throw. What is opened for it is remembered first. @returns {Partial<import("./types").Action>} */
  throw() {
    const v = /** @type {View} */ (this.view);
    const me = v.you.person ?? 0;
    const n = this.throws + 1;
    const o = this.opened.get(me);
    const own = o && o.round === v.dice.round && v.dice.members.includes(me) ? this.memory?.own(o.round, n, o.links) : null;
    return own ? { kind: "throw", own, key: keyOf("throw", this.table, v.dice.round, n, own) } : { kind: "throw" };
  }

  async act() {
    const v = this.view;
    const memory = this.memory;
    if (this.busy || !v || !memory) return;
    const o = owed(v, memory);
    const action = o && this.action(o, memory, v);
    if (!o || !action?.key || this.sent.has(action.key)) return;
    this.busy = true;
    try {
      if (o.kind === "take-part") this.asked = performance.now();
      await act(this.table, { seq: v.seq, ...action });
      this.sent.add(action.key);
      if (o.kind === "take-part") this.patience = askEvery;
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      // Late or refused: what the table shows next says what is owed then.
      if (o.kind === "take-part") this.later((this.patience = Math.min(2 * this.patience, 60 * askEvery)));
      else this.sent.add(action.key);
    } finally {
      this.busy = false;
    }
    if (this.view !== v) void this.act();
  }

  /** @param {Owed} o @param {Memory} memory @param {View} v @returns {Partial<import("./types").Action> | null} */
  action(o, memory, v) {
    const me = memory.seen.person;
    if (o.kind === "take-part") {
      const wait = this.asked + this.patience - performance.now();
      if (wait > 0) {
        this.later(wait);
        return null;
      }
      return { kind: "take-part", key: keyOf("take-part", this.table, me, this.asks, v.dice.round) };
    }
    const r = this.round;
    if (r.number !== o.round) return null; // the log has not come so far
    if (o.kind === "pledge") {
      const chain = memory.pledge(r.number, r.commitment, r.epoch);
      return chain && { kind: "pledge", round: r.number, dice: { commitment: chain.commitment, links: chain.links }, key: keyOf("pledge", this.table, chain.commitment) };
    }
    // Everybody's pledge, this device's among them, has to be in the log that it was given.
    if (!r.people.every((p) => this.pledged.has(p)) || this.pledged.get(me) !== memory.seen.rounds[r.number]?.pledge) return null;
    const link = memory.reveal(r.number, r.sealed, r.head);
    return link ? { kind: "reveal", round: r.number, link, key: keyOf("reveal", this.table, link) } : null;
  }
}
