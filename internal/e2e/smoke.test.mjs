// The page works in Firefox and WebKit too: a game is begun, played and
// watched. Everything else is tested in Chromium.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as firefox from "./firefox.mjs";
import * as webkit from "./webkit.mjs";
import { eventsOf, get, until } from "./robot.mjs";

const game = "backgammon"; // a throw and a move in every turn, and several taps to a move

/** What a window says at last. Whatever went wrong before has been heard when this is heard. */
const last = "the test says goodbye";

/**
 * Where the first thing is that a player can tap of some, in their order. Runs
 * in the page.
 * @param {...string} selectors
 */
function middle(...selectors) {
  const el = selectors.map((s) => document.querySelector(s)).find(Boolean);
  el?.scrollIntoView({ block: "nearest", behavior: "instant" });
  const r = el?.getBoundingClientRect();
  return r?.width ? { x: r.x + r.width / 2, y: r.y + r.height / 2 } : null;
}

/** Taps on the first thing that is there of some, and says whether there was one. */
async function tap(window, ...selectors) {
  const at = await window.run(middle, ...selectors);
  if (at) await window.tap(at.x, at.y);
  return at !== null;
}

/** What a player taps: first what ends a move that has begun, then what begins one. */
const turn = [
  ".key[data-kind=target] .key-ring",
  ".key[data-kind=through] .key-ring",
  ".dock button.primary:not(:disabled)",
  ".key[data-kind=source] .key-ring",
];

/** Whether an event is a move of the first player's own pieces. A decision is a move too, but it names no place. */
const moved = (e) => e.kind === "move" && e.by === 1 && /\d/.test(e.body.move);

/** What a window shows of a game: the pieces, and the code of the last event that it has checked. Runs in the page. */
function shown() {
  return {
    pieces: [...document.querySelectorAll(".board-frame .token")].map((el) => el.dataset.place).sort(),
    code: document.querySelector(".story code")?.textContent,
    event: Number(document.querySelector(".story small")?.textContent.match(/event (\d+)\./)?.[1]),
  };
}

/** What a window says about its dice. Runs in the page. */
function proof() {
  return {
    says: [...document.querySelectorAll("ul.proof li")].map((li) => li.textContent),
    throws: document.querySelectorAll(".throws li").length,
    good: document.querySelectorAll(".throws li:not(.warn, .bad)").length, // nothing checks them by the rules here
    bad: document.querySelectorAll(".throws li.bad").length,
    warning: document.querySelector(".proof.bad, .dice-warning:not([hidden])")?.textContent ?? "",
  };
}

async function plays(browser) {
  const ada = await browser.window();
  await ada.open("/");
  await until("the lid", () => tap(ada, `.box[data-game="${game}"] .lid`));
  await until("Play now", () => tap(ada, ".open-lid .play"));
  await until("Play now to lead to a table", async () => (await ada.at()).startsWith("/t/"));
  const table = (await ada.at()).split("/")[2];
  const aim = () => tap(ada, "dialog.aim .sheet-end button");
  await until("the aim of the game", aim);
  await until("the aim to be gone", async () => !(await aim()));

  const ben = await browser.window();
  await ben.open(`/t/${table}/watch`);
  // What the page says of the dice comes a moment later and may move the sheet. A tap
  // that came late may close it again.
  const open = async (w) =>
    (await w.run(() => !!document.querySelector("#sheet-dice[open]"))) || (await tap(w, "#sheet-dice > summary"), false);
  for (const w of [ada, ben]) await until("the dice of the sheet", () => open(w));
  let start = [];
  await until("the board of the second window", async () => (start = (await ben.run(shown)).pieces).length > 0);

  // A slow device takes part only after the first throws.
  const guaranteed = async (w) => {
    const { says, good } = await w.run(proof);
    return good > 0 && says.some((line) => / made with your device's help;| made without your device:| opened for (it|them)\./.test(line));
  };
  await until(
    "a throw and a move, and dice that are guaranteed",
    async () => {
      const events = await eventsOf(table);
      return events.some((e) => e.kind === "throw" && e.by === 1) && events.some(moved) && (await guaranteed(ada));
    },
    () => tap(ada, ...turn),
  );

  // The other player answers at once, so the game soon waits for this one again. A
  // move that was half made when the dice were found to be good is only on this
  // window's board; it is gone when the page is opened again.
  await ada.open("/t/" + table);
  await until("the dice of the sheet again", () => open(ada));
  let both = [];
  await until("both windows to show the last event", async () => {
    both = [await ada.run(shown), await ben.run(shown)];
    const { seq } = await get("/api/tables/" + table);
    return both.every((s) => s.event === seq) && String(both[0].pieces) === String(both[1].pieces);
  }).catch((e) => {
    console.log(JSON.stringify(both));
    throw e;
  });
  assert.match(both[0].code, /^\d{4} \d{4} \d{4} \d{4}$/);
  assert.equal(both[0].code, both[1].code, "both have seen the same game");
  assert.notDeepEqual(both[1].pieces, start, "the second window follows");

  for (const [w, who] of [
    [ada, "you"],
    [ben, "Guest A"],
  ]) {
    // A window checks a throw after it has shown it.
    await until(`the dice to be checked for ${who}`, async () => {
      const { throws, bad, warning } = await w.run(proof);
      assert.equal(warning, "");
      return (await open(w)) && throws > 0 && bad === 0 && (await guaranteed(w));
    }).catch(async (e) => {
      console.log(JSON.stringify(await w.run(proof)));
      throw e;
    });
    if (process.env.SHOTS) await w.shot(`${process.env.SHOTS}/smoke-${browser.name}-${who}.png`);
    await w.run(
      (last) =>
        void setTimeout(() => {
          throw new Error(last);
        }),
      last,
    );
    await until("a window's last word", () => w.faults.some((f) => f.includes(last)));
    // On a busy machine a window may act a moment too late; it is refused, and the page goes on.
    assert.deepEqual(
      w.faults.filter((f) => !f.includes(last) && !/^(409|422) .*\/actions$/.test(f)),
      [],
    );
  }
}

for (const [name, driver] of Object.entries({ Firefox: firefox, WebKit: webkit })) {
  test(`a game is begun, played and watched in ${name}`, async () => {
    const browser = await driver.start();
    try {
      await plays({ name, ...browser });
    } finally {
      await browser.stop();
    }
  });
}
