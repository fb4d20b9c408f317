// The page's verifier against honest logs and against every attack that is known.

import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { Chain, newSecret, Promised } from "../js/dice/chain.js";
import { messageOf, numberOf, throwOf, weightOf } from "../js/dice/fair.js";
import { report } from "../js/dice/recall.js";
import { fromHex, hmac, linkBefore, sha256, toHex } from "../js/lib/sha256.js";
import { Story, bencode, codeOf } from "../js/dice/story.js";
import { Verifier } from "../js/dice/verifier.js";
import { Log, secret, two } from "./log.mjs";
import { verify } from "./verify.mjs";

/** The log holds, whatever is remembered of it. */
function holds(g, memory) {
  const found = verify(g.table, g.events, memory);
  assert.equal(found.fault, null, JSON.stringify(found.fault));
  return found;
}

/** The log does not hold, for this reason. */
function breaks(g, code, memory, event) {
  const found = verify(g.table, g.events, memory);
  assert.equal(found.fault?.code, code, JSON.stringify(found.fault));
  if (event) assert.equal(found.fault.event, event);
  assert.match(found.fault.text, /^[A-Z“].*\.$/);
  assert.equal(found.verdict, "false");
  assert.match(found.lines.at(-1), /^Broken at event \d+: .* Nothing is guaranteed from there on\.$/);
  return found;
}

describe("numbers", () => {
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
    assert.equal(c.links, 4096);
    for (let k = 1; k <= 4096; k += k < 10 ? 1 : 511) assert.equal(linkBefore(c.open(k)), k === 1 ? c.commitment : c.open(k - 1));
    assert.throws(() => c.open(0), RangeError);
    assert.throws(() => c.open(4097), RangeError);
    assert.notEqual(newSecret(), newSecret());
    assert.equal(fromHex(newSecret()).length, 32);
    assert.equal(
      new Chain("00".repeat(32), 64).open(64),
      createHash("sha256").update(Buffer.alloc(32)).digest("hex"),
      "the last link is the hash of the secret",
    );
  });

  test("a link fits its chain at its number alone, in one spelling", () => {
    const c = new Chain(secret("x"), 64);
    const p = new Promised(c.commitment, 64, 1);
    assert.ok(p.fits(3, c.open(3)));
    assert.ok(p.fits(9, c.open(9)), "numbers may be left out");
    assert.ok(p.fits(9, c.open(9)), "the same again");
    assert.ok(p.fits(5, c.open(5)), "one before it");
    for (const [k, link] of [
      [4, c.open(5)],
      [11, c.open(10)],
      [10, c.open(10).toUpperCase()],
      [10, c.open(10) + "0"],
      [10, " " + c.open(10)],
      [10, ""],
      [0, c.commitment],
      [65, c.open(64)],
    ])
      assert.ok(!p.fits(k, link), k + " " + link);
    assert.ok(p.fits(64, c.open(64)));
  });

  test("the number of a throw", () => {
    // A weight for which nearly half of all words are rejected.
    const weight = 2 ** 31 + 1;
    const link = secret("link");
    const want = (message) => {
      for (let again = 0; ; again++) {
        const mac = createHmac("sha256", Buffer.from(link, "hex"))
          .update(message + (again ? "\n" + again : ""))
          .digest();
        for (let i = 0; i < 32; i += 4) if (mac.readUInt32BE(i) < weight) return mac.readUInt32BE(i);
      }
    };
    for (let n = 1; n < 600; n++) {
      const message = messageOf("table", { epoch: 7, number: n, attempt: 2, due: "two" }, [
        { person: 1, link: "ab" },
        { person: 12, link: "cd" },
      ]);
      assert.equal(numberOf(link, message, weight), want(`parlour-dice-3\ntable\n7\n${n}\n2\ntwo\n1 ab\n12 cd`));
    }
    // As package fair has them.
    const vectors = [
      [
        "77743b79644e0c4898e0f21b38f52ff92d1d341cdedc8854f12a72a66b5cadae",
        1,
        2,
        "two",
        [[2, "53cd707f444f9a5da525a6bd7db9508688c226578e1ab8fbd8a33ab47c899956"]],
        6,
        0,
      ],
      [
        "af58aa1dd779370d7ba109e6d89785781b2a356c0ac4250c5adab22e5e114d8e",
        2,
        3,
        "each",
        [
          [2, "0ecc0401c75d1dc9baded862060b7f2e32f8980b0a704d199919b7d7cbd39376"],
          [11, "4966da11b797d334eefdb524e896e5e740121ebf7c3f1e4d83084dee7edd475b"],
        ],
        36,
        30,
      ],
    ];
    for (const [key, number, attempt, due, parts, w, n] of vectors)
      assert.equal(
        numberOf(
          key,
          messageOf(
            "Tisch-7",
            { epoch: 1099511627776, number, attempt, due },
            parts.map(([person, link]) => ({ person, link })),
          ),
          w,
        ),
        n,
      );
    assert.equal(messageOf("table", { epoch: 1, number: 1, attempt: 1, due: "one" }, []), "parlour-dice-3\ntable\n1\n1\n1\none");
  });

  test("throws for numbers", () => {
    for (const [dice, weight, distinct] of [
      ["one", 6, 6],
      ["two", 36, 21],
      ["each", 36, 36],
      ["draw three-move", 156, 156],
      ["draw 2400", 2400, 2400],
    ]) {
      assert.equal(weightOf(dice), weight);
      assert.equal(new Set(Array.from({ length: weight }, (_, i) => throwOf(dice, i))).size, distinct);
    }
    for (const dice of ["", "draw 06", "draw 1e3", "draw -1", "three"]) assert.equal(weightOf(dice), 0, dice);
  });

  test("the story code", () => {
    const e = {
      seq: 1,
      schema: 2,
      at: "2026-01-01T00:00:00Z",
      kind: "chat",
      by: 2,
      line: "p",
      body: { text: "é<", on: true, people: [1, -3], a: { z: "" } },
      words: "no",
      effects: [],
      dice: "one",
    };
    assert.equal(
      bencode(e),
      "d2:at20:2026-01-01T00:00:00Z4:bodyd1:ad1:z0:e2:oni1e6:peopleli1ei-3ee4:text3:é<e2:byi2e4:kind4:chat4:line1:p6:schemai2e3:seqi1ee",
    );
    assert.equal(bencode({ ...e, by: 0 }).includes("2:by"), false);
    const s = new Story("abc");
    const first = createHash("sha256").update("parlour-story-1\nabc").digest();
    assert.equal(s.head, first.toString("hex"));
    s.add(e);
    assert.equal(s.head, createHash("sha256").update(first).update(bencode(e)).digest("hex"));
    assert.equal(codeOf("00000000000000ff" + "0".repeat(48)), "0000 0000 0000 0255");
    assert.equal(codeOf("ffffffffffffffff" + "0".repeat(48)), "6744 0737 0955 1615");
  });
});

describe("honest logs", () => {
  test("every throw was made with both devices", () => {
    const g = two(6);
    for (const p of [1, 2]) {
      const found = holds(g, g.memory(p));
      assert.deepEqual([found.verdict, found.discarded, found.without, found.throws.length, found.moves], ["guaranteed", 0, 0, 6, 6]);
      assert.deepEqual(found.lines, [
        "All 6 throws were made with your device's help; nobody could know one before, and none was thrown away.",
      ]);
    }
    const found = holds(g);
    assert.deepEqual(found.throws[0], { number: 1, event: 9, attempt: 1, who: [1, 2], person: 1 });
    assert.deepEqual([found.verdict, found.memory, found.names[2], found.game], ["not-guaranteed", false, "Guest 2", "kleefeld"]);
  });

  test("bots, people who do not take part and throws without a device", () => {
    const g = new Log({ bots: ["", "greedy"] });
    g.sit(1);
    g.server();
    g.thrown(1);
    g.thrown();
    g.part(1);
    g.thrown();
    g.thrown(1);
    const found = holds(g, g.memory(1));
    assert.deepEqual([found.verdict, found.without], ["not-guaranteed", 2]);
    assert.deepEqual(found.lines, ["2 throws were made without your device: they could be anything."]);
  });

  test("somebody falls silent, and the throw is made again with fresh links", () => {
    const g = two(2);
    g.ask(1);
    g.void("silent", { person: 2, from: [1] });
    g.ask(1, { who: [1], by: 0 });
    g.throw();
    g.thrown(2);
    const one = holds(g, g.memory(1));
    assert.deepEqual([one.discarded, one.without], [1, 0]);
    assert.deepEqual(one.lines, [
      "One result was known and not used: throw 3 was made again; the server says person 2's device fell silent.",
    ]);
    assert.deepEqual(one.voids, [{ number: 3, attempt: 1, event: 16, why: "silent", person: 2 }]);
    const other = holds(g, g.memory(2));
    assert.deepEqual(
      [other.discarded, other.without, other.lines],
      [0, 1, ["1 throw was made without your device: it could be anything."]],
    );
  });

  test("whatever makes a throw impossible comes right after its void", () => {
    for (const [why, by, body] of [
      ["resign", 2, { chair: 2 }],
      ["time-up", 0, { chair: 1 }],
      ["rule", 2, { chair: 1, text: "bot" }],
      ["stand-in", 2, { chair: 1, level: "x" }],
      ["return", 1, { chair: 1 }],
      ["stand", 1, { chair: 1 }],
      ["chair", 2, { chair: 1, level: "" }],
      ["claim", 1, { person: 1 }],
      ["take-part", 1, { person: 1, dice: { commitment: secret("c"), links: 64 } }],
      ["too-long", 0, {}],
    ]) {
      const g = two(1);
      g.ask(2);
      g.void(why, { person: by, from: [1] });
      g.put(why, by, body);
      holds(g);
      const h = two(1);
      h.ask(2);
      h.put(why, by, body);
      breaks(h, "open-ask", null, h.events.length);
      const i = two(1);
      i.ask(2);
      i.void(why, { person: by });
      i.put("chat", 1, { text: "no" });
      breaks(i, "open-ask", null, i.events.length);
      const j = two(1);
      j.ask(2);
      j.void(why, { person: by });
      j.put(why, 3 - by, body);
      breaks(j, "open-ask");
    }
  });

  test("what an open ask allows", () => {
    const g = new Log({ bots: ["", "", "", "greedy"], size: 5 });
    for (const p of [1, 2]) g.sit(p);
    g.sit(3);
    g.part(1);
    g.server();
    g.ask(1, { who: [1] });
    for (const kind of ["chat", "emote", "name", "carry", "lock", "host", "set-chat", "mute", "set-help", "held"]) g.put(kind, 2, {});
    g.part(2);
    g.put("stand", 3, { chair: 3 });
    g.put("chair", 1, { chair: 4, level: "" });
    g.put("sit", 5, { person: 5, chair: 5 });
    g.put("claim", 2, { person: 2 });
    g.throw();
    holds(g);
    // An opening throw of all concerns every chair.
    for (const [due, code] of [
      ["two", undefined],
      ["each", "open-ask"],
    ]) {
      const h = two(1, { size: 4 });
      h.ask(1, { body: { due } });
      h.put("sit", 5, { person: 5, chair: 4 });
      assert.equal(verify(h.table, h.events).fault?.code, code, due);
    }
    for (const [kind, by, body] of [
      ["move", 1, { move: "x" }],
      ["accept", 2, {}],
      ["offer", 2, {}],
      ["give-back", 2, {}],
      ["pause", 2, {}],
      ["server", 0, { epoch: 9, dice: { commitment: secret("s"), links: 1024 } }],
      ["sit", 1, { person: 1, chair: 3 }],
      ["chair", 2, { chair: 1, level: "x" }],
    ]) {
      const h = two(1);
      h.ask(1);
      h.put(kind, by, body);
      breaks(h, "open-ask", null, h.events.length);
    }
  });

  test("the server restarts: a new chain and a higher epoch, and an open ask ends", () => {
    const g = two(3);
    g.ask(2);
    g.void("restart", { from: [1] });
    g.server();
    g.ask(2, { by: 0 });
    g.ready();
    g.throw();
    g.server();
    g.thrown(1);
    const found = holds(g, g.memory(1));
    assert.deepEqual([found.discarded, found.without], [1, 0]);
    assert.match(found.lines[0], /the server says it restarted\.$/);
    const h = two(1);
    h.ask(2);
    h.void("restart");
    h.ask(2);
    breaks(h, "open-ask");
  });

  test("a table of before goes on with new dice, and its throws are of an unknown method", () => {
    const g = new Log();
    g.sit(1);
    g.put("take-part", 1, { person: 1 });
    g.put("round", 0, { round: 1, why: "begin" });
    g.put("commit", 0, { dice: { commitment: "old", links: 3 } });
    g.oldThrow(1);
    g.oldThrow(1);
    assert.deepEqual(holds(g).lines.at(-1), "2 throws were made by an unknown method: they are guaranteed for nobody.");
    g.part(1);
    g.server();
    assert.equal(g.thrown(1).body.number, 3);
    const found = holds(g, g.memory(1));
    assert.deepEqual([found.unknown, found.without, found.throws.length, found.verdict], [2, 2, 3, "not-guaranteed"]);
    g.oldThrow(1);
    breaks(g, "method");
  });

  test("the position that is shown is that of the log, and seats stay where they are", () => {
    const g = two(1);
    const v = logOf(g);
    v.shown({ seq: v.seq, position: "position 2", chairs: g.view(1).chairs });
    v.shown({ seq: v.seq + 1, position: "another" }); // its event has not come yet
    assert.equal(v.fault, null);
    v.shown({ seq: v.seq, position: "position 1" });
    assert.equal(v.fault?.code, "illegal");
    const w = logOf(g);
    w.shown(g.view(1));
    w.shown({ ...g.view(1), chairs: [{ seats: ["S2"] }, { seats: ["S1"] }] });
    assert.equal(w.fault?.code, "ask");
    g.ask(2);
    const x = logOf(g);
    x.shown(g.view(1, { status: "over" }));
    assert.equal(x.fault?.code, "open-ask", "a game does not end with an ask open");
    const y = logOf(g);
    y.shown(g.view(1, { result: {} }));
    assert.equal(y.fault?.code, "open-ask", "nor is its result shown");
  });
});

/** The log as the verifier follows it, with the seats of a view. */
function logOf(g, seats = false) {
  const v = new Verifier(g.table);
  if (seats) v.shown({ ...g.view(1), seq: 0 });
  for (const e of g.events) v.add(e);
  return v;
}

describe("attacks", () => {
  test("an event is missing, or cannot be read alike by all", () => {
    const g = two(4);
    g.events.splice(9, 1);
    breaks(g, "gap", null, 10);
    for (const number of [1.5, 2 ** 60]) {
      const h = two(1);
      h.put("chat", 1, { text: "x", number });
      breaks(h, "gap");
    }
  });

  test("an event that cannot be read at all is a fault, and not passed over", () => {
    const deep = JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
    const odd = [
      (g) => g.put("throw", 2, { seat: "S2", number: 2, attempt: 1, throw: "6", deep }, { seq: g.events.length + 0.5 }),
      (g) => g.put("chat", 2, { text: "x" }, { at: 1.5 }),
      (g) => g.put("sit", 2, {}, { line: { x: 1.5 } }),
      (g) => (g.ask(2), g.put("throw", 2, { seat: "S2", number: 2, attempt: 1, throw: "6", parts: [null, null] })),
      (g) => (g.ask(2), g.put("void", 0, { number: 2, attempt: 1, why: "silent", parts: 5 })),
      (g) => g.put("ask", 2, { ...g.ask(2).body, who: {} }),
      // What other languages read differently.
      (g) => g.put("chat", 2, { text: "x", number: true }),
      (g) => g.put("chat", 2, { text: "x", more: null }),
      (g) => g.put("chat", 2, { text: "x", plies: -0 }),
      (g) => g.put("chat", 2, { text: "x", ["lin\u212a"]: "x" }),
      (g) => g.put("chat", 2, { text: "x" }, { Body: { throw: "6" } }),
      (g) => g.put("chat", 2, { text: "x" }, { at: "yesterday" }),
      (g) => g.put("chat", 2, { text: "x" }, { schema: 4 }),
      (g) => g.put("another", 2, { text: "x" }),
      (g) => g.put("created", 0, g.events[0].body),
    ];
    for (const [i, lie] of odd.entries()) {
      const g = two(1);
      lie(g);
      const v = logOf(g);
      assert.ok(v.fault, "lie " + i);
      assert.equal(v.seq, g.events.length);
      assert.equal(v.heads.length, g.events.length + 1);
    }
  });

  test("chains that are short, long, spelled otherwise, used before or of another", () => {
    const good = secret("c");
    for (const dice of [
      { commitment: good, links: 63 },
      { commitment: good, links: 65537 },
      { commitment: good.toUpperCase(), links: 64 },
      { commitment: good.slice(1), links: 64 },
      { links: 64 },
    ]) {
      const g = two(1);
      g.part(1, { dice });
      breaks(g, "chain", null, g.events.length);
      const h = two(1);
      h.server({ dice: { ...dice, links: dice.links === 64 ? 1024 : dice.links } });
      breaks(h, "chain", null, h.events.length);
    }
    const short = two(1);
    short.server({ links: 1023 });
    breaks(short, "chain");
    const other = two(1);
    other.part(2, { by: 1 });
    breaks(other, "chain");
    const again = two(1);
    again.part(1, { name: "person 1 1" });
    breaks(again, "chain");
    const link = two(1);
    link.part(1, { dice: { commitment: link.events.find((e) => e.kind === "throw").body.parts[1].link, links: 64 } });
    holds(link); // whose links are known harms only its owner
    const server = two(1);
    server.server({ name: "server 1" });
    breaks(server, "chain");
    const forged = two(1);
    forged.put("server", 1, { epoch: 2, dice: { commitment: good, links: 1024 } });
    breaks(forged, "chain");
  });

  test("the epoch stays or falls", () => {
    for (const epoch of [1, 0]) {
      const g = two(1);
      g.server({ epoch, name: "another" });
      breaks(g, "epoch");
    }
  });

  test("an ask that is not due", () => {
    for (const body of [
      { number: 4 },
      { number: 2 },
      { attempt: 2 },
      { attempt: 0 },
      { epoch: 2 },
      { opens: 2 },
      { opens: 1025 },
      { due: "" },
      { due: "draw 7" },
      { due: "draw 1" },
      { person: 2 },
      { person: undefined },
    ]) {
      const g = two(2);
      g.ask(1, { body });
      breaks(g, "ask", null, g.events.length);
    }
    const twice = two(2);
    twice.ask(1);
    twice.ask(1);
    breaks(twice, "ask");
    const early = new Log();
    early.sit(1);
    early.ask(1, { who: [], body: { opens: 1 } });
    breaks(early, "ask");
    const by = two(2);
    by.ask(1, { by: 2 });
    breaks(by, "ask");
    const deck = two(2);
    deck.thrown(1, { body: { due: "two" } });
    holds(deck);
    const ballots = two(2, { due: "draw 2400" });
    ballots.ask(1, { body: { due: "draw three-move" } });
    breaks(ballots, "ask");
  });

  test("only the person who decides for the seat may throw", () => {
    const begin = () => {
      const g = new Log({ bots: ["", "", "greedy"] });
      for (const p of [1, 2]) g.sit(p);
      g.part(1);
      g.server();
      return g;
    };
    const cases = [
      [0, { seat: "S1" }, "a bot for a person"],
      [1, { seat: "S2" }, "a person for another"],
      [1, { seat: "S3" }, "a person for a bot"],
      [1, { seat: "S9" }, "for nobody"],
    ];
    for (const [person, body, what] of cases) {
      const g = begin();
      g.ask(person, { body });
      assert.equal(logOf(g, true).fault?.code, "ask", what);
    }
    const g = begin();
    g.thrown(1);
    g.thrown(2, { who: [1] });
    g.thrown(0);
    g.put("stand-in", 2, { chair: 1, level: "x" });
    g.thrown(0, { body: { seat: "S1" } });
    assert.equal(logOf(g, true).fault, null);
    // An accomplice with a bot on the chair: nobody picks whether the member or the bot throws.
    g.ask(1, { body: { seat: "S1" } });
    assert.equal(logOf(g, true).fault?.code, "ask");
  });

  test("who is asked: in order, on chairs, by the latest chain, with numbers that were never named", () => {
    const cases = {
      order: (g) =>
        g.ask(1, {
          body: {
            who: [
              { person: 2, chain: 5, link: 9 },
              { person: 1, chain: 4, link: 9 },
            ],
          },
        }),
      twice: (g) =>
        g.ask(1, {
          body: {
            who: [
              { person: 1, chain: 4, link: 9 },
              { person: 1, chain: 4, link: 10 },
            ],
          },
        }),
      nobody: (g) => g.ask(1, { body: { who: [{ chain: 4, link: 9 }] } }),
      chain: (g) => g.ask(1, { body: { who: [{ person: 1, chain: 5, link: 9 }] } }),
      used: (g) => g.ask(1, { body: { who: [{ person: 1, chain: 4, link: 2 }] } }),
      beyond: (g) => g.ask(1, { body: { who: [{ person: 1, chain: 4, link: 65 }] } }),
      older: (g) => {
        g.part(1);
        g.ask(1, { body: { who: [{ person: 1, chain: 4, link: 9 }] } });
      },
      claimed: (g) => {
        g.put("claim", 1, { person: 1 });
        g.ask(1, { body: { who: [{ person: 1, chain: 4, link: 9 }] } });
      },
      invented: (g) => {
        g.part(9);
        g.ask(1);
      },
      left: (g) => {
        g.put("stand", 2, { chair: 2 });
        g.ask(1);
      },
    };
    for (const [what, forge] of Object.entries(cases)) {
      const g = two(2);
      forge(g);
      assert.equal(verify(g.table, g.events).fault?.code, "who", what);
    }
    // An ask uses its numbers up, voided or not.
    const again = two(2);
    again.ask(1);
    again.void("silent", { person: 2 });
    again.ask(1, { body: { who: [{ person: 1, chain: 4, link: 3 }] } });
    breaks(again, "who");
    // Numbers may be left out: the device then opens a link that nobody has seen.
    const skipped = two(2);
    skipped.thrown(1, { next: { 2: 40 } });
    holds(skipped);
  });

  test("throws, ready and void without their ask", () => {
    for (const forge of [(g) => g.throw(), (g) => g.ready(), (g) => g.void("silent", { person: 1 })]) {
      for (const body of [{ number: 4 }, { attempt: 2 }]) {
        const g = two(2);
        g.ask(1);
        Object.assign((g.open = { ...g.open }), body);
        forge(g);
        breaks(g, "no-ask");
      }
      const h = two(2);
      h.ask(1);
      h.events.pop();
      forge(h);
      breaks(h, "no-ask");
    }
    const again = two(2);
    again.ask(1);
    again.ready();
    again.ready();
    breaks(again, "no-ask");
    const bot = new Log({ bots: ["", "greedy"] });
    bot.sit(1);
    bot.part(1);
    bot.server();
    bot.ask(0);
    bot.ready();
    breaks(bot, "no-ask");
    for (const forged of [{ body: { seat: "S2" } }, { by: 2 }, { by: 0 }]) {
      const seat = two(2);
      seat.ask(1);
      seat.throw(forged);
      breaks(seat, "throw");
    }
    const old = two(2);
    old.ask(1);
    old.oldThrow(1);
    breaks(old, "method");
  });

  test("parts: exactly those who were asked, and silent is who did not answer", () => {
    for (const forge of [
      (g) => g.throw({ parts: g.parts([1]) }),
      (g) => g.throw({ parts: [] }),
      (g) => g.throw({ parts: [...g.parts(), { person: 3, link: secret("3") }] }),
      (g) => g.throw({ parts: g.parts().reverse() }),
      (g) => g.void("silent", { person: 2, from: [2] }),
      (g) => g.void("silent", { person: 3 }),
      (g) => g.void("silent"),
      (g) => g.void("silent", { person: 1, body: { parts: [{ person: 3, link: secret("3") }] } }),
    ]) {
      const g = two(2);
      g.ask(1);
      forge(g);
      breaks(g, "parts");
    }
    for (const why of ["luck", "move", ""]) {
      const g = two(2);
      g.ask(1);
      g.void(why);
      breaks(g, "open-ask");
    }
  });

  test("links that do not fit, in any spelling", () => {
    for (const forge of [(p) => secret("chosen"), (p) => p.toUpperCase(), (p) => p + " ", (p) => linkBefore(p), () => ""]) {
      const g = two(2);
      g.ask(1);
      const parts = g.parts();
      parts[1] = { person: 2, link: forge(parts[1].link) };
      g.throw({ parts });
      breaks(g, "link");
      const s = two(2);
      s.ask(1);
      const link = forge(s.chain.open(s.open.opens));
      s.throw({ body: { link } });
      breaks(s, "link");
      const v = two(2);
      v.ask(1);
      v.void("silent", { person: 1, body: { parts: [parts[1]] } });
      breaks(v, "link");
    }
  });

  test("a throw that the links do not make", () => {
    const g = two(2);
    const e = g.thrown(1);
    e.body.throw = String((Number(e.body.throw) % 6) + 1);
    const found = breaks(g, "throw", null, g.events.length);
    assert.equal(found.throws.length, 2);
    assert.equal(found.fault.throw, 3);
  });

  test("a future cannot be discarded unseen: each voided result of yours is counted", () => {
    const g = new Log({ bots: ["", "greedy"] });
    g.sit(1);
    g.part(1);
    g.server();
    let sixes = 0;
    for (let n = 0; n < 5; n++) {
      for (;;) {
        const length = g.events.length;
        g.ask(0);
        const before = g.fork();
        if (g.throw().body.throw === "6") {
          sixes++;
          break;
        }
        Object.assign(g, before, { events: before.events });
        g.void("restart", { from: [1] });
        g.server();
        assert.ok(g.events.length > length);
        if (g.people.get(1).named > 40) g.part(1);
      }
    }
    const found = holds(g, g.memory(1));
    assert.deepEqual([sixes, found.without, found.verdict], [5, 0, "not-guaranteed"]);
    assert.equal(found.discarded, found.voids.length);
    assert.ok(found.discarded > 3);
  });
});

describe("what a device remembers", () => {
  test("another log than the one that was shown", () => {
    const g = two(4);
    const memory = g.memory(1);
    const edited = g.fork();
    edited.events[9].body.seat = "S2";
    breaks(edited, "memory-story", memory, 10);
    const h = two(3);
    h.put("chat", 2, { text: "hello" });
    h.thrown(2);
    breaks(h, "memory-story", memory);
  });

  test("a log that is older than the memory is no lie", () => {
    const found = holds(two(3), two(4).memory(1));
    assert.deepEqual([found.stale, found.verdict, found.discarded], [true, "not-guaranteed", 0]);
    assert.match(found.lines[0], /shows less of the game than before/);
    // A memory that is older than the log knows nothing of what came later.
    const late = holds(two(4), two(3).memory(1));
    assert.deepEqual([late.stale, late.without, late.verdict], [false, 1, "not-guaranteed"]);
  });

  test("throws of a game that came from elsewhere are not guaranteed", () => {
    const g = two(2);
    g.events[0].body.terms.before = { line: "x", plays: ["3", "enter", "66", "5:12>17", "retire G"] };
    const found = holds(g, g.memory(1));
    assert.deepEqual([found.elsewhere, found.without, found.verdict], [2, 2, "not-guaranteed"]);
    assert.equal(found.lines.at(-1), "2 of them were made elsewhere, before the game came to this table.");
  });

  test("a restored backup is no lie, and what it threw away is counted", () => {
    const g = two(2);
    const back = g.fork();
    for (let i = 0; i < 7; i++) g.thrown(1 + (i % 2));
    const memory = g.memory(1);
    back.put("chat", 2, { text: "?" });
    back.server({ epoch: 5 });
    for (let i = 0; i < 7; i++) back.thrown(1 + (i % 2), { next: { 1: 20, 2: 20 } });
    const own = back.memory(1);
    const first = holds(back, memory);
    assert.deepEqual([first.discarded, first.without, first.back], [7, 7, 1], "before the device has gone on");
    const found = holds(back, { ...own, back: [14], opened: [...memory.opened, ...own.opened.slice(2)] });
    assert.deepEqual([found.discarded, found.without, found.back], [7, 0, 1]);
    assert.equal(found.lines.at(-1), "The server went back once: what was played after event 14 was lost and played again.");
    assert.match(
      found.lines[0],
      /^7 results were known and not used: throw 3 was made again; the server went back to an earlier state of the game; throw 4 /,
    );
    // Without a higher epoch, or after something was played, it is another log.
    const low = two(2);
    low.server({ epoch: 5 });
    for (let i = 0; i < 7; i++) low.thrown(1 + (i % 2));
    breaks(low, "memory-story", { ...memory, epoch: 9 });
    const moved = two(2);
    moved.move(2);
    moved.server({ epoch: 5 });
    for (let i = 0; i < 7; i++) moved.thrown(1 + (i % 2));
    breaks(moved, "memory-story", memory, 15);
    // Nothing was lost: the epoch alone rose.
    const risen = two(2);
    const all = risen.memory(1);
    risen.server();
    assert.equal(holds(risen, all).back, 0);
  });

  test("re-binding: a link that was opened for another ask", () => {
    const g = two(2);
    const memory = g.memory(1);
    const other = g.fork();
    g.ask(2);
    const seen = g.memory(1);
    seen.opened.push({
      epoch: 1,
      number: 3,
      attempt: 1,
      head: g.head(),
      event: g.events.length,
      commitment: g.events[3].body.dice.commitment,
      link: 3,
      others: [],
    });
    other.server({ epoch: 2 });
    other.thrown(2);
    breaks(other, "memory-link", seen);
    const same = g.fork();
    same.throw();
    assert.equal(holds(same, seen).discarded, 0);
    // Two asks with the same numbers.
    const two2 = two(2);
    two2.put("chat", 2, { text: "x" });
    two2.thrown(2);
    breaks(two2, "memory-story", { ...memory, opened: seen.opened });
  });

  test("a throw in your name, or a link that you did not open", () => {
    const g = two(2);
    const memory = g.memory(1);
    g.thrown(2);
    assert.equal(holds(g, memory).without, 1, "it may have been opened after the memory was saved");
    const later = g.fork();
    later.thrown(1);
    const full = later.memory(1);
    breaks(later, "memory-link", { ...full, opened: full.opened.filter((o) => o.number !== 3) }, g.events.length);
    const void1 = two(2);
    void1.ask(2);
    void1.void("silent", { person: 2, from: [1] });
    void1.thrown(2, { by: 0 });
    const known = void1.memory(1);
    breaks(void1, "memory-link", { ...known, opened: known.opened.filter((o) => o.attempt !== 1 || o.number !== 3) });
    const pressed = two(2);
    const before = pressed.memory(1);
    pressed.ask(1);
    breaks(pressed, "memory-act", before);
    for (const [kind, body] of [
      ["move", { move: "x" }],
      ["resign", {}],
      ["accept", {}],
      ["ask-back", {}],
      ["give-back", { plies: 1 }],
      ["keep-back", {}],
      ["rule", { text: "end" }],
      ["stand", { chair: 1 }],
      ["sit", { person: 1, chair: 3 }],
      ["stand-in", { chair: 1 }],
      ["take-part", { person: 1 }],
    ]) {
      const h = two(2);
      const known = h.memory(1);
      h.put(kind, 1, body);
      breaks(h, "memory-act", known, h.events.length);
      holds(h, { ...known, since: h.events.length + 1 });
      holds(h, { ...known, acts: [...known.acts, [kind, body.move ?? ""]] });
    }
  });

  test("another device takes over: with the link from here it is no lie, and this one knows no more", () => {
    const g = two(2);
    const memory = g.memory(1);
    const stolen = g.fork();
    g.put("carry", 1);
    const knows = g.memory(1);
    g.put("claim", 1, { person: 1 });
    g.move(1);
    holds(g, knows);
    stolen.put("claim", 1, { person: 1 });
    breaks(stolen, "memory-act", memory, stolen.events.length);
  });

  test("silent, though this device has the link", () => {
    const g = two(2);
    g.ask(1);
    g.ready();
    const seen = g.memory(1);
    seen.opened.push({
      epoch: 1,
      number: 3,
      attempt: 1,
      head: g.head(g.events.length - 1),
      event: g.events.length - 1,
      commitment: g.events[3].body.dice.commitment,
      link: 3,
      others: g.parts([2]),
    });
    assert.equal(holds(g, seen).discarded, 0, "it is still open");
    const honest = g.fork();
    g.void("silent", { person: 2, from: [1] });
    breaks(g, "memory-silent", seen, g.events.length);
    honest.void("silent", { person: 1, from: [2] });
    assert.equal(holds(honest, seen).discarded, 1, "your own silence, perhaps a lost answer, is no lie");
    assert.equal(report(logOf(honest), seen).verdict, "not-guaranteed");
  });
});
