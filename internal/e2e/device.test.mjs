// Tables on a device. The server is killed and the games go on: every kind is
// played to its end, a tab is closed in the middle of a move, and at last a game
// goes on at a server again.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Changed } from "./changed.mjs";
import { House } from "./house.mjs";
import * as robot from "./robot.mjs";
import { t } from "../../web/page/js/words/words.js";

const { shot } = robot;
const phone = { viewport: { width: 390, height: 844 }, colorScheme: "dark" };

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

/** A server of its own, because it is killed. */
const house = new House("--local", process.env.PARLOUR_PROGRAM);
before(() => house.start());
after(() => house.drop());

/** How long bots may take for a game, in milliseconds: a busy machine plays it slowly in a page. */
const wholeGame = 600_000;

/** Asks the program of the device, as the page does. */
const ask = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const main = document.querySelector("script[type=module]").src;
      const { ask } = await import(main.replace(/main\.js$/, "lib/address.js"));
      const res = await ask(
        path,
        body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : undefined,
      );
      const text = await res.text();
      return { status: res.status, text, json: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : null };
    },
    [path, body],
  );

const key = () => Math.random().toString(36).padEnd(12, "x");

/** Makes a table on the device, with its owner on the first chair. */
async function make(page, terms) {
  const made = await ask(page, "/api/tables", {
    terms: { clock: { kind: "none" }, pace: "at-once", ...terms },
    chair: 1,
    name: "Ada",
    key: key(),
  });
  assert.equal(made.status, 201, made.text);
  return made.json.table;
}

const tableAt = (page) => new URL(page.url()).searchParams.get("at").split("/")[2];

test("at a server's table the program of the page checks by itself that throws are due", async () => {
  const page = await robot.window(browser);
  const table = await robot.make(page, { game: "kleefeld", setup: { players: 2 }, bots: ["", "greedy"] }, 1, house.url);
  await page.goto(`${house.url}/t/${table}`);
  await robot.play(page, { moves: 4 });
  await robot.sheet(page, "dice");
  await page.locator("ul.proof li", { hasText: /^By the rules, too, everything was right up to throw \d+/ }).waitFor();
  await page.locator(".dice-proof.good, .dice-proof.warn:not(.brief)").waitFor(); // green, unless it was away for a throw
  await robot.close(page);
});

test("a bot that throws until a six comes, out of turn, is found by the rules", async () => {
  const page = await robot.window(browser);
  const server = await Changed.open(page, { game: "kleefeld", setup: { players: 2 }, bots: ["", ""] }, house.url);
  let thrown;
  for (let n = 0; n < 6 && thrown !== "6"; n++) thrown = server.falls(await server.asks()); // soon the device refuses
  await page.locator(".dice-warning:not([hidden])").waitFor();
  await page.locator(".dice-proof.bad", { hasText: /\((ask|illegal)\)/ }).waitFor();
  const links = server.links;
  server.log.ask(2);
  server.tell();
  await page.reload(); // the fault is found again
  await page.locator(".dice-proof.bad", { hasText: /\((ask|illegal)\)/ }).waitFor();
  assert.ok(server.links <= links + 1); // what it opens before that
  await robot.leave(page);
  await server.close();
});

test("the server is killed, and everything is played on the device", async () => {
  let page = await robot.window(browser, robot.quick, { serviceWorkers: "allow", acceptDownloads: true });

  // With the server, somebody starts a game on the device.
  await page.goto(house.url);
  await (await robot.lid(page, "auto-race")).locator(".versus").click();
  await page.getByRole("radio", { name: t("play.device") }).check();
  await page.getByRole("button", { name: t("play.start") }).click();
  await page.locator(".board-frame svg").waitFor();
  await robot.until("the page and the program to be kept", () =>
    page.evaluate(async () => {
      const { local } = JSON.parse(document.querySelector("meta[name=parlour]").content);
      return (
        !!navigator.serviceWorker.controller &&
        !!(await caches.match(`/assets/${local}/local/local.wasm`)) &&
        !!(await caches.match("/device"))
      );
    }),
  );
  await house.kill();

  // The shelf is still there, and Play now plays here.
  await page.goto(house.url);
  await (await robot.lid(page, "auto-race")).getByRole("button", { name: /^Play now/ }).click();
  await page.waitForURL(/\/device\/\?at=\/t\//);
  await page.locator(".board-frame svg").waitFor();

  // A game is played by hand. The tab is closed in the middle, another one plays
  // it to its end, and its dice are right.
  const race = await make(page, { game: "auto-race", setup: { players: 2 }, bots: ["", "greedy"] });
  await page.goto(`${house.url}/device/?at=/t/${race}`);
  await page.locator(".board-frame svg").waitFor();
  await robot.play(page, { moves: 3 });
  const again = await robot.tab(page);
  await page.close();
  page = again;
  await page.goto(`${house.url}/device/?at=/t/${race}`);
  await page.locator(".board-frame svg").waitFor();
  const { over } = await robot.play(page);
  assert.ok(over, "the game did not end");
  await robot.sheet(page, "dice");
  await page.locator(".throws li.good").first().waitFor();
  assert.equal(await page.locator(".throws li.bad").count(), 0);
  assert.equal(await page.locator(".dice-warning").isVisible(), false);
  // The program checks the whole game, by the rules too.
  await page.getByRole("button", { name: t("dice.whole") }).click();
  await page.locator(".whole", { hasText: t("dice.whole-good") }).waitFor();

  // It is replayed, and a file is saved.
  await page.goto(`${house.url}/device/?at=/t/${race}/replay`);
  await page.getByRole("button", { name: t("replay.back"), exact: true }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: t("table.record"), exact: true }).click();
  const saved = await saving;
  const record = readFileSync(await saved.path(), "utf8");
  assert.match(record, /^@ Game: auto-race\n/);
  assert.match(record, /\nend win /);
  assert.match(saved.suggestedFilename(), /^parlour-.*\.txt$/);

  // Games of the other kinds end, too: a bot takes the person's chair.
  const others = {
    mensch: { setup: { players: 2, options: { "play-on": "first" } }, bots: ["", "random"] },
    contact: { setup: { players: 2 }, bots: ["", "random"] },
    checkers: { bots: ["", "random"] },
    backgammon: { setup: { options: { match: "1" } }, bots: ["", "random"] },
  };
  for (const [game, terms] of Object.entries(others)) {
    const table = await make(page, { game, ...terms });
    const { status, text } = await ask(page, `/api/tables/${table}/actions`, {
      kind: "stand-in",
      chair: 1,
      level: "random",
      seq: 2,
      key: key(),
    });
    assert.equal(status, 200, `${game}: ${text}`);
    let view;
    const over = async () => (view = (await ask(page, "/api/tables/" + table)).json).status === "over";
    await robot.until("the end of " + game, over, undefined, wholeGame);
    assert.ok(view.result.reason, game);
  }

  // A game is analysed.
  const short = await make(page, {
    game: "parker",
    position: "parker G:20,41,49,*/Y:22,6,8,*/B:31,23,24,*/R:42,33,34,* G - - -",
    bots: ["", "random", "random", "random"],
  });
  await ask(page, `/api/tables/${short}/actions`, { kind: "stand-in", chair: 1, level: "random", seq: 2, key: key() });
  const ended = async () => (await ask(page, "/api/tables/" + short)).json.status === "over";
  await robot.until("the end of the short game", ended, undefined, wholeGame);
  await page.goto(`${house.url}/device/?at=/t/${short}/replay#analysis`);
  await page.getByRole("slider", { name: t("analysis.graph") }).waitFor();
  await shot(page, "device-analysis");

  // Somebody makes a table of checkers for two at this device, and closes the
  // tab with a piece in hand.
  await page.goto(`${house.url}/device/?at=/new&game=checkers`);
  await page.getByRole("radio", { name: t("new.against.here") }).check();
  await page.getByRole("button", { name: t("new.make") }).click();
  await page.locator(".key[data-kind=source]").first().waitFor();
  const table = tableAt(page);
  // Moves that leave a choice: the only piece that can go would be in hand at once.
  for (const [from, to] of ["12-16", "21-17", "16-20", "17-13"].map((m) => m.split("-"))) await robot.step(page, from, to);
  await page.locator('.key[data-hot="9"]').waitFor();
  const was = (await ask(page, "/api/tables/" + table)).json;
  await page
    .locator(".key[data-kind=source] .key-ring")
    .first()
    .dispatchEvent("pointerdown", { pointerId: 1, isPrimary: true, button: 0, pointerType: "mouse" });
  const next = await robot.tab(page);
  await page.close();

  // Opened again, it stands where it stood, among all the others.
  await next.goto(house.url + "/device/");
  await robot.until("the list", async () => (await next.locator(".tables li").count()) === 9);
  await shot(next, "device-tables");
  await robot.accessible(next, "the tables of a device");
  await next.locator(".tables li").first().getByRole("link").click();
  await next.locator(".key[data-kind=source]").first().waitFor();
  assert.equal(tableAt(next), table);
  const now = (await ask(next, "/api/tables/" + table)).json;
  assert.equal(now.position, was.position);
  assert.ok(now.seq >= was.seq, "events were lost"); // a program that starts may make a new chain of dice
  await robot.play(next, { moves: 6 });

  // Without the server it cannot go on elsewhere; with it, others join.
  await robot.sheet(next, "people");
  await next.getByRole("button", { name: t("device.onward") }).click();
  const link = await next.getByRole("link", { name: t("device.onward-go") }).getAttribute("href");
  await shot(next, "device-invite");
  await next.goto(link);
  await next.getByRole("button", { name: t("continue.make") }).click();
  await next.getByRole("alert").getByText(t("error.network")).waitFor();
  await house.start();
  await shot(next, "device-continue");
  await robot.accessible(next, "continuing");
  await next.getByRole("button", { name: t("continue.make") }).click();
  await next.waitForURL(/\/t\/[a-z0-9]+$/);
  const played = (await (await fetch(`${house.url}/api${new URL(next.url()).pathname.replace("/t/", "/tables/")}/events`)).json()).events;
  const before = played.filter((e) => e.kind === "earlier").flatMap((e) => e.before);
  assert.ok(before.length >= 6 && before.every((e) => e.words), "the log tells what was played before");
  await robot.until("the log to show it", async () => (await next.locator(".log li.played").count()) >= 6);

  const guest = await robot.window(browser, robot.quick, phone);
  await guest.goto(next.url());
  await guest
    .getByRole("button", { name: /^Sit down as/ })
    .first()
    .click();
  await Promise.all([next, guest].map((p) => p.locator(".strip .chair.now, .dock").first().waitFor()));
  const count = async () =>
    (await (await fetch(`${house.url}/api${new URL(next.url()).pathname.replace("/t/", "/tables/")}/events`)).json()).events.filter(
      (e) => e.kind === "move",
    ).length;
  await robot.until(
    "both to play on",
    async () => (await count()) >= 2,
    () => Promise.all([next, guest].map((p) => playOnce(p))),
  );
  await shot(guest, "device-guest");
  await robot.close(guest);

  // My tables lists those of the device beside those of the server.
  await next.goto(house.url);
  await next
    .locator(".mine a", { hasText: t("device.here") })
    .first()
    .waitFor();
  await next
    .locator(".mine a:not(:has-text('" + t("device.here") + "'))")
    .first()
    .waitFor();
  await shot(next, "device-home");
  await robot.leave(next);
});

/** Touches the board once, if it is this window's turn. */
async function playOnce(page) {
  await page.evaluate(() => {
    if (document.querySelector(".note:not([hidden])")) return; // somebody has to read it first
    const el = document.querySelector(".key[data-kind=target] .key-ring") ?? document.querySelector(".key[data-kind=source] .key-ring");
    if (!el) return;
    const r = el.getBoundingClientRect();
    const at = {
      clientX: r.x + r.width / 2,
      clientY: r.y + r.height / 2,
      bubbles: true,
      pointerId: 1,
      pointerType: "mouse",
      button: 0,
      isPrimary: true,
    };
    el.dispatchEvent(new PointerEvent("pointerdown", at));
    el.dispatchEvent(new PointerEvent("pointerup", at));
  });
}

test("somebody who chose German plays, learns and reads in German without the server", async () => {
  await house.start();
  const german = (path) => fetch(house.url + path, { headers: { "Accept-Language": "de" } });
  const page = await robot.window(browser, robot.quick, { ...phone, serviceWorkers: "allow" });
  await page.goto(house.url);
  await page.locator("#languages").getByRole("link", { name: "Deutsch" }).click();
  const inGerman = () => page.locator("html[lang=de]").waitFor();
  await inGerman();
  await page.goto(`${house.url}/device/?at=/new&game=checkers`);
  await inGerman();
  const table = await make(page, { game: "checkers", bots: ["", "random"] });
  const { words, program, local } = JSON.parse(await page.locator("meta[name=parlour]").getAttribute("content"));
  assert.match(words + program, /^\/lang\/de\/.*\/lang\/de\//);
  const keeps = (...paths) =>
    robot.until(`${paths} to be kept`, () =>
      page.evaluate(
        async (paths) => !!navigator.serviceWorker.controller && (await Promise.all(paths.map((p) => caches.match(p)))).every(Boolean),
        paths,
      ),
    );
  await keeps(words, program, `/assets/${local}/local/local.wasm`, "/device");
  await page.goto(house.url + "/learn/checkers");
  await keeps("/learn/checkers", "/api/games/checkers/lesson");
  await page.goto(house.url + "/g/checkers");
  await keeps("/g/checkers");
  const lesson = await (await german("/api/games/checkers/lesson")).json();
  const clause = await page.evaluate(
    (html) => new DOMParser().parseFromString(html, "text/html").querySelector(".clause p").textContent,
    await (await german("/g/checkers")).text(),
  );
  await house.kill();

  // The page, the log, and why a move is refused.
  await page.goto(`${house.url}/device/?at=/t/${table}`);
  await inGerman();
  await page.locator(".board-frame svg").waitFor();
  await robot.play(page, { moves: 3 });
  const events = (await ask(page, `/api/tables/${table}/events`)).json.events;
  assert.match(events[0].words, /Tisch/);
  assert.match(events.find((e) => e.kind === "move").words, /zieht/);
  let refused;
  await robot.until("a move to be refused, not late", async () => {
    const { seq } = (await ask(page, `/api/tables/${table}`)).json;
    refused = await ask(page, `/api/tables/${table}/actions`, { kind: "move", move: "1-32", seq, key: key() });
    return refused.json.error.code !== "late"; // the bot was quicker
  });
  assert.equal(refused.status, 422, refused.text);
  assert.match(refused.json.error.message, /\b(nicht|kein|keine|keinen|muss|darf|geht|bist)\b/);
  await shot(page, "device-german");

  // The lesson, and the book.
  await page.goto(house.url + "/learn/checkers");
  await inGerman();
  await page.locator(".says", { hasText: lesson.steps[0].says }).waitFor();
  await page.goto(house.url + "/g/checkers");
  await inGerman();
  await page.locator(".clause p", { hasText: clause }).first().waitFor();

  // Another language cannot be had now. The page says so and stays as it is.
  const french = page.locator("#languages").getByRole("link", { name: "Français" });
  await Promise.all([page.locator(".toast.bad").waitFor(), french.click()]); // it is gone after some seconds
  await page.goto(house.url);
  await inGerman();
  await page.locator(".box").first().waitFor();
  await robot.leave(page);
});

test("one tab at a time, and a full device loses nothing", async () => {
  await house.start();
  const page = await robot.window(browser, robot.quick, phone);
  // The database refuses everything from the moment that the test says so.
  await page.context().route("**/worker.js", async (route) => {
    const res = await route.fetch();
    await route.fulfill({
      response: res,
      body:
        (await res.text()) +
        `
      const write = Database.prototype.write;
      const channel = new BroadcastChannel("full");
      fetch("/healthz").then(() => channel.postMessage("a network"), () => channel.postMessage("no network"));
      let full = false;
      channel.onmessage = (e) => {
        if (typeof e.data !== "boolean") return;
        full = e.data;
        channel.postMessage(full ? "no room" : "room");
      };
      Database.prototype.write = function (c) { return full && c.put.some(([k]) => k.startsWith("e/")) ? Promise.reject(new DOMException("There is no room.", "QuotaExceededError")) : write.call(this, c); };`,
    });
  });
  await page
    .context()
    .addInitScript(() => new BroadcastChannel("full").addEventListener("message", (e) => (globalThis.workerHas = e.data)));
  await page.goto(`${house.url}/device/`);
  await page.getByText(t("device.empty")).waitFor();
  await robot.until("the worker to look for a network", () => page.evaluate(() => "workerHas" in globalThis));
  assert.equal(await page.evaluate(() => globalThis.workerHas), "no network");
  const table = await make(page, { game: "checkers", bots: ["", "random"] });
  await page.goto(`${house.url}/device/?at=/t/${table}`);
  await page.locator(".key[data-kind=source]").first().waitFor();
  await robot.play(page, { moves: 2 });
  await robot.until("the next turn", () => page.locator(".key[data-kind=source]").count());
  const before = (await ask(page, "/api/tables/" + table)).json;
  const full = async (on) => {
    await page.evaluate((on) => new BroadcastChannel("full").postMessage(on), on);
    await robot.until("the worker to know", () => page.evaluate((on) => globalThis.workerHas === (on ? "no room" : "room"), on));
  };
  await full(true);
  await robot.until(
    "the page to say so",
    () => page.locator(".toast.bad, .note", { hasText: "could not store it" }).count(),
    () => playOnce(page),
  );
  const after = (await ask(page, "/api/tables/" + table)).json;
  assert.deepEqual([after.seq, after.position], [before.seq, before.position]);
  await full(false);

  const other = await robot.tab(page);
  await other.goto(`${house.url}/device/?at=/t/${table}`);
  await other.getByRole("dialog").getByText(t("device.elsewhere"), { exact: true }).waitFor();
  await shot(other, "device-elsewhere");
  await other.getByRole("button", { name: t("device.take") }).click();
  await other.locator(".key[data-kind=source]").first().waitFor();
  await page.getByRole("dialog").getByText(t("device.elsewhere"), { exact: true }).waitFor();
  const there = (await ask(other, "/api/tables/" + table)).json;
  assert.deepEqual([there.seq, there.position], [before.seq, before.position]);

  // A table is deleted for good.
  await other.goto(`${house.url}/device/`);
  await other
    .locator(".tables")
    .getByRole("button", { name: t("device.delete") })
    .click();
  await other
    .getByRole("dialog")
    .getByRole("button", { name: t("device.delete") })
    .click();
  await other.getByText(t("device.empty")).waitFor();
  assert.equal((await ask(other, "/api/tables/" + table)).status, 404);
  await robot.leave(page);
});
