// What the page of a table shows, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { calls, clockText, newsOf, nobody, State } from "../js/table/state.js";

const view = (seq, more = {}) => ({
  seq,
  table: "t",
  status: "playing",
  turn: "a",
  needs: "throw",
  now: "2026-01-01T00:00:00Z",
  chairs: [{ seats: ["a"] }, { seats: ["b"] }],
  you: { person: 1, chairs: [1] },
  ...more,
});
const event = (seq, kind = "move", body = {}, more = {}) => ({ seq, kind, body, ...more });

test("the log of the beginning ends where the view does", () => {
  const s = new State(view(2));
  const known = s.begin([event(1, "throw", { throw: "6" }), event(2), event(3)]);
  assert.deepEqual(
    known.map((e) => e.seq),
    [1, 2],
  );
  assert.deepEqual([s.seen, s.events.length, s.thrown.body.throw, s.moved], [2, 2, "6", true]);
});

test("a screen for all has no chair of its own", () => {
  assert.deepEqual([new State(view(1)).own, new State(view(1), true).own], [[1], []]);
  assert.ok(!new State(view(1), true).myTurn);
});

test("what comes in is shown in order, once, and then the view", () => {
  const s = new State(view(1));
  s.begin([event(1)]);
  assert.deepEqual(
    s.receive({ events: [event(1), event(2)] }).fresh.map((e) => e.seq),
    [2],
  );
  s.receive({ events: [event(2), event(3)], view: view(3) });
  assert.deepEqual([s.next().seq, s.next().seq, s.next()], [2, 3, null]);
  assert.equal(s.turn().seq, 1);
  assert.equal(s.view.seq, 3);
  assert.equal(s.turn(), null);
});

test("a gap is told, and nothing behind it is taken", () => {
  const s = new State(view(1));
  s.begin([event(1)]);
  const { fresh, gap } = s.receive({ events: [event(2), event(4)], view: view(4) });
  assert.deepEqual([fresh.map((e) => e.seq), gap, s.seen, s.latest], [[2], true, 2, null]);
  // Who asked for everything shows what there is: the check of the log says what is missing.
  assert.equal(s.receive({ events: [event(4)], view: view(4) }, true).gap, false);
  assert.deepEqual([s.seen, s.latest.seq], [4, 4]);
});

test("an older view never replaces a newer one", () => {
  const s = new State(view(1));
  s.begin([event(1)]);
  s.receive({ events: [2, 3, 4, 5].map((seq) => event(seq)), view: view(5) });
  s.receive({ view: view(4) });
  s.turn();
  assert.equal(s.view.seq, 5);
  s.receive({ view: view(4) });
  assert.equal(s.turn(), null);
});

test("what the log does not have is not shown", () => {
  const s = new State(view(1));
  s.begin([event(1)]);
  assert.deepEqual([s.receive({ view: view(3) }).gap, s.latest], [true, null]);
  // Even if everything was asked for: a view may be newer than the events that came beside it, and the stream brings the rest.
  assert.deepEqual([s.receive({ events: [event(2)], view: view(3) }, true).gap, s.latest], [false, null]);
  s.receive({ events: [event(3)], view: view(3) });
  assert.equal(s.latest.seq, 3);
});

test("whose turn it is on this device", () => {
  assert.ok(new State(view(1)).myTurn);
  assert.ok(!new State(view(1, { turn: "b" })).myTurn);
  assert.ok(!new State(view(1, { turn: "" })).myTurn);
  assert.ok(!new State(view(1, { paused: true })).myTurn);
  assert.ok(!new State(view(1, { status: "over" })).myTurn);
  assert.ok(!new State(view(1, { chairs: [{ seats: ["a"], bot: "calm" }] })).myTurn);
  assert.ok(!new State(view(1, { you: {} })).myTurn);
});

test("the board is turned to its player, and follows those who share it", () => {
  const shared = { turn: "b", you: { chairs: [1, 2] } };
  assert.equal(new State(view(1, { turn: "b" })).near(true), "a");
  assert.equal(new State(view(1, shared)).near(true), "b");
  assert.equal(new State(view(1, shared)).near(false), "a");
  assert.equal(new State(view(1, { ...shared, status: "over" })).near(true), "a");
  assert.equal(new State(view(1, { you: {} })).near(true), "");
});

test("an action is waited for until its event is shown", () => {
  const s = new State(view(1));
  s.awaited = 2;
  assert.ok(s.waits);
  s.receive({ events: [event(1), event(2)], view: view(2) });
  s.turn();
  assert.ok(!s.waits);
});

test("pieces hurry when much waits", () => {
  const s = new State(view(1));
  s.begin([event(1)]);
  const fast = s.pace("normal");
  for (let i = 2; i < 8; i++) s.receive({ events: [event(i)] });
  assert.ok(s.pace("normal") > 0 && s.pace("normal") < fast);
  for (let i = 8; i < 20; i++) s.receive({ events: [event(i)] });
  assert.equal(s.pace("normal"), 0);
  assert.equal(s.pace("off"), 0);
});

test("names, muting and who is away", () => {
  const s = new State(view(1));
  s.begin([event(1, "sit", { person: 2, name: "Ben" })]);
  assert.equal(s.names.get(2), "Ben");
  assert.ok(s.muted(event(2, "chat", {}, { by: 2 }), true));
  assert.ok(!s.muted(event(2, "chat", {}, { by: 1 }), true), "what you say yourself is heard");
  assert.ok(!s.muted(event(2, "chat", {}, { by: 2 }), false));
  assert.ok(!s.muted(event(2, "move", {}, { by: 2 }), true));
  s.presence({ table: "", away: [2], absent: [], watchers: 3, names: ["Eve"] });
  assert.deepEqual(s.crowd, { watchers: 3, names: ["Eve"] });
  assert.deepEqual(
    s.view.chairs.map((c) => c.away),
    [false, true],
  );
});

test("who is away is what the stream says, not the view that came before it", () => {
  const chairs = () => [{ seats: ["a"], away: true }, { seats: ["b"] }];
  const s = new State(view(1, { chairs: chairs() }));
  const away = () => s.view.chairs.map((c) => c.away);
  assert.deepEqual(away(), [false, false], "this device had not connected yet");
  s.presence({ table: "", away: [2], absent: [], watchers: 1, names: ["Eve"] });
  s.receive({ view: view(2, { chairs: chairs() }) });
  s.turn();
  assert.deepEqual(away(), [false, true]);
  s.presence(nobody); // as every stream begins
  assert.deepEqual([away(), s.crowd], [[false, false], { watchers: 0, names: [] }]);
});

test("a move that was taken back is no longer the last one", () => {
  const s = new State(view(2));
  s.begin([event(1, "throw", { throw: "6" }), event(2)]);
  assert.equal(s.lastMove.seq, 2);
  s.receive({ events: [event(3, "give-back")] });
  s.next();
  assert.equal(s.lastMove, undefined);
});

test("clocks run by the server's time", () => {
  const running = view(1, {
    deadline: "2026-01-01T00:01:00Z",
    chairs: [
      { seats: ["a"], left: 90 },
      { seats: ["b"], left: 80 },
    ],
  });
  const here = Date.parse("2026-01-01T09:00:00Z"); // this device is nine hours ahead
  const s = new State(running);
  assert.equal(s.left(0, here, here + 10_000), 50);
  assert.equal(s.left(0, here, here + 70_000), 0);
  assert.equal(s.left(1, here, here + 10_000), 80);
  assert.equal(new State({ ...running, paused: true }).left(0, here, here + 10_000), 90);
  assert.deepEqual([0, 59.9, 61, 3600, 90_000].map(clockText), ["0:00", "0:59", "1:01", "1:00 h", "1 d 1 h"]);
});

test("what is worth telling of a new view", () => {
  const a = view(1);
  assert.deepEqual(newsOf(a, a, true), { due: false, turned: false, ended: false });
  assert.deepEqual(newsOf(view(1, { turn: "b" }), view(2), true), { due: true, turned: true, ended: false });
  assert.deepEqual(newsOf(view(1), view(2, { needs: "move" }), true), { due: true, turned: false, ended: false });
  assert.deepEqual(newsOf(view(1), view(2), true), { due: false, turned: false, ended: false });
  const again = newsOf(view(1, { position: "x" }), view(2, { position: "y" }), true);
  assert.deepEqual(again, { due: true, turned: false, ended: false }, "the same is asked again");
  assert.deepEqual(newsOf(view(1), view(2, { turn: "b" }), false), { due: false, turned: false, ended: false });
  assert.equal(newsOf(view(1), view(2, { result: {} }), false).ended, true);
});

test("somebody is called to their turn only if they look elsewhere or have waited", () => {
  assert.equal(calls(true, false, 300), false);
  assert.equal(calls(true, true, 0), true);
  assert.equal(calls(true, false, 5000), true);
  assert.equal(calls(false, true, 60_000), false);
});
