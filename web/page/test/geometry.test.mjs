// Where things are on the boards of every game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beside, closeUp, landing, meant, stands, trimmed } from "../js/geometry.js";
import { games } from "./fixtures.mjs";

const inside = ([x, y, w, h], p) => p.x >= x && p.x <= x + w && p.y >= y && p.y <= y + h;

for (const [game, moments] of games) {
  test(`${game}: every piece stands on the sheet, and none hides another`, () => {
    for (const { sheet, pieces, line } of moments) {
      const { out, counts } = stands(sheet, pieces);
      const seen = new Map();
      out.forEach((st, i) => {
        assert.ok(st && inside(sheet.viewBox, st), `${line}: ${JSON.stringify(pieces[i])}`);
        if (!st.size) return;
        const at = `${st.x.toFixed(1)} ${st.y.toFixed(1)}`;
        assert.ok(!seen.has(at), `${line}: ${pieces[i].place} ${pieces[i].colour} covers ${seen.get(at)}`);
        seen.set(at, pieces[i].place);
      });
      const hidden = out.filter((st) => !st.size).length;
      assert.ok(hidden === 0 || counts.length > 0, `${line}: hidden pieces are counted`);
    }
  });

  test(`${game}: a finger finds every place, and a key every other`, () => {
    const { sheet, pieces } = moments[0];
    const places = Object.entries(sheet.places);
    const choices = places.map(([place, st]) => ({ place, st, at: landing(sheet, pieces, place) }));
    for (const c of choices) {
      const [x, y] = c.at;
      const found = choices.find((o) => o.place === meant({ x, y }, choices, 0.5));
      const far = Math.hypot(found.at[0] - x, found.at[1] - y);
      assert.ok(far < c.st.man * 0.6, `${c.place} is taken for ${found.place}`);
    }
    assert.equal(meant({ x: -500, y: -500 }, choices, 0.5), "");
    const reached = new Set([places[0][0]]);
    for (const from of reached) {
      for (const step of [[1, 0], [-1, 0], [0, 1], [0, -1]]) reached.add(beside(sheet.places[from], places.filter(([p]) => p !== from), step));
    }
    assert.ok(reached.size > places.length * 0.9, `${reached.size} of ${places.length}`);
  });

  test(`${game}: a small board is brought near, within its edges`, () => {
    const { sheet } = moments[0];
    const places = Object.values(sheet.places);
    const full = trimmed(sheet.viewBox, 360);
    for (const st of places) {
      assert.equal(closeUp(full, [st], 4000), null, "large enough");
      const near = closeUp(full, [st], 100);
      assert.ok(near[0] >= full[0] - 0.01 && near[1] >= full[1] - 0.01 && near[0] + near[2] <= full[0] + full[2] + 0.01 && near[1] + near[3] <= full[1] + full[3] + 0.01, JSON.stringify(near));
      assert.ok(near[2] < full[2]);
    }
  });
}

test("colours keep to their lanes", () => {
  const st = { x: 5, y: 5, spots: [[1, 1], [2, 2], [3, 3]], first: [1, 1], stack: [0, 0], size: [9, 9], man: 1, room: 3, turn: 30 };
  const sheet = { viewBox: [0, 0, 9, 9], places: { a: st, b: st }, lanes: true };
  const pieces = [{ place: "a", colour: "G", kind: "x" }, { place: "a", colour: "Y", kind: "x" }, { place: "b", colour: "B", kind: "x" }];
  assert.deepEqual(stands(sheet, pieces).out.map((o) => [o.x, o.turn]), [[1, 30], [2, 30], [3, 30]]);
  assert.deepEqual(landing(sheet, pieces, "b", "Y"), [2, 2]);
  assert.deepEqual(landing({ ...sheet, lanes: false }, pieces, "b", "Y"), [2, 2], "the second piece there");
  assert.deepEqual(landing({ ...sheet, lanes: false }, pieces, "a", "Y"), [3, 3]);
});
