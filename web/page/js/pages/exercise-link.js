// The address of an exercise: everything it needs stands after the #, as
// #game=ID&position=LINE&move=TEXT&move=TEXT&text=WORDS.

/** @typedef {{ game: string, position: string, moves: string[], text: string }} Exercise */

/** The most characters of an address, of a text, and the most right moves. */
export const most = { address: 4000, text: 600, moves: 40 };

/**
 * Reads an exercise. What is wrong with it is named by the code of a sentence.
 * @param {string} hash
 * @returns {{ exercise?: Exercise, fault: string }}
 */
export function read(hash) {
  if (hash.length > most.address) return { fault: "exercise.too-long" };
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const one = (/** @type {string} */ key) => (said.get(key) ?? "").trim();
  const exercise = { game: one("game"), position: one("position"), moves: said.getAll("move"), text: one("text") };
  if (!/^[a-z0-9-]{1,40}$/.test(exercise.game) || !exercise.position) return { fault: "exercise.no-position" };
  if (!exercise.moves.length) return { fault: "exercise.no-move" };
  if (exercise.text.length > most.text || exercise.moves.length > most.moves) return { fault: "exercise.too-long" };
  return { exercise, fault: "" };
}

/** The address of an exercise, from the root of the site. @param {Exercise} e */
export function write(e) {
  const said = new URLSearchParams({ game: e.game, position: e.position });
  for (const m of e.moves) said.append("move", m);
  if (e.text.trim()) said.set("text", e.text.trim());
  return "/exercise#" + said;
}
