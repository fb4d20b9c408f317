// Which puzzles this device has solved, and how many in a row. Pure.

/**
 * @typedef {object} Solved
 * @property {Record<string, Record<string, number>>} done by game and number: 1 right at the first try, 2 not
 * @property {number} run puzzles right at the first try, one after the other
 * @property {number} best the longest run
 */

/** @returns {Solved} */
export const none = () => ({ done: {}, run: 0, best: 0 });

/** Whether a puzzle was tried: 1 right at the first try, 2 not, 0 never. @param {Solved} s @param {string} game @param {number} n */
export const tried = (s, game, n) => s.done[game]?.[n] ?? 0;

/** How many puzzles of a game were right at the first try. @param {Solved} s @param {string} game */
export const right = (s, game) => Object.values(s.done[game] ?? {}).filter((x) => x === 1).length;

/**
 * What is known after a try. Only the first try of a puzzle counts.
 * @param {Solved} s @param {string} game @param {number} n @param {boolean} ok
 * @returns {Solved}
 */
export function scored(s, game, n, ok) {
  if (tried(s, game, n)) return s;
  const run = ok ? s.run + 1 : 0;
  return { done: { ...s.done, [game]: { ...s.done[game], [n]: ok ? 1 : 2 } }, run, best: Math.max(s.best, run) };
}

/** @typedef {{ difficulty: number, themes: string[] }} Short */
/** @typedef {{ level?: number, theme?: string }} Filter */

/** @param {Short} p @param {Filter} f */
export const fits = (p, f) => (!f.level || p.difficulty === f.level) && (!f.theme || p.themes.includes(f.theme));

/**
 * The number of the puzzle to go on with: the next one that fits and was not
 * tried, or else the next one that fits; 0 if there is none.
 * @param {Short[]} list @param {number} from the number of the last one @param {Filter} f @param {(n: number) => number} done
 */
export function nextOf(list, from, f, done) {
  const order = list.map((_, i) => ((from + i) % list.length) + 1).filter((n) => fits(/** @type {Short} */ (list[n - 1]), f) && n !== from);
  return order.find((n) => !done(n)) ?? order[0] ?? 0;
}

/**
 * How many puzzles fit, and how many of them were right and wrong at the first try.
 * @param {Short[]} list @param {Filter} f @param {(n: number) => number} done
 */
export function tally(list, f, done) {
  const fit = list.map((p, i) => ({ p, was: done(i + 1) })).filter(({ p }) => fits(p, f));
  const of = (/** @type {number} */ was) => fit.filter((x) => x.was === was).length;
  return { all: fit.length, solved: of(1), missed: of(2) };
}
