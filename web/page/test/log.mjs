// A table that writes its own log, honestly unless it is told otherwise. Every
// method takes changes to the event it writes, which is how logs are forged.

import { Chain } from "../js/dice/chain.js";
import { messageOf, numberOf, throwOf, weightOf } from "../js/dice/fair.js";
import { bytes, sha256, toHex } from "../js/lib/sha256.js";
import { Story } from "../js/dice/story.js";

/** A secret that is the same in every run. */
export const secret = (name) => toHex(sha256(bytes(name)));

/** Chains are the same for the same secret, and making them takes a while. */
const chains = new Map();
export function chainOf(name, links) {
  const key = name + " " + links;
  if (!chains.has(key)) chains.set(key, new Chain(secret(name), links));
  return chains.get(key);
}

export class Log {
  constructor({ table = "table", bots = [], game = "kleefeld", due = "one", size = 3 } = {}) {
    this.table = table;
    this.due = due;
    this.events = [];
    this.throws = 0;
    this.tried = 0;
    this.epoch = 0;
    this.size = size;
    /** @type {Map<number, { chain: Chain, seq: number, named: number }>} chains of people */
    this.people = new Map();
    /** Who sits on each chair: a person, or 0 for a bot. */
    this.seated = new Map(bots.flatMap((level, i) => (level ? [[i + 1, 0]] : [])));
    this.made = 0;
    this.position = 0;
    this.open = null;
    this.put("created", 0, { terms: { game, setup: { players: 2 }, bots, clock: { kind: "none" } }, rules: "test" });
  }

  put(kind, by, body = {}, more = {}) {
    const seq = this.events.length + 1;
    if (["throw", "move", "resign"].includes(kind)) this.position++;
    if (kind === "give-back") this.position -= body.plies ?? 0;
    const e = {
      seq,
      schema: 3,
      at: new Date(1e12 + seq * 1000).toISOString(),
      kind,
      ...(by ? { by } : {}),
      line: "position " + this.position,
      body,
      ...more,
    };
    this.events.push(e);
    return e;
  }

  sit(person, chair = person) {
    this.seated.set(chair, person);
    return this.put("sit", person, { person, chair, name: "Guest " + person });
  }

  /** A person's device declares a chain: the given one, or one made up. */
  part(person, { dice, by = person, links = 64, name = `person ${person} ${++this.made}` } = {}) {
    const chain = chainOf(name, links);
    const e = this.put("take-part", by, { person, dice: dice ?? { commitment: chain.commitment, links } });
    this.people.set(person, { chain, seq: e.seq, named: 0 });
    return e;
  }

  /** The server declares a chain. */
  server({ epoch = this.epoch + 1, links = 1024, dice, name = `server ${epoch}` } = {}) {
    const chain = chainOf(name, links);
    this.epoch = epoch;
    this.chain = chain;
    this.opens = 0;
    return this.put("server", 0, { epoch, dice: dice ?? { commitment: chain.commitment, links } });
  }

  /** A throw is asked for. who is those who open a link, and from which number on. */
  ask(person = 0, { who = [...this.people.keys()].sort((a, b) => a - b), by = person, body = {}, next = {} } = {}) {
    const chair = [...this.seated].find(([, p]) => p === person)?.[0] ?? 1;
    const named = who.map((p) => {
      const own = this.people.get(p);
      own.named = Math.max(own.named + 1, next[p] ?? 0);
      return { person: p, chain: own.seq, link: own.named };
    });
    const e = this.put("ask", by, {
      number: this.throws + 1,
      attempt: this.tried + 1,
      epoch: this.epoch,
      seat: "S" + chair,
      ...(person ? { person } : {}),
      due: this.due,
      opens: ++this.opens,
      ...(named.length ? { who: named } : {}),
      ...body,
    });
    this.open = e.body;
    return e;
  }

  /** The links of those who were asked, or of some of them. */
  parts(people = (this.open.who ?? []).map((w) => w.person), given = {}) {
    return (this.open.who ?? [])
      .filter((w) => people.includes(w.person))
      .map((w) => ({ person: w.person, link: given[w.person] ?? this.people.get(w.person).chain.open(w.link) }));
  }

  ready(body = {}) {
    return this.put("ready", 0, { number: this.open.number, attempt: this.open.attempt, ...body });
  }

  /** The throw falls. given has links of devices that are not made up. */
  throw({
    given,
    body = {},
    by = this.open.person ?? 0,
    parts = this.parts(undefined, given),
    link = this.chain.open(this.open.opens),
  } = {}) {
    const { number, attempt, seat, due, epoch } = this.open;
    const thrown = throwOf(due, numberOf(link, messageOf(this.table, { epoch, number, attempt, due }, parts), weightOf(due)));
    this.throws++;
    this.tried = 0;
    this.open = null;
    return this.put("throw", by, { number, attempt, seat, throw: thrown, link, ...(parts.length ? { parts } : {}), ...body });
  }

  void(why = "silent", { person = 0, from = [], body = {} } = {}) {
    const parts = this.parts(from);
    const e = this.put("void", 0, {
      number: this.open.number,
      attempt: this.open.attempt,
      why,
      ...(person ? { person } : {}),
      ...(parts.length ? { parts } : {}),
      ...body,
    });
    this.tried++;
    this.open = null;
    return e;
  }

  /** A throw from its ask to its result. */
  thrown(person = 0, options = {}) {
    this.ask(person, options);
    if ((this.open.who?.length ?? 0) > 1 && this.open.who.some((w) => w.person === person)) this.ready();
    return this.throw();
  }

  /** A throw as older tables have them. */
  oldThrow(by = 0) {
    return this.put(
      "throw",
      by,
      { seat: "S1", throw: "3", number: ++this.throws, link: secret("old " + this.throws), round: 1 },
      { dice: "one" },
    );
  }

  move(by, move = "enter") {
    return this.put("move", by, { seat: "S" + by, move });
  }

  /** The head of the log after an event. */
  head(seq = this.events.length) {
    const story = new Story(this.table);
    for (const e of this.events.slice(0, seq)) story.add(e);
    return story.head;
  }

  /** What the device of a person remembers of this log as it stands. */
  memory(person) {
    const heads = [];
    const story = new Story(this.table);
    const known = {
      format: "parlour-memory-3",
      table: this.table,
      person,
      since: 1,
      epoch: 0,
      chains: [],
      opened: [],
      heads,
      back: [],
      acts: [],
    };
    let ask = null;
    for (const e of this.events) {
      story.add(e);
      heads.push([e.seq, story.head]);
      const b = e.body;
      if (e.kind === "take-part" && b.person === person && b.dice) known.chains.push(b.dice);
      if (e.by === person && e.kind !== "throw") known.acts.push([e.kind, b.move ?? ""]);
      if (e.kind === "server") known.epoch = b.epoch;
      if (e.kind === "ask") ask = { ...b, head: story.head, event: e.seq };
      if (e.kind !== "throw" && e.kind !== "void") continue;
      const mine = ask?.who?.find((w) => w.person === person);
      const parts = b.parts ?? [];
      if (!mine || !parts.some((p) => p.person === person)) continue;
      known.opened.push({
        epoch: ask.epoch,
        number: ask.number,
        attempt: ask.attempt,
        head: ask.head,
        event: ask.event,
        commitment: this.events[mine.chain - 1].body.dice.commitment,
        link: mine.link,
        others: ask.person === person ? parts.filter((p) => p.person !== person) : [],
      });
    }
    return known;
  }

  /** The table as a person sees it. */
  view(person, more = {}) {
    const ask = this.open;
    const last = this.events.at(-1);
    return {
      table: this.table,
      seq: last.seq,
      position: last.line,
      status: "playing",
      turn: "S1",
      needs: "throw",
      throws: this.throws,
      chairs: Array.from({ length: this.size }, (_, i) => ({
        seats: ["S" + (i + 1)],
        ...(this.seated.get(i + 1) === 0 ? { bot: "greedy" } : {}),
      })),
      dice: {
        due: this.due,
        method: "parlour-dice-3",
        part: [...this.people.keys()],
        ...(ask
          ? {
              ask: {
                number: ask.number,
                attempt: ask.attempt,
                seat: ask.seat,
                person: ask.person,
                who: (ask.who ?? []).map((w) => w.person),
              },
            }
          : {}),
      },
      you: { person, chairs: [...this.seated].filter(([, p]) => p === person).map(([c]) => c) },
      ...more,
    };
  }

  /** The same log, to go on with otherwise. */
  fork() {
    const copy = Object.assign(Object.create(Log.prototype), this);
    copy.events = structuredClone(this.events);
    copy.people = new Map([...this.people].map(([p, own]) => [p, { ...own }]));
    copy.seated = new Map(this.seated);
    copy.open = this.open && copy.events.findLast((e) => e.kind === "ask").body;
    return copy;
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
  g.server();
  for (let i = 0; i < throws; i++) {
    g.thrown(1 + (i % 2));
    g.move(1 + (i % 2));
  }
  return g;
}
