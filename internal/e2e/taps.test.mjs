// Taps as people make them: none of them plays a move that nobody meant, and
// everything that matters for a choice is in sight.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as robot from "./robot.mjs";
import { t } from "../../web/page/js/words/words.js";

const newcomer = { speed: "off", sound: false }; // otherwise the defaults
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

/** Taps a place of the board with a finger, if it can be chosen now. */
async function tap(page, place) {
  const at = await robot.middleNow(page.locator(`.key[data-hot="${place}"] .key-ring`));
  if (at) await page.touchscreen.tap(at.x, at.y);
}

/** Taps the first place with a mark, if there is one now. */
async function tapMark(page, kind) {
  const place = await page.locator(`.key[data-kind="${kind}"]`).evaluateAll(([key]) => key?.dataset.hot);
  if (place) await tap(page, place);
}

/** Opens a table on a phone, with a game that begins at a position. */
async function table(game, terms, settings = newcomer) {
  const page = await robot.window(browser, settings, phone);
  const { bots = ["", "greedy"] } = terms;
  const id = await robot.make(page, { game, pace: "at-once", ...terms, bots }, bots.indexOf("") + 1);
  await robot.open(page, id);
  const moves = async () => (await robot.eventsOf(id)).filter((e) => e.kind === "move").map((e) => e.body.move);
  return { page, id, moves };
}

const kind = (page, place) => page.locator(`.key[data-hot="${place}"]`).evaluateAll(([key]) => key?.dataset.kind);

/** Taps a place until it is marked in some way: touches right after a change are ignored. */
const until = (page, place, is, touch = place) =>
  robot.until(
    `${place} to be ${is}`,
    async () => (await kind(page, place)) === is,
    () => tap(page, touch),
  );

test("a tap picks a piece up, the second puts it back, and a tap on its place plays", async () => {
  const { page, moves } = await table("checkers", {});
  await page.locator('.key[data-hot="9"]').waitFor();
  await until(page, "9", "chosen");
  assert.equal(await page.locator(".turn-words").textContent(), t("table.your-target"));
  assert.deepEqual(await moves(), []);
  await until(page, "9", "source");
  assert.deepEqual(await moves(), []);
  await until(page, "9", "chosen");
  await robot.until(
    "the move",
    async () => (await moves()).length,
    () => tap(page, "13"),
  );
  assert.equal((await moves())[0], "9-13");
  await robot.close(page);
});

test("a forced capture waits for the player, unless they play at once", async () => {
  const { page, moves } = await table("checkers", { position: "checkers W:W22:B1,18 q=0", bots: ["greedy", ""] });
  await page.locator('.key[data-kind="target"]').waitFor(); // the only piece is in hand, and its place shows
  assert.deepEqual(await moves(), []);
  await robot.until(
    "the move",
    async () => (await moves()).length,
    () => tapMark(page, "target"),
  );
  await robot.close(page);
});

test("there and back is chosen by its own mark", async () => {
  const { page, moves } = await table("contact", { setup: { mode: "duel6" } });
  const two = await page.evaluate(async (id) => {
    const view = await (await fetch("/api/tables/" + id)).json();
    return view.moves.map((m) => m.split("-")).find(([a, b]) => a === b)?.[0];
  }, page.url().split("/").pop());
  assert.ok(two, "no tile can go there and back");
  await page.locator(`.key[data-hot="${two}"]`).waitFor();
  await until(page, two, "chosen");
  await page.getByRole("button", { name: t("table.there-and-back") }).waitFor();
  await until(page, two, "source");
  assert.deepEqual(await moves(), []);
  await until(page, two, "chosen");
  await robot.until(
    "the move",
    async () => (await moves()).length,
    () => tapMark(page, "back"),
  );
  assert.equal((await moves())[0], `${two}-${two}`);
  await robot.close(page);
});

test("a tap on the dice swaps them, and a tap on a man plays the first", async () => {
  let page, id;
  const pips = () => page.locator(".dice .die").evaluateAll((list) => list.map((d) => d.querySelectorAll(".die-pip").length).join(""));
  // A man that can play the smaller die first, so that the page does not play the other by itself.
  const playsSmall = async () => {
    const { steps } = await (await page.context().request.get(`${robot.base}/api/tables/${id}`)).json();
    const small = (await pips())[1];
    return steps.find((n) => n.dice === small && n.next?.length > 1 && n.next.some((m) => m.from !== n.to))?.from;
  };
  let man;
  // After a few moves nobody needs the hint any more. Where all of them had no choice, another game is tried.
  for (let n = 0; n < 10 && !(man && (await page.locator(".hint").count())); n++) {
    if (page) await robot.leave(page);
    ({ page, id } = await table("backgammon", { setup: { options: { match: "1", doubling: "none" } } }));
    await robot.until(
      "two dice that differ",
      () => page.locator(".dice-button.swap").count(),
      async () => {
        if (await page.locator(".dice-button.primary").count())
          await page.locator(".dice-button.primary").evaluateAll((list) => list[0]?.click());
        else if ((await page.locator('.key[data-kind="source"]').count()) && /^(.)\1/.test(await pips()))
          await robot.play(page, { touches: 1 }); // a double
      },
    );
    man = await playsSmall();
  }
  const before = await pips();
  const [large, small] = before;
  assert.ok(large > small, before);
  assert.match(await page.locator(".hint").textContent(), new RegExp(`plays the ${large}.*dice.*the ${small} first.*drag`));
  await robot.until(
    "the dice to be swapped",
    async () => (await pips()) === small + large,
    () => page.locator(".dice-button.swap").evaluateAll((list) => list[0]?.click()),
  );
  await robot.until(
    "a man to move",
    () => page.locator(".die.used").count(),
    () => tap(page, man),
  );
  assert.deepEqual(await page.locator(".dice .die").evaluateAll((list) => list.map((d) => d.classList.contains("used"))), [true, false]);
  await robot.close(page);
});

test("the log tells a throw when the dice lie, and a tap hurries", async () => {
  const { page } = await table("auto-race", { bots: ["", "greedy", "greedy", "greedy"], setup: { players: 4 } }, { sound: false });
  await page.evaluate(() => {
    globalThis.early = [];
    new MutationObserver(() => {
      const rolling = document.querySelector(".dice.rolling");
      const told = document.querySelector('.log li[data-kind="throw"]')?.dataset.seq;
      if (rolling && told && told !== globalThis.told) globalThis.early.push(told);
      if (!rolling) globalThis.told = told;
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
  });
  let asked = false;
  page.on("request", (r) => (asked ||= r.method() === "POST" && !!r.postData()?.includes('"hurry"')));
  await robot.until(
    "a tap to hurry the bots",
    () => asked,
    async () => {
      await page.locator(".dice-button.primary").evaluateAll(([button]) => button?.click());
      const at = await robot.middleNow(page.locator(".board-frame"));
      if (at) await page.touchscreen.tap(at.x, at.y);
    },
  );
  assert.deepEqual(await page.evaluate(() => globalThis.early), []);
  await robot.close(page);
});

test("nothing moves with reduced motion", async () => {
  const { page, moves } = await table("checkers", {}, { sound: false });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => {
    globalThis.moved = 0;
    const real = Element.prototype.animate;
    Element.prototype.animate = function (...args) {
      globalThis.moved++;
      return real.apply(this, args);
    };
  });
  await until(page, "9", "chosen");
  await robot.until(
    "both moves",
    async () => (await moves()).length >= 2,
    () => tap(page, "13"),
  );
  await page.locator(".turn-words.yours").waitFor();
  assert.equal(await page.evaluate(() => globalThis.moved), 0);
  await robot.close(page);
});

test("a host says a name before the link is shown, and games without dice have no place for them", async () => {
  const page = await robot.window(browser, newcomer, phone);
  await page.goto(robot.base + "/new?game=checkers");
  await page.getByRole("radio", { name: t("new.against.open") }).check();
  await page.getByRole("button", { name: t("new.make") }).click();
  await page.locator(".board-frame svg").waitFor();
  assert.equal(await page.locator(".dock .qr").count(), 0);
  await page
    .locator(".actions")
    .getByRole("button", { name: t("table.share") })
    .click();
  await page.getByRole("dialog").getByLabel(t("new.name")).fill("Maximiliane");
  await page.getByRole("button", { name: t("invite.go") }).click();
  await page.getByRole("dialog").locator(".link").waitFor();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("table.close") })
    .click();
  await page.locator(".dock .qr").waitFor();
  const view = await robot.get("/api/tables/" + page.url().split("/").pop());
  assert.equal(view.chairs[0].name, "Maximiliane");
  assert.ok(view.chat, "people who were invited can talk");
  assert.ok(await page.locator("#sheet-dice").isHidden());
  // A name stands on one line, and what does not fit is cut at its end.
  const lines = await page
    .locator(".who strong")
    .evaluateAll((list) =>
      list.map((el) => el.getClientRects().length + Math.round(el.offsetHeight / parseFloat(getComputedStyle(el).lineHeight || "20"))),
    );
  for (const n of lines) assert.ok(n <= 2, `a name takes ${n - 1} lines`);
  await robot.close(page);
});

test("a mark says what the board prints, inside its circle, and nothing is in hand where a move is asked for", async () => {
  const page = await robot.window(browser, newcomer, phone);
  await page.goto(robot.base + "/learn/mensch");
  await page.locator(".board-frame svg").waitFor();
  const seen = await page.evaluate(async () => {
    const main = document.querySelector('script[src*="/js/main.js"]').src;
    const { Trial } = await import(main.replace("main.js", "board/trial.js"));
    const frame = document.createElement("div");
    frame.style.cssText = "position: fixed; inset: 0; width: 390px; z-index: 99";
    document.body.replaceChildren(frame);
    const out = [];
    for (const options of [{}, { accepts: () => true }]) {
      const trial = new Trial("mensch", options);
      frame.replaceChildren(trial.root);
      for (const line of ["mensch Y:-,-,-,38/R:-,-,-,20 Y 5 - -", "mensch Y:-,-,-,10/R:-,-,-,20 Y 5 - -"]) {
        await trial.open(line);
        const numbers = [...trial.board.marks.querySelectorAll(".number")].map((el) => {
          const [circle, text] = [...el.children].map((part) => part.getBoundingClientRect());
          const inside = text.left >= circle.left && text.right <= circle.right;
          return el.textContent + (inside ? "" : " overflows");
        });
        out.push([trial.turn?.chosen ?? "", ...numbers]);
      }
    }
    return out;
  });
  assert.deepEqual(seen, [["38", "38", "d"], ["10", "10", "15"], [""], [""]]);
  await robot.close(page);
});

/**
 * Looks at every choice of a position, in the page: whether all marked places and
 * their neighbours are in sight, and nothing is drawn over digits.
 */
const look = (page, lines) =>
  page.evaluate(async (lines) => {
    const main = document.querySelector('script[src*="/js/main.js"]').src;
    const { Trial } = await import(main.replace("main.js", "board/trial.js"));
    const frame = document.createElement("div");
    frame.style.cssText = "position: fixed; inset: 0; z-index: 99; background: white";
    document.body.replaceChildren(frame);
    const trial = new Trial("contact");
    frame.append(trial.root);
    trial.frame.style.width = "390px";
    const faults = [];
    let zoomed = 0;
    const rect = (el) => el.getBoundingClientRect();
    const over = (a, b, by = 1) => a.left + by < b.right && b.left + by < a.right && a.top + by < b.bottom && b.top + by < a.bottom;
    for (const line of lines) {
      await trial.open(line);
      const c = trial.turn;
      if (!c) continue;
      for (const from of c.sources()) {
        c.lower();
        c.lift(from);
        trial.render();
        await trial.board.zoom();
        const { board } = trial;
        if (board.box !== board.full) zoomed++;
        const view = rect(trial.frame);
        const strips = [...board.edges.querySelectorAll("rect")].map(rect);
        const middle = (place) => {
          const st = board.at(place);
          const p = new DOMPoint(st.x, st.y).matrixTransform(board.svg.getScreenCTM());
          return { left: p.x - 2, right: p.x + 2, top: p.y - 2, bottom: p.y + 2 };
        };
        const marked = [...board.hot].filter(([, kind]) => kind !== "source").map(([place]) => place);
        const near = Object.keys(board.sheet.places).filter((p) =>
          marked.some((m) => {
            const [a, b] = [board.at(p), board.at(m)];
            return Math.hypot(a.x - b.x, a.y - b.y) < b.size[0] * 1.1;
          }),
        );
        for (const place of new Set([...marked, ...near])) {
          const at = middle(place);
          const hidden =
            at.left < view.left ||
            at.right > view.right ||
            at.top < view.top ||
            at.bottom > view.bottom ||
            strips.some((s) => over(s, at, 0));
          if (hidden) faults.push(`${line}: ${place} is hidden when ${from} is in hand`);
        }
        const texts = [...board.edges.querySelectorAll("text"), ...board.svg.querySelectorAll(":scope > text")]
          .map(rect)
          .filter((r) => over(r, view));
        if (texts.length < 4) faults.push(`${line}: ${texts.length} names of lines are in sight when ${from} is in hand`);
        const digits = [...board.layer.querySelectorAll("text")].map(rect).filter((d) => over(d, view) && !strips.some((s) => over(s, d)));
        const drawn = [
          ...board.marks.querySelectorAll(".sign, .back, .ghost text, circle.target, circle.through"),
          ...board.edges.querySelectorAll("text"),
        ].map((el) => [el.getAttribute("class") ?? el.tagName, rect(el)]);
        for (const [what, r] of drawn)
          if (digits.some((d) => over(d, r))) faults.push(`${line}: ${what} lies over digits when ${from} is in hand`);
      }
    }
    return { faults: faults.slice(0, 20), zoomed };
  }, lines);

test("a close-up of Contact shows what matters, and nothing lies over digits", async () => {
  const page = await robot.window(browser, newcomer, phone);
  await page.goto(robot.base + "/learn/contact");
  await page.locator(".board-frame svg").waitFor();
  const { steps } = await robot.get("/api/games/contact/lesson");
  const lines = steps.map((s) => s.position).filter(Boolean);
  // Positions by chance, the same each time.
  let seed = 1932;
  const chance = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const start = lines[0];
  for (let line = start, n = 0; n < 200; n++) {
    const now = await robot.get("/api/games/contact/position?line=" + encodeURIComponent(line));
    const played = now.moves?.length
      ? await robot.get(
          `/api/games/contact/position/play?line=${encodeURIComponent(line)}&move=${encodeURIComponent(now.moves[chance(now.moves.length)].move)}`,
        )
      : null;
    line = played?.after?.needs === "move" ? played.after.position : start;
    lines.push(line);
  }
  const { faults, zoomed } = await look(page, lines);
  assert.deepEqual(faults, []);
  assert.ok(zoomed > 100, `${zoomed} close-ups`);
  await robot.close(page);
});
