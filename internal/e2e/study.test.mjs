// The analysis board: positions pasted and set up by hand, and games of other
// programs.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as robot from "./robot.mjs";
import { percent, t } from "../../web/page/js/words/words.js";
import "../../web/page/js/words/study-words.js";

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const button = (page, key, args) => page.getByRole("button", { name: t(key, args), exact: true });

/** The numbers of the position that the page looks at, once they are those of the command. */
async function looked(page) {
  await page.locator(".looks:is([data-stage=full], [data-stage=deeper], [data-stage=done])").waitFor();
}

const xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";

test("an XGID is pasted on a phone, played on, and set up by hand", async () => {
  const page = await robot.window(browser, robot.quick, phone);
  await page.goto(robot.base + "/study");
  await page.locator("#bring-text").fill("nonsense");
  assert.equal(await page.locator(".study-games, .bring").first().getAttribute("class"), "study-games", "the games come first");
  await button(page, "study.open").click();
  await page.locator(".bring-said .note").waitFor();
  assert.match(await page.locator(".bring-said").textContent(), /which is none of our games: .*XGID/s);
  page.faults.length = 0; // the browser tells of the refusal as well
  await robot.accessible(page, "the door of the study");
  await page.locator("#bring-text").fill(xgid);
  await button(page, "study.open").click();
  await looked(page);
  await page.waitForURL(/\/study\?game=backgammon&position=/);
  assert.equal(await page.locator(".look-move").first().textContent(), "8/5 6/5");

  // The best move is chosen, seen on the board and played.
  await page.locator(".look-move").first().click();
  await page.locator(".board-frame .arrows .better").waitFor();
  await button(page, "study.play-it").click();
  await page.locator(".trail-step").waitFor();
  await looked(page);
  await page.locator("#study-dice").waitFor();
  await page.locator("#study-dice").fill("66");
  await button(page, "study.dice-set").click();
  await page.locator(".trail-step").nth(2).waitFor();
  assert.deepEqual(await page.locator(".trail-step").allTextContents(), ["8/5 6/5", "roll", "66"]);
  await button(page, "study.back").click();
  await robot.until("the throw to be taken back", async () => (await page.locator(".trail-step").count()) === 2);

  // A man too many is a fault, with its clause.
  await button(page, "study.edit").click();
  await page.locator(".edit-faults .fine").waitFor();
  await page.locator('.key[data-hot="6"]').focus();
  await page.keyboard.press("Enter");
  const fault = page.locator(".edit-faults li");
  await fault.waitFor();
  assert.match(await fault.textContent(), /has 16 men, more than 15/);
  assert.match(await fault.locator("a").getAttribute("href"), /\/g\/backgammon#setup$/);
  await robot.eventually(async () => assert.ok(await button(page, "study.done").isDisabled()));
  await robot.accessible(page, "setting up", ".editor");
  await page.getByRole("radio", { name: t("study.erase") }).click();
  await page.locator('.key[data-hot="6"]').focus();
  await page.keyboard.press("Enter");
  await page.locator(".edit-faults .fine").waitFor();
  await page.locator("#field-dice").selectOption("21");
  await robot.until(
    "the dice to be set",
    async () => (await page.locator("#field-dice").inputValue()) === "21" && page.locator(".edit-faults .fine").count(),
  );
  await button(page, "study.done").click();
  await page.waitForURL(/%3A21%3A/);
  await looked(page);
  await robot.accessible(page, "a position on a phone");

  // Play on: the table begins with this position.
  const line = new URL(page.url()).searchParams.get("position");
  await page.locator("[data-play=bot]").click();
  await page.waitForURL(/\/t\//);
  const table = await robot.get("/api/tables/" + page.url().split("/t/")[1].split(/[?#]/)[0]);
  assert.equal(table.terms.position, line);
  await robot.close(page);
});

// A match of two games, as .mat files have them.
const mat = ` 3 point match

 Game 1
 Ann : 0                       Bob : 0
  1) 31: 8/5 6/5                 64: 24/14
  2)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Ann : 1                       Bob : 0
  1)                             21: 13/11 6/5
  2) 55: 13/3 8/3(2)
`;

test("a .mat file with several games is imported and analysed with the command's numbers", async () => {
  const page = await robot.window(browser);
  await page.goto(robot.base + "/study");
  await page.locator("#bring-file").setInputFiles({ name: "match.mat", mimeType: "text/plain", buffer: Buffer.from(mat) });
  await button(page, "study.match-game", { n: 2 }).click();
  await page.locator(".study-game .log li.now").waitFor();
  assert.match(await page.locator(".study-game h2").first().textContent(), /Ann – Bob/);
  assert.match(await page.locator(".study-game .log li.now").textContent(), /The next game begins: Black 1, White 0/);
  await page.getByRole("button", { name: t("analysis.start") }).click();
  await page.locator(".study-game .graph svg").waitFor();

  // The same game, as the server's analyst, which is the command's, sees it.
  const told = await (await fetch(robot.base + "/api/study/game", { method: "POST", body: mat })).json();
  let report;
  await robot.until(
    "the analysis",
    async () => (report = await (await fetch(robot.base + "/api/study/analysis", { method: "POST", body: told.record })).json()).events,
  );
  const n = report.events.findIndex((e) => e.kind === "move" && e.choices);
  await page
    .locator(".study-game .log button")
    .nth(n + 1)
    .click();
  await page.locator(".study-game .choices tr.played").waitFor();
  const row = (await page.locator(".study-game .choices tr.played").textContent()).replace(/\s/g, "");
  const chosen = report.events[n].choices.find((c) => c.move === report.events[n].text);
  assert.ok(row.includes(percent(chosen.shares[report.seats.indexOf(report.events[n].seat)], 1).replace(/\s/g, "")), row);

  // The look at the position before that move agrees with the analysis, until it has looked deeper.
  const value = percent(report.events[n].before[report.seats.indexOf(report.events[n].seat)], 1);
  await page.locator('.looks[data-stage]:not([data-stage=""])').waitFor(); // the look at the position after it has begun
  await page.evaluate(() => {
    const looks = /** @type {HTMLElement} */ (document.querySelector(".looks"));
    const text = (/** @type {string} */ which) => looks.querySelector(which)?.textContent;
    new MutationObserver(() => {
      const { stage } = looks.dataset;
      if (!stage)
        globalThis.stages = {}; // the next look begins
      else if (globalThis.stages) globalThis.stages[stage] = [text(".look-move"), text(".look-list tbody td")];
    }).observe(looks, { subtree: true, childList: true, attributes: true });
  });
  await page.locator(".study-game .log button").nth(n).click();
  await page.waitForFunction(() => globalThis.stages?.deeper || globalThis.stages?.done);
  const { full = [report.events[n].best, value] } = await page.evaluate(() => globalThis.stages); // a busy server may have no time for it
  assert.deepEqual(full, [report.events[n].best, value]);
  await robot.accessible(page, "a game on a wide screen");
  await robot.close(page);
});
