// Measures the program for browsers in Node and prints what it finds as JSON.
//
//	node local.mjs WASM_EXEC PROGRAM ROOT ANSWERS GAME...
//
// ROOT is the folder where files of the bots are found. Of each game the expert
// answers so many times.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

const [wasmExec, program, root, answers, ...games] = process.argv.slice(2);
console.log = console.error; // the log of the program
createRequire(import.meta.url)(wasmExec); // defines Go

const header = { Authorization: "Bearer 0123456789abcdef0123456789abcdef", "Content-Type": "application/json" };

/** Starts the program with an empty database. */
async function start(module) {
  const database = new Map();
  const open = new Map();
  let last = 0;
  const handle = await new Promise((ready, broken) => {
    globalThis.parlourHost = {
      botDelay: 0,
      read: async (prefix, from) =>
        [...database].filter(([key]) => key.startsWith(prefix) && key >= from).sort(([a], [b]) => (a < b ? -1 : 1)),
      async write({ has, lacks, drop, put }) {
        if ((has && !database.has(has)) || lacks.some((key) => database.has(key))) return false;
        for (const key of [...database.keys()]) if (drop.some((prefix) => key.startsWith(prefix))) database.delete(key);
        for (const [key, value] of put) database.set(key, value);
        return true;
      },
      file: async (name) => new Uint8Array(await readFile(join(root, name))),
      send: (id, part) => open.get(id)?.(part),
      failed: (message) => broken(new Error(message)),
      ready,
    };
    const go = new globalThis.Go();
    WebAssembly.instantiate(module, go.importObject).then((instance) => go.run(instance), broken);
  });
  const send = (method, path, body, part) => {
    const id = String(++last);
    open.set(id, part);
    handle({ id, method, path, header, body: new TextEncoder().encode(body ? JSON.stringify(body) : "") });
    return () => (open.delete(id), handle({ id, cancel: true }));
  };
  /** Asks for an answer as a whole. */
  const ask = (method, path, body) =>
    new Promise((ok, broken) => {
      let text = "";
      let status = 0;
      send(method, path, body, (part) => {
        status ||= part.status;
        text += new TextDecoder().decode(part.body);
        if (part.last) status < 300 ? ok(JSON.parse(text)) : broken(new Error(`${method} ${path}: ${status} ${text}`));
      });
    });
  /** Calls each with the lines of a stream. It returns what ends it. */
  const listen = (path, each) => {
    let rest = "";
    return send("GET", path, null, (part) => {
      const lines = (rest + new TextDecoder().decode(part.body)).split("\n");
      rest = lines.pop();
      for (const line of lines) if (line) each(JSON.parse(line));
    });
  };
  return { ask, listen };
}

let acts = 0;
const key = () => `key-of-act-${++acts}`.padEnd(16, ".");

/** Sits down at a table with experts. It calls view with every view of it. */
async function sit(p, game, view) {
  const { chairs } = await p.ask("POST", `/api/games/${game}/setup`, {});
  const terms = { game, bots: chairs.map((_, i) => (i ? "expert" : "")), pace: "at-once" };
  const { table } = await p.ask("POST", "/api/tables", { key: key(), chair: 1, name: "Ann", terms });
  const end = p.listen(`/api/tables/${table}/events.ndjson?view=1`, (line) => line.view && view(line.view));
  return { end, act: (seq, act) => p.ask("POST", `/api/tables/${table}/actions`, { key: key(), seq, ...act }) };
}

/** Plays random moves against experts, and returns how long they took to answer. */
async function play(p, game, most) {
  const times = [];
  while (times.length < most) {
    let last = 0; // when something happened that an expert has to answer
    let before = -1;
    const waiting = [];
    let wake = () => {};
    const t = await sit(p, game, (v) => (waiting.push([performance.now(), v]), wake()));
    for (let over = false; !over && times.length < most;) {
      while (waiting.length === 0) await new Promise((ok) => (wake = ok));
      const [at, v] = waiting.shift();
      if (v.seq <= before) continue;
      if (last) times.push(at - last);
      [before, last] = [v.seq, at];
      over = v.status === "over";
      if (over) break;
      if (v.chairs[0].seats.includes(v.turn)) {
        last = 0;
        const act = v.needs === "throw" ? { kind: "throw" } : { kind: "move", move: v.moves[v.seq % v.moves.length] };
        const begun = performance.now();
        await t.act(v.seq, act);
        last = begun;
      }
    }
    t.end();
  }
  return times;
}

const bytes = await readFile(program);
const compiling = performance.now();
const module = await WebAssembly.compile(bytes);
const found = { compile: performance.now() - compiling, start: 0, first: 0, answers: {} };
const p = await start(module);
for (const game of games) found.answers[game] = await play(p, game, Number(answers));

// Once more, as for somebody who comes back.
const begun = performance.now();
const again = await start(module);
found.start = performance.now() - begun;
await new Promise((thrown, broken) => {
  let did = false;
  const t = sit(again, games[0], (v) => {
    if (v.needs !== "throw" || did || !v.chairs[0].seats.includes(v.turn)) return;
    did = true;
    t.then(({ act }) => act(v.seq, { kind: "throw" })).then(thrown, broken);
  });
  t.catch(broken);
});
found.first = performance.now() - begun;
process.stdout.write(JSON.stringify(found), () => process.exit(0));
