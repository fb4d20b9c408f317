// What stands on the shelf, and what is found there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { counts, suits } from "../js/pages/shelf.js";

const game = (id, more = {}) => ({
  id,
  title: id.toUpperCase(),
  kin: { title: "" },
  maker: "Maker",
  year: "1928",
  says: "Run home.",
  players: [2],
  minutes: 10,
  luck: { share: 0.5 },
  ...more,
});

test("the numbers of players of all games", () => {
  assert.deepEqual(counts([game("a", { players: [4, 2] }), game("b", { players: [2, 3, 4] })]), [2, 3, 4]);
});

test("a game suits every wish, or it is not shown", () => {
  const g = game("ludo", { kin: { title: "Ludo" }, players: [4, 2], minutes: 40 });
  for (const [wish, want] of [
    [{}, true],
    [{ text: "ludo" }, true],
    [{ text: "RUN 1928" }, true],
    [{ text: "chess" }, false],
    [{ players: 2 }, true],
    [{ players: 3 }, false],
    [{ minutes: "15" }, false],
    [{ minutes: "more" }, true],
    [{ luck: "some" }, true],
    [{ luck: "none" }, false],
    [{ luck: "all" }, false],
    [{ text: "ludo", players: 4, minutes: "more", luck: "some" }, true],
    [{ text: "ludo", players: 3 }, false],
  ])
    assert.equal(suits(g, wish), want, JSON.stringify(wish));
  assert.ok(suits(game("x", { minutes: 15 }), { minutes: "15" }));
  assert.ok(!suits(game("x", { minutes: 0 }), { minutes: "15" }), "nobody knows how long it takes");
  assert.ok(suits(game("x", { luck: { share: 0 } }), { luck: "none" }));
  assert.ok(suits(game("x", { luck: { share: 1 } }), { luck: "all" }));
});
