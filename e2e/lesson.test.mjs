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

/** A hand that touches the screen. */
const finger = (page) => ({
  place: async (place) => {
    const box = await page.locator(`.key[data-hot="${place}"]`).evaluate((el) => {
      el.scrollIntoView({ block: "center", behavior: "instant" });
      const { x, y, width, height } = el.querySelector(".key-ring").getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
    await page.touchscreen.tap(box.x, box.y);
  },
  button: (locator) => locator.tap(),
});

/** A hand on the keyboard: the arrows lead to the board and over it. */
const keys = (page) => ({
  place: async (place) => {
    for (let i = 0; i < 24; i++) {
      const go = await page.evaluate((place) => {
        const at = document.activeElement;
        if (!at?.dataset?.hot) {
          at?.closest("button, a") && at.blur(); // the arrows are for the board only where nothing else has the focus
          return "ArrowDown";
        }
        if (at.dataset.hot === place) return "";
        const [a, b] = [at, document.querySelector(`.key[data-hot="${place}"]`)].map((el) => el.querySelector(".key-area").getBoundingClientRect());
        const [dx, dy] = [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2];
        return Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp";
      }, place);
      if (!go) break;
      if (i === 20) await page.locator(`.key[data-hot="${place}"]`).focus();
      else await page.keyboard.press(go);
    }
    await page.keyboard.press("Enter");
  },
  button: async (locator) => {
    await locator.focus();
    await page.keyboard.press("Enter");
  },
});

/** Does one step of a lesson. */
async function doStep(page, hand, game, step) {
  const next = page.locator(".lesson-foot .row .primary");
  const done = () => next.count();
  const shown = (selector) => robot.until(selector, async () => (await done()) || (await page.locator(selector).count()));
  const buttons = page.locator(".lesson .actions button:not(:disabled)");
  if (step.asks === "throw") {
    await shown(".lesson .actions button");
    await hand.button(buttons.first());
  } else {
    const { steps, way } = await wayTo(game, step.position, step.moves[0]);
    assert.ok(way, `${game}: no way to ${step.moves[0]}`);
    const words = steps.filter((n) => !n.from && !n.to);
    for (const node of way) {
      if (await done()) break;
      if (!node.from) {
        await shown(".lesson .actions button");
        await hand.button(buttons.nth(words.findIndex((n) => n.text === node.text)));
        continue;
      }
      await shown(`.key[data-hot="${node.from}"]`);
      const target = `.key[data-hot="${node.to}"]:is([data-kind="target"], [data-kind="through"])`;
      if (!(await page.locator(target).count())) await hand.place(node.from);
      if (!node.to) continue;
      await shown(target);
      if (!(await done())) await hand.place(node.to);
      await page.waitForFunction(() => !document.querySelector(".lesson .actions button:disabled"));
    }
    if (!(await done()) && (await buttons.count())) await hand.button(buttons.first());
  }
  await next.waitFor();
  assert.equal(await page.locator(".praise p").first().textContent(), step.praise);
}

describe("the lesson of every game is done to the end", { concurrency: 2 }, () => {
  for (const [how, hand, options] of [["touch", finger, phone], ["keyboard", keys, { viewport: { width: 1280, height: 800 } }]]) {
    test(`by ${how}`, async () => {
      const page = await robot.window(browser, robot.quick, options);
      for (const game of await robot.get("/api/games")) {
        const course = await robot.get(`/api/games/${game.id}/lesson`);
        await page.goto(`${robot.base}/learn/${game.id}`);
        for (const [i, step] of course.steps.entries()) {
          await page.getByRole("heading", { name: step.title }).waitFor();
          await page.locator(".board-frame svg").waitFor();
          if (i === 1 && how === "keyboard") await robot.accessible(page, `${game.id}, by ${how}`);
          await doStep(page, hand(page), game.id, step);
          await hand(page).button(page.getByRole("button", { name: t("learn.next") }));
        }
        await page.getByRole("heading", { name: t("learn.end") }).waitFor();
        assert.equal(await page.locator(".dots .did").count(), course.steps.length);
      }
      await robot.accessible(page, "the end of a lesson");
      await robot.close(page);
    });
  }
});
