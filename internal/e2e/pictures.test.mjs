// Takes pictures of every page on small, usual and very large screens, light
// and dark, for a person to look at. It runs only if SHOTS names a folder for
// them. Pictures whose names start with readme are shown in the README: copy
// them to docs/pictures.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as robot from "./robot.mjs";
import { t } from "../../web/page/js/words/words.js";
import { shot } from "./robot.mjs";

const calm = { ...robot.quick, autoThrow: false, atOnce: false, noChoice: false, confirm: "auto" };
const hand = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const screens = {
  320: { viewport: { width: 320, height: 568 }, ...hand },
  390: { viewport: { width: 390, height: 844 }, ...hand },
  laptop: { viewport: { width: 1280, height: 800 } },
  "4k": { viewport: { width: 3840, height: 2160 } },
};
const four = ["", "greedy", "greedy", "greedy"];
const games = {
  kleefeld: four,
  parker: four,
  british: four,
  mensch: four,
  "auto-race": four,
  contact: four,
  checkers: ["", "greedy"],
  backgammon: ["", "greedy"],
};

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

/** Opens a page and waits until it stands still. */
async function visit(page, path, ready) {
  await page.goto(robot.base + path);
  await page.locator(ready).first().waitFor();
  await page.waitForFunction(() => [...document.images].every((i) => i.complete || i.loading === "lazy"));
  await robot.still(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${path} is ${wide} too wide`);
}

/** Plays a while, until it is this window's turn to choose a piece. */
async function someway(page, table, touches) {
  await robot.open(page, table);
  await robot.play(page, { touches });
  for (let i = 0; i < 60 && !(await page.locator(".key").count()); i++) await robot.play(page, { touches: 1, ms: 3000 });
  await robot.still(page);
}

for (const [name, screen] of Object.entries(screens)) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${name}, ${colorScheme}`, async () => {
      const page = await robot.window(browser, calm, { ...screen, colorScheme });
      const keep = (what) => shot(page, `${what}-${name}-${colorScheme}`);
      const open = await robot.make(page, { game: "contact", bots: ["", "", "greedy", "greedy"] });
      const pages = {
        home: ["/", ".box h2"],
        new: ["/new?game=mensch", ".fold"],
        game: ["/g/parker", ".clause"],
        lab: ["/lab", ".lab-run"],
        waiting: ["/t/" + open, ".token"],
        tv: [`/t/${open}/tv`, ".token"],
        gone: ["/nowhere", ".notice h1"],
      };
      for (const [what, [path, ready]] of Object.entries(pages)) {
        await visit(page, path, ready);
        await keep(what);
      }
      for (const [game, bots] of Object.entries(games)) {
        if (colorScheme === "dark" && !["kleefeld", "backgammon"].includes(game)) continue;
        const table = await robot.make(page, { game, bots });
        await someway(page, table, game === "contact" || bots.length === 2 ? 6 : 24);
        await keep("my-turn-" + game);
        if (await page.locator('.key[data-kind="source"]').count()) {
          await page.locator('.key[data-kind="source"]').first().click({ force: true });
          await robot.still(page);
          await keep("composing-" + game);
        }
      }
      const done = await robot.make(page, { game: "checkers", bots: ["", "greedy"] });
      await robot.open(page, done);
      await robot.play(page, { ms: 60_000 });
      await keep("finished");
      await visit(page, `/t/${done}/replay`, ".token");
      await keep("replay");
      await visit(page, "/", ".box h2");
      await page.getByRole("button", { name: t("nav.settings") }).click();
      await keep("settings");
      page.faults = page.faults.filter((f) => !/404.*nowhere/.test(f));
      await robot.close(page);
    });
  }
}

test("for the README", async () => {
  const wide = { viewport: { width: 1060, height: 740 } };
  for (const [name, game, touches, options] of [
    ["table", "kleefeld", 60, wide],
    ["dark", "backgammon", 14, { ...wide, colorScheme: "dark" }],
    ["phone", "contact", 10, { ...screens["390"], deviceScaleFactor: 1 }],
  ]) {
    const page = await robot.window(browser, calm, options);
    const table = await robot.make(page, { game, bots: games[game] });
    await someway(page, table, touches);
    const piece = page.locator('.key[data-kind="source"]');
    if (name !== "table" && (await piece.count())) await piece.first().click({ force: true });
    await robot.still(page);
    await shot(page, "readme-" + name);
    await robot.close(page);
  }
  const page = await robot.window(browser, calm, wide);
  await visit(page, "/", ".box h2");
  await shot(page, "readme-home");
  await robot.close(page);
});
