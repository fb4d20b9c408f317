// Puzzles: one failed and solved at the second try by touch, one solved at once
// and one given up by keyboard.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finger, keys, make } from "./hands.mjs";
import * as robot from "./robot.mjs";
import { t } from "../../web/page/js/words/words.js";

const game = "checkers";

let browser, list;
before(async () => {
  browser = await robot.start();
  // Puzzles whose best move and next best move are plain steps.
  list = [];
  for (let n = 1; list.length < 2; n++) {
    const p = await robot.get(`/api/puzzles/${game}/${n}`);
    if (/^\d+-\d+$/.test(p.best[0]) && /^\d+-\d+$/.test(p.others[0].move)) list.push(p);
  }
});
after(() => robot.stop(browser));

const verdict = (page) => page.locator(".praise strong").textContent();
const board = (page) => robot.until("the pieces that can move", () => page.locator(".board-frame .key").count());

test("by touch: a wrong move costs something, and the right one is explained", async () => {
  const [p] = list;
  const page = await robot.window(browser, robot.quick, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(`${robot.base}/puzzles/${game}/${p.number}`);
  await page.getByRole("heading", { name: p.asks }).waitFor();
  await board(page);
  await make(page, finger(page), game, p.position, p.others[0].move);
  await page.locator(".praise.wrong").waitFor();
  assert.ok((await page.locator(".praise").textContent()).includes(p.others[0].lossText), "it says what the move costs");
  await robot.accessible(page, "a wrong move");
  await page.getByRole("button", { name: t("puzzle.again") }).tap();
  await board(page);
  await make(page, finger(page), game, p.position, p.best[0]);
  await page.getByRole("button", { name: t("puzzle.next") }).waitFor();
  assert.equal(await verdict(page), t("puzzle.right"));
  assert.equal(await page.locator(".puzzle-more tbody tr").count(), 1 + p.others.length);
  assert.ok((await page.getByRole("link", { name: t("puzzle.study") }).getAttribute("href")).includes("/study?game="));
  await page.goto(`${robot.base}/puzzles/${game}`);
  await page.getByText(t("puzzle.tally", { all: p.count, solved: 0, missed: 1 })).waitFor(); // only the first try counts
  await robot.close(page);
});

test("by keyboard: solved, the next one given up, its line stepped through", async () => {
  const p = list[1];
  const page = await robot.window(browser, robot.quick, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${robot.base}/puzzles/${game}/${p.number}`);
  await page.getByRole("heading", { name: p.asks }).waitFor();
  await board(page);
  await make(page, keys(page), game, p.position, p.best[0]);
  const next = page.getByRole("button", { name: t("puzzle.next") });
  await next.waitFor();
  assert.equal(await verdict(page), t("puzzle.right"));
  assert.ok((await page.locator(".puzzle-facts").textContent()).includes(t("puzzle.run", { run: 1, best: 1 })));
  await robot.accessible(page, "a puzzle that is solved");
  await robot.until(
    "the next puzzle",
    async () => !page.url().endsWith("/" + p.number),
    async () => {
      // The first key may have worked, and the button or the whole page be gone.
      if (await next.evaluateAll((list) => (list[0]?.focus(), list.length)).catch(() => 0)) await page.keyboard.press("Enter");
    },
  );
  const give = page.getByRole("button", { name: t("puzzle.give-up") });
  await give.waitFor();
  await board(page);
  await keys(page).button(give);
  const current = page.locator(".puzzle-line [aria-current]");
  await robot.until(
    "the first step",
    async () => (await current.count()) === 1 && (await page.getByRole("button", { name: t("puzzle.step"), exact: true }).isEnabled()),
  );
  const first = await current.textContent();
  await robot.until(
    "the second step",
    async () => (await current.count()) === 1 && (await current.textContent()) !== first,
    () => page.keyboard.press("ArrowRight"),
  );
  await robot.accessible(page, "the line of a puzzle");
  await page.goto(`${robot.base}/puzzles/${game}`);
  await page.getByText(t("puzzle.tally", { all: p.count, solved: 1, missed: 1 })).waitFor();
  await robot.accessible(page, "the puzzles of a game");
  await page.goto(`${robot.base}/puzzles`);
  await page.getByRole("link", { name: t("puzzle.solve") }).waitFor();
  await robot.accessible(page, "all puzzles");
  await robot.close(page);
});
