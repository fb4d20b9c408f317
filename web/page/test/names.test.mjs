// What things are called, from what the server says.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chairName,
  chairOf,
  chairSeats,
  clauseName,
  factsOf,
  firstRivals,
  howMany,
  isBallot,
  lineOf,
  makerOf,
  pieceName,
  placeName,
  rivalsOf,
  rivalWords,
  shortName,
  usualLevel,
} from "../js/words/names.js";

const view = {
  seats: [
    { letter: "a", name: "amber" },
    { letter: "b", name: "birch" },
  ],
  chairs: [{ seats: ["a", "b"], name: "Ann" }, { seats: [], bot: "gentle", name: "Nora" }, { seats: [] }],
  facts: [
    { seat: "a", label: "stones", value: "3 of 7" },
    { seat: "b", label: "stone", value: "1" },
    { label: "rounds", value: "2" },
  ],
};

test("a chair is called by its person, its bot or nobody", () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((i) => chairName(view, i)),
    ["Ann", "Nora (gentle bot)", "Free chair", ""],
  );
  assert.equal(
    chairName({ ...view, chairs: [{ seats: ["a"], name: "Ann", bot: "gentle", person: true }] }, 0),
    "Ann",
    "a bot stands in for her",
  );
  assert.equal(chairSeats(view, 0), "Amber and Birch");
  assert.equal(chairOf(view, "b"), 0);
  assert.equal(chairOf(view, "c"), -1);
});

test("two chairs with one name are told apart by their seats", () => {
  const two = {
    ...view,
    chairs: [
      { seats: ["a"], name: "Guest A" },
      { seats: ["b"], name: "Guest A" },
      { seats: [], name: "Ann" },
    ],
  };
  assert.deepEqual(
    [0, 1, 2].map((i) => chairName(two, i)),
    ["Guest A (Amber)", "Guest A (Birch)", "Ann"],
  );
});

test("a chair gets a bot of middling strength unless somebody chooses", () => {
  assert.deepEqual(
    [1, 2, 4, 5].map((n) => usualLevel(new Array(n))),
    [0, 0, 1, 2],
  );
});

test("opponents are those of last time, or the usual ones", () => {
  const two = { players: 2, setup: { mode: "two" } },
    four = { players: 4, setup: {} };
  const g = { id: "stones", sizes: [two, four], rivals: ["easy", "fair", "good", "best"].map((level) => ({ level, rating: 0, says: "" })) };
  assert.deepEqual(rivalsOf(g, {}), { size: two, level: "fair", tutor: false });
  assert.deepEqual(rivalsOf(g, { level: "good" }), { size: two, level: "good", tutor: false }, "the level of another game");
  assert.deepEqual(rivalsOf(g, { level: "good", games: { stones: { players: 4, level: "easy", tutor: true } } }), {
    size: four,
    level: "easy",
    tutor: true,
  });
  assert.deepEqual(
    rivalsOf(g, { level: "gone", games: { stones: { players: 9, level: "gone" } } }),
    { size: two, level: "fair", tutor: false },
    "what no longer exists",
  );
  assert.deepEqual(firstRivals(g, {}), { size: two, level: "easy", tutor: true }, "after the lesson");
  assert.deepEqual(
    firstRivals(g, { games: { stones: { players: 4, level: "good" } } }),
    { size: four, level: "good", tutor: false },
    "who has chosen before",
  );
  assert.equal(rivalWords(g, 3, "fair"), "3 fair bots");
  assert.equal(rivalWords(g, 1, "fair"), "fair bot");
  assert.equal(rivalWords({ ...g, rivals: [{ level: "random", rating: 0, says: "" }] }, 3, "random"), "3 bots");
});

test("a table in one line says who sits there and whose turn it is", () => {
  const v = {
    status: "playing",
    turn: "a",
    words: "Amber to move",
    you: { chairs: [1] },
    chairs: [
      { seats: ["a"], name: "Ann" },
      { seats: ["b"], name: "Nora", bot: "fair" },
    ],
  };
  assert.deepEqual(lineOf(v), { others: "with Nora", yours: true, now: "your turn" });
  assert.deepEqual(lineOf({ ...v, turn: "b" }), { others: "with Nora", yours: false, now: "Nora’s turn" });
  assert.deepEqual(lineOf({ ...v, paused: true, words: "Paused" }), { others: "with Nora", yours: false, now: "Paused" });
  const standsIn = { ...v, chairs: [{ ...v.chairs[0], bot: "fair" }, v.chairs[1]] };
  assert.deepEqual(lineOf(standsIn), { others: "with Nora", yours: false, now: "Ann’s turn" });
  assert.deepEqual(lineOf({ ...v, turn: "-", status: "over", words: "Birch wins" }), {
    others: "with Nora",
    yours: false,
    now: "Birch wins",
  });
  assert.deepEqual(lineOf({ ...v, status: "waiting", words: "Waiting for players", chairs: [v.chairs[0], { seats: ["b"] }] }), {
    others: "",
    yours: false,
    now: "Waiting for players",
  });
});

test("a rule goes by its own words", () => {
  assert.deepEqual(["checkers/r-flying", "backgammon/both-dice"].map(clauseName), ["Flying", "Both dice"]);
});

test("facts, places and pieces are said as the server says them", () => {
  assert.deepEqual(factsOf(view, "a"), ["3 of 7 stones"]);
  assert.deepEqual(factsOf(view, "c"), []);
  const sheet = { spoken: { p8: "point 8" }, names: { rock: "stone" } };
  assert.equal(placeName(sheet, "p8"), "point 8");
  assert.equal(placeName(sheet, "p9"), "p9");
  assert.equal(placeName(null, "p8"), "p8");
  assert.equal(pieceName(sheet, { kind: "rock", face: "64" }), "stone 64");
  assert.equal(pieceName(sheet, { kind: "pebble" }), "pebble");
});

test("a ballot is told from dice by what was thrown", () => {
  assert.ok(isBallot({ dice: "draw 174" }));
  assert.ok(!isBallot({ dice: "two" }));
  assert.ok(!isBallot({}));
});

test("players and makers in a few words", () => {
  assert.equal(howMany({ players: [2] }), "2");
  assert.equal(howMany({ players: [4, 2] }), "2 or 4");
  assert.equal(howMany({ players: [4, 3, 2] }), "2–4");
  assert.equal(makerOf({ maker: "unknown", year: "1900" }), "Maker unknown, 1900");
});

test("a name is cut between letters as people count them", () => {
  const family = "👨‍👩‍👧‍👦";
  assert.equal(shortName("Ann"), "Ann");
  assert.equal(shortName("x".repeat(30)), "x".repeat(24));
  assert.equal(shortName("👍🏽".repeat(30)), "👍🏽".repeat(24));
  assert.equal(shortName("🇩🇪".repeat(24)), "🇩🇪".repeat(24));
  assert.equal(shortName(family.repeat(4)), family.repeat(4), "44 UTF-16 units");
  assert.equal(shortName(family.repeat(10)), family.repeat(8), "200 bytes");
  assert.equal(shortName("Zoe\u0308".repeat(9)), "Zoe\u0308".repeat(8));
});
