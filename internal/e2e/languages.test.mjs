// The page in every language: nothing is cut off at phone width or in large text,
// the document says its language and direction, and two people at one table each
// read their own.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, ask, base, close, eventually, shot, start, stop, until, window } from "./robot.mjs";

let browser;
before(async () => (browser = await start()));
after(() => stop(browser));

const phone = { viewport: { width: 320, height: 640 } };

/** The languages that the server offers. */
const languages = async () => {
  const html = await (await ask("/")).text();
  return [...html.matchAll(/hreflang="([^"]+)"/g)].map((m) => m[1]);
};

/** What makes the page wider than the window: nothing, or the elements that reach farthest. */
const wide = (page) =>
  page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return [];
    const rtl = document.dir === "rtl";
    const out = [...document.body.querySelectorAll("*")]
      .map((el) => ({ el, over: rtl ? -el.getBoundingClientRect().left : el.getBoundingClientRect().right - room }))
      .filter((x) => x.over > 0.5);
    return out.slice(0, 8).map(({ el, over }) => `${el.tagName} ${el.className} ${Math.round(over)} ${el.textContent?.slice(0, 60)}`);
  });

const pages = ["/", "/g/mensch", "/learn/mensch", "/new?game=mensch", "/puzzles", "/study", "/print/checkers"];

test("every language fits a phone and large text", async () => {
  const all = await languages();
  assert.ok(all.length >= 6, `the server offers ${all}`);
  const wrong = [];
  for (const lang of all) {
    const page = await window(browser, undefined, phone);
    await page.context().addCookies([{ name: "lang", value: lang, url: base }]);
    for (const path of pages) {
      await page.goto(base + path);
      await page.locator("#nav button").first().waitFor();
      await until(`${path} in ${lang}`, () => page.evaluate(() => document.querySelector("main")?.textContent.trim().length > 20));
      assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
      assert.equal(await page.evaluate(() => document.dir), lang === "ar-XB" ? "rtl" : "");
      wrong.push(...(await wide(page)).map((w) => `${path} in ${lang}: ${w}`));
      await shot(page, `language-${lang}-${path.split(/[/?]/).filter(Boolean).join("-") || "home"}`);
      await page.setViewportSize({ width: 412, height: 800 });
      await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      wrong.push(...(await wide(page)).map((w) => `${path} in ${lang}, large: ${w}`));
      await page.setViewportSize(phone.viewport);
    }
    await page.goto(base + "/");
    await page.locator("#nav button").first().waitFor();
    await accessible(page, "the first page in " + lang);
    await close(page);
  }
  assert.deepEqual(wrong, []);
});

test("nothing on the first page is English in a language that nobody speaks", async () => {
  const page = await window(browser);
  await page.context().addCookies([{ name: "lang", value: "en-XA", url: base }]);
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
        !el.closest(".brand, noscript, script, svg, code")
      )
        found.push(text);
    }
    return found;
  });
  assert.deepEqual(english, []);
  await close(page);
});

test("two people at one table read their own language", async () => {
  const open = async (lang) => {
    const page = await window(browser, undefined, { locale: "en" });
    await page.context().addCookies([{ name: "lang", value: lang, url: base }]);
    return page;
  };
  const ada = await open("en");
  await ada.goto(base + "/");
  const table = await ada.evaluate(async () => {
    const send = (path, body) =>
      fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    await send("/api/token", {});
    const made = await send("/api/tables", {
      terms: { game: "checkers", bots: ["", "random"] },
      chair: 1,
      name: "Ada",
      key: "two-languages-1",
    });
    return (await made.json()).table;
  });
  assert.ok(table, "there is no table");
  const ben = await open("en-XA");
  await ada.goto(`${base}/t/${table}`);
  await ben.goto(`${base}/t/${table}/watch`);
  for (const page of [ada, ben]) await page.locator(".board-frame svg").first().waitFor();
  const log = (page) => page.evaluate(async (id) => (await (await fetch(`/api/tables/${id}/events`)).json()).events[0].words, table);
  assert.match(await log(ada), /^The table is set up/);
  assert.match(await log(ben), /~/);
  await eventually(async () => assert.match(await ben.locator("body").innerText(), /~/));
  assert.doesNotMatch(await ada.locator("body").innerText(), /~/);
  for (const page of [ada, ben]) await close(page);
});
