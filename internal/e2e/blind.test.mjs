// Somebody who does not see plays whole games, a lesson and a puzzle: by the keyboard,
// and with nothing but what the page announces. The player below knows only what
// enters a live region and what the browser tells a screen reader about the focus.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as robot from "./robot.mjs";

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

/** The settings of a newcomer, but for time. */
const settings = { speed: "off", sound: false };

/** How long nothing is said before the player goes on, in milliseconds: longer than the page ignores keys that come too early. */
const calm = 320;

/** After how many milliseconds without an answer the player presses a key again. */
const patience = 3000;

/** Keeps everything that a screen reader would say by itself. Runs in the page. */
function hear() {
  const live = "[aria-live]:not([aria-live=off]), [role=log], [role=status], [role=alert]";
  globalThis.heard = [];
  new MutationObserver((all) => {
    const said = new Map();
    for (const m of all) {
      const region = /** @type {Element} */ (m.target).closest?.(live);
      if (!region?.checkVisibility()) continue;
      for (const n of m.addedNodes) if (n.isConnected) said.set(n, n.textContent.trim());
    }
    const texts = [...said.values()].filter(Boolean);
    if (texts.length) globalThis.heard.push(...texts);
  }).observe(document, { childList: true, subtree: true });
}

class Player {
  /** @param {any} page @param {any} cdp */
  constructor(page, cdp) {
    this.page = page;
    this.cdp = cdp;
    this.from = 0; // how much of what was said the player has listened to
    this.log = []; // everything that was said or pressed, for a test that fails
  }

  static async sit(options) {
    const page = await robot.window(browser, settings, options);
    await page.addInitScript(hear);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Accessibility.enable");
    return new Player(page, cdp);
  }

  async open(path) {
    this.from = 0;
    if (path.startsWith("/t/")) await robot.open(this.page, path.slice(3));
    else await this.page.goto(robot.base + path);
  }

  /** Presses a key. */
  async press(key) {
    this.log.push(`[${key}]`);
    await this.page.keyboard.press(key);
  }

  /** What the browser tells a screen reader about the focus: its role, its name, and what it stands in. */
  async focus() {
    const { result } = await this.cdp.send("Runtime.evaluate", { expression: "document.activeElement" });
    const { nodes } = await this.cdp.send("Accessibility.getAXNodeAndAncestors", { objectId: result.objectId });
    const [at, ...around] = nodes.map((n) => ({
      role: n.role?.value ?? "",
      name: n.name?.value ?? "",
      description: n.description?.value ?? "",
    }));
    return { ...at, around: around.filter((n) => n.name) };
  }

  /** Presses a key and reads the name of what has the focus then. */
  async reads(key) {
    await this.press(key);
    const { name } = await this.focus();
    this.log.push(name);
    return name;
  }

  /** What has been said since the last time, when nothing more is said; nothing if it is silent for so many milliseconds. */
  async listen(silence = Infinity) {
    const said = [];
    let last = Date.now();
    await robot.until("the page to say something", async () => {
      const fresh = await this.page.evaluate((from) => globalThis.heard.slice(from), this.from);
      if (fresh.length) last = Date.now();
      this.from += fresh.length;
      said.push(...fresh);
      return Date.now() - last > (said.length ? calm : silence);
    });
    this.log.push(...said);
    return said;
  }

  /** Whether something has been said that was not listened to yet. */
  async called() {
    return (await this.page.evaluate(() => globalThis.heard.length)) > this.from;
  }

  /** Goes once through what can be chosen on the board. @returns {Promise<string[]>} its names */
  async places() {
    const names = [];
    for (let name = await this.reads("n"); onBoard(name) && !names.includes(name); name = await this.reads("n")) names.push(name);
    return names;
  }

  /** Presses a key, and again after a while if the page says nothing: it ignores a key that comes too early. */
  async enter(key = "Enter") {
    let pressed = 0;
    await robot.until(
      `an answer to ${key}`,
      () => this.called(),
      async () => {
        if (Date.now() - pressed < patience) return;
        await this.press(key);
        pressed = Date.now();
      },
    );
  }

  /** Listens until it hears what a pattern says. */
  async hears(pattern) {
    let said = "";
    while (!pattern.test(said)) said += (await this.listen()).join(" ") + " ";
    return said;
  }

  /** Goes to a place of the board by its name, and presses Enter there. */
  async choose(name) {
    for (let i = 0, at = (await this.focus()).name; at !== name; i++) {
      assert.ok(i < 100, `${name} is not reached any more: ${this.told()}`);
      at = await this.reads("n");
    }
    await this.enter();
  }

  /** Tabs to a button by its name, and presses Enter there. */
  async button(name) {
    for (let i = 0, at = ""; at !== name; i++) {
      assert.ok(i < 120, `there is no way to ${name}: ${this.told()}`);
      at = await this.reads("Tab");
    }
    await this.enter();
  }

  /** The last things that were heard and pressed. */
  told() {
    return this.log.slice(-60).join("\n");
  }
}

/** Whether the name is that of a place where something can be done. */
const onBoard = (name) => / on |^To /.test(name);

/** A choice by name: what takes something or brings it home, or a step forward, else any by its turn. */
const best = (names, turn) => names.find((n) => /captur|takes|jump|king|home|finish/i.test(n)) ?? names[turn % Math.max(1, names.length)];

/** The sentence that ends a game. */
const ends = /^(You win|It is a |You came |.* wins?(:|$))/;

/** Plays a game to its end. move() makes a move or a part of one. Returns the last sentence and how often this player acted. */
async function game(me, move) {
  let [changes, asks] = ["", ""];
  for (let acts = 0; acts < 1500; acts++) {
    const said = await me.listen(asks ? patience : Infinity);
    if (acts > 3 && !changes && said.some((s) => /Your turn/.test(s))) {
      await me.enter("c");
      const answer = await me.listen();
      changes = answer.join(" ");
      said.push(...answer); // it may be followed by what to do
    }
    const end = said.find((s) => ends.test(s));
    if (end) return { end, acts, changes };
    asks = said.findLast((s) => /Your turn|You threw|Where to\?/.test(s)) ?? asks;
    if (!asks) continue; // the others begin
    if (/Your turn: throw/.test(asks)) await me.enter();
    else await move(asks, acts);
  }
  throw new Error("the game does not end: " + me.told());
}

test("a whole game of checkers, from its aim to its end", async () => {
  const me = await Player.sit({ newcomer: true });
  const table = await robot.make(me.page, { game: "checkers", bots: ["", "random"], pace: "at-once" });
  await me.open("/t/" + table);
  // Somebody new is told the aim first.
  let aim;
  await robot.until("the aim", async () => (aim = (await me.focus()).around.find((n) => n.role === "dialog")));
  assert.match(aim.description, /capture|block|jump/i);
  await me.press("Escape");
  let board = "";
  const { end, acts } = await game(me, async (asks, turn) => {
    if (!board) {
      assert.match(asks, /^[A-Z].*\. You play Black\. Your turn/, "who comes to a table hears what it is about");
      await me.enter("p");
      board = await me.hears(/You: .*square 1\b.*\. .*: .*square 32\b/);
    }
    let names = [];
    await robot.until("something to choose", async () => (names = await me.places()).length || me.called());
    if (!names.length) return; // the others play, or the page plays by itself what has no choice
    const goals = names.filter((n) => n.startsWith("To "));
    await me.choose(best(goals.length ? goals : names.filter((n) => !/, chosen$/.test(n)), turn));
  });
  assert.ok(acts > 10, `${end} after ${acts}`);
  assert.ok(
    me.log.some((s) => /^\w+'s man steps from/.test(s)),
    "what the other did is heard",
  );
  await robot.close(me.page);
});

test("a race to the end, by the list of moves", async () => {
  const me = await Player.sit();
  // The men are out and the finish is near, so that a game has some thirty turns instead of two hundred.
  const position = "mensch Y:5,12,b,d/R:22,30,c,d Y - - -";
  const table = await robot.make(me.page, { game: "mensch", position, bots: ["", "random"], pace: "at-once" });
  await me.open("/t/" + table);
  let listed = 0;
  const { end, changes } = await game(me, async (asks, turn) => {
    assert.match(asks, /You threw a [1-6]/, "what was thrown is told with what to do");
    // The list is read by Tab until it ends. It may come a moment later.
    const names = [];
    await robot.until("the list of moves", async () => {
      await me.press("m");
      for (let at = await me.focus(); at.around.some((n) => n.name === "Move list"); at = await me.focus()) {
        names.push(at.name);
        await me.press("Tab");
      }
      return names.length || me.called();
    });
    if (await me.called()) return; // the others play, or the page plays by itself what has no choice
    const name = best(names, turn);
    for (const _ of names) {
      await me.press("Shift+Tab");
      if ((await me.focus()).name !== name) continue;
      listed++;
      return me.enter();
    }
  });
  assert.ok(listed > 0, "nothing was ever chosen");
  assert.match(changes, /\w: [1-6]\b/, "what changed since the last turn");
  assert.match(end, ends);
  await robot.close(me.page);
});

test("a lesson", async () => {
  const me = await Player.sit();
  await me.open("/learn/mensch");
  let shown = 0;
  for (let step = 0; ; step++) {
    const said = (await me.listen()).join(" ");
    if (/You have done all/.test(said)) {
      assert.match((await me.focus()).name, /^Well done!/);
      assert.ok(step > 10, `the lesson has ${step} steps`);
      break;
    }
    if (/Throw the die\./.test(said)) await me.enter();
    else {
      await me.button("Show me");
      const [, how] = (await me.hears(/Now you\./)).match(/Like this: (.*)\. Now you\./) ?? assert.fail(me.told());
      shown++;
      await make(me, how);
    }
    await robot.until("the end of a step", async () => (await me.focus()).name === "Next");
    assert.ok((await me.listen()).length, "the step is praised");
    await me.enter();
  }
  assert.ok(shown > 5);
  await robot.close(me.page);
});

/** Makes the move that was told. */
async function make(me, how) {
  const is = (name) => name.toLowerCase().includes(how.toLowerCase());
  const names = await me.places();
  for (const piece of ["", ...names.filter((n) => !n.startsWith("To ") && !/, chosen$/.test(n))]) {
    if (piece) {
      await me.choose(piece);
      await me.listen(); // where to
    }
    const goal = (piece ? await me.places() : names).find(is);
    if (goal) return me.choose(goal);
  }
  await me.button("Pass");
}

test("a puzzle", async () => {
  const me = await Player.sit();
  await me.open("/puzzles/checkers/1");
  await me.hears(/Find the best move/);
  await me.enter("p");
  await me.hears(/(Black|White): .*square \d+.* (Black|White): .*square \d+/);
  const tried = new Set();
  let verdict = "";
  while (!/Right!/.test(verdict)) {
    const from = (await me.places()).find((n) => !n.startsWith("To ") && !tried.has(n));
    assert.ok(from, "nothing is right: " + me.told());
    if (!/, chosen$/.test(from)) {
      await me.choose(from);
      await me.listen();
    }
    const goals = (await me.places()).filter((n) => n.startsWith("To "));
    const to = goals.find((n) => !tried.has(from + n));
    if (!to) {
      tried.add(from);
      await me.press("Escape");
      continue;
    }
    tried.add(from + to);
    await me.choose(to);
    verdict = await me.hears(/Right!|Not the best move\. ?It costs/);
  }
  await robot.until("the way on", async () => (await me.focus()).name === "Next puzzle");
  await robot.close(me.page);
});

test("a screen reader presses a place without a pointer", async () => {
  const me = await Player.sit();
  const table = await robot.make(me.page, { game: "checkers", bots: ["", "random"] });
  await me.open("/t/" + table);
  await me.listen();
  const press = (name) =>
    robot.until(
      `an answer to ${name}`,
      () => me.called(),
      () => me.page.getByRole("button", { name }).evaluateAll(([el]) => el?.dispatchEvent(new MouseEvent("click", { bubbles: true }))),
    );
  await press(/on square 9$/);
  await me.hears(/Where to\?.*square 13/);
  await press(/^To square 13/);
  await me.hears(/You|Your/);
  await me.page.locator('.log li[data-kind="move"]').first().waitFor();
  await me.press("?");
  const keys = async () => (await me.focus()).around.find((n) => n.role === "dialog")?.description ?? "";
  await robot.until("the keys", async () => /P what stands/.test(await keys()));
  await robot.close(me.page);
});
