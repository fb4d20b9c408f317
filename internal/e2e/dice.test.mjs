// Devices take part in the dice by themselves and notice when a server lies to
// them.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Changed } from "./changed.mjs";
import { programs } from "./programs.mjs";
import * as robot from "./robot.mjs";
import { t } from "../../web/page/js/words/words.js";

const terms = { game: "kleefeld", setup: { players: 2, options: { tries: "3" } }, bots: ["", ""] };
const verifier = fileURLToPath(new URL("../../clients/python/example/verify-dice.py", import.meta.url));

let browser;
before(async () => (browser = await robot.start()));
after(() => robot.stop(browser));

/** Two windows at a table, both seated. */
async function two(doctor) {
  const ada = await robot.window(browser);
  const ben = await robot.window(browser);
  if (doctor) await ben.addInitScript(doctored, doctor);
  const table = await robot.make(ada, terms);
  await robot.open(ada, table);
  await robot.open(ben, table);
  await ben.getByRole("button", { name: /^Sit down as/ }).click();
  return { ada, ben, table };
}

/** Somebody at a table in a terminal, who presses Enter when it is their turn. */
class Terminal {
  /** @param {string} table @param {string} name @param {string} data folder for what it keeps @param {number} most how often it presses Enter */
  constructor(table, name, data, most) {
    this.said = "";
    this.process = spawn(process.env.PARLOUR, ["join", `${robot.base}/t/${table}`, "--name", name, "--plain", "--data", data]);
    this.ended = once(this.process, "exit");
    this.rests = false; // it was asked once more
    let answered = 0;
    this.process.stdout.on("data", (text) => {
      this.said += text;
      const asked = this.said.match(/^(Your turn: |You threw )/gm)?.length ?? 0;
      for (; answered < Math.min(asked, most); answered++) this.types("");
      this.rests = asked > most;
    });
    this.process.stderr.on("data", (text) => (this.said += text));
  }

  /** @param {string} line */
  types(line) {
    this.process.stdin.write(line + "\n");
  }

  /** @param {RegExp} words */
  says(words) {
    return robot.until(`the terminal to say ${words}`, () => {
      assert.equal(this.process.exitCode, null, this.said);
      return words.test(this.said);
    });
  }
}

/**
 * Changes what the server says on its way to a page. It runs in the page before
 * its modules; what to do is code, because a script cannot be given a function.
 */
function doctored(code) {
  const change = new Function("events", code);
  const real = globalThis.fetch;
  globalThis.fetch = async (path, ...rest) => {
    const answer = await real(path, ...rest);
    if (/\/events\?/.test(path)) {
      const data = await answer.json();
      data.events = change(data.events);
      return new Response(JSON.stringify(data), answer);
    }
    if (!/^\/api\/stream/.test(path)) return answer;
    let rest2 = "";
    const edit = new TransformStream({
      transform(chunk, out) {
        const blocks = (rest2 + chunk).split("\n\n");
        rest2 = blocks.pop();
        for (const block of blocks) {
          out.enqueue(
            block.replace(/^data: (.*)$/m, (line, text) => {
              const said = JSON.parse(text);
              if (said.events) said.events = change(said.events);
              return "data: " + JSON.stringify(said);
            }) + "\n\n",
          );
        }
      },
    });
    return new Response(answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(edit).pipeThrough(new TextEncoderStream()), answer);
  };
}

/** Runs the independent verifier. It ends with 0 if everything is guaranteed, 1 at a fault and 3 otherwise. */
async function checks(...args) {
  const run = promisify(execFile)(programs.python3, [verifier, ...args]);
  return run.then(
    ({ stdout }) => ({ code: 0, stdout }),
    (e) => ({ code: e.code, stdout: e.stdout + e.stderr }),
  );
}

/** What is guaranteed to somebody whose device helped with every throw. */
const all = /^All \d+ throws were made with your device's help/;

/** How that is marked: not green, because this server has no program that checks the rules. device.test.mjs has one. */
const fair = "calm.brief";

/** Or with all but those while it was away. */
const most = /^(All \d+ throws were made with your device's help|\d+ throws? (was|were) made without your device)/;

const play = (...windows) => Promise.all(windows.map((w) => robot.play(w, { moves: 12 })));

/** Two windows play until something is seen. */
const sees = (what, ...windows) =>
  robot.until(
    "what a window shows",
    () => what.isVisible(),
    () => Promise.all(windows.map((w) => robot.play(w, { ms: 300 }))),
  );

/** A window comes to say something about its dice. */
async function proven(page, what) {
  await robot.sheet(page, "dice");
  await robot.eventually(async () => assert.match((await page.locator("ul.proof li").allTextContents()).join("\n"), what));
}

describe("dice", { concurrency: 4 }, () => {
  test("a log that goes back on what was shown is named, and the device opens nothing more", async () => {
    const { ada, ben, table } = await two();
    await play(ada, ben);
    const opened = (events) => events.filter((e) => e.kind === "throw" && e.body.parts?.some((p) => p.person === 2)).length;
    assert.ok(opened(await robot.eventsOf(table)) > 0);
    await ben.addInitScript(
      doctored,
      `return events.map((e) => e.kind === "move" ? { ...e, at: new Date(Date.parse(e.at) + 1).toISOString() } : e);`,
    );
    await ben.reload();
    await ben.locator(".dice-warning:not([hidden])", { hasText: "the log is not the one that your device was shown before" }).waitFor();
    await ben.locator(".dice-proof.bad").waitFor();
    const before = opened(await robot.eventsOf(table));
    await robot.play(ada, { moves: 1 });
    assert.ok(opened(await robot.eventsOf(table)) <= before + 1); // one may have been on its way
    for (const w of [ada, ben]) await robot.leave(w);
  });

  test("two windows take part by themselves, and each knows that the dice are fair", async () => {
    const { ada, ben, table } = await two();
    await play(ada, ben);
    for (const w of [ada, ben]) {
      await proven(w, all); // the first throw included
      await w
        .locator(".throws li", { hasText: t("dice.with") })
        .first()
        .waitFor();
      assert.equal(await w.locator(".throws .good").count(), 0); // nothing was checked by the rules
      assert.ok(await w.locator(".dice-warning").isHidden());
      await proven(w, new RegExp(t("dice.rules-none")));
      await w.locator(".dice-proof." + fair, { hasText: "throws were made with your device's help" }).waitFor();
      // The line beside the dice says what is not known. On the smallest phone with large text it says less, but whole.
      const line = w.locator(".dice-proof." + fair);
      assert.ok((await line.innerText()).endsWith(t("dice.rules-unknown")), await line.innerText());
      const before = w.viewportSize();
      await w.setViewportSize({ width: 320, height: 568 });
      await w.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      assert.equal(await line.innerText(), t("dice.helped"));
      assert.ok(await line.evaluate((el) => el.scrollWidth <= el.clientWidth && el.scrollHeight <= el.clientHeight));
      await w.evaluate(() => (document.documentElement.style.fontSize = ""));
      await w.setViewportSize(before);
    }

    // Both see the same code at the same event.
    await robot.sheet(ada, "table");
    await robot.until(
      "the pause, and the end of a throw that was asked for before",
      async () => {
        const { paused, dice } = await robot.get("/api/tables/" + table);
        return paused && !dice.ask;
      },
      // The windows play on, so the button is drawn again and again.
      () => ada.getByRole("button", { name: t("table.pause") }).evaluateAll((list) => list[0]?.click()),
    );
    for (const w of [ada, ben]) await robot.idle(w);
    for (const w of [ada, ben]) await robot.sheet(w, "dice");
    let codes = [];
    await robot.until("both windows to tell the story to the same event", async () => {
      const { seq } = await robot.get("/api/tables/" + table);
      const told = await Promise.all([ada, ben].map((w) => w.locator(".story").textContent()));
      codes = await Promise.all([ada, ben].map((w) => w.locator(".story code").textContent()));
      return told.every((x) => x.includes(`event ${seq}.`));
    });
    assert.match(codes[0], /^\d{4} \d{4} \d{4} \d{4}$/);
    assert.equal(codes[0], codes[1]);
    await robot.shot(ben, "dice");

    // An independent program accepts what a device saves, which contains no
    // secrets.
    const dir = await mkdtemp(join(tmpdir(), "parlour-"));
    for (const w of [ada, ben]) {
      const saved = {};
      for (const [name, button] of [
        ["memory", t("dice.save-memory")],
        ["events", t("dice.save-events")],
      ]) {
        const [file] = await Promise.all([w.waitForEvent("download"), w.getByRole("button", { name: button }).click()]);
        saved[name] = await file.path();
      }
      const { code, stdout } = await checks(saved.events, "--table", table, "--seen", saved.memory);
      assert.ok(code === 0 || code === 3, stdout);
      assert.match(stdout, /your device/);
      assert.ok(stdout.includes(codes[0]), stdout);
      // It is refused if one of its moves is changed.
      const events = await robot.eventsOf(table);
      events.find((e) => e.kind === "move").body.move = "another";
      await writeFile(join(dir, "forged.json"), JSON.stringify({ events }));
      const forged = await checks(join(dir, "forged.json"), "--table", table, "--seen", saved.memory);
      assert.equal(forged.code, 1, forged.stdout);
    }
    await rm(dir, { recursive: true });

    // A reloaded page keeps its secrets: no device takes part again, and every
    // further throw is made with both.
    await robot.sheet(ada, "table");
    await ada
      .getByRole("button", { name: t("table.resume") })
      .first()
      .click();
    await ben.reload();
    await ben.locator(".board-frame svg").waitFor();
    await Promise.all([ada, ben].map((w) => robot.play(w, { moves: 20 })));
    const events = await robot.eventsOf(table);
    assert.equal(events.filter((e) => e.kind === "take-part").length, 2);
    // On a busy machine a throw was made again while the page was loaded.
    await proven(ben, new RegExp(most.source + "|^One result was known"));
    for (const w of [ada, ben]) await robot.close(w, robot.late);
  });

  test("one person and bots: every throw is made with the person's device, the first included", async () => {
    const ada = await robot.window(browser);
    await ada.goto(robot.base + "/");
    await (await robot.lid(ada, "kleefeld")).locator(".play").click();
    await ada.waitForURL(/\/t\//);
    const table = new URL(ada.url()).pathname.split("/")[2];
    await robot.play(ada, { moves: 8 });
    await proven(ada, all);
    await ada.locator(".dice-proof." + fair).waitFor();
    const throws = (await robot.eventsOf(table)).filter((e) => e.kind === "throw");
    assert.ok(throws.some((e) => !e.by) && throws.every((e) => e.body.parts?.length === 1));
    await robot.close(ada);
  });

  test("two tabs of a browser are one device", async () => {
    const { ada, ben, table } = await two();
    const second = await robot.tab(ben);
    await second.goto(`${robot.base}/t/${table}`);
    await second.locator(".board-frame svg").waitFor();
    await play(ada, ben);
    for (const w of [ben, second]) {
      await proven(w, most);
      assert.ok(await w.locator(".dice-warning").isHidden());
    }
    assert.equal((await robot.eventsOf(table)).filter((e) => e.kind === "take-part").length, 2);
    await second.close();
    for (const w of [ada, ben]) await robot.leave(w);
  });

  test("a connection that breaks and comes back, and nobody is called a liar", async () => {
    const { ada, ben } = await two();
    await play(ada, ben);
    await ben.context().setOffline(true);
    await ben.context().setOffline(false);
    await play(ada, ben);
    await proven(ben, most);
    for (const w of [ada, ben]) assert.ok(await w.locator(".dice-warning").isHidden());
    for (const w of [ada, ben]) await robot.leave(w);
  });

  test("a throw that is withheld is named", async () => {
    const { ada, ben } = await two(`return events.filter((e) => !(e.kind === "throw" && e.body.number === 4));`);
    await sees(
      ben.locator(".dice-warning:not([hidden])", { hasText: /From event (\d+) on, the dice are not guaranteed\. Event \1 is missing/ }),
      ada,
      ben,
    );
    await ben.getByRole("button", { name: t("dice.more") }).click();
    await ben.locator("#panel-dice .proof.bad", { hasText: "the dice are not guaranteed" }).waitFor();
    await robot.shot(ben, "dice-warning");
    assert.ok(await ada.locator(".dice-warning").isHidden());
    for (const w of [ada, ben]) await robot.leave(w);
  });

  test("an ask that was changed on its way is named", async () => {
    const { ada, ben } = await two(
      `return events.map((e) => e.kind === "ask" && e.body.number === 3 ? { ...e, body: { ...e.body, opens: e.body.opens + 1 } } : e);`,
    );
    await sees(ben.locator(".dice-warning:not([hidden])", { hasText: "does not fit its chain" }), ada, ben);
    assert.ok(await ada.locator(".dice-warning").isHidden());
    for (const w of [ada, ben]) await robot.leave(w);
  });

  test("a chain that was swapped gets no link", async () => {
    const { ada, ben, table } = await two(
      `return events.map((e) => e.kind === "take-part" && e.body.person === 2 ? { ...e, body: { ...e.body, dice: { commitment: "${"ab".repeat(32)}", links: 4096 } } } : e);`,
    );
    await robot.until(
      "some throws",
      async () => (await robot.eventsOf(table)).filter((e) => e.kind === "throw").length >= 2,
      () => robot.play(ada, { ms: 300 }),
    );
    assert.ok(!(await robot.eventsOf(table)).some((e) => e.body.parts?.some((p) => p.person === 2)));
    for (const w of [ada, ben]) await robot.leave(w);
  });

  // From here on the server is a changed one.

  /** A page that plays at a changed server, three throws on. */
  async function victim(settings) {
    const page = await robot.window(browser, settings);
    const server = await Changed.open(page, terms);
    for (let i = 0; i < 3; i++) await server.throws();
    await page.locator(".dice-proof." + fair, { hasText: /All 3 throws were made with your device's help/ }).waitFor();
    return { page, server };
  }

  async function ends({ page, server }) {
    await robot.leave(page);
    await server.close();
  }

  const proves = (page, how, words) => page.locator(".dice-proof." + how, { hasText: words }).waitFor();

  test("results that are thrown away until a six comes are counted", async () => {
    const { page, server } = await victim();
    let discarded = 0;
    for (let link = await server.asks(); server.knows(link) !== "6"; link = await server.asks()) {
      server.log.void("silent", { person: 2, from: [1], body: { parts: [{ person: 1, link }] } });
      discarded++;
      if (discarded === 1) await proves(page, "warn", /^One result was known and not used: throw 4 was/);
    }
    assert.equal(server.falls(await server.link()), "6");
    await proves(
      page,
      discarded ? "warn" : fair,
      !discarded ? /All 4 throws/ : discarded === 1 ? /^One result was known and not used/ : `${discarded} results were known and not used`,
    );
    await ends({ page, server });
  });

  test("a throw that was known is bound to another ask: without a new epoch it is named, with one it is counted", async () => {
    for (const risen of [false, true]) {
      const { page, server } = await victim();
      const before = server.log.fork();
      await server.asks();
      const links = server.links;
      if (risen) before.server();
      else before.part(2); // a chain found by trying
      before.ask(2, { next: { 1: 5 } }); // it opens no link a second time
      server.restarts(before);
      if (risen) {
        const link = await server.link();
        server.falls(link);
        await proves(page, "warn", /One result was known and not used/);
        await page.locator("ul.proof, .dice-proof", { hasText: "The server went back once" }).first().waitFor({ state: "attached" });
        assert.equal(server.links, links + 1);
        assert.notEqual(link, server.sent.find((a) => a.kind === "link" && a.number === 4).link);
      } else {
        await proves(page, "bad", "memory-story");
        assert.equal(server.links, links);
      }
      await ends({ page, server });
    }
  });

  test("a chain in the victim's name gets no link, and is named", async () => {
    const { page, server } = await victim();
    server.log.part(1);
    server.log.ask(2);
    server.tell();
    await proves(page, "bad", /“take-part” of yours, which your device did not send/);
    assert.equal(server.links, 3);
    await ends({ page, server });
  });

  test("throws without the victim are counted: asked for without it, or withheld and called silent", async () => {
    const { page, server } = await victim();
    server.log.thrown(2, { who: [2] });
    server.tell();
    await proves(page, "warn", /^One throw was made without your device|^1 throw/);
    server.quiet = true;
    server.log.ask(2);
    server.log.void("silent", { person: 1, from: [2] });
    server.log.thrown(2, { who: [2] });
    server.quiet = false;
    server.tell();
    await proves(page, "warn", /^2 throws were made without your device/);
    assert.equal(server.links, 3);
    await server.throws(); // it still helps
    await proves(page, "warn", /^2 throws were made without your device/);
    assert.equal(server.links, 4);
    await ends({ page, server });
  });

  test("a press in the victim's name opens nothing", async () => {
    const one = await victim({ ...robot.quick, autoThrow: false });
    one.server.log.ask(1, { by: 0 });
    one.server.tell();
    const button = one.page.locator(".dock button.primary:not(:disabled)");
    await button.waitFor();
    assert.equal(one.server.links, 3, "the owner has not pressed");
    await robot.until(
      "the link after a press",
      () => one.server.links === 4,
      () => button.evaluateAll((list) => list[0]?.click()),
    );
    one.server.falls(await one.server.link());
    await proves(one.page, fair, /All 4 throws/);
    await ends(one);

    const two = await victim({ ...robot.quick, autoThrow: false });
    two.server.log.ask(1);
    two.server.tell();
    await proves(two.page, "bad", /“ask” of yours, which your device did not send/);
    assert.equal(two.server.links, 3);
    await ends(two);
  });

  test("two tabs that are shown two logs: the second opens nothing", async () => {
    const { page, server } = await victim();
    const second = await robot.tab(page);
    await second.setExtraHTTPHeaders({ "x-log": "second" });
    await second.goto(server.url);
    await proves(second, fair, /All 3 throws/);
    server.other = server.log.fork();
    await server.asks();
    server.other.ask(2, { who: [1] });
    server.tell();
    await second.locator(".dice-warning:not([hidden])").waitFor();
    await second.locator(".dice-proof.bad").waitFor();
    assert.equal(server.links, 4);
    assert.ok(!server.sent.some((a) => a.kind === "link" && a.tab && a.number === 4));
    await second.close();
    await ends({ page, server });
  });

  test("a link that is spelled otherwise is refused", async () => {
    const { page, server } = await victim();
    const link = await server.asks();
    server.log.throw({
      parts: server.log.parts(undefined, { 1: link }).map((p) => ({ ...p, link: p.person === 2 ? p.link.toUpperCase() : p.link })),
    });
    server.tell();
    await proves(page, "bad", "does not fit the chain");
    await ends({ page, server });
  });

  test("a throw that is shown, but made so that the check of it fails, is named", async () => {
    const { page, server } = await victim();
    const { seq, at, line } = server.log.events.at(-1);
    const six = { seq: seq + 0.5, schema: 3, at, line, kind: "throw", by: 2, body: { seat: server.log.letters[1], throw: "6", deep: 0 } };
    const deep = 50_000; // more than a function can follow by calling itself
    const text = JSON.stringify(six).replace('"deep":0', `"deep":${"[".repeat(deep)}${"]".repeat(deep)}`);
    // The log itself is good, so at first the page only reads it anew.
    await robot.until(
      "the fault to be named",
      () => page.locator(".dice-proof.bad", { hasText: "cannot be read" }).isVisible(),
      () => server.says(`{"table":"${server.table}","events":[${text}]}`),
    );
    await ends({ page, server });
  });

  test("a position without its events is not guaranteed, and then named", async () => {
    const { page, server } = await victim();
    server.lies = { seq: server.log.events.length + 4, position: "another" };
    await Promise.all([proves(page, "warn", t("dice.ahead")), page.reload()]); // it says so for some seconds
    await proves(page, "bad", /Event \d+ is missing/);
    await ends({ page, server });
  });

  test("a table that has another name than its address is not opened, because nothing is remembered of it", async () => {
    const { page, server } = await victim();
    server.lies = { table: "another1" };
    await page.reload();
    await page.getByText(t("table.other")).waitFor();
    assert.equal(server.links, 3);
    await ends({ page, server });
  });

  test("a browser that does not store what it opens is promised nothing", async () => {
    const page = await robot.window(browser);
    await page.addInitScript(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (value, key) {
        if (sessionStorage.getItem("full")) throw new DOMException("no room", "QuotaExceededError");
        return put.call(this, value, key);
      };
    });
    const server = await Changed.open(page, terms);
    await server.throws();
    await proves(page, fair, /The only throw/);
    await page.evaluate(() => sessionStorage.setItem("full", "1"));
    const chain = server.log.people.get(1).seq;
    server.log.put("chat", 2, { text: "x" });
    server.tell();
    await robot.until("a chain that is not stored", () => server.log.people.get(1).seq !== chain);
    await server.throws();
    await proves(page, "warn", t("dice.not-kept"));
    // When there is room again, what was done meanwhile is no lie.
    await page.evaluate(() => sessionStorage.removeItem("full"));
    await page.reload();
    await proves(page, "warn", t("dice.not-kept"));
    assert.ok(await page.locator(".dice-warning").isHidden());
    await ends({ page, server });
  });

  // What a server may write that no honest one does: the page names it and opens nothing.
  const part = (server, link) => ({ person: 1, chain: server.log.people.get(1).seq, link });
  const meanwhile = (kind, body) => (server) => {
    server.log.ask(2);
    server.log.put(kind, kind === "time-up" ? 0 : 2, { chair: 2, seat: server.log.letters[1], ...body });
  };
  for (const [what, code, does] of [
    ["a used link is named again by the next throw", "who", (s) => s.log.ask(2, { body: { who: [part(s, 3)] } })],
    ["a ballot is drawn instead of dice", "ask", (s) => s.log.ask(2, { body: { due: "draw 11" } })],
    ["the seat is another's", "ask", (s) => s.log.ask(2, { body: { seat: s.log.letters[0] } })],
    ["a bot throws for a person", "ask", (s) => s.log.ask(0, { body: { seat: s.log.letters[1] } })],
    ["a chain is too short", "chain", (s) => s.log.part(2, { links: 63 })],
    ["a chain was used before", "chain", (s) => s.log.part(2, { dice: s.log.events.find((e) => e.kind === "take-part").body.dice })],
    ["a throw is taken back", "illegal", (s) => s.log.put("give-back", 2, { chair: 2, plies: 1 })],
    ["somebody resigns while a throw is asked for", "open-ask", meanwhile("resign")],
    ["a draw is agreed while a throw is asked for", "open-ask", meanwhile("accept")],
    ["time is up while a throw is asked for", "open-ask", meanwhile("time-up")],
    ["a bot takes over while a throw is asked for", "open-ask", meanwhile("stand-in", { level: "greedy" })],
    ["a move is taken back while a throw is asked for", "open-ask", meanwhile("give-back", { plies: 1 })],
  ])
    test("named: " + what, async () => {
      const { page, server } = await victim();
      does(server);
      server.tell();
      await proves(page, "bad", `(${code})`);
      assert.equal(server.links, 3);
      await ends({ page, server });
    });

  test("named: a used link is asked for again by the next attempt", async () => {
    const { page, server } = await victim();
    const link = await server.asks();
    server.log.void("silent", { person: 2, from: [1], body: { parts: [{ person: 1, link }] } });
    server.log.ask(2, { body: { who: [part(server, 4)] } });
    server.tell();
    await proves(page, "bad", "(who)");
    assert.equal(server.links, 4);
    await ends({ page, server });
  });

  test("named: somebody is called silent whose link the victim has", async () => {
    const { page, server } = await victim({ ...robot.quick, autoThrow: false });
    server.log.ask(1, { by: 0 });
    server.tell();
    const button = page.locator(".dock button.primary:not(:disabled)");
    await robot.until(
      "the link after a press",
      () => server.links === 4,
      () => button.evaluateAll((list) => list[0]?.click()),
    );
    server.log.void("silent", { person: 2, from: [1], body: { parts: [{ person: 1, link: await server.link() }] } });
    server.tell();
    await proves(page, "bad", "(memory-silent)");
    await ends({ page, server });
  });

  test("a new epoch is counted if a throw was known, and only then", async () => {
    const { page, server } = await victim();
    server.log.server();
    await server.throws();
    await proves(page, fair, /All 4 throws/);
    const link = await server.asks();
    server.log.void("restart", { body: { parts: [{ person: 1, link }] } });
    server.log.server();
    await server.throws();
    await proves(page, "warn", /^One result was known and not used: throw 5 was made again; the server says it restarted/);
    await ends({ page, server });
  });

  test("seven throws that a restored backup lost are counted", async () => {
    const { page, server } = await victim();
    const before = server.log.fork();
    for (let i = 0; i < 7; i++) await server.throws();
    await proves(page, fair, /All 10 throws/);
    before.server();
    before.ask(2, { next: { 1: 11 } });
    server.restarts(before);
    server.falls(await server.link());
    await proves(page, "warn", /^7 results were known and not used/);
    await ends({ page, server });
  });

  test("cleared storage: the throws before are without this device, and it goes on with a new chain", async () => {
    const { page, server } = await victim();
    const chain = server.log.people.get(1).seq;
    await page.goto(new URL("/healthz", server.url).href);
    await page.evaluate(
      () => new Promise((ok, no) => Object.assign(indexedDB.deleteDatabase("parlour-dice"), { onsuccess: ok, onerror: no })),
    );
    await page.goto(server.url);
    await robot.until("a new chain", () => server.log.people.get(1).seq !== chain);
    await server.throws();
    await proves(page, "warn", /^3 throws were made without your device/);
    await ends({ page, server });
  });

  test("chains found by trying before each ask, and between a void and the next ask, gain nothing", async () => {
    const { page, server } = await victim();
    const throws = 40;
    let sixes = 0;
    const guess = "ab".repeat(32); // the server does not know the victim's link
    const tries = () => {
      for (let i = 0; ; i++) {
        const trial = server.log.fork();
        trial.part(2, { name: `tried ${server.log.events.length} ${i}` });
        trial.ask(2);
        if (trial.fork().throw({ given: { 1: guess } }).body.throw !== "6") continue;
        return server.log.part(2, { name: `tried ${server.log.events.length} ${i}` });
      }
    };
    for (let i = 0; i < throws; i++) {
      tries();
      if (i % 2) {
        server.log.ask(2, { who: [2] });
        server.log.void("silent", { person: 2 });
        tries();
      }
      if (server.falls(await server.asks()) === "6") sixes++;
    }
    await proves(page, fair, `All ${throws + 3} throws`); // D = 0 and W = 0
    assert.ok(sixes < throws / 2, `${sixes} of ${throws} throws are sixes`);
    await ends({ page, server });
  });

  test("a terminal and a browser play at one server, and both check the dice", async () => {
    const dir = await mkdtemp(join(tmpdir(), "terminal-"));
    const ada = await robot.window(browser);
    const table = await robot.make(ada, { game: "auto-race", setup: { players: 2 }, bots: ["", ""] });
    await robot.open(ada, table);
    const ben = new Terminal(table, "Ben", dir, 9); // and then the game rests
    try {
      await ben.says(/You sit down as/);
      await robot.until("some moves of both", () => ben.rests);
      await ada
        .locator(".log li", { hasText: /^Ben: \d/ })
        .nth(1)
        .waitFor();
      await ben.says(/^Ada: \d+ → \d+/m);
      ben.types("dice");
      await ben.says(/your device/);
      assert.ok(await ada.locator(".dice-warning").isHidden());
      ben.types("resign");
      await ada.locator(".standings").waitFor();
      await robot.until("the end in the terminal", () => ben.process.exitCode === 0);
      assert.match(ben.said, /You resign/);
    } catch (e) {
      console.log(`the terminal said\n${ben.said}\nthe page says\n${await ada.locator("main").innerText()}`);
      throw e;
    } finally {
      ben.process.kill();
      await ben.ended;
      await rm(dir, { recursive: true });
    }
    await robot.close(ada, robot.late); // the dice were not ready, and it threw again
  });
});
