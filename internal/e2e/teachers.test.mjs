// What teachers use: an exercise of one's own by link, and several tables at once.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finger } from "./hands.mjs";
import * as robot from "./robot.mjs";
import "../../web/page/js/words/teacher-words.js";
import { t } from "../../web/page/js/words/words.js";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const line = "checkers B:W18,22,28:B3,15 q=0";

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

test("a position becomes an exercise by link, and is solved", async () => {
  const page = await robot.window(browser, robot.quick);
  await page.goto(`${robot.base}/study?game=checkers&position=${encodeURIComponent("checkers B:W18:B3,11 q=0")}`);
  await page.getByText(t("exercise.make")).click();
  await page.getByLabel(t("exercise.text")).fill("Offer <b>nothing</b>.");
  await page.locator('.exercise-moves input[value="3-7"]').check();
  await robot.accessible(page, "the form", ".exercise-form");
  await page.getByRole("button", { name: t("exercise.link") }).click();
  const link = page.getByRole("link", { name: t("exercise.open") });
  const href = await link.getAttribute("href");
  await robot.close(page);

  const pupil = await robot.window(browser, { ...robot.quick, atOnce: false, noChoice: false }, phone);
  await pupil.goto(robot.base + href);
  await pupil.locator(".says", { hasText: "Offer <b>nothing</b>." }).waitFor();
  await pupil.locator(".key").first().waitFor();
  await robot.accessible(pupil, "an exercise");
  await finger(pupil).move("11", "16");
  await pupil.getByText(t("exercise.other")).waitFor();
  await finger(pupil).move("3", "7");
  await pupil.getByText(t("exercise.right")).waitFor();
  await robot.close(pupil);
});

test("an exercise that cannot work says why", async () => {
  const page = await robot.window(browser, robot.quick);
  for (const [hash, says] of [
    ["", t("exercise.no-position")],
    [`game=checkers&position=${encodeURIComponent(line)}`, t("exercise.no-move")],
    [`game=checkers&position=${encodeURIComponent(line)}&move=1-2`, t("exercise.illegal", { moves: "1-2" })],
  ]) {
    await page.goto(robot.base + "/exercise#" + hash);
    await page.getByText(says).waitFor();
  }
  await robot.close(page);
});

test("several tables are shown at once, live and read-only", async () => {
  const page = await robot.window(browser, robot.quick, { viewport: { width: 1280, height: 800 } });
  const game = { bots: ["", "greedy"] };
  const ids = [await robot.make(page, { game: "checkers", ...game }), await robot.make(page, { game: "backgammon", ...game })];
  await page.goto(`${robot.base}/tables`);
  await page.getByLabel(t("tables.label")).fill(ids.map((id) => `${robot.base}/t/${id}/watch`).join("\n") + "\nno-such-table");
  await page.getByRole("button", { name: t("tables.show") }).click();
  await page.locator(".small-board svg").nth(1).waitFor();
  await page.getByText(t("tables.gone")).waitFor();
  await robot.accessible(page, "several tables");
  const small = page.locator(".small-table").first();
  await small.locator(".turn", { hasText: "Ada" }).waitFor();
  await robot.shot(page, "tables");
  await robot.act(page, ids[0], { kind: "move", move: "11-15" });
  await small.locator('.token[data-place="15"]').waitFor();
  assert.equal(await page.locator(".key").count(), 0);
  page.faults = page.faults.filter((f) => !f.includes("no-such-table")); // the browser tells of an answer 404
  await robot.close(page);
});

test("every game is a few keys away on the first page", async () => {
  const page = await robot.window(browser, robot.quick);
  await page.goto(robot.base + "/");
  await page.locator(".box .lid").first().waitFor();
  const at = () => page.evaluate(() => document.activeElement?.closest(".box")?.dataset.game ?? "");
  let presses = 0;
  for (; presses < 40 && (await at()) !== "checkers"; presses++) await page.keyboard.press("Tab");
  assert.equal(await at(), "checkers");
  assert.ok(presses <= 20, `${presses} presses of Tab`);
  console.log(`checkers: ${presses} presses of Tab`);
  await page.keyboard.press("Enter");
  await page.locator(".open-lid").waitFor();
  await robot.close(page);
});
