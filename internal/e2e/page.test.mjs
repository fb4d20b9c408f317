// What the other pages promise, and how a table looks.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import * as robot from "./robot.mjs";
import { accessible, get, shot, slow } from "./robot.mjs";
import { slowLine } from "./slow-line.mjs";
import { t } from "../../web/page/js/words/words.js";

const fast = { ...slow, speed: "fast" }; // with animations
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

/** What a browser says while its connection is cut. */
const cut = /net::ERR_/;

/** Waits until the game of a table is over. */
const over = (table) =>
  robot.until("the end of the game", async () => (await get("/api/tables/" + table)).status === "over", undefined, 600_000);

test("the rulebook reads without scripts, is searched with them, and unfolds what a link names", async () => {
  const plain = await robot.window(browser, slow, { viewport: { width: 320, height: 568 }, javaScriptEnabled: false });
  await plain.goto(robot.base + "/g/auto-race");
  const drawn = plain.locator(".spread:has(#jump-needs-three) .plate img");
  await drawn.scrollIntoViewIfNeeded();
  await drawn.evaluate((img) => img.decode());
  assert.equal(await drawn.getAttribute("alt"), "Right before an obstruction a three is the least that gets you over.");
  const book = await get("/api/games/auto-race");
  for (const c of book.clauses) assert.match(await plain.locator("#" + c.id.split("/")[1]).textContent(), new RegExp(c.rule.slice(0, 20)));
  assert.equal(await plain.locator(".card img").count(), 4);
  assert.match(await plain.locator("#numbers").textContent(), /73 ± 8.*parlour sim auto-race.*53\.81/s);
  // What the book leaves open, options and numbers are folded away, so that the page stays short.
  await plain.locator("#r-layout").waitFor({ state: "hidden" });
  const high = await plain.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(high < 7000, `${high} px high`);
  await plain.goto(robot.base + "/g/auto-race#r-layout"); // opens the chapter around it
  await plain.locator("#r-layout summary").click();
  assert.match(await plain.locator("#r-layout .values").textContent(), /Measured: games get \d/);
  const wide = await plain.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${wide} too wide`);
  await robot.close(plain);
  const page = await robot.window(browser, slow);
  await page.goto(robot.base + "/rules/auto-race/r-layout");
  await page.locator("#r-layout[open] .answer").waitFor();
  await accessible(page, "/g/auto-race");
  await page.getByLabel(t("book.search")).fill("obstruction THREE");
  await page.locator("#finish.gone, .spread.gone:has(#finish)").waitFor({ state: "attached" });
  await page.locator("#jump-needs-three").waitFor();
  await page.getByLabel(t("book.search")).fill("");
  await page.locator("#finish").waitFor();
  // A picture becomes a position to try.
  const spread = page.locator(".spread:has(#jump-needs-three)");
  await spread.getByRole("button", { name: t("book.try") }).click();
  await spread.locator(".trial .token").first().waitFor();
  await spread.locator(".trial .moves-list summary").click();
  await spread.locator(".trial .choice-row").first().click();
  await spread.locator(".tried", { hasText: t("book.tried") }).waitFor();
  await spread.getByRole("button", { name: t("book.picture") }).click();
  await spread.locator(".plate > img").waitFor();
  await robot.close(page);
});

test("a game prints in true size, on the paper that was chosen", async () => {
  const page = await robot.window(browser, slow);
  const mm = 96 / 25.4; // the points of a page in a millimetre
  for (const [game, paper, place, side] of [
    ["kleefeld", "a4", "1", 20],
    ["checkers", "letter", "1", 38],
  ]) {
    await page.goto(`${robot.base}/print/${game}/${paper}`);
    await page.getByRole("button", { name: t("print.now") }).waitFor();
    if (game === "kleefeld") await accessible(page, "/print/kleefeld");
    await page.emulateMedia({ media: "print" });
    const square = await page
      .locator(`.part .place[data-place="${place}"] rect, .part rect.place[data-place="${place}"]`)
      .first()
      .evaluate((el) => {
        const m = el.getScreenCTM(),
          b = el.getBBox();
        return [b.width * m.a, b.height * m.d];
      });
    for (const s of square) assert.ok(Math.abs(s / mm - side) < 0.2, `${game}: a square of ${s / mm} mm, not ${side}`);
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString("latin1");
    const sheets = [...pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map((m) => [(m[1] / 72) * 25.4, (m[2] / 72) * 25.4]);
    assert.equal(sheets.length, await page.locator(".sheet").count(), "each sheet is one page");
    const [wide, high] = paper === "a4" ? [210, 297] : [215.9, 279.4];
    for (const [w, h] of sheets) assert.ok(Math.abs(w - wide) < 0.5 && Math.abs(h - high) < 0.5, `${paper}: ${w} by ${h} mm`);
    await page.emulateMedia({ media: "screen" });
  }
  await robot.close(page);
});

test("the narrowest and the largest screens hold the table", async () => {
  for (const viewport of [
    { width: 320, height: 568 },
    { width: 740, height: 360 },
    { width: 844, height: 390 },
    { width: 3840, height: 2160 },
  ]) {
    const { width, height } = viewport;
    const page = await robot.window(browser, slow, { viewport });
    const table = await robot.make(page, { game: "parker", bots: ["", "greedy", "greedy", "greedy"] });
    await robot.open(page, table);
    const throws = page.getByRole("button", { name: t("table.throw") });
    let button = null; // it may be made again while it is measured
    await robot.until("the button", async () => (button = await throws.boundingBox()));
    const frame = await page.locator(".board-frame").boundingBox();
    const least = width > height && height < 500 ? 0.95 : 0.6; // a phone on its side gives the board its whole height
    assert.ok(frame.width >= Math.min(width, height) * least, `the board is ${frame.width} wide on ${width}`);
    // What is needed for a turn is on the screen.
    for (const box of [frame, button]) assert.ok(box.y >= 0 && box.y + box.height <= height, `${JSON.stringify(box)} on ${width}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${wide} too wide on ${width}`);
    await shot(page, `table-${width}`);
    // The title is there, and one tap opens the rules, which keep the turn.
    await page.getByRole("heading", { name: "Ludo, by Parker" }).getByRole("button").click({ trial: true });
    if (width === 320) {
      await page.getByRole("heading", { name: "Ludo, by Parker" }).getByRole("button").click();
      const rules = page.getByRole("dialog", { name: "Ludo, by Parker" });
      await rules.locator(".clauses-list li").nth(10).waitFor();
      await shot(page, "rules-320");
      await accessible(page, "the rules over a table");
      await rules.getByRole("button", { name: t("table.close") }).click();
      await throws.waitFor();
      // Few actions show at once.
      for (const tab of ["people", "table"]) {
        await robot.sheet(page, tab);
        const shown = page.locator(`#panel-${tab} :is(button, a.button, select)`).filter({ visible: true });
        assert.ok((await shown.count()) <= 5, `${tab}: ${await shown.allTextContents()}`);
        await shot(page, `${tab}-320`);
      }
    }
    await robot.close(page);
  }
});

test("a link to watch offers no chair, whatever its query", async () => {
  const host = await robot.window(browser, slow);
  const table = await robot.make(host, { game: "checkers" });
  const guest = await robot.window(browser, slow);
  const sit = guest.getByRole("button", { name: /^Sit/ });
  await guest.goto(`${robot.base}/t/${table}`);
  await sit.first().waitFor();
  for (const link of ["/watch", "/watch?utm_source=mail", "/watch#x", "?watch", "?watch=&x=1"]) {
    await guest.goto(`${robot.base}/t/${table}${link}`);
    await guest.locator(".token").first().waitFor();
    assert.equal(await sit.count(), 0, link);
  }
  await robot.close(guest);
  await robot.close(host);
});

test("a table is made as its settings say, and a link carries them", async () => {
  const page = await robot.window(browser, slow);
  await page.goto(robot.base + "/new?game=contact");
  // The usual table is for two; more is asked for only where somebody unfolds it.
  await page.locator("input[name=count][value='2']:checked").waitFor({ state: "attached" });
  assert.deepEqual(await page.locator(".fold[open]").count(), 0);
  await page.locator("input[name=count][value='4']").check({ force: true });
  await page.locator("#chair-3").waitFor({ state: "attached" });
  await page.locator("details.options > summary").click();
  await page.locator("input[name=mode][value=duel6]").check({ force: true });
  await page.locator("#chair-2").waitFor({ state: "detached" });
  await page.locator("#o-tile").selectOption("wide");
  await page.waitForURL(/o\.tile=wide/);
  const link = page.url();
  await page.goto(robot.base + "/");
  await page.goto(link);
  await page.locator("#o-tile").waitFor();
  assert.equal(await page.locator("#o-tile").inputValue(), "wide");
  assert.equal(await page.locator(".chair-row select").count(), 2);
  await page.locator(".new button[type=submit]").click();
  await page.locator(".men .token").first().waitFor();
  const view = await get("/api/tables/" + page.url().split("/").pop());
  assert.deepEqual([view.terms.setup.mode, view.terms.setup.options], ["duel6", { tile: "wide" }]);
  // Two colours each make two chairs; conflicting options are reported before
  // the table is created.
  await page.goto(robot.base + "/new?game=mensch");
  await page.locator("details.options > summary").click();
  await page.locator("#new-seats").selectOption("1212");
  await page.locator(".chair-row label", { hasText: "Yellow and Red" }).waitFor({ state: "attached" });
  await page.goto(robot.base + "/new?game=kleefeld&o.arm=99");
  await page.locator(".new .note").waitFor();
  await page.locator(".new button[type=submit]:disabled").waitFor();
  // Who comes to play with friends need not say it again, also after the page was loaded again.
  await page.goto(robot.base + "/new?game=checkers&with=open");
  await page.locator("input[name=against][value=open]:checked").waitFor({ state: "attached" });
  await page.reload();
  await page.locator("input[name=against][value=open]:checked").waitFor({ state: "attached" });
  await robot.close(page);
});

test("pass and play on one device turns the board", async () => {
  const page = await robot.window(browser, { ...fast, turnBoard: true });
  await page.goto(robot.base + "/new?game=checkers");
  await page.locator("input[name=against][value=here]").check({ force: true });
  await page.locator(".levels").waitFor({ state: "detached" });
  await page.locator(".new button[type=submit]").click();
  await page.locator(".key").first().waitFor();
  const top = async () => (await robot.middle(page.locator('.place[data-place="1"]'))).y;
  const first = await top();
  await robot.play(page, { own: 1 });
  await robot.until("the board to turn", async () => Math.abs((await top()) - first) > 100);
  await robot.close(page);
});

test("a table shows what the server says of its game", async () => {
  // The system is light and the settings are dark: the settings win.
  const page = await robot.window(browser, { ...slow, theme: "dark" }, { colorScheme: "light" });
  for (const game of ["backgammon", "checkers"]) {
    const table = await robot.make(page, { game, bots: ["", "greedy"] });
    await robot.open(page, table);
    await page.locator(".men .token").first().waitFor();
    let view = await get("/api/tables/" + table);
    const sheet = await get(`/api/tables/${table}/board`);
    const frame = await page.locator(".board-frame").boundingBox();
    assert.ok(
      Math.abs(frame.width / frame.height - sheet.viewBox[2] / sheet.viewBox[3]) < 0.01,
      `${game}: the board's frame is ${frame.width} by ${frame.height}`,
    );
    for (const [i, chair] of view.chairs.entries()) {
      await robot.eventually(async () => {
        view = await get("/api/tables/" + table); // the bot may have moved
        const facts = view.facts.filter((f) => chair.seats.includes(f.seat)).map((f) => ` · ${f.value} ${f.label}`);
        assert.ok(facts.length > 0);
        assert.deepEqual(await page.locator(`.chair[data-chair="${i}"] .fact`).allTextContents(), facts);
      });
    }
    await robot.sheet(page, "table");
    assert.deepEqual(
      await page.locator("#panel-table a[href*='/record.']").evaluateAll((list) => list.map((a) => a.href.split("record.").pop())),
      view.formats.map((f) => f.name),
    );
    if (game === "checkers") {
      const label = await page.locator(".board-frame .key").first().getAttribute("aria-label");
      assert.ok(
        Object.values(sheet.spoken).some((where) => label.includes(where)),
        label,
      );
    }
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(20, 24, 23)");
  }
  await robot.close(page);
});

test("the board alone on a big screen", async () => {
  const page = await robot.window(browser, slow, { viewport: { width: 1920, height: 1080 } });
  const table = await robot.make(page, { game: "mensch", bots: ["greedy", "greedy", "greedy", "greedy"] }, 0);
  await page.goto(`${robot.base}/t/${table}/tv`);
  await page.locator(".men .token").first().waitFor();
  assert.equal(await page.locator(".actions button").count(), 0);
  await page.locator("img.qr").waitFor();
  await shot(page, "tv");
  // A person who opens it is called by a name there, not "you".
  const own = await robot.make(page, { game: "mensch", bots: ["", "greedy", "greedy", "greedy"] });
  await page.evaluate(() => localStorage.removeItem("parlour.name"));
  await page.goto(`${robot.base}/t/${own}/tv`);
  await page.locator(".chair.turn").waitFor();
  assert.deepEqual(
    [await page.locator(".strip").getByText(t("new.you"), { exact: true }).count(), await page.locator(".chair.yours").count()],
    [0, 0],
  );
  await robot.close(page);
});

test("a game again, move by move", async () => {
  const page = await robot.window(browser, robot.quick, { reducedMotion: "reduce" });
  const table = await robot.make(page, { game: "checkers", bots: ["greedy", "greedy"] }, 0);
  await over(table);
  await page.goto(`${robot.base}/t/${table}/replay`);
  await page.locator(".log li.now").waitFor();
  await page.getByRole("button", { name: t("replay.first") }).click();
  await robot.eventually(async () => assert.equal(await page.locator(".men .token").count(), 24));
  await page.getByRole("button", { name: t("replay.next") }).click();
  const events = await robot.eventsOf(table);
  const voice = await robot.voiceOf(table);
  await page.waitForFunction(
    (words) => document.querySelector(".turn-words")?.textContent === words,
    voice.tell(events.find((e) => e.kind === "move")),
  );
  await page.getByRole("slider").focus();
  await page.keyboard.press("End");
  const last = events.findLast((e) => e.pieces);
  await page.waitForFunction((n) => document.querySelectorAll(".men .token").length === n, last.pieces.length);
  // The address names the moment, and so does its preview.
  const end = events.findLast((e) => e.kind === "move" || e.kind === "throw" || e.kind === "resign");
  await page.waitForURL((u) => u.search === "?at=" + end.seq);
  await page.getByRole("slider").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const first = events.find((e) => e.kind === "throw" || e.kind === "move");
  await page.waitForURL((u) => u.search === "?at=" + first.seq);
  assert.match(await (await robot.ask(page.url())).text(), new RegExp(`og:image" content="[^"]*/board\\.png\\?seq=${first.seq}"`));
  await page.reload();
  await page.waitForFunction((words) => document.querySelector(".turn-words")?.textContent === words, voice.tell(first));
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: t("table.picture") }).click()]);
  const png = await readFile(await download.path());
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
  if (process.env.SHOTS) await download.saveAs(`${process.env.SHOTS}/picture.png`);
  await page.getByRole("button", { name: t("replay.first") }).click();
  await page.getByRole("button", { name: t("replay.play"), exact: true }).click();
  await page.waitForFunction(() => /Move [3-9]/.test(document.body.textContent ?? ""));
  await robot.close(page);
});

test("a replay shows its whole sentence and one main button", async () => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    const page = await robot.window(browser, robot.quick, { viewport, reducedMotion: "reduce" });
    const table = await robot.make(page, { game: "checkers", bots: ["", "greedy"] });
    await page.goto(`${robot.base}/t/${table}/replay`);
    await page.locator(".log li.now").waitFor();
    assert.deepEqual(await page.locator(".scrub .primary").allTextContents(), [t("replay.play")]);
    // The sentence is as long as turns with many captures make it.
    const seen = await page.evaluate((text) => {
      const words = document.querySelector(".turn-words");
      words.textContent = text;
      const edge = Math.min(
        ...[...document.querySelectorAll(".side p")]
          .filter((p) => p.textContent)
          .map((p) => {
            const range = document.createRange();
            range.selectNodeContents(p);
            return range.getBoundingClientRect().left;
          }),
      );
      return { cut: words.scrollHeight - words.clientHeight, edge };
    }, "White's man on 19 is captured. ".repeat(9));
    await shot(page, `replay-${viewport.width}`);
    assert.ok(seen.cut <= 1, `${seen.cut} px of the sentence are cut off at ${viewport.width}`);
    assert.ok(seen.edge >= 8, `text begins ${seen.edge} px from the edge at ${viewport.width}`);
    await robot.close(page);
  }
});

test("the first page is light, quick and does not jump", async () => {
  const line = await slowLine(40);
  const page = await robot.window(browser, slow, { viewport: { width: 390, height: 780 }, at: line.url });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  let wire = 0;
  let asked = 0;
  cdp.on("Network.loadingFinished", (e) => {
    wire += e.encodedDataLength;
    asked++;
  });
  await page.addInitScript(() => {
    globalThis.shift = 0;
    new PerformanceObserver((l) =>
      l.getEntries().forEach((e) => {
        globalThis.shift += e.hadRecentInput ? 0 : e.value;
        (globalThis.moved ??= []).push(...e.sources.map((x) => x.node?.className?.baseVal ?? x.node?.className ?? x.node?.nodeName));
      }),
    ).observe({ type: "layout-shift", buffered: true });
  });
  const t0 = Date.now();
  await page.goto(line.url + "/");
  await page.locator(".box button.lid").first().waitFor();
  const usable = Date.now() - t0;
  await page.waitForLoadState("networkidle");
  const home = await page.evaluate(() => globalThis.shift);
  console.log(
    `first page: ${(wire / 1024).toFixed(1)} KiB over the wire in ${asked} requests, usable after ${usable} ms, layout shift ${home.toFixed(3)}`,
  );
  assert.ok(wire < 130_000, `${wire} bytes`); // with the two fonts and all lids
  assert.ok(asked <= 27, `${asked} requests`);
  assert.ok(home < 0.05, `the page jumps by ${home}`);
  const table = await robot.make(page, { game: "parker", bots: ["", "greedy", "greedy", "greedy"] }, 1, line.url);
  await robot.open(page, table, "", line.url);
  await page.getByRole("button", { name: t("table.throw") }).waitFor();
  await robot.still(page);
  const shift = await page.evaluate(() => globalThis.shift);
  console.log(`table: layout shift ${shift.toFixed(3)}`);
  assert.ok(shift < 0.05, `the table jumps by ${shift}: ${await page.evaluate(() => globalThis.moved)}`);
  await robot.close(page);
  line.close();
});

test("every game is two presses away, against opponents that are remembered", async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const page = await robot.window(browser, slow, { viewport });
    await page.goto(robot.base + "/");
    const games = await get("/api/games");
    const lids = page.locator(".box button.lid");
    await lids.first().waitFor();
    assert.equal(await lids.count(), games.length);
    // The games that people know stand in front, in sight.
    const below = await lids.evaluateAll((all) =>
      all.filter((b) => b.getBoundingClientRect().bottom > innerHeight).map((b) => b.closest("li").dataset.game),
    );
    const shown = await lids.evaluateAll((all) => all.map((b) => b.closest("li").dataset.game));
    const known = ["mensch", "checkers", "backgammon"];
    assert.deepEqual(shown.slice(0, known.length), known);
    assert.deepEqual(
      known.filter((id) => below.includes(id)),
      [],
      `below the fold at ${viewport.width}`,
    );
    // One button plays at once. On a phone it lies under the thumb.
    await page.getByRole("heading", { level: 1, name: t("home.title") }).waitFor();
    const start = page.locator(".start button");
    const { y, height } = await start.boundingBox();
    assert.ok(y + height < viewport.height && (viewport.width > 560 || y > viewport.height * 0.8), `the button is at ${y}`);
    await shot(page, `fold-${viewport.width}`);
    // Every lid is one press of Tab after the one before.
    await lids.first().focus();
    for (const id of shown.slice(1)) {
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.closest("li")?.dataset.game), id);
    }
    // A box says what the game is and leads to all pages about it.
    for (const g of games) {
      const box = await robot.lid(page, g.id);
      await box.getByText(g.says).waitFor();
      const links = await box.locator("a:not(.luck)").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
      assert.deepEqual(links.toSorted(), [...g.pages.map((p) => p.path), `/new?game=${g.id}&with=open`].toSorted());
      if (g === games[0]) {
        await accessible(page, "an open box");
        await shot(page, `lid-${viewport.width}`);
      }
      await page.keyboard.press("Escape");
      await box.waitFor({ state: "detached" });
      await robot.eventually(async () =>
        assert.equal(await page.evaluate(() => document.activeElement.closest("li")?.dataset.game), g.id, "the lid has the focus again"),
      );
    }
    const game = games.find((g) => g.sizes.length > 1 && g.rivals.length > 1);
    await (await robot.lid(page, game.id)).locator(".versus").click();
    const sheet = page.locator(".play-sheet");
    for (const r of game.rivals) await sheet.getByText(r.says).waitFor();
    await sheet.getByRole("radio", { name: "1", exact: true }).check({ force: true });
    await sheet.locator(`input[value=${game.rivals[0].level}]`).check();
    await robot.still(page);
    await shot(page, `sheet-${viewport.width}`);
    await accessible(page, "the sheet of opponents");
    await sheet.getByRole("button", { name: t("play.start") }).click();
    await page.locator(".board-frame svg").waitFor();
    const view = await get("/api/tables/" + page.url().split("/").pop());
    assert.deepEqual([view.game, view.chairs.length, view.chairs[1].bot], [game.id, 2, game.rivals[0].level]);
    await page.locator(".strip", { hasText: view.chairs[1].name }).waitFor();
    // Afterwards one tap plays against the same, and the table is in the strip until it is removed.
    await page.goto(robot.base + "/");
    const mine = page.locator(".mine li");
    await mine.getByRole("link").waitFor();
    await mine.filter({ hasText: view.chairs[1].name }).waitFor();
    await mine.getByRole("button").click();
    await page.getByRole("button", { name: t("home.undo") }).click();
    await mine.getByRole("button").click();
    await page.reload();
    await robot.lid(page, game.id);
    await page.getByRole("button", { name: new RegExp(`^Play now: ${game.title}, against ${game.rivals[0].level} bot`) }).waitFor();
    assert.equal(await mine.count(), 0, "a table that was removed is not shown again");
    await page.keyboard.press("Escape");
    await start.click();
    await page.locator(".board-frame svg").waitFor();
    assert.equal((await get("/api/tables/" + page.url().split("/").pop())).game, known[0]);
    await robot.close(page);
  }
});

test("a game that waits for you is continued by the one gold button, and no other is", async () => {
  const page = await robot.window(browser, slow);
  const makes = async (game) => {
    const table = await robot.make(page, { game, bots: ["", "greedy"] });
    await robot.open(page, table); // so that the browser knows it
    return table;
  };
  const button = page.locator(".start .primary");
  const home = async () => {
    await page.goto(robot.base + "/");
    await page.locator(".mine li").first().waitFor(); // now it is known how the tables stand
    assert.equal(await button.count(), 1);
    return button.locator("strong").textContent();
  };
  const waits = await makes("checkers");
  assert.equal(await home(), t("play.continue", { game: "Checkers" }));
  // A game that is over, paused or played by a bot for you does not wait for you.
  await robot.act(page, waits, { kind: "pause" });
  assert.equal(await home(), t("play.title", { game: "Checkers" }));
  await robot.act(page, waits, { kind: "resume" });
  const standsIn = async (route) => {
    const answer = await route.fetch();
    const view = await answer.json();
    view.chairs[0].bot = "greedy"; // a bot that only thinks
    await route.fulfill({ response: answer, json: view });
  };
  await page.route("**/api/tables/" + waits, standsIn);
  assert.equal(await home(), t("play.title", { game: "Checkers" }));
  await page.unroute("**/api/tables/" + waits);
  const over = await makes("backgammon");
  await robot.act(page, over, { kind: "resign" });
  const paused = await makes("checkers");
  await robot.act(page, paused, { kind: "pause" });
  // Games that do not wait may have been opened later.
  assert.equal(await home(), t("play.continue", { game: "Checkers" }));
  await button.click();
  await page.waitForURL("**/t/" + waits);
  await page.locator(".turn-words.yours").waitFor();
  await robot.act(page, waits, { kind: "resign" });
  assert.equal(await home(), t("play.title", { game: "Checkers" }));
  await robot.leave(page);
});

test("a search and three questions find a game", async () => {
  const page = await robot.window(browser, slow);
  await page.goto(robot.base + "/");
  const left = () => page.locator(".box:visible").evaluateAll((all) => all.map((b) => b.dataset.game));
  await page.locator(".box button.lid").first().waitFor();
  const search = page.getByRole("searchbox", { name: t("home.search") });
  await search.fill("crown");
  await robot.until("one box", async () => (await left()).join() === "checkers");
  await search.press("Enter"); // opens it
  await page.locator(".open-lid .play").waitFor();
  await page.keyboard.press("Escape");
  await search.fill("");
  await page.getByRole("combobox", { name: t("home.by-luck") }).selectOption("all");
  await robot.until("pure luck", async () => (await left()).join() === "auto-race");
  await page.getByRole("combobox", { name: t("home.by-minutes") }).selectOption("more");
  await page.getByText(t("home.found-none")).waitFor();
  await page.getByRole("button", { name: t("home.all") }).click();
  await robot.until("all boxes", async () => (await left()).length === 8);
  await robot.close(page);
});

test("notices are asked for at the table, and ended there", async () => {
  const page = await robot.window(browser, slow, { permissions: ["notifications"], serviceWorkers: "allow" });
  const table = await robot.make(page, { game: "checkers" });
  await page.addInitScript(() => {
    // no push service can be reached from the test
    let made = null;
    PushManager.prototype.getSubscription = async () => made;
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      if (applicationServerKey.length !== 65) throw new Error("the key of the server has " + applicationServerKey.length + " bytes");
      const text = (bytes) =>
        btoa(String.fromCharCode(...bytes))
          .replaceAll("+", "-")
          .replaceAll("/", "_")
          .replaceAll("=", "");
      const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
      const p256dh = text(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
      const endpoint = "https://push.example.org/browser";
      return (made = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth: text(new Uint8Array(16)) } }) });
    };
    if (Notification.permission !== "granted") {
      // a browser without a screen never grants it
      Object.defineProperty(Notification, "permission", { get: () => "default" });
      Notification.requestPermission = async () => "granted";
    }
  });
  await robot.open(page, table);
  await robot.sheet(page, "table");
  await robot.unfold(page, t("group.device"));
  const answer = (method) => page.waitForResponse((r) => r.url().endsWith("/push") && r.request().method() === method);
  const [on] = await Promise.all([answer("POST"), page.getByRole("button", { name: t("notices.start") }).click()]);
  assert.equal(on.status(), 204);
  await page.getByRole("button", { name: t("notices.stop") }).waitFor();
  await page.getByRole("button", { name: t("notices.feed") }).click();
  const feed = await page.locator(".notices code").textContent();
  assert.match(await (await robot.ask(feed)).text(), /^<\?xml[^]*<feed xmlns="http:\/\/www.w3.org\/2005\/Atom">/);
  await accessible(page, "notices", "#panel-table");
  await shot(page, "notices");
  const [off] = await Promise.all([answer("DELETE"), page.getByRole("button", { name: t("notices.stop") }).click()]);
  assert.equal(off.status(), 204);
  await Promise.all([answer("POST"), page.getByRole("button", { name: t("notices.start") }).click()]);
  // Following a game also follows its rematch.
  await page.getByRole("button", { name: t("table.fill") }).click();
  await robot.unfold(page, t("group.game"));
  await page
    .locator("#panel-table")
    .getByRole("button", { name: t("table.resign") })
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("table.resign") })
    .click();
  const [again] = await Promise.all([
    answer("POST"),
    page.waitForResponse((r) => r.url().endsWith("/feed")),
    page.getByRole("button", { name: t("table.rematch") }).click(),
  ]);
  assert.equal(again.status(), 204);
  assert.ok(!again.url().includes(table), "the notices of the old table were asked for again");
  await page.waitForURL((u) => !u.pathname.endsWith(table));
  await page.locator(".key").first().waitFor();
  await robot.close(page);
  // An iPhone has to install the page first.
  const iphone = await robot.window(browser, slow, {
    viewport: { width: 390, height: 844 },
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
  });
  await robot.open(iphone, await robot.make(iphone, { game: "checkers" }));
  await robot.sheet(iphone, "table");
  await robot.unfold(iphone, t("group.device"));
  await iphone.getByText(t("notices.install")).waitFor();
  await shot(iphone, "notices-iphone");
  await robot.close(iphone);
});

test("forced colours keep the mark of the turn", async () => {
  const page = await robot.window(browser, slow, { forcedColors: "active" });
  const table = await robot.make(page, { game: "checkers", bots: ["", "greedy"] });
  await robot.open(page, table);
  await robot.eventually(async () =>
    assert.equal(await page.locator(".chair.turn").evaluate((el) => getComputedStyle(el).borderTopWidth), "3px"),
  );
  await robot.close(page);
});

test("names can be read at 200 % zoom", async () => {
  const page = await robot.window(browser, slow, { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  const table = await robot.make(page, { game: "parker", bots: ["", "greedy", "casual", "greedy"] });
  await robot.open(page, table);
  await page.locator(".chair").nth(3).waitFor();
  await robot.still(page);
  await shot(page, "zoomed");
  const cut = await page
    .locator(".who strong")
    .evaluateAll((all) =>
      all.filter((el) => el.scrollWidth > el.clientWidth || el.scrollHeight > el.clientHeight + 1).map((el) => el.textContent),
    );
  assert.deepEqual(cut, []);
  await robot.close(page);
});
