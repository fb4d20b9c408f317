// Every kind of page can be used by everybody.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as robot from "./robot.mjs";
import { accessible, shot, slow } from "./robot.mjs";
import { t } from "../../web/page/js/words/words.js";

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

test("every page is accessible, on paper, at night and on wood, wide and narrow", async () => {
  for (const { theme, ...options } of [{}, { ...phone, colorScheme: "dark" }, { theme: "wood" }]) {
    const page = await robot.window(browser, { ...slow, ...(theme ? { theme } : {}) }, options);
    const table = await robot.make(page, { game: "checkers", bots: ["", "greedy"] });
    for (const [path, ready] of [
      ["/", ".box h2"],
      ["/new?game=mensch", ".fold"],
      ["/g/parker", ".clause"],
      ["/book/checkers/86", ".replies"],
      ["/lab", ".lab-run"],
      ["/learn/parker", ".says"],
      ["/puzzles", ".today svg"],
      ["/puzzles/checkers", ".puzzle-kinds a"],
      ["/study", ".study-games a"],
      ["/study?game=checkers", ".look-move"],
      [`/t/${table}`, ".key"],
      [`/t/${table}/replay`, ".token"],
      [`/t/${table}/tv`, ".token"],
      ["/nowhere", ".notice"],
      ["/t/none", ".notice"],
    ]) {
      await page.goto(robot.base + path);
      await page.locator(ready).first().waitFor();
      await robot.still(page);
      const name = path.replace(table, "").replaceAll(/\W+/g, "-").replaceAll(/^-|-$/g, "");
      await shot(page, `${name || "home"}-${options.colorScheme ?? "light"}`);
      await accessible(page, `${path} ${options.colorScheme ?? "light"}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${path} is ${wide} too wide`);
      if (!options.isMobile) continue;
      const large = await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
        return document.documentElement.scrollWidth - document.documentElement.clientWidth;
      });
      assert.ok(large <= 0, `${path} is ${large} too wide in large text`);
    }
    await page.goto(`${robot.base}/t/${table}`);
    for (const tab of ["people", "talk", "table"]) {
      await robot.sheet(page, tab);
      await accessible(page, "tab " + tab, ".panels");
    }
    await robot.open(page, await robot.make(page, { game: "mensch", bots: ["", "greedy"], setup: { players: 2 } }));
    await robot.sheet(page, "dice");
    await accessible(page, "tab dice", ".table");
    await robot.open(page, table);
    await robot.sheet(page, "table");
    await page
      .locator("#panel-table")
      .getByRole("button", { name: t("table.resign") })
      .click();
    await accessible(page, "resigning", "dialog");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("table.resign") })
      .click();
    await page.locator(".standings").waitFor();
    await accessible(page, "a finished game", "main");
    const large = await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
      return document.documentElement.scrollWidth - document.documentElement.clientWidth;
    });
    assert.ok(large <= 0, `a finished game is ${large} too wide in large text`);
    await page.evaluate(() => (document.documentElement.style.fontSize = ""));
    await page.evaluate(() =>
      dispatchEvent(Object.assign(new Event("beforeinstallprompt"), { prompt: () => (document.title = "installing") })),
    );
    await page.getByRole("button", { name: t("nav.settings") }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("settings.install") })
      .click();
    await robot.until("the browser to be asked", async () => (await page.title()) === "installing");
    await accessible(page, "settings", "dialog");
    page.faults = page.faults.filter((f) => !/404.*(nowhere|none)/.test(f));
    await robot.close(page);
  }
});
