// Hands for the tests: windows, tables, and somebody who plays by touching the
// page and nothing else.

import { chromium } from "playwright-core";

export const base = process.env.PARLOUR_URL ?? "http://127.0.0.1:8080";

/** Starts the browser that the system has. */
export function start() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--mute-audio"] });
}

/** Asks the server. */
export const get = async (path) => (await fetch(base + path)).json();

/** Keeps a picture of a window where SHOTS names a folder for them. */
export const shot = async (page, name) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });

/** Settings that let a whole game pass quickly. */
export const quick = { speed: "off", autoThrow: true, forced: "all", confirm: "never", sound: false };

/**
 * Opens a window of its own: its own cookies, its own storage. What goes wrong
 * in it is kept in page.faults.
 */
export async function window(browser, settings = quick, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 860 }, ...options });
  await context.addInitScript((s) => {
    if (!localStorage.getItem("parlour.settings")) localStorage.setItem("parlour.settings", JSON.stringify(s));
  }, settings);
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (e) => page.faults.push("error: " + e.message));
  page.on("console", (m) => m.type() === "error" && page.faults.push("console: " + m.text() + " " + (m.location().url ?? "")));
  page.setDefaultTimeout(15_000);
  return page;
}

/** Makes a table through the page's own address, as its host. */
export async function make(page, terms, chair = 1) {
  await page.goto(base + "/");
  return page.evaluate(async ({ terms, chair }) => {
    const hex = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
    const post = (path, body) => fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    await post("/api/token", {});
    const res = await post("/api/tables", { terms: { setup: {}, clock: { kind: "none" }, ...terms }, chair, name: "Ada", key: hex() });
    const made = await res.json();
    if (!made.table) throw new Error(JSON.stringify(made));
    return made.table;
  }, { terms, chair });
}

export async function open(page, table, query = "") {
  await page.goto(`${base}/t/${table}${query}`);
  await page.locator(".board-frame svg").waitFor();
}

/**
 * Plays in the page by touching what can be touched, until the game is over, so
 * many touches have been made or so many moves are in the log. Runs inside the page, because a game of Ludo
 * has hundreds of turns.
 */
export function play(page, { touches = 1e9, moves = 1e9, ms = 60_000, touch = false } = {}) {
  return page.evaluate(async ({ touches, moves, ms, touch }) => {
    const end = Date.now() + ms;
    const pick = (list) => list[Math.floor(Math.random() * list.length)];
    const tap = (el) => {
      const r = el.getBoundingClientRect();
      const at = { clientX: r.x + r.width / 2, clientY: r.y + r.height / 2, bubbles: true, pointerId: 1, pointerType: touch ? "touch" : "mouse", button: 0, isPrimary: true };
      el.dispatchEvent(new PointerEvent("pointerdown", at));
      el.dispatchEvent(new PointerEvent("pointerup", at));
    };
    const keys = (kind) => [...document.querySelectorAll(`.key[data-kind=${kind}] .key-area`)];
    let n = 0;
    while (Date.now() < end && n < touches && document.querySelectorAll('.log li[data-kind="move"]').length < moves) {
      await new Promise((ok) => setTimeout(ok, 8));
      if (document.querySelector('.actions a[href$="/replay"]')) return { over: true, n };
      const button = document.querySelector(".actions button.primary:not(:disabled)");
      const targets = keys("target");
      const others = [...document.querySelectorAll(".actions button.plain:not(:disabled)")].filter((b) => b.textContent !== "Undo" && !/resign|double/i.test(b.textContent));
      if (targets.length) tap(pick(targets));
      else if (keys("through").length) tap(pick(keys("through")));
      else if (button) button.click();
      else if (keys("source").length) tap(pick(keys("source")));
      else if (others.length) pick(others).click();
      else continue;
      n++;
      await new Promise((ok) => setTimeout(ok, 40)); // until the page has taken it in
    }
    return { over: false, n };
  }, { touches, moves, ms, touch });
}
