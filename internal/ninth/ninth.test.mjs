// A game that the page has never heard of: from the shelf to the replay.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as robot from "../e2e/robot.mjs";
import { accessible, get, shot } from "../e2e/robot.mjs";
import { headline } from "../../web/page/js/table/end.js";

const calm = { ...robot.quick, forced: "none" };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** White closes a mill on g7 and takes; Black is left with two men. */
const near = "morris W:W0/a7,d7,f4,g4:B0/b4,c3,e3 q=9";

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

/** The moves of a table. */
const movesOf = async (table) => (await robot.eventsOf(table)).filter((e) => e.kind === "move").map((e) => e.body.move);

/** Taps a place of the board. */
async function tap(page, place) {
  await robot.tapNow(page.locator(`.place[data-place="${place}"]`));
}

test("from the shelf to a move", async () => {
  const page = await robot.window(browser, calm);
  await page.goto(robot.base + "/");
  const box = page.locator(".box", { has: page.getByRole("heading", { name: "Nine Men's Morris" }) });
  await box.waitFor();
  assert.equal(await page.locator(".box h2").count(), 10);
  await box.locator("img").evaluate((img) => img.decode());
  await accessible(page, "the shelf");
  await (await robot.lid(page, "morris")).getByRole("button", { name: "Play" }).click();
  await page.waitForURL("**/t/*");
  const table = page.url().split("/").pop();
  await robot.step(page, "hand W", "d6");
  await page.locator('.log li[data-kind="move"]').first().waitFor();
  await robot.until("the bot's answer", async () => (await movesOf(table)).length === 2);
  assert.equal((await movesOf(table))[0], "d6");
  assert.match(await page.locator(".log").textContent(), /You: put a man on d6/);
  await robot.still(page);
  await accessible(page, "the table");
  await shot(page, "ninth-table");

  // A point that is not empty is refused with its rule.
  await robot.until(
    "the note",
    () => page.locator(".note .clauses a").first().isVisible(),
    async () => {
      await tap(page, "hand W");
      await tap(page, "d6");
    },
  );
  assert.match(await page.locator(".note .clauses a").first().getAttribute("href"), /^\/g\/morris#/);
  await robot.sheet(page, "table");
  await page.locator("#panel-table").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.locator(".standings").waitFor();
  await robot.close(page);
});

test("a mill is closed, a man taken, the game won and replayed", async () => {
  const page = await robot.window(browser, calm, phone);
  const table = await robot.make(page, { game: "morris", bots: ["", "random"], position: near });
  await robot.open(page, table);
  await robot.step(page, "g4", "g7");
  const prey = page.locator('.key[data-hot="c3"]');
  await prey.waitFor();
  assert.equal(await page.locator(".key").count(), 3, "three men can be taken");
  await robot.until(
    "the capture",
    async () => (await movesOf(table)).length > 0,
    () => robot.tapNow(prey),
  );
  assert.deepEqual(await movesOf(table), ["g4-g7xc3"]);
  await page.locator(".standings").waitFor();
  await page.locator(".turn-words", { hasText: /^You win: two men are left!$/ }).waitFor();
  await robot.still(page);
  await accessible(page, "a game that was won");
  await shot(page, "ninth-won-phone");
  assert.deepEqual(await page.locator(".men .token").evaluateAll((men) => men.map((m) => m.dataset.place).sort()), [
    "a7",
    "b4",
    "d7",
    "e3",
    "f4",
    "g7",
  ]);

  await page.goto(`${robot.base}/t/${table}/replay`);
  await page.locator(".token").first().waitFor();
  await robot.still(page);
  await accessible(page, "the replay");
  await robot.close(page);
});

test("two windows play a whole game by mouse and by touch", async () => {
  const ada = await robot.window(browser, calm),
    ben = await robot.window(browser, calm, phone);
  const table = await robot.make(ada, { game: "morris", bots: ["", ""], setup: { options: { quiet: "4" } } });
  await robot.open(ada, table);
  await robot.open(ben, table);
  await ben.getByRole("button", { name: /^Sit down as/ }).tap();
  const [a, b] = await Promise.all([robot.play(ada), robot.play(ben, { touch: true })]);
  assert.ok(a.over && b.over, JSON.stringify([a, b]));
  const view = await get("/api/tables/" + table);
  assert.equal(view.status, "over");
  for (const w of [ada, ben]) {
    const voice = await robot.voiceOf(table, w);
    await robot.eventually(async () => {
      assert.equal(await w.locator(".turn-words").textContent(), headline(view, voice));
      assert.deepEqual(
        await w.locator(".men .token").evaluateAll((men) => men.map((m) => m.dataset.place).sort()),
        view.pieces.map((p) => p.place).sort(),
      );
    });
  }
  await Promise.all([ada, ben].map((w) => robot.close(w)));
});

test("its book, its table and its experiments", async () => {
  const page = await robot.window(browser, calm, { ...phone, colorScheme: "dark" });
  for (const [path, ready] of [
    ["/g/morris", ".clause"],
    ["/new?game=morris", "form"],
    ["/lab?game=morris", "#lab-game"],
  ]) {
    await page.goto(robot.base + path);
    await page.locator(ready).first().waitFor();
    await robot.still(page);
    await accessible(page, path);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${path} is ${wide} too wide`);
    await shot(page, "ninth" + path.replaceAll(/\W+/g, "-"));
  }
  await page.goto(robot.base + "/g/morris#r-fly");
  await page.locator(".spread:has(#mill-safe) .plate img").evaluate((img) => ((img.loading = "eager"), img.decode()));
  assert.match(await page.locator("#r-fly").textContent(), /three men left/);
  await robot.close(page);
});

test("three seats, a die and an odd piece", async () => {
  const page = await robot.window(browser, calm);
  const table = await robot.make(page, { game: "snails", bots: ["", "greedy", "greedy"] });
  await robot.open(page, table);
  await page.locator(".men .token .snail").first().waitFor();
  assert.equal(await page.locator(".men .token .snail").count(), 3);
  await accessible(page, "three snails");
  await shot(page, "ninth-snails");
  const played = await robot.play(page);
  assert.ok(played.over, JSON.stringify(played));
  const view = await get("/api/tables/" + table);
  assert.equal(view.status, "over");
  await page.locator(".turn-words", { hasText: /the snail has arrived/i }).waitFor();
  await robot.close(page);
});
