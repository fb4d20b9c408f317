import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, sinceOwn } from "../js/table/told.js";

const did = (kind, seat, means = "moves") => ({ kind, body: { seat }, effects: [{ means }] });

test("what changed since one's own turn", () => {
  const log = [
    did("throw", "G"),
    did("move", "G"),
    did("throw", "Y"),
    did("move", "Y"),
    did("chat", ""),
    did("throw", "R"),
    did("move", "R"),
  ];
  const seats = (own, events = log) => sinceOwn(events, own).map((e) => e.kind[0] + e.body.seat);
  assert.deepEqual(seats(["G"]), ["tY", "mY", "tR", "mR"]);
  assert.deepEqual(seats(["G"], [...log, did("throw", "G")]), ["tY", "mY", "tR", "mR"], "a throw of one's own is not news");
  assert.deepEqual(seats(["R"]), ["tG", "mG", "tY", "mY"]);
  assert.deepEqual(seats(["B"]), ["tG", "mG", "tY", "mY", "tR", "mR"], "everything before the first turn");
  assert.deepEqual(seats(["G"], log.slice(0, 2)), []);
});

test("what occurs several times is said once", () => {
  assert.deepEqual(counted(["space 5", "home", "home"]), ["space 5", "2 times home"]);
});
