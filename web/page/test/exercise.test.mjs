// The addresses of exercises, and of pages with several tables.

import assert from "node:assert/strict";
import { test } from "node:test";
import { most, read, write } from "../js/pages/exercise-link.js";
import { idsIn } from "../js/pages/tables.js";

const one = { game: "ours", position: "ours [x=1] a/b - 0", moves: ["a>b", "c & d"], text: "White <b>wins</b>\n100 % sure?" };
const hash = (e) => write(e).replace("/exercise", "");

test("an exercise is read as it was written", () => {
  assert.deepEqual(read(hash(one)), { exercise: one, fault: "" });
  assert.deepEqual(read(hash({ ...one, text: "" })).exercise?.text, "");
});

test("what is wrong with an exercise is named", () => {
  for (const [spoilt, fault] of [
    [{ game: "../x" }, "exercise.no-position"],
    [{ position: "" }, "exercise.no-position"],
    [{ moves: [] }, "exercise.no-move"],
    [{ moves: Array(most.moves + 1).fill("a") }, "exercise.too-long"],
    [{ text: "a".repeat(most.text + 1) }, "exercise.too-long"],
    [{ position: "a".repeat(most.address) }, "exercise.too-long"],
  ])
    assert.equal(read(hash({ ...one, ...spoilt })).fault, fault, JSON.stringify(spoilt));
  assert.equal(read("").fault, "exercise.no-position");
});

test("tables are found in links and codes", () => {
  assert.deepEqual(idsIn("https://x.example/t/abcd1234/watch\nefgh5678, https://x.example/t/abcd1234?a=1 ijkl"), [
    "abcd1234",
    "efgh5678",
    "ijkl",
  ]);
  assert.deepEqual(idsIn("https://x.example/games/ ?"), []);
  assert.equal(idsIn(Array.from({ length: 40 }, (_, i) => "table" + i).join(" ")).length, 12);
});
