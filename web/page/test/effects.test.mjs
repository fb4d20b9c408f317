// What the page does with effects: applied to the pieces they give the pieces
// after the move, in every game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byHand, colourOf, turnsOver, verdict, wayOf } from "../js/board/effects.js";
import { games, sorted } from "./fixtures.mjs";

/** Does with a list of pieces what the animation does with a board. */
function play(pieces, effects) {
  const men = pieces.map((p) => ({ ...p }));
  for (const e of effects) {
    const way = wayOf(e);
    const at = turnsOver(e) ? e.to : way ? e.from : "";
    const i = men.findLastIndex((m) => m.place === at && m.colour === (colourOf(e) ?? ""));
    if (!at || i < 0) continue;
    if (e.becomes) men[i] = { ...e.becomes };
    else if (way.length) men[i].place = way.at(-1);
    else men.splice(i, 1);
  }
  return men;
}

for (const [game, moments] of games) {
  test(`${game}: what is shown is what happened`, () => {
    let shown = 0;
    for (const f of moments) {
      for (const told of f.told) {
        if (told.effects.some((e) => e.means === "ends" || (e.means === "enters" && !e.from))) continue;
        assert.deepEqual(sorted(play(f.pieces, told.effects)), sorted(told.after), `${f.line}: ${told.move}`);
        shown++;
      }
    }
    assert.ok(shown > 20, `${shown} moves`);
  });
}

test("a piece that stays where it is, stays", () => {
  assert.equal(wayOf({ kind: "halt", means: "passes", from: "7" }), null);
  assert.equal(wayOf({ kind: "home", means: "home", to: "G*" }), null);
  assert.equal(wayOf({ kind: "contact", means: "meets", from: "a1", to: "a3" }), null);
  assert.deepEqual(wayOf({ kind: "remove", means: "takes", from: "a1" }), []);
  assert.deepEqual(wayOf({ kind: "bear-off", means: "home", from: "6", to: "off X" }), ["off X"]);
});

test("what hands did is not shown again", () => {
  const effects = [{ means: "moves" }, { means: "takes" }, { means: "turns" }, { means: "enters" }, { means: "home" }, { means: "meets" }];
  assert.deepEqual(
    effects.filter((e) => !byHand(e)).map((e) => e.means),
    ["takes", "turns", "meets"],
  );
});

test("the worst meeting gives the sign", () => {
  const meets = (...all) => verdict(all.map((verdict) => ({ means: "meets", args: { verdict } })));
  assert.deepEqual([meets(), meets("ties"), meets("wins", "ties"), meets("wins", "loses")], ["", "=", "+", "−"]);
});
