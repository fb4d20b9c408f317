// The settings of a table, without a form.

import assert from "node:assert/strict";
import { test } from "node:test";
import { momentsOf } from "../js/pages/moments.js";
import { against, seated, Setup } from "../js/table/setup.js";

const value = (name) => ({ name, means: name });
const game = {
  id: "stones",
  players: [4, 3, 2],
  sizes: [
    { players: 4, setup: {} },
    { players: 2, setup: { players: 2 } },
  ],
  setup: [
    { key: "seats", values: ["", "1212"].map(value) },
    { key: "preset", values: ["", "old"].map(value) },
  ],
  options: [
    { key: "size", default: "small" },
    { key: "tie", default: "all" },
  ],
};

test("a setup names only what differs from the default", () => {
  const s = new Setup(game);
  assert.deepEqual(s.terms(), {});
  s.option(game.options[0], "large");
  s.choose(game.setup[1], "old");
  s.players = 3;
  assert.deepEqual(s.terms(), { preset: "old", players: 3, options: { size: "large" } });
  s.option(game.options[0], "small");
  s.choose(game.setup[1], "");
  s.players = 4;
  assert.deepEqual(s.terms(), {});
});

test("who owns the colours says how many play", () => {
  const s = new Setup(game);
  s.players = 3;
  s.choose(game.setup[0], "1212");
  assert.deepEqual([s.asksPlayers, s.terms()], [false, { seats: "1212" }]);
  const modes = new Setup({ ...game, setup: [{ key: "mode", values: ["four", "two"].map(value) }] });
  assert.ok(!modes.asksPlayers);
});

test("a link carries a setup there and back", () => {
  const s = new Setup(game);
  s.read(new URLSearchParams("game=stones&preset=old&players=2&o.size=large&o.tie=all&o.none=1&seats=9"));
  assert.equal(String(s.query()), "game=stones&preset=old&players=2&o.size=large");
  const again = new Setup(game);
  again.read(s.query());
  assert.deepEqual(again.terms(), s.terms());
  const older = new Setup(game);
  older.read(new URLSearchParams("owners=1212"));
  assert.deepEqual(older.terms(), { seats: "1212" });
});

test("a new table is of the usual size unless the link says otherwise", () => {
  const two = { players: 2, setup: { mode: "two" } },
    four = { players: 4, setup: {} };
  const pebbles = { ...game, sizes: [two, four], setup: [{ key: "mode", values: ["four", "two", "pairs"].map(value) }] };
  const from = (q) => {
    const s = new Setup(pebbles);
    s.begin(new URLSearchParams(q));
    return s;
  };
  assert.deepEqual(from("game=pebbles").terms(), { mode: "two" });
  assert.deepEqual(from("game=pebbles&utm_source=mail").terms(), { mode: "two" });
  assert.deepEqual(from("game=pebbles&mode=four").terms(), {});
  assert.deepEqual(from("game=pebbles&o.size=large").terms(), { options: { size: "large" } }, "a link made before there was a usual size");
  const s = from("");
  s.fit(four);
  assert.deepEqual(s.terms(), {});
  assert.equal(String(s.link()), "game=stones&mode=four");
  assert.deepEqual(from(s.link()).terms(), {});
  const plain = new Setup(game);
  plain.fit(game.sizes[1]);
  assert.equal(String(plain.link()), "game=stones&players=2");
});

test("the other chairs are alike, or they are not", () => {
  assert.deepEqual(against(["you", "bot fair", "bot fair"]), { kind: "bots", level: "fair" });
  assert.deepEqual(against(["bot fair", "you", "bot hard"]), { kind: "bots", level: "" });
  assert.deepEqual(against(["you", "open", "open"]), { kind: "open", level: "" });
  assert.deepEqual(against(["you", "open", "bot fair"]), { kind: "", level: "" });
  assert.deepEqual(seated(["you", "here"], 4, ["easy", "fair"]), ["you", "here", "here", "here"], "more of the same");
  assert.deepEqual(seated(["you", "here", "open"], 4, ["easy", "fair"], "easy"), ["you", "here", "open", "bot easy"]);
});

test("you always sit, and bots are of a level the game has", () => {
  assert.deepEqual(seated([], 3, ["easy", "fair", "hard"]), ["you", "bot fair", "bot fair"]);
  assert.deepEqual(seated(["open", "you", "bot best"], 3, ["easy"]), ["open", "you", "bot easy"]);
  assert.deepEqual(seated(["open", "here", "you"], 2, []), ["you", "here"]);
  assert.deepEqual(seated([], 2, []), ["you", "open"]);
  assert.deepEqual(seated(["you"], 0, []), []);
});

test("a replay stops where the board or the dice change", () => {
  const pieces = [{ place: "1" }];
  const moments = momentsOf([
    { seq: 1, kind: "created", body: {}, pieces },
    { seq: 2, kind: "chat", body: {} },
    { seq: 3, kind: "throw", dice: "draw 12", body: { throw: "7" } },
    { seq: 4, kind: "move", body: { move: "1>2" }, pieces: [] },
  ]);
  assert.deepEqual(
    moments.map((f) => [f.seq, f.thrown, f.ballot, f.fresh, f.pieces.length]),
    [
      [1, "", false, false, 1],
      [3, "7", true, true, 1],
      [4, "7", true, false, 0],
    ],
  );
});
