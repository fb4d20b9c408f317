// Small facts beside a player's name, counted from what lies on the board.

import { t } from "./words.js";

/** @typedef {import("./types").View} View */

/**
 * @param {View} v
 * @param {string} letter
 * @returns {string[]}
 */
export function facts(v, letter) {
  const own = v.pieces.filter((p) => p.colour === letter);
  switch (v.game) {
    case "backgammon": {
      const point = (/** @type {string} */ p) => (p.startsWith("bar") ? 25 : p.startsWith("off") ? 0 : letter === "O" ? 25 - Number(p) : Number(p));
      const pips = own.filter((p) => p.kind === "man").reduce((sum, p) => sum + point(p.place), 0);
      // The line carries the score: ...:turn:dice:score of X:score of O:...:length:...
      const fields = v.position.split(":");
      const length = Number(fields[8] ?? 0);
      const score = fields[letter === "O" ? 6 : 5];
      return [t("fact.pips", { n: pips }), ...(length > 0 ? [t("fact.score", { n: score, all: length })] : Number(score) > 0 ? [t("fact.points", { n: score })] : [])];
    }
    case "checkers":
      return [t("fact.men", { n: own.length })];
    case "contact":
    case "auto-race":
      return [];
  }
  return [t("fact.home", { n: own.filter((p) => p.place.endsWith("*") || /^[A-Z][a-d]$/.test(p.place)).length })];
}
