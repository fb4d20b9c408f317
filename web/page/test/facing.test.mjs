// Which way the board lies, while the connection comes and goes.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = Object.assign(new EventTarget(), { querySelector: () => null });
globalThis.addEventListener = () => {};
const { Facing } = await import("../js/board/facing.js");

const lies = { sides: { W: 0, B: 2 } };
const turned = { sides: { W: 0, B: 2 }, quarter: 2 };

/** Answers with a board, or not at all. @param {boolean} there */
function server(there) {
  globalThis.fetch = async () => {
    if (!there) throw new TypeError("Failed to fetch");
    return Response.json(turned);
  };
}

test("a board that could not be turned stays, and is asked for again", async () => {
  const facing = new Facing("table", lies);
  assert.equal(await facing.towards("W"), lies);
  server(false);
  assert.equal(await facing.towards("B"), null);
  assert.equal(facing.quarter, 0);
  server(true);
  assert.deepEqual(await facing.towards("B"), turned);
  assert.equal(facing.quarter, 2);
});

test("a page that cannot show any board says so", async () => {
  server(false);
  await assert.rejects(new Facing("table", lies).towards("B"), { code: "network" });
});
