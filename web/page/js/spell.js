// How going from one place of a board to another is spelled as a move, for
// asking the server why it is not allowed. This is spelling only: whether
// anything is allowed the server alone knows.

/**
 * @param {string} game
 * @param {string} seat letter of the seat in turn
 * @param {string} dice the last throw, for turns of several dice
 * @param {string} from
 * @param {string} to
 * @returns {string}
 */
export function spell(game, seat, dice, from, to) {
  switch (game) {
    case "checkers":
    case "contact":
      return from + "-" + to;
    case "backgammon": {
      const point = (/** @type {string} */ p) => (p.startsWith("bar") ? "bar" : p.startsWith("off") ? "off" : seat === "O" ? String(25 - Number(p)) : p);
      return point(from) + "/" + point(to);
    }
  }
  const own = (/** @type {string} */ p) => p.replace(/^[A-Z](?=[-*ha-d])/, "");
  const a = own(from);
  const b = own(to);
  const move = a === "-" ? "enter" : a + ">" + b;
  return game === "parker" && dice ? dice.charAt(0) + ":" + move : move;
}
