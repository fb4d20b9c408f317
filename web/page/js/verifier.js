// Follows the log of a table, checks every throw as it falls and says for whom
// it is guaranteed. It stops at the first thing that does not hold.
//
// docs/FAIR-DICE.md describes what is checked, and in which order.

import { messageOf, numberOf, throwOf, weightOf } from "./fair.js";
import { FirstDice } from "./first.js";
import { isLink, linkBefore } from "./sha256.js";
import { Story, bencode } from "./story.js";
import { and, capital } from "./words.js";

/** @typedef {import("./types").TableEvent} TableEvent */
/** @typedef {import("./types").Body} Body */
/** @typedef {import("./types").Remembered} Remembered */

/** @typedef {{ code: string, event: number, throw: number, text: string }} Fault what does not hold, and from which event on */
/**
 * @typedef {object} Throw
 * @property {number} number
 * @property {number} event
 * @property {number} round 0 for a throw by parlour-dice-1
 * @property {number[]} members for whom it is guaranteed
 * @property {number} own the member who threw it, and whose device made it unknown until then; 0 for nobody
 * @property {string} thrown
 * @property {string} dice
 * @property {string} link
 * @property {boolean} good whether it stands before the first fault
 */
/** @typedef {{ old: boolean, members: number[], throws: Throw[], own: Map<number, number> }} Group throws that are guaranteed for the same people */
/** @typedef {{ last: string, opened: number, links: number, nonce: string }} Own a member's chain */
/**
 * @typedef {object} Round
 * @property {number} round
 * @property {number} epoch
 * @property {string} commitment
 * @property {number} links
 * @property {number[]} people
 * @property {Map<number, Own>} pledged
 * @property {Set<number>} revealed
 * @property {string} last the link of the server opened last
 * @property {number} base the throws that had fallen when it was complete
 * @property {number} closed the event that closed it, 0 while it is open
 * @property {string} cause what closed it, in words
 */

const least = { server: 1024, device: 64 };
const most = 1 << 20;
const low = { server: 64, device: 8 };

class Broken extends Error {
  /** @param {string} code @param {string} text */
  constructor(code, text) {
    super(capital(text));
    this.code = code;
  }
}

/** @param {string} code @param {string} text @returns {never} */
function fail(code, text) {
  throw new Broken(code, text);
}

/** @param {number} id */
const person = (id) => "person " + id;

export class Verifier {
  /**
   * @param {string} table
   * @param {object} [seen] what was seen of the table before
   * @param {Remembered | null} [seen.memory] what a device remembers
   * @param {boolean} [seen.live] whether it is this device, so that it remembers everything up to now
   * @param {TableEvent[] | null} [seen.copy] another copy of the events
   */
  constructor(table, { memory = null, live = false, copy = null } = {}) {
    this.table = table;
    this.memory = memory;
    this.copy = copy;
    /** @type {Map<number, string>} what the device was shown before */
    this.heads = new Map(memory?.heads);
    /** The last event that was shown before. */
    this.last = Math.max(copy?.length ?? 0, ...this.heads.keys());
    this.live = live;
    this.story = new Story(table);
    this.line = ""; // the position after the last event
    /** @type {Fault | null} */
    this.fault = null;
    /** @type {Throw[]} */
    this.throws = [];
    /** @type {Map<number, { person: number, bot: boolean }>} */
    this.chairs = new Map();
    /** @type {Map<string, number>} the chair that plays a seat, as far as the log has shown it */
    this.seats = new Map();
    /** @type {Set<number>} people who asked to take part */
    this.part = new Set();
    /** @type {Set<number>} of those, who has not been invited since */
    this.asked = new Set();
    /** @type {Map<number, number>} how often each has asked */
    this.asks = new Map();
    this.rounds = 0;
    this.epoch = 0;
    this.risen = 0;
    /** @type {Round | null} */
    this.force = null;
    /** @type {Round | null} */
    this.pending = null;
    /** @type {Set<string>} commitments and links that have been used */
    this.used = new Set();
    /** @type {Map<string, number>} how many rounds began for each reason, in words */
    this.causes = new Map();
    this.first = new FirstDice(table);
    this.deck = "";
    /** Whether the memory began before this, on the device that the person still uses. */
    this.knows = false;
  }

  /** How many events it has followed. */
  get seq() {
    return this.story.seq;
  }

  /** How many throws have fallen. */
  get fallen() {
    return this.throws.length;
  }

  /** Follows one further event. @param {TableEvent} e */
  add(e) {
    const before = this.throws.length;
    const b = e.body ?? {};
    this.story.add(e);
    this.line = e.line;
    if (!this.fault) {
      try {
        if (e.seq !== this.seq) fail("gap", `${e.seq > this.seq ? `Event ${this.seq} is missing: event` : "Event"} ${e.seq} follows event ${this.seq - 1}.`);
        this.follow(e, b);
        this.compare(e);
      } catch (x) {
        if (!(x instanceof Broken)) throw x;
        this.throws.length = before;
        this.fault = { code: x.code, event: this.seq, throw: e.kind === "throw" ? (b.number ?? 0) : 0, text: x.message };
      }
    }
    if (e.kind === "throw" && this.throws.length === before) this.note(e, 0, [], 0, false);
  }

  /** What the server shows must be the position of the log. @param {{ seq: number, position: string }} view */
  shown(view) {
    if (!this.fault && view.seq === this.seq && view.position !== this.line) this.fault = { code: "illegal", event: this.seq, throw: 0, text: "The server shows another position than that of the log." };
  }

  /** The log is complete: what a device remembers must be in it. */
  finish() {
    this.ends();
    if (this.fault) return;
    const missing = Object.entries(this.memory?.rounds ?? {}).flatMap(([r, m]) => m.asked.filter((n) => n > this.fallen).map((n) => ({ r, n })))[0];
    if (missing) this.fault = { code: "memory-asked", event: this.seq, throw: missing.n, text: `Your device asked for throw ${missing.n} in round ${missing.r}, but the log does not have it.` };
  }

  /** Whether more was shown before than the log has by now. */
  get behind() {
    return this.last > this.seq;
  }

  /** The log must reach as far as what was shown before. */
  ends() {
    const last = this.last;
    if (!this.fault && this.behind) this.fault = { code: "memory-story", event: this.seq + 1, throw: 0, text: `The log ends with event ${this.seq}, but event ${last} has been seen.` };
  }

  /** @param {TableEvent} e @param {Body} b */
  follow(e, b) {
    switch (e.kind) {
      case "created":
        (b.terms?.bots ?? []).forEach((level, i) => level && this.chairs.set(i + 1, { person: 0, bot: true }));
        if (b.dice) this.commit(b.dice);
        break;
      case "commit":
        if (this.rounds) fail("old-claim", "A chain of parlour-dice-1 is committed after a round has begun.");
        if (b.dice) this.commit(b.dice);
        break;
      case "sit":
        if (b.person && b.nonce) this.first.nonces.set(b.person, b.nonce);
        this.chair(e, b, () => ({ person: b.person ?? 0, bot: false }));
        break;
      case "stand":
        this.chair(e, b, () => ({ person: 0, bot: false }));
        break;
      case "chair":
        this.chair(e, b, () => ({ person: 0, bot: !!b.level }));
        break;
      case "stand-in":
        this.chair(e, b, (was) => ({ person: was.person, bot: true }));
        break;
      case "return":
        this.chair(e, b, (was) => ({ person: was.person, bot: false }));
        break;
      case "rule":
        if (b.text === "bot") this.chair(e, b, (was) => ({ person: was.person, bot: true }));
        break;
      case "claim":
        if (this.force?.pledged.has(b.person ?? 0)) this.close(e, `${person(b.person ?? 0)} changed the device`);
        if (b.person === this.memory?.person) this.knows = false;
        break;
      case "take-part":
        this.takePart(e, b);
        break;
      case "round":
        this.begin(e, b);
        break;
      case "pledge":
        this.pledge(e, b);
        break;
      case "reveal":
        this.reveal(e, b);
        break;
      case "throw":
        this.throw(e, b);
        break;
    }
    if ((e.kind === "throw" || e.kind === "move") && e.by) this.learn(e.by, b.seat ?? "");
  }

  /** A chain of parlour-dice-1. @param {import("./types").Chain} c */
  commit(c) {
    this.first.commit(c, this.fallen, fail);
    this.used.add(c.commitment);
  }

  /** Remembers which chair plays a seat, where the log leaves no doubt. @param {number} by @param {string} seat */
  learn(by, seat) {
    const own = [...this.chairs].filter(([, c]) => c.person === by);
    if (own.length === 1) this.seats.set(seat, own[0][0]);
  }

  /** Compares with what was shown before. @param {TableEvent} e */
  compare(e) {
    const head = this.heads.get(e.seq);
    const other = this.copy?.[e.seq - 1];
    if ((head && head !== this.story.head) || (other && bencode(other) !== bencode(e))) fail("memory-story", `Up to event ${e.seq} the log is not the one that was shown before.`);
  }

  // Chairs.

  /** @param {TableEvent} e @param {Body} b @param {(was: { person: number, bot: boolean }) => { person: number, bot: boolean }} change */
  chair(e, b, change) {
    if (!b.chair) return;
    const was = this.chairs.get(b.chair) ?? { person: 0, bot: false };
    const now = change(was);
    this.chairs.set(b.chair, now);
    if (was.bot === now.bot && was.person === now.person) return;
    const member = (/** @type {number} */ id) => this.force?.people.includes(id);
    if (member(was.person) || member(now.person)) this.close(e, `the chair of ${person(member(was.person) ? was.person : now.person)} changed`);
    if (was.person && !this.decides(was.person)) this.part.delete(was.person);
  }

  /** Whether a person decides for a chair. @param {number} id */
  decides(id) {
    return [...this.chairs.values()].some((c) => c.person === id && !c.bot);
  }

  /** @param {TableEvent} e @param {Body} b */
  takePart(e, b) {
    const id = b.person ?? 0;
    if (!id || e.by !== id) fail("not-invited", "Somebody asks to take part for another person.");
    this.part.add(id);
    this.asked.add(id);
    this.asks.set(id, (this.asks.get(id) ?? 0) + 1);
    if (this.force?.people.includes(id)) this.close(e, person(id) + " asked again");
  }

  /** No further throw falls under the round in force. @param {TableEvent} e @param {string} cause */
  close(e, cause) {
    if (!this.force || this.force.closed) return;
    this.force.closed = e.seq;
    this.force.cause = cause;
  }

  // Rounds.

  /** @param {TableEvent} e @param {Body} b */
  begin(e, b) {
    const dice = b.dice;
    const r = b.round ?? 0;
    const epoch = b.epoch ?? 0;
    const people = b.people ?? [];
    const out = b.out ?? [];
    if (!dice || !isLink(dice.commitment) || !(dice.links >= least.server && dice.links <= most)) {
      return fail("short-chain", `The server's chain of round ${r} has ${dice?.links ?? 0} links; expected ${least.server} to ${most}.`);
    }
    if (r !== this.rounds + 1) fail("round-number", `Round ${r} follows round ${this.rounds}.`);
    if (dice.first !== this.fallen + 1) fail("round-first", `Round ${r} begins with throw ${dice.first}; expected throw ${this.fallen + 1}.`);
    this.fresh(dice.commitment);
    if (epoch < this.epoch) fail("epoch", `The epoch falls from ${this.epoch} to ${epoch}.`);
    const cause = this.why(b, epoch, people, out);
    for (const id of out) this.part.delete(id);
    people.forEach((id, i) => {
      const seated = [...this.chairs.values()].some((c) => c.person === id);
      if (!seated || !this.part.has(id) || (i > 0 && people[i - 1] >= id)) fail("not-invited", `Round ${r} invites ${person(id)}, who is not seated or did not ask to take part.`);
    });
    if (this.memory) {
      const m = this.memory.rounds[r];
      if (m && (m.commitment !== dice.commitment || m.epoch !== epoch)) fail("memory-commitment", `The server committed to another chain for round ${r} than the one your device saw.`);
      if (m?.pledge && !people.includes(this.memory.person)) fail("memory-pledge", `Your device took part in round ${r}, but the log does not invite you to it.`);
      this.answered();
    }
    if (this.rounds && epoch > this.epoch) this.risen++;
    if (this.force && epoch > this.force.epoch) this.close(e, "the epoch rose");
    this.epoch = epoch;
    this.rounds = r;
    this.causes.set(cause, (this.causes.get(cause) ?? 0) + 1);
    for (const id of people) this.asked.delete(id);
    this.pending = { round: r, epoch, commitment: dice.commitment, links: dice.links, people, pledged: new Map(), revealed: new Set(), last: dice.commitment, base: 0, closed: 0, cause: "" };
    if (!people.length) this.complete();
  }

  /** A commitment or link that has not been used at this table before. @param {string} link */
  fresh(link) {
    if (this.used.has(link)) fail("reused-chain", `The commitment or link ${link.slice(0, 8)}… was used at this table before.`);
    this.used.add(link);
  }

  /**
   * The reason given for a new round must be true. A round that waits for
   * answers is replaced only because somebody owes one or asked to take part, or
   * because the epoch rose: a server that has seen reveals must not begin again
   * as it likes. Returns the reason in words.
   * @param {Body} b @param {number} epoch @param {number[]} people @param {number[]} out
   */
  why(b, epoch, people, out) {
    const f = this.force;
    const p = this.pending;
    const bad = (/** @type {string} */ text) => fail("round-why", `Round ${b.round} gives the reason “${b.why}”, but ${text}.`);
    for (const id of out) {
      const done = p && p.pledged.size === p.people.length ? p.revealed.has(id) : p?.pledged.has(id);
      if (!p?.people.includes(id) || done) bad(person(id) + " owed no answer");
    }
    if ((b.why === "begin") !== (this.rounds === 0)) bad("the first round, and only that, begins the dice");
    switch (b.why) {
      case "begin":
        return "began with the first throw";
      case "joined": {
        const joined = people.filter((id) => this.asked.has(id));
        if (!joined.length) bad("nobody who is invited asked to take part since the round before");
        return `began because ${and(joined.map(person))} asked`;
      }
      case "closed":
        if (p) bad(`round ${p.round} waits for answers`);
        if (!f?.closed) bad("nothing closed the round in force");
        return "began because " + f?.cause;
      case "low":
        if (p) bad(`round ${p.round} waits for answers`);
        if (!f || (f.links - (this.fallen - f.base) >= low.server && [...f.pledged.values()].every((o) => o.links - o.opened >= low.device))) bad("no chain runs low");
        return "began because a chain ran low";
      case "epoch":
        if (epoch <= this.epoch) bad("the epoch did not rise");
        return "began because the server's store was restored or moved";
      case "unanswered":
        if (!p || !out.length) bad("nobody owed an answer");
        return `began again because ${and(out.map(person))} did not answer`;
    }
    return bad("there is no such reason");
  }

  /** The pending round, if the body is about it and its person was invited. @param {TableEvent} e @param {Body} b @returns {Round} */
  invited(e, b) {
    const p = this.pending;
    const id = b.person ?? 0;
    if (!id || e.by !== id) fail("not-invited", `Somebody else pledges or reveals for ${person(id)}.`);
    if (!p || b.round !== p.round) return fail("late-pledge", `Round ${b.round ?? 0} is not waiting for answers.`);
    if (!p.people.includes(id)) fail("not-invited", `${person(id)} answers in round ${p.round} but was not invited.`);
    return p;
  }

  /** @param {TableEvent} e @param {Body} b */
  pledge(e, b) {
    const p = this.invited(e, b);
    const id = b.person ?? 0;
    if (p.revealed.size || p.pledged.has(id)) fail("late-pledge", `${person(id)} pledges in round ${p.round} again, or after somebody has revealed.`);
    const commitment = b.dice?.commitment ?? "";
    const links = b.dice?.links ?? 0;
    if (!isLink(commitment) || !(links >= least.device && links <= most)) fail("short-chain", `The chain of ${person(id)} in round ${p.round} has ${links} links; expected ${least.device} to ${most}.`);
    this.fresh(commitment);
    p.pledged.set(id, { last: commitment, opened: 0, links, nonce: "" });
    if (id !== this.memory?.person) return;
    const m = this.memory.rounds[p.round];
    if (m?.pledge) this.knows = true;
    if (m?.pledge ? m.pledge !== commitment || m.links !== links : this.knows && this.covers(p.round)) fail("memory-pledge", `The log has a pledge of yours in round ${p.round} that your device did not make.`);
  }

  /**
   * Whether the memory reaches as far as this event of a round. What was saved
   * earlier does not know what came later.
   * @param {number} round
   */
  covers(round) {
    return this.live || this.seq <= this.last || Object.keys(this.memory?.rounds ?? {}).some((r) => Number(r) > round);
  }

  /** @param {TableEvent} e @param {Body} b */
  reveal(e, b) {
    const p = this.invited(e, b);
    const id = b.person ?? 0;
    const link = b.link ?? "";
    if (p.pledged.size < p.people.length) fail("early-reveal", `${person(id)} reveals in round ${p.round} before everybody has pledged.`);
    if (p.revealed.has(id)) fail("late-pledge", `${person(id)} reveals in round ${p.round} again.`);
    this.open(p, id, link, "wrong-reveal", `What ${person(id)} reveals in round ${p.round} does not fit the pledge.`);
    const own = /** @type {Own} */ (p.pledged.get(id));
    own.nonce = link;
    p.revealed.add(id);
    if (p.revealed.size === 1) this.close(e, "somebody revealed");
    if (p.revealed.size === p.people.length) this.complete();
  }

  /** The next link of a member's chain. @param {Round} p @param {number} id @param {string} link @param {string} code @param {string} text */
  open(p, id, link, code, text) {
    const own = /** @type {Own} */ (p.pledged.get(id));
    if (!isLink(link) || linkBefore(link) !== own.last) fail(code, text);
    this.fresh(link);
    own.last = link;
    own.opened++;
    const m = this.memory?.person === id ? this.memory.rounds[p.round] : null;
    if (m && own.opened > m.opened && this.covers(p.round)) fail("memory-pledge", `The log opens ${own.opened} links of your chain in round ${p.round}; your device opened ${m.opened}.`);
  }

  complete() {
    this.answered();
    this.force = this.pending;
    this.pending = null;
    if (this.force) this.force.base = this.fallen;
  }

  /** A device that has revealed had pledged: the log must say so. */
  answered() {
    const p = this.pending;
    if (!p || !this.memory) return;
    if ((this.memory.rounds[p.round]?.opened ?? 0) > 0 && !p.pledged.has(this.memory.person)) fail("memory-pledge", `Your device pledged in round ${p.round}, but the log does not say so.`);
  }

  // Throws.

  /** @param {TableEvent} e @param {Body} b */
  throw(e, b) {
    const n = b.number ?? 0;
    if (!b.round) return this.old(e, n);
    const f = this.force;
    if (!f) return fail("no-round", `Throw ${n} falls before any round is complete.`);
    if (b.round !== f.round) fail("no-round", `Throw ${n} falls under round ${b.round}, but round ${f.round} is in force.`);
    if (f.closed) fail("no-round", `Throw ${n} falls under round ${f.round}, which event ${f.closed} had closed.`);
    this.counts(n);
    if (n - f.base > f.links) fail("exhausted", `Throw ${n} needs more links than the server's chain of round ${f.round} has.`);
    const link = b.link ?? "";
    if (!isLink(link) || linkBefore(link) !== f.last) fail("wrong-link", `The server's link of throw ${n} does not follow the one before it.`);
    this.fresh(link);
    f.last = link;
    const own = this.own(e, b, f, n);
    const nonces = f.people.map((id) => /** @type {[number, string]} */ ([id, f.pledged.get(id)?.nonce ?? ""]));
    this.falls(e, messageOf(this.table, f.round, n, nonces, own ? [own, b.own ?? ""] : null));
    this.note(e, f.round, f.people, own, true);
    this.recall(n, f.round, own);
  }

  /** The member whose device opened a link for the throw, 0 for none. @param {TableEvent} e @param {Body} b @param {Round} f @param {number} n */
  own(e, b, f, n) {
    const by = e.by ?? 0;
    const bad = (/** @type {string} */ text) => fail("wrong-own", `Throw ${n}: ${text}.`);
    // Who throws for a chair decides whether a link is due, so nobody may throw for another.
    const chair = this.chairs.get(this.seats.get(b.seat ?? "") ?? 0);
    if (chair && !chair.bot && chair.person !== by) bad(`it is the throw of ${person(chair.person)}, but somebody else made it`);
    if (!by && ![...this.chairs.values()].some((c) => c.bot)) bad("nobody made it, and no bot plays");
    const own = f.pledged.get(by);
    if (!own) {
      if (b.own) bad("a device's link is there although no member threw");
      return 0;
    }
    if (own.opened >= own.links) fail("exhausted", `Throw ${n} needs more links than the chain of ${person(by)} has.`);
    this.open(f, by, b.own ?? "", "wrong-own", `Throw ${n}: the link of ${person(by)} is missing or does not follow the one before it.`);
    return by;
  }

  /** @param {TableEvent} e @param {number} n */
  old(e, n) {
    if (this.rounds) fail("old-claim", `Throw ${n} is made by parlour-dice-1, though rounds had begun.`);
    if (!this.first.chains.length) fail("no-round", `Throw ${n} falls before any round is complete.`);
    this.counts(n);
    this.falls(e, this.first.message(e, this.chairs, fail));
    this.used.add(e.body.link ?? "");
    this.note(e, 0, [], 0, true);
    this.recall(n, 0, 0);
  }

  /** @param {number} n */
  counts(n) {
    if (n !== this.fallen + 1) fail("throw-number", `Throw ${n} follows throw ${this.fallen}.`);
  }

  /** The throw is the one that its link and the message make. @param {TableEvent} e @param {string} message */
  falls(e, message) {
    const dice = e.dice ?? "";
    const n = e.body.number ?? 0;
    // The server names the dice beside the event. It must not choose among decks.
    const deck = dice.startsWith("draw ") ? dice : "dice";
    if ((this.deck ||= deck) !== deck) fail("wrong-throw", `Throw ${n} is said to be made with other dice than those before it.`);
    const weight = weightOf(dice);
    if (!(weight >= 2 && weight < 1 << 15)) fail("wrong-throw", `Throw ${n} does not say which dice fell.`);
    const want = throwOf(dice, numberOf(e.body.link ?? "", message, weight));
    if (want !== e.body.throw) fail("wrong-throw", `Throw ${n} is ${e.body.throw}, but its link and the nonces make ${want}.`);
  }

  /** A throw that the device asked for must be the one it asked for. @param {number} n @param {number} round @param {number} own */
  recall(n, round, own) {
    if (!this.memory) return;
    for (const [r, m] of Object.entries(this.memory.rounds)) {
      if (!m.asked.includes(n) || (Number(r) === round && own === this.memory.person)) continue;
      fail("memory-asked", `Your device opened its link for throw ${n} in round ${r}, but the log has another throw ${n}. Either the round ended while your request was on its way, or the throw was made again.`);
    }
  }

  /** @param {TableEvent} e @param {number} round @param {number[]} members @param {number} own @param {boolean} good */
  note(e, round, members, own, good) {
    const b = e.body ?? {};
    this.throws.push({ number: b.number ?? 0, event: e.seq, round, members, own, thrown: b.throw ?? "", dice: e.dice ?? "", link: b.link ?? "", good });
  }

  // What it comes to.

  /** The throws before the first fault, by whom they are guaranteed for. */
  groups() {
    /** @type {Map<string, Group>} */
    const groups = new Map();
    for (const t of this.throws) {
      if (!t.good) continue;
      const key = (t.round ? "" : "old") + t.members;
      /** @type {Group} */
      const g = groups.get(key) ?? { old: !t.round, members: t.members, throws: [], own: new Map() };
      groups.set(key, g);
      g.throws.push(t);
      if (t.own) g.own.set(t.own, (g.own.get(t.own) ?? 0) + 1);
    }
    return [...groups.values()];
  }

  /** The verdict in plain words, a line each. */
  verdict() {
    const lines = this.groups().map((g) => {
      const n = count(g.throws.length, "throw");
      const is = g.throws.length === 1 ? "is" : "are";
      const which = `${n} (${spans(g.throws.map((t) => t.number))})`;
      if (g.old) return `${which} ${g.throws.length === 1 ? "follows" : "follow"} from published links, but a server could have chosen them: guaranteed for nobody.`;
      if (!g.members.length) return `${which} ${is} guaranteed for nobody: no device took part.`;
      const own = [...g.own].sort(([a], [b]) => a - b).map(([id, k]) => ` ${k} of them nobody could know until ${person(id)} threw.`);
      return `${which} ${is} guaranteed for ${and(g.members.map(person))}.${own.join("")}`;
    });
    if (!this.throws.some((t) => t.good)) lines.push("No throw is guaranteed.");
    for (const [cause, n] of this.causes) lines.push(`${count(n, "round")} ${cause}.`);
    if (this.risen) lines.push(`The epoch rose ${this.risen === 1 ? "once" : this.risen + " times"}.`);
    if (this.fault) lines.push(`Broken at event ${this.fault.event}: ${this.fault.text} (${this.fault.code}) Nothing is guaranteed from there on.`);
    return lines;
  }

  /** The verdict as data, as every verifier prints it. */
  report() {
    const throws = this.throws.filter((t) => t.good).map(({ number, event, round, members, own }) => ({ number, event, round, members, own }));
    return { fault: this.fault, throws, verdict: this.verdict() };
  }
}

/** @param {number} n @param {string} noun */
const count = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** Numbers as ranges: 1–4, 6. @param {number[]} list ascending */
export function spans(list) {
  /** @type {[number, number][]} */
  const runs = [];
  for (const n of list) {
    const last = runs.at(-1);
    if (last && last[1] === n - 1) last[1] = n;
    else runs.push([n, n]);
  }
  return runs.map(([a, b]) => (a === b ? `${a}` : `${a}–${b}`)).join(", ");
}
