// What this device remembers of the dice of a table: its secrets, what it
// pledged and opened, and what it was shown. A server that changes its story
// later is found by it.
//
// It is written before anything is sent that depends on it. Tabs of one browser
// share it, so everything is read again before it changes.

import { Chain, newSecret, ownLinks } from "./chain.js";
import { bytes, fromHex, hmac, toHex } from "./sha256.js";

/** @typedef {import("./types").Remembered} Remembered */
/** @typedef {import("./types").RememberedRound & { sealed?: [number, string] }} Kept sealed is the head of the log when everybody had pledged */
/** @typedef {{ table: string, person: number, seed: string, rounds: Record<string, Kept>, heads: [number, string][], broken: number, at: number }} Stored */

const prefix = "parlour.dice.";

/** How much is kept: tables in all, and rounds and heads of each. */
export const most = { tables: 30, rounds: 40, heads: 200 };

/** The browser's storage, if it gives us one. @returns {Storage | null} */
function browserStore() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // private windows may refuse; then this lasts as long as the page
  }
}

export class Memory {
  /**
   * @param {string} table
   * @param {number} person who uses this device
   * @param {Storage | null} [store]
   */
  constructor(table, person, store = browserStore()) {
    this.store = store;
    this.key = prefix + table;
    /** @type {Stored} */
    this.all = { table, person, seed: newSecret(), rounds: {}, heads: [], broken: -1, at: 0 };
    /** @type {Remembered} the part that verifiers compare with; always the same object */
    this.seen = { format: "parlour-memory-1", table, person, rounds: this.all.rounds, heads: this.all.heads };
    /** @type {Map<string, Chain>} chains by their secrets */
    this.chains = new Map();
    this.load();
    if (this.all.person !== person) Object.assign(this.all, { person, seed: newSecret(), rounds: {}, broken: -1 });
    this.save();
    this.load(); // what another tab wrote at the same time counts
  }

  load() {
    try {
      const text = this.store?.getItem(this.key);
      if (text) Object.assign(this.all, JSON.parse(text));
    } catch {
      // Damaged or refused: what this page knows itself is still there.
    }
    this.seen.rounds = this.all.rounds;
    this.seen.heads = this.all.heads;
  }

  save() {
    this.all.at = Date.now();
    const rounds = Object.keys(this.all.rounds).map(Number).sort((a, b) => a - b);
    for (const r of rounds.slice(0, -most.rounds)) delete this.all.rounds[r];
    this.seen.rounds = this.all.rounds;
    this.seen.heads = this.all.heads;
    const text = JSON.stringify(this.all);
    for (let left = most.tables; left >= 0; left = left > 4 ? left >> 1 : left - 1) {
      try {
        this.forget(left);
        return this.store?.setItem(this.key, text);
      } catch {
        // The storage is full: forget more of the other tables.
      }
    }
  }

  /** Forgets the tables that were used longest ago, until that many are left beside this one. @param {number} left */
  forget(left) {
    const store = this.store;
    if (!store) return;
    const keys = Array.from({ length: store.length }, (_, i) => store.key(i) ?? "").filter((k) => k.startsWith(prefix) && k !== this.key);
    if (keys.length < left) return;
    const used = keys.map((key) => ({ key, at: Number(/"at":(\d+)}$/.exec(store.getItem(key) ?? "")?.[1] ?? 0) }));
    used.sort((a, b) => b.at - a.at);
    for (const u of used.slice(Math.max(0, left - 1))) store.removeItem(u.key);
  }

  /** @param {() => void} f */
  change(f) {
    this.load();
    f();
    this.save();
  }

  /** Remembers what was shown. @param {number} seq @param {string} head */
  show(seq, head) {
    if (this.all.broken >= 0) return; // what was shown before is the evidence
    this.change(() => {
      const heads = this.all.heads;
      if ((heads.at(-1)?.[0] ?? 0) >= seq) return;
      heads.push([seq, head]);
      if (heads.length <= most.heads) return;
      const sealed = new Set(Object.values(this.all.rounds).map((r) => r.sealed?.[0]));
      this.all.heads = heads.filter(([n], i) => i === 0 || i % 2 === 1 || i >= heads.length - 2 || sealed.has(n));
    });
  }

  /** The log does not continue what was shown. */
  breaks() {
    if (this.all.broken >= 0) return;
    this.change(() => (this.all.broken = Math.max(0, ...Object.keys(this.all.rounds).map(Number))));
  }

  /** Whether this device has the secrets of a round, and has not lost its trust in the log since. @param {number} round */
  holds(round) {
    return !!this.all.rounds[round]?.pledge && round > this.all.broken;
  }

  /** The chain of a round that is remembered. @param {number} round */
  chain(round) {
    const secret = toHex(hmac(fromHex(this.all.seed), bytes(["parlour-device-1", this.all.table, round, this.all.rounds[round].commitment].join("\n"))));
    let chain = this.chains.get(secret);
    if (!chain) {
      if (this.chains.size > 3) this.chains.clear();
      this.chains.set(secret, (chain = new Chain(secret)));
    }
    return chain;
  }

  /**
   * Pledges in a round: returns the chain, or null if its links are known
   * already, which must never be mixed with other people's new ones.
   * @param {number} round
   * @param {string} commitment the server's
   * @param {number} epoch
   */
  pledge(round, commitment, epoch) {
    this.load();
    const r = this.all.rounds[round];
    if (r?.pledge) return r.opened === 0 && r.commitment === commitment && r.epoch === epoch ? this.chain(round) : null;
    this.all.rounds[round] = { commitment, epoch, pledge: "", links: ownLinks, opened: 0, asked: [] };
    const chain = this.chain(round);
    this.all.rounds[round].pledge = chain.commitment;
    this.save();
    return chain;
  }

  /**
   * Opens the first link of a round, or null if it was opened for other pledges.
   * @param {number} round
   * @param {number} seq the event with which everybody had pledged
   * @param {string} head the head of the log then
   */
  reveal(round, seq, head) {
    this.load();
    const r = this.all.rounds[round];
    if (!r?.pledge || (r.sealed && (r.sealed[0] !== seq || r.sealed[1] !== head))) return null;
    r.sealed = [seq, head];
    r.opened = Math.max(r.opened, 1);
    this.save();
    this.show(seq, head);
    return this.chain(round).open(1);
  }

  /**
   * Opens a further link for a throw.
   * @param {number} round
   * @param {number} number of the throw
   * @param {number} opened links of this device that the log has opened
   */
  own(round, number, opened) {
    this.load();
    const r = this.all.rounds[round];
    if (!r?.pledge || opened < 1 || opened > r.opened || opened >= r.links) return null;
    r.opened = Math.max(r.opened, opened + 1);
    if (!r.asked.includes(number)) r.asked.push(number);
    this.save();
    return this.chain(round).open(opened + 1);
  }

  /** What is remembered, without the secrets: the format parlour-memory-1. @returns {Remembered} */
  exported() {
    this.load();
    const rounds = Object.fromEntries(Object.entries(this.all.rounds).map(([n, { sealed, ...r }]) => [n, r]));
    return { ...this.seen, rounds, heads: [...this.all.heads] };
  }
}
