// The lines of a log: a throw and the moves that use it are one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lineNotation, linesOf, lineWords, quiet } from "../js/table/log.js";
import { Voice } from "../js/words/voice.js";

const view = {
  seats: [
    { letter: "a", name: "amber" },
    { letter: "b", name: "birch" },
  ],
  chairs: [
    { seats: ["a"], name: "Ann" },
    { seats: ["b"], name: "Ben" },
  ],
  you: { person: 1, chairs: [1] },
};
const voice = new Voice({ view, shared: false });
const thrown = (seat, text) => ({
  kind: "throw",
  body: { seat, throw: text },
  effects: [{ means: "throws" }],
  brief: [{ text: [...text].join(" and ") }],
  told: [{ text: "thrown" }],
});
const moved = (seat, text, brief, means = "moves") => ({
  kind: "move",
  body: { seat, move: text },
  effects: [{ means }],
  brief: [{ text: brief }],
  told: [{ text: brief }],
});
const words = (events) => linesOf(events.filter((e) => !quiet(e))).map((l) => lineWords(l, voice));

test("a throw and its move are one line", () => {
  assert.deepEqual(words([thrown("a", "5"), moved("a", "9>14", "9 → 14"), thrown("b", "62"), moved("b", "1>7 3>5", "1 → 7, 3 → 5")]), [
    "You: 5, 9 → 14",
    "Ben: 6 and 2, 1 → 7, 3 → 5",
  ]);
});

test("a turn that is made of several moves is one line", () => {
  assert.deepEqual(words([thrown("b", "62"), moved("b", "1>7", "1 → 7"), moved("b", "3>5", "3 → 5"), thrown("b", "11")]), [
    "Ben: 6 and 2, 1 → 7, 3 → 5",
    "Ben: 1 and 1",
  ]);
});

test("moves without a throw stand alone, and so do moves of another player", () => {
  assert.deepEqual(words([moved("a", "9-13", "9 → 13"), moved("a", "13-17", "13 → 17"), thrown("a", "5"), moved("b", "x", "takes")]), [
    "You: 9 → 13",
    "You: 13 → 17",
    "You: 5",
    "Ben: takes",
  ]);
});

test("what comes between ends a line, and a decision to throw does not", () => {
  const talk = { kind: "chat", body: {}, told: [{ text: "Ben: hello" }] };
  assert.deepEqual(words([thrown("a", "5"), talk, moved("a", "9>14", "9 → 14")]), ["You: 5", "Ben: hello", "You: 9 → 14"]);
  assert.deepEqual(words([moved("a", "roll", "throws", "throws"), thrown("a", "5")]), ["You: 5"]);
});

test("an event without a short form is told in full", () => {
  assert.deepEqual(words([{ kind: "throw", body: { seat: "a", throw: "5" }, words: "Amber throws 5" }]), ["Amber throws 5"]);
});

test("notation has the throw and the moves", () => {
  assert.equal(lineNotation([thrown("a", "62"), moved("a", "1>7 3>5", "")]), "62 1>7 3>5");
});
