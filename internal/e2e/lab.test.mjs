// The laboratory in the browser.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import * as robot from "./robot.mjs";
import { t } from "../../web/page/js/words/words.js";

const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
const shots = process.env.SHOTS;

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

const shot = async (page, name) => shots && page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });

/** Nothing that axe knows is wrong, and nothing is too wide. */
async function sound(page, where, part) {
  await robot.accessible(page, where, part);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${where} is ${wide} too wide`);
}

for (const [name, options] of [
  ["light", {}],
  ["dark", { ...phone, colorScheme: "dark" }],
]) {
  test(`an experiment is played, told and repeated, ${name}`, async () => {
    const page = await robot.window(browser, robot.quick, options);
    await page.goto(robot.base + "/");
    await page.getByRole("link", { name: t("lab.title") }).click();
    await page.getByLabel(t("new.game"), { exact: true }).selectOption("auto-race");
    await page.waitForURL(/game=auto-race/);
    await page.getByLabel(t("lab.games"), { exact: true }).fill("300");
    await page.getByLabel(t("lab.seed"), { exact: true }).fill("1928");
    await page.getByLabel(t("lab.seed"), { exact: true }).press("Tab");
    await sound(page, "before");
    await page.getByRole("button", { name: t("lab.run"), exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".again").waitFor();
    await page.locator(".lab-result > p", { hasText: "Done: 300 games" }).waitFor();
    await robot.eventually(async () => assert.equal(await page.locator(".plots svg").count(), 3));
    const command = await page.locator(".command").textContent();
    assert.equal(command, "parlour sim auto-race --games 300 --seed 1928 --bots random --max-moves 50000");
    await page.locator("#live", { hasText: "Done: 300 games" }).waitFor({ state: "attached" });
    await shot(page, "lab-" + name);
    await sound(page, "after");
    const table = () => page.locator(".lab-body table").first().textContent();
    const before = await table();
    assert.match(before, /29\.02 %/, "the exact chance stands beside the count");

    // Opening the address again gives the same result.
    const link = page.url();
    assert.match(link, /games=300.*seed=1928/);
    await page.goto(link);
    await page.getByRole("button", { name: t("lab.run"), exact: true }).click();
    await page.locator(".again").waitFor();
    await robot.eventually(async () => assert.equal(await table(), before));

    // The download is what was shown.
    const waiting = page.waitForEvent("download");
    await page.getByRole("link", { name: "JSON" }).click();
    const file = JSON.parse(await readFile(await (await waiting).path(), "utf8"));
    assert.equal(file.report.games, 300);
    await robot.close(page);
  });
}

test("an experiment is stopped, and a bad one refused", async () => {
  const page = await robot.window(browser);
  await page.goto(robot.base + "/lab?game=contact&bots=greedy&games=20000&seed=5");
  await page.getByRole("button", { name: t("lab.run"), exact: true }).click();
  await page.locator(".plots").waitFor();
  await page.getByRole("button", { name: t("lab.stop") }).click();
  await page
    .getByText(/Stopped after \d+ of 20000 games/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: t("lab.run"), exact: true }).waitFor();
  await robot.close(page);
  const other = await robot.window(browser);
  await other.goto(robot.base + "/lab?game=kleefeld&seed=99999999999999999999");
  await other.getByRole("button", { name: t("lab.run"), exact: true }).click();
  assert.equal(await other.locator(".again").count(), 0, "a seed beyond all numbers is not played");
  await robot.close(other);
});

test("the page of a game shows what was measured", async () => {
  for (const options of [{}, { ...phone, colorScheme: "dark" }]) {
    const page = await robot.window(browser, robot.quick, options);
    await page.goto(robot.base + "/g/auto-race");
    const found = page.locator("#findings");
    await found.getByRole("heading").click(); // unfolds it
    await found.locator("svg").nth(2).waitFor();
    assert.equal(await found.locator("svg").count(), 3);
    assert.match(await found.locator("svg").first().getAttribute("aria-label"), /\d+ games/);
    await found.locator(".choices summary").click();
    await sound(page, "/g/auto-race", "#findings");
    await found.scrollIntoViewIfNeeded();
    if (shots) await found.screenshot({ path: `${shots}/findings-${options.colorScheme ?? "light"}.png` });
    await found.getByRole("link", { name: t("lab.here") }).click();
    await page.waitForURL(/\/lab\?game=auto-race/);
    await robot.close(page);
  }
});
