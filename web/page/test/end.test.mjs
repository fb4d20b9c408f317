// The end of a game in words and figures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { figuresOf, headline, highlightsOf, outcome, placesOf } from "../js/table/end.js";
import { bells } from "../js/lib/sound.js";
import { Voice } from "../js/words/voice.js";

const seats = ["amber", "birch", "cedar"].map((name) => ({ letter: name[0], name }));
const chairs = [
  { seats: ["a"], name: "Ann" },
  { seats: ["b"], name: "Botty", bot: "calm" },
  { seats: ["c"], name: "Cem" },
];
const over = (places, shares = {}, n = 3) => ({
  seats,
  chairs: chairs.slice(0, n),
  you: {},
  words: "Amber wins: first home",
  result: { reason: "home", places, shares, stake: 1 },
});
const says = (v, own, shared = false) => headline(v, new Voice({ view: { ...v, you: { chairs: own } }, shared }));

test("the end is told from the view of the reader", () => {
  const v = over({ a: 1, b: 2, c: 3 }, { a: 1 });
  assert.equal(says(v, [1]), "You win!");
  assert.equal(says(v, [2]), "You came second. Ann wins");
  assert.equal(says(v, [3]), "You came third. Ann wins");
  assert.equal(says(v, []), "Ann wins");
  assert.equal(says(v, [1, 2]), "Ann wins"); // two people on one device
  assert.equal(says(v, [1], true), "Ann wins"); // a big screen
  assert.equal(says(over({ a: 1, b: 2, c: 2 }, { a: 1 }), [2]), "Ann wins"); // nobody but the winner has a place of their own
  assert.equal(says(over({ a: 1, b: 2 }, { a: 1 }, 2), [2]), "Ann wins");
});

test("the end says why in the same sentence", () => {
  const v = { ...over({ a: 1, b: 2, c: 3 }, { a: 1 }), ended: [{ text: "First home" }] };
  assert.equal(says(v, [1]), "You win: first home!");
  assert.equal(says(v, [2]), "You came second. Ann wins: first home");
  const two = {
    ...over({ a: 1, b: 2 }, { a: 1 }, 2),
    ended: [{ text: "Birch", you: "You", is: "Name", seat: "birch" }, { text: " resigned" }],
  };
  assert.equal(says(two, [2]), "Ann wins: you resigned");
  assert.equal(says(two, [1]), "You win: Botty resigned!");
});

test("those who share a place stand by what is on the board", () => {
  const v = { ...over({ a: 1, b: 2, c: 2 }, { a: 1 }), order: { a: 1, b: 3, c: 2 } };
  assert.deepEqual(
    placesOf(v).map((p) => [p.chair, p.place]),
    [
      [0, 1],
      [2, 2],
      [1, 3],
    ],
  );
  assert.equal(says(v, [2]), "You came third. Ann wins");
});

test("partners win together, and a draw has no winner", () => {
  const pair = over({ a: 1, b: 2, c: 1 }, { a: 1, b: 0, c: 1 });
  assert.equal(says(pair, [1]), "You win, with Cem!");
  assert.equal(says(pair, [2]), "You came second. Ann and Cem win");
  assert.equal(says(pair, []), "Ann and Cem win");
  const draw = over({ a: 1, b: 1 }, { a: 0.5, b: 0.5 }, 2);
  assert.equal(says(draw, [1]), "It is a draw");
  assert.equal(says(draw, []), "A draw between Ann and Botty");
  assert.equal(outcome(draw, new Voice({ view: { ...draw, you: { chairs: [1] } }, shared: false })), "over");
});

test("a result without a first place is told as the server tells it", () => {
  assert.equal(says(over({}), [1]), "Amber wins: first home");
});

test("chairs stand in the order of their places", () => {
  assert.deepEqual(
    placesOf(over({ a: 3, b: 1, c: 2 })).map((p) => p.chair),
    [1, 2, 0],
  );
});

test("turns, minutes and captures are counted", () => {
  const at = (s) => new Date(1e12 + s * 1000).toISOString();
  const play = (kind, seat, s, ...means) => ({ kind, at: at(s), body: { seat }, effects: means.map((m) => ({ means: m })) });
  const events = [
    { kind: "sit", at: at(-900), body: {} },
    play("throw", "a", 0, "throws"),
    play("move", "a", 4, "moves", "takes"),
    play("throw", "b", 60, "throws"),
    play("move", "b", 70, "takes", "takes"),
    play("throw", "a", 300),
  ];
  assert.deepEqual(figuresOf(events, over({ a: 1, b: 2 }, {}, 2)), { turns: 3, minutes: 5, captures: [1, 2] });
});

test("a win sounds unlike a loss, and both unlike an end that is neither", () => {
  const v = over({ a: 1, b: 2, c: 3 }, { a: 1 });
  const to = (own, shared = false) => outcome(v, new Voice({ view: { ...v, you: { chairs: own } }, shared }));
  assert.deepEqual([to([1]), to([2]), to([]), to([1, 2]), to([1], true)], ["won", "lost", "over", "over", "over"]);
  const rises = ({ pitches }) => pitches.at(-1) - pitches[0];
  assert.ok(rises(bells.won) > 0 && rises(bells.lost) < 0 && rises(bells.over) === 0);
});

test("luck, the turning point and the best move come from the analysis", () => {
  const move = (seat, text, best, next, moved = 0) => ({
    seat,
    kind: "move",
    text,
    best,
    moved,
    error: 0,
    choices: [
      { move: best, error: 0 },
      { move: "other", error: next, errorText: String(next), mark: "mistake" },
    ],
  });
  const events = [
    { seat: "a", kind: "throw", text: "6", luck: [0.2, -0.2], moved: 0.2 },
    move("a", "x", "x", 0.05),
    move("b", "y", "y", 0.4),
    move("a", "s", "s", 1),
    move("a", "w", "w", 0.3),
    move("a", "v", "u", 0.5, 0.5),
    { seat: "a", kind: "move", text: "t", moved: 0 },
  ];
  const r = {
    events,
    seqs: [9, 10, 11, 12, 13, 14, 15],
    turning: [0, 5],
    sides: [
      { seats: "a", luckText: "+20" },
      { seats: "b", luckText: "−20" },
    ],
  };
  const told = (seq) => seq !== 12; // as if it were a decision to throw
  assert.deepEqual(highlightsOf(r, ["a"], told), {
    luck: [
      { seats: "a", luck: "+20" },
      { seats: "b", luck: "−20" },
    ],
    turning: 5,
    best: 4,
    gain: "0.3",
  });
  assert.deepEqual(highlightsOf({ ...r, events: events.slice(1, 2), turning: [] }, ["b"], told), {
    luck: [],
    turning: -1,
    best: -1,
    gain: "",
  });
});

test("a phone begins quiet, and what its owner chose stays", async (t) => {
  const chosen = {};
  globalThis.localStorage = { getItem: (key) => chosen[key] ?? null, setItem: (key, value) => void (chosen[key] = value) };
  globalThis.matchMedia = () => ({ matches: true });
  t.after(() => {
    delete globalThis.localStorage;
    delete globalThis.matchMedia;
  });
  const { settings, set } = await import("../js/lib/store.js?phone");
  assert.equal(settings.sound, false);
  set("sound", true);
  assert.equal((await import("../js/lib/store.js?again")).settings.sound, true);
});
