// The page's verifier against honest logs and against every attack that is known.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Chain, newSecret } from "../js/chain.js";
import { messageOf, numberOf, throwOf, weightOf } from "../js/fair.js";
import { fromHex, hmac, linkBefore, sha256, toHex } from "../js/sha256.js";
import { Story, bencode, codeOf } from "../js/story.js";
import { spans } from "../js/verifier.js";
import { Log, secret, two } from "./log.mjs";
import { verify } from "./verify.mjs";

/** Every log that was checked, and what came of it. */
const checked = [];

function check(g, seen) {
  const v = verify(g.table, g.events, seen);
  checked.push(structuredClone({ table: g.table, events: g.events, seen, report: v.report(), story: v.story.code }));
  return v;
}

/** The log holds, whatever is remembered of it. */
function holds(g, seen) {
  const v = check(g, seen);
  assert.equal(v.fault, null);
  return v;
}

/** The log does not hold, for this reason. */
function breaks(g, code, seen, event) {
  const v = check(g, seen);
  assert.equal(v.fault?.code, code, JSON.stringify(v.fault));
  if (event) assert.equal(v.fault.event, event);
  assert.match(v.fault.text, /^[A-Z“].*\.$/);
  return v;
}

test("SHA-256 and HMAC are those of Node", () => {
  for (let n = 0; n < 300; n++) {
    const data = randomBytes(n);
    const key = randomBytes(1 + (n % 90));
    assert.equal(toHex(sha256(data)), createHash("sha256").update(data).digest("hex"), "length " + n);
    assert.equal(toHex(hmac(key, data)), createHmac("sha256", key).update(data).digest("hex"), "length " + n);
  }
});

test("a chain's links follow each other, and its secret is 32 random bytes", () => {
  const c = new Chain(newSecret());
  assert.equal(c.links, 512);
  for (let k = 1; k <= 512; k++) assert.equal(linkBefore(c.open(k)), k === 1 ? c.commitment : c.open(k - 1));
  assert.throws(() => c.open(0), RangeError);
  assert.throws(() => c.open(513), RangeError);
  assert.notEqual(newSecret(), newSecret());
  assert.equal(fromHex(newSecret()).length, 32);
});

test("the position that is shown is that of the log", () => {
  const g = new Log();
  g.sit(1);
  const v = holds(g);
  v.shown({ seq: v.seq, position: "position 2" });
  v.shown({ seq: v.seq + 1, position: "position 3" }); // its event has not come yet
  assert.equal(v.fault, null);
  v.shown({ seq: v.seq, position: "position 1" });
  assert.equal(v.fault?.code, "illegal");
});

test("the number of a throw", () => {
  // The example of package fair: the server's secret is zero, the device's begins with 1.
  const server = new Chain("00".repeat(32), 16384);
  const device = new Chain("01" + "00".repeat(31));
  assert.equal(numberOf(server.open(1), messageOf("table", 1, 1, [[1, device.open(1)]], [1, device.open(2)]), 6) + 1, 6);
  // A weight for which nearly half of all words are rejected.
  const weight = 2 ** 31 + 1;
  const link = secret("link");
  const want = (message) => {
    for (let again = 0; ; again++) {
      const mac = createHmac("sha256", Buffer.from(link, "hex")).update(message + (again ? "\n" + again : "")).digest();
      for (let i = 0; i < 32; i += 4) if (mac.readUInt32BE(i) < weight) return mac.readUInt32BE(i);
    }
  };
  for (let n = 1; n < 600; n++) {
    const message = messageOf("table", 3, n, [[1, "ab"], [12, "cd"]], null);
    assert.equal(numberOf(link, message, weight), want(`parlour-dice-2\ntable\n3\n${n}\n1 ab\n12 cd`));
  }
});

test("throws for numbers", () => {
  for (const [dice, weight, distinct] of [["one", 6, 6], ["two", 36, 21], ["each", 36, 36], ["draw three-move", 156, 156], ["draw 2400", 2400, 2400]]) {
    assert.equal(weightOf(dice), weight);
    assert.equal(new Set(Array.from({ length: weight }, (_, i) => throwOf(dice, i))).size, distinct);
  }
});

test("the story code", () => {
  const e = { seq: 1, schema: 2, at: "2026-01-01T00:00:00Z", kind: "chat", by: 2, line: "p", body: { text: "é<", on: true, people: [1, -3], a: { z: "" } }, words: "no", effects: [], dice: "one" };
  assert.equal(bencode(e), "d2:at20:2026-01-01T00:00:00Z4:bodyd1:ad1:z0:e2:oni1e6:peopleli1ei-3ee4:text3:é<e2:byi2e4:kind4:chat4:line1:p6:schemai2e3:seqi1ee");
  assert.equal(bencode({ ...e, by: 0 }).includes("2:by"), false);
  const s = new Story("abc");
  const first = createHash("sha256").update("parlour-story-1\nabc").digest();
  assert.equal(s.head, first.toString("hex"));
  s.add(e);
  assert.equal(s.head, createHash("sha256").update(first).update(bencode(e)).digest("hex"));
  assert.equal(codeOf("00000000000000ff" + "0".repeat(48)), "0000 0000 0000 0255");
  assert.equal(codeOf("ffffffffffffffff" + "0".repeat(48)), "6744 0737 0955 1615");
});

test("an honest log holds, and says for whom", () => {
  const g = two(6);
  g.sit(3);
  g.part(3);
  g.round([1, 2, 3], "joined");
  g.throw(3);
  g.throw(1);
  const v = holds(g);
  assert.deepEqual(v.report().throws[0], { number: 1, event: 11, round: 1, members: [1, 2], own: 1 });
  assert.deepEqual(v.report().throws[7].members, [1, 2, 3]);
  assert.deepEqual(v.verdict(), [
    "6 throws (1–6) are guaranteed for person 1 and person 2. 3 of them nobody could know until person 1 threw. 3 of them nobody could know until person 2 threw.",
    "2 throws (7–8) are guaranteed for person 1, person 2 and person 3. 1 of them nobody could know until person 1 threw. 1 of them nobody could know until person 3 threw.",
    "1 round began with the first throw.", "1 round began because person 3 asked.",
  ]);
  for (const p of [1, 2, 3]) holds(g, g.memory(p));
  holds(g, g.copy().slice(0, 9));
});

test("bots, people who do not take part and nobody at all", () => {
  const g = new Log({ bots: ["", "greedy"] });
  g.sit(1);
  g.round([]);
  g.throw(1);
  g.throw();
  assert.deepEqual(holds(g).verdict(), ["2 throws (1–2) are guaranteed for nobody: no device took part.", "1 round began with the first throw."]);
  g.part(1);
  g.round([1], "joined");
  g.throw();
  g.throw(1);
  assert.deepEqual(holds(g).throws.map((t) => [t.members.length, t.own]), [[0, 0], [0, 0], [1, 0], [1, 1]]);
});

test("the old round goes on while the next one is prepared, until somebody reveals", () => {
  const g = two(2);
  g.sit(3);
  g.part(3);
  const old = g.force;
  g.begin([1, 2, 3], "joined");
  g.throw(1, { force: old });
  g.pledge(1);
  g.pledge(2);
  g.pledge(3);
  g.throw(2, { force: old });
  g.reveal(2);
  g.reveal(1);
  g.reveal(3);
  g.throw(3);
  assert.deepEqual(holds(g).throws.map((t) => t.round), [1, 1, 1, 1, 2]);
  for (const p of [1, 2, 3]) holds(g, g.memory(p));
});

test("every reason for a round that is true", () => {
  const g = two(2);
  g.put("stand-in", 0, { chair: 2, level: "greedy" });
  g.round([1], "closed");
  g.throw();
  g.put("return", 2, { chair: 2 });
  g.part(2);
  g.round([1, 2], "joined");
  g.epoch = 1;
  g.round([1, 2], "epoch");
  g.put("claim", 2, { person: 2 });
  g.begin([1, 2], "closed");
  g.pledge(1);
  g.begin([1], "unanswered", { out: [2] });
  g.pledge(1);
  g.reveal(1);
  for (let i = 0; i < 504; i++) g.throw(1);
  g.round([1], "low");
  g.throw(1);
  const v = holds(g);
  assert.deepEqual(v.verdict().slice(-9), [
    "504 throws (4–507) are guaranteed for person 1. 504 of them nobody could know until person 1 threw.".replace("504 throws (4–507)", "506 throws (3–508)").replace("504 of", "505 of"),
    "1 round began with the first throw.", "1 round began because the chair of person 2 changed.", "1 round began because person 2 asked.", "1 round began because the server's store was restored or moved.", "1 round began because person 2 changed the device.",
    "1 round began again because person 2 did not answer.", "1 round began because a chain ran low.", "The epoch rose once.",
  ]);
  holds(g, g.memory(1));
});

// Attacks.

test("attack: a short chain", () => {
  const g = two(0);
  g.sit(3);
  g.part(3);
  g.begin([1, 2, 3], "joined", { links: 1023 });
  breaks(g, "short-chain", null, g.events.length);
  for (const dice of [{ links: 63 }, { links: 2 ** 20 + 1 }, {}]) {
    const h = new Log();
    h.sit(1);
    h.part(1);
    h.begin([1]);
    h.pledge(1, { body: { dice: { commitment: secret("x"), ...dice } } });
    breaks(h, "short-chain");
  }
});

test("attack: a chain of one link before each throw", () => {
  // By rounds it is found. By parlour-dice-1 it always passed; it is guaranteed for nobody.
  const g = two(2);
  g.begin([], "closed", { links: 1 });
  breaks(g, "short-chain");
  const old = new Log();
  old.sit(1);
  for (let n = 1; n <= 20; n++) {
    for (let i = 0; ; i++) {
      const chain = new Chain(secret(`${n} ${i}`), 1);
      const length = old.events.length;
      old.put("commit", 0, { dice: { commitment: chain.commitment, links: 1, first: n, bots: ["a", "b"] } });
      if (old.oldThrow(chain, n, ["", "b"]).body.throw === "6") break;
      old.events.length = length;
      old.throws--;
    }
  }
  const v = holds(old);
  assert.equal(v.throws.every((t) => t.thrown === "6" && t.members.length === 0), true);
  assert.deepEqual(v.verdict(), ["20 throws (1–20) follow from published links, but a server could have chosen them: guaranteed for nobody."]);
});

test("attack: a new round without a cause", () => {
  for (const why of ["begin", "joined", "closed", "low", "epoch", "unanswered", "luck"]) {
    const g = two(3);
    g.begin([1, 2], why, why === "unanswered" ? { out: [2] } : {});
    breaks(g, "round-why");
  }
  const g = two(3);
  g.sit(3);
  g.part(3);
  g.begin([1, 2, 3], "joined");
  g.pledge(1);
  g.begin([2, 3], "unanswered", { out: [1] }); // 1 had answered
  breaks(g, "round-why");
  const h = two(3);
  h.part(2);
  h.begin([1, 2], "closed");
  holds(h);
  h.begin([1, 2], "closed"); // it was being answered
  breaks(h, "round-why");
});

test("attack: choosing between the old round and the new one after a reveal", () => {
  const g = two(3);
  g.sit(3);
  g.part(3);
  const old = g.force;
  g.begin([1, 2, 3], "joined");
  for (const p of [1, 2, 3]) g.pledge(p);
  g.reveal(1);
  g.throw(2, { force: old });
  breaks(g, "no-round");
});

test("attack: round numbers again or skipped, and throws of two rounds", () => {
  const g = two(2);
  g.part(2);
  g.rounds = 0;
  g.round([1, 2], "joined", { name: "another" });
  breaks(g, "round-number");
  const h = two(2);
  h.part(2);
  h.begin([1, 2], "joined", { body: { dice: { commitment: secret("c"), links: 1024, first: 2 } } });
  breaks(h, "round-first");
});

test("attack: the server commits after a reveal", () => {
  const g = two(2);
  g.part(2);
  g.begin([1, 2], "joined");
  g.pledge(1);
  g.pledge(2);
  const p = g.pending;
  g.reveal(1);
  g.part(2);
  g.begin([1, 2], "joined");
  g.pending = { ...g.pending, own: p.own };
  g.reveal(1, { body: { round: 3 } });
  breaks(g, "early-reveal");
});

test("attack: a nonce swapped, dropped or added", () => {
  const g = two(2);
  const memory = g.memory(2);
  const swapped = new Log();
  swapped.salt = " another";
  for (const p of [1, 2]) swapped.sit(p);
  for (const p of [1, 2]) swapped.part(p);
  swapped.begin([1, 2], "begin", { body: { dice: g.events[5].body.dice } });
  swapped.pledge(1);
  swapped.pledge(2);
  breaks(swapped, "memory-pledge", { ...memory, heads: [] });

  const dropped = new Log();
  for (const p of [1, 2]) dropped.sit(p);
  for (const p of [1, 2]) dropped.part(p);
  dropped.round([1]);
  breaks(dropped, "memory-pledge", { ...memory, heads: [] });

  const added = two(2);
  const before = added.memory(2);
  added.part(1);
  added.round([1, 2], "joined");
  assert.equal(verify(added.table, added.events, before, true).fault?.code, "memory-pledge");
  holds(added, before); // what was remembered then says nothing of what came later
  const known = added.memory(2);
  delete known.rounds[2];
  breaks(added, "memory-pledge", known);

  // In the throw itself.
  const h = two(2);
  h.throw(1, { nonces: [[1, h.force.own.get(1).open(1)]] });
  const v = check(h);
  const i = two(2);
  i.throw(1, { nonces: [...h.force.people.map((id) => [id, h.force.own.get(id).open(1)]), [3, secret("late")]] });
  const w = check(i);
  assert.ok([v, w].some((x) => x.fault?.code === "wrong-throw"), "both throws fell as they should by chance");
});

test("attack: what is revealed was not pledged", () => {
  const g = new Log();
  g.sit(1);
  g.part(1);
  g.begin([1]);
  g.pledge(1);
  g.reveal(1, { body: { link: secret("chosen") } });
  breaks(g, "wrong-reveal");
});

test("attack: revealing early, pledging late, twice or in another round", () => {
  const begin = () => {
    const g = new Log();
    for (const p of [1, 2]) g.sit(p);
    for (const p of [1, 2]) g.part(p);
    g.begin([1, 2]);
    g.pledge(1);
    return g;
  };
  let g = begin();
  g.reveal(1);
  breaks(g, "early-reveal");
  g = begin();
  g.pledge(1, { body: { dice: { commitment: secret("again"), links: 512 } } });
  breaks(g, "late-pledge");
  g = begin();
  g.pledge(2);
  g.reveal(1);
  g.pledge(2, { body: { dice: { commitment: secret("late"), links: 512 } } });
  breaks(g, "late-pledge");
  g = begin();
  g.pledge(2, { body: { round: 2 } });
  breaks(g, "late-pledge");
  g = two(1);
  g.pending = g.force;
  g.reveal(1);
  breaks(g, "late-pledge");
});

test("attack: a late sitter's nonce without a round", () => {
  const g = two(2);
  g.sit(3);
  g.put("pledge", 3, { round: 1, person: 3, dice: { commitment: secret("3"), links: 512 } });
  breaks(g, "late-pledge");
});

test("refusing to reveal many times is counted and named", () => {
  const g = two(0);
  g.part(2);
  g.begin([1, 2], "joined");
  for (let i = 0; i < 5; i++) {
    g.pledge(1);
    g.pledge(2);
    g.reveal(1);
    g.begin([1], "unanswered", { out: [2] });
    g.part(2);
    g.begin([1, 2], "joined");
  }
  const v = holds(g);
  assert.ok(v.verdict().includes("5 rounds began again because person 2 did not answer."), v.verdict().join("\n"));
});

test("attack: links again after a restore", () => {
  const g = two(3);
  g.epoch = 1;
  g.begin([1, 2], "epoch", { name: "1" });
  breaks(g, "reused-chain");
  const h = two(3);
  h.epoch = 1;
  h.begin([1, 2], "epoch");
  h.put("pledge", 1, { round: 2, person: 1, dice: { commitment: h.force.own.get(1).open(2), links: 500 } });
  breaks(h, "reused-chain");
  // The log goes back to before two throws and goes on otherwise.
  const memory = two(4).memory(1);
  const back = two(2);
  back.epoch = 1;
  back.round([1, 2], "epoch");
  back.throw(1);
  back.throw(2);
  breaks(back, "memory-story", { ...memory, rounds: {} });
  breaks(back, "memory-asked", { ...memory, heads: [] });
});

test("attack: a throw's number skipped, repeated or out of order", () => {
  for (const number of [6, 4, 1]) {
    const g = two(4);
    g.throw(1, { number });
    breaks(g, "throw-number");
  }
  const g = two(4);
  [g.events[10], g.events[12]] = [{ ...g.events[12], seq: 11 }, { ...g.events[10], seq: 13 }];
  breaks(g, "throw-number");
});

test("attack: an event withheld and thrown again", () => {
  const seen = two(3);
  const memory = seen.memory(1);
  const again = two(2);
  again.part(2);
  again.round([1, 2], "joined");
  again.throw(1);
  breaks(again, "memory-asked", { ...memory, heads: [] });
  breaks(two(2), "memory-asked", { ...memory, heads: [] });
  breaks(two(2), "memory-story", { ...memory, rounds: {} }, 15);
  breaks(two(2), "memory-story", seen.copy(), 15);
});

test("attack: a bot pledges", () => {
  const g = new Log({ bots: ["", "greedy"] });
  g.sit(1);
  g.part(1);
  g.begin([1, 2]);
  breaks(g, "not-invited");
  const h = new Log({ bots: ["", "greedy"] });
  h.sit(1);
  h.part(1);
  h.begin([1]);
  h.put("pledge", 0, { round: 1, person: 2, dice: { commitment: secret("bot"), links: 512 } });
  breaks(h, "not-invited");
});

test("attack: somebody acts for another, or is invited without asking", () => {
  const g = two(0);
  g.part(1);
  g.begin([1, 2], "joined");
  g.pledge(2, { by: 1 });
  breaks(g, "not-invited");
  const h = new Log();
  h.sit(1);
  h.begin([1]);
  breaks(h, "not-invited");
  const i = two(0);
  i.put("take-part", 1, { person: 2 });
  breaks(i, "not-invited");
});

test("attack: a stand-in comes and goes to choose between two throws", () => {
  for (const change of [
    (g) => g.put("stand-in", 1, { chair: 2, level: "greedy" }), (g) => g.put("chair", 1, { chair: 2, level: "greedy" }), (g) => g.put("rule", 1, { chair: 2, text: "bot", level: "greedy" }),
    (g) => g.put("stand", 2, { chair: 2 }), (g) => g.put("claim", 2, { person: 2 }), (g) => g.part(2),
  ]) {
    const g = two(1);
    change(g);
    g.throw();
    breaks(g, "no-round");
  }
  // Without saying so: the table throws for somebody whose device should open a link.
  const g = new Log({ bots: ["", "", "greedy"] });
  for (const p of [1, 2]) g.sit(p);
  for (const p of [1, 2]) g.part(p);
  g.round([1, 2]);
  g.throw(1);
  g.throw(2);
  g.throw(0, { seat: "S1" });
  breaks(g, "wrong-own");
  const h = two(2);
  h.throw();
  breaks(h, "wrong-own");
});

test("attack: a member's own link missing, wrong or from nowhere", () => {
  let g = two(2);
  g.throw(1, { own: false });
  breaks(g, "wrong-own");
  g = two(2);
  g.throw(1, { body: { own: secret("other") } });
  breaks(g, "wrong-own");
  g = new Log({ bots: ["greedy", ""] });
  g.sit(1, 2);
  g.round([]);
  g.throw(1, { body: { own: secret("other") } });
  breaks(g, "wrong-own");
});

test("attack: throws without a round, beyond the chain, or wrong", () => {
  let g = new Log({ bots: ["greedy", "greedy"] });
  g.begin([]);
  g.events.pop();
  g.throw();
  breaks(g, "no-round");
  g = new Log({ bots: ["greedy", "greedy"] });
  g.round([]);
  for (let i = 0; i < 1025; i++) g.throw();
  breaks(g, "exhausted", null, 2 + 1025);
  g = two(2);
  g.throw(1, { body: { link: secret("chosen") } });
  breaks(g, "wrong-link");
  g = two(2);
  const e = g.throw(1);
  e.body.throw = String((Number(e.body.throw) % 6) + 1);
  breaks(g, "wrong-throw");
  g = two(2);
  g.throw(1).dice = "draw 7"; // said beside the event, not in it
  assert.equal(verify(g.table, g.events).fault?.code, "wrong-throw");
});

test("attack: two logs for two players", () => {
  const g = two(4);
  const h = two(3);
  h.put("chat", 2, { text: "hello" });
  h.throw(2);
  holds(g);
  holds(h);
  breaks(g, "memory-story", h.memory(2));
  breaks(g, "memory-story", h.copy(), 17);
  assert.notEqual(check(g).story.code, check(h).story.code);
});

test("attack: a log edited afterwards, in something the dice do not show", () => {
  const g = two(4);
  const seen = g.copy();
  g.events[11].body.move = "another";
  holds(g);
  breaks(g, "memory-story", seen, 12);
});

test("attack: another commitment than the one a device saw", () => {
  const g = two(2);
  const memory = g.memory(1);
  memory.heads = [];
  memory.rounds[1].commitment = secret("seen");
  breaks(g, "memory-commitment", memory, 6);
  const epoch = g.memory(1);
  epoch.heads = [];
  epoch.rounds[1].epoch = 2;
  breaks(g, "memory-commitment", epoch);
});

test("attack: old dice presented as more", () => {
  const g = two(1);
  g.oldThrow(new Chain(secret("old"), 1024), 1, []);
  breaks(g, "old-claim");
  const h = two(1);
  h.put("commit", 0, { dice: { commitment: secret("old"), links: 1024, first: 2, bots: [] } });
  breaks(h, "old-claim");
});

test("a table that was begun before rounds goes on with them", () => {
  const chain = new Chain(secret("old"), 1024);
  const g = new Log({ bots: ["", "greedy"] });
  g.events[0].body.dice = { commitment: chain.commitment, links: 1024, first: 1, bots: ["b1", "b2"] };
  g.put("sit", 1, { person: 1, chair: 1, nonce: "mine" });
  for (let i = 0; i < 5; i++) g.oldThrow(chain, 1, ["mine", "b2"]);
  g.part(1);
  g.round([1]);
  g.throw(1);
  g.throw();
  const v = holds(g);
  assert.deepEqual(v.throws.map((t) => t.round), [0, 0, 0, 0, 0, 1, 1]);
  const wrong = structuredClone(g);
  wrong.events[4].body.link = secret("x");
  Object.setPrototypeOf(wrong, Log.prototype);
  breaks(wrong, "wrong-link", null, 5);
  const late = structuredClone(g);
  late.events[1].body.nonce = "other";
  Object.setPrototypeOf(late, Log.prototype);
  assert.equal(check(late).fault?.code, "wrong-throw");
});

test("attack: the epoch falls", () => {
  const g = two(1);
  g.epoch = 3;
  g.round([1, 2], "epoch");
  g.epoch = 2;
  g.part(1);
  g.begin([1, 2], "joined");
  breaks(g, "epoch");
});

test("attack: an event is missing", () => {
  const g = two(4);
  g.events.splice(9, 1);
  breaks(g, "gap", null, 10);
});

test("a memory that begins later, or was on another device meanwhile, does not accuse", () => {
  const g = two(2);
  g.part(1);
  g.round([1, 2], "joined");
  const memory = g.memory(1);
  delete memory.rounds[1];
  holds(g, memory);
  g.put("claim", 1, { person: 1 });
  g.round([1, 2], "closed");
  holds(g, memory);
});

test("ranges", () => assert.equal(spans([1, 2, 3, 5, 7, 8]), "1–3, 5, 7–8"));

test("the program in Python, which shares nothing with the page, finds the same", () => {
  const driver = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("verifier", sys.argv[1])
v = importlib.util.module_from_spec(spec)
spec.loader.exec_module(v)
for line in sys.stdin:
    case = json.loads(line)
    seen = case.get("seen")
    memory, copy = (None, seen) if isinstance(seen, list) else (seen, None)
    c = v.Events(case["table"], memory, copy)
    fault = c.check(case["events"])
    print(json.dumps({"fault": fault, "throws": c.dice.throws, "verdict": c.dice.verdict(), "story": v.code(c.head)}))
`;
  const program = fileURLToPath(new URL("../../../examples/verify-dice.py", import.meta.url));
  const run = spawnSync("python3", ["-c", driver, program], { input: checked.map((c) => JSON.stringify(c)).join("\n"), encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(run.stderr, "");
  const theirs = run.stdout.trim().split("\n").map((l) => JSON.parse(l));
  assert.equal(theirs.length, checked.length);
  for (const [i, { report, story }] of checked.entries()) {
    const what = `log ${i}: ${JSON.stringify(report.fault)}`;
    const got = theirs[i];
    assert.deepEqual([got.fault?.code, got.fault?.event, got.fault?.throw], [report.fault?.code, report.fault?.event, report.fault?.throw], what + " " + got.fault?.text);
    assert.deepEqual(got.throws, report.throws, what);
    assert.deepEqual(got.verdict, report.verdict.filter((l) => !l.startsWith("Broken")), what);
    if (!report.fault) assert.equal(got.story, story);
  }
  assert.ok(checked.length > 60, checked.length + " logs");
});
