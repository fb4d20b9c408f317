// What the analysis of a game needs no page for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nextAfter, slips } from "../js/pages/analysis.js";

test("the button for the next mistake goes through your own, and round", () => {
  const events = [
    { seat: "a", mark: "mistake" },
    { seat: "b", mark: "mistake" },
    { seat: "a", mark: "fine" },
    { seat: "a", mark: "doubtful" },
    { seat: "b" },
  ];
  assert.deepEqual(slips(events, "a"), [0, 3]);
  assert.deepEqual(slips(events, ""), [0, 1, 3], "who watched sees everybody's");
  assert.deepEqual(slips(events, "c"), [], "who made none sees none of the others");
  assert.deepEqual(
    [-1, 0, 3, 9].map((at) => nextAfter([0, 3], at)),
    [0, 3, 0, 0],
  );
});
