// What a table promises besides playing whole games.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as robot from "./robot.mjs";
import { accessible, get, shot, slow } from "./robot.mjs";
import { t } from "../../web/page/js/words/words.js";

const fast = { ...slow, speed: "fast" }; // with animations
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

/** What a browser says while its connection is cut. */
const cut = /net::ERR_/;

test("a whole game by keyboard alone", async () => {
  const page = await robot.window(browser, { ...robot.quick, autoThrow: false, atOnce: false, noChoice: false });
  const table = await robot.make(page, { game: "checkers", bots: ["", "greedy"] });
  await robot.open(page, table);
  await robot.until(
    "the end of the game",
    () => page.locator('.actions a[href$="/replay"]').count(),
    async () => {
      const on = await page.evaluate(() => document.activeElement?.closest?.("[data-hot]")?.getAttribute("data-kind") ?? "");
      if (await page.locator(".dock button.primary:not(:disabled)").count()) {
        if (on) await page.keyboard.press("Tab");
        await page.evaluate(
          () =>
            document.activeElement instanceof HTMLElement &&
            document.activeElement.closest("button, a, summary") &&
            document.activeElement.blur(),
        );
        await page.keyboard.press("Space");
      } else if (!on) await page.keyboard.press("ArrowRight");
      else {
        if (on === "source" && Math.random() < 0.4) await page.keyboard.press(Math.random() < 0.5 ? "ArrowRight" : "ArrowUp");
        await page.keyboard.press("Enter");
      }
    },
    10 * 60_000,
  );
  await page.locator(".turn-words", { hasText: /win|draw|tie|came/i }).waitFor();
  assert.equal((await get("/api/tables/" + table)).status, "over");
  await robot.close(page);
});

test("a refused move is explained with its rule", async () => {
  const page = await robot.window(browser, slow);
  const table = await robot.make(page, { game: "checkers", bots: ["", "greedy"] });
  await robot.open(page, table);
  await page.locator(".key").first().waitFor();
  // The reason is told to the person who reads it. A piece that cannot move says
  // why at once, and then why it cannot go to the chosen square.
  const tap = async (place) => {
    const { x, y } = await robot.middle(page.locator(`.place[data-place="${place}"]`));
    await page.mouse.click(x, y);
  };
  await robot.until(
    "the note",
    () => page.locator(".note").isVisible(),
    () => tap("24"),
  );
  await page.locator(".note", { hasText: /The piece on 24 belongs to \w+, and it is your turn\./ }).waitFor();
  await robot.open(page, table);
  await page.locator(".key").first().waitFor();
  await robot.until(
    "the note",
    () => page.locator(".note").isVisible(),
    () => tap("1"),
  );
  await page.locator(".note .clauses a").first().waitFor();
  await tap("14");
  await page.locator(".note", { hasText: "14" }).locator(".clauses a").first().waitFor();
  const note = await page.locator(".note").textContent();
  assert.match(note, /Why not\? The piece .*\b1\b/);
  assert.match(await page.locator(".note .clauses a").first().getAttribute("href"), /^\/g\/checkers#/);
  // Drag a man that can move to a square it cannot reach.
  const drag = async (from, to) => {
    const [a, b] = [
      await robot.middle(page.locator(`.place[data-place="${from}"]`)),
      await robot.middle(page.locator(`.place[data-place="${to}"]`)),
    ];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(b.x, b.y, { steps: 6 });
    await page.mouse.up();
  };
  await drag("9", "18");
  await page.waitForFunction(() => document.querySelector(".note")?.textContent?.includes("18"));
  // A legal drag is played.
  await drag("9", "13");
  await page.locator('.log li[data-kind="move"]').first().waitFor();
  const { events } = await get(`/api/tables/${table}/events?since=0`);
  assert.equal(events.find((e) => e.kind === "move").body.move, "9-13");
  // The clause can be read on the game's page.
  const href = "/g/checkers#man-step";
  await page.goto(robot.base + href);
  await page.locator("#man-step").waitFor();
  await robot.close(page);
});

test("turns of several steps are composed, undone and confirmed", async () => {
  const page = await robot.window(browser, fast);
  const table = await robot.make(page, {
    game: "backgammon",
    bots: ["", "greedy"],
    position: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
  });
  await robot.open(page, table);
  await robot.step(page, "8", "5");
  await page.getByRole("button", { name: t("table.undo") }).click();
  await robot.step(page, "8", "5");
  await robot.step(page, "6", "5");
  await robot.press(page, t("table.confirm"));
  await page.locator('.log li[data-kind="move"]').first().waitFor();
  const { events } = await get(`/api/tables/${table}/events?since=0`);
  assert.equal(events.find((e) => e.kind === "move").body.move, "8/5 6/5");
  await robot.close(page);
});

test("the dice throw, a turn is sent at once, and Undo takes it back until somebody acts", async () => {
  const plain = { speed: "off", sound: false }; // otherwise as a newcomer has it
  const [ada, ben] = [await robot.window(browser, plain), await robot.window(browser, plain, phone)];
  const table = await robot.make(ada, { game: "backgammon", bots: ["", ""], setup: { options: { match: "1" } } });
  await robot.open(ada, table);
  await robot.open(ben, table);
  await ben.getByRole("button", { name: /^Sit down as/ }).tap();
  const sources = (w) => w.locator('.key[data-kind="source"]').count();
  const used = (w) => w.locator(".die.used").count();
  const undo = (w) => w.getByRole("button", { name: t("table.undo"), exact: true });
  const kinds = async () => (await robot.eventsOf(table)).filter((e) => ["throw", "move", "give-back"].includes(e.kind)).map((e) => e.kind);

  // The opening throw, again while it is a tie.
  await robot.until(
    "the opening throw",
    async () => (await sources(ada)) + (await sources(ben)),
    async () => {
      const dice = ada.getByRole("button", { name: t("table.throw") });
      if (await dice.count()) await dice.evaluateAll((list) => list[0]?.click());
    },
  );
  const [own, other] = (await sources(ada)) ? [ada, ben] : [ben, ada];

  // One tap plays a die, dims it and draws the way; the second sends the turn.
  await robot.until(
    "a die to be played",
    () => used(own),
    () => robot.play(own, { touches: 1, calm: true }), // a second tap at once would play the other die
  );
  assert.equal(await used(own), 1);
  assert.ok((await own.locator(".ways .way").count()) > 0, "the own way is not drawn");
  await shot(own, "composing");
  await robot.play(own, { own: 1 });
  await undo(own).waitFor();
  await other.locator(".turn-words.yours").waitFor();
  assert.equal(await undo(other).count(), 0);
  await shot(own, "undo");

  // Undo takes back the last gesture, even after it was sent.
  await robot.until(
    "the turn to come back",
    async () => (await kinds()).at(-1) === "give-back",
    // Once it is back, Undo would take back the first die.
    () => undo(own).evaluateAll(([button]) => document.querySelector(".turn-words.yours") || button?.click()),
  );
  await robot.until("the first die to be played still", async () => (await used(own)) === 1 && (await sources(own)));
  await robot.play(own, { own: 2 });

  // The space bar throws. Nobody undoes what came before a throw.
  await other.locator(".turn-words.yours").waitFor();
  await undo(own).waitFor();
  const throws = async () => (await kinds()).filter((k) => k === "throw").length;
  const before = await throws();
  await robot.until(
    "the throw",
    async () => (await throws()) > before, // a move without a choice may follow at once
    () => other.keyboard.press(" "),
  );
  await undo(own).waitFor({ state: "detached" });
  await Promise.all([ada, ben].map((w) => robot.close(w)));
});

test("what a step captures is shown before the turn is played", async () => {
  const page = await robot.window(browser, fast);
  const table = await robot.make(page, {
    game: "backgammon",
    bots: ["", "greedy"],
    position: "XGID=-b---aE-C---eE---c-d----B-:0:0:1:31:0:0:0:0:10",
  });
  const told = page.waitForResponse((r) => r.url().endsWith("/moves"));
  await robot.open(page, table);
  const barred = page.locator('.men .token[data-place^="bar"]');
  await told;
  await robot.step(page, "6", "5");
  await barred.waitFor();
  await page.getByRole("button", { name: t("table.undo") }).click();
  await barred.waitFor({ state: "detached" });
  await robot.step(page, "6", "5");
  await robot.step(page, "8", "5");
  await barred.waitFor();
  await robot.press(page, t("table.confirm"));
  await page.locator('.log li[data-kind="move"]').first().waitFor();
  const { events } = await get(`/api/tables/${table}/events?since=0`);
  assert.equal(events.find((e) => e.kind === "move").body.move, "8/5* 6/5");
  await robot.close(page);
});

test("the last men are borne off, to the end of the game", async () => {
  const page = await robot.window(browser, { ...fast, confirm: "never" });
  const table = await robot.make(page, {
    game: "backgammon",
    bots: ["", "random"],
    setup: { options: { match: "1" } },
    position: "XGID=-BB-------------------bbb-:0:0:1:31:0:0:0:0:10",
  });
  await robot.open(page, table);
  const { over } = await robot.play(page);
  assert.ok(over);
  assert.equal((await get("/api/tables/" + table)).status, "over");
  await robot.close(page);
});

test("a turn too large to send is composed by asking", async () => {
  const page = await robot.window(browser, { ...slow, confirm: "never" });
  const table = await robot.make(page, {
    game: "backgammon",
    bots: ["", "greedy"],
    position: "XGID=-b-AAAABAABABA-------b-b--:0:0:1:11:0:0:0:0:10",
  });
  const view = await get(`/api/tables/${table}`);
  assert.ok(!view.steps, "the graph was small enough to send");
  await robot.open(page, table);
  const sources = page.locator('.key[data-kind="source"]'),
    targets = page.locator('.key[data-kind="target"]');
  await robot.until(
    "the move",
    () => page.locator('.log li[data-kind="move"]').count(),
    async () => {
      await sources.or(targets).evaluateAll((keys) => {
        // one of the targets if there are any, else one of the men
        const key = keys.find((k) => k.dataset.kind === "target") ?? keys.at(-1);
        const r = key?.querySelector(".key-area").getBoundingClientRect();
        for (const kind of ["pointerdown", "pointerup"])
          key?.querySelector(".key-area").dispatchEvent(
            new PointerEvent(kind, {
              clientX: r.x + r.width / 2,
              clientY: r.y + r.height / 2,
              bubbles: true,
              pointerId: 1,
              pointerType: "mouse",
              button: 0,
              isPrimary: true,
            }),
          );
      });
    },
  );
  await robot.close(page);
});

test("reload, a lost connection and a second device", async () => {
  const page = await robot.window(browser, fast);
  const table = await robot.make(page, { game: "auto-race", bots: ["", "greedy", "greedy", "greedy"] });
  await robot.open(page, table);
  await robot.play(page, { touches: 6 });
  await page.reload();
  await page.locator(".men .token").first().waitFor();
  const before = await get(`/api/tables/${table}`);
  await robot.eventually(async () => assert.equal(await page.locator(".men .token").count(), before.pieces.length));

  // After a while offline with a "connection lost" line, everything is as
  // before.
  await page.context().setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event("online"))); // breaks the connection at once, not after the next heartbeat
  await page.locator(".link-lost:not([hidden])").waitFor();
  await page.context().setOffline(false);
  await page.locator(".link-lost").waitFor({ state: "hidden" });
  page.faults = page.faults.filter((f) => !cut.test(f));

  // Move the chair to another device, which then plays.
  await robot.sheet(page, "people");
  await page.getByRole("button", { name: t("table.carry") }).click();
  const sheet = page.getByRole("dialog", { name: t("table.carry") });
  const link = await sheet.locator(".link", { hasText: "#claim=" }).textContent();
  await sheet.getByRole("img", { name: t("table.qr-carry") }).waitFor();
  await accessible(page, "a link for another device");
  await sheet.getByRole("button", { name: t("table.close") }).click();
  const other = await robot.window(browser, slow, phone);
  await other.goto(link);
  await other.locator(".chair.yours").waitFor();
  assert.ok(!other.url().includes("claim"));
  const { n } = await robot.play(other, { touches: 3 });
  assert.ok(n > 0, "the second device could not play");
  await robot.close(other);
  await robot.close(page, /403 .*\/actions$/); // it may have said "here" before it knew
});

test("a move that waits for the connection stays where it was put", async () => {
  for (const [name, options] of [
    ["wide", { viewport: { width: 1280, height: 800 } }],
    ["phone", phone],
  ]) {
    const page = await robot.window(browser, slow, options);
    const table = await robot.make(page, { game: "checkers", bots: ["", "greedy"] });
    await robot.open(page, table);
    const top = async () => (await robot.middle(page.locator(".board-frame"))).y;
    await page.locator('.key[data-hot="9"]').waitFor();
    const before = await top();
    await page.route("**/actions", (route) => route.abort());
    await robot.step(page, "9", "13");
    await page.locator(".turn-words", { hasText: t("table.pending") }).waitFor();
    const view = page.waitForResponse((r) => r.url().includes("/api/stream"));
    await page.evaluate(() => dispatchEvent(new Event("online"))); // the stream tells of the table again
    await view;
    await page.context().setOffline(true);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await page.locator(".link-lost:not([hidden])").waitFor();
    assert.equal(await page.locator('.token.pending[data-place="13"]').count(), 1, "the man stays on 13");
    assert.equal(await page.locator('.token[data-place="9"]').count(), 0, "no man stands on 9");
    assert.equal(await top(), before, "the board does not move");
    await shot(page, "pending-" + name);
    await page.unroute("**/actions");
    await page.context().setOffline(false);
    await page.locator('.log li[data-kind="move"]').first().waitFor({ state: "attached" });
    await page.locator(".token.pending").waitFor({ state: "detached" });
    page.faults = page.faults.filter((f) => !cut.test(f));
    await robot.close(page);
  }
});

test("forced moves go on by themselves though answers come later than the stream", async () => {
  const page = await robot.window(browser, robot.quick);
  const table = await robot.make(page, { game: "auto-race", bots: ["", "greedy", "greedy", "greedy"] });
  await page.route("**/actions", async (route) => {
    const response = await route.fetch();
    await new Promise((ok) => setTimeout(ok, 250));
    await route.fulfill({ response });
  });
  await robot.open(page, table);
  await page.waitForFunction(() => document.querySelectorAll('.log li[data-kind="move"]').length >= 12);
  await page.unrouteAll({ behavior: "ignoreErrors" }); // an answer may still be held
  await robot.close(page);
});

test("a name is given at the table", async () => {
  const page = await robot.window(browser, slow);
  const table = await robot.make(page, { game: "checkers", bots: ["", "greedy"] });
  await robot.open(page, table);
  await robot.sheet(page, "people");
  await robot.unfold(page, t("group.name"));
  await page.getByLabel(t("new.name")).fill("Eleonore");
  await page.getByRole("button", { name: t("table.rename"), exact: true }).click();
  await page.locator(".chair.yours strong", { hasText: "Eleonore" }).waitFor();
  assert.equal((await get("/api/tables/" + table)).chairs[0].name, "Eleonore");
  await robot.close(page);
});

test("people, chairs and talk", async () => {
  const ada = await robot.window(browser, slow, phone);
  const table = await robot.make(ada, { game: "parker", chat: true, bots: ["", "", "expert", ""] });
  await robot.open(ada, table);
  // A second person on the same device gets another name.
  await robot.sheet(ada, "people");
  await ada
    .locator(".people")
    .getByRole("button", { name: t("table.sit") })
    .first()
    .click();
  await robot.until("two chairs", async () => (await get("/api/tables/" + table)).chairs.filter((c) => c.person).length === 2);
  await ada.locator(".people strong", { hasText: "(" }).nth(1).waitFor();
  await robot.eventually(async () => {
    const called = await ada.locator(".people strong").allTextContents();
    assert.equal(new Set(called).size, 4, called.join(", "));
  });
  // The list of bots shows the current one as selected.
  await ada.locator(".people li").nth(2).locator("summary").click();
  const bots = ada.locator(".people li").nth(2).getByRole("combobox");
  assert.equal(await bots.inputValue(), "expert");
  // A long name stays inside the panel.
  await robot.unfold(ada, t("group.name"));
  await ada.getByLabel(t("new.name")).fill("W".repeat(24));
  await ada.getByRole("button", { name: t("table.rename"), exact: true }).click();
  await ada.locator(".people strong", { hasText: "WWWW" }).first().waitFor();
  const wide = await ada.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `the page is ${wide} too wide`);
  // A draw is offered only if the game has one, and your own words do not cover
  // your board.
  await robot.sheet(ada, "table");
  assert.equal(
    await ada
      .locator("#panel-table")
      .getByRole("button", { name: t("table.offer", { draw: "draw" }) })
      .count(),
    0,
  );
  await robot.sheet(ada, "talk");
  await ada.getByRole("button", { name: t("emote.good-luck") }).click();
  await ada.locator('.log li[data-kind="emote"]').waitFor({ state: "attached" });
  assert.equal(await ada.locator(".toast.said").count(), 0);
  await robot.close(ada);
});

test("who mutes the others hears only the game", async () => {
  const ada = await robot.window(browser, slow);
  const ben = await robot.window(browser, { ...slow, mute: true });
  const table = await robot.make(ada, { game: "checkers", bots: ["", ""] });
  await robot.open(ada, table);
  await robot.open(ben, table);
  await ben.getByRole("button", { name: /^Sit down as/ }).click();
  await robot.sheet(ada, "talk");
  await ada.getByRole("button", { name: t("emote.good-luck") }).click();
  await ada.locator(".log li.said").waitFor({ state: "attached" });
  await robot.play(ada, { moves: 1 });
  await ben.locator('.log li[data-kind="move"]').waitFor({ state: "attached" });
  assert.equal(await ben.locator(".log li.said").count(), 0);
  assert.ok(!(await ben.locator("#live p").allTextContents()).some((w) => w.includes(t("emote.good-luck"))));
  await robot.close(ada);
  await robot.close(ben);
});

test("every event is spoken in words", async () => {
  const ada = await robot.window(browser, slow);
  const ben = await robot.window(browser, slow);
  const table = await robot.make(ada, { game: "checkers", chat: true, bots: ["", ""] });
  await robot.open(ada, table);
  await robot.open(ben, table);
  await ben.getByRole("button", { name: /^Sit down as/ }).click();
  // Somebody watches and is told so; the others see it. A knock shakes the other
  // side, not one's own.
  const eve = await robot.window(browser, slow);
  await eve.addInitScript(() => localStorage.setItem("parlour.name", JSON.stringify("Eve")));
  await robot.open(eve, table);
  await eve.locator(".dock").getByText(t("table.watching")).waitFor();
  await robot.sheet(ada, "people");
  await ada.getByText(t("table.watchers", { who: "Eve" })).waitFor();
  await robot.close(eve);
  await ada.locator(".watchers").waitFor({ state: "detached" });
  await robot.sheet(ada, "talk");
  await ada.getByRole("button", { name: t("emote.knock") }).click();
  await ben.locator(".dock.knocked").waitFor();
  await ada.locator('.log li[data-kind="emote"]').waitFor({ state: "attached" });
  assert.equal(await ada.locator(".dock.knocked").count(), 0);
  await ada.getByRole("textbox").fill("<b>hello</b> & goodbye");
  await ada.getByRole("button", { name: t("table.send") }).click();
  await ada.locator('.log li[data-kind="chat"]').waitFor({ state: "attached" });
  await robot.sheet(ada, "table");
  for (const [name, kind] of [
    [t("table.pause"), "pause"],
    [t("table.resume"), "resume"],
    [t("table.offer", { draw: "draw" }), "offer"],
  ]) {
    await ada.locator("#panel-table").getByRole("button", { name }).click();
    await ada.locator(`.log li[data-kind="${kind}"]`).first().waitFor({ state: "attached" });
  }
  await ada
    .locator(".asks")
    .getByText(t("table.offered-you", { draw: "draw" }))
    .waitFor();
  await ben.getByRole("button", { name: t("table.decline") }).click();
  await ada.locator('.log li[data-kind="decline"]').waitFor({ state: "attached" });
  await robot.play(ada, { moves: 1 });
  await ada.locator('.log li[data-kind="move"]').first().waitFor({ state: "attached" });
  await robot.sheet(ada, "table");
  await ada.getByRole("button", { name: t("table.back") }).click();
  await ada.locator(".asks").getByText(t("table.asked-you")).waitFor();
  await ben.getByRole("button", { name: t("table.give"), exact: true }).click();
  await ada.locator('.log li[data-kind="give-back"]').waitFor({ state: "attached" });
  await ada
    .locator("#panel-table")
    .getByRole("button", { name: t("table.resign") })
    .click();
  await ada
    .getByRole("dialog")
    .getByRole("button", { name: t("table.resign") })
    .click();
  await ben.locator('.actions a[href$="/replay"]').waitFor();
  const { events } = await get(`/api/tables/${table}/events?since=0`);
  const kinds = new Set(events.map((e) => e.kind));
  for (const k of ["sit", "emote", "chat", "pause", "resume", "offer", "decline", "move", "ask-back", "give-back", "resign"])
    assert.ok(kinds.has(k), "no " + k);
  const voice = await robot.voiceOf(table, ben);
  await robot.eventually(async () => {
    const heard = await ben.locator("#live p").allTextContents();
    for (const e of events) {
      if (e.seq <= 2) continue; // before the window was open
      // Until the table has answered, the window does not know who sits down.
      const told = e.kind === "sit" ? [voice.tell(e), e.words] : [voice.tell(e)];
      assert.ok(
        told.some((x) => heard.includes(x)),
        `not spoken: ${e.kind} ${voice.tell(e)}\n${heard.join("\n")}`,
      );
    }
  });
  assert.equal(await ada.locator(".log b").count(), 0, "what people say became markup");
  // Each of them is told why it ended. One asks for another game, the other sees
  // who asks, says yes, and both sit at the new table.
  await ada.locator(".turn-words", { hasText: /: you resigned$/ }).waitFor();
  await ben.locator(".turn-words", { hasText: /^You win: Ada resigned!$/ }).waitFor();
  assert.equal(await ben.locator(".invitation").count(), 0);
  const elsewhere = (url) => /^\/t\/\w+$/.test(url.pathname) && !url.pathname.endsWith(table);
  await ada.getByRole("button", { name: t("table.rematch") }).click();
  await ben.locator(".invitation", { hasText: t("end.again", { who: "Ada" }) }).waitFor();
  await accessible(ben, "an invitation to play again", ".dock");
  await ben.getByRole("button", { name: t("end.yes") }).click();
  for (const page of [ada, ben]) {
    await page.waitForURL(elsewhere);
    await page.locator(".chair.yours").waitFor();
  }
  assert.equal(ada.url(), ben.url());
  await robot.until("the new game", async () => (await get("/api/tables/" + ada.url().split("/t/")[1])).status === "playing");
  await robot.close(ada);
  await robot.close(ben);
});

test("deciding to throw and throwing are one tap", async () => {
  const ada = await robot.window(browser, slow);
  const table = await robot.make(ada, { game: "backgammon", bots: ["", ""] });
  await robot.open(ada, table);
  await robot.sheet(ada, "people");
  await ada
    .locator(".people")
    .getByRole("button", { name: t("table.sit") })
    .first()
    .click();
  // One person plays both seats: after the opening play the other side may
  // double or throw.
  await robot.play(ada, { own: 1 });
  await ada.getByRole("button", { name: "Double" }).waitFor();
  const before = (await robot.eventsOf(table)).length;
  const throws = await ada.locator('.log li[data-kind="throw"]').count();
  await robot.press(ada, t("table.throw"));
  await ada.locator('.log li[data-kind="throw"]').nth(throws).waitFor({ state: "attached" });
  const kinds = (await robot.eventsOf(table))
    .slice(before)
    .map((e) => e.kind)
    .filter((k) => k === "move" || k === "throw");
  assert.deepEqual(kinds, ["move", "throw"]);
  assert.equal(await ada.locator('.log li[data-kind="move"]').count(), 1, "the decision to throw is in the log");
  await robot.close(ada);
});

test("neither a long log nor the end makes the table taller than the window", async () => {
  const page = await robot.window(browser, robot.quick, { viewport: { width: 1280, height: 800 } });
  const table = await robot.make(page, { game: "checkers", bots: ["", "random"] });
  await robot.open(page, table);
  await robot.play(page, { moves: 24 });
  const fits = async (name) => {
    for (const [width, height] of [
      [1280, 800],
      [1280, 600],
      [1920, 1080],
      [2560, 1440],
    ]) {
      await page.setViewportSize({ width, height });
      await robot.still(page);
      const { tall, log } = await page.evaluate(() => ({
        tall: document.documentElement.scrollHeight - innerHeight,
        log: document.querySelector(".log").scrollHeight,
      }));
      assert.ok(log > 300, "the log is long");
      assert.ok(tall <= 0, `${name}: the page is ${tall} px too tall at ${width}x${height}`);
      await shot(page, `${name}-${width}x${height}`);
    }
  };
  await fits("long-log");
  await robot.play(page);
  await page.locator(".ending").waitFor();
  await fits("ended");
  await robot.close(page);
});

test("a finger drags a piece, and scrolls the page everywhere else", async () => {
  const page = await robot.window(browser, slow, phone);
  const table = await robot.make(page, { game: "checkers", bots: ["", "greedy"] });
  await robot.open(page, table);
  await page.locator('.key[data-hot="9"]').waitFor();
  const cdp = await page.context().newCDPSession(page);
  const middle = (place) => robot.middle(page.locator(`.place[data-place="${place}"]`));
  const swipe = async (a, b) => {
    await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [a] });
    for (let i = 1; i <= 8; i++)
      await cdp.send("Input.dispatchTouchEvent", {
        type: "touchMove",
        touchPoints: [{ x: a.x + ((b.x - a.x) * i) / 8, y: a.y + ((b.y - a.y) * i) / 8 }],
      });
    await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await page.evaluate(() => addEventListener("pointercancel", () => (globalThis.cancelled = true), true));
  await swipe(await middle("9"), await middle("13"));
  const moved = async () => (await get(`/api/tables/${table}/events?since=0`)).events.find((e) => e.kind === "move")?.body.move;
  await robot.until("the move or the end of the touch", async () => (await moved()) || (await page.evaluate(() => globalThis.cancelled)));
  assert.equal(await moved(), "9-13");
  await page.locator('.key[data-kind="source"]').first().waitFor();
  const free = await middle("17");
  await swipe(free, { x: free.x, y: free.y - 200 });
  await page.waitForFunction(() => scrollY > 0);
  await robot.close(page);
});

test("a double is announced, and the answer is asked for in words", async () => {
  const ada = await robot.window(browser, slow);
  const table = await robot.make(ada, { game: "backgammon", bots: ["", ""] });
  await robot.open(ada, table);
  await robot.sheet(ada, "people");
  await ada
    .locator(".people")
    .getByRole("button", { name: t("table.sit") })
    .first()
    .click();
  await robot.play(ada, { own: 1 });
  await ada.getByRole("button", { name: "Double", exact: true }).waitFor();
  await ada.locator(".dice-button.primary").waitFor(); // the dice are the button that throws
  assert.equal(await ada.getByRole("button", { name: t("table.throw"), exact: true }).count(), 1);
  await robot.press(ada, "Double");
  await ada.locator(".turn-words", { hasText: "doubles: the stake would be 2" }).waitFor();
  await ada.getByRole("button", { name: "Refuse", exact: true }).waitFor();
  await shot(ada, "double");
  await robot.press(ada, "Accept");
  await ada.locator(".log li", { hasText: "accepts the double: the stake is 2" }).waitFor({ state: "attached" });
  await robot.close(ada);
});

test("on a phone everything that can be chosen is on the screen", async () => {
  const page = await robot.window(
    browser,
    { ...robot.quick, atOnce: false, noChoice: false, confirm: "always" },
    { ...phone, viewport: { width: 390, height: 844 } },
  );
  const table = await robot.make(page, { game: "backgammon", bots: ["", "random"] });
  await robot.open(page, table);
  let lifted = 0;
  for (let round = 0; round < 150 && lifted < 8; round++) {
    await robot.play(page, { touches: 1 });
    for (const place of await page.locator('.key[data-kind="source"]').evaluateAll((list) => list.map((k) => k.dataset.hot))) {
      if (!(await page.locator(`.key[data-hot="${place}"]`).evaluateAll(([key]) => (key?.focus(), !!key)))) break;
      await page.keyboard.press("Enter"); // a tap would play the larger die
      if (!(await page.locator('.key[data-kind="chosen"]').count())) break;
      lifted++;
      const view = () => page.locator(".board-frame svg").getAttribute("viewBox");
      let before = "";
      await robot.until(
        "the board to rest",
        async () => before === (before = await view()),
        () => new Promise((ok) => setTimeout(ok, 120)),
      );
      // A busy machine may not have begun to move the board.
      const hidden = () =>
        page.evaluate(() => {
          const frame = document.querySelector(".board-frame").getBoundingClientRect();
          return [...document.querySelectorAll('.key:not([data-kind="chosen"]) .key-ring')]
            .filter((el) => {
              const r = el.getBoundingClientRect();
              const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
              return x < frame.left || x > frame.right || y < frame.top || y > frame.bottom;
            })
            .map((el) => el.parentElement.dataset.hot);
        });
      await robot.eventually(async () => assert.deepEqual(await hidden(), [], `hidden after ${place} was picked up`));
      await shot(page, "phone-chosen");
      await page.keyboard.press("Escape");
      await page.locator('.key[data-kind="chosen"]').waitFor({ state: "detached" });
    }
  }
  assert.ok(lifted >= 8, `${lifted} pieces were lifted`);
  await robot.close(page);
});

test("the aim of a game comes later if the server could not be reached", async () => {
  const page = await robot.window(browser, slow, { newcomer: true });
  const table = await robot.make(page, { game: "checkers", bots: ["", "greedy"] });
  let lost = 0;
  await page.route("**/api/games", (r) => (lost++ ? r.continue() : r.abort()));
  await robot.open(page, table);
  await robot.until("the server to be asked in vain", () => lost > 0);
  await robot.play(page, { own: 1 });
  await page.locator("dialog.aim").waitFor();
  await robot.close(page, cut);
});
