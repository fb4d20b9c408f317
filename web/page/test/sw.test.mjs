// The service worker, in a browser that is made of maps.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const script = readFileSync(new URL("../sw.js", import.meta.url), "utf8");
const origin = "https://parlour.example";

/** The caches of a browser. */
class Caches {
  all = new Map();
  async keys() {
    return [...this.all.keys()];
  }
  async open(name) {
    if (!this.all.has(name)) this.all.set(name, new Cache());
    return this.all.get(name);
  }
  async delete(name) {
    return this.all.delete(name);
  }
  async has(name) {
    return this.all.has(name);
  }
  /** What a cache holds, by path. */
  of(name) {
    return [...(this.all.get(name)?.map.keys() ?? [])].map((url) => url.slice(origin.length)).sort();
  }
}

class Cache {
  map = new Map();
  url = (key) => new URL(key.url ?? key, origin).href;
  async match(key) {
    const kept = this.map.get(this.url(key));
    return kept && new Response(kept.body, kept);
  }
  // The bytes are kept, as browsers do: a copy of a copy may lose them in some versions of Node.
  async put(key, res) {
    const { status, statusText, headers } = res;
    this.map.set(this.url(key), { body: await res.arrayBuffer(), status, statusText, headers });
  }
  async keys() {
    return [...this.map.keys()].map((url) => ({ url }));
  }
  async delete(key) {
    return this.map.delete(this.url(key));
  }
}

/** A browser with one site. The versions of its worker share the caches and the server. */
class Browser {
  constructor(base = "") {
    this.base = base;
    this.caches = new Caches();
    this.registration = { scope: origin + base + "/", installing: null, waiting: null, showNotification: async () => {} };
    /** @type {{ url: string, hash?: string }[]} */
    this.windows = [];
    this.asked = [];
    this.gone = false;
    /** @type {(path: string) => Response | Promise<Response>} */
    this.server = (path) => new Response("network " + path);
  }

  /** Runs a version of the worker. */
  worker(build) {
    const listeners = {};
    const sent = [];
    const fetched = async (what) => {
      const path = new URL(what.url ?? what, origin).href.slice((origin + this.base).length);
      this.asked.push(path);
      if (this.gone) throw new TypeError("failed to fetch");
      return this.server(path);
    };
    const self = {
      parlour: {
        first: ["/", "/api/games"].map((p) => this.base + p),
        later: ["/g/ludo", "/api/games/ludo"].map((p) => this.base + p),
        ...build,
      },
      registration: this.registration,
      location: { origin },
      skipWaiting: async () => sent.push("skipWaiting"),
      clients: {
        claim: async () => {},
        matchAll: async () => this.windows.map((w) => ({ url: w.url, postMessage: (_, [port]) => w.hash && port.postMessage(w.hash) })),
      },
      addEventListener: (name, f) => (listeners[name] = f),
    };
    const context = vm.createContext({
      self,
      caches: this.caches,
      fetch: fetched,
      URL,
      Response,
      Headers,
      MessageChannel,
      Promise,
      setTimeout: (f, ms, ...args) => setTimeout(f, Math.min(ms, this.patience ?? ms), ...args),
      clearTimeout,
      console,
    });
    vm.runInContext(script, context);
    /** Sends the worker an event and waits until it has done everything. */
    const send = async (name, event) => {
      const all = [];
      let answer;
      listeners[name]({ waitUntil: (p) => all.push(p), respondWith: (p) => all.push((answer = p)), ...event });
      const results = await Promise.allSettled(all);
      const bad = results.find((r) => r.status === "rejected");
      if (bad) throw bad.reason;
      return answer;
    };
    return {
      send,
      sent,
      install: () => send("install", {}),
      say: (data) => send("message", { data, ports: [] }),
      ask: async (path, mode = "cors", method = "GET") =>
        (await send("fetch", { request: { url: origin + this.base + path, mode, method } }))?.text(),
      visit: (path) =>
        send("fetch", { request: { url: origin + this.base + path, mode: "navigate", method: "GET" } }).then((r) => r?.text()),
    };
  }
}

const one = {
  hash: "aa",
  files: { "js/main.js": "m1", "js/old.js": "o1" },
  program: { hash: "a1", files: { "local.wasm": "w1", "bot/x": "x1" } },
};
const two = {
  hash: "bb",
  files: { "js/main.js": "m2", "js/old.js": "o1" },
  program: { hash: "b1", files: { "local.wasm": "w2", "bot/x": "x1" } },
};

for (const base of ["", "/some/where"]) {
  test(`a version is complete when it is installed, without the program, at "${base}"`, async () => {
    const b = new Browser(base);
    await b.worker(one).install();
    assert.deepEqual(
      b.caches.of("parlour-aa"),
      ["", "/api/games", "/assets/aa/js/main.js", "/assets/aa/js/old.js", "/build.json"].map((p) => base + p || "/"),
    );
  });

  test(`without the server, pages and answers come from the device, at "${base}"`, async () => {
    const b = new Browser(base);
    const w = b.worker(one);
    await w.install();
    await w.visit("/g/ludo/");
    await w.visit("/book/ludo/1");
    await w.visit("/t/abc");
    b.gone = true;
    assert.equal(await w.visit("/book/ludo/1/"), "network /book/ludo/1");
    assert.equal(await w.visit("/"), "network /");
    assert.equal(await w.visit("/g/ludo"), "network /g/ludo/");
    assert.equal(await w.visit("/t/abc"), "network /", "a page that is not kept begins with the shell");
    assert.equal(await w.ask("/api/games"), "network /api/games");
    assert.equal(await w.ask("/assets/aa/js/main.js"), "network /assets/aa/js/main.js");
    assert.equal(await w.ask("/assets/cc/js/main.js"), "network /assets/aa/js/main.js", "the present file of a version that nobody has");
    await assert.rejects(w.ask("/api/games/none"));
  });
}

for (const base of ["", "/some/where"]) {
  test(`the words of the reader's language are kept, at "${base}"`, async () => {
    const b = new Browser(base);
    let lang = "de";
    b.server = (path) =>
      new Response(
        path === "/"
          ? `<html lang="${lang}">` +
              (lang === "en"
                ? ""
                : `<meta content="{&#34;program&#34;:&#34;/lang/${lang}/0b/words.json&#34;}"><link href="${base}/lang/${lang}/0a/page.json">`)
          : `${lang} ${path}`,
      );
    const w = b.worker(one);
    const words = () => b.caches.of("parlour-aa").filter((p) => p.includes("/lang/"));
    await w.install();
    assert.deepEqual(words(), [base + "/lang/de/0a/page.json"]);
    await w.say({ kind: "program" });
    assert.deepEqual(words(), [base + "/lang/de/0a/page.json", base + "/lang/de/0b/words.json"]);
    await w.say({ kind: "rest", lang: "de" });
    // Without the server nothing can be had in another language, and nothing is lost.
    lang = "fr";
    b.gone = true;
    await w.say({ kind: "language" });
    await w.say({ kind: "rest", lang: "fr" });
    assert.equal(await w.visit("/g/ludo"), "de /g/ludo");
    assert.equal(await w.ask("/lang/de/0a/page.json"), "de /lang/de/0a/page.json");
    assert.equal(await w.ask("/lang/de/0b/words.json"), "de /lang/de/0b/words.json");
    // With it everything changes, with what the program says.
    b.gone = false;
    await w.say({ kind: "language" });
    assert.deepEqual(b.caches.of("parlour-aa-seen"), []);
    b.gone = true;
    assert.match(await w.visit("/"), /lang="fr"/);
    assert.equal(await w.ask("/api/games"), "fr /api/games");
    assert.equal(await w.ask("/lang/fr/0b/words.json"), "fr /lang/fr/0b/words.json");
    // So it does when a page was shown in another language, which English is.
    lang = "en";
    b.gone = false;
    await w.say({ kind: "rest", lang: "en" });
    b.gone = true;
    assert.equal(await w.visit("/g/ludo"), "en /g/ludo");
    assert.equal(await w.ask("/api/games"), "en /api/games");
    // An update keeps the words of the new version, too.
    lang = "es";
    b.gone = false;
    await b.worker(two).install();
    assert.deepEqual(
      b.caches.of("parlour-bb").filter((p) => p.includes("/lang/")),
      [base + "/lang/es/0a/page.json", base + "/lang/es/0b/words.json"],
    );
  });
}

test("tables, streams and everything that changes something are left to the network", async () => {
  const w = new Browser().worker(one);
  for (const path of [
    "/api/tables/abc",
    "/api/tables",
    "/api/stream?tables=abc",
    "/api/token",
    "/api/push/key",
    "/api/tables/abc/board",
    "/api/lab?game=x",
    "/healthz",
    "/manifest.webmanifest",
    "/sw.js",
  ]) {
    assert.equal(await w.ask(path), undefined, path);
  }
  for (const path of ["/healthz", "/metrics", "/feed/secret", "/sw.js"]) assert.equal(await w.visit(path), undefined, path);
  assert.equal(await w.ask("/api/games", "cors", "POST"), undefined);
  assert.equal(await w.ask("/book/ludo/1/board.svg"), "network /book/ludo/1/board.svg");
  assert.equal(await w.ask("/api/games/ludo/position?line=x"), "network /api/games/ludo/position?line=x");
  const outside = new Browser("/sub").worker(one);
  assert.equal(await outside.send("fetch", { request: { url: origin + "/other", mode: "navigate", method: "GET" } }), undefined);
});

test("the server is asked first, but a kept page does not wait long for it", async () => {
  const b = new Browser();
  const w = b.worker(one);
  await w.install();
  b.server = () => new Response("newer");
  assert.equal(await w.visit("/"), "newer");
  b.server = () => new Response("down", { status: 502 });
  assert.equal(await w.visit("/"), "network /", "a gateway without its server");
  b.server = () => new Response("no such page", { status: 404 });
  assert.equal(await w.visit("/g/none"), "no such page");
  b.patience = 1;
  let answer;
  b.server = () => new Promise((ok) => (answer = ok));
  assert.equal(await w.visit("/"), "network /");
  answer(new Response("late"));
});

test("an update fetches only what changed, and the program if it was there", async () => {
  const b = new Browser();
  await b.worker(one).install();
  b.asked = [];
  await b.worker(two).install();
  assert.deepEqual(b.asked.sort(), ["/", "/api/games", "/assets/bb/js/main.js"]);
  const with_ = new Browser();
  const w = with_.worker(one);
  await w.install();
  await w.say({ kind: "program" });
  assert.deepEqual(with_.caches.of("parlour-program-a1"), ["/assets/a1/local/bot/x", "/assets/a1/local/local.wasm", "/build.json"]);
  with_.asked = [];
  const next = with_.worker(two);
  await next.install();
  assert.deepEqual(with_.asked.sort(), ["/", "/api/games", "/assets/b1/local/local.wasm", "/assets/bb/js/main.js"]);
  with_.gone = true;
  assert.equal(await next.ask("/assets/b1/local/local.wasm"), "network /assets/b1/local/local.wasm");
  assert.equal(
    await next.ask("/assets/a1/local/local.wasm"),
    "network /assets/a1/local/local.wasm",
    "a page of the old version has its own",
  );
  with_.windows = [{ url: origin + "/", hash: "bb" }];
  await next.say({ kind: "rest" });
  assert.deepEqual((await with_.caches.keys()).sort(), ["parlour-bb", "parlour-bb-seen", "parlour-program-b1"]);
});

test("a page gets the files of its own version, even after an update", async () => {
  const b = new Browser();
  b.server = () => new Response("one");
  await b.worker(one).install();
  b.server = () => new Response("two");
  const w = b.worker(two);
  await w.install();
  assert.equal(await w.ask("/assets/aa/js/main.js"), "one");
  assert.equal(await w.ask("/assets/bb/js/main.js"), "two");
});

test("an install that is cut off fails, and the next one goes on", async () => {
  const b = new Browser();
  b.server = (path) => (path === "/api/games" ? new Response("", { status: 503 }) : new Response("good"));
  await assert.rejects(b.worker(one).install());
  b.server = () => new Response("good");
  b.asked = [];
  await b.worker(one).install();
  assert.deepEqual(b.asked.sort(), ["/", "/api/games"]);
});

test("the caches of an old version go when no window shows it", async () => {
  const b = new Browser();
  await b.worker(one).install();
  const w = b.worker(two);
  await w.install();
  b.windows = [
    { url: origin + "/", hash: "bb" },
    { url: origin + "/t/abc", hash: "aa" },
  ];
  await w.say({ kind: "rest" });
  assert.ok(b.caches.all.has("parlour-aa"), "a window shows it");
  b.windows = [{ url: origin + "/" }];
  b.patience = 1;
  await w.say({ kind: "rest" });
  assert.ok(b.caches.all.has("parlour-aa"), "a window does not say");
  b.windows = [{ url: origin + "/", hash: "bb" }];
  b.registration.waiting = {};
  await w.say({ kind: "rest" });
  assert.ok(b.caches.all.has("parlour-aa"), "it may be that of a newer version");
  b.registration.waiting = null;
  await b.caches.open("somebody-else");
  await w.say({ kind: "rest" });
  assert.deepEqual(await b.caches.keys(), ["parlour-bb", "parlour-bb-seen", "somebody-else"]);
});

test("a new version takes over at a navigation, but not while a window shows a table", async () => {
  const b = new Browser();
  const w = b.worker(one);
  await w.install();
  const said = [];
  b.registration.waiting = { postMessage: (m) => said.push(m.kind) };
  for (const url of ["/t/abc", "/device/?at=/t/abc", "/t/abc/watch"]) {
    b.windows = [{ url: origin + "/" }, { url: origin + url }];
    await w.visit("/");
    assert.deepEqual(said, [], url);
  }
  b.windows = [{ url: origin + "/device/?at=/new" }];
  await w.visit("/");
  assert.deepEqual(said, ["go"]);
  const next = b.worker(two);
  await next.say({ kind: "go" });
  assert.deepEqual(next.sent, ["skipWaiting"]);
});

test("the rest is kept quietly: small things, once, and not for those who save data", async () => {
  const b = new Browser();
  b.server = (path) =>
    new Response(
      path === "/g/ludo"
        ? '<img src="/api/games/ludo/figures/a/board.svg"> <img src="https://elsewhere/x">'
        : "x".repeat(path === "/api/games/ludo" ? 300_000 : 10),
    );
  const w = b.worker(one);
  await w.install();
  await w.say({ kind: "rest", save: true });
  assert.deepEqual(b.caches.of("parlour-aa-seen"), []);
  await w.say({ kind: "rest" });
  assert.deepEqual(b.caches.of("parlour-aa-seen"), ["/g/ludo"]);
  await w.say({ kind: "rest", page: "/g/ludo" });
  assert.deepEqual(b.caches.of("parlour-aa-seen"), ["/api/games/ludo/figures/a/board.svg", "/g/ludo"]);
  b.asked = [];
  b.gone = true;
  await w.say({ kind: "rest", page: "/g/ludo" }); // says nothing
  assert.deepEqual(b.asked, ["/api/games/ludo"]);
});

test("what was seen is bounded", async () => {
  const b = new Browser();
  const w = b.worker(one);
  const cache = await b.caches.open("parlour-aa-seen");
  for (let i = 0; i < 1510; i++) await cache.put("/api/games/ludo/position?line=" + i, new Response());
  await w.ask("/api/games/ludo/position?line=last");
  b.gone = true;
  await w.say({ kind: "rest" });
  const kept = b.caches.of("parlour-aa-seen");
  assert.equal(kept.length, 1500);
  assert.ok(!kept.includes("/api/games/ludo/position?line=10") && kept.includes("/api/games/ludo/position?line=last"));
});
