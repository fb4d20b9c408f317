// The page in every language: nothing is cut off at phone width or in large text,
// the document says its language and direction, everybody can choose another, and
// two people at one table each read their own.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as robot from "./robot.mjs";
import { headline } from "../../web/page/js/table/end.js";
import { Voice } from "../../web/page/js/words/voice.js";
import { speak, t } from "../../web/page/js/words/words.js";

const { accessible, ask, base, close, eventually, shot, until, window } = robot;

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

const phone = { viewport: { width: 320, height: 640 } };

/** The languages that the server offers. */
const languages = async () => {
  const html = await (await ask("/")).text();
  return [...html.matchAll(/rel="alternate" hreflang="([^"]+)"/g)].map((m) => m[1]);
};

/** Lets a window read in a language. */
const read = (page, lang) => page.context().addCookies([{ name: "lang", value: lang, url: base }]);

/** What makes the page wider than the window: nothing, or the elements that reach farthest. */
const wide = (page) =>
  page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return [];
    const rtl = document.dir === "rtl";
    const scrolls = (el) => el !== document.body && (getComputedStyle(el).overflowX !== "visible" || scrolls(el.parentElement));
    const out = [...document.body.querySelectorAll("*")]
      .filter((el) => !el.closest("svg svg, svg *") && !scrolls(el.parentElement))
      .map((el) => ({ el, over: rtl ? -el.getBoundingClientRect().left : el.getBoundingClientRect().right - room }))
      .filter((x) => x.over > 0.5);
    return out.slice(0, 8).map(({ el, over }) => `${el.tagName} ${el.className} ${Math.round(over)} ${el.textContent?.slice(0, 60)}`);
  });

/** The names of people and of choices that are cut. */
const cut = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".who strong, .standings strong, .mine strong, .segments span")]
      .filter((el) => el.checkVisibility() && el.clientWidth > 0 && el.scrollWidth > el.clientWidth + 1)
      .map((el) => `${el.textContent} is cut at ${el.clientWidth} of ${el.scrollWidth}`),
  );

/** The words of what to do that are broken though a line of the window could hold them. */
const broken = (page) =>
  page.evaluate(() => {
    const range = document.createRange();
    const found = [];
    for (const el of document.querySelectorAll(".dock .turn-words")) {
      const walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
      for (let n = walk.nextNode(); n; n = walk.nextNode())
        for (const word of n.textContent.matchAll(/\S+/g)) {
          range.setStart(n, word.index);
          range.setEnd(n, word.index + word[0].length);
          const parts = [...range.getClientRects()];
          const wide = parts.reduce((sum, r) => sum + r.width, 0);
          if (new Set(parts.map((r) => Math.round(r.y))).size > 1 && wide < el.closest(".dock").clientWidth * 0.8)
            found.push(`${word[0]} is broken`);
        }
    }
    return found;
  });

const pages = [
  "/",
  "/g/mensch",
  "/learn/mensch",
  "/new?game=mensch",
  "/puzzles",
  "/puzzles/checkers/1",
  "/study?game=backgammon",
  "/print/checkers",
  "/lab",
];

/** Makes a table where the window is to throw, and one where its game is over. */
async function tables(page) {
  const going = await robot.make(page, { game: "backgammon", bots: ["", "random"], clock: { kind: "fischer", seconds: 6000 } });
  const over = await robot.make(page, { game: "checkers", bots: ["", "random"] });
  await robot.act(page, over, { kind: "move", move: "11-15" });
  await until("the bot to move", async () => (await robot.eventsOf(over)).filter((e) => e.kind === "move").length === 2);
  await robot.act(page, over, { kind: "resign" });
  return { going, over };
}

/**
 * Closes a window that has left a table with dice: what it sent on its way out came
 * too late, and was refused.
 */
async function leave(page) {
  assert.deepEqual(
    page.faults.filter((f) => !f.includes("/actions")),
    [],
  );
  await robot.leave(page);
}

test("every language fits a phone and large text", async () => {
  const all = await languages();
  assert.ok(all.length >= 6, `the server offers ${all}`);
  const wrong = [];
  const page = await window(browser, robot.quick, phone);
  const { going, over } = await tables(page);
  for (const lang of all) {
    await read(page, lang);
    for (const path of [...pages, "/t/" + going, "/t/" + over, `/t/${over}/replay`]) {
      await page.goto(base + path);
      await page.locator("#nav button").first().waitFor();
      await until(`${path} in ${lang}`, () =>
        page.evaluate(() => document.querySelector("main").textContent.trim().length > 20 && !document.querySelector("main > .loading")),
      );
      await robot.still(page);
      assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
      assert.equal(await page.evaluate(() => document.dir), lang === "ar-XB" ? "rtl" : "");
      const look = async (how) =>
        wrong.push(...[...(await wide(page)), ...(await cut(page)), ...(await broken(page))].map((w) => `${path} in ${lang}${how}: ${w}`));
      await look("");
      await shot(page, `language-${lang}-${path.split(/[/?]/).filter(Boolean).slice(0, 2).join("-") || "home"}`);
      await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      await look(", large");
      await shot(page, `language-${lang}-${path.split(/[/?]/).filter(Boolean).slice(0, 2).join("-") || "home"}-large`);
    }
    await page.goto(base + "/");
    await page.locator("#nav button").first().waitFor();
    await accessible(page, "the first page in " + lang);
  }
  await leave(page);
  assert.equal(wrong.length, 0, wrong.join("\n"));
});

test("people choose their language on every page, without scripts, too", async () => {
  const bare = await window(browser, robot.quick, { ...phone, javaScriptEnabled: false });
  await bare.goto(base + "/g/mensch");
  await bare.getByRole("link", { name: "Français", exact: true }).click();
  await bare.locator("html[lang=fr]").waitFor();
  await bare.goto(base + "/learn/mensch"); // it is remembered
  await bare.locator("html[lang=fr]").waitFor();
  await bare.getByRole("link", { name: "English", exact: true }).click();
  await bare.locator("html[lang=en]").waitFor();
  await close(bare);
  // With scripts nothing of the address is lost, and the board stays where it was.
  const page = await window(browser);
  const { going, over } = await tables(page);
  await page.goto(`${base}/t/${over}/replay?at=3`);
  await page.getByRole("link", { name: "Deutsch", exact: true }).click();
  await page.locator("html[lang=de]").waitFor();
  assert.equal(new URL(page.url()).search, "?at=3");
  await robot.open(page, going);
  await page.locator(".side #languages [aria-current]", { hasText: "Deutsch" }).waitFor();
  const { high, side } = await page.evaluate(() => ({
    high: document.documentElement.scrollHeight - innerHeight,
    side: document.querySelector("#languages").getBoundingClientRect().bottom - innerHeight,
  }));
  assert.ok(high <= 0 && side <= 0, `the table is ${high} px higher than the window, its languages end ${side} px below it`);
  await accessible(page, "the languages at a table", "#languages");
  await leave(page);
});

test("nothing on the first page is English in a language that nobody speaks", async () => {
  const page = await window(browser);
  await read(page, "en-XA");
  await page.goto(base + "/");
  await page.locator(".box").first().waitFor();
  const english = await page.evaluate(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let n = walk.nextNode(); n; n = walk.nextNode()) {
      const text = n.textContent.trim();
      const el = n.parentElement;
      if (
        /[a-z]{3}/i.test(text) &&
        !/[åéîöûñçý~]/i.test(text) &&
        el?.checkVisibility() &&
        !el.closest(".brand, noscript, script, svg, code, #languages")
      )
        found.push(text);
    }
    return found;
  });
  assert.deepEqual(english, []);
  await close(page);
});

test("where people write from right to left, boards, notation, dice and clocks do not turn round, and names stay whole", async () => {
  const page = await window(browser);
  const { going } = await tables(page);
  /** Where everything on the board is, seen from its corner. */
  const board = () =>
    page.evaluate(() => {
      const at = document.querySelector(".board-frame svg").getBoundingClientRect();
      return [...document.querySelectorAll(".board-frame .key")].map((k) => {
        const r = k.getBoundingClientRect();
        return `${k.dataset.hot} ${Math.round(r.x - at.x)} ${Math.round(r.y - at.y)}`;
      });
    });
  await robot.open(page, going);
  await until(
    "a throw",
    () => page.locator(".key[data-kind=source]").count(),
    () => robot.tapNow(page.locator(".dock button.primary:not(:disabled)")),
  );
  await robot.still(page);
  const before = await board();
  assert.ok(before.length > 1);
  await read(page, "ar-XB");
  await robot.open(page, going);
  await page.locator("html[dir=rtl]").waitFor();
  await page.locator(".key[data-kind=source]").first().waitFor();
  await robot.still(page);
  assert.deepEqual(await board(), before);
  const dirs = await page.evaluate(() =>
    Object.fromEntries(
      [".board-frame", ".dice .die", ".clock", ".log code", ".dock"].map((s) => [s, getComputedStyle(document.querySelector(s)).direction]),
    ),
  );
  assert.deepEqual(dirs, { ".board-frame": "ltr", ".dice .die": "ltr", ".clock": "ltr", ".log code": "ltr", ".dock": "rtl" });
  const [first, second] = await page.locator(".dice .die").evaluateAll((list) => list.map((d) => d.getBoundingClientRect().x));
  assert.ok(first < second, "the dice lie in another order");
  await robot.sheet(page, "people");
  assert.equal(await page.locator(".strip .who strong > bdi, .people strong > bdi").count(), 4);
  await accessible(page, "a table from right to left");
  await shot(page, "language-rtl-table");
  await leave(page);
});

test("two people at one table read their own language", async () => {
  const ada = await window(browser);
  const ben = await window(browser);
  await read(ada, "de");
  await read(ben, "fr");
  const table = await robot.make(ada, { game: "checkers", bots: ["", ""] });
  await robot.enter(ben);
  await robot.act(ben, table, { kind: "sit", chair: 2, name: "Ben" });
  for (const page of [ada, ben]) await robot.open(page, table);
  // Both follow the same stream of events.
  await robot.act(ada, table, { kind: "move", move: "11-15" });
  const log = (page) => page.locator(".log li .words").allInnerTexts();
  const says = (page) => page.locator(".turn-words").innerText();
  await eventually(async () => {
    const [german, french] = [await log(ada), await log(ben)];
    assert.equal(german.length, french.length);
    assert.equal(german[0], "Du: 11 → 15");
    assert.match(french[0], /^Ada\s: 11 → 15$/);
    assert.match(german.join("\n"), /Tisch/);
    assert.match(french.join("\n"), /table/i);
  });
  await robot.act(ben, table, { kind: "move", move: "22-17" });
  await eventually(async () => {
    assert.match(await says(ada), /^Du bist dran/);
    assert.match(await says(ben), /^On attend qu’Ada joue/);
  });
  // What is refused is said in the language of whoever tried it.
  const { seq } = await robot.get("/api/tables/" + table);
  const refused = await ada
    .context()
    .request.post(`${base}/api/tables/${table}/actions`, { data: { kind: "move", move: "15-11", seq, key: "a-step-back" } });
  assert.equal(refused.status(), 422);
  assert.match((await refused.json()).error.message, /\b(nicht|kein|keine|nur|muss|rückwärts)\b/);
  for (const page of [ada, ben]) await close(page);
});

test("sentences of the page close what they open, and leave out a vowel before another", async () => {
  const words = async (lang) => {
    const html = await (await ask("/?lang=" + lang)).text();
    return robot.get(/href="(\/lang\/[^"]+\/page\.json)"/.exec(html)[1]);
  };
  const chairs = ["Ada", "Ben", "Cem"].map((name, i) => ({ name, seats: ["abc"[i]] }));
  const seats = ["amber", "birch", "cedar"].map((name) => ({ letter: name[0], name }));
  const won = (places, ended) => {
    const view = { seats, chairs, you: { chairs: [1] }, ended, result: { places, shares: { a: 1, c: 1 } } };
    return headline(view, new Voice({ view, shared: false }));
  };
  const ended = [{ text: "Ben", you: "Du", is: "Name", seat: "birch" }, { text: " x" }];
  const all = () => [won({ a: 1 }), won({ a: 1 }, ended), won({ a: 1, c: 1 }), won({ a: 1, c: 1 }, ended)];
  speak(await words("es"));
  for (const said of all()) assert.match(said, /^¡[^¡!]+!$/);
  speak(await words("fr"));
  for (const said of all()) assert.match(said, /^Tu gagnes[^!]*\u202f!$/);
  assert.deepEqual(
    ["Ada", "Ben", "\u2068Élise\u2069"].map((who) => [t("voice.waits-move", { who }), t("end.best", { who })]),
    [
      ["On attend qu’Ada joue", "Meilleur coup d’Ada"],
      ["On attend que Ben joue", "Meilleur coup de Ben"],
      ["On attend qu’\u2068Élise\u2069 joue", "Meilleur coup d’\u2068Élise\u2069"],
    ],
  );
});
