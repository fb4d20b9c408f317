// Measures how evenly the table moves on a slow phone: a processor that is four
// times slower, a window of 390 by 844. It is no part of make test. Start a
// server with a bot delay, then
//
//	parlour serve --addr 127.0.0.1:8080 --rate 0 &
//	PROGRAMS='{"chromium":"/usr/bin/chromium"}' node internal/e2e/frames.mjs [GAME...]
//
// PARLOUR_URL names another server. For each game it plays a while with the
// animations of a newcomer and prints the frames a second while something moved,
// how many frames took longer than 20 and 50 ms, and how long a round of the bots
// took from the tap that hurried them until it was the player's turn again.

import * as robot from "./robot.mjs";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const games = process.argv.length > 2 ? process.argv.slice(2) : ["mensch", "parker", "backgammon", "auto-race", "contact"];
const seconds = 25;

/** Counts, in the page, the frames while an animation runs or the dice tumble. */
function watches() {
  const seen = (globalThis.frames = []);
  let last = 0;
  const frame = (now) => {
    const moves = document.getAnimations().some((a) => a.playState === "running" && a.animationName !== "breathe");
    if (moves && last) seen.push(now - last);
    last = moves ? now : 0;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

const browser = await robot.start();
for (const game of games) {
  const info = await robot.get("/api/games/" + game);
  const { players, setup } = info.sizes.at(-1);
  const page = await robot.window(browser, { speed: "normal", sound: false }, phone);
  await page.addInitScript(watches);
  await robot.open(page, await robot.make(page, { game, setup, bots: Array.from({ length: players }, (_, i) => (i ? "greedy" : "")) }));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const rounds = [];
  const yours = () => page.locator(".turn-words.yours").count();
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    await robot.play(page, { touches: 1, ms: 3000, touch: true });
    if (await yours()) continue;
    await page.waitForTimeout(600); // somebody looks, and then taps on
    const began = Date.now();
    await robot.until(
      "the player's turn",
      async () => (await yours()) || (await page.locator(".ending").count()),
      async () => {
        if (Date.now() - began > 900 || rounds.at(-1) === 0) return;
        rounds.push(0);
        const { x, y } = await robot.middle(page.locator(".board-frame"));
        await page.touchscreen.tap(x, y);
      },
    );
    if (rounds.at(-1) === 0) rounds[rounds.length - 1] = Date.now() - began;
    if (await page.locator(".ending").count()) break;
  }
  const frames = await page.evaluate(() => globalThis.frames);
  const sum = frames.reduce((a, b) => a + b, 0);
  const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;
  console.log(
    `${game}: ${((1000 * frames.length) / sum).toFixed(1)} frames a second over ${(sum / 1000).toFixed(1)} s of motion, ` +
      `${frames.filter((f) => f > 20).length} of ${frames.length} longer than 20 ms, ${frames.filter((f) => f > 50).length} longer than 50 ms; ` +
      `${rounds.length} hurried rounds of ${players - 1} bots: median ${median(rounds)} ms, longest ${Math.max(0, ...rounds)} ms`,
  );
  await robot.leave(page);
}
await robot.stop(browser);
process.exit(0);
