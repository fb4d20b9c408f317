// What is marked on a board: the places that can be chosen, and the last move.

import { s } from "../lib/dom.js";
import { colourOf, turnsOver, wayOf } from "./effects.js";
import { arrowBeside, loose, trail } from "./geometry.js";

/** @typedef {import("./board.js").BoardView} BoardView */
/** @typedef {import("../types").Piece} Piece */
/** @typedef {"source" | "target" | "through" | "back" | "chosen"} Mark */

/** A square mark, for square pieces. @param {number} x @param {number} y @param {number} size @param {string} kind */
function around(x, y, size, kind) {
  return s("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: size * 0.1, class: kind });
}

/** Whether a place is marked as one to go to. @param {Mark | undefined} kind */
export function isGoal(kind) {
  return kind === "target" || kind === "through" || kind === "back";
}

/**
 * Marks places that can be chosen and gives each a button for the keyboard.
 * @param {BoardView} board
 * @param {Map<string, Mark>} hot
 * @param {(place: string) => string} label
 * @param {Map<string, string>} [signs] a word to write at a target
 * @param {Map<string, Piece>} [ghosts] the piece as it would lie at a target
 */
export function mark(board, hot, label, signs, ghosts) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.hot;
  board.hot = hot;
  board.marks?.replaceChildren();
  board.keys?.replaceChildren();
  let first = true;
  for (const [place, kind] of hot) {
    const st = board.at(place);
    if (!st) continue;
    const [x, y] = isGoal(kind) ? goal(board, place, kind, ghosts?.get(place)) : ring(board, place, kind);
    const sign = signs?.get(place);
    if (sign) board.marks?.append(badge(x, y, st.man, sign));
    if (isGoal(kind) || kind === "chosen") board.marks?.append(...number(board, place, kind, x, y));
    const [w, h] = st.size.map((n) => Math.max(n, st.man));
    const key = s(
      "g",
      {
        role: "button",
        tabindex: first ? 0 : -1,
        class: "key",
        "data-kind": kind,
        "data-hot": place,
        "data-place": place,
        "aria-label": label(place),
      },
      s("rect", { x: st.x - w / 2, y: st.y - h / 2, width: w, height: h, rx: 5, class: "key-area" }),
      s("circle", { cx: x, cy: y, r: st.man * 0.78, class: "key-ring" }),
    );
    first = false;
    board.keys?.append(key);
    if (place === focused) key.focus();
  }
  if (focused && !hot.has(focused)) /** @type {SVGElement | null} */ (board.keys?.querySelector("[data-hot]"))?.focus();
}

/** A sign on the upper edge of a piece, between its digits. @param {number} x @param {number} y @param {number} man @param {string} sign */
function badge(x, y, man, sign) {
  const r = man * 0.11;
  return s(
    "g",
    { class: "sign", transform: `translate(${x} ${y - man * 0.43})` },
    s("circle", { r }),
    s("text", { y: r * 0.72, "text-anchor": "middle", "font-size": r * 2 }, sign),
  );
}

/**
 * The number of a place, large enough to read: in the mark of an empty place,
 * otherwise at the corner of the piece there. Square pieces lie on lines whose
 * names stand at the edges.
 * @param {BoardView} board @param {string} place @param {Mark} kind @param {number} x @param {number} y
 */
function number(board, place, kind, x, y) {
  const st = board.at(place);
  if (!st?.label || board.sheet?.square) return [];
  const { pixel } = board;
  const empty = kind === "target" && !board.top(place);
  const r = empty ? Math.max(st.man * 0.36, 9 * pixel) : Math.max(st.man * 0.26, 8 * pixel);
  const off = empty ? 0 : Math.max(st.man * 0.5, r);
  const font = r * (1.35 - 0.15 * st.label.length);
  return [
    s(
      "g",
      { class: empty ? "number goal" : "number", transform: `translate(${x + off} ${y - off})` },
      s("circle", { r }),
      s("text", { y: font * 0.35, "text-anchor": "middle", "font-size": font }, st.label),
    ),
  ];
}

/** A turn on the spot: the piece goes here and back. @param {number} x @param {number} y @param {number} r */
function loop(x, y, r) {
  return s(
    "g",
    { class: "back", transform: `translate(${x} ${y}) scale(${r})` },
    s("circle", { r: 1 }),
    s("path", { d: "M-.45 .2A.5 .5 0 1 1 .1 .48M-.12 .22L.1 .48L-.16 .74" }),
  );
}

/** Marks a place to go to. @param {BoardView} board @param {string} place @param {Mark} kind @param {Piece} [ghost] */
function goal(board, place, kind, ghost) {
  const st = /** @type {import("../types").Station} */ (board.at(place));
  const [x, y] = board.landing(place);
  if (kind === "back") {
    board.marks?.append(loop(x, y, st.man * 0.3));
    return [x, y];
  }
  if (ghost) {
    const m = { piece: ghost, el: s("g", { class: "ghost" }), x, y, size: 0, turn: 0 };
    board.dress(m, ghost);
    board.move(m, x, y, st.man * 0.84, 0);
    board.marks?.append(m.el, around(x, y, st.man * 0.86, kind + " ring"));
    return [x, y];
  }
  const capture = board.top(place) && loose(st);
  board.marks?.append(
    s("circle", {
      cx: x,
      cy: y,
      r: capture ? st.man * 0.6 : st.man * (kind === "through" ? 0.11 : 0.21),
      class: kind + (capture ? " ring" : ""),
    }),
  );
  return [x, y];
}

/** Marks a piece that can be chosen. @param {BoardView} board @param {string} place @param {Mark} kind */
function ring(board, place, kind) {
  const st = /** @type {import("../types").Station} */ (board.at(place));
  const top = board.top(place);
  const x = top?.x ?? st.x;
  const y = top?.y ?? st.y;
  const size = top?.size ?? st.man;
  const { width, height } = top?.el.getBBox() ?? { width: 1, height: 1 }; // in widths of the piece
  const long = Math.max(width, height);
  const r = size * (long > 1.5 ? long * 0.54 : 0.62); // some are longer than wide
  const one = (/** @type {string} */ name) =>
    top && board.sheet?.square ? around(x, y, size * 1.02, name) : s("circle", { cx: x, cy: y, r, class: name });
  // A pale ring below the dotted one: it has to be seen on every ink.
  board.marks?.append(one("halo"), one(kind));
  return [x, y];
}

/** Shows the ways of the last move. @param {BoardView} board @param {import("../types").Effect[]} effects */
export function last(board, effects) {
  board.ways?.replaceChildren();
  for (const e of effects) {
    const to = wayOf(e);
    if (!to?.length) continue;
    const way = [e.from ?? "", ...to];
    const [a, z] = [board.at(way[0]), board.at(way[way.length - 1])];
    if (!board.sheet || !a || !z) continue;
    const points = trail(
      board.sheet,
      board.men.map((m) => m.piece),
      way,
      colourOf(e),
    );
    const [end] = points.slice(-1);
    board.ways?.append(
      s("circle", { cx: points[0][0], cy: points[0][1], r: a.man * 0.5, class: "left" }),
      s("path", { d: "M" + points.map((p) => p.map((n) => n.toFixed(1)).join(" ")).join("L"), class: "way" }),
      s("circle", { cx: end[0], cy: end[1], r: z.man * 0.62, class: "came" }),
    );
  }
}

/** Half the width of an arrow's line with its edge, in pixels, as the style sheet has it. */
const halfArrow = 5.5;

/** The box that a piece fills. @param {import("./board.js").Man} m @returns {import("./geometry.js").Box} */
const boxOf = ({ x, y, size }) => [x - size * 0.4, y - size * 0.4, size * 0.8, size * 0.8];

/**
 * Draws arrows for moves that could be played: solid for the better one, dashed
 * for the one in mind. A piece that turns where it lies gets a ring.
 * @param {BoardView} board as it is before the move
 * @param {{ effects: import("../types").Effect[], better: boolean }[]} moves
 */
export function arrows(board, moves) {
  board.arrowed?.replaceChildren();
  const line = (/** @type {[number, number][]} */ points) => "M" + points.map((p) => p.map((n) => n.toFixed(1)).join(" ")).join("L");
  for (const { effects, better } of moves) {
    const group = s("g", { class: better ? "better" : "mine" });
    for (const e of effects) {
      const turned = turnsOver(e) ? board.at(e.to ?? "") : undefined;
      if (turned) group.append(s("circle", { cx: turned.x, cy: turned.y, r: turned.man * 0.62, class: "shaft" }));
      const to = e.means === "takes" ? null : wayOf(e);
      const st = board.at(e.from ?? "");
      if (!to?.length || !board.sheet || !st) continue;
      const points = trail(
        board.sheet,
        board.men.map((m) => m.piece),
        [e.from ?? "", ...to],
        colourOf(e),
      );
      const man = board.top(e.from ?? "", colourOf(e));
      if (man) points[0] = [man.x, man.y];
      const others = board.men.filter((m) => m !== man && m.size > 0).map(boxOf);
      const a = arrowBeside(points, st.man, [...board.numbers, ...others], halfArrow * board.pixel);
      if (!a) continue;
      group.append(
        s("path", { d: line(a.shaft), class: "edge" }),
        s("path", { d: line(a.head) + "Z", class: "edge" }),
        s("path", { d: line(a.shaft), class: "shaft" }),
        s("path", { d: line(a.head) + "Z", class: "head" }),
      );
    }
    board.arrowed?.append(group);
  }
}
