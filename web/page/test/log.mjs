// A table that writes its own log, honestly unless it is told otherwise. Every
// method takes changes to the event it writes, which is how logs are forged.

import { Chain } from "../js/chain.js";
import { firstMessageOf, messageOf, numberOf, throwOf, weightOf } from "../js/fair.js";
import { bytes, sha256, toHex } from "../js/sha256.js";
import { Story } from "../js/story.js";

/** A secret that is the same in every run. */
export const secret = (name) => toHex(sha256(bytes(name)));

export class Log {
  constructor({ table = "table", bots = [], game = "kleefeld", dice = "one" } = {}) {
    this.table = table;
    this.dice = dice;
    this.events = [];
    this.rounds = 0;
    this.throws = 0;
    this.epoch = 0;
    /** Secrets by name, so that two logs can share them. */
    this.salt = "";
    this.put("created", 0, { terms: { game, setup: { players: 2 }, bots, clock: { kind: "none" } }, rules: "test" });
  }

  put(kind, by, body, more = {}) {
    const seq = this.events.length + 1;
    const e = { seq, schema: 2, at: new Date(1e12 + seq * 1000).toISOString(), kind, ...(by ? { by } : {}), line: "position " + seq, body, ...more };
    this.events.push(e);
    return e;
  }

  sit(person, chair = person) {
    return this.put("sit", person, { person, chair, name: "Guest " + person });
  }

  part(person) {
    return this.put("take-part", person, { person });
  }

  /** A round is committed. It waits for pledges unless it invites nobody. */
  begin(people, why = "begin", { body = {}, links = 1024, out, name = "" } = {}) {
    const r = ++this.rounds;
    const chain = new Chain(secret(`server ${name || r}${this.salt}`), links);
    const round = { round: r, chain, people, own: new Map(), base: 0, opened: new Map() };
    this.pending = round;
    this.put("round", 0, { round: r, dice: { commitment: chain.commitment, links, first: this.throws + 1 }, ...(this.epoch ? { epoch: this.epoch } : {}), ...(people.length ? { people } : {}), ...(out ? { out } : {}), why, ...body });
    if (!people.length) this.complete();
    return round;
  }

  complete() {
    this.force = this.pending;
    this.force.base = this.throws;
    this.pending = null;
  }

  pledge(person, { links = 512, body = {}, by = person } = {}) {
    const p = this.pending;
    const chain = new Chain(secret(`person ${person} round ${p.round}${this.salt}`), links);
    p.own.set(person, chain);
    return this.put("pledge", by, { round: p.round, person, dice: { commitment: chain.commitment, links }, ...body });
  }

  reveal(person, { body = {}, by = person } = {}) {
    const p = this.pending;
    p.opened.set(person, 1);
    const e = this.put("reveal", by, { round: p.round, person, link: p.own.get(person).open(1), ...body });
    if (p.opened.size === p.people.length) this.complete();
    return e;
  }

  /** A whole round. */
  round(people, why, options) {
    this.begin(people, why, options);
    for (const p of people) this.pledge(p);
    for (const p of people) this.reveal(p);
    return this;
  }

  /** The throw as it falls under the round in force. */
  throw(by = 0, { body = {}, seat = by ? "S" + by : "B", nonces, force = this.force, number = this.throws + 1, own: want = true } = {}) {
    this.throws++;
    const own = want && by && force.own.has(by) ? force.own.get(by).open(force.opened.get(by) + 1) : "";
    if (own) force.opened.set(by, force.opened.get(by) + 1);
    const link = force.chain.open(Math.min(Math.max(number - force.base, 1), force.chain.links));
    const said = nonces ?? force.people.map((id) => [id, force.own.get(id).open(1)]);
    const thrown = throwOf(this.dice, numberOf(link, messageOf(this.table, force.round, number, said, own ? [by, own] : null), weightOf(this.dice)));
    return this.put("throw", by, { seat, throw: thrown, number, link, round: force.round, ...(own ? { own } : {}), ...body }, { dice: this.dice });
  }

  /** A throw by parlour-dice-1. */
  oldThrow(chain, first, nonces, body = {}) {
    const number = ++this.throws;
    const link = chain.open(number - first + 1);
    const thrown = throwOf(this.dice, numberOf(link, firstMessageOf(this.table, number, nonces), 6));
    return this.put("throw", 0, { seat: "B", throw: thrown, number, link, ...body }, { dice: this.dice, schema: 1 });
  }

  move(by) {
    return this.put("move", by, { seat: by ? "S" + by : "B", move: "enter" });
  }

  /** What the device of a person remembers of this log as it stands. */
  memory(person) {
    const rounds = {};
    const heads = [];
    const story = new Story(this.table);
    let opened = 0;
    for (const e of this.events) {
      story.add(e);
      heads.push([e.seq, story.head]);
      const b = e.body;
      if (e.kind === "round" && b.people?.includes(person)) rounds[b.round] = { commitment: b.dice.commitment, epoch: b.epoch ?? 0, pledge: "", links: 0, opened: 0, asked: [] };
      const m = rounds[b.round];
      if (e.by !== person || !m) continue;
      if (e.kind === "pledge") Object.assign(m, { pledge: b.dice.commitment, links: b.dice.links });
      if (e.kind === "reveal" || (e.kind === "throw" && b.own)) m.opened++;
      if (e.kind === "throw" && b.own) m.asked.push(b.number);
    }
    return { format: "parlour-memory-1", table: this.table, person, rounds, heads };
  }

  copy() {
    return structuredClone(this.events);
  }
}

/** Two people who take part, and have thrown so often. */
export function two(throws = 4, options) {
  const g = new Log(options);
  g.sit(1);
  g.sit(2);
  g.part(1);
  g.part(2);
  g.round([1, 2]);
  for (let i = 0; i < throws; i++) {
    g.throw(1 + (i % 2));
    g.move(1 + (i % 2));
  }
  return g;
}
