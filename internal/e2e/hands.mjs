// Hands for the pages with one live position: a finger on the screen, and the
// keyboard.

import * as robot from "./robot.mjs";

/** The steps on the board that lead to a move, as the server tells them. */
export async function wayTo(game, line, move) {
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

/** What a finger aims at for a place. */
const ring = (page, place) => page.locator(`.key[data-hot="${place}"] .key-ring`);

/** Whether the piece on a place is in hand. The only piece that can go is there at once. */
const inHand = (page, place) => page.locator(`.key[data-hot="${place}"][data-kind="chosen"]`).count();

/** A hand that touches the screen: it taps, and drags pieces where it wants them. */
export const finger = (page) => ({
  place: async (place) => {
    const { x, y } = await robot.middle(ring(page, place));
    await page.touchscreen.tap(x, y);
  },
  stay: async (place) => {
    const { x, y } = await robot.middle(ring(page, place));
    if (!(await inHand(page, place))) await page.touchscreen.tap(x, y);
    await page.locator("[data-stay]").tap();
  },
  move: async (from, to) => {
    const cdp = await page.context().newCDPSession(page);
    const touch = (type, touchPoints) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
    let a = null;
    let b = null;
    await robot.until(
      `the piece on ${from} to be lifted, and ${to} to be marked`,
      async () => a && (b = await robot.middleNow(ring(page, to))),
      async () => {
        if (a) await touch("touchEnd", []);
        if (!(a = await robot.middleNow(ring(page, from)))) return;
        await touch("touchStart", [a]);
        await touch("touchMove", [{ x: a.x + 8, y: a.y + 8 }]);
      },
    );
    await touch("touchMove", [b]);
    await touch("touchEnd", []);
    await cdp.detach();
  },
  button: (locator) => locator.tap(),
});

/** A hand on the keyboard: the arrows lead to the board and over it. */
export const keys = (page) => ({
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
  async stay(place) {
    if (!(await inHand(page, place))) await this.place(place);
    await this.button(page.locator("[data-stay]"));
  },
  /** Moves a piece one step, or at once to the place beyond where the mark of that step means there and back. Reports the latter. */
  async move(from, to, beyond = "") {
    if (!(await inHand(page, from))) await this.place(from);
    const further = !!beyond && beyond !== from && !!(await page.locator(`.key[data-hot="${to}"][data-kind="back"]`).count());
    if (further) to = beyond;
    const target = page.locator(`.key[data-hot="${to}"]:is([data-kind="target"], [data-kind="through"], [data-kind="back"])`);
    const done = page.locator(".lesson-foot .row .primary");
    await robot.until(
      `the piece on ${from} to be in hand`,
      async () => (await target.count()) || (await done.count()) || !(await page.locator(`.key[data-hot="${from}"]`).count()),
    );
    if (await target.count()) await this.place(to);
    return further;
  },
  button: async (locator) => {
    await locator.focus();
    await page.keyboard.press("Enter");
  },
});

/** Composes a move on the board. A button may have to be pressed before, between or after. */
export async function make(page, hand, game, position, move) {
  const { steps, way } = await wayTo(game, position, move);
  if (!way) throw new Error(`${game}: no way to ${move}`);
  const buttons = page.locator(".lesson :is(.actions, .dice) button:not(:disabled)");
  const next = page.locator(".lesson-foot .row .primary");
  const words = steps.filter((n) => !n.from && !n.to);
  for (let i = 0; i < way.length; i++) {
    const node = way[i];
    const there = node.from ? page.locator(`.key[data-hot="${node.from}"]`) : buttons;
    await robot.until("something to do", async () => (await next.count()) || (await there.count()));
    if (await next.count()) return; // a mark for several steps has taken them all
    if (!node.from) await hand.button(buttons.nth(words.findIndex((n) => n.text === node.text)));
    else if (!node.to) await hand.place(node.from);
    else if (node.to === node.from) await hand.stay(node.from);
    else if (await hand.move(node.from, node.to, way[i + 1]?.to)) i++;
  }
}
