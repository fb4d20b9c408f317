// What the effects of a throw or a move come to. The server says what each one
// means, in words that hold for every game; nothing here knows a kind of one.

/** @typedef {import("../types").Effect} Effect */

const leaving = new Set(["moves", "enters", "takes", "home"]);

/**
 * The places a piece goes to from where it stands: none if it leaves the board,
 * null if no piece goes anywhere.
 * @param {Effect} e
 * @returns {string[] | null}
 */
export function wayOf(e) {
  if (!e.from || !leaving.has(e.means)) return null;
  const way = e.way ?? (e.to ? [e.to] : []);
  if (way.length === 0) return e.means === "takes" ? [] : null;
  return way.length === 1 && way[0] === e.from ? null : way;
}

/** Whether it is what players do with their own hands while they compose a turn. @param {Effect} e */
export function byHand(e) {
  return e.means === "moves" || e.means === "enters" || e.means === "home";
}

/** Whether a piece changes its look where it lies. @param {Effect} e */
export function turnsOver(e) {
  return e.means === "turns" || e.means === "changes";
}

/** The colour of the piece that it happens to. @param {Effect} e */
export function colourOf(e) {
  return e.becomes ? e.becomes.colour : e.colour;
}

/** How the pieces that meet come off, in a sign; "" if none meet. @param {Effect[]} effects */
export function verdict(effects) {
  const all = effects.filter((e) => e.means === "meets").map((e) => e.args?.verdict);
  if (!all.length) return "";
  return all.includes("loses") ? "−" : all.includes("wins") ? "+" : "=";
}
