import assert from "node:assert/strict";
import { test } from "node:test";
import { bare, pack, termsOf, unpack } from "../js/table/parcel.js";

test("a game goes into a link and comes out of it", async () => {
  const parcel = { terms: { game: "x", bots: ["", "greedy"] }, record: "@ Game: x\n= x start\n" + "G 5 a-b\n".repeat(1500), own: 1 };
  const text = await pack(parcel);
  assert.match(text, /^[\w-]+$/);
  assert.ok(text.length < 400, `${text.length} letters`);
  assert.deepEqual(await unpack(text), parcel);
});

test("a damaged or hostile link is no game", async () => {
  const good = await pack({ terms: { game: "x" }, record: "", own: 1 });
  const huge = await pack({ terms: { game: "x" }, record: " ".repeat(50_000_000), own: 1 });
  assert.ok(huge.length < 100_000);
  const other = await pack(/** @type {any} */ ({ terms: {}, record: 7 }));
  for (const text of ["", "!", good.slice(0, -5), good.replace(/.{4}/, "AAAA"), huge, other])
    assert.equal(await unpack(text), null, text.slice(0, 30));
});

test("what only the device knows is left out", () => {
  assert.equal(bare("@ Game: x\n# dice round 1\n= x\n# story\nG 5 a-b"), "@ Game: x\n= x\nG 5 a-b");
  const chair = (more) => ({ seats: ["G"], ...more });
  const v = {
    terms: { game: "x", setup: { players: 2 }, clock: { kind: "none" }, listed: true, position: "p" },
    help: "hints",
    chairs: [chair({ person: true }), chair({ bot: "greedy" }), chair({ person: true, bot: "greedy" })],
  };
  assert.deepEqual(termsOf(/** @type {any} */ (v)), {
    game: "x",
    setup: { players: 2 },
    clock: { kind: "none" },
    chat: true,
    pace: undefined,
    help: "hints",
    bots: ["", "greedy", ""],
  });
});
