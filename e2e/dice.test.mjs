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
import * as robot from "./robot.mjs";
import { t } from "../web/page/js/words.js";

const terms = { game: "kleefeld", setup: { players: 2, options: { tries: "3" } }, bots: ["", ""] };
const verifier = fileURLToPath(new URL("../examples/verify-dice.py", import.meta.url));

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
    this.process = spawn(process.env.PARLOUR ?? "parlour", ["join", `${robot.base}/t/${table}`, "--name", name, "--plain", "--data", data]);
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
          out.enqueue(block.replace(/^data: (.*)$/m, (line, text) => {
            const said = JSON.parse(text);
            if (said.events) said.events = change(said.events);
            return "data: " + JSON.stringify(said);
          }) + "\n\n");
        }
      },
    });
    return new Response(answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(edit).pipeThrough(new TextEncoderStream()), answer);
  };
}

const play = (...windows) => Promise.all(windows.map((w) => robot.play(w, { moves: 12 })));

/** What a window says about its dice. */
async function proof(page) {
  await page.getByRole("tab", { name: t("table.dice") }).click();
  return (await page.locator("ul.proof li").allTextContents()).join("\n");
}

describe("dice", { concurrency: 2 }, () => { // the first mostly waits: a table lets a device ask only once in a while
  test("a log that goes back on what was shown is named, and the device takes part anew", async () => {
    const { ada, ben, table } = await two();
    await play(ada, ben);
    await ben.addInitScript(doctored, `return events.map((e) => e.kind === "move" ? { ...e, at: e.at.replace("Z", "1Z") } : e);`);
    await ben.reload();
    await ben.locator(".dice-warning:not([hidden])", { hasText: "the log is not the one that was shown before" }).waitFor();
    const asked = async () => (await robot.eventsOf(table)).filter((e) => e.kind === "take-part" && e.by === 2).length;
    await robot.until("the device to ask anew", async () => (await asked()) >= 2);
    for (const w of [ada, ben]) await robot.leave(w);
  });

  test("two windows take part by themselves, and each knows that the dice are fair", async () => {
    const { ada, ben, table } = await two();
    await play(ada, ben);
    assert.match(await proof(ada), /guaranteed for you and Guest B\. You threw \d+ of them; nobody could know those in advance\./);
    assert.match(await proof(ben), /guaranteed for you and Ada\./);
    for (const w of [ada, ben]) assert.ok(await w.locator(".dice-warning").isHidden());

    // Both see the same code at the same event.
    await ada.getByRole("tab", { name: t("table.table") }).click();
    await ada.getByRole("button", { name: t("table.pause") }).click();
    for (const w of [ada, ben]) await w.getByRole("tab", { name: t("table.dice") }).click();
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
      for (const [name, button] of [["memory", t("dice.save-memory")], ["events", t("dice.save-events")]]) {
        const [file] = await Promise.all([w.waitForEvent("download"), w.getByRole("button", { name: button }).click()]);
        saved[name] = await file.path();
      }
      const run = await promisify(execFile)("python3", [verifier, saved.events, "--table", table, "--seen", saved.memory]);
      assert.match(run.stdout, /guaranteed for person 1 and person 2\./);
      assert.ok(run.stdout.includes(codes[0]), run.stdout);
      // It is refused if one of its moves is changed.
      const events = await robot.eventsOf(table);
      events.find((e) => e.kind === "move").body.move = "another";
      await writeFile(join(dir, "forged.json"), JSON.stringify({ events }));
      await assert.rejects(promisify(execFile)("python3", [verifier, join(dir, "forged.json"), "--table", table, "--seen", saved.memory]), /memory-story/);
    }
    await rm(dir, { recursive: true });

    // A reloaded page keeps its secrets: no device asks to take part again.
    await ada.getByRole("tab", { name: t("table.table") }).click();
    await ada.getByRole("button", { name: t("table.resume") }).first().click();
    await ben.reload();
    await ben.locator(".board-frame svg").waitFor();
    await Promise.all([ada, ben].map((w) => robot.play(w, { moves: 20 })));
    const events = await robot.eventsOf(table);
    assert.equal(events.filter((e) => e.kind === "take-part").length, 2);
    assert.match(await proof(ben), /guaranteed for you and Ada\./);
    for (const w of [ada, ben]) {
      await robot.close(w);
    }
  });

  test("a throw that is withheld is named", async () => {
    const { ada, ben } = await two(`return events.filter((e) => !(e.kind === "throw" && e.body.number === 4));`);
    await play(ada, ben);
    await ben.locator(".dice-warning:not([hidden])", { hasText: /From event (\d+) on, the dice are not guaranteed\. Event \1 is missing/ }).waitFor();
    await ben.getByRole("button", { name: t("dice.more") }).click();
    await ben.locator("#panel-dice .proof.bad", { hasText: "the dice are not guaranteed" }).waitFor();
    await robot.eventually(async () => assert.match((await ben.locator("ul.proof li").allTextContents()).join("\n"), /3 throws \(1–3\)/));
    await robot.shot(ben, "dice-warning");
    assert.ok(await ada.locator(".dice-warning").isHidden());
    for (const w of [ada, ben]) await robot.leave(w);
  });

  test("a pledge that is swapped is named, and its secret is not told", async () => {
    const { ada, ben, table } = await two(`return events.map((e) => e.kind === "pledge" && e.body.person === 2 ? { ...e, body: { ...e.body, dice: { commitment: "${"ab".repeat(32)}", links: 512 } } } : e);`);
    await ben.locator(".dice-warning:not([hidden])", { hasText: "The log has a pledge of yours in round" }).waitFor();
    const events = await robot.eventsOf(table);
    assert.ok(!events.some((e) => e.kind === "reveal" && e.by === 2));
    for (const w of [ada, ben]) await robot.leave(w);
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
      await ada.locator(".log li", { hasText: /^Ben: \d/ }).nth(1).waitFor();
      await ben.says(/^Ada: \d+ → \d+/m);
      ben.types("dice");
      await ben.says(/guaranteed for person 1 \(Ada\) and person 2 \(Ben\)/);
      assert.ok(await ada.locator(".dice-warning").isHidden());
      ben.types("resign");
      await ada.locator(".standings").waitFor();
      await robot.until("the end in the terminal", () => ben.process.exitCode === 0);
      assert.match(ben.said, /You give up/);
    } catch (e) {
      console.log(`the terminal said\n${ben.said}\nthe page says\n${await ada.locator("main").innerText()}`);
      throw e;
    } finally {
      ben.process.kill();
      await ben.ended;
      await rm(dir, { recursive: true });
    }
    ada.faults = ada.faults.filter((f) => !/409 .*\/actions$/.test(f)); // the dice were not ready, and it threw again
    await robot.close(ada);
  });
});
