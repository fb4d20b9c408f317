// What stands on the shelf, and what a reader is looking for.

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {{ text?: string, players?: number, minutes?: string, luck?: string }} Wish */

/** The lengths to choose from: at most so many minutes, or more than all of them. */
export const lengths = ["15", "30", "more"];

/** How much of a game may be luck: nothing, a part, or everything. */
export const lucks = ["none", "some", "all"];

/** How many players the games can have. @param {GameInfo[]} games */
export function counts(games) {
  return [...new Set(games.flatMap((g) => g.players))].sort((a, b) => a - b);
}

/** Whether a game is what somebody is looking for. @param {GameInfo} g @param {Wish} wish */
export function suits(g, { text = "", players, minutes, luck }) {
  const words = `${g.title} ${g.id} ${g.kin.title} ${g.maker} ${g.year} ${g.says}`.toLowerCase();
  return (
    text
      .toLowerCase()
      .split(/\s+/)
      .every((w) => words.includes(w)) &&
    (!players || g.players.includes(players)) &&
    (!minutes || (g.minutes > 0 && (minutes === "more" ? g.minutes > Number(lengths.at(-2)) : g.minutes <= Number(minutes)))) &&
    (!luck || luckOf(g) === luck)
  );
}

/** @param {GameInfo} g */
function luckOf(g) {
  const share = g.luck?.share ?? 0;
  return share === 0 ? "none" : share === 1 ? "all" : "some";
}
