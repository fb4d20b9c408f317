// How often faces were thrown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tally } from "../js/dice/tally.js";

const total = (map) => [...map.values()].reduce((a, b) => a + b, 0);

test("every die counts once, and every face is as likely as another", () => {
  const { counts, expected } = tally([
    { dice: "one", thrown: "6" },
    { dice: "one", thrown: "6" },
    { dice: "two", thrown: "63" },
  ]);
  assert.deepEqual([...counts].sort(), [
    ["3", 1],
    ["6", 3],
  ]);
  assert.ok(Math.abs(total(expected) - 4) < 1e-9);
  for (const face of "123456") assert.ok(Math.abs(expected.get(face) - 4 / 6) < 1e-9, face);
});

test("ballots, and throws of unknown dice, are not counted", () => {
  const { counts, expected } = tally([
    { dice: "draw 174", thrown: "12" },
    { dice: "", thrown: "3" },
  ]);
  assert.deepEqual([counts.size, expected.size], [0, 0]);
});
