// Measures how long a throw takes on slow lines, from the tap until the dice are in
// the log: two people, and one person with three bots. It is no part of make test.
// Start a server whose bots do not wait, then
//
//	parlour serve --addr 127.0.0.1:8080 --rate 0 --bot-delay 0s &
//	PROGRAMS='{"chromium":"/usr/bin/chromium"}' node internal/e2e/throws.mjs [ROUND-TRIP...]
//
// PARLOUR_URL names another server. A round trip is in milliseconds: every byte of a
// window reaches the server half of it late, and the other way round.

import * as robot from "./robot.mjs";
import { slowLine } from "./slow-line.mjs";

const trips = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [0, 20, 80, 200];
const wanted = 25; // throws of a window

/** Notes, in the page, how long each throw of its own took from the request until the log shows it. */
function watches() {
  const took = (globalThis.took = []);
  const newest = () => Number(document.querySelector(".log li.played")?.dataset.seq ?? 0);
  let [pressed, before] = [0, 0];
  const real = fetch;
  globalThis.fetch = (url, options) => {
    if (options?.method === "POST" && JSON.parse(options.body ?? "{}").kind === "throw" && !pressed)
      [pressed, before] = [performance.now(), newest()];
    return real(url, options);
  };
  new MutationObserver(() => {
    if (!pressed || newest() <= before) return;
    took.push(performance.now() - pressed);
    pressed = 0;
  }).observe(document, { childList: true, subtree: true });
}

/** Lets people and bots play until each window has thrown often enough. Returns how long the throws took. */
async function play(browser, url, people, bots) {
  const players = people + bots;
  const windows = [];
  let table = "";
  for (let i = 0; i < people; i++) {
    const page = await robot.window(browser, robot.quick, { at: url });
    await page.addInitScript(watches);
    if (!i)
      table = await robot.make(page, { game: "mensch", setup: { players }, bots: Array(players).fill("").fill("greedy", people) }, 1, url);
    await page.goto(`${url}/t/${table}`);
    if (i) await page.getByRole("button", { name: /^Sit down as/ }).click();
    windows.push(page);
  }
  let times = [];
  await robot.until(
    "throws",
    async () => {
      times = await Promise.all(windows.map((page) => page.evaluate(() => globalThis.took)));
      return times.every((took) => took.length >= wanted);
    },
    () => Promise.all(windows.map((page) => robot.play(page, { ms: 1000 }))),
  );
  for (const page of windows) await robot.leave(page);
  return times.flat().sort((a, b) => a - b);
}

const browser = await robot.start();
for (const trip of trips) {
  const { url, close } = await slowLine(trip);
  for (const [who, people, bots] of [
    ["two people", 2, 0],
    ["one person and three bots", 1, 3],
  ]) {
    const times = await play(browser, url, people, bots);
    const [median, most] = [0.5, 0.9].map((part) => Math.round(times[Math.floor(part * times.length)]));
    console.log(`${trip} ms, ${who}: median ${median} ms, nine of ten within ${most} ms, of ${times.length} throws`);
  }
  close();
}
await robot.stop(browser);
process.exit(0);
