// WebKit, as GTK's small browser has it, driven by plain W3C WebDriver.

import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import http from "node:http";
import { base, until } from "./robot.mjs";
import { anyPort, launch, programs } from "./programs.mjs";

/** Starts a screen that nobody sees. Each window is a browser of its own, because a driver has only one. */
export async function start() {
  const screen = await launch(programs.Xvfb, ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]);
  const [, display] = await screen.says(/^(\d+)$/m);
  /** @type {Awaited<ReturnType<typeof windowOn>>[]} */
  const windows = [];
  return {
    async window() {
      const window = await windowOn(":" + display);
      windows.push(window);
      return window;
    },
    async stop() {
      for (const w of windows) await w.close();
      await screen.stop();
    },
  };
}

/** Asks a driver. @param {string} address @param {string} method @param {string} path @param {any} [data] */
async function askDriver(address, method, path, data, ms = 120_000) {
  const said = fetch(address + path, { method, body: data && JSON.stringify(data), signal: AbortSignal.timeout(ms) });
  const { value } = await (
    await said.catch((e) => {
      throw new Error(`${method} ${path} ${JSON.stringify(data ?? {}).slice(0, 200)}: ${e.name} ${e.message}`);
    })
  ).json();
  if (value?.error) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
  return value;
}

/** Opens a browser. On a busy machine it sometimes does not start; then another may. @param {string} display */
async function opened(display) {
  for (let tries = 1; ; tries++) {
    const { program, address } = await driver(display);
    try {
      return {
        program,
        address,
        session: "/session/" + (await askDriver(address, "POST", "/session", { capabilities: {} }, 40_000)).sessionId,
      };
    } catch (e) {
      await program.stop();
      if (tries === 3) throw e;
      console.log(`WebKit does not start: ${e.message}`);
    }
  }
}

/** @param {string} display */
async function windowOn(display) {
  const { program, address, session } = await opened(display);
  /** @param {string} method @param {string} path @param {any} [data] */
  const ask = (method, path, data) => askDriver(address, method, path, data);
  await ask("POST", session + "/window/rect", { x: 0, y: 0, width: 1200, height: 940 });
  const ear = await listenTo(base);
  return {
    faults: ear.faults,
    open: (path) => ask("POST", session + "/url", { url: ear.url + path }),
    at: async () => new URL(await ask("GET", session + "/url")).pathname,
    run: (f, ...args) => ask("POST", session + "/execute/sync", { script: `return (${f})(...arguments)`, args }),
    tap: (x, y) =>
      ask("POST", session + "/actions", {
        actions: [
          {
            type: "pointer",
            id: "mouse",
            parameters: { pointerType: "mouse" },
            actions: [
              { type: "pointerMove", origin: "viewport", duration: 0, x: Math.round(x), y: Math.round(y) },
              { type: "pointerDown", button: 0 },
              { type: "pointerUp", button: 0 },
            ],
          },
        ],
      }),
    shot: async (path) => writeFile(path, await ask("GET", session + "/screenshot"), "base64"),
    async close() {
      await ask("DELETE", session).catch((e) => console.log(`WebKit does not close: ${e.message}`));
      await program.stop();
      await ear.stop();
    },
  };
}

/** Starts a driver on a free port. The driver cannot find one by itself, so somebody else may be quicker. */
async function driver(display) {
  for (;;) {
    const port = anyPort();
    const address = "http://127.0.0.1:" + port;
    const taken = await fetch(address).then(
      () => true,
      () => false,
    );
    if (taken) continue;
    const program = await launch(programs.WebKitWebDriver, ["--port=" + port], { DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: "1" });
    const ready = () =>
      fetch(address + "/status").then(
        (r) => r.ok,
        () => false,
      );
    await until("WebKit's driver", async () => program.over() || (await ready()));
    if (!program.over()) return { program, address };
  }
}

/**
 * Stands between a browser and the server, to hear what goes wrong in the
 * pages: the driver of WebKit does not tell. Everything else passes unchanged.
 * @param {string} base
 */
async function listenTo(base) {
  /** @type {string[]} */
  const faults = [];
  const server = http.createServer((ask, answer) => {
    if (ask.url === "/ear.js") return void answer.writeHead(200, { "content-type": "text/javascript" }).end(`(${ear})()`);
    if (ask.url === "/ear")
      return void text(ask).then((said) => {
        faults.push(said);
        answer.end();
      });
    const there = http.request(
      base + ask.url,
      { method: ask.method, headers: { ...ask.headers, "accept-encoding": "identity" } },
      async (got) => {
        if (got.statusCode >= 400) faults.push(`${got.statusCode} ${ask.method} ${ask.url}`);
        if (!got.headers["content-type"]?.startsWith("text/html")) {
          answer.writeHead(got.statusCode, got.headers);
          got.pipe(answer);
          return;
        }
        const { "content-length": _, ...headers } = got.headers;
        const page = await text(got);
        answer.writeHead(got.statusCode, headers).end(page.replace(/<head>/, `$&<script src="/ear.js"></script>`));
      },
    );
    there.on("error", () => answer.destroy());
    answer.on("close", () => there.destroy());
    ask.pipe(there);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    faults,
    url: "http://127.0.0.1:" + server.address().port,
    async stop() {
      server.closeAllConnections();
      await new Promise((ok) => server.close(ok));
    },
  };
}

/** @param {AsyncIterable<Buffer>} stream */
async function text(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** Tells what goes wrong in a page. It runs there before the page's own scripts. */
function ear() {
  let leaves = false; // then requests end, and nobody needs them
  addEventListener("beforeunload", () => (leaves = true));
  const tell = (/** @type {string} */ said) => leaves || navigator.sendBeacon("/ear", said);
  addEventListener("error", (e) => tell("error: " + (e.message ?? `${e.target.src ?? e.target.href} did not load`)), true);
  addEventListener("unhandledrejection", (e) => tell("error: " + e.reason));
  addEventListener("securitypolicyviolation", (e) => tell(`forbidden: ${e.violatedDirective} ${e.blockedURI}`));
  const real = console.error;
  console.error = (...args) => {
    tell("console: " + args.join(" "));
    real(...args);
  };
}
