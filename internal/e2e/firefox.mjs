// Firefox, driven by Puppeteer over WebDriver BiDi.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { base } from "./robot.mjs";
import { launch, programs } from "./programs.mjs";

/** How long a step may take, in milliseconds. It only ends a test that hangs. */
const patience = 120_000;

/** Starts Firefox. */
export async function start() {
  const profile = await mkdtemp(join(tmpdir(), "parlour-firefox-"));
  const program = await launch(programs.firefox, ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile]);
  const [, address] = await program.says(/WebDriver BiDi listening on (ws:\S+)/);
  const browser = await puppeteer.connect({
    browserWSEndpoint: address + "/session",
    protocol: "webDriverBiDi",
    defaultViewport: { width: 1200, height: 860 },
  });
  return {
    async window() {
      const page = await (await browser.createBrowserContext()).newPage();
      page.setDefaultTimeout(patience);
      page.setDefaultNavigationTimeout(patience);
      /** @type {string[]} */
      const faults = [];
      page.on("pageerror", (e) => faults.push("error: " + (e instanceof Error ? e.message : e)));
      page.on("console", (m) => m.type() === "error" && faults.push("console: " + m.text()));
      page.on("response", (r) => r.status() >= 400 && faults.push(`${r.status()} ${r.url()}`));
      return {
        faults,
        open: (path) => page.goto(base + path),
        at: async () => new URL(page.url()).pathname,
        run: (f, ...args) => page.evaluate(f, ...args),
        tap: (x, y) => page.mouse.click(x, y),
        shot: (path) => page.screenshot({ path }),
      };
    },
    async stop() {
      await browser.close().catch((e) => console.log(`Firefox does not close: ${e.message}`));
      await program.stop();
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
