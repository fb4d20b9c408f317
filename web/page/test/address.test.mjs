import assert from "node:assert/strict";
import { test } from "node:test";
import { Address, ask, link } from "../js/lib/address.js";

const at = (place, url) => new Address(place, new URL(url, "http://x"));

test("pages of a server", () => {
  const a = at({}, "/t/abc/replay?at=7#analysis");
  assert.deepEqual([a.route, a.query.get("at"), a.local, a.device], ["/t/abc/replay", "7", false, false]);
  assert.equal(a.link("/t/abc"), "/t/abc");
  assert.equal(a.link("/new?game=x"), "/new?game=x");
  assert.equal(a.onDevice("/new?game=x"), "/device/?at=/new&game=x");
});

test("pages of this device", () => {
  const a = at({ base: "/sub" }, "/sub/device/?at=/t/abc/replay&at=7&watch=1");
  assert.deepEqual([a.route, a.query.toString(), a.local, a.device], ["/t/abc/replay", "watch=1&at=7", true, true]);
  assert.equal(a.link("/t/abc/replay?at=8#analysis"), "/sub/device/?at=/t/abc/replay&at=8#analysis");
  assert.equal(a.link("/t/abc#claim=1"), "/sub/device/?at=/t/abc#claim=1");
  assert.equal(a.link("/new"), "/sub/device/?at=/new");
  assert.equal(a.link(a.onDevice("/t/abc")), "/sub/device/?at=/t/abc");
  assert.equal(a.link("/"), "/sub/");
  assert.equal(a.link("/g/x#rule"), "/sub/g/x#rule");
  assert.equal(a.link("/tour"), "/sub/tour", "only tables, not all that begin with t");
});

test("the list of this device", () => {
  for (const url of ["/device/", "/device", "/device/?at=elsewhere", "/device/?at=//elsewhere/t/x"]) {
    const a = at({}, url);
    assert.ok(a.device && a.local);
    assert.ok(a.route.startsWith("/"));
  }
  assert.equal(at({}, "/device/").route, "/device/");
  assert.equal(at({}, "/device/?at=http://elsewhere/t/x").route, "/device/");
});

test("a site without a server plays on the device", () => {
  const a = at({ base: "/sub", static: true }, "/sub/");
  assert.deepEqual([a.route, a.local, a.device], ["/", true, false]);
  assert.equal(a.link("/t/abc"), "/sub/device/?at=/t/abc");
  for (const [path, want] of [
    ["/", "/"],
    ["/learn/x", "/learn/x/"],
    ["/g/x#luck", "/g/x/#luck"],
    ["/lab?game=x.y", "/lab/?game=x.y"],
    ["/device/", "/device/"],
    ["/puzzles/x", "/puzzles/x/"],
    ["/puzzles/x/5?theme=y", "/device/?at=/puzzles/x/5&theme=y"],
    ["/new?game=x", "/device/?at=/new&game=x"],
  ]) {
    assert.equal(a.link(path), "/sub" + want);
  }
});

test("a site without a server has files for answers that never change", () => {
  const a = at({ base: "/sub", static: true }, "/sub/device/?at=/t/abc");
  for (const [path, want] of [
    ["/api/games", "/api/games.json"],
    ["/api/games/x", "/api/games/x.json"],
    ["/api/games/x/lesson", "/api/games/x/lesson.json"],
    ["/api/games/x/findings?width=340", "/api/games/x/findings-340.json"],
    ["/api/games/x/board.svg", "/api/games/x/board.svg"],
    ["/api/games/x/figures/f/board.svg", "/api/games/x/figures/f/board.svg"],
  ])
    assert.equal(a.file(path), "/sub" + want);
  for (const path of ["/api/tables", "/api/games/x/position?line=1", "/api/games/x/setup", "/api/lab", "/api/tables/x/board.svg"])
    assert.equal(a.file(path), "");
  assert.equal(at({ base: "/sub" }, "/sub/").file("/api/games"), "");
});

test("a host whose folder only begins alike", () => {
  assert.equal(at({ base: "/sub" }, "/subway/x").route, "/subway/x");
});

test("what a server is asked", async () => {
  const asked = [];
  globalThis.fetch = async (path, options) => (asked.push([path, options]), new Response("{}"));
  await ask("/api/games", { method: "GET" });
  assert.deepEqual(asked, [["/api/games", { credentials: "same-origin", method: "GET" }]]);
  assert.equal(link("/t/x"), "/t/x");
});
