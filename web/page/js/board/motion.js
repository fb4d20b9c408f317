// Pieces in motion: how the effects of a throw or a move look and sound. It
// goes by what an effect means and knows no kind of any game.

import { s } from "../lib/dom.js";
import { colourOf, turnsOver, wayOf } from "./effects.js";
import { middle, stands } from "./geometry.js";

/** @typedef {import("./board.js").BoardView} BoardView */
/** @typedef {import("./board.js").Man} Man */
/** @typedef {import("../types").Effect} Effect */
/** @typedef {(name: string) => void} Sound */

export const ease = (/** @type {number} */ t) => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);

/**
 * Calls f with a share from 0 to 1 on every frame.
 * @param {number} ms
 * @param {(share: number) => void} f
 * @returns {Promise<void>}
 */
export function over(ms, f) {
  return new Promise((done) => {
    const start = performance.now();
    // Hidden windows get no frames: a timer ends it there.
    const late = setTimeout(() => end(), ms + 250);
    let over = false;
    const end = () => {
      if (over) return;
      over = true;
      clearTimeout(late);
      f(1);
      done();
    };
    const frame = (/** @type {number} */ now) => {
      const share = (now - start) / ms;
      if (over) return;
      if (share >= 1) return end();
      f(Math.max(0, share));
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/**
 * Takes one piece along places.
 * @param {BoardView} board
 * @param {Man} m
 * @param {string[]} way
 * @param {number} ms for each place
 * @param {(last: boolean) => void} [touch]
 */
export async function travel(board, m, way, ms, touch) {
  board.layer?.append(m.el);
  board.counts?.replaceChildren();
  const each = Math.max(ms * 0.45, Math.min(ms, (ms * 9) / way.length));
  for (const [i, place] of way.entries()) {
    const last = i === way.length - 1;
    const goal = goalOf(board, m, place, last);
    if (!goal) continue;
    const from = { x: m.x, y: m.y, size: m.size || goal.size, turn: m.turn };
    const bend = ((goal.turn - from.turn + 540) % 360) - 180;
    if (ms > 0) {
      await over(way.length === 1 ? ms * 2.2 : each, (t) => {
        const k = ease(t);
        const lift = 1 + 0.16 * Math.sin(Math.PI * t);
        board.move(m, from.x + (goal.x - from.x) * k, from.y + (goal.y - from.y) * k, (from.size + (goal.size - from.size) * k) * lift, from.turn + bend * k);
      });
    }
    board.move(m, goal.x, goal.y, goal.size, goal.turn);
    touch?.(last);
  }
  m.piece = { ...m.piece, place: way[way.length - 1] };
  m.el.dataset.place = m.piece.place;
  board.raise(m);
}

/**
 * Where a piece is on its way over a place, or how it stands there at last.
 * @param {BoardView} board
 * @param {Man} m
 * @param {string} place
 * @param {boolean} last
 */
function goalOf(board, m, place, last) {
  const st = board.at(place);
  if (!st || !board.sheet) return null;
  if (last || board.sheet.lanes) {
    const men = board.raised(m);
    const stand = stands(board.sheet, men.map((o) => (o === m ? { ...m.piece, place } : o.piece))).out[men.indexOf(m)];
    if (stand?.size) return stand;
  }
  const [x, y] = middle(st);
  return { x, y, size: st.man || m.size, turn: st.turn ?? 0 };
}

/**
 * Shows what a throw or a move did.
 * @param {BoardView} board
 * @param {Effect[]} effects
 * @param {number} ms pace, 0 for at once
 * @param {Sound} sound
 */
export async function play(board, effects, ms, sound) {
  for (const e of effects) {
    if (turnsOver(e)) await turn(board, e, ms, sound);
    else if (e.means === "meets") await meet(board, e, ms);
    const way = wayOf(e);
    const m = way && board.top(e.from ?? "", colourOf(e));
    if (!m) continue;
    const taken = e.means === "takes";
    if (taken) sound("capture");
    if (way.length === 0) {
      if (ms > 0) await over(ms * 2, (t) => m.el.setAttribute("opacity", String(1 - t)));
      m.el.remove();
      board.men = board.men.filter((o) => o !== m);
      continue;
    }
    await travel(board, m, way, taken && way.length === 1 ? ms * 1.6 : ms, (last) => !taken && sound(last ? "land" : "step"));
    if (e.becomes) board.becomes(m, e.becomes);
  }
  board.notes?.replaceChildren();
  board.settle();
}

/** A piece turns round, or is turned over. @param {BoardView} board @param {Effect} e @param {number} ms @param {Sound} sound */
async function turn(board, e, ms, sound) {
  const m = board.top(e.to ?? "", colourOf(e));
  if (!m) return;
  const frame = (/** @type {number} */ k) => m.el.setAttribute("transform", e.means === "changes"
    ? `translate(${m.x} ${m.y}) scale(${m.size * Math.max(0.02, Math.abs(1 - 2 * k))} ${m.size})`
    : `translate(${m.x} ${m.y}) rotate(${90 * k}) scale(${m.size})`);
  sound("step");
  if (ms > 0) await over(ms * 2.4, (t) => frame(ease(t)));
  board.becomes(m, e.becomes ?? m.piece);
  board.move(m, m.x, m.y, m.size, 0);
}

/** Two pieces meet. @param {BoardView} board @param {Effect} e @param {number} ms */
async function meet(board, e, ms) {
  const a = board.at(e.from ?? "");
  const b = board.at(e.to ?? "");
  if (!a || !b || ms === 0) return;
  board.notes?.append(s("g", { class: "meet " + (e.args?.verdict ?? ""), transform: `translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2})` },
    s("circle", { r: a.man * 0.5 }),
    s("text", { y: a.man * 0.12, "text-anchor": "middle", "font-size": a.man * 0.36 }, `${e.args?.sum}:${e.args?.against}`)));
  await over(ms * 4, () => {});
}
