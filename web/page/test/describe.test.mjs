import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, standing } from "../js/board/standing.js";
import { sinceOwn } from "../js/table/describe.js";

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

test("what stands where is said with its kind where kinds differ", () => {
  const sheet = { names: { man: "man", king: "king" }, spoken: { 1: "square 1", 5: "square 5", 9: "square 9" } };
  const man = (colour, place, kind = "man") => ({ colour, kind, place });
  const says = (pieces, at = null) => standing(sheet, pieces, (c) => ({ B: "Black", W: "White" })[c], at);
  assert.equal(says([man("B", "1"), man("B", "5"), man("W", "9")]), "Black: square 1, square 5. White: square 9.");
  assert.equal(says([man("B", "1", "king"), man("B", "5")]), "Black: king on square 1, man on square 5.");
  assert.equal(says([man("B", "1")], { closest: () => ({ dataset: { place: "1" } }) }), "On square 1: Black, man.");
  assert.equal(says([man("B", "1")], { closest: () => ({ dataset: { place: "5" } }) }), "Nothing is on square 5.");
});
