// Moments of every game on the shelf, as the server tells them. The Go test that
// runs these tests writes them from the engines.

import { readFileSync } from "node:fs";

export const fixtures = JSON.parse(readFileSync(process.env.FIXTURES, "utf8"));

/** A few moments of each game. */
export const games = [...new Set(fixtures.map((f) => f.game))].map((game) => [game, fixtures.filter((f) => f.game === game)]);

/** Pieces in some order of their own, to compare two lists. */
export function sorted(pieces) {
  return pieces.map((p) => [p.place, p.colour, p.kind, p.face ?? ""].join(" ")).sort();
}
