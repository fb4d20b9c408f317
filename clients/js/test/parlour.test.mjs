// Tests of the package. The folder of the program is beside it, or named in PROGRAM.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { after, before, test } from "node:test";

import { CHANCE, Engine, RecordError, Refused, TERMINAL, readRecords } from "../parlour.js";

const games = new URL("../../../games/", import.meta.url);
const program = process.env.PROGRAM && `file://${process.env.PROGRAM}`;

/** Numbers from 0 to less than 1 that a seed repeats. */
function numbers(seed) {
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

/** Plays a random game and returns how many actions it took. */
function play(state, random, limit = 100_000) {
  for (let n = 0; n < limit; n++) {
    if (state.isTerminal()) return n;
    const actions = state.isChanceNode() ? [state.throwDice(random)] : state.legalActions();
    state.applyAction(actions[Math.floor(random() * actions.length)]);
  }
  assert.fail(`not over after ${limit} actions: ${state}`);
}

/** @type {Engine} */
let engine;
before(async () => {
  engine = await Engine.start({ program });
});
after(() => engine.close());

test("the catalogue", () => {
  assert.equal(engine.games().length, 8);
  const parker = engine.game("parker");
  assert.ok(parker.bots.includes("expert"));
  const total = parker.options.find((o) => o.key === "total");
  assert.ok(total.values.some((v) => v.name === total.default));
  assert.throws(() => engine.game("ludo"), /the games are kleefeld/);
});

test("example games replay to the positions and results that they name", async () => {
  const files = (await readdir(games, { recursive: true })).filter((name) => /testdata\/games\/[^/]+\.txt$/.test(name));
  assert.equal(files.length, 8);
  for (const name of files) {
    const records = readRecords(await readFile(new URL(name, games), "utf8"));
    assert.ok(records.length > 2, name);
    for (const record of records.slice(0, 3)) {
      const last = [...record.replay(engine)].at(-1);
      assert.ok(name.endsWith(`/${last.game.id}.txt`), name);
      assert.equal(last.position, record.entries.findLast((e) => e.kind === "position").text);
      if (record.end) assert.equal(last.result(), record.end);
    }
  }
});

test("a record that does not keep the rules", () => {
  const game = "= kleefeld G:-,-,-,5/Y:-,-,-,- G - - -\n";
  for (const [text, want] of [
    ["G 3 5>9\n", "line 2: with 3 the setter on 5 goes to 8, not to 9"],
    ["G 3 5>8\n= kleefeld G:-,-,-,7/Y:-,-,-,- Y - - -\n", "line 3: the position is"],
    ["G 5>8\n", "line 2: a move is not due"],
    ["rubbish\n", "line 2: expected a seat"],
    ["@ rubbish\n", "line 2: expected a tag"],
  ]) {
    assert.throws(
      () => readRecords(game + text).forEach((r) => [...r.replay(engine)]),
      (err) => err instanceof RecordError && err.message.startsWith(want),
      text,
    );
  }
});

test("random games of all kinds", () => {
  for (const game of engine.games()) {
    const state = game.newInitialState(game.modes.length ? {} : { players: game.players.at(-1) });
    play(state, numbers(1928));
    assert.equal(state.currentPlayer(), TERMINAL);
    assert.equal(state.returns().length, state.numPlayers());
    assert.ok(Math.abs(state.returns().reduce((a, b) => a + b)) < 1e-9);
    assert.deepEqual(state.legalActions(), []);
    assert.match(state.result(), /^(win|draw|tie) /);
    assert.equal(game.deserializeState(state.serialize()).position, state.position);
  }
});

test("throws and their chances", () => {
  const one = engine.state("kleefeld G:-,-,-,5/Y:-,-,-,- G - - -");
  assert.equal(one.currentPlayer(), CHANCE);
  assert.equal(one.thrower(), 0);
  assert.deepEqual(
    one.chanceOutcomes(),
    [1, 2, 3, 4, 5, 6].map((n) => [String(n), 1 / 6]),
  );
  const two = engine.state("parker G:10,30,*,*/Y:-,-,-,14 G - - -");
  assert.equal(two.chanceOutcomes().length, 21);
  assert.equal(Object.fromEntries(two.chanceWeights())["21"], 2);
  assert.deepEqual(
    [0, 0.9999999].map((n) => two.throwDice(() => n)),
    [two.legalActions()[0], two.legalActions()[20]],
  );
  assert.throws(() => two.throwDice(() => 1), RangeError);
  const ballot = engine.game("checkers").newInitialState({ options: { opening: "three-move" } });
  assert.equal(ballot.chanceOutcomes().length, 156);
  assert.throws(() => ballot.child("1").chanceOutcomes(), /no throw is due/);
});

test("refusals name the rule and change nothing", () => {
  const state = engine.state("kleefeld G:-,-,-,5/Y:-,-,-,- G 3 - -");
  const before = state.position;
  assert.throws(
    () => state.applyAction("5>9"),
    (err) => err instanceof Refused && err.code === "race.count" && err.instead[0] === "5>8" && err.clauses.includes("kleefeld/course"),
  );
  assert.equal(state.position, before);
  assert.match(state.whyNot("enter"), /only a six/);
  assert.equal(state.whyNot("5>8"), null);
  assert.throws(
    () => engine.state("kleefeld G:-,-,-,5/Y:-,-,-,5 G 3 - -"),
    (err) => err.faults[0] === "Green and Yellow share space 5",
  );
  assert.throws(() => engine.game("kleefeld").newInitialState({ players: 7 }), /2 or 4 players, not 7/);
});

test("states", () => {
  const state = engine.state("kleefeld G:-,-,-,5/Y:-,-,-,- G 3 - -");
  const copy = state.clone();
  const next = state.child("5>8");
  assert.equal(copy.position, state.position);
  assert.notEqual(next.position, state.position);
  assert.equal(copy.applyAction("5>8"), "5>8");
  assert.equal(copy.position, next.position);
  assert.equal(state.events("5>8")[0].text, "Green moves from 5 to 8");
  assert.deepEqual(state.shares(), [0, 0]);
  assert.equal(state.playerName(0), "green");
  assert.throws(() => state.playerName(2), /no player 2; there are 2/);
  const owned = engine.game("mensch").newInitialState({ seats: "1212" });
  assert.equal(owned.numPlayers(), 2, "the owner of two colours is one player");
  assert.deepEqual(engine.state("auto-race G:*/Y:31 - - - rank=G").returns(), [1, -1]);
  assert.deepEqual(engine.state("parker G:10,30,*,*/Y:-,-,-,14 G 42 - -").steps(["6:10>16"]), { steps: [], end: "6:10>16" });
});

test("bots of all games", async () => {
  for (const game of engine.games()) {
    const state = game.newInitialState();
    const random = numbers(7);
    while (state.isChanceNode()) state.applyAction(state.throwDice(random));
    const move = await state.choose(game.bots.at(-1), { nodes: 200, seed: 1 });
    assert.ok(state.legalActions().includes(move), `${game.id}: ${move}`);
  }
  await assert.rejects(engine.game("parker").newInitialState().choose("nobody"), Refused);
  assert.throws(() => engine.ask({ position: "checkers", choose: "expert" }), /a bot takes time/);
});

test("two bots and the rules may be asked at the same time", async () => {
  const contact = engine.game("contact").newInitialState();
  const checkers = engine.game("checkers").newInitialState();
  const choices = Promise.all([
    contact.choose("expert", { nodes: 20_000, seed: 1 }),
    checkers.choose("expert", { nodes: 20_000, seed: 1 }),
  ]);
  play(engine.game("auto-race").newInitialState(), numbers(3));
  const [a, b] = await choices;
  assert.equal(a, await contact.choose("expert", { nodes: 20_000, seed: 1 }));
  assert.equal(b, await checkers.choose("expert", { nodes: 20_000, seed: 1 }));
});

test("an engine that is closed, and one that is not there", async () => {
  const other = await Engine.start({ program });
  const state = other.game("parker").newInitialState();
  other.close();
  other.close();
  assert.throws(() => state.legalActions().map((throws) => state.child(throws)), /the engine is closed/);
  assert.ok(engine.game("parker").newInitialState().position, "the other one goes on");
  await assert.rejects(Engine.start({ program: "file:///nowhere" }));
});
