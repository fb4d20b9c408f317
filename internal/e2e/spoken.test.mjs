// Every kind of event is spoken through the live region, or silent on purpose.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { House } from "./house.mjs";
import * as robot from "./robot.mjs";
import { t } from "../../web/page/js/words/words.js";

const slow = { ...robot.quick, autoThrow: false, atOnce: false, noChoice: false, confirm: "auto" };

/** What is said of each kind: a pattern, or null where silence is meant. */
const said = {
  sit: /^Ben sits down as (White|Green)$/,
  stand: /^Bea leaves White$/,
  name: /^Ben is now called Bea$/,
  chair: /^[A-Z][a-z]+ \(greedy bot\) plays Red$/,
  lock: /^The table is locked$/,
  host: /^Bea is the host now$/,
  mute: /^The host mutes Bea$/,
  claim: /^Ada continues on another device$/,
  throw: /^\w+ throws [1-6]( for the start)?$/,
  move: /^Ada's man steps from 9 to 13$/,
  offer: /^Bea offers a draw$/,
  accept: /^Ada agrees to the draw$/,
  decline: /^Ada declines the draw$/,
  resign: /^Ada resigns$/,
  "ask-back": /^Ada asks to take back a move$/,
  "give-back": /^Ada takes back the move$/,
  "keep-back": /^The move stands$/,
  pause: /^Ada pauses the game$/,
  resume: /^Ada resumes the game$/,
  "stand-in": /^A bot \(greedy\) stands in for Ada$/,
  return: /^Ada plays Black again$/,
  "time-up": /^Ada has run out of time$/,
  rule: /^The others wait for Ada$/,
  held: /^The server was down; clocks were paused$/,
  emote: /^Ada: Good luck!$/,
  chat: /^Ada: <b>hello<\/b> & goodbye$/,
  "set-chat": /^Chat is off; emotes still work$/,
  "set-help": /^Players may ask for hints from now on$/,
  rematch: /^Ada wants to play again$/,
  "too-long": null, // after 100,000 events; tested in package hall
  created: null, // before anybody can listen; it is in the log
  carry: null, // only the person who asked sees the link
  "take-part": null, // devices and the server do this and the rest by themselves
  server: null,
  ask: null, // the throw tells it
  ready: null,
  void: null,
  earlier: null, // before anybody can listen; it is in the log
  here: null, // what devices tell is no event
  hurry: null,
  away: null,
  link: null,
  commit: null, // of earlier dice, in old logs
  round: null,
  pledge: null,
  reveal: null,
};

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

/** A window that keeps everything it says. */
async function listener(settings = slow) {
  const page = await robot.window(browser, settings);
  await page.addInitScript(() => {
    globalThis.heard = [];
    addEventListener("DOMContentLoaded", () => {
      new MutationObserver((all) => all.forEach((m) => m.addedNodes.forEach((n) => globalThis.heard.push(n.textContent)))).observe(
        document.getElementById("live"),
        { childList: true },
      );
    });
  });
  return page;
}

/** All that happened at a table was said in a window since event n, and is what it should be. Returns the events with what was heard of them. */
async function check(page, table, n, base = robot.base) {
  const { events } = await (await robot.ask(`${base}/api/tables/${table}/events?since=${n}`)).json();
  const last = events.findLast((e) => said[e.kind]);
  await page.waitForFunction((source) => globalThis.heard.some((words) => new RegExp(source).test(words)), said[last.kind].source);
  const heard = await page.evaluate(() => globalThis.heard);
  for (const e of events) {
    assert.ok(e.kind in said, `nobody has said what is heard of ${e.kind}`);
    if (said[e.kind] === null) assert.ok(!heard.includes(e.words), `${e.kind} is not meant to be heard: ${e.words}`);
    else assert.ok((e.heard = heard.find((words) => said[e.kind].test(words))), `not heard: ${e.kind} ${e.words} in ${heard.join("; ")}`);
  }
  return events;
}

const seen = new Map();
const note = (events) => events.forEach((e) => seen.set(e.kind, [...(seen.get(e.kind) ?? []), e.heard]));

test("people, talk and agreements", async () => {
  const [ada, ben, eve] = [await robot.window(browser, slow), await robot.window(browser, slow), await listener()];
  const table = await robot.make(ada, { game: "checkers", chat: true, bots: ["", ""] });
  await robot.open(eve, table, "?watch");
  const begin = (await robot.get("/api/tables/" + table)).seq;
  await robot.enter(ben);
  const does = [
    [ben, { kind: "sit", chair: 2, name: "Ben" }],
    [ben, { kind: "name", name: "Bea" }],
    [ada, { kind: "mute", chair: 2, on: true }],
    [ada, { kind: "mute", chair: 2 }],
    [ada, { kind: "lock", on: true }],
    [ada, { kind: "emote", text: "good-luck" }],
    [ada, { kind: "chat", text: "<b>hello</b> & goodbye" }],
    [ada, { kind: "set-chat", on: false }],
    [ada, { kind: "set-help", text: "hints" }],
    [ada, { kind: "pause" }],
    [ada, { kind: "resume" }],
    [ben, { kind: "offer", chair: 2 }],
    [ada, { kind: "decline" }],
    [ada, { kind: "move", move: "9-13" }],
    [ada, { kind: "ask-back" }],
    [ben, { kind: "keep-back" }],
    [ada, { kind: "ask-back" }],
    [ben, { kind: "give-back" }],
    [ada, { kind: "stand-in", chair: 1, level: "greedy" }],
    [ada, { kind: "return", chair: 1 }],
    [ada, { kind: "host", chair: 2 }],
  ];
  // Names are those of the moment, so each event is shown before the next.
  const shown = async (who, action) => {
    const { seq } = await robot.act(who, table, action);
    await eve.waitForFunction((seq) => Number(document.querySelector(".log li")?.dataset.seq) >= seq, seq);
  };
  for (const [who, action] of does) await shown(who, action);
  const { once } = await robot.act(ada, table, { kind: "carry" });
  const phone = await robot.window(browser, slow);
  await phone.goto(`${robot.base}/t/${table}#claim=${once}`);
  await phone.locator(".chair.yours").waitFor();
  await shown(ben, { kind: "offer", chair: 2 });
  await shown(phone, { kind: "accept" });
  await shown(ben, { kind: "stand", chair: 2 });
  await phone.getByRole("button", { name: t("table.rematch") }).click();
  await phone.waitForURL((url) => !url.pathname.endsWith(table));
  note(await check(eve, table, begin));
  // The result is spoken too, and what people wrote stays plain text.
  assert.ok((await eve.evaluate(() => globalThis.heard)).some((w) => /draw|tie/i.test(w)));
  assert.equal(await eve.locator("#live b, .log b").count(), 0);
  for (const page of [ada, ben, eve, phone]) {
    await robot.close(page);
  }
});

test("what changed, what is in danger and what stands where, by a key", async () => {
  const [ada, ben] = [await robot.window(browser, slow), await listener()];
  const table = await robot.make(ada, { game: "checkers", bots: ["", ""] });
  await robot.enter(ben);
  await robot.act(ben, table, { kind: "sit", chair: 2, name: "Ben" });
  await robot.open(ben, table);
  for (const [who, move] of [
    [ada, "11-15"],
    [ben, "22-18"],
  ]) {
    const { seq } = await robot.act(who, table, { kind: "move", move });
    await ben.waitForFunction((seq) => Number(document.querySelector(".log li")?.dataset.seq) >= seq, seq);
  }
  const asks = async (key, answer) => {
    await ben.keyboard.press(key);
    await ben.waitForFunction((source) => globalThis.heard.some((words) => new RegExp(source).test(words)), answer);
  };
  await asks("c", "11 → 15");
  await asks("t", "could take what you have on (square )?18\\.$");
  await asks("p", "You: .*square 32.*\\.$|32.*\\.$");
  for (const page of [ada, ben]) await robot.close(page);
});

test("dice, clocks and bots", async () => {
  const [ada, ben, eve] = [await robot.window(browser, slow), await robot.window(browser, slow), await listener()];
  const table = await robot.make(ada, { game: "mensch", setup: { players: 3 }, bots: ["", "", ""], clock: { kind: "move", seconds: 10 } });
  await robot.open(eve, table, "?watch");
  const begin = (await robot.get("/api/tables/" + table)).seq;
  await robot.enter(ben);
  await robot.act(ben, table, { kind: "sit", chair: 2, name: "Ben" });
  await robot.act(ada, table, { kind: "chair", chair: 3, level: "greedy" });
  const up = async () => (await robot.get("/api/tables/" + table)).timeUp;
  await robot.until("the time to be up", up);
  await robot.act(ben, table, { kind: "rule", text: "wait" });
  await robot.act(ada, table, { kind: "throw" });
  await robot.act(ada, table, { kind: "resign", chair: 1 });
  note(await check(eve, table, begin));
  for (const page of [ada, ben, eve]) {
    await robot.close(page);
  }
});

test("a server that was away", async () => {
  const server = new House();
  await server.start();
  const ada = await listener();
  await ada.goto(server.url + "/new?game=checkers");
  await ada.locator("input[name=clock][value=move]").check({ force: true });
  await ada.getByLabel(t("new.seconds")).waitFor();
  await ada.getByRole("button", { name: t("new.make") }).click();
  await ada.locator(".key").first().waitFor();
  const table = ada.url().split("/").pop();
  const { seq } = await (await robot.ask(`${server.url}/api/tables/${table}`)).json();
  await server.kill();
  await ada.locator(".link-lost:not([hidden])").waitFor();
  await server.start();
  await ada.locator(".link-lost").waitFor({ state: "hidden" });
  const events = await check(ada, table, seq, server.url);
  assert.deepEqual(
    events.map((e) => e.kind),
    ["held"],
  );
  note(events);
  await ada.locator('.log li[data-kind="held"]').waitFor();
  // No reload is needed: the game continues at once.
  await robot.play(ada, { moves: 1 });
  await ada.locator('.log li[data-kind="move"]').first().waitFor();
  assert.ok((await ada.evaluate(() => globalThis.heard)).includes(t("table.online")));
  await robot.close(ada, /net::ERR_/);
  await server.drop();
});

test("no kind of event was left out", async () => {
  const source = await readFile(new URL("../../table/event.go", import.meta.url), "utf8");
  const kinds = [...source.matchAll(/Kind\s*=\s*"([a-z-]+)"/g)].map((m) => m[1]).sort();
  assert.ok(kinds.length > 25, "the kinds are not found");
  assert.deepEqual(Object.keys(said).sort(), kinds);
  for (const [kind, pattern] of Object.entries(said)) {
    if (pattern)
      assert.ok(
        seen.get(kind)?.some((w) => pattern.test(w)),
        `${kind} was heard as ${seen.get(kind)}`,
      );
  }
});
