// Measures how long the dice take from the tap to the result, by the round trip
// to the server: with two people, and with one person and three bots. It is no
// part of make test. Start a server that does not wait for bots, then
//
//	parlour serve --addr 127.0.0.1:8080 --bot-delay 0 --rate 0 &
//	PROGRAMS='{"chromium":"/usr/bin/chromium"}' node e2e/latency.mjs [THROWS]
//
// PARLOUR_URL names another server. A small proxy before the server keeps
// everything back for half of the round trip, in both directions, the stream
// included. Each line has the median and the worst of some 30 throws, in
// milliseconds, from the click until the page has the throw. For one person it
// also has the throws of bots, from the event that makes one due.

import { connect, createServer } from "node:net";
import { once } from "node:events";
import * as robot from "./robot.mjs";

const wanted = Number(process.argv[2] ?? 30);
const trips = [0, 20, 80, 200];

/** A proxy that keeps every byte back for a while. @param {number} ms */
async function slow(ms) {
  const to = new URL(robot.base);
  const late = (from, into) => {
    from.on("data", (data) => setTimeout(() => into.writable && into.write(data), ms));
    from.on("end", () => setTimeout(() => into.end(), ms));
    from.on("error", () => into.destroy());
  };
  const server = createServer({ noDelay: true }, (page) => {
    const real = connect({ host: to.hostname, port: Number(to.port), noDelay: true });
    late(page, real);
    late(real, page);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}

/** Keeps, in the page, when it was tapped and when throws came. */
function watches() {
  const times = (globalThis.times = { taps: [], throws: [] });
  addEventListener(
    "click",
    (e) => {
      if (e.target.closest?.(".dock button.primary")) times.taps.push(performance.now());
    },
    true,
  );
  const real = globalThis.fetch;
  globalThis.fetch = async (path, ...rest) => {
    const answer = await real(path, ...rest);
    if (!/^\/api\/stream/.test(path)) return answer;
    let text = "";
    const look = new TransformStream({
      transform(chunk, out) {
        text += chunk;
        const blocks = text.split("\n\n");
        text = blocks.pop();
        for (const block of blocks) {
          const data = /^data: (.*)$/m.exec(block);
          for (const e of (data && JSON.parse(data[1]).events) ?? [])
            times.throws.push({ kind: e.kind, by: e.by ?? 0, who: e.body.parts?.length ?? 0, at: performance.now() });
        }
        out.enqueue(chunk);
      },
    });
    return new Response(answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(look).pipeThrough(new TextEncoderStream()), answer);
  };
}

/** From each tap to the next throw of this person; and of bots, from the throw or move before. @param {any} page @param {number} person */
async function measured(page, person) {
  const { taps, throws } = await page.evaluate(() => globalThis.times);
  const own = throws.filter((e) => e.kind === "throw" && e.by === person);
  const tapped = own.flatMap((e) => {
    const at = taps.findLast((t) => t < e.at);
    return at === undefined || own.some((o) => o.at > at && o.at < e.at) ? [] : [e.at - at];
  });
  const bots = throws.flatMap((e, i) => {
    const before = throws.slice(0, i).findLast((x) => x.kind === "throw" || x.kind === "move");
    return e.kind === "throw" && !e.by && before ? [e.at - before.at] : [];
  });
  return { tapped, bots, parts: throws.filter((e) => e.kind === "throw").map((e) => e.who) };
}

const figures = (list) => {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted.length ? `median ${Math.round(sorted[sorted.length >> 1])}, worst ${Math.round(sorted.at(-1))} (${sorted.length})` : "none";
};

const browser = await robot.start();
const settings = { ...robot.quick, autoThrow: false };
for (const trip of trips) {
  const { server, url } = await slow(trip / 2);
  for (const bots of [
    ["", ""],
    ["", "greedy", "greedy", "greedy"],
  ]) {
    const people = bots.filter((b) => !b).length;
    const windows = [];
    const terms = { game: "kleefeld", setup: { players: bots.length, options: { tries: "3" } }, bots };
    let table = "";
    for (let i = 0; i < people; i++) {
      const w = await robot.window(browser, settings);
      windows.push(w);
      await w.addInitScript(watches);
      table ||= await robot.make(w, terms);
      await w.goto(`${url}/t/${table}`);
      await w.locator(".board-frame svg").waitFor();
      if (i) await w.getByRole("button", { name: /^Sit down as/ }).click();
    }
    let list = [];
    await robot.until(
      "enough throws",
      async () => {
        list = await Promise.all(windows.map((w, i) => measured(w, i + 1)));
        return list.reduce((n, m) => n + m.tapped.length, 0) >= wanted;
      },
      () => Promise.all(windows.map((w) => robot.play(w, { ms: 2000 }))),
      180_000,
    );
    const parts = list[0].parts;
    console.log(
      `${trip} ms, ${people === 2 ? "two people" : "one person and three bots"}: tap to throw ${figures(list.flatMap((m) => m.tapped))}` +
        (people === 1 ? `; bots ${figures(list[0].bots)}` : "") +
        `; with all devices ${parts.filter((n) => n === people).length} of ${parts.length}`,
    );
    for (const w of windows) await robot.leave(w);
  }
  server.close();
}
await robot.stop(browser);
process.exit(0);
