// A game that the page has never heard of, without a server: from a site of plain
// files, and then from the device alone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as robot from "../e2e/robot.mjs";

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

test("it is played on a device that has no network", async () => {
  const page = await robot.window(browser, robot.quick, { serviceWorkers: "allow" });
  await page.goto(robot.base + "/g/morris/");
  await page.locator("[data-play]").click();
  await page.waitForURL(/\/device\/\?at=\/t\/\w+$/);
  await page.locator(".key").first().waitFor();
  const { local } = JSON.parse(await page.locator("meta[name=parlour]").getAttribute("content"));
  await robot.until("the page and its program to be kept", () =>
    page.evaluate(
      async (local) =>
        !!navigator.serviceWorker.controller &&
        !!(await caches.match("/")) &&
        !!(await caches.match(`/assets/${local}/local/local.wasm.gz`)),
      local,
    ),
  );
  await robot.play(page, { moves: 2 });
  await fetch(robot.base + "/gone", { method: "POST" });
  await page.reload();
  await page.locator(".board-frame svg").waitFor();
  await robot.play(page, { moves: 12 });
  const moves = await page.locator('.log li[data-kind="move"]').count();
  assert.ok(moves >= 12, `${moves} moves`);
  await robot.leave(page);
});
