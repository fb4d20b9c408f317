// The stream of what happens, with a server that this file plays.

import assert from "node:assert/strict";
import { test } from "node:test";

const page = new EventTarget();
globalThis.document = Object.assign(new EventTarget(), { visibilityState: "visible", querySelector: () => null });
globalThis.addEventListener = page.addEventListener.bind(page);
globalThis.removeEventListener = page.removeEventListener.bind(page);
const { events, Stream } = await import("../js/lib/stream.js");

/** A server whose streams stay open until the page gives them up. */
function server() {
  const asked = [];
  let tell = () => {};
  globalThis.fetch = async (path, { signal }) => {
    asked.push(path);
    tell();
    return new Response(new ReadableStream({ start: (out) => signal.addEventListener("abort", () => out.error(signal.reason)) }));
  };
  const reached = async (n) => {
    while (asked.length < n) await new Promise((ok) => (tell = ok));
    await new Promise(setImmediate);
  };
  return { asked, reached };
}

test("who connects anew on purpose has not lost the connection", async () => {
  const { asked, reached } = server();
  const seen = [];
  const s = new Stream(new Map([["a", 3]]), { table() {}, presence() {}, open: () => seen.push("open"), link: (up) => seen.push(up) });
  await reached(1);
  s.again(0);
  await reached(2);
  assert.deepEqual(seen, ["open", true, "open"]);
  assert.deepEqual(asked, ["/api/stream?t=a:3", "/api/stream?t=a:3"]);
  s.stop();
});

test("a stream is read whatever its parts are cut into", async () => {
  const text = ': beat\n\nretry: 700\n\nevent: table\ndata: {"a":"ü"}\n\nevent: presence\r\ndata:{"b":2}\r\n\r\nevent: lost\ndata: {"c":3}';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 7, bytes.length]) {
    let beats = 0;
    const body = new ReadableStream({
      start(out) {
        for (let i = 0; i < bytes.length; i += size) out.enqueue(bytes.slice(i, i + size));
        out.close();
      },
    });
    const seen = [];
    for await (const e of events(body, () => beats++)) seen.push(e);
    assert.deepEqual(seen, [
      { kind: "retry", data: 700 },
      { kind: "table", data: { a: "ü" } },
      { kind: "presence", data: { b: 2 } },
    ]);
    assert.equal(beats, Math.ceil(bytes.length / size));
  }
});
