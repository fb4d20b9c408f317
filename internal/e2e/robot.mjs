// Helpers for the tests: windows, tables, and a player that uses nothing but
// the page.
//
// Every step of a window has a time limit. If a step or one of Playwright's
// waits exceeds it, the test prints what every window and the server were
// doing.

import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { chromium } from "playwright-core";
import { programs } from "./programs.mjs";
import { Voice } from "../../web/page/js/words/voice.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const base = process.env.PARLOUR_URL ?? "http://127.0.0.1:8080";

/**
 * How long one step may take, in milliseconds. It only ends a test that hangs,
 * so it is far longer than a step takes on a busy machine.
 */
const patience = 240_000;

/** How long a step may take inside until, which then looks again whether it is still needed. */
const glance = 10_000;

/** Whether the code that runs is inside until. @type {AsyncLocalStorage<boolean>} */
const looking = new AsyncLocalStorage();

/** The steps of a locator that wait for its element, and which of their arguments holds the options. @type {Record<string, number>} */
const waiting = {
  ...{ boundingBox: 0, check: 0, click: 0, focus: 0, innerText: 0, inputValue: 0, isChecked: 0, isDisabled: 0, isEnabled: 0, tap: 0 },
  ...{ textContent: 0, uncheck: 0, waitFor: 0, fill: 1, getAttribute: 1, press: 1, selectOption: 1, dispatchEvent: 2, evaluate: 2 },
};

const pause = (ms) => new Promise((ok) => setTimeout(ok, ms));

/** Where pictures go: the folder that SHOTS names, or one made for a test that hangs. */
let folder = process.env.SHOTS;

/** The events of a table. A long log comes in several answers. */
export async function eventsOf(table) {
  const all = [];
  for (let since = 0; since !== undefined;) {
    const { events, next } = await get(`/api/tables/${table}/events?since=${since}`);
    all.push(...events);
    since = next;
  }
  return all;
}

/** How sentences are read in a window at a table, or by a stranger. */
export async function voiceOf(table, page) {
  const view = page
    ? await page.evaluate(async (path) => (await fetch(path)).json(), "/api/tables/" + table)
    : await get("/api/tables/" + table);
  return new Voice({ view, shared: false });
}

/** Keeps a picture of a window where SHOTS names a folder for them. */
export const shot = async (page, name) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });

/** The windows that are open, as Playwright has them. @type {Set<any>} */
const windows = new Set();

/** What a promise becomes, or what went wrong, at the latest after 10 s. */
const soon = (promise) => Promise.race([promise, pause(10_000).then(() => "no answer in 10 s")]).catch((e) => String(e));

/** Says what the windows and the server are doing just now. */
async function report() {
  folder ??= mkdtempSync(join(tmpdir(), "parlour-e2e-"));
  const lines = [];
  let n = 0;
  for (const page of windows) {
    const path = join(folder, `hang-${process.pid}-${++n}.png`);
    const text = await soon(page.evaluate(() => document.body.innerText.replaceAll(/\s+/g, " ").slice(0, 1500)));
    const taken = await soon(page.screenshot({ path, timeout: 8000 }).then(() => path));
    lines.push(`window ${page.url()}`, `  picture: ${taken}`, `  text: ${text}`);
    lines.push(...page.log.console.map((m) => "  console: " + m));
    lines.push(...page.log.requests.map((r) => `  ${r.state}: ${r.line}`));
  }
  if (process.env.PARLOUR_PRIVATE) {
    const stacks = await soon(fetch(process.env.PARLOUR_PRIVATE + "/debug/pprof/goroutine?debug=1").then((r) => r.text()));
    lines.push("goroutines of the server:", stacks.slice(0, 40_000));
  }
  return lines.join("\n");
}

/** The line of a test that asks for a step. */
function caller() {
  const line = new Error().stack.split("\n").find((l) => l.includes(".test.mjs"));
  return line ? " at " + basename(line.trim()).replace(")", "") : "";
}

/** What a promise becomes. If it does not end within ms, it is an error with a report. */
async function limited(promise, step, ms = patience) {
  const at = caller();
  let timer;
  const late = new Promise(
    (_, fail) =>
      (timer = setTimeout(
        () => fail(Object.assign(new Error(`${step}${at} did not end within ${ms / 1000} s`), { name: "TimeoutError" })),
        ms,
      )),
  );
  try {
    return await Promise.race([promise, late]);
  } catch (e) {
    if (e.name === "TimeoutError" && !looking.getStore()) console.log(`${step}${at}: ${e.message}\n${await report()}`);
    throw e;
  } finally {
    clearTimeout(timer);
  }
}

const guarded = new WeakMap(); // from Playwright's objects to guarded ones
const bare = new WeakMap(); // and back

const kinds = new Set([
  "Browser",
  "BrowserContext",
  "CDPSession",
  "Download",
  "ElementHandle",
  "JSHandle",
  "Keyboard",
  "Locator",
  "Mouse",
  "Page",
  "Touchscreen",
]);

/**
 * An object of Playwright whose steps have a limit: those that it takes without
 * one of its own, such as page.evaluate and page.mouse.up, too.
 */
function guard(object, name) {
  if (guarded.has(object)) return guarded.get(object);
  const proxy = new Proxy(object, {
    get(target, key) {
      const value = Reflect.get(target, key, target);
      const step = `${name}.${String(key)}`;
      if (typeof value !== "function") return tame(value, step);
      return (...args) => {
        const options = name === "locator" && looking.getStore() ? waiting[String(key)] : undefined;
        if (options !== undefined) args[options] = { timeout: glance, ...args[options] };
        return tame(
          value.apply(
            target,
            args.map((a) => bare.get(a) ?? a),
          ),
          step,
        );
      };
    },
  });
  guarded.set(object, proxy);
  bare.set(proxy, object);
  return proxy;
}

function tame(value, step) {
  if (value instanceof Promise) return limited(value, step).then((v) => tame(v, step));
  const kind = value?.constructor?.name.replaceAll(/^_|\d+$/g, ""); // its bundle may have changed the name
  return kinds.has(kind) ? guard(value, kind.toLowerCase()) : value;
}

/** Starts the browser that the system has. */
export async function start() {
  return guard(
    await limited(chromium.launch({ executablePath: programs.chromium, args: ["--no-sandbox", "--mute-audio", "--disable-gpu"] }), "start"),
    "browser",
  );
}

/** Asks the server. */
export const ask = (url) => fetch(new URL(url, base), { signal: AbortSignal.timeout(patience) });
export const get = async (path) => (await ask(path)).json();

/** The ids of all games, of a server or of a site without one. */
async function played(at) {
  const answer = await ask(at + "/api/games");
  const server = answer.headers.get("content-type")?.includes("json");
  return (server ? await answer.json() : await get(at + "/api/games.json")).map((g) => g.id);
}
let games;

/** Settings that let a whole game pass quickly. */
export const quick = { speed: "off", autoThrow: true, atOnce: true, confirm: "never", sound: false };

/** Settings with which somebody presses for everything, without animations. */
export const slow = { ...quick, autoThrow: false, atOnce: false, noChoice: false, confirm: "auto" };

/**
 * Opens a window of its own: its own cookies, its own storage. What goes wrong
 * in it is kept in page.faults. No service worker stands between it and the
 * server, unless the options allow it. Whoever uses it knows what the games are
 * about, unless it is a newcomer.
 */
export async function window(browser, settings = quick, { newcomer = false, at = base, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 860 }, serviceWorkers: "block", ...options });
  const known = newcomer ? [] : await (games ??= played(at));
  await context.addInitScript(
    ([s, known]) => {
      if (location.origin === "null" || localStorage.getItem("parlour.settings")) return;
      localStorage.setItem("parlour.settings", JSON.stringify(s));
      localStorage.setItem("parlour.aims", JSON.stringify(known));
    },
    [settings, known],
  );
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (e) => page.faults.push("error: " + e.message));
  page.on("console", (m) => m.type() === "error" && page.faults.push("console: " + m.text() + " " + (m.location().url ?? "")));
  page.setDefaultTimeout(patience / 2);
  watch(bare.get(page));
  return page;
}

/** Another tab of the same browser. */
export async function tab(page) {
  const next = await page.context().newPage();
  next.setDefaultTimeout(patience / 2);
  return next;
}

/** Keeps the last of what a window says and asks, for a report. */
function watch(page) {
  const log = (page.log = { console: [], requests: [] });
  const keep = (list, item) => list.push(item) > 30 && list.shift();
  const began = Date.now();
  windows.add(page);
  page.on("close", () => windows.delete(page));
  page.on("console", (m) => keep(log.console, `${m.type()} ${m.text().slice(0, 300)}`));
  page.on("pageerror", (e) => keep(log.console, "error " + e.message));
  page.on("request", (r) =>
    keep(log.requests, { request: r, state: "pending", line: `${r.method()} ${r.url()} after ${Date.now() - began} ms` }),
  );
  const ends = (r, state) => log.requests.filter((x) => x.request === r).forEach((x) => (x.state = state));
  page.on("response", (r) => {
    ends(r.request(), r.status());
    if (r.status() === 422)
      r.text().then(
        (text) => console.log(`refused: ${r.request().postData()} ${text}`),
        () => {},
      );
  });
  page.on("requestfailed", (r) => ends(r, r.failure()?.errorText ?? "failed"));
}

/** Whether an error only says that something is not there now: the page has replaced it, or goes to another page. @param {any} e */
const passing = (e) => e.name === "TimeoutError" || /Execution context was destroyed/.test(e.message);

/**
 * Waits until something is so, and does something again and again until then:
 * the page ignores a tap that comes too early. Neither waits long for an element:
 * it may have gone away with the tap that counted, so this looks again.
 * @param {string} what
 * @param {() => any} is
 * @param {() => any} act
 * @param {number} ms
 */
export async function until(what, is, act = () => {}, ms = looking.getStore() ? glance : patience) {
  const at = caller();
  const tries = (f) =>
    looking.run(true, async () => {
      try {
        return await f();
      } catch (e) {
        if (!passing(e)) throw e;
      }
    });
  for (const end = Date.now() + ms; !(await tries(is)); await pause(30)) {
    if (Date.now() > end) {
      if (!looking.getStore()) console.log(`waited for ${what}${at}\n${await report()}`);
      throw Object.assign(new Error(`waited ${ms / 1000} s for ${what}`), { name: "TimeoutError" });
    }
    await tries(act);
  }
}

/**
 * Checks something again and again until it holds: the page shows the parts of
 * an event one after another. What is still wrong after a while is the error.
 * @param {() => Promise<any>} check
 */
export async function eventually(check) {
  for (const end = Date.now() + patience / 2; ; await pause(30)) {
    try {
      return await check();
    } catch (e) {
      if (e.code !== "ERR_ASSERTION" || Date.now() > end) throw e;
    }
  }
}

/** No violation that axe knows, on the page or in a part of it, which may still have to appear. */
export async function accessible(page, where, part = "html") {
  await page.locator(part).first().waitFor();
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const { violations } = await page.evaluate((part) => globalThis.axe.run(part, { resultTypes: ["violations"], preload: false }), part);
  assert.deepEqual(
    violations.map(
      (v) =>
        `${where}: ${v.id} ${v.nodes
          .slice(0, 3)
          .map((n) => n.html.slice(0, 120))
          .join(" | ")}`,
    ),
    [],
  );
}

/** Waits until no action of a window is on its way. */
export const idle = (page) =>
  until("the last action", () => !page.log.requests.some((r) => r.state === "pending" && r.line.includes("/actions")));

/** What a device sends by itself. */
const byItself = /"kind":"(link|take-part|here|away|hurry)"/;

/** Clicks on a button until the page acts: it ignores taps for a moment after the button changed its meaning. */
export async function press(page, name) {
  const button = page.getByRole("button", { name, exact: true });
  await button.waitFor();
  let acts = false;
  const look = (r) => (acts ||= r.method() === "POST" && r.url().endsWith("/actions") && !byItself.test(r.postData()));
  page.on("request", look);
  await until(
    `${name} to work`,
    () => acts,
    () => button.evaluateAll((list) => list[0]?.click()),
  );
  page.off("request", look);
}

/** The fault of a window that acts a moment too late. It is refused, and the page goes on. */
export const late = /(409|422) .*\/actions$/;

/** Closes a window in which nothing has gone wrong, but for what may. @param {any} page @param {RegExp} [may] */
export async function close(page, may) {
  assert.deepEqual(
    page.faults.filter((f) => !may?.test(f)),
    [],
  );
  await leave(page);
}

/**
 * Closes a window. A browser may hang when it closes a window that is on its
 * way to another page, so that page is awaited; and since no test is about
 * closing, a browser that hangs all the same is left to end with the script.
 */
export async function leave(page) {
  await page.waitForLoadState();
  await end(page.context(), "the window");
}

/** Opens the box of a game on the first page. */
export async function lid(page, game) {
  await page.locator(`.box[data-game="${game}"] .lid`).click();
  const box = page.locator(".open-lid");
  await box.waitFor();
  return box;
}

/** Closes the browser. */
export const stop = (browser) => end(browser, "the browser");

async function end(what, name) {
  const closed = bare
    .get(what)
    .close()
    .then(
      () => true,
      () => true,
    );
  if (!(await Promise.race([closed, pause(patience / 4).then(() => false)]))) console.log(`${name} does not close\n${await report()}`);
}

/** Where the middle of the first of these is, null if there is none now. */
export const middleNow = (what) =>
  what.evaluateAll(([el]) => {
    const { x, y, width, height } = el?.getBoundingClientRect() ?? { width: 0, height: 0 };
    return width || height ? { x: x + width / 2, y: y + height / 2 } : null;
  });

/** The same, as soon as there is one. */
export async function middle(what) {
  let at = null;
  await until(`a place on the screen for ${what}`, async () => (at = await middleNow(what)));
  return at;
}

/**
 * Clicks on the first of these if it is there now. What is clicked again and again
 * until something is so goes away with the click that counts, so nobody waits for it.
 */
export async function tapNow(what) {
  const at = await middleNow(what);
  if (at) await what.page().mouse.click(at.x, at.y);
}

/** Picks up a piece by the mouse and holds it, so that the places show where it may go. */
export async function hold(page, from) {
  const ring = page.locator(`.key[data-hot="${from}"] .key-ring`);
  await until(
    `the piece on ${from} to be picked up`,
    () => page.locator(`.key[data-hot="${from}"][data-kind="chosen"]`).count(),
    async () => {
      await page.mouse.up();
      const at = await middleNow(ring);
      if (!at) return;
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await page.mouse.move(at.x + 9, at.y + 9, { steps: 3 });
    },
  );
}

/** Takes a step of a turn: drags a piece to where it may go. */
export async function step(page, from, to) {
  let at = null;
  await until(
    `${from} to reach ${to}`,
    async () => (at = await middleNow(page.locator(`.key[data-hot="${to}"][data-kind="target"] .key-ring`))),
    () => hold(page, from),
  );
  await page.mouse.move(at.x, at.y, { steps: 3 });
  await page.mouse.up();
}

/** Waits until nothing moves in a window but marks that breathe: pictures are there, and animations that end have ended. */
export function still(page) {
  return page.waitForFunction(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await document.fonts.ready;
    await frame();
    await frame();
    const ends = (a) => a.effect?.getComputedTiming().endTime !== Infinity && a.animationName !== "breathe";
    const moving = document.getAnimations().some((a) => a.playState === "running" && ends(a));
    return !moving && [...document.images].every((i) => i.complete || i.loading === "lazy");
  });
}

/** Gives a window its cookie without showing it a page. */
export const enter = (page, at = base) => page.context().request.post(at + "/api/token", { data: {}, timeout: patience });

/** Makes a table with the cookies of a window, as its host. The window need not show a page. */
export async function make(page, terms, chair = 1, at = base) {
  await enter(page, at);
  const data = { terms: { setup: {}, clock: { kind: "none" }, ...terms }, chair, name: "Ada", key: randomBytes(16).toString("hex") };
  const made = await (await page.context().request.post(at + "/api/tables", { data, timeout: patience })).json();
  assert.ok(made.table, JSON.stringify(made));
  return made.table;
}

/** Makes an action in the name of a window, again if a bot was quicker. */
export async function act(page, table, action) {
  let answer;
  await until(`${action.kind} in time`, async () => {
    const { seq } = await get("/api/tables/" + table);
    const data = { key: randomBytes(16).toString("hex"), seq, ...action };
    answer = await (await page.context().request.post(`${base}/api/tables/${table}/actions`, { data, timeout: patience })).json();
    return answer.error?.code !== "late";
  });
  assert.ok(answer.seq, `${action.kind}: ${JSON.stringify(answer)}`);
  return answer;
}

/** Lets a device remember something that a test does in its name. The window must not show the table. */
export function remember(page, table, kind) {
  return page.evaluate(
    ([table, kind]) =>
      new Promise((ok, no) => {
        const asked = indexedDB.open("parlour-dice");
        asked.onerror = no;
        asked.onsuccess = () => {
          const change = asked.result.transaction("tables", "readwrite");
          const tables = change.objectStore("tables");
          tables.get(table).onsuccess = (e) => tables.put({ ...e.target.result, acts: [...e.target.result.acts, [kind, ""]] }, table);
          change.oncomplete = ok;
          change.onabort = no;
        };
      }).then(() => {}),
    [table, kind],
  );
}

/**
 * Opens a table, and waits until the page has read it once more, as it does when its
 * stream begins: then it forgets what somebody has in hand and what it has said.
 */
export async function open(page, table, query = "", at = base) {
  let streams = false;
  const again = page.waitForResponse((r) => {
    const { pathname } = new URL(r.url());
    streams ||= pathname === "/api/stream";
    return streams && pathname === `/api/tables/${table}/events`;
  });
  await page.goto(`${at}/t/${table}${query}`);
  await page.locator(".board-frame svg").waitFor();
  await (await again).finished();
  await page.evaluate(() => new Promise((ok) => requestAnimationFrame(() => requestAnimationFrame(ok)))); // now it has shown it
}

/**
 * Plays in the page by touching what can be touched, until the game is over, so
 * many touches have been made, so many moves or events are in the log or the
 * window has sent so many moves of its own. Runs inside the
 * page, because a game of Ludo has hundreds of turns.
 *
 * Returns how many taps each move took that was sent, the throw before it
 * included, how often a piece in hand had several places to go to, and the most
 * taps that a throw took. A tap
 * that did nothing, because the button had just changed, does not count. With
 * "calm" it waits until the page knows what each move would do, and so whether it
 * plays by itself, and until nothing has changed for a moment, as people do: then
 * the page ignores no tap, and every one counts.
 */
export function play(page, { touches = 1e9, moves = 1e9, events = 1e9, own = 1e9, ms, touch = false, calm = false } = {}) {
  ms ??= looking.getStore() ? glance : 600_000;
  return limited(
    bare.get(page).evaluate(
      async ({ touches, moves, events, own, ms, touch, calm }) => {
        const end = Date.now() + ms;
        const pick = (list) => list[Math.floor(Math.random() * list.length)];
        const tap = (el) => {
          const r = el.getBoundingClientRect();
          const at = {
            clientX: r.x + r.width / 2,
            clientY: r.y + r.height / 2,
            bubbles: true,
            pointerId: 1,
            pointerType: touch ? "touch" : "mouse",
            button: 0,
            isPrimary: true,
          };
          el.dispatchEvent(new PointerEvent("pointerdown", at));
          el.dispatchEvent(new PointerEvent("pointerup", at));
        };
        if (!globalThis.sent) {
          const sent = (globalThis.sent = { moves: [], taps: 0, thrown: 0, choices: 0, throws: 0, keys: new Set(), learning: 0 });
          const real = fetch;
          globalThis.fetch = (url, options) => {
            const action = options?.method === "POST" && /\/actions(\?|$)/.test(url) ? JSON.parse(options.body) : null;
            if ((action?.kind === "throw" || action?.kind === "move") && !sent.keys.has(action.key)) {
              sent.keys.add(action.key);
              if (action.kind === "throw") {
                sent.throws = Math.max(sent.throws, sent.taps);
                sent.thrown = sent.taps; // throws that decide who begins have no move
                sent.taps = 0;
              } else {
                sent.moves.push({ move: action.move, taps: sent.thrown + sent.taps, choices: sent.choices });
                sent.taps = sent.thrown = sent.choices = 0;
              }
            }
            const answer = real(url, options);
            if (/\/moves(\?|$)/.test(url)) {
              sent.learning++;
              const learnt = () => sent.learning--;
              answer.then((r) => r.clone().text()).then(learnt, learnt);
            }
            return answer;
          };
        }
        const { sent } = globalThis;
        const marks = () => [...document.querySelectorAll(".key")].map((k) => k.dataset.hot + k.dataset.kind).join();
        const keys = (kind) => [...document.querySelectorAll(`.key[data-kind=${kind}] .key-ring`)];
        let n = 0;
        let pressed = -1; // how much had been sent before the last press on the dice
        let [seen, still] = ["", 0];
        const resting = () => {
          const now = marks() + document.querySelector(".dock")?.textContent + sent.learning;
          if (now !== seen) [seen, still] = [now, performance.now()];
          return !sent.learning && performance.now() - still > 300;
        };
        const enough = () =>
          document.querySelectorAll('.log li[data-kind="move"]').length >= moves ||
          Number(document.querySelector(".log li")?.dataset.seq) >= events;
        while (Date.now() < end && n < touches && sent.moves.length < own && !enough()) {
          await new Promise((ok) => setTimeout(ok, calm ? 8 : 25));
          if (document.querySelector('.actions a[href$="/replay"]')) return { over: true, n, moves: sent.moves, throws: sent.throws };
          if (calm && !resting()) continue;
          const button = document.querySelector(".dock button.primary:not(:disabled)");
          const targets = keys("target");
          const others = [
            ...document.querySelectorAll(".actions button.plain:not(:disabled, [data-undo], [data-back], [data-hint])"),
          ].filter((b) => !/resign|double|and back/i.test(b.textContent));
          const before = [sent.keys.size, marks()];
          const asked = targets.length + keys("through").length + keys("back").length > 1 ? 1 : 0;
          const place = [targets, keys("through"), keys("back"), button ? [] : keys("source")].find((list) => list.length);
          const word = button ?? pick(others);
          if (!place && !word) continue;
          const dice = !place && word.matches(".dice-button");
          if (dice && pressed === sent.keys.size) sent.taps--; // the page was busy, and ignored the last press
          sent.taps++;
          sent.choices += asked;
          if (place) tap(pick(place));
          else word.click();
          n++;
          await new Promise((ok) => setTimeout(ok, 40)); // until the page has handled it
          const [acts, marked] = [sent.keys.size, marks()];
          if (
            acts !== before[0] ||
            (place ? marked !== before[1] : word.isConnected ? word.disabled : document.querySelector(".dock button.primary")?.disabled)
          ) {
            if (dice) pressed = before[0];
            continue;
          }
          sent.taps--; // nothing was sent, so it still counts here
          sent.choices -= asked;
        }
        return { over: false, n, moves: sent.moves, throws: sent.throws };
      },
      { touches, moves, events, own, ms, touch, calm },
    ),
    "play",
    ms + patience,
  );
}

/** Opens a part of the sheet beside the board: talk, people, dice or table. */
export async function sheet(page, part) {
  const summary = page.locator(`#sheet-${part} > summary`);
  await until(
    `the sheet to show ${part}`,
    () => page.locator(`#sheet-${part}[open]`).count(),
    () => summary.click(),
  );
}

/** Unfolds a group in the sheet, again if the page moved it away from the click. */
export async function unfold(page, name) {
  const summary = (open) => page.locator(`details.group${open} > summary`, { hasText: new RegExp(`^${name}$`) });
  await until(
    `${name} to unfold`,
    () => summary("[open]").count(),
    () => summary("").click(),
  );
}
