// When the page has a game checked by its rules.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Rules } from "../js/dice/whole-game.js";
import { place } from "../js/lib/address.js";
import { ApiError } from "../js/lib/api.js";

const rest = () => new Promise((ok) => setImmediate(ok));

/** A check that answers what a test wants. */
function checked(t, ...answers) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = [];
  let told = 0;
  const rules = new Rules(
    "table",
    () => told++,
    async (_, events) => {
      asked.push(events.length);
      const answer = answers.shift() ?? { fault: null };
      if (answer instanceof Error) throw answer;
      return answer;
    },
  );
  const falls = async (throws) => {
    while (rules.events.length < throws) rules.events.push({});
    rules.look(throws);
    t.mock.timers.tick(60_000);
    await rest();
  };
  return { rules, asked, falls, told: () => told };
}

test("a game is checked when a throw has fallen, and not again before the next", async (t) => {
  const { rules, asked, falls, told } = checked(t);
  await falls(0);
  await falls(2);
  await falls(2);
  assert.deepEqual([asked, rules.checked, told()], [[2], 2, 1]);
  rules.look(3);
  assert.ok(!rules.waits(2) && rules.waits(3), "it is not green before it was checked");
  await falls(3);
  assert.deepEqual(asked, [2, 3]);
  assert.ok(!rules.waits(3));
});

test("what was moved after the last throw is checked when the game has ended", async (t) => {
  const fault = { code: "illegal", event: 3, throw: 0, text: "x" };
  const { rules, asked, falls } = checked(t, { fault: null }, { fault });
  await falls(2);
  rules.events.push({});
  rules.look(2);
  assert.ok(!rules.waits(2) && !rules.timer, "the next throw comes");
  rules.look(2, true);
  assert.ok(rules.waits(2) && !rules.waits(1), "it is not green before its end was checked");
  await falls(2);
  assert.deepEqual([asked, rules.fault], [[2, 3], fault]);
});

test("the rules are told what this device saw happen", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const told = [];
  const rules = new Rules(
    "table",
    () => {},
    async (_, __, memory, since) => (told.push([memory, since]), { fault: null }),
  );
  rules.since = 7;
  rules.look(1);
  t.mock.timers.tick(60_000);
  await rest();
  assert.deepEqual(told, [[null, 7]]);
});

test("a fault stays, and nothing is checked after it", async (t) => {
  const fault = { code: "illegal", event: 1, throw: 0, text: "x" };
  const { rules, asked, falls } = checked(t, { fault });
  await falls(1);
  await falls(2);
  assert.deepEqual([asked, rules.fault], [[1], fault]);
});

test("what cannot be read is said, a lost way is tried again, and a browser that cannot check gives up", async (t) => {
  const { rules, asked, falls } = checked(
    t,
    new ApiError("refused", "unknown kind"),
    new ApiError("network", "x"),
    new ApiError("failed", "x"),
  );
  await falls(1);
  assert.deepEqual([rules.why, rules.checked], ["unknown kind", 0]);
  assert.ok(!rules.unknown);
  await falls(1);
  assert.equal(rules.why, "unknown kind", "still");
  assert.ok(rules.unknown, "until it is tried again");
  await falls(1);
  assert.equal(rules.check, null);
  assert.ok(rules.unknown);
  await falls(2);
  assert.equal(asked.length, 3);
});

test("a program that a server holds back, or that answers nonsense, has checked nothing", async (t) => {
  let answer;
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let told = 0;
  const rules = new Rules(
    "table",
    () => told++,
    () => new Promise((ok, no) => (answer = { ok, no })),
  );
  const later = async (ms) => {
    t.mock.timers.tick(ms);
    await rest();
  };
  rules.look(1);
  await later(30_000);
  assert.ok(answer && !rules.unknown && !told);
  await later(60_000);
  assert.ok(rules.unknown && told === 1, "it takes too long");
  answer.ok({ fault: null });
  await rest();
  assert.ok(!rules.unknown && rules.checked === 1, "it came after all");
  rules.look(2);
  await later(60_000);
  answer.no(new SyntaxError("x"));
  await rest();
  assert.ok(rules.unknown && !rules.check);
});

test("a server without the program leaves it unknown", () => {
  const rules = new Rules("table", () => {}, null);
  assert.ok(rules.unknown && rules.waits(1));
});

test("a page that was opened before the server had the program looks for it, also when the server was gone", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const answers = [new TypeError("gone"), "", '{"local":"aa"}'];
  t.mock.method(globalThis, "fetch", async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return new Response(answer);
  });
  globalThis.DOMParser = class {
    parseFromString = (content) => ({ querySelector: () => (content ? { getAttribute: () => content } : null) });
  };
  t.after(() => {
    delete globalThis.DOMParser;
    delete place.local;
  });
  const rules = new Rules("table", () => {});
  rules.look(1);
  for (const found of [undefined, undefined, "aa"]) {
    const { looks } = rules;
    t.mock.timers.tick(10_000);
    while (rules.looks === looks) await rest();
    assert.equal(place.local, found);
  }
  assert.equal(rules.looks, 0);
});
