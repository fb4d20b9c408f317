// The lesson of every game, done to the end by touch and by keyboard.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as robot from "./robot.mjs";
import { t } from "../web/page/js/words.js";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

/** The steps on the board that lead to a move, as the server tells them. */
async function wayTo(game, line, move) {
  const { steps } = await robot.get(`/api/games/${game}/position?line=${encodeURIComponent(line)}`);
  const find = (nodes, path) => {
    for (const n of nodes) {
      const found = n.end === move ? [...path, n] : find(n.next ?? [], [...path, n]);
      if (found) return found;
    }
    return null;
  };
  return { steps, way: find(steps, []) };
}

/** Where a finger aims for a place. */
const aim = (page, place) => page.locator(`.key[data-hot="${place}"] .key-ring`).evaluate((el) => {
  const { x, y, width, height } = el.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
});

/** A hand that touches the screen: it taps, and drags pieces where it wants them. */
const finger = (page) => ({
  place: async (place) => {
    const { x, y } = await aim(page, place);
    await page.touchscreen.tap(x, y);
  },
  move: async (from, to) => {
    const cdp = await page.context().newCDPSession(page);
    const touch = (type, touchPoints) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
    const a = await aim(page, from);
    await touch("touchStart", [a]);
    await touch("touchMove", [{ x: a.x + 8, y: a.y + 8 }]); // now it is lifted, and the places to go to are marked
    const b = await aim(page, to);
    await touch("touchMove", [b]);
    await touch("touchEnd", []);
    await cdp.detach();
  },
  button: (locator) => locator.tap(),
});

/** A hand on the keyboard: the arrows lead to the board and over it. */
const keys = (page) => ({
  place: async (place) => {
    for (let i = 0; i < 24; i++) {
      const go = await page.evaluate((place) => {
        const at = document.activeElement;
        const goal = document.querySelector(`.key[data-hot="${place}"]`);
        if (!goal || at?.dataset?.hot === place) return "";
        if (!at?.dataset?.hot) {
          if (at?.closest("button, a")) at.blur(); // the arrows are for the board only where nothing else has the focus
          return "ArrowDown";
        }
        const [a, b] = [at, goal].map((el) => el.querySelector(".key-area").getBoundingClientRect());
        const [dx, dy] = [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2];
        return Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp";
      }, place);
      if (!go) break;
      if (i === 20) await page.locator(`.key[data-hot="${place}"]`).focus();
      else await page.keyboard.press(go);
    }
    await page.keyboard.press("Enter");
  },
  async move(from, to) {
    await this.place(from);
    const target = page.locator(`.key[data-hot="${to}"]:is([data-kind="target"], [data-kind="through"])`);
    const done = page.locator(".lesson-foot .row .primary");
    await robot.until(`the piece on ${from} to be in hand`, async () => (await target.count()) || (await done.count()) || !(await page.locator(`.key[data-hot="${from}"]`).count()));
    if (await target.count()) await this.place(to);
  },
  button: async (locator) => {
    await locator.focus();
    await page.keyboard.press("Enter");
  },
});

/** Does one step of a lesson. */
async function doStep(page, hand, game, step) {
  const next = page.locator(".lesson-foot .row .primary");
  const buttons = page.locator(".lesson .actions button:not(:disabled)");
  const shown = (locator) => robot.until("something to do", async () => (await next.count()) || (await locator.count()));
  if (step.asks === "throw") {
    await shown(buttons);
    await hand.button(buttons.first());
  } else {
    const { steps, way } = await wayTo(game, step.position, step.moves[0]);
    assert.ok(way, `${game}: no way to ${step.moves[0]}`);
    const words = steps.filter((n) => !n.from && !n.to);
    for (const node of way) {
      await shown(node.from ? page.locator(`.key[data-hot="${node.from}"]`) : buttons);
      if (await next.count()) break;
      if (!node.from) await hand.button(buttons.nth(words.findIndex((n) => n.text === node.text)));
      else if (!node.to || node.to === node.from) await hand.place(node.from);
      else await hand.move(node.from, node.to);
    }
    await shown(buttons);
    if (!(await next.count())) await hand.button(buttons.first());
  }
  await next.waitFor();
  assert.equal(await page.locator(".praise p").first().textContent(), step.praise);
}

/** Touches a piece that cannot move, if the step expects that mistake, and reads why not. */
async function refused(page, step) {
  await page.waitForFunction(() => document.querySelector(".lesson .key, .lesson .actions button"));
  for (const { from, clause } of step.wrong) {
    const piece = page.locator(`.board-frame .token[data-place="${from}"]`);
    if (!from || (await page.locator(`.key[data-hot="${from}"]`).count()) || !(await piece.count())) continue;
    const why = page.locator(`.note:not([hidden]) a[href$="${clause.split("/")[1]}"]`);
    await robot.until("the reason", () => why.count(), () => piece.first().tap({ force: true }));
    return true;
  }
  return false;
}

describe("the lesson of every game is done to the end", { concurrency: 2 }, () => {
  for (const [how, hand, options] of [["touch", finger, phone], ["keyboard", keys, { viewport: { width: 1280, height: 800 } }]]) {
    test(`by ${how}`, async () => {
      let told = how !== "touch"; // whether a mistake was answered
      const page = await robot.window(browser, { ...robot.quick, forced: "none" }, options);
      for (const game of await robot.get("/api/games")) {
        const course = await robot.get(`/api/games/${game.id}/lesson`);
        await page.goto(`${robot.base}/learn/${game.id}`);
        for (const [i, step] of course.steps.entries()) {
          await page.getByRole("heading", { name: step.title }).waitFor();
          await page.locator(".board-frame svg").waitFor();
          if (i === 1 && how === "keyboard") await robot.accessible(page, `${game.id}, by ${how}`);
          if (!told && step.wrong.length && step.asks !== "throw") told = await refused(page, step);
          await doStep(page, hand(page), game.id, step);
          await hand(page).button(page.getByRole("button", { name: t("learn.next") }));
        }
        await page.getByRole("heading", { name: t("learn.end") }).waitFor();
        assert.equal(await page.locator(".dots .did").count(), course.steps.length);
      }
      assert.ok(told, "nobody made a mistake");
      await robot.accessible(page, "the end of a lesson");
      await robot.close(page);
    });
  }
});
