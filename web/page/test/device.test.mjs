// What a device remembers, and what it sends by itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, keyOf, owed, ready } from "../js/device.js";
import { Memory, most } from "../js/memory.js";
import { linkBefore } from "../js/sha256.js";
import { Verifier } from "../js/verifier.js";
import { Log, secret } from "./log.mjs";
import { Store } from "./store.mjs";

const server = secret("server");

test("a memory is written before it is used, and is found again", () => {
  const store = new Store();
  const a = new Memory("table", 1, store);
  const chain = a.pledge(1, server, 3);
  const stored = JSON.parse(store.getItem("parlour.dice.table"));
  assert.deepEqual(stored.rounds[1], { commitment: server, epoch: 3, pledge: chain.commitment, links: 512, opened: 0, asked: [] });
  const nonce = a.reveal(1, 9, secret("head"));
  assert.equal(linkBefore(nonce), chain.commitment);
  assert.equal(JSON.parse(store.getItem("parlour.dice.table")).rounds[1].opened, 1);
  const own = a.own(1, 7, 1);
  assert.equal(linkBefore(own), nonce);
  assert.deepEqual(JSON.parse(store.getItem("parlour.dice.table")).rounds[1].asked, [7]);
  // Another tab, or the page opened again, has the same secrets.
  const b = new Memory("table", 1, store);
  assert.equal(b.own(1, 7, 1), own);
  assert.ok(b.holds(1));
  assert.equal(b.own(1, 7, 512), null);
  assert.equal(b.own(2, 7, 1), null);
  // Another person on the same device has none of them.
  assert.ok(!new Memory("table", 2, store).holds(1));
});

test("two tabs that begin at the same time have one secret", () => {
  const store = new Store();
  const [a, b] = [new Memory("table", 1, store), new Memory("table", 1, store)];
  assert.equal(a.pledge(1, server, 0).commitment, b.pledge(1, server, 0).commitment);
  assert.notEqual(a.pledge(2, server, 0).commitment, b.pledge(1, server, 0).commitment);
  assert.notEqual(new Memory("other", 1, store).pledge(1, server, 0).commitment, a.pledge(1, server, 0).commitment);
});

test("what is known is never mixed with anything new", () => {
  const m = new Memory("table", 1, new Store());
  const first = m.pledge(1, server, 0);
  assert.equal(m.pledge(1, server, 0).commitment, first.commitment, "the same again");
  assert.equal(m.pledge(1, secret("another"), 0), null, "another commitment for the same round");
  const head = secret("head");
  assert.ok(m.reveal(1, 5, head));
  assert.ok(m.reveal(1, 5, head), "the same again");
  assert.equal(m.reveal(1, 5, secret("other")), null, "others have pledged anew");
  assert.equal(m.pledge(1, server, 0), null, "the nonce is known");
});

test("what is exported has no secrets", () => {
  const m = new Memory("table", 1, new Store());
  m.pledge(1, server, 0);
  m.show(1, secret("one"));
  const text = JSON.stringify(m.exported());
  assert.ok(!text.includes(m.all.seed));
  assert.deepEqual(Object.keys(m.exported()), ["format", "table", "person", "rounds", "heads"]);
  assert.deepEqual(Object.keys(m.exported().rounds[1]), ["commitment", "epoch", "pledge", "links", "opened", "asked"]);
});

test("a memory is bounded: heads, rounds and tables", () => {
  const store = new Store();
  const m = new Memory("table", 1, store);
  m.pledge(1, server, 0);
  for (let seq = 1; seq <= 3000; seq++) {
    if (seq === 77) m.reveal(1, seq - 1, secret("head" + (seq - 1)));
    m.show(seq, secret("head" + seq));
  }
  const heads = m.exported().heads;
  assert.ok(heads.length <= most.heads && heads.length > most.heads / 3, heads.length + " heads");
  assert.equal(heads[0][0], 1);
  assert.equal(heads.at(-1)[0], 3000);
  assert.ok(heads.some(([n]) => n === 76), "the head before its reveal is kept");
  assert.deepEqual(heads.map(([n]) => n), heads.map(([n]) => n).sort((a, b) => a - b));
  for (let r = 2; r <= 60; r++) m.pledge(r, server, 0);
  assert.deepEqual(Object.keys(m.exported().rounds).map(Number), Array.from({ length: most.rounds }, (_, i) => 61 - most.rounds + i));
  store.setItem("parlour.settings", "{}");
  for (let i = 0; i < 50; i++) new Memory("table" + i, 1, store);
  assert.equal([...store.map.keys()].filter((k) => k.startsWith("parlour.dice.")).length, most.tables);
  assert.ok(store.getItem("parlour.settings"));
});

test("a storage that is full forgets other tables first, and one that refuses is done without", () => {
  const store = new Store(6000);
  for (let i = 0; i < 8; i++) {
    const m = new Memory("table" + i, 1, store);
    for (let seq = 1; seq <= 10; seq++) m.show(seq, secret("head" + seq));
    assert.equal(JSON.parse(store.getItem("parlour.dice.table" + i)).heads.length, 10);
  }
  const m = new Memory("table", 1, new Store(0));
  assert.ok(m.pledge(1, server, 0));
  assert.ok(m.reveal(1, 2, server));
  assert.ok(new Memory("table", 1, null).pledge(1, server, 0));
});

test("a memory that was contradicted keeps the evidence and takes part anew", () => {
  const store = new Store();
  const m = new Memory("table", 1, store);
  m.pledge(1, server, 0);
  m.show(4, secret("true"));
  m.breaks();
  m.show(9, secret("false"));
  assert.deepEqual(new Memory("table", 1, store).exported().heads, [[4, secret("true")]]);
  assert.ok(!m.holds(1));
  m.pledge(2, secret("anew"), 0);
  assert.ok(m.holds(2));
});

/** A view of a table with two chairs, of which person 1 has the first. */
const view = (dice = {}, more = {}) => ({
  status: "playing", seq: 9, throws: 0, you: { person: 1, chairs: [1] }, chairs: [{}, {}],
  dice: { method: "parlour-dice-2", due: "one", round: 0, usable: false, members: [], opened: {}, part: [], ...dice }, ...more,
});
const holding = (...rounds) => ({ holds: (r) => rounds.includes(r) });
const pending = (pledged, revealed, phase = pledged.length < 2 ? "pledge" : "reveal") => ({ round: 2, people: [1, 2], pledged, revealed, phase });

test("what a device owes", () => {
  const none = holding();
  assert.deepEqual(owed(view(), none), { kind: "take-part" });
  assert.equal(owed(view({ part: [1] }), none), null);
  assert.equal(owed(view({ due: "" }), none), null, "a game without dice");
  assert.deepEqual(owed(view({ due: "" }, { throws: 3 }), none), { kind: "take-part" });
  assert.equal(owed(view({}, { you: {} }), none), null, "who looks on");
  assert.equal(owed(view({}, { status: "over" }), none), null);
  assert.equal(owed(view({}, { chairs: [{ bot: "greedy" }, {}] }), none), null, "a bot stands in");
  assert.deepEqual(owed(view({ part: [1], pending: pending([2], []) }), none), { kind: "pledge", round: 2 });
  assert.equal(owed(view({ part: [1], pending: pending([1], []) }), none), null);
  assert.deepEqual(owed(view({ part: [1], pending: pending([1, 2], [2]) }), none), { kind: "reveal", round: 2 });
  assert.equal(owed(view({ part: [1], pending: pending([1, 2], [1]) }), none), null);
  // Its secrets are gone: it asks again, which closes the round; then it waits.
  assert.deepEqual(owed(view({ part: [1], round: 1, usable: true, members: [1, 2] }), none), { kind: "take-part" });
  assert.equal(owed(view({ part: [1], round: 1, usable: false, members: [1, 2] }), none), null);
  assert.equal(owed(view({ part: [1], round: 1, usable: true, members: [1, 2] }), holding(1)), null);
});

test("when a throw can be asked for", () => {
  const force = { round: 1, usable: true, members: [1, 2] };
  assert.ok(ready(view(force), holding(1), 0));
  assert.ok(!ready(view({ ...force, usable: false }), holding(1), 0));
  assert.ok(!ready(view(force), holding(), 0), "it is a member without its secrets");
  assert.ok(ready(view({ ...force, members: [2] }), null, 0), "it is no member");
  assert.ok(!ready(view({ ...force, pending: pending([], []) }), holding(1), 100), "a round is about to be complete");
  assert.ok(ready(view({ ...force, pending: pending([1], []) }), holding(1), 5000), "somebody does not answer");
  assert.ok(!ready(view({ ...force, pending: pending([1, 2], []) }), holding(1), 5000), "a link opened now may be lost");
});

/** Lets a device talk to a table that does what it says. */
function talk(t, person, store) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const log = new Log();
  log.sit(1);
  log.sit(2);
  const sent = [];
  t.mock.method(globalThis, "fetch", async (path, request) => {
    const body = request?.body ? JSON.parse(request.body) : {};
    if (path !== "/api/token") sent.push(body);
    return new Response(JSON.stringify({ seq: 1 }));
  });
  const device = new Device("table", () => {});
  device.memory = new Memory("table", person, store);
  const verifier = new Verifier("table", { memory: device.memory.seen, live: true });
  let at = 0;
  const look = async (v) => {
    for (; at < log.events.length; at++) {
      verifier.add(log.events[at]);
      device.see(log.events[at], verifier.story.head);
    }
    assert.equal(verifier.fault, null);
    device.memory.show(verifier.seq, verifier.story.head);
    device.look({ ...v, you: { person, chairs: [person] } });
    while (device.busy) await new Promise((ok) => setImmediate(ok));
    return sent.at(-1);
  };
  return { log, device, verifier, sent, look };
}

test("a device takes part by itself, from the first question to its own throw", async (t) => {
  const { log, device, verifier, sent, look } = talk(t, 1, new Store());
  assert.equal((await look(view())).kind, "take-part");
  await look(view());
  assert.equal(sent.length, 1, "it asks once");
  t.mock.timers.tick(60_000); // it does not hurry, whatever the timers say
  assert.equal(sent.length, 1);
  log.part(1);
  log.part(2);
  log.begin([1, 2]);
  const pledge = await look(view({ part: [1, 2], pending: { round: 1, people: [1, 2], pledged: [], revealed: [], phase: "pledge" } }));
  assert.equal(pledge.kind, "pledge");
  log.pledge(1, { body: { dice: pledge.dice } });
  log.pledge(2);
  const reveal = await look(view({ part: [1, 2], pending: { round: 1, people: [1, 2], pledged: [1, 2], revealed: [], phase: "reveal" } }));
  assert.deepEqual([reveal.kind, linkBefore(reveal.link)], ["reveal", pledge.dice.commitment]);
  assert.deepEqual(device.memory.exported().heads.at(-1), [verifier.seq, verifier.story.head], "the log at that point");
  log.reveal(1, { body: { link: reveal.link } });
  log.reveal(2);
  await look(view({ part: [1, 2], round: 1, usable: true, members: [1, 2], opened: { 1: 1, 2: 1 } }));
  assert.equal(sent.length, 3);
  assert.ok(device.ready);
  const thrown = device.throw();
  assert.equal(linkBefore(thrown.own), reveal.link);
  assert.deepEqual(device.throw(), thrown, "the same when it is sent again");
  assert.deepEqual(device.memory.seen.rounds[1].asked, [1]);
});

test("a device reveals nothing before it has seen every pledge, its own among them", async (t) => {
  const { log, sent, look } = talk(t, 1, new Store());
  log.part(1);
  log.part(2);
  log.begin([1, 2]);
  const { dice } = await look(view({ part: [1, 2], pending: { round: 1, people: [1, 2], pledged: [], revealed: [], phase: "pledge" } }));
  const shown = view({ part: [1, 2], pending: { round: 1, people: [1, 2], pledged: [1, 2], revealed: [], phase: "reveal" } });
  log.pledge(2);
  assert.equal((await look(shown)).kind, "pledge", "its own pledge is not in the log");
  log.pledge(1, { body: { dice } });
  assert.equal((await look(shown)).kind, "reveal");
  assert.equal(sent.length, 2);
});

test("a device does not reveal for a pledge that is not its own", async (t) => {
  const { log, device, look } = talk(t, 1, new Store());
  log.part(1);
  log.begin([1]);
  await look(view({ part: [1], pending: { round: 1, people: [1], pledged: [], revealed: [], phase: "pledge" } }));
  const e = log.pledge(1); // swapped
  device.see(e, secret("head"));
  device.look(view({ part: [1], pending: { round: 1, people: [1], pledged: [1], revealed: [], phase: "reveal" } }));
  assert.equal(device.busy, false);
  assert.equal(device.memory.seen.rounds[1].opened, 0);
});

test("two tabs of a browser send the same", async (t) => {
  const store = new Store();
  const shown = view({ part: [1], pending: { round: 1, people: [1], pledged: [], revealed: [], phase: "pledge" } });
  const keys = [];
  for (let tab = 0; tab < 2; tab++) {
    const { log, look } = talk(t, 1, store);
    log.part(1);
    log.begin([1]);
    keys.push((await look(shown)).key);
    t.mock.restoreAll();
    t.mock.timers.reset();
  }
  assert.equal(keys[0], keys[1]);
  assert.match(keyOf("a", 1), /^[0-9a-f]{32}$/);
});

test("a device opens its secrets by the log, whatever a view says", async (t) => {
  const { log, device, sent, look } = talk(t, 1, new Store());
  log.part(1);
  log.part(2);
  log.begin([1, 2]);
  const pledge = await look(view({ part: [1, 2], pending: { round: 1, people: [1, 2], pledged: [], revealed: [], phase: "pledge" } }));
  log.pledge(1, { body: { dice: pledge.dice } });
  // Whoever pledges after the nonce is known can choose the throws.
  await look(view({ part: [1], pending: { round: 1, people: [1], pledged: [1], revealed: [], phase: "reveal" } }));
  assert.deepEqual(sent.map((a) => a.kind), ["pledge"], "person 2 has not pledged");
  assert.equal(device.memory.seen.rounds[1].opened, 0);
  log.pledge(2);
  const reveal = await look(view({ part: [1, 2], pending: { round: 1, people: [1, 2], pledged: [1, 2], revealed: [], phase: "reveal" } }));
  log.reveal(1, { body: { link: reveal.link } });
  log.reveal(2);
  // A late link tells all those before it, and so every throw of this device.
  await look(view({ part: [1, 2], round: 1, usable: true, members: [1, 2], opened: { 1: 500, 2: 1 } }, { throws: 40 }));
  assert.equal(linkBefore(device.throw().own), reveal.link);
  assert.deepEqual(device.memory.seen.rounds[1].asked, [1]);
  assert.equal(device.memory.own(1, 1, 500), null, "the log has opened more than the device");
});
