// This device's part in the dice. It declares a chain, says that it is here when
// a throw is due, and opens one link for each ask of the log that names it. What
// it does is decided by the log alone, which has been checked; of a view only the
// links of others are used, each of which is checked, too.

import { ApiError, act, tell } from "../lib/api.js";
import { compare, contradiction, forgotten } from "./recall.js";
import { bytes, sha256, toHex } from "../lib/sha256.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("./verifier.js").Verifier} Verifier */
/** @typedef {import("./memory.js").Memory} Memory */
/** @typedef {import("./memory.js").Kept} Kept */

/** The table takes a chain of a person once in this time. */
const partEvery = 10_500;

/** A link is sent again after this time, until its throw or void is in the log. */
const linkEvery = 3000;

/** "Here" is said again after this time while a throw is due. */
const hereEvery = 10_000;

/** A new chain is declared when fewer links than this are left. */
const low = 16;

/** How long a press waits for this device's chain to be in the log. */
const moment = 3000;

/** A key that is the same whenever the same is sent again, from whatever tab. @param {(string | number)[]} parts */
export const keyOf = (...parts) => toHex(sha256(bytes(parts.join("\n")))).slice(0, 32);

/**
 * Compares a log with what is remembered, and remembers it unless it is another log.
 * @param {Kept} all
 * @param {Verifier} log
 * @param {number} [viewed] the last event after which the server said whose device this is
 * @returns {{ fault: import("./verifier.js").Fault | null, stale: boolean }}
 */
export function settle(all, log, viewed = log.seq) {
  const fault = log.fault ? null : contradiction(log, all);
  const { how, from } = compare(log, all);
  if (log.fault || fault || how === "broken" || how === "stale") return { fault, stale: how === "stale" };
  if (how === "back") {
    all.heads = all.heads.filter(([seq]) => seq <= from);
    all.back.push(from);
    // Perhaps the server did not know this device for a while, and its owner used another one.
    if (from < all.since) Object.assign(all, { since: log.seq + 1, acts: [] });
  }
  for (let seq = (all.heads.at(-1)?.[0] ?? 0) + 1; seq <= log.seq; seq++) all.heads.push([seq, log.heads[seq]]);
  all.epoch = Math.max(all.epoch, log.server?.epoch ?? 0);
  for (const c of all.chains) {
    c.seen ||= log.declared.has(c.commitment);
    if (c.secret && forgotten(log, all, c.commitment)) delete c.secret; // it was opened further than this device remembers
  }
  // After its owner took the chairs back from another device, it knows what is done from here on.
  const claimed = log.steps.findLastIndex((s) => s?.kind === "claim" && s.person === all.person);
  if (all.since && claimed >= all.since && claimed <= viewed) Object.assign(all, { since: log.seq + 1, acts: [] });
  return { fault: null, stale: false };
}

/**
 * The smallest number that this device can still open of its latest chain, 0 if it has none.
 * @param {Kept} all
 * @param {Verifier} log
 */
export function nextOf(all, log) {
  const c = log.chains.get(all.person);
  const own = c && all.chains.find((x) => x.commitment === c.commitment && x.secret);
  if (!own) return 0;
  const next = 1 + all.opened.reduce((n, o) => (o.commitment === c.commitment ? Math.max(n, o.link) : n), c.named);
  return next <= own.links ? next : 0;
}

/** Whether the owner pressed for a throw in the position in which it is due. @param {Kept} all @param {import("./verifier.js").Ask} ask */
const pressed = (all, ask) => all.pressed.some((p) => p.number === ask.number && p.line === ask.line);

/**
 * Opens this device's link for the open ask of the log, or says why not. What
 * is opened is remembered; the caller sends it only when that is stored.
 * @param {Kept} all
 * @param {Verifier} log in which nothing is wrong
 * @param {{ person: number, link: string }[]} links of the others, if this device throws
 * @param {Memory} memory
 * @returns {{ link?: string, refuses?: "not-asked" | "lost" | "used" | "two-logs" | "not-pressed" | "waits" }}
 */
export function opening(all, log, links, memory) {
  const ask = log.ask;
  const mine = ask?.who.find((w) => w.person === all.person);
  if (!ask || !mine) return { refuses: "not-asked" };
  const chain = memory.chain(all, mine.commitment);
  if (!chain) return { refuses: "lost" };
  const before = all.opened.find((o) => o.head === ask.head);
  if (before) return { link: chain.open(before.link) };
  if (all.opened.some((o) => o.epoch === ask.epoch && o.number === ask.number && o.attempt === ask.attempt)) return { refuses: "two-logs" };
  if (mine.link > chain.links || all.opened.some((o) => o.commitment === mine.commitment && o.link >= mine.link))
    return { refuses: "used" };
  /** @type {{ person: number, link: string }[]} */
  const others = [];
  if (ask.person === all.person) {
    if (!pressed(all, ask)) return { refuses: "not-pressed" };
    for (const w of ask.who) {
      if (w.person === all.person) continue;
      const link = links.find((x) => x.person === w.person)?.link ?? "";
      if (!log.chains.get(w.person)?.fits(w.link, link)) return { refuses: "waits" };
      others.push({ person: w.person, link });
    }
  }
  all.opened.push({
    epoch: ask.epoch,
    number: ask.number,
    attempt: ask.attempt,
    head: ask.head,
    event: ask.seq,
    commitment: mine.commitment,
    link: mine.link,
    others,
  });
  return { link: chain.open(mine.link) };
}

/** Whether somebody who uses this device decides for a chair of a game with dice that is not over. @param {View} v */
export function plays(v) {
  const mine = (v.you.chairs ?? []).map((c) => v.chairs[c - 1]);
  return v.status !== "over" && mine.some((c) => !c.bot) && (!!v.dice.due || v.throws > 0);
}

export class Device {
  /**
   * @param {string} table
   * @param {Verifier} log
   * @param {() => void} changed called when something has become known
   */
  constructor(table, log, changed) {
    this.table = table;
    this.log = log;
    this.changed = changed;
    /** @type {Memory | null} */
    this.memory = null;
    /** @type {View | null} */
    this.view = null;
    /** @type {import("./verifier.js").Fault | null} what contradicts the memory */
    this.fault = null;
    this.stale = false; // the log has less than was shown before
    this.held = false; // it is not certain that the page has the log as the server has it
    this.wanted = false; // its owner has done something here since it declared a chain
    this.joined = false; // it has declared a chain since the page opened
    this.asked = -Infinity; // when it declared a chain
    this.patience = partEvery;
    this.greeted = { what: "", at: -Infinity };
    this.sent = { head: "", at: -Infinity }; // the ask for which it sent a link last, and when
    this.due = Infinity; // when it looks again by itself
    this.busy = false;
    this.again = false;
    /** @type {Set<() => void>} who waits for its chain */
    this.waiting = new Set();
  }

  /** Nothing is certain until the page knows the log as the server has it, after a break. @param {boolean} held */
  hold(held) {
    this.held = held;
    this.sent.head = ""; // it may not have arrived
  }

  /** Does what it owes, now that the table stands like this. @param {View} v */
  look(v) {
    this.view = v;
    void this.run();
  }

  /** Looks again after a while. @param {number} ms */
  later(ms) {
    const due = performance.now() + ms;
    if (this.due <= due) return; // it looks sooner
    this.due = due;
    setTimeout(() => {
      if (this.due !== due) return;
      this.due = Infinity;
      void this.run();
    }, ms);
  }

  async run() {
    this.again = true;
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.again) {
        this.again = false;
        await this.step();
      }
    } finally {
      this.busy = false;
    }
  }

  async step() {
    const v = this.view;
    const memory = this.memory;
    if (!v || !memory || this.held) return;
    const { log } = this;
    const strict = !!log.ask?.who.some((w) => w.person === memory.person) || this.lacks(v);
    const { kept, known } = memory;
    const done = await memory.change((all) => {
      const { fault, stale } = settle(all, log, v.seq);
      all.over = v.status === "over";
      if (fault || stale || log.fault) return { fault, stale };
      const open = opening(all, log, this.view?.you.links ?? [], memory);
      const part = this.lacks(v, all) ? memory.fresh(all) : null;
      return { fault, stale, ask: log.ask, open, part };
    }, strict);
    if (kept && !memory.kept) {
      this.joined = false; // its chain is lost
      this.again = true;
    }
    const before = [this.fault, this.stale];
    this.stale = done.stale;
    this.fault ??= done.fault;
    if (done.open?.refuses === "two-logs")
      this.fault ??= {
        code: "memory-story",
        event: log.seq,
        throw: log.ask?.number ?? 0,
        text: "Your device opened its link for this throw already, in another log.",
      };
    if (!known || before[0] !== this.fault || before[1] !== this.stale) this.changed();
    if (done.open?.link && done.ask) await this.send(done.ask, done.open.link);
    if (done.part) await this.declare(done.part);
    if (!this.lacks(v)) this.free();
    this.greet();
  }

  /** Whether it has to declare a chain. @param {View} v @param {Kept | undefined} [all] */
  lacks(v, all = this.memory?.all) {
    const { log, memory } = this;
    if (!memory || !all || !this.trusts || !plays(v)) return false;
    const c = log.chains.get(memory.person);
    const own = c && all.chains.find((x) => x.commitment === c.commitment);
    // Two devices of one person would take it from each other for ever.
    if (!c || !own?.secret) return !this.joined || this.wanted;
    const next = nextOf(all, log);
    return (!next || own.links - next + 1 < low) && !log.ask?.who.some((w) => w.person === memory.person);
  }

  /** Sends a link, unless it just has. @param {import("./verifier.js").Ask} ask @param {string} link */
  async send(ask, link) {
    const { number, attempt, head } = ask;
    const now = performance.now();
    const wait = this.sent.head === head ? this.sent.at + linkEvery - now : 0;
    this.later(wait > 0 ? wait : linkEvery);
    if (wait > 0) return;
    this.sent = { head, at: now };
    await tell(this.table, { kind: "link", number, attempt, link, seq: this.log.seq, key: keyOf("link", this.table, ask.head, link) });
  }

  /** Declares a chain. @param {import("./memory.js").OwnChain} own */
  async declare({ commitment, links }) {
    const wait = this.asked + this.patience - performance.now();
    if (wait > 0) return this.later(wait);
    this.asked = performance.now();
    await this.note("take-part");
    try {
      await act(this.table, {
        kind: "take-part",
        dice: { commitment, links },
        seq: this.log.seq,
        key: keyOf("take-part", this.table, commitment),
      });
      this.joined = true;
      this.wanted = false;
      this.patience = partEvery;
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      this.patience = Math.min(2 * this.patience, 60 * partEvery);
      this.free();
      this.later(this.patience);
    }
  }

  /** Nobody waits for its chain any more. */
  free() {
    for (const f of this.waiting) f();
    this.waiting.clear();
  }

  /** Says that it is here, once for each throw that is due and then again from time to time. */
  greet() {
    const v = this.view;
    const { memory, log } = this;
    if (!v || !memory || !this.here(v)) return;
    const next = nextOf(memory.all, log);
    const what = `${log.fallen} ${log.tried} ${v.turn} ${v.dice.due}`;
    const now = performance.now();
    if (!next) return;
    if (what !== this.greeted.what || now - this.greeted.at >= hereEvery) {
      this.greeted = { what, at: now };
      void tell(this.table, { kind: "here", next, seq: log.seq });
    }
    this.later(Math.max(100, this.greeted.at + hereEvery - now));
  }

  /** Whether somebody waits for a throw here. @param {View} v */
  here(v) {
    return (
      plays(v) &&
      v.status === "playing" &&
      !v.paused &&
      !!v.dice.due &&
      this.trusts &&
      !this.held &&
      globalThis.document?.visibilityState !== "hidden"
    );
  }

  /** Whether nothing is wrong with the log. */
  get trusts() {
    return !this.fault && !this.log.fault && !this.stale;
  }

  /** Says goodbye: the page is hidden or closed. */
  leave() {
    if (!this.view || !this.memory || !plays(this.view)) return;
    this.greeted.what = "";
    void tell(this.table, { kind: "away", seq: this.log.seq }, true);
  }

  /** Remembers something that its owner does, before it is sent. @param {string} kind @param {string} [move] */
  async note(kind, move = "") {
    this.wanted ||= kind !== "take-part";
    await this.memory?.change((all) => void all.acts.push([kind, kind === "move" ? move : ""]));
  }

  /** Whether its owner has not pressed for the throw that is asked for. */
  get unpressed() {
    const { log, memory } = this;
    return (
      !!memory &&
      !this.fault &&
      !log.fault &&
      !!log.ask &&
      log.ask.person === memory.person &&
      log.ask.who.some((w) => w.person === memory.person) &&
      !pressed(memory.all, log.ask)
    );
  }

  /**
   * Its owner presses for the next throw.
   * @returns {Promise<Partial<import("../types").Action> | null>} what to send, null if it has been asked for already
   */
  async press() {
    const { log, memory, view } = this;
    if (!memory || !view) return { kind: "throw" };
    if (this.trusts && plays(view) && !nextOf(memory.all, log)) {
      await new Promise((ok) => {
        this.wanted = true;
        this.waiting.add(() => ok(undefined));
        setTimeout(ok, moment);
        void this.run();
      });
    }
    const asked = this.trusts && log.ask?.person === memory.person;
    const next = await memory.change((all) => {
      all.pressed.push(log.ask ? { number: log.ask.number, line: log.ask.line } : { number: log.fallen + 1, line: log.line });
      if (!asked) all.acts.push(["ask", ""]);
      return this.trusts ? nextOf(all, log) : 0;
    });
    void this.run();
    return asked ? null : { kind: "throw", ...(next ? { next } : {}) };
  }
}
