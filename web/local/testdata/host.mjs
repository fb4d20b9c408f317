// Runs the program for browsers in Node, with a database in memory.
//
//	node host.mjs WASM_EXEC PROGRAM ROOT [TEST]
//
// It reads requests as lines of JSON and writes parts of answers as lines of
// JSON. ROOT is the folder where files of the bots are found.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { join } from "node:path";

const [wasmExec, program, root, test] = process.argv.slice(2);
const say = (what) => process.stdout.write(JSON.stringify(what) + "\n");

/** @type {Map<string, Uint8Array>} */
const database = new Map();
const files = [];

globalThis.parlourHost = {
  botDelay: 0,
  test: test && JSON.parse(test),
  async read(prefix, from) {
    return [...database].filter(([key]) => key.startsWith(prefix) && key >= from).sort(([a], [b]) => (a < b ? -1 : 1));
  },
  async write({ has, lacks, drop, put }) {
    if ((has && !database.has(has)) || lacks.some((key) => database.has(key))) return false;
    for (const key of [...database.keys()]) if (drop.some((prefix) => key.startsWith(prefix))) database.delete(key);
    for (const [key, value] of put) database.set(key, value);
    return true;
  },
  async file(name) {
    files.push(name);
    return new Uint8Array(await readFile(join(root, name)));
  },
  send(id, { status, header, body, last }) {
    say({ id, status, header, body: new TextDecoder().decode(body), last });
  },
  failed(message) {
    say({ failed: message });
    process.exit(1);
  },
  ready(handle) {
    createInterface({ input: process.stdin })
      .on("line", (line) => {
        const m = JSON.parse(line);
        if (m.figures)
          return say({
            id: m.id,
            status: 200,
            body: JSON.stringify({ files, keys: database.size, memory: memory.buffer.byteLength }),
            last: true,
          });
        handle({ ...m, body: new TextEncoder().encode(m.body ?? "") });
      })
      .on("close", () => process.exit(0));
  },
};

createRequire(import.meta.url)(wasmExec); // defines Go
const go = new globalThis.Go();
const { instance } = await WebAssembly.instantiate(await readFile(program), go.importObject);
const memory = instance.exports.mem;
await go.run(instance);
