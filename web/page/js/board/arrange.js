// Setting up a position by hand: what a tap with a tool does to the pieces.
// Nothing here touches the document or knows a game.

/** @typedef {import("../types").Piece} Piece */
/** @typedef {import("../types").Edited} Edited */
/** @typedef {{ colour: string, kind: string, pieces: Piece[] }} Tool a piece of the tray with all its faces */

/** The pieces of a tray, with the faces of each together. @param {Piece[]} tray @returns {Tool[]} */
export function tools(tray) {
  /** @type {Tool[]} */
  const list = [];
  for (const p of tray) {
    const known = list.find((x) => x.colour === p.colour && x.kind === p.kind);
    if (known) known.pieces.push(p);
    else list.push({ colour: p.colour, kind: p.kind, pieces: [p] });
  }
  return list;
}

/** Whether a piece is one of a tool. @param {Tool} tool @param {Piece} p */
const same = (tool, p) => tool.colour === p.colour && tool.kind === p.kind;

/**
 * The pieces after a tap on a place. Without a tool the tap takes a piece away.
 * A piece of the tool that lies there already is turned to its next face, or
 * gets company where pieces pile up, or else is taken away.
 * @param {Piece[]} pieces
 * @param {Tool[]} tray
 * @param {Tool | null} tool
 * @param {string} place
 * @param {boolean} piles whether several pieces have room there
 * @returns {Piece[]}
 */
export function tapped(pieces, tray, tool, place, piles) {
  const at = pieces.findLastIndex((p) => p.place === place && tray.some((x) => same(x, p)));
  const without = pieces.filter((_, i) => i !== at);
  if (!tool) return without;
  const here = pieces[at];
  const fresh = { ...tool.pieces[0], place };
  if (!here || (piles && tool.pieces.length === 1)) return [...pieces, fresh];
  if (!same(tool, here)) return [...without, fresh];
  const face = tool.pieces.findIndex((p) => (p.face ?? "") === (here.face ?? ""));
  if (tool.pieces.length === 1) return without;
  return pieces.map((p, i) => (i === at ? { ...tool.pieces[(face + 1) % tool.pieces.length], place } : p));
}

/**
 * The pieces after one was dragged; to is "" beside the board.
 * @param {Piece[]} pieces
 * @param {Tool[]} tray
 * @param {string} from
 * @param {string} to
 */
export function dragged(pieces, tray, from, to) {
  const at = pieces.findLastIndex((p) => p.place === from && tray.some((x) => same(x, p)));
  if (at < 0) return pieces;
  const rest = pieces.filter((_, i) => i !== at);
  return to ? [...rest, { ...pieces[at], place: to }] : rest;
}

/**
 * What to send after something was changed by hand: what belongs to the position
 * as it was is left out.
 * @param {Edited} now
 * @param {{ pieces?: Piece[], fields?: Record<string, string>, options?: Record<string, string> }} change
 */
export function changed(now, change) {
  const fields = Object.fromEntries(now.fields.filter((f) => !f.kept).map((f) => [f.key, f.value]));
  return { options: change.options ?? now.options, pieces: change.pieces ?? now.pieces, fields: { ...fields, ...change.fields } };
}

/** The options in an address: "key=value,key=value". @param {string} text @returns {Record<string, string>} */
export function optionsOf(text) {
  return Object.fromEntries(
    text
      .split(",")
      .map((x) => x.split("="))
      .filter((x) => x.length === 2 && x[0]),
  );
}
