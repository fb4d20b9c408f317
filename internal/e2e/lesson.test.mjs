// The lesson of every game, done to the end: of every second game by touch, of the
// others by keyboard. With PARLOUR_SOAK set, both do all.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { finger, keys, make } from "./hands.mjs";
import * as robot from "./robot.mjs";
import { t } from "../../web/page/js/words/words.js";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

/** Does one step of a lesson. */
async function doStep(page, hand, game, step) {
  const next = page.locator(".lesson-foot .row .primary");
  const buttons = page.locator(".lesson :is(.actions, .dice) button:not(:disabled, [data-stay])");
  const shown = (locator) => robot.until("something to do", async () => (await next.count()) || (await locator.count()));
  if (step.asks === "throw") {
    await shown(buttons);
    await hand.button(buttons.first());
  } else {
    await make(page, hand, game, step.position, step.moves[0]);
    await shown(buttons);
    if (!(await next.count())) await hand.button(buttons.first());
  }
  await next.waitFor();
  assert.equal(await page.locator(".praise p").first().textContent(), step.praise);
}

/** Touches a piece that cannot move, if the step expects that mistake, and reads why not. */
async function refused(page, step) {
  await page.waitForFunction(() => document.querySelector(".lesson .key, .lesson :is(.actions, .dice) button"));
  for (const { from, clause } of step.wrong) {
    const piece = page.locator(`.board-frame .token[data-place="${from}"]`);
    if (!from || (await page.locator(`.key[data-hot="${from}"]`).count()) || !(await piece.count())) continue;
    const why = page.locator(`.note:not([hidden]) a[href$="${clause.split("/")[1]}"]`);
    await robot.until(
      "the reason",
      () => why.count(),
      () => piece.first().tap({ force: true }),
    );
    return true;
  }
  return false;
}

/** Has the right move shown before trying anything: it is said, and the pieces go back. */
async function shown(page, hand) {
  const pieces = () => page.locator(".board-frame .token").evaluateAll((list) => list.map((el) => el.dataset.place).sort());
  await page.waitForFunction(() => document.querySelector(".lesson .key"));
  const before = await pieces();
  await hand.button(page.getByRole("button", { name: t("learn.show") }));
  const said = page.locator(".note:not([hidden]) p");
  await said.waitFor();
  assert.match(await said.textContent(), /Now you\.$/);
  assert.deepEqual(await pieces(), before);
}

describe("the lesson of every game is done to the end", { concurrency: 2 }, () => {
  for (const [turn, [how, hand, options]] of [
    ["touch", finger, phone],
    ["keyboard", keys, { viewport: { width: 1280, height: 800 } }],
  ].entries()) {
    test(`by ${how}`, async () => {
      let told = how !== "touch"; // whether a mistake was answered
      const page = await robot.window(browser, { ...robot.quick, atOnce: false, noChoice: false }, options);
      for (const game of (await robot.get("/api/games")).filter((_, i) => process.env.PARLOUR_SOAK || i % 2 === turn)) {
        const course = await robot.get(`/api/games/${game.id}/lesson`);
        await page.goto(`${robot.base}/learn/${game.id}`);
        for (const [i, step] of course.steps.entries()) {
          await page.getByRole("heading", { name: step.title }).waitFor();
          await page.locator(".board-frame svg").waitFor();
          if (i === 1 && how === "keyboard") await robot.accessible(page, `${game.id}, by ${how}`);
          if (!told && step.wrong.length && step.asks !== "throw") told = await refused(page, step);
          if (i === 0) await shown(page, hand(page));
          await doStep(page, hand(page), game.id, step);
          await hand(page).button(page.getByRole("button", { name: t("learn.next") }));
        }
        await page.getByRole("heading", { name: t("learn.end", { game: course.title }) }).waitFor();
        assert.equal(await page.locator(".dots .did").count(), course.steps.length);
      }
      assert.ok(told, "nobody made a mistake");
      await robot.accessible(page, "the end of a lesson");
      await robot.close(page);
    });
  }
});

describe("the first play of a game begins with its aim", () => {
  const terms = { game: "checkers", bots: ["", "greedy"] };
  const aim = (page) => page.locator("dialog.aim");
  const placed = (page) =>
    aim(page)
      .locator(".token")
      .evaluateAll((list) => list.map((el) => el.dataset.place).join());

  test("with moves, closable, and never again", async () => {
    const page = await robot.window(browser, { sound: false }, { ...phone, newcomer: true });
    const course = await robot.get("/api/games/checkers/lesson");
    await robot.open(page, await robot.make(page, terms));
    await aim(page).getByText(course.aim.says).waitFor();
    const before = await placed(page);
    await robot.until("the picture to move", async () => (await placed(page)) !== before);
    await robot.until("the picture to begin again", async () => (await placed(page)) === before);
    await robot.accessible(page, "the aim", "dialog.aim");
    await page.getByRole("button", { name: t("aim.play") }).tap();
    await aim(page).waitFor({ state: "detached" });
    await page.reload();
    await page.locator(".board-frame .key").first().waitFor();
    assert.equal(await aim(page).count(), 0);
    await robot.open(page, await robot.make(page, terms));
    await page.locator(".board-frame .key").first().waitFor();
    assert.equal(await aim(page).count(), 0);
    await robot.close(page);
  });

  test("as a still where nothing may move", async () => {
    const page = await robot.window(browser, { sound: false }, { ...phone, newcomer: true, reducedMotion: "reduce" });
    await robot.open(page, await robot.make(page, terms));
    await aim(page).locator(".token[data-place]").first().waitFor();
    assert.equal(await aim(page).evaluate((el) => el.getAnimations({ subtree: true }).length), 0);
    await robot.close(page);
  });

  test("but not for somebody whose clock runs", async () => {
    const page = await robot.window(browser, { sound: false }, { newcomer: true });
    await robot.open(page, await robot.make(page, { ...terms, clock: { kind: "move", seconds: 600 } }));
    await page.locator(".board-frame .key").first().waitFor();
    assert.equal(await aim(page).count(), 0);
    await robot.close(page);
  });
});
