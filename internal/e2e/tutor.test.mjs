// Help at the table, and the analysis after the game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as robot from "./robot.mjs";
import { accessible, get } from "./robot.mjs";
import { t } from "../../web/page/js/words/words.js";

const calm = { ...robot.quick, autoThrow: false, atOnce: false, noChoice: false };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const shots = process.env.SHOTS;

/** Black to move: 11-15 loses a man for nothing. */
const hanging = "B:W18,23,26,32:B9,5,11,12";

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

const shot = async (page, name, fullPage = false) => shots && page.screenshot({ path: `${shots}/${name}.png`, fullPage });

/** Tries the bad move, and returns the warning. */
async function blunder(page) {
  await robot.step(page, "11", "15");
  const warning = page.getByRole("dialog", { name: t("tutor.title") });
  await warning.waitFor();
  return warning;
}

/** Answers a warning, which ignores taps for a moment. */
const answer = (page, warning, key) =>
  robot.until(
    key,
    async () => !(await warning.count()),
    () => warning.getByRole("button", { name: t(key) }).evaluateAll((list) => list[0]?.click()),
  );

const moves = async (table) =>
  (await get(`/api/tables/${table}/events?since=0`)).events.filter((e) => e.kind === "move").map((e) => e.body.move);

test("a hint shows the best move, and the tutor warns before a bad one", async () => {
  const page = await robot.window(browser, calm);
  const table = await robot.make(page, { game: "checkers", position: hanging, bots: ["", "random"], help: "tutor" });
  await robot.open(page, table);
  const note = page.locator(".dock .note");
  await page.getByRole("button", { name: t("tutor.hint") }).click();
  await note.getByText(t("tutor.best")).waitFor();
  const best = /Best: (\d+ → \d+)\./.exec(await note.locator("p").first().textContent())?.[1];
  assert.ok(best && best !== "11 → 15", `a hint speaks as the log does: ${best}`);
  assert.equal(await note.locator("code").count(), 0, "notation is for those who want to see it");
  await page.locator("#live", { hasText: "Best: " + best }).waitFor({ state: "attached" });
  await shot(page, "tutor-hint");

  await robot.eventually(async () =>
    assert.equal(await page.locator(".board-frame .arrows .better .head").count(), 1, "the hint is drawn as an arrow"),
  );

  const warning = await blunder(page);
  assert.match(await warning.textContent(), /This gives away \d\.\d men: −\d\.\d men instead of [+−]?\d\.\d men\./);
  assert.ok((await warning.locator("li.better").textContent()).includes(best), "the better move is named");
  assert.match(await warning.locator("li.mine").textContent(), /11 → 15/);
  await robot.eventually(async () =>
    assert.deepEqual(
      await page
        .locator(".board-frame .arrows g")
        .evaluateAll((list) => list.map((g) => [g.getAttribute("class"), g.querySelectorAll(".head").length])),
      [
        ["mine", 1],
        ["better", 1],
      ],
    ),
  );
  assert.deepEqual(await moves(table), [], "the move was sent before it was confirmed");
  await shot(page, "tutor-warning");
  await accessible(page, "a warning");

  // After taking back by button and by key, the piece is where it was.
  await answer(page, warning, "tutor.back");
  await page.locator('.token[data-place="11"]').waitFor();
  await robot.eventually(async () =>
    assert.equal(await page.locator(".board-frame .arrows g").count(), 0, "the arrows go with the warning"),
  );
  await blunder(page);
  await page.keyboard.press("Escape");
  await warning.waitFor({ state: "detached" });
  await page.locator('.token[data-place="11"]').waitFor();

  // Somebody who speaks meanwhile does not close it.
  await blunder(page);
  await page.evaluate(
    (table) =>
      fetch(`/api/tables/${table}/actions`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ kind: "emote", text: "wow", key: crypto.randomUUID?.() ?? String(Math.random()) }),
      }),
    table,
  );
  await page.locator('.log li[data-kind="emote"]').waitFor();
  await answer(page, warning, "tutor.anyway");
  await page.locator('.log li[data-kind="move"]').first().waitFor();
  assert.equal((await moves(table))[0], "11-15");
  await robot.close(page);

  // On a phone the warning leaves the board to be seen, and plays the better move.
  const small = await robot.window(browser, calm, { ...phone, colorScheme: "dark" });
  const other = await robot.make(small, { game: "checkers", position: hanging, bots: ["", "random"], help: "tutor" });
  await robot.open(small, other);
  const sheet = await blunder(small);
  await robot.still(small);
  await shot(small, "tutor-warning-phone");
  const [board, below] = [await small.locator(".board-frame").boundingBox(), await sheet.boundingBox()];
  assert.ok(below.y >= board.y + board.height - 1, `the warning begins at ${below.y}, the board ends at ${board.y + board.height}`);
  await accessible(small, "a warning on a phone");
  await answer(small, sheet, "tutor.play-better");
  await small.locator('.log li[data-kind="move"]').first().waitFor();
  assert.equal((await moves(other))[0], best.replace(" → ", "-"));
  await robot.close(small);
});

test("the host switches the help, and everybody sees it", async () => {
  const ada = await robot.window(browser, calm);
  const ben = await robot.window(browser, calm, { ...phone, colorScheme: "dark" });
  const table = await robot.make(ada, { game: "checkers", position: hanging, bots: ["", "random"] });
  await robot.open(ada, table);
  await robot.open(ben, table);
  assert.equal(await ada.getByRole("button", { name: t("tutor.hint") }).count(), 0);
  await robot.sheet(ada, "people");
  await robot.unfold(ada, t("group.host"));
  await ada.getByRole("radio", { name: t("help.hints") }).check();
  await ada.getByRole("button", { name: t("tutor.hint"), exact: true }).waitFor();
  await ben.locator(".log").getByText("Players may ask for hints from now on").waitFor();
  await robot.sheet(ben, "people");
  await ben.getByText(t("help.means.hints")).waitFor();
  assert.equal(await ben.getByRole("radio", { name: t("help.hints") }).count(), 0, "a watcher can switch the help");
  await accessible(ben, "people");
  await ada.keyboard.press("Escape");
  await ada.locator("body").press("h");
  await ada.locator(".dock .note").getByText(t("tutor.best")).waitFor();
  await robot.close(ada);
  await robot.close(ben);
});

test("a finished game is analysed", async () => {
  const page = await robot.window(browser, calm);
  const table = await robot.make(
    page,
    {
      game: "parker",
      position: "parker G:20,41,49,*/Y:22,6,8,*/B:31,23,24,*/R:42,33,34,* G - - -",
      bots: ["casual", "casual", "casual", "casual"],
      pace: "at-once",
    },
    0,
  );
  await robot.until("the end of the game", async () => (await get("/api/tables/" + table)).status === "over", undefined, 600_000);
  await robot.open(page, table);
  await page.getByRole("link", { name: t("table.analysis") }).click();
  const graph = page.getByRole("slider", { name: t("analysis.graph") });
  await graph.waitFor();
  const report = await get(`/api/tables/${table}/analysis`);
  assert.equal(await page.locator(".graph .line").count(), 4);
  assert.equal(await page.locator(".turning li").count(), report.turning.length);
  assert.equal(await page.locator(".sums tbody tr").count(), report.sides.length);

  // The keys step through the game, and the board and the words follow.
  const now = async () => Number(await graph.getAttribute("aria-valuenow"));
  await graph.focus();
  await robot.eventually(async () => assert.equal(await now(), report.events.length));
  await page.keyboard.press("ArrowLeft");
  await robot.eventually(async () => assert.equal(await now(), report.events.length - 1));
  assert.match(await graph.getAttribute("aria-valuetext"), /Green \d+\.\d.%/);
  await page.keyboard.press("Home");
  await robot.eventually(async () => assert.equal(await now(), 0));
  await page.keyboard.press("ArrowRight");
  await robot.eventually(async () => assert.equal(await now(), 1));
  await page.locator(".verdict", { hasText: /^(Luck for Green: .*|This was neither.*)$/ }).waitFor();

  // A turning point links to its moment; a click on the graph leads to
  // another.
  await page.locator(".turning a").last().click();
  await robot.eventually(async () => assert.equal(await now(), report.turning[report.turning.length - 1] + 1));
  // The words about a moment may push the graph down, so the click waits for it to rest.
  await robot.until(
    "the end of the graph",
    async () => (await now()) >= report.events.length - 1,
    async () => {
      const box = await graph.boundingBox();
      if (box) await graph.click({ position: { x: box.width - 11, y: 60 } });
    },
  );

  // A moment with a choice lists the legal moves, including the one played.
  const i = report.events.reduce((best, e, n) => ((e.choices ?? []).length > (report.events[best].choices ?? []).length ? n : best), 0);
  // Reloading before the analysis is ready does not lose it.
  await page.route("**/analysis", () => {});
  await page.goto(`${robot.base}/t/${table}/replay#seq=${report.seqs[i]}&analysis`);
  await page.waitForURL(/\?at=\d+#analysis$/);
  await page.unroute("**/analysis");
  await page.reload();
  await page.locator(".choices tbody tr").first().waitFor();
  assert.equal(await page.locator(".choices tbody tr").count(), report.events[i].choices.length);
  assert.match(await page.locator(".choices tr.played").textContent(), /played/);
  await shot(page, "analysis-light");
  await page.getByText(t("analysis.as-table")).click();
  await page.locator(".numbers tbody tr").first().waitFor();
  assert.equal(await page.locator(".numbers tbody tr").count(), report.events.length);
  await accessible(page, "analysis");
  await robot.close(page);

  const small = await robot.window(browser, calm, { ...phone, colorScheme: "dark" });
  await small.goto(`${robot.base}/t/${table}/replay#analysis`);
  await small.locator(".graph .line").first().waitFor();
  await accessible(small, "analysis on a phone");
  const wide = await small.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `the analysis is ${wide} too wide`);
  await shot(small, "analysis-dark", true);
  await robot.close(small);
});

test("making a table chooses help and pace", async () => {
  const page = await robot.window(browser, calm);
  await page.goto(`${robot.base}/new?game=checkers`);
  for (const part of ["chairs", "extras"]) await page.locator(`.fold.${part} > summary`).click();
  // Hints are allowed alone against bots, but not with other people.
  assert.equal(await page.getByRole("radio", { name: t("help.hints") }).isChecked(), true);
  await page.locator("#chair-1").selectOption("open");
  assert.equal(await page.locator("input[name=help][value='']").isChecked(), true);
  await page.locator("#chair-1").selectOption("bot random");
  await page.getByRole("radio", { name: t("help.tutor") }).check();
  await page.getByText(t("help.means.tutor")).waitFor();
  await page.getByRole("radio", { name: t("pace.brisk") }).check();
  await shot(page, "new-help", true);
  await accessible(page, "making a table");
  await page.getByRole("button", { name: t("new.make") }).click();
  await page.waitForURL(/\/t\//);
  const view = await get("/api/tables/" + page.url().split("/t/")[1]);
  assert.equal(view.help, "tutor");
  assert.equal(view.terms.pace, "brisk");
  await page.goto(`${robot.base}/new?game=auto-race`);
  await page.locator(".fold.extras > summary").click();
  await page.getByText(t("help.nothing")).waitFor();
  await robot.close(page);
});
