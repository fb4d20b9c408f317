// Requests to the program of the device, with a worker that this file plays.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Desk } from "../js/lib/local.js";

const bytes = (text) => new TextEncoder().encode(text);

function desk() {
  const sent = [];
  return { sent, desk: new Desk({ postMessage: (m) => sent.push(m) }) };
}

test("an answer comes in parts, as from a server", async () => {
  const { sent, desk: d } = desk();
  const asked = d.ask("/api/x?y=1", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
  assert.deepEqual(sent, [
    { id: "1", method: "POST", path: "/api/x?y=1", header: { "content-type": "application/json" }, body: bytes("{}") },
  ]);
  d.part({ id: "1", status: 201, header: { "Content-Type": "application/json" }, body: bytes('{"a":'), last: false });
  const res = await asked;
  assert.equal(res.status, 201);
  d.part({ id: "1", body: bytes("1}"), last: true });
  assert.deepEqual(await res.json(), { a: 1 });
  assert.equal(d.open.size, 0);
  d.part({ id: "1", body: bytes("late"), last: true });
});

test("an answer without a body", async () => {
  const { desk: d } = desk();
  const asked = d.ask("/api/x", { method: "DELETE" });
  d.part({ id: "1", status: 204, header: {}, body: bytes(""), last: true });
  assert.equal((await asked).status, 204);
});

test("an answer that failed for want of a file is the fault of the connection", async () => {
  const { desk: d } = desk();
  for (const [away, status, code] of [
    [false, 500, "internal"],
    [true, 500, "network"],
    [true, 404, "internal"],
  ]) {
    d.away = away;
    const asked = d.ask("/api/puzzles");
    d.part({ id: String(d.last), status, header: {}, body: bytes('{"error":{"code":"internal"}}'), last: true });
    assert.equal((await (await asked).json()).error.code, code);
    assert.equal(d.open.size, 0);
  }
});

test("a stream ends when its reader gives it up", async () => {
  const { sent, desk: d } = desk();
  const control = new AbortController();
  const asked = d.ask("/api/stream", { signal: control.signal });
  d.part({ id: "1", status: 200, header: {}, body: bytes(": hello\n\n"), last: false });
  const reader = (await asked).body.getReader();
  await reader.read();
  control.abort();
  await assert.rejects(reader.read());
  assert.deepEqual(sent[1], { id: "1", cancel: true });
  assert.equal(d.open.size, 0);
  await assert.rejects(d.ask("/api/x", { signal: control.signal }));
});

test("a program that has ended says why, to those who wait and to those who come", async () => {
  const { desk: d } = desk();
  const waiting = d.ask("/api/x");
  d.end(Object.assign(new Error("Gone."), { code: "elsewhere" }));
  for (const res of [await waiting, await d.ask("/api/y")]) {
    assert.equal(res.status, 503);
    assert.deepEqual(await res.json(), { error: { code: "elsewhere", message: "Gone." } });
  }
});
