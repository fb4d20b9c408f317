import assert from "node:assert/strict";
import { test } from "node:test";
import { fits, nextOf, tally, none, right, scored, tried } from "../js/pages/streak.js";

test("only the first try of a puzzle counts", () => {
  let s = scored(scored(none(), "a", 1, true), "a", 2, true);
  assert.deepEqual([s.run, s.best, right(s, "a"), tried(s, "a", 1)], [2, 2, 2, 1]);
  s = scored(s, "b", 1, false);
  assert.deepEqual([s.run, s.best, right(s, "b"), tried(s, "b", 1), tried(s, "b", 2)], [0, 2, 0, 2, 0]);
  assert.equal(scored(s, "b", 1, true), s); // solved at the second try
  assert.equal(scored(s, "c", 9, true).run, 1);
});

test("the next puzzle fits the filter and was not tried", () => {
  const list = [
    { difficulty: 1, themes: ["x"] },
    { difficulty: 2, themes: ["x", "y"] },
    { difficulty: 1, themes: [] },
    { difficulty: 1, themes: ["y"] },
  ];
  const never = () => 0;
  assert.equal(nextOf(list, 0, {}, never), 1);
  assert.equal(nextOf(list, 4, {}, never), 1);
  assert.equal(nextOf(list, 1, { level: 1 }, never), 3);
  assert.equal(nextOf(list, 4, { theme: "y" }, never), 2);
  assert.equal(
    nextOf(list, 1, {}, (n) => (n === 4 ? 0 : 1)),
    4,
  );
  assert.equal(
    nextOf(list, 1, {}, () => 1),
    2,
    "all were tried",
  );
  assert.equal(nextOf(list, 2, { level: 2 }, never), 0, "there is no other");
  assert.ok(fits({ difficulty: 3, themes: ["x"] }, { level: 3, theme: "x" }));
});

test("a tally counts what fits", () => {
  const list = [
    { difficulty: 1, themes: ["x"] },
    { difficulty: 2, themes: ["x", "y"] },
    { difficulty: 2, themes: [] },
  ];
  const done = (n) => [0, 1, 2, 0][n];
  assert.deepEqual(tally(list, {}, done), { all: 3, solved: 1, missed: 1 });
  assert.deepEqual(tally(list, { theme: "x" }, done), { all: 2, solved: 1, missed: 1 });
  assert.deepEqual(tally(list, { level: 2, theme: "y" }, done), { all: 1, solved: 0, missed: 1 });
});
