// A site of plain files in German, from a bare file server in a folder: it is
// visited, a game is played, a new version comes in the middle of it, and then the
// server is gone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as robot from "./robot.mjs";
import { speak, t } from "../../web/page/js/words/words.js";

const { shot } = robot;
const base = robot.base + "/some/where";
const phone = { viewport: { width: 390, height: 844 }, serviceWorkers: "allow" };

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));
before(async () => {
  const [, words] = /href="([^"]+\/lang\/de\/[^"]+)"/.exec(await (await fetch(base + "/")).text());
  speak(await robot.get(words)); // this test asks for what a German reader sees
});

const post = (path) => fetch(robot.base + path, { method: "POST" });

/** The version of the page in a window. */
const versionOf = (page) => page.evaluate(() => /\/assets\/([0-9a-f]+)\//.exec(document.querySelector("script[type=module]").src)[1]);

/** Whether the caches of a version, and of the program, hold something. @param {string[]} paths */
const holds = (page, ...paths) =>
  page.evaluate(async (paths) => (await Promise.all(paths.map((p) => caches.match(p)))).every(Boolean), paths);

/** Does the first step of a lesson. */
async function learn(page, game) {
  await page.goto(`${base}/learn/${game}/`);
  await page.locator("[data-hot]").first().waitFor();
  await robot.until(
    "the first step to be done",
    () => page.locator(".praise", { hasText: /\S/ }).count(),
    () => robot.tapNow(page.locator('.key[data-hot]:not([data-kind="chosen"]) .key-ring')),
  );
}

/** The shelf with its pictures. */
async function shelf(page) {
  await page.goto(base + "/");
  await page.locator(".box button.lid").first().waitFor();
  await robot.until("the lids", () =>
    page.evaluate(() => [...document.querySelectorAll(".box .lid img")].slice(0, 4).every((i) => i.naturalWidth > 0)),
  );
}

const story = (page) => page.locator(".log li").evaluateAll((list) => list.map((l) => `${l.dataset.seq} ${l.textContent}`));

test("a site without a server, in a folder, updated in the middle of a game, and offline", async () => {
  const page = await robot.window(browser, robot.quick, { ...phone, at: base });
  const outside = [];
  page.on("request", (r) => new URL(r.url()).pathname.startsWith("/some/where/") || r.url().startsWith("blob:") || outside.push(r.url()));

  // What can be read, and a lesson.
  await shelf(page);
  assert.equal(await page.getByRole("link", { name: "play.example" }).getAttribute("href"), "https://play.example");
  await robot.accessible(page, "the shelf of a site");
  await shot(page, "site-shelf");
  await (await robot.lid(page, "kleefeld")).getByRole("link", { name: t("home.more-rules") }).click();
  await page.locator(".book .plate img").first().waitFor();
  await learn(page, "kleefeld");
  await shot(page, "site-lesson");

  // A game against a bot.
  await page.goto(base + "/g/checkers/");
  await page.locator("[data-play]").click();
  await page.waitForURL(/\?at=\/t\//);
  await page.locator(".board-frame svg").waitFor();
  await robot.play(page, { moves: 3 });
  await shot(page, "site-table");
  assert.match((await story(page)).join(), /Tisch/);
  const table = page.url();
  assert.match(table, /\/some\/where\/device\/\?at=\/t\/\w+$/);
  const old = await versionOf(page);
  const { local } = JSON.parse(await page.locator("meta[name=parlour]").getAttribute("content"));
  await robot.until(
    "the site and its program to be kept",
    async () =>
      (await holds(page, "/some/where", "/some/where/g/parker", `/some/where/assets/${local}/local/local.wasm.gz`)) &&
      page.evaluate(() => !!navigator.serviceWorker.controller),
  );

  // A new version comes. The game goes on with the files of its own, which the
  // server does not have any more, until the person wants the new one.
  await post("/newer");
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await page.locator(".update").waitFor();
  await robot.accessible(page, "a new version", ".update");
  await shot(page, "site-update");
  await page.getByRole("button", { name: t("nav.settings") }).evaluate((b) => b.click()); // it lies below the bar
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("settings.done") })
    .click();
  await robot.play(page, { moves: 6 });
  assert.equal(await versionOf(page), old);
  const told = await story(page);
  await page.getByRole("button", { name: t("update.reload") }).click();
  await robot.until("the new version", async () => (await versionOf(page).catch(() => old)) !== old);
  await page.locator(".board-frame svg").waitFor();
  assert.equal(page.url(), table);
  await robot.eventually(async () => assert.deepEqual((await story(page)).slice(-told.length), told));
  assert.equal(await page.locator(".update").count(), 0);
  const now = await versionOf(page);
  await robot.until("the new version to be complete, and the old one to be gone", () =>
    page.evaluate(
      async ([now, old]) => {
        const names = await caches.keys();
        return (
          names.includes("parlour-" + now) &&
          !names.some((n) => n.includes(old)) &&
          !!(await (await caches.open(`parlour-${now}-seen`)).match("/some/where/g/parker"))
        );
      },
      [now, old],
    ),
  );
  assert.deepEqual(page.faults, []);
  assert.deepEqual(outside, []);

  // The server is gone.
  await post("/gone");
  await shelf(page);
  await page.goto(base + "/g/parker/#rulings");
  await page.getByRole("heading", { name: "Ludo nach Parker" }).waitFor();
  await learn(page, "parker");
  await page.goto(table);
  await page.locator(".board-frame svg").waitFor();
  await robot.eventually(async () => assert.deepEqual((await story(page)).slice(-told.length), told));
  await robot.play(page, { moves: 9 });
  assert.ok((await story(page)).length > told.length);
  await robot.leave(page);
});
