// Two windows play every game from its set-up to its end, with bots on the
// remaining chairs: one window by mouse, the other by touch on a phone. In long
// games a bot stands in for both after a while, and they watch the end.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import * as robot from "./robot.mjs";
import { headline } from "../../web/page/js/table/end.js";
import { lineWords, linesOf, quiet } from "../../web/page/js/table/log.js";
import { t } from "../../web/page/js/words/words.js";

/**
 * The longest come first. "events" says how long the log is when
 * bots stand in for the windows. The others are played by hand to their end.
 * @type {Record<string, { bots: string[], setup?: object, events?: number }>}
 */
const games = {
  parker: { bots: ["", ""], events: 140, setup: { players: 2 } },
  kleefeld: { bots: ["", "", "greedy", "greedy"], events: 120, setup: { options: { "play-on": "first", tries: "3" } } },
  backgammon: { bots: ["", ""], events: 60, setup: { options: { match: "1" } } },
  british: { bots: ["greedy", "", ""], events: 100, setup: { players: 3, options: { tries: "3" } } },
  contact: { bots: ["", "greedy", ""], events: 60, setup: { mode: "three" } },
  mensch: { bots: ["", "greedy", ""], events: 100, setup: { players: 3, options: { "play-on": "first", tries: "3" } } },
  "auto-race": { bots: ["", "greedy", "", "greedy"] },
  checkers: { bots: ["", ""] },
};
const hand = { speed: "off", sound: false }; // otherwise as a newcomer has it
const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
const limit = 600_000; // enough for a busy machine

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

/** The entries of the log as a window shows them, the first first. */
async function logOf(page) {
  const more = page.getByRole("button", { name: t("table.log-all") });
  if (await more.isVisible()) await more.click();
  return page
    .locator(".log li")
    .evaluateAll((rows) => rows.map((r) => r.dataset.seq + " " + r.querySelector(".words").textContent).reverse());
}

/**
 * The most taps that a move may take, the throw before it included. A piece is
 * tapped, and then the place it goes to, so that no tap plays a move that nobody
 * meant; the only piece that can go is in hand already. A piece that is led over
 * several places takes a tap for each of them that is asked. In a turn of several
 * dice a tap on a piece plays a die.
 * @type {Record<string, (parts: number, choices: number) => number>}
 */
const taps = {
  "auto-race": () => 1,
  kleefeld: (_, choices) => 3 + choices,
  british: (_, choices) => 3 + choices,
  mensch: (_, choices) => 3 + choices,
  parker: (parts, choices) => Math.max(3, 1 + 2 * parts + choices), // a man in hand with several ways takes a tap more
  backgammon: (parts, choices) => 1 + parts + choices,
  checkers: (_, choices) => 2 + choices,
  contact: (_, choices) => 2 + choices,
};

/** The most taps of a turn on average over all games, and of a turn of one game, where a double counts as a plain throw. */
const usual = { all: 2.7, one: 3.4 };

/** @type {number[]} the taps of every turn that was counted */
const turns = [];

/** So many moves are made by hand, with their throws, and their taps counted. The rest of the game is quicker. */
const counted = 12;

/** Plays a game by taps, to its end or until its log has so many events. Returns the moves whose taps count. */
async function playByTaps(page, events) {
  const begun = await robot.play(page, { ms: limit, own: counted, events, touch: true, calm: true });
  if (begun.over || begun.moves.length < counted) return begun;
  await page.getByRole("button", { name: t("settings.title") }).tap();
  await page.getByRole("switch", { name: t("settings.autoThrow") }).check();
  await page.getByRole("button", { name: t("settings.done") }).tap();
  const rest = await robot.play(page, { ms: limit, events, touch: true });
  return { ...rest, n: begun.n + rest.n, throws: begun.throws, slow: begun.moves };
}

/** Where the pieces lie in a window. */
function piecesOf(page) {
  return page.locator(".men .token").evaluateAll((men) => men.map((m) => m.dataset.place).sort());
}

describe("two windows play", { concurrency: 2 }, () => {
  for (const [game, { events: enough, ...terms }] of Object.entries(games)) {
    test(game, async () => {
      const ada = await robot.window(browser);
      const ben = await robot.window(browser, hand, phone);
      const table = await robot.make(ada, { game, pace: "at-once", ...terms }, terms.bots.indexOf("") + 1);
      await robot.open(ada, table);
      await robot.open(ben, table);
      await ben.getByRole("button", { name: /^Sit down as/ }).tap();
      const began = Date.now();
      const [a, b] = await Promise.all([robot.play(ada, { ms: limit, events: enough }), playByTaps(ben, enough)]);
      if (enough) {
        // A throw must not be on its way when a bot stands in: the device has
        // opened its link for it, so it would report the throw that the bot makes.
        for (const w of [ada, ben]) {
          await w.getByRole("button", { name: t("settings.title") }).click();
          await w.getByRole("switch", { name: t("settings.autoThrow") }).uncheck();
          await w.getByRole("button", { name: t("settings.done") }).click();
          await robot.idle(w);
        }
        await robot.until("no throw on its way", async () => !(await robot.get("/api/tables/" + table)).dice?.ask);
        // Pages that are closed do nothing by themselves while the bots take over.
        for (const w of [ada, ben]) {
          await w.goto(robot.base + "/manifest.webmanifest");
          await robot.remember(w, table, "stand-in");
        }
        for (const [w, chair] of [
          [ada, terms.bots.indexOf("") + 1],
          [ben, terms.bots.lastIndexOf("") + 1],
        ])
          await robot.act(w, table, { kind: "stand-in", chair, level: "greedy" });
        for (const w of [ada, ben]) await robot.open(w, table);
      } else
        assert.ok(a.over && b.over, `${game} is not over: ${JSON.stringify([a, b])} ${await ada.locator(".turn-words").textContent()}`);
      for (const w of [ada, ben]) await w.locator('.actions a[href$="/replay"]').waitFor();
      const took = (Date.now() - began) / 1000;
      assert.ok(game === "auto-race" || b.n > 0, "nothing was touched on the phone");

      // Both see the same end, the same log and the same board, and they match
      // the server's.
      const view = await robot.get("/api/tables/" + table);
      const events = await robot.eventsOf(table);
      console.log(`${game}: ${events.length} events in ${took.toFixed(1)} s, ${a.n} clicks and ${b.n} touches`);
      const own = events.filter((e) => e.kind === "move" && e.by === 2);
      if (enough)
        assert.ok(own.length >= b.moves.length); // it may have played a forced move before it was closed
      else assert.equal(own.length, b.moves.length);
      const parts = own.map((e) => e.effects.filter((f) => f.from && ["moves", "enters", "home"].includes(f.means)).length);
      const many = (b.slow ?? b.moves)
        .map((m, i) => ({ ...m, parts: parts[i], most: taps[game](parts[i], m.choices) }))
        .filter((m) => m.taps > m.most);
      assert.deepEqual(many, [], `${game} takes too many taps`);
      assert.ok(b.throws <= 1, `a throw took ${b.throws} taps`);
      const counts = (b.slow ?? b.moves).map((m) => m.taps).sort((x, y) => x - y);
      const plain = (b.slow ?? b.moves).map((m, i) => m.taps - Math.max(0, parts[i] - 2)); // without the second half of doubles
      const mean = plain.reduce((x, y) => x + y, 0) / (plain.length || 1);
      console.log(`${game}: ${counts.length} moves by ${counts.at(0)} to ${counts.at(-1)} taps, ${mean.toFixed(2)} on average`);
      assert.ok(mean <= usual.one, `${game} takes ${mean.toFixed(2)} taps a turn`);
      turns.push(...counts);
      assert.equal(view.status, "over");
      assert.ok(!events[0].body.terms.position, "the game did not begin at the set-up");
      const lines = linesOf(events.filter((e) => !quiet(e)));
      for (const w of [ada, ben]) {
        const voice = await robot.voiceOf(table, w);
        await robot.eventually(async () => {
          assert.equal(await w.locator(".turn-words").textContent(), headline(view, voice));
          assert.deepEqual(
            await logOf(w),
            lines.map((line) => line.at(-1).seq + " " + lineWords(line, voice)),
          );
          assert.deepEqual(await piecesOf(w), view.pieces.map((p) => p.place).sort());
          assert.ok((await w.locator(".chair .medal").count()) > 0 || !Object.values(view.result.places).includes(1), "nobody has won");
        });
      }
      assert.match(view.words, /win|tie|drawn|draw/i);
      const throws = events.filter((e) => e.kind === "throw").length;
      let proof = [];
      const part = ada.locator("#sheet-dice");
      assert.equal(await part.isVisible(), throws > 0, "only games with dice have a place for them");
      if (throws) {
        await robot.sheet(ada, "dice");
        await robot.until(`the proof of ${throws} throws`, async () => {
          proof = await ada.locator("ul.proof li").allTextContents();
          assert.ok(await ada.locator(".dice-warning").isHidden(), await ada.locator(".dice-warning").textContent());
          return proof.length && (await ada.locator(".story").textContent()).includes(`event ${view.seq}.`);
        });
        assert.match(
          proof.join("\n"),
          new RegExp(`^All ${throws} throws were made with your device's help|^\\d+ throws? (was|were) made without your device`, "m"),
        );
      }

      // parlour accepts the log: every move by the rules, every throw by its
      // proof.
      const verified = promisify(execFile)(process.env.PARLOUR, ["verify", "-", "--table", table]);
      verified.child.stdin.end(JSON.stringify({ events }));
      const { stdout } = await verified.catch((e) => e); // without a memory nothing is guaranteed, and the exit code says so
      const played = events.filter((e) => e.kind === "move").length;
      assert.match(stdout, new RegExp(`: ${throws} throws? and ${played} moves?\\b`));
      assert.doesNotMatch(stdout, /Broken/);
      await robot.shot(ada, `end-${game}`);
      await robot.shot(ben, `end-${game}-phone`);
      // Bots play at once, so what a window does by itself may come late.
      await Promise.all([ada, ben].map((w) => robot.close(w, enough ? robot.late : undefined)));
    });
  }
});

test("a turn takes few taps", () => {
  const mean = turns.reduce((x, y) => x + y, 0) / turns.length;
  console.log(`${turns.length} turns of all games by ${mean.toFixed(2)} taps on average`);
  assert.ok(mean >= 1 && mean <= usual.all, `a turn takes ${mean.toFixed(2)} taps`);
});
