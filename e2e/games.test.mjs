// Two windows play every game against each other to its end, with bots on the
// chairs that are left. The long races begin near their end; with PARLOUR_SOAK
// they are played whole.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as robot from "./robot.mjs";

const soak = !!process.env.PARLOUR_SOAK;

/** @type {Record<string, { chairs: number, position?: string }>} */
const games = {
  "kleefeld": { chairs: 4, position: "kleefeld G:40,*,*,*/Y:5,*,*,*/B:20,*,*,*/R:30,*,*,* G - - -" },
  "parker": { chairs: 4, position: "parker G:40,*,*,*/Y:5,*,*,*/B:20,*,*,*/R:30,*,*,* G - - -" },
  "british": { chairs: 4, position: "british G:45,*,*,*/Y:5,*,*,*/B:20,*,*,*/R:35,*,*,* G - - -" },
  "mensch": { chairs: 4, position: "mensch Y:30,b,c,d/G:0,b,c,d/R:10,b,c,d/K:20,b,c,d Y - - -" },
  "auto-race": { chairs: 4 },
  "contact": { chairs: 4, position: "contact four h3G3456,f1G1234,o5Y4563,l8Y2341,c7B6345,h8B4123,f15R3412,g12R5634 s 0 -" },
  "checkers": { chairs: 2 },
  "backgammon": { chairs: 2, position: "XGID=-BBBB----------------bbbb-:0:0:1:00:0:0:0:0:10" },
};

let browser;
before(async () => (browser = await robot.start()));
after(() => browser.close());

for (const [game, { chairs, position }] of Object.entries(games)) {
  test(`two windows play ${game}`, { timeout: soak ? 600_000 : 90_000 }, async () => {
    const ada = await robot.window(browser);
    const ben = await robot.window(browser, robot.quick, { viewport: { width: 390, height: 780 }, hasTouch: true });
    const bots = Array.from({ length: chairs }, (_, i) => (i < 2 ? "" : "greedy"));
    const table = await robot.make(ada, { game, bots, ...(position && !soak ? { position } : {}) });
    await robot.open(ada, table);
    await robot.open(ben, table);
    await ben.getByRole("button", { name: /^Sit down as/ }).first().click();
    const ms = soak ? 580_000 : 80_000;
    const [a, b] = await Promise.all([robot.play(ada, { ms }), robot.play(ben, { ms })]);
    assert.ok(a.over && b.over, `${game} is not over: ${JSON.stringify([a, b])} ${await ada.locator(".turn-words").textContent()}`);

    // Both see the same end, and every throw is checked.
    const words = await Promise.all([ada, ben].map((w) => w.locator(".turn-words").textContent()));
    assert.equal(words[0], words[1]);
    assert.match(words[0], /win|tie|drawn|draw/i);
    const { events } = await (await fetch(`${robot.base}/api/tables/${table}/events?since=0`)).json();
    const throws = events.filter((e) => e.kind === "throw").length;
    await ada.getByRole("tab", { name: "Dice" }).click();
    const proof = ada.locator(".proof");
    assert.match(await proof.getAttribute("class"), /good/, await proof.textContent());
    assert.equal(await proof.textContent(), throws ? `All ${throws} throws so far are checked and right.` : "Nothing has been thrown yet.");

    // The pieces on the board are those of the server.
    const view = await (await fetch(`${robot.base}/api/tables/${table}`)).json();
    const shown = await ada.locator(".men .token").evaluateAll((men) => men.map((m) => m.dataset.place).sort());
    assert.deepEqual(shown, view.pieces.map((p) => p.place).sort());
    assert.deepEqual([...ada.faults, ...ben.faults], []);
    if (process.env.SHOTS) await ada.screenshot({ path: `${process.env.SHOTS}/end-${game}.png` });
    await Promise.all([ada.context().close(), ben.context().close()]);
  });
}
