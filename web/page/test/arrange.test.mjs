// What a tap with a tool does to the pieces of a position that is set up by hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, dragged, optionsOf, tapped, tools } from "../js/board/arrange.js";
import { packed, unpacked } from "../js/lib/packed.js";

const man = { place: "", colour: "B", kind: "man" };
const king = { place: "", colour: "B", kind: "king" };
const tile = (face) => ({ place: "", colour: "G", kind: "tile", face });
const on = (piece, place) => ({ ...piece, place });

test("the faces of a piece are one tool", () => {
  const list = tools([man, king, tile("12"), tile("21")]);
  assert.deepEqual(
    list.map((x) => [x.colour, x.kind, x.pieces.length]),
    [
      ["B", "man", 1],
      ["B", "king", 1],
      ["G", "tile", 2],
    ],
  );
});

test("a tap puts a piece, replaces another, turns it, piles it up or takes it away", () => {
  const tray = tools([man, king, tile("12"), tile("21")]);
  const [m, k, f] = tray;
  const one = tapped([], tray, m, "5", false);
  assert.deepEqual(one, [on(man, "5")]);
  assert.deepEqual(tapped(one, tray, k, "5", false), [on(king, "5")]);
  assert.deepEqual(tapped(one, tray, m, "5", false), []);
  assert.deepEqual(tapped(one, tray, m, "5", true), [on(man, "5"), on(man, "5")]);
  assert.deepEqual(tapped(one, tray, null, "5", true), []);
  assert.deepEqual(tapped(one, tray, null, "6", true), one);
  const lying = tapped([], tray, f, "a1", false);
  assert.equal(lying[0].face, "12");
  const turned = tapped(lying, tray, f, "a1", false);
  assert.equal(turned[0].face, "21");
  assert.equal(tapped(turned, tray, f, "a1", false)[0].face, "12");
});

test("what is not of the tray stays where it is", () => {
  const cube = { place: "cube", colour: "", kind: "cube", face: "1" };
  const tray = tools([man]);
  assert.deepEqual(tapped([cube], tray, null, "cube", false), [cube]);
  assert.deepEqual(dragged([cube], tray, "cube", "5"), [cube]);
  assert.deepEqual(dragged([on(man, "5")], tray, "5", "6"), [on(man, "6")]);
  assert.deepEqual(dragged([on(man, "5")], tray, "5", ""), []);
});

test("a change leaves out what belonged to the position as it was", () => {
  const now = {
    position: "x",
    faults: [],
    options: { huff: "yes" },
    pieces: [on(man, "5")],
    tray: [man],
    chairs: [],
    fields: [
      { key: "turn", label: "", value: "B" },
      { key: "flags", label: "", value: "must", kept: true },
    ],
  };
  assert.deepEqual(changed(now, { fields: { turn: "W" } }), { options: { huff: "yes" }, pieces: [on(man, "5")], fields: { turn: "W" } });
  assert.deepEqual(changed(now, { pieces: [] }).fields, { turn: "B" });
});

test("options and games are read from addresses", async () => {
  assert.deepEqual(optionsOf("huff=yes,quiet=20"), { huff: "yes", quiet: "20" });
  assert.deepEqual(optionsOf(""), {});
  const text = "= checkers B:W30:B1 q=0\nmoves 1-5 30-26\n".repeat(20);
  const short = await packed(text);
  assert.ok(short.length < text.length / 4 && /^[\w-]+$/.test(short));
  assert.equal(await unpacked(short, 1000), text);
  assert.equal(await unpacked("not a game", 1000), "");
  assert.equal(await unpacked(short, text.length - 1), "", "too long");
});
