// Sentences from the view of the reader.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readingTime, thrownWords, Voice } from "../js/words/voice.js";

const chairs = [
  { seats: ["a"], name: "Ann", person: true },
  { seats: ["b"], name: "Botty", bot: "calm" },
  { seats: ["c", "d"], name: "Cem", person: true },
  { seats: ["e"] },
];
const seats = ["amber", "birch", "cedar", "dill", "elm"].map((name) => ({ letter: name[0], name }));
const reader = (own, shared = false) => ({ view: { seats, chairs, you: { person: 7, chairs: own } }, shared });

const named = (seat, you = "You") => ({ text: seat[0].toUpperCase() + seat.slice(1), you, is: "name", seat });
const whose = (seat) => ({ text: seat[0].toUpperCase() + seat.slice(1) + "'s", you: "your", is: "whose", seat });
const verb = (seat, text, you) => ({ text, you, seat });
const takes = (by, of) => [named(by), { text: " " }, verb(by, "captures", "capture"), { text: " " }, whose(of), { text: " man" }];

test('a person who sits down is "you" at once', () => {
  const r = reader([]);
  assert.equal(new Voice(r).say(takes("amber", "birch")), "Ann captures Botty's man");
  assert.equal(new Voice({ ...r, latest: reader([1]).view }).say(takes("amber", "birch")), "You capture Botty's man");
});

test("the same sentence for everybody who reads it", () => {
  for (const [own, shared, want] of [
    [[1], false, "You capture Botty's man"],
    [[2], false, "Ann captures your man"],
    [[], false, "Ann captures Botty's man"],
    [[1, 2], false, "Ann captures Botty's man"], // two people on one device
    [[1], true, "Ann captures Botty's man"], // a big screen
  ])
    assert.equal(new Voice(reader(own, shared)).say(takes("amber", "birch")), want);
});

test("who plays several seats is named with the seat, and an empty chair by its seat", () => {
  const v = new Voice(reader([1]));
  assert.equal(v.say(takes("cedar", "elm")), "Cem (Cedar) captures Elm's man");
  assert.deepEqual(
    ["a", "b", "d", "e"].map((s) => v.player(s)),
    ["You", "Botty", "Cem (Dill)", "Elm"],
  );
  assert.equal(v.say(takes("fir", "elm")), "Fir captures Elm's man");
});

test("people and chairs are spoken to as well", () => {
  const v = new Voice(reader([1]));
  const person = (n) => [{ text: "ada", you: "You", is: "name", person: n }, { text: " " }, { text: "pauses", you: "pause", person: n }];
  assert.equal(v.say(person(7)), "You pause");
  assert.equal(v.say(person(8)), "ada pauses");
  assert.equal(new Voice(reader([1], true)).say(person(7)), "ada pauses");
  assert.equal(v.say([{ text: "Birch", you: "You", is: "name", chair: 2 }, { text: " waits" }]), "Botty waits");
});

test("two chairs with one name are told apart", () => {
  const r = reader([]);
  r.view.chairs = [
    { seats: ["a"], name: "Guest A" },
    { seats: ["b"], name: "Guest A" },
  ];
  assert.equal(new Voice(r).say(takes("amber", "birch")), "Guest A (Amber) captures Guest A (Birch)'s man");
});

test("after a colon only names keep their capital", () => {
  const needs = [named("amber"), { text: " " }, verb("amber", "needs", "need"), { text: " a 6" }];
  assert.equal(new Voice(reader([1])).goesOn(needs), "you need a 6");
  assert.equal(new Voice(reader([2])).goesOn(needs), "Ann needs a 6");
  assert.equal(
    new Voice(reader([2])).goesOn([{ text: "The third six ends " }, whose("amber"), { text: " turn" }]),
    "the third six ends Ann's turn",
  );
});

test("an event without parts is told as the server tells it", () => {
  assert.equal(new Voice(reader([1])).tell({ words: "Amber throws 5" }), "Amber throws 5");
});

test("throws are said as people say them", () => {
  assert.deepEqual(["6", "62", "44"].map(thrownWords), ["a 6", "6 and 2", "4 and 4"]);
});

test("a sentence stays long enough to be read", () => {
  assert.equal(readingTime("No", "normal"), 1500);
  assert.ok(readingTime("x".repeat(60), "normal") > 3000);
  assert.ok(readingTime("No", "slow") > 1500);
  assert.ok(readingTime("No", "fast") < 1500);
  assert.equal(readingTime("No", "off"), 0);
});
