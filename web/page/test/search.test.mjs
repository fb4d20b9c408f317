// Searching in a rulebook.

import assert from "node:assert/strict";
import { test } from "node:test";
import { matches } from "../js/lib/search.js";

test("every word must be there, in any order and case", () => {
  const text = "A setter leaves the starting circle only on a throw of six.";
  for (const asked of ["", "six", "SIX setter", "circ", "  throw   leaves "]) assert.ok(matches(text, asked), asked);
  for (const asked of ["seven", "six seven"]) assert.ok(!matches(text, asked), asked);
  assert.ok(matches("Café", "cafe"));
});
