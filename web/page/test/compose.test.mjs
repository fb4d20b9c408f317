// Composing turns of every game from the steps that the server sends.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ends, Turn } from "../js/board/compose.js";
import { played, spent } from "../js/board/dice.js";
import { fixtures, games } from "./fixtures.mjs";

const never = () => assert.fail("everything was sent");

/** The turn of a moment, with what its moves do. */
function turnOf(f) {
  const turn = new Turn(structuredClone(f.steps), f.moves, never);
  turn.told = new Map(f.told.map((m) => [m.move, m]));
  return turn;
}

/** Every gesture that can follow. */
function gestures(turn) {
  const led = [...turn.sources()].flatMap((from) => turn.targets(from).map((x) => x.chain));
  return [...led, ...turn.picks().map((n) => [n]), ...turn.words().map((n) => [n])];
}

/** Makes every turn by gestures and returns the moves they come to. */
async function composed(f, most = 4000) {
  const found = new Set();
  const turn = turnOf(f);
  const walk = async () => {
    if (most-- < 0) return;
    if (turn.end) found.add(turn.end);
    for (const chain of gestures(turn)) {
      await turn.take(chain);
      await walk();
      turn.undo();
    }
  };
  await walk();
  return { found, whole: most >= 0 };
}

for (const [game, moments] of games) {
  test(`${game}: gestures lead to every move and to no other`, async () => {
    for (const f of moments) {
      assert.deepEqual(ends({ text: "", next: f.steps }).split("\n"), [...f.moves].sort(), f.line);
      const { found, whole } = await composed(f);
      for (const move of found) assert.ok(f.moves.includes(move), `${f.line}: ${move}`);
      if (whole) assert.equal(found.size, f.moves.length, f.line);
    }
  });

  test(`${game}: a touch picks up, moves, puts down or asks why`, () => {
    for (const f of moments) {
      const turn = turnOf(f);
      for (const from of turn.sources()) {
        assert.deepEqual(turn.touch(from, true), { does: "lift", place: from });
        turn.lift(from);
        const targets = turn.targets(from);
        assert.ok(targets.length, `${f.line}: ${from} leads nowhere`);
        const marks = turn.marks();
        for (const x of targets) {
          if (x.place === from) continue;
          const back = turn.backs(from).get(x.place);
          assert.deepEqual(turn.touch(x.place, true), { does: "take", chain: back ?? x.chain });
          assert.equal(marks.hot.get(x.place), back ? "back" : x.through ? "through" : "target");
        }
        assert.equal(marks.hot.get(from), "chosen");
        const other = Object.keys(f.sheet.places).find((p) => !marks.hot.has(p));
        if (other) assert.deepEqual(turn.touch(other, false), { does: "why", from, to: other });
        assert.deepEqual(turn.touch(from, true), { does: "lower" }, "the second tap puts the piece back, whatever it could do");
        assert.ok(turn.lower());
        assert.ok(!turn.lower());
      }
    }
  });

  test(`${game}: a tap on a piece moves it only by one of several dice`, () => {
    for (const f of moments) {
      const turn = turnOf(f);
      for (const from of turn.sources()) {
        const way = turn.tapped(from, false);
        if (!turn.several) assert.equal(way, null, `${f.line}: one tap on ${from} plays`);
        else if (way)
          assert.ok(
            way.every((n) => n.dice),
            `${f.line}: ${from}`,
          );
        if (turn.only(from)) assert.deepEqual(turn.tapped(from, true), turn.only(from), "fast players can have it");
      }
    }
  });

  test(`${game}: a tap on an empty place plays nothing while no piece is in hand`, () => {
    for (const f of moments) {
      const turn = turnOf(f);
      const picks = new Set(turn.picks().map((n) => n.from));
      for (const place of Object.keys(f.sheet.places)) {
        if (picks.has(place)) continue;
        const what = turnOf(f).touch(place, false);
        assert.ok(["lead", "nothing", "lift"].includes(what.does), `${f.line}: ${place} ${what.does}`);
      }
    }
  });

  test(`${game}: what the server refuses is never offered`, () => {
    let asked = 0;
    for (const f of moments) {
      const turn = turnOf(f);
      for (const w of f.whys) {
        asked++;
        assert.deepEqual(turn.drop(w.from, w.to), { does: "why", from: w.from, to: w.to }, `${f.line}: ${w.code}`);
      }
    }
    assert.ok(asked > 10, `${asked} refusals`);
  });

  test(`${game}: steps that are fetched one by one come to the same moves`, async () => {
    for (const f of moments.slice(0, 6)) {
      const below = (taken) => taken.reduce((node, text) => node.next.find((n) => n.text === text), { next: f.steps });
      const ask = async (taken) => {
        const node = below(taken);
        return { next: (node.next ?? []).map(({ next, ...n }) => ({ ...n, more: !!next?.length })), end: node.end ?? "" };
      };
      const turn = new Turn(undefined, f.moves, ask);
      await turn.ready();
      while (turn.next.length) await turn.take([turn.next[turn.next.length - 1]]);
      assert.ok(turn.complete && f.moves.includes(turn.end), `${f.line}: ${turn.end}`);
    }
  });

  test(`${game}: what is taken on the way is what the move takes`, async () => {
    for (const f of moments) {
      const turn = turnOf(f);
      for (let chain = gestures(turn)[0]; chain; chain = gestures(turn)[0]) await turn.take(chain);
      const takes = turn.told.get(turn.end).effects.filter((e) => e.means === "takes");
      assert.deepEqual(turn.taking(), takes, `${f.line}: ${turn.end}`);
    }
  });
}

test("the piece in hand is the one a question is about", () => {
  const steps = [
    { text: "1-2", from: "1", to: "2", end: "1-2" },
    { text: "3-4", from: "3", to: "4", end: "3-4" },
  ];
  const turn = new Turn(steps, ["1-2", "3-4"], never);
  assert.deepEqual(turn.touch("9", true), { does: "why", from: "9", to: "" });
  assert.deepEqual(turn.touch("8", false), { does: "why", from: "9", to: "8" });
  assert.deepEqual(turn.touch("1", true), { does: "lift", place: "1" });
  turn.lift("1");
  assert.deepEqual(turn.touch("8", false), { does: "why", from: "1", to: "8" });
  assert.deepEqual(turn.touch("", false), { does: "lower" });
  // A piece dropped beside the board goes back; one without a move says why it has none.
  assert.deepEqual(turn.drop("1", ""), { does: "nothing" });
  assert.deepEqual(turn.drop("9", ""), { does: "why", from: "9", to: "" });
});

test("a turn is confirmed if it has several gestures, or if pieces meet", async () => {
  const steps = [
    { text: "a", from: "1", to: "2", end: "a", next: [{ text: "b", from: "3", to: "4", end: "b" }] },
    { text: "c", from: "5", to: "6", end: "c" },
  ];
  const turn = new Turn(steps, ["a", "b", "c"], never);
  await turn.take([turn.next[0]]);
  assert.deepEqual(
    ["auto", "always", "never"].map((x) => turn.asks(x)),
    [true, true, true],
    "it may go on",
  );
  await turn.take([turn.next[0]]);
  assert.deepEqual(
    ["auto", "always", "never"].map((x) => turn.asks(x)),
    [true, true, false],
  );
  turn.undo();
  turn.undo();
  await turn.take([turn.next[1]]);
  assert.deepEqual(
    ["auto", "always", "never"].map((x) => turn.asks(x)),
    [false, true, false],
  );
  turn.told.set("c", { move: "c", words: "", effects: [{ kind: "meeting", means: "meets", args: { verdict: "ties" } }] });
  assert.equal(turn.asks("auto"), true);
});

test("one tap on a piece plays its only way, or the larger die", () => {
  const on = (dice, to, next = []) => ({ text: "1-" + to, from: "1", to, dice, end: next.length ? "" : "1-" + to, next });
  const first = (...steps) => new Turn(steps, [], never).first("1")?.map((n) => n.to);
  assert.deepEqual(first(on("", "2")), ["2"]);
  assert.deepEqual(first(on("", "2"), on("", "3")), undefined, "without dice the player says where to");
  assert.deepEqual(first(on("3", "4"), on("5", "6")), ["6"]);
  assert.deepEqual(first(on("3", "4"), on("53", "9"), on("5", "6")), ["6"], "one die before both");
  assert.deepEqual(first(on("5", "6"), on("", "21")), undefined, "a bonus is chosen");
  const jump = { text: "^", from: "6", to: "9", end: "jump" };
  assert.deepEqual(first({ ...on("5", "6"), end: "stay", next: [jump] }), undefined, "to stay or to jump is a choice");
  assert.deepEqual(first({ ...on("", "6", [jump]) }), ["6", "9"], "the whole way where there is only one");
});

test("a second tap on a piece leads it on, if one step uses both dice", async () => {
  const b = (from, to, dice, end, next) => ({ text: `${dice}:${from}-${to}`, from, to, dice, end, next });
  const steps = [
    b("1", "6", "5", undefined, [b("2", "5", "3", "both")]),
    b("1", "4", "3", undefined, [b("2", "7", "5", "other")]),
    b("1", "9", "53", "total"),
    b("2", "7", "5", undefined, [b("1", "4", "3", "other")]),
    b("2", "5", "3", undefined, [b("1", "6", "5", "both")]),
    b("2", "10", "53", "total 2"),
  ];
  const turn = new Turn(steps, ["both", "other", "total", "total 2"], never);
  await turn.take(turn.first("1"));
  assert.equal(turn.node.text, "5:1-6");
  assert.deepEqual(turn.tail, [], "the rest is no forced tail while the piece may go on");
  assert.deepEqual(turn.touch("6", true), { does: "instead", chain: [steps[2]] });
  assert.deepEqual(turn.touch("2", true), { does: "lift", place: "2" });
  assert.equal(turn.used, "5");
  assert.deepEqual(
    turn.ways("R").map((e) => [e.from, e.to, e.colour]),
    [["1", "6", "R"]],
  );
  turn.undo();
  await turn.take([steps[2]]);
  assert.equal(turn.touch("9", true).does, "nothing", "the turn is complete");
});

test("what has no choice follows by itself", async () => {
  const n = (text, end, next) => ({ text, from: text[0], to: text[1], end, next });
  const steps = [
    n("ab", undefined, [n("bc", undefined, [n("cd", "one")])]),
    n("ef", undefined, [n("gh", "two"), n("gi", "three")]),
    n("jk", undefined, [n("lm", undefined, [n("op", "four")]), n("op", undefined, [n("lm", "four")])]),
  ];
  const turn = new Turn(steps, ["one", "two", "three", "four"], never);
  assert.deepEqual(turn.tail, [], "there is a choice");
  await turn.take([turn.next[0]]);
  assert.deepEqual(
    turn.tail.map((x) => x.text),
    ["bc", "cd"],
  );
  await turn.follow(turn.tail);
  assert.ok(turn.complete);
  assert.deepEqual(
    turn.parts().map((p) => p.map((x) => x.text)),
    [["ab", "bc", "cd"]],
  );
  turn.undo();
  assert.equal(turn.taken.length, 0, "an undo takes back what followed, too");
  await turn.take([turn.next[1]]);
  assert.deepEqual(turn.tail, []);
  turn.undo();
  await turn.take([turn.next[2]]);
  assert.deepEqual(
    turn.tail.map((x) => x.text),
    ["lm", "op"],
    "two orders that come to the same move are no choice",
  );
  const may = new Turn([{ ...n("ab", "stop"), next: [n("bc", "on")] }], ["stop", "on"], never);
  assert.deepEqual(
    may.tail.map((x) => x.text),
    ["ab"],
    "a turn that may end is left to the player",
  );
  const unknown = new Turn(
    [
      { text: "ab", from: "a", to: "b", more: true },
      { text: "cd", from: "c", to: "d", more: true },
    ],
    ["x"],
    never,
  );
  assert.deepEqual(unknown.tail, [], "what was not fetched may be a choice");
});

test("a tap on a place means the piece that alone can go there", () => {
  const steps = [
    { text: "1-3", from: "1", to: "3", end: "a" },
    { text: "2-3", from: "2", to: "3", end: "b" },
    { text: "2-4", from: "2", to: "4", end: "c" },
  ];
  const turn = new Turn(steps, ["a", "b", "c"], never);
  assert.deepEqual(turn.touch("4", false), { does: "lead", chain: [steps[2]] });
  assert.deepEqual(turn.touch("3", false), { does: "nothing" });
  assert.equal(turn.lone, "");
  assert.equal(new Turn([steps[0]], ["a"], never).lone, "1", "the only piece that can go is offered, not played");
});

test("only what takes nobody is played by itself", async () => {
  const steps = [{ text: "1-2", from: "1", to: "2", dice: "1", next: [{ text: "2-4", from: "2", to: "4", dice: "2", end: "on" }] }];
  const moves = { kind: "move", means: "moves", from: "1", to: "4" };
  const takes = (from) => ({ kind: "capture", means: "takes", from, colour: "R" });
  const turn = (effects) =>
    Object.assign(new Turn(structuredClone(steps), ["on"], never), {
      told: new Map(effects ? [["on", { move: "on", words: "", effects }]] : []),
    });
  assert.ok(turn([moves]).harmless);
  assert.ok(!turn([moves, takes("4")]).harmless, "a capture is left to the player");
  assert.ok(!turn(null).harmless, "nobody knows yet what it does");
  const begun = turn([moves, takes("2")]);
  begun.next[0].takes = "2";
  await begun.take([begun.next[0]]);
  assert.ok(begun.harmless, "that piece has been taken by hand");
  const open = new Turn([...structuredClone(steps), { text: "3-5", from: "3", to: "5", end: "other" }], ["on", "other"], never);
  open.told.set("on", { move: "on", words: "", effects: [moves] }).set("other", { move: "other", words: "", effects: [moves] });
  assert.ok(!open.harmless, "there is a choice");
});

test("there and back has a mark of its own, where the piece turns", () => {
  const by = (via) => ({
    text: "1-" + via,
    from: "1",
    to: via,
    next: [
      { text: via + "-9", from: via, to: "9", end: "far" },
      { text: via + "-1", from: via, to: "1", end: "back" },
    ],
  });
  const turn = new Turn([by("2")], ["far", "back"], never);
  turn.lift("1");
  const { hot, ghosts } = turn.marks();
  assert.deepEqual(
    [...hot],
    [
      ["1", "chosen"],
      ["2", "back"],
      ["9", "target"],
    ],
  );
  assert.ok(!ghosts.has("1"), "nothing lies over the piece in hand");
  assert.deepEqual(turn.touch("1", true), { does: "lower" });
  const what = turn.touch("2", false);
  assert.deepEqual([what.does, what.chain.map((n) => n.to)], ["take", ["2", "1"]]);
  assert.deepEqual(
    turn.drop("1", "2").chain.map((n) => n.to),
    ["2"],
    "a piece that is dragged there goes on from there",
  );
});

test("a tap on the dice decides which of them a tap on a piece plays", () => {
  const on = (dice, to, next) => ({ text: "1-" + to, from: "1", to, dice, end: next ? undefined : "x", next });
  const turn = new Turn(
    [
      on("5", "6", [{ text: "2-5", from: "2", to: "5", dice: "3", end: "a" }]),
      on("3", "4", [{ text: "2-7", from: "2", to: "7", dice: "5", end: "b" }]),
    ],
    ["a", "b"],
    never,
  );
  assert.ok(turn.several);
  assert.deepEqual(
    turn.tapped("1", false).map((n) => n.to),
    ["6"],
  );
  turn.smallFirst = true;
  assert.deepEqual(
    turn.tapped("1", false).map((n) => n.to),
    ["4"],
  );
});

test("used dice are those that the steps name", () => {
  assert.deepEqual(spent("63", "3"), [false, true]);
  assert.deepEqual(spent("6666", "66"), [true, true, false, false]);
  assert.deepEqual(spent("63", "33"), [true, true], "the other die did the same");
  assert.deepEqual(spent("63", ""), [false, false]);
  assert.equal(played("44", [{ kind: "throw", means: "throws", args: { plays: "4444" } }]), "4444");
  assert.equal(played("43", [{ kind: "throw", means: "throws" }]), "43");
});

test("only a pass is left", () => {
  const passes = fixtures.filter((f) => new Turn(f.steps, f.moves, never).mustPass);
  assert.ok(passes.length > 3, `${passes.length} passes`);
  for (const f of passes) assert.equal(f.moves.length, 1, f.line);
});

test("on the way only what the steps take is taken", async () => {
  const steps = [{ text: "axc", from: "a", to: "c", takes: "b", next: [{ text: "cxe", from: "c", to: "e", takes: "d", end: "axcxe" }] }];
  const turn = new Turn(steps, ["axcxe"], never);
  const taken = (from) => ({ kind: "capture", means: "takes", from, colour: "W" });
  turn.told.set("axcxe", {
    move: "axcxe",
    words: "",
    effects: [{ kind: "jump", means: "moves", from: "a", to: "e", way: ["c", "e"] }, taken("b"), taken("d")],
  });
  assert.deepEqual(turn.taking(), []);
  await turn.take([turn.next[0]]);
  assert.deepEqual(turn.taking(), [taken("b")]);
  await turn.take([turn.next[0]]);
  assert.deepEqual(turn.taking(), [taken("b"), taken("d")]);
  turn.undo();
  assert.deepEqual(turn.taking(), [taken("b")]);
});

test("a place where a piece may stop is no place to pass through", () => {
  const on = (end) => ({ text: "1-2", from: "1", to: "2", end, next: [{ text: "2-3", from: "2", to: "3", end: "far" }] });
  const targets = (end) => new Turn([on(end)], ["near", "far"], never).targets("1").map((x) => [x.place, x.chain.length, x.through]);
  assert.deepEqual(targets("near"), [
    ["2", 1, false],
    ["3", 2, false],
  ]);
  assert.deepEqual(targets(undefined), [
    ["2", 1, true],
    ["3", 2, false],
  ]);
});

test("a piece is led step by step where its ways come to different turns", () => {
  const by = (via) => ({ text: "1-" + via, from: "1", to: via, next: [{ text: via + "-9", from: via, to: "9", end: "by " + via }] });
  const turn = new Turn([by("2"), by("3")], ["by 2", "by 3"], never);
  assert.deepEqual(
    turn.targets("1").map((x) => x.place),
    ["2", "3"],
  );
});
