// What a device remembers, and what it sends by itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, keyOf, nextOf, opening, settle } from "../js/dice/device.js";
import { Memory, most, sitting } from "../js/dice/memory.js";
import { countsOf, report } from "../js/dice/recall.js";
import { linkBefore } from "../js/lib/sha256.js";
import { Verifier } from "../js/dice/verifier.js";
import { Database } from "./database.mjs";
import { chainOf, Log, secret } from "./log.mjs";

/** Two people at a table, of whom the second is made up; the first may be a device. */
function table() {
  const g = new Log();
  for (const p of [1, 2]) g.sit(p);
  g.part(2);
  g.server();
  return g;
}

/** A log as a page has it, which goes on with the table's. */
class Page {
  constructor(g) {
    this.g = g;
    this.log = new Verifier(g.table);
    this.log.shown({ ...g.view(1), seq: 0 });
    this.follow();
  }

  follow() {
    for (const e of this.g.events.slice(this.log.seq)) this.log.add(e);
    return this.log;
  }
}

/** A tab of a browser in which person 1 plays, and what it sends. */
class Tab extends Page {
  constructor(t, g, factory = new Database()) {
    super(g);
    this.sent = [];
    this.factory = factory;
    this.refuses = "";
    globalThis.fetch = async (_, { body }) => {
      const action = JSON.parse(body);
      if (action.kind) Tab.now.sent.push(action);
      const code = action.kind && Tab.now.refuses;
      return new Response(JSON.stringify(code ? { error: { code, message: "no" } } : { seq: 1 }), { status: code ? 409 : 200 });
    };
    t.after(() => delete globalThis.fetch);
    this.device = new Device(g.table, this.log, () => {});
    this.device.memory = new Memory(g.table, 1, { since: this.log.seq + 1, factory });
  }

  get memory() {
    return this.device.memory;
  }

  /** The page shows what has happened. Returns what it sent. */
  async look(more) {
    Tab.now = this;
    const before = this.sent.length;
    this.follow();
    this.device.look(this.g.view(1, more));
    await this.rests();
    return this.sent.slice(before);
  }

  async rests() {
    do await new Promise((ok) => setImmediate(ok));
    while (this.device.busy);
    await new Promise((ok) => setImmediate(ok));
  }

  async press() {
    Tab.now = this;
    const action = await this.device.press();
    await this.rests();
    return action;
  }

  /** What it sent of a kind. */
  all(kind) {
    return this.sent.filter((a) => a.kind === kind);
  }

  /** Declares its chain, and the table writes it into the log. */
  async join() {
    await this.look();
    const { dice } = this.all("take-part").at(-1);
    this.g.part(1, { dice });
    await this.look();
    return dice;
  }
}

/** The view has the links of the others for the thrower. */
const links = (g, you = {}) => ({ you: { person: 1, chairs: [1], links: g.parts([2]), ...you } });

const none = { discarded: [], without: 0, back: [], stale: false };

/** Time that passes when the test says so. */
function clock(t) {
  let now = 0;
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(performance, "now", () => now);
  return async (tab, ms) => {
    now += ms;
    t.mock.timers.tick(ms);
    await tab.rests();
  };
}

test("a device takes part by itself, from its chain to its own throw", async (t) => {
  clock(t);
  const g = table();
  const tab = new Tab(t, g);
  const dice = await tab.join();
  assert.equal(dice.links, 4096);
  assert.equal(tab.all("take-part").length, 1, "it declares its chain once");
  assert.deepEqual(
    tab.all("here").map((a) => a.next),
    [1],
  );

  // Somebody else throws: the link goes at once, and is stored before it is sent.
  g.ask(2);
  const [{ kind, number, attempt, link }] = await tab.look();
  assert.deepEqual([kind, number, attempt, linkBefore(link)], ["link", 1, 1, dice.commitment]);
  const [stored] = tab.memory.all.opened;
  assert.deepEqual(stored, {
    epoch: 1,
    number: 1,
    attempt: 1,
    head: g.head(),
    event: g.events.length,
    commitment: dice.commitment,
    link: 1,
    others: [],
  });
  g.throw({ given: { 1: link } });

  // Its own throw: first the press, then the links of the others, then its own.
  await tab.look();
  assert.deepEqual(await tab.press(), { kind: "throw", next: 2 });
  g.ask(1);
  assert.deepEqual(await tab.look(), [], "the others come first");
  g.ready();
  const [own] = await tab.look(links(g));
  assert.equal(linkBefore(own.link), link);
  assert.deepEqual(tab.memory.all.opened[1].others, g.parts([2]));
  g.throw({ given: { 1: own.link } });
  await tab.look();
  assert.deepEqual([tab.log.fault, tab.device.fault, countsOf(tab.log, tab.memory.all)], [null, null, none]);
});

test("what is exported has exactly the fields of the format, and no secrets", async (t) => {
  clock(t);
  const g = table();
  const tab = new Tab(t, g);
  await tab.join();
  g.ask(2);
  await tab.look();
  const saved = tab.memory.exported(tab.log.seq);
  assert.deepEqual(Object.keys(saved), [
    "format",
    "table",
    "person",
    "since",
    "until",
    "epoch",
    "chains",
    "opened",
    "heads",
    "back",
    "acts",
  ]);
  assert.deepEqual([saved.format, saved.table, saved.person, saved.since], ["parlour-memory-3", "table", 1, 6]);
  assert.deepEqual(Object.keys(saved.chains[0]), ["commitment", "links"]);
  assert.deepEqual(Object.keys(saved.opened[0]), ["epoch", "number", "attempt", "head", "event", "commitment", "link", "others"]);
  assert.deepEqual(saved.heads.at(-1), [g.events.length, g.head()]);
  assert.deepEqual(saved.acts, [["take-part", ""]]);
  assert.ok(!JSON.stringify(saved).includes(tab.memory.all.chains[0].secret));
  g.void("resign", { person: 1 });
  g.put("resign", 1, { chair: 1, seat: "S1" });
  tab.follow();
  assert.equal(report(tab.log, saved).fault, null, "what its owner did after it was saved is no lie");
  assert.equal(report(tab.log, tab.memory.exported(tab.log.seq)).fault?.code, "memory-act");
});

test("a link is sent again, unchanged, until its throw is in the log", async (t) => {
  const pass = clock(t);
  const g = table();
  const tab = new Tab(t, g);
  await tab.join();
  g.ask(2);
  const [first] = await tab.look();
  await tab.look(); // something else has happened
  assert.equal(tab.all("link").length, 1, "not with every look");
  await pass(tab, 3000);
  const [, again] = tab.all("link");
  assert.deepEqual(again, first);
  assert.equal(tab.memory.all.opened.length, 1);
  g.throw({ given: { 1: first.link } });
  await tab.look();
  await pass(tab, 9000);
  assert.equal(tab.all("link").length, 2);
});

test("a page that is opened again in the middle of an ask sends the stored link", async (t) => {
  clock(t);
  const g = table();
  const factory = new Database();
  const tab = new Tab(t, g, factory);
  await tab.join();
  await tab.press();
  g.ask(1);
  g.ready();
  const [{ link }] = await tab.look(links(g));
  const again = new Tab(t, g, factory);
  let told = 0;
  again.device.changed = () => told++;
  assert.ok(!again.memory.known);
  const sent = await again.look({ you: { person: 1, chairs: [1] } }); // the links need not come again
  assert.deepEqual(
    sent.filter((a) => a.kind === "link").map((a) => a.link),
    [link],
  );
  assert.ok(again.memory.known && told === 1, "the page says what is remembered as soon as it is read");
  g.throw({ given: { 1: link } });
  await again.look();
  assert.equal(again.device.fault, null);
  assert.equal(again.all("take-part").length, 0);
});

test("a connection that comes back: the link is sent again at once", async (t) => {
  clock(t);
  const g = table();
  const tab = new Tab(t, g);
  await tab.join();
  g.ask(2);
  await tab.look();
  tab.device.hold(true);
  await tab.look();
  assert.equal(tab.all("link").length, 1, "it does not know the log");
  tab.device.hold(false);
  await tab.look();
  assert.equal(tab.all("link").length, 2);
});

test("a person who sits down takes part at once, and only once", async (t) => {
  clock(t);
  const g = new Log();
  g.sit(2);
  g.part(2);
  const factory = new Database();
  const since = g.events.length + 1;
  const { dice } = await sitting(g.table, { since, factory });
  assert.match(dice.commitment, /^[0-9a-f]{64}$/);
  assert.equal(factory.writes.at(-1), "strict", "it is on the disk before it is sent");
  assert.deepEqual(await sitting(g.table, { since, factory }), { dice }, "another attempt has the same chain");
  g.sit(1);
  g.part(1, { dice });
  g.server();
  const tab = new Tab(t, g, factory);
  g.ask(2);
  const [{ kind, link }] = await tab.look();
  assert.equal(kind, "link");
  assert.equal(linkBefore(link), dice.commitment, "the first throw is made with it");
  assert.deepEqual(tab.all("take-part"), []);
  assert.equal(tab.device.fault, null);
  assert.deepEqual([tab.memory.all.person, tab.memory.all.since], [1, since]);
  assert.deepEqual(await sitting(g.table, { factory }), {}, "on a second chair it has taken part already");
  assert.equal(tab.memory.all.chains.length, 1);
});

test("a person who sits down where nothing is stored takes part later", async () => {
  assert.deepEqual(await sitting("table", { factory: null }), {});
  const factory = new Database();
  factory.broken = true;
  assert.deepEqual(await sitting("table", { factory }), {});
});

/** Lets time pass until a promise is kept. */
const passing = (t) => async (promise) => {
  for (let i = 0; i < 3; i++) {
    await new Promise(setImmediate);
    t.mock.timers.tick(1000);
  }
  return promise;
};

test("a page that is left while something is to be stored gives nothing up", async (t) => {
  const noted = new Set();
  t.mock.method(globalThis, "setTimeout", () => 0); // the page does not live on
  globalThis.localStorage = { getItem: (key) => (noted.has(key) ? "1" : null), setItem: (key) => void noted.add(key) };
  t.after(() => delete globalThis.localStorage);
  const factory = new Database();
  const memory = new Memory("table", 1, { factory });
  await memory.change((all) => all.acts.push(["sit", ""]));
  (await memory.db).closing = true;
  let changed = false;
  void memory.change((all) => all.acts.push(["throw", ""])).then(() => (changed = true));
  await new Promise(setImmediate);
  assert.ok(!changed && memory.kept && noted.size === 0, "nothing may be sent, and nothing is lost");
  assert.equal(await memory.unfinished(), 0);
  assert.equal(await new Memory("table", 1, { factory }).change((all) => all.since), 1, "the next page goes on");
});

test("a browser that closes the database of a page that lives on opens it again, once", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const factory = new Database();
  const memory = new Memory("table", 1, { factory });
  const acts = (kind) => memory.change((all) => all.acts.push([kind, ""]));
  const later = passing(t);
  await acts("sit");
  (await memory.db).closing = true;
  assert.equal(await later(acts("throw")), 2);
  assert.ok(memory.kept && memory.all.acts.length === 2);

  // If it has lost what was stored, nothing is guaranteed.
  (await memory.db).closing = true;
  for (const store of Object.values(factory.stores)) store.clear();
  await later(acts("move"));
  assert.ok(!memory.kept && memory.all.since === 0);
  assert.equal(memory.all.acts.length, 3, "the page itself still knows it");
});

test("a change during which the connection to the database is lost is made once, whether it was stored or not", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const later = passing(t);
  for (const lost of ["before", "after"]) {
    const factory = new Database();
    const memory = new Memory("table", 1, { factory });
    const acts = (kind) => memory.change((all) => all.acts.push([kind, ""]));
    await acts("sit");
    factory.lost = lost;
    const both = [acts("throw"), acts("move")];
    await new Promise(setImmediate);
    factory.lost = "";
    await later(Promise.all(both));
    assert.ok(memory.kept, lost);
    assert.deepEqual(memory.all.acts.map(([kind]) => kind).sort(), ["move", "sit", "throw"], lost);
    const next = new Memory("table", 1, { factory });
    assert.deepEqual(await next.change((all) => all.acts), memory.all.acts, lost);

    // If what comes back is older than what was stored, nothing is guaranteed.
    const older = { ...factory.stores };
    await acts("resign");
    factory.lost = lost;
    const last = acts("stand");
    await new Promise(setImmediate);
    factory.lost = "";
    Object.assign(factory.stores, older);
    await later(last);
    assert.ok(!memory.kept && memory.all.since === 0, lost);
  }
});

test("something in one's name between sitting down and the first look is found, unless another device was used", async (t) => {
  clock(t);
  for (const [least, code] of [
    [1, "memory-act"],
    [9, undefined],
  ]) {
    const g = new Log();
    g.sit(2);
    const factory = new Database();
    const { dice } = await sitting(g.table, { since: 1, factory });
    g.sit(1);
    g.part(1, { dice });
    g.part(1, {});
    const tab = new Tab(t, g, factory);
    tab.memory.least = least;
    await tab.look();
    assert.equal(tab.device.fault?.code, code);
  }
});

test("two tabs have one chain, and send the same", async (t) => {
  clock(t);
  const g = table();
  const factory = new Database();
  const [a, b] = [new Tab(t, g, factory), new Tab(t, g, factory)];
  await a.look();
  await b.look();
  assert.deepEqual(a.all("take-part")[0].dice, b.all("take-part")[0].dice);
  assert.equal(a.all("take-part")[0].key, b.all("take-part")[0].key);
  g.part(1, { dice: a.all("take-part")[0].dice });
  for (const tab of [a, b]) await tab.look();
  g.ask(2);
  const [one] = await a.look();
  const [other] = await b.look();
  assert.deepEqual(one, other);
  g.throw({ given: { 1: one.link } });
  // One tab presses, and the other opens as well.
  for (const tab of [a, b]) await tab.look();
  await a.press();
  g.ask(1);
  g.ready();
  assert.equal((await b.look(links(g)))[0].kind, "link");
  assert.equal((await a.look(links(g)))[0].kind, "link");
  assert.equal(a.memory.all.opened.length, 2);
  for (const tab of [a, b]) assert.equal(tab.device.fault, null, "what the other tab did is no lie");
});

test("two tabs that are shown two logs: only one of them opens", async (t) => {
  clock(t);
  const g = table();
  const factory = new Database();
  const a = new Tab(t, g, factory);
  await a.join();
  const other = g.fork();
  const b = new Tab(t, other, factory);
  await b.look();
  g.ask(2);
  assert.equal((await a.look())[0].kind, "link");
  other.put("chat", 2, { text: "x" });
  other.ask(2);
  assert.deepEqual(
    (await b.look()).filter((x) => x.kind === "link"),
    [],
  );
  assert.equal(b.device.fault?.code, "memory-story");
  assert.equal(b.memory.all.opened.length, 1);
  assert.deepEqual(b.memory.all.heads.at(-1), [g.events.length, g.head()], "what was shown first is the evidence");
});

test("re-binding: no second link for the same throw, whatever the server says it lost", async (t) => {
  clock(t);
  const g = table();
  const factory = new Database();
  const a = new Tab(t, g, factory);
  await a.join();
  const before = g.fork();
  g.ask(2);
  await a.look();
  // The log before the ask, another ask with the same numbers, and a restored backup as excuse.
  const forged = before.fork();
  forged.ask(2, { who: [1] });
  const b = new Tab(t, forged, factory);
  await b.look();
  assert.equal(b.device.fault?.code, "memory-story");
  assert.equal(b.all("link").length, 0);
  const late = before.fork();
  late.ask(2, { who: [1] });
  late.void("restart");
  late.server({ epoch: 2 });
  late.ask(2);
  const c = new Tab(t, late, factory);
  await c.look();
  assert.deepEqual([c.device.fault?.code, c.all("link").length], ["memory-story", 0]);
  // After a true rise of the epoch it opens the next link, and the lost result is counted.
  const back = before.fork();
  back.server({ epoch: 2 });
  back.ask(2, { next: { 1: 2 } });
  const d = new Tab(t, back, factory);
  const [sent] = (await d.look()).filter((x) => x.kind === "link");
  assert.ok(sent);
  assert.equal(d.device.fault, null);
  assert.equal(countsOf(d.log, d.memory.all).discarded.length, 1);
  assert.deepEqual(
    d.memory.all.opened.map((o) => o.link),
    [1, 2],
  );
  // And there is no way back to the log before.
  const e = new Tab(t, g, factory);
  await e.look();
  assert.ok(e.device.fault || e.device.stale);
  assert.equal(e.all("link").length, 0);
});

test("a server that went back asks for a link that was opened: refused", async (t) => {
  clock(t);
  const g = table();
  const factory = new Database();
  const a = new Tab(t, g, factory);
  await a.join();
  const before = g.fork();
  await a.press();
  g.ask(1);
  g.ready();
  await a.look(links(g));
  const back = before.fork();
  back.server({ epoch: 7 });
  back.ask(1, { by: 0 });
  const b = new Tab(t, back, factory);
  await b.look(links(back));
  assert.ok(!b.device.unpressed, "the press was for this throw in this position");
  assert.deepEqual(b.memory.all.back, [before.events.length]);
  assert.equal(b.all("link").length, 0, "link 1 is known");
  back.void("silent", { person: 1, from: [2] });
  back.ask(1, { by: 0, next: { 1: b.sent.findLast((x) => x.kind === "here")?.next ?? 2 } });
  const sent = await b.look(links(back));
  assert.equal(sent.filter((x) => x.kind === "link").length, 1);
  assert.equal(b.device.fault, null, "its own silence is no lie");
});

test("a log that has less than was shown is waited for", async (t) => {
  clock(t);
  const g = table();
  const factory = new Database();
  const a = new Tab(t, g, factory);
  await a.join();
  const stale = g.fork();
  g.put("chat", 2, { text: "x" });
  await a.look();
  const b = new Tab(t, stale, factory);
  await b.look();
  assert.deepEqual([b.device.stale, b.device.fault, b.sent], [true, null, []]);
  stale.events.push(structuredClone(g.events.at(-1)));
  await b.look();
  assert.deepEqual([b.device.stale, b.device.fault], [false, null]);
});

test("a device opens by the log alone", async (t) => {
  clock(t);
  const g = table();
  const tab = new Tab(t, g);
  await tab.join();
  const sends = async (view) => (await tab.look(view)).filter((x) => x.kind === "link").length;
  assert.equal(
    await sends({ dice: { due: "one", method: "", part: [], ask: { number: 1, attempt: 1, seat: "S2", who: [1] } } }),
    0,
    "an ask that only the view has",
  );
  // Its owner did not press.
  g.ask(1, { by: 0 });
  g.ready();
  assert.equal(await sends(links(g)), 0);
  assert.ok(tab.device.unpressed);
  await tab.look();
  await tab.press();
  // Links of others that are missing, chosen, or spelled otherwise.
  const good = g.parts([2])[0].link;
  for (const link of [undefined, secret("chosen"), good.toUpperCase(), chainOf("person 2 1", 64).open(2)])
    assert.equal(await sends(links(g, { links: link ? [{ person: 2, link }] : [] })), 0);
  assert.equal(tab.memory.all.opened.length, 0);
  assert.equal(await sends(links(g)), 1);
  assert.equal(tab.device.fault, null);
});

test("asks that a device refuses", async (t) => {
  clock(t);
  const setup = async () => {
    const g = table();
    const tab = new Tab(t, g);
    const dice = await tab.join();
    return { g, tab, dice, open: (all = structuredClone(tab.memory.all)) => opening(all, tab.follow(), [], tab.memory) };
  };
  let { g, tab, open } = await setup();
  g.ask(2, { who: [2] });
  assert.equal(open().refuses, "not-asked");
  assert.deepEqual(await tab.look(), []);
  ({ g, tab, open } = await setup());
  g.ask(2);
  const lost = structuredClone(tab.memory.all);
  lost.chains[0].secret = undefined;
  assert.equal(open(lost).refuses, "lost");
  const used = structuredClone(tab.memory.all);
  used.opened.push({ epoch: 0, number: 1, attempt: 1, head: "", event: 1, commitment: used.chains[0].commitment, link: 1, others: [] });
  assert.equal(open(used).refuses, "used");
  const twice = structuredClone(tab.memory.all);
  twice.opened.push({ epoch: 1, number: 1, attempt: 1, head: "other", event: 1, commitment: "c", link: 1, others: [] });
  assert.equal(open(twice).refuses, "two-logs");
  assert.ok(open().link);
  // A log with a fault gets nothing.
  ({ g, tab } = await setup());
  g.ask(2, { body: { number: 2 } });
  await tab.look();
  assert.equal(tab.all("link").length, 0);
  assert.equal(tab.log.fault?.code, "ask");
});

test("an ask that is withheld, and then called silent, opens nothing and costs nothing", async (t) => {
  clock(t);
  const g = table();
  const tab = new Tab(t, g);
  const dice = await tab.join();
  g.ask(2);
  g.void("silent", { person: 1, from: [2] });
  g.ask(2, { by: 0 });
  const [{ link }] = await tab.look();
  assert.equal(linkBefore(linkBefore(link)), dice.commitment, "the first number is used up");
  g.throw({ given: { 1: link } });
  await tab.look();
  assert.deepEqual([tab.device.fault, countsOf(tab.log, tab.memory.all)], [null, none]);
});

test("storage that was cleared: a new chain, in the middle of an ask too", async (t) => {
  clock(t);
  const g = table();
  const tab = new Tab(t, g);
  const old = await tab.join();
  g.ask(2);
  const [{ link }] = await tab.look();
  const fresh = new Tab(t, g);
  await fresh.look();
  const { dice } = fresh.all("take-part")[0];
  assert.notEqual(dice.commitment, old.commitment);
  g.void("take-part", { person: 1, from: [2] });
  g.part(1, { dice });
  g.ask(2, { by: 0 });
  const [again] = (await fresh.look()).filter((a) => a.kind === "link");
  assert.notEqual(again.link, link);
  assert.equal(linkBefore(again.link), dice.commitment);
  g.throw({ given: { 1: again.link } });
  await fresh.look();
  const { discarded, without } = countsOf(fresh.log, fresh.memory.all);
  assert.deepEqual([fresh.device.fault, discarded.length, without], [null, 1, 0], "a link may have been opened that it does not know of");
});

test("a storage that went back: the chain that was opened further is given up", async (t) => {
  clock(t);
  const g = table();
  const tab = new Tab(t, g);
  const old = await tab.join();
  const stores = structuredClone(tab.factory.stores);
  g.ask(2);
  const [{ link }] = await tab.look();
  g.throw({ given: { 1: link } });
  const restored = new Database();
  Object.assign(restored.stores, stores);
  const again = new Tab(t, g, restored);
  await again.look();
  assert.equal(again.device.fault, null, "it forgot, and nobody lied");
  assert.equal(countsOf(again.log, again.memory.all).without, 1);
  const { dice } = again.all("take-part")[0];
  assert.notEqual(dice.commitment, old.commitment);
  g.ask(2);
  assert.deepEqual(
    (await again.look()).filter((a) => a.kind === "link"),
    [],
  );
});

test("a device that refuses is not here, and presses without a link", async (t) => {
  clock(t);
  const g = table();
  const tab = new Tab(t, g);
  await tab.join();
  g.move(1, "not from here");
  const before = tab.all("here").length;
  await tab.look();
  assert.equal(tab.device.fault?.code, "memory-act");
  assert.equal(tab.all("here").length, before);
  assert.deepEqual(await tab.press(), { kind: "throw" });
  g.ask(1);
  assert.deepEqual(await tab.look(), []);
  assert.deepEqual(await tab.press(), { kind: "throw" }, "whatever the log says is open");
});

test("a press is for one throw in one position", async (t) => {
  clock(t);
  const g = table();
  const tab = new Tab(t, g);
  await tab.join();
  await tab.press();
  g.move(2); // what the owner saw is no longer so
  g.ask(1);
  g.ready();
  assert.deepEqual(
    (await tab.look(links(g))).filter((a) => a.kind === "link"),
    [],
  );
  assert.ok(tab.device.unpressed);
  assert.equal(await tab.press(), null);
  assert.equal(tab.all("link").length, 1);
});

test("a browser without storage plays for as long as the page lives", async (t) => {
  const pass = clock(t);
  for (const factory of [null, Object.assign(new Database(), { broken: true })]) {
    const g = table();
    const tab = new Tab(t, g, factory);
    await tab.join();
    assert.equal(tab.memory.kept, false);
    g.ask(2);
    const [{ link }] = await tab.look();
    g.throw({ given: { 1: link } });
    await tab.look();
    assert.equal(report(tab.log, tab.memory.exported(tab.log.seq)).verdict, "not-guaranteed", "a reload would forget what was opened");
    g.put("resign", 1, { chair: 1 }); // perhaps from another tab, of which this one knows nothing
    await tab.look();
    assert.equal(tab.device.fault, null);
    // Another tab declares its own chain: this one does not take it back until its owner acts here.
    g.part(1);
    await tab.look();
    await pass(tab, 60_000);
    assert.equal(tab.all("take-part").length, 1);
    await tab.device.note("move", "x");
    await tab.look();
    assert.equal(tab.all("take-part").length, 2);
  }
});

test("storage that fails later: nothing more is opened of the old chain", async (t) => {
  const pass = clock(t);
  const g = table();
  const factory = new Database();
  const tab = new Tab(t, g, factory);
  const old = await tab.join();
  factory.full = true;
  g.ask(2);
  assert.deepEqual(
    (await tab.look()).filter((a) => a.kind === "link"),
    [],
  );
  await pass(tab, 20_000);
  const { dice } = tab.all("take-part").at(-1);
  assert.notEqual(dice.commitment, old.commitment);
  g.void("take-part", { person: 1, from: [2] });
  g.part(1, { dice });
  g.ask(2, { by: 0 });
  assert.equal((await tab.look()).filter((a) => a.kind === "link").length, 1);
});

test("storage that fails for a while: what was done meanwhile is no lie, and nothing is guaranteed", async (t) => {
  const pass = clock(t);
  const notes = new Map();
  globalThis.localStorage = { getItem: (k) => notes.get(k) ?? null, setItem: (k, v) => void notes.set(k, v) };
  t.after(() => delete globalThis.localStorage);
  const g = table();
  const factory = new Database();
  const tab = new Tab(t, g, factory);
  await tab.join();
  factory.full = true;
  await tab.device.note("move", "enter");
  g.move(1, "enter");
  await tab.look();
  await pass(tab, 20_000);
  g.part(1, { dice: tab.all("take-part").at(-1).dice });
  await tab.look();
  factory.full = false;
  const again = new Tab(t, g, factory);
  await again.join();
  assert.equal(again.device.fault, null);
  g.ask(2);
  const { link } = (await again.look()).find((a) => a.kind === "link");
  g.throw({ given: { 1: link } });
  await again.look();
  assert.equal(again.device.fault, null);
  const { verdict, discarded, without } = report(again.log, again.memory.exported(again.log.seq));
  assert.deepEqual([verdict, discarded, without], ["not-guaranteed", 0, 1], "the first move was made by a throw from before the table");
});

test("what is opened is on the disk before it is sent", async (t) => {
  clock(t);
  const g = table();
  const factory = new Database();
  const tab = new Tab(t, g, factory);
  await tab.join();
  g.put("chat", 2, { text: "x" });
  await tab.look();
  assert.equal(factory.writes.at(-1), "relaxed", "a head alone can be shown again");
  g.ask(2);
  await tab.look();
  assert.equal(factory.writes.at(-1), "strict");
  await tab.press();
  assert.ok(factory.writes.slice(-2).includes("strict"));
});

test("a press is remembered before it is sent, and so is every other act of the owner", async (t) => {
  clock(t);
  const g = table();
  const tab = new Tab(t, g);
  await tab.join();
  await tab.press();
  await tab.device.note("move", "5:12>17");
  await tab.device.note("resign");
  assert.deepEqual(tab.memory.all.pressed, [{ number: 1, line: g.events.at(-1).line }]);
  assert.deepEqual(tab.memory.all.acts, [
    ["take-part", ""],
    ["ask", ""],
    ["move", "5:12>17"],
    ["resign", ""],
  ]);
  g.thrown(1, { who: [2] }); // a device that was left out
  g.move(1, "5:12>17");
  await tab.look();
  assert.equal(tab.device.fault, null);
  assert.equal(countsOf(tab.log, tab.memory.all).without, 1);
  g.move(1, "5:12>17");
  await tab.look();
  assert.equal(tab.device.fault?.code, "memory-act");
});

test("the chairs come back from another device, and what was done there is no lie", async (t) => {
  clock(t);
  const g = table();
  const factory = new Database();
  const tab = new Tab(t, g, factory);
  const old = await tab.join();
  await tab.device.note("carry");
  g.put("carry", 1);
  g.put("claim", 1, { person: 1 });
  g.move(1, "elsewhere");
  g.put("claim", 1, { person: 1 });
  const again = new Tab(t, g, factory);
  await again.look();
  assert.equal(again.device.fault, null);
  const { dice } = again.all("take-part")[0];
  assert.notEqual(dice.commitment, old.commitment, "a claim ends the chain");
  g.part(1, { dice });
  g.move(1, "not from here");
  await again.look();
  assert.equal(again.device.fault?.code, "memory-act");
});

test("the chairs come from another device twice, because a backup does not know of the first time", async (t) => {
  clock(t);
  const g = table();
  const back = g.fork();
  g.put("claim", 1, { person: 1 });
  const factory = new Database();
  const tab = new Tab(t, g, factory);
  await tab.join();
  await tab.device.note("move", "enter");
  g.move(1, "enter");
  await tab.look();
  back.server({ epoch: 7 });
  back.part(1); // on the other device
  for (let i = 0; i < 4; i++) back.move(1, "elsewhere");
  back.put("claim", 1, { person: 1 });
  const again = new Tab(t, back, factory);
  await again.join();
  assert.equal(again.device.fault, null);
  assert.deepEqual(again.memory.all.back, [5]);
  assert.equal(report(again.log, again.memory.exported(again.log.seq)).fault, null);
  back.move(1, "enter");
  await again.look();
  assert.equal(again.device.fault?.code, "memory-act", "what it did in the log that is lost does not count");
});

test("a new chain before the old one ends, and not in the middle of an ask", async (t) => {
  const pass = clock(t);
  const g = table();
  const tab = new Tab(t, g);
  await tab.join();
  g.ask(2, { next: { 1: 4082 } });
  const [sent] = await tab.look();
  assert.equal(sent.kind, "link");
  assert.equal(tab.all("take-part").length, 1);
  g.throw({ given: { 1: sent.link } });
  await pass(tab, 20_000);
  await tab.look();
  await pass(tab, 20_000);
  assert.equal(new Set(tab.all("take-part").map((a) => a.dice.commitment)).size, 2);
  assert.equal(nextOf(tab.memory.all, tab.log), 4083);
});

test("a chain that is refused is offered again, more and more seldom", async (t) => {
  const pass = clock(t);
  const g = table();
  const tab = new Tab(t, g);
  tab.refuses = "limited-by-table";
  await tab.look();
  const wait = async (ms) => {
    await pass(tab, ms);
    return tab.all("take-part").length;
  };
  assert.deepEqual([await wait(0), await wait(10_000), await wait(12_000), await wait(20_000), await wait(30_000)], [1, 1, 2, 2, 3]);
  assert.equal(new Set(tab.all("take-part").map((a) => a.dice.commitment)).size, 1);
});

test("here: once for each throw that is due, then every ten seconds, and not by a hidden page", async (t) => {
  const pass = clock(t);
  globalThis.document = { visibilityState: "visible" };
  t.after(() => delete globalThis.document);
  const g = table();
  const tab = new Tab(t, g);
  await tab.join();
  g.put("chat", 2, { text: "x" });
  await tab.look();
  assert.equal(tab.all("here").length, 1);
  const wait = async (ms) => {
    await pass(tab, ms);
    return tab.all("here").length;
  };
  assert.deepEqual([await wait(5000), await wait(5001), await wait(10_001)], [1, 2, 3]);
  g.ask(2);
  const link = (await tab.look()).find((a) => a.kind === "link").link;
  g.throw({ given: { 1: link } });
  await tab.look({ dice: { method: "", part: [] } }); // a move is due
  assert.equal(tab.all("here").length, 3);
  g.move(2);
  await tab.look();
  assert.deepEqual(
    tab.all("here").map((a) => a.next),
    [1, 1, 1, 2],
  );
  document.visibilityState = "hidden";
  tab.device.leave();
  await tab.rests();
  assert.equal(tab.sent.at(-1).kind, "away");
  await wait(30_000);
  assert.equal(tab.all("here").length, 4);
  document.visibilityState = "visible";
  await tab.device.run();
  await tab.rests();
  assert.equal(tab.all("here").length, 5);
});

test("while it is not certain that the page has the server's log, nothing is stored or sent", async (t) => {
  clock(t);
  const g = table();
  const tab = new Tab(t, g);
  await tab.join();
  const heads = tab.memory.all.heads.length;
  tab.device.held = true;
  g.ask(2);
  assert.deepEqual(await tab.look(), []);
  assert.equal(tab.memory.all.heads.length, heads);
  tab.device.held = false;
  assert.equal((await tab.look())[0].kind, "link");
});

test("who does not play sends nothing", async (t) => {
  clock(t);
  for (const more of [
    { you: { person: 1 } },
    { status: "over" },
    { dice: { method: "", part: [] } },
    { chairs: [{ seats: ["S1"], bot: "greedy" }, { seats: ["S2"] }] },
  ]) {
    const tab = new Tab(t, table());
    await tab.look(more);
    assert.deepEqual(tab.sent, [], JSON.stringify(more));
  }
});

test("only what is new is stored, and another tab's part is read", async () => {
  const factory = new Database();
  const [a, b] = [new Memory("table", 1, { factory }), new Memory("table", 1, { factory })];
  const head = (n) => [n, secret("head " + n)];
  await a.change((all) => void all.heads.push(head(1), head(2), head(3)));
  await b.change((all) => void all.heads.push(head(4)));
  await a.change((all) => void all.heads.push(head(5)));
  assert.deepEqual(
    a.all.heads.map(([n]) => n),
    [1, 2, 3, 4, 5],
  );
  await b.change((all) => void (all.heads = [...all.heads.slice(0, 2), head(6)]));
  assert.deepEqual(
    [...factory.stores.heads.values()].map(([n]) => n),
    [1, 2, 6],
  );
  await a.change(() => {});
  assert.deepEqual(
    a.all.heads.map(([n]) => n),
    [1, 2, 6],
  );
  // What was given up did not happen.
  await assert.rejects(
    a.change((all) => {
      all.heads.push(head(7));
      throw new TypeError("a mistake");
    }),
    TypeError,
  );
  assert.deepEqual(
    a.all.heads.map(([n]) => n),
    [1, 2, 6],
  );
  assert.ok(a.kept, "a mistake is not a fault of the storage");
});

test("a memory is bounded by whole tables, and games without an end are counted", async () => {
  const factory = new Database();
  const m = new Memory("table", 1, { factory });
  await m.change((all) => void all.heads.push([1, secret("h")]));
  const opened = [{ epoch: 1, number: 1, attempt: 1, head: "h", event: 1, commitment: "c", link: 1, others: [] }];
  let now = 1;
  const real = Date.now;
  Date.now = () => now++;
  try {
    for (let i = 0; i < 50; i++)
      await new Memory("table" + i, 1, { factory, remote: i !== 7 }).change(
        (all) => void Object.assign(all, { opened: i % 2 ? opened : [], over: i > 40 }),
      );
  } finally {
    Date.now = real;
  }
  assert.equal(factory.stores.tables.size, most.tables);
  assert.ok(factory.stores.tables.has("table49") && !factory.stores.tables.has("table3"));
  const left = [...factory.stores.tables.keys()];
  for (const store of ["heads", "opened"])
    assert.ok(
      [...factory.stores[store].keys()].every((k) => left.includes(k.split("/")[0])),
      store,
    );
  assert.equal(await m.unfinished(), 19, "of the odd ones up to 40, without the one on this device");
  // As another person it uses no secret again and knows no acts, but what it opened still counts.
  const before = new Memory("table49", 1, { factory });
  await before.change((all) => {
    before.fresh(all);
    all.heads.push([1, "a head"]);
    all.acts.push(["ask", ""]);
  });
  assert.ok(before.all.opened.length);
  const other = new Memory("table49", 2, { factory, since: 7 });
  await other.change(() => {});
  assert.deepEqual([other.all.person, other.all.since, other.all.acts], [2, 7, []]);
  assert.deepEqual([other.all.opened, other.all.heads], [before.all.opened, before.all.heads]);
  assert.ok(other.all.chains.length && other.all.chains.every((c) => !c.secret));
});

test("a table is not forgotten in favour of those that a clock noted which was ahead", async (t) => {
  const factory = new Database();
  const right = Date.now();
  const now = t.mock.method(Date, "now", () => right + 365 * 864e5);
  const acts = (id) => new Memory(id, 1, { factory }).change((all) => all.acts.push(["sit", ""]));
  for (let i = 0; i < most.tables; i++) await acts("table" + i);
  now.mock.mockImplementation(() => right);
  await acts("first");
  now.mock.mockImplementation(() => right + 1);
  await acts("second");
  assert.deepEqual([await acts("first"), await acts("second")], [2, 2]);
  assert.equal(factory.stores.tables.size, most.tables);
  now.mock.mockImplementation(() => right - 365 * 864e5);
  await acts("third");
  assert.equal(await acts("third"), 2, "and now it is behind");
});

test("keys are the same for the same, and rules are applied to what is stored", () => {
  assert.match(keyOf("a", 1), /^[0-9a-f]{32}$/);
  const g = table();
  const page = new Page(g);
  const { all } = new Memory("table", 1, { since: g.events.length + 1, factory: null });
  assert.deepEqual(settle(all, page.log), { fault: null, stale: false });
  assert.equal(all.heads.length, g.events.length);
  assert.equal(all.epoch, 1);
});
