// Pieces in motion: how the effects of a throw or a move look and sound. It
// goes by what an effect means and knows no kind of any game.
//
// Only transform and opacity change while something moves, so that the browser
// need not lay out or draw the board again.

import { s } from "../lib/dom.js";
import { settings } from "../lib/store.js";
import { colourOf, turnsOver, wayOf } from "./effects.js";
import { middle, stands } from "./geometry.js";

/** @typedef {import("./board.js").BoardView} BoardView */
/** @typedef {import("./board.js").Man} Man */
/** @typedef {import("../types").Effect} Effect */
/** @typedef {(name: string) => void} Sound */
/** @typedef {{ x: number, y: number, size: number, turn: number }} Pose */

/** The most squares that are hopped at full length; a longer way takes no more time. */
const mostHops = 6;

/** @type {Set<() => void>} what ends each motion that is under way */
const running = new Set();

/** Ends everything that moves now, as if it had moved. */
export function skip() {
  for (const end of [...running]) end();
}

/** Whether nothing is to move. */
export function still() {
  return settings.speed === "off" || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Waits, unless somebody skips it.
 * @param {number} ms
 * @returns {Promise<void>}
 */
export function wait(ms) {
  if (ms <= 0) return Promise.resolve();
  return new Promise((ok) => {
    const end = () => {
      clearTimeout(timer);
      running.delete(end);
      ok();
    };
    const timer = setTimeout(end, ms);
    running.add(end);
  });
}

/**
 * Animates an element. Somebody can skip it, and a page that nobody sees does.
 * @param {Element} el
 * @param {Keyframe[]} frames
 * @param {number} ms
 * @param {KeyframeAnimationOptions} [options]
 * @returns {Promise<void>}
 */
export async function animate(el, frames, ms, options = {}) {
  if (ms <= 0 || still()) return;
  const motion = el.animate(frames, { duration: ms, ...options });
  await wait(ms * (options.iterations ?? 1)); // and not for the animation: a hidden window may stop it
  motion.cancel();
}

/** How an element lies, as CSS says it. @param {Pose} p */
function pose({ x, y, size, turn }) {
  return `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) rotate(${turn.toFixed(1)}deg) scale(${size.toFixed(3)})`;
}

/**
 * The frames of a hop from one pose to another: up, over and down.
 * @param {Pose} a
 * @param {Pose} b
 * @param {number} [spin] degrees
 * @returns {Keyframe[]}
 */
function hop(a, b, spin = 0) {
  const bend = ((b.turn - a.turn + 540) % 360) - 180;
  const far = Math.hypot(b.x - a.x, b.y - a.y);
  const high = Math.min(b.size * 0.3 + far * 0.06, b.size);
  const top = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - high, size: ((a.size + b.size) / 2) * 1.14, turn: a.turn + bend / 2 + spin / 2 };
  return [
    { transform: pose(a), easing: "cubic-bezier(.3, .6, .6, 1)" },
    { transform: pose(top), easing: "cubic-bezier(.4, 0, .8, .6)" },
    { transform: pose({ ...b, turn: a.turn + bend + spin }) },
  ];
}

/**
 * Takes one piece along places, hopping from one to the next.
 * @param {BoardView} board
 * @param {Man} m
 * @param {string[]} way
 * @param {number} ms for each place
 * @param {(last: boolean) => void} [touch]
 * @param {number} [spin] degrees that it turns in the air
 */
export async function travel(board, m, way, ms, touch, spin = 0) {
  board.layer?.append(m.el);
  board.counts?.replaceChildren();
  const goals = way.flatMap((place, i) => goalOf(board, m, place, i === way.length - 1) ?? []);
  const each = ms * (goals.length === 1 ? 2.2 : Math.min(1, mostHops / goals.length));
  const last = goals.at(-1);
  if (last) {
    // One animation for the whole way: to begin one, the browser draws the board again.
    let from = { x: m.x, y: m.y, size: m.size || goals[0].size, turn: m.turn };
    const frames = goals.flatMap((goal, i) => {
      const hops = hop(from, goal, spin).map((f, k) => ({ ...f, offset: (i + k / 2) / goals.length }));
      from = goal;
      return hops;
    });
    board.move(m, last.x, last.y, last.size, last.turn);
    const lands = animate(m.el, frames, each * goals.length);
    void lift(m, each, goals.length);
    let landed = each <= 0;
    void lands.then(() => (landed = true));
    for (let i = 1; i < goals.length && !landed; i++) {
      await Promise.any([wait(each), lands]);
      if (!landed) touch?.(false);
    }
    await lands;
    touch?.(true);
  }
  m.piece = { ...m.piece, place: way[way.length - 1] };
  m.el.dataset.place = m.piece.place;
  board.raise(m);
}

/** The shadow of a piece in the air falls lower and is paler. @param {Man} m @param {number} ms @param {number} hops */
async function lift(m, ms, hops) {
  const shade = m.el.querySelector(".shade");
  const frames = [{}, { transform: "translate(0.06px, 0.3px) scale(0.92)", opacity: 0.5 }, {}];
  if (shade) await animate(shade, frames, ms, { iterations: hops });
}

/**
 * Where a piece is on its way over a place, or how it stands there at last.
 * @param {BoardView} board
 * @param {Man} m
 * @param {string} place
 * @param {boolean} last
 * @returns {Pose | null}
 */
function goalOf(board, m, place, last) {
  const st = board.at(place);
  if (!st || !board.sheet) return null;
  if (last || board.sheet.lanes) {
    const men = board.raised(m);
    const stand = stands(
      board.sheet,
      men.map((o) => (o === m ? { ...m.piece, place } : o.piece)),
    ).out[men.indexOf(m)];
    if (stand?.size) return stand;
  }
  const [x, y] = middle(st);
  return { x, y, size: st.man || m.size, turn: st.turn ?? 0 };
}

/** The sound of a piece that lands, by what it came for. @param {Effect} e */
function landing(e) {
  return e.means === "home" ? "home" : e.means === "enters" ? "enter" : "land";
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
    if (e.means === "takes") {
      await taken(board, m, way, ms, sound);
      if (way.length === 0) continue;
    } else {
      await travel(board, m, way, ms, (last) => sound(last ? landing(e) : "step"));
    }
    if (e.becomes) board.becomes(m, e.becomes);
  }
  board.notes?.replaceChildren();
  board.settle();
}

/**
 * A piece is taken: it tumbles home, or off the board.
 * @param {BoardView} board
 * @param {Man} m
 * @param {string[]} way none if it leaves the board
 * @param {number} ms
 * @param {Sound} sound
 */
export async function taken(board, m, way, ms, sound) {
  sound("capture");
  if (way.length > 0) return travel(board, m, way, way.length === 1 ? ms * 2 : ms, undefined, way.length === 1 ? 360 : 0);
  const at = { x: m.x, y: m.y, size: m.size, turn: m.turn };
  await animate(
    m.el,
    [
      { transform: pose(at), opacity: 1, easing: "ease-out" },
      { transform: pose({ ...at, y: at.y - at.size * 0.5, size: at.size * 1.15, turn: at.turn + 40 }), opacity: 1, easing: "ease-in" },
      { transform: pose({ ...at, y: at.y + at.size * 0.6, size: at.size * 0.3, turn: at.turn + 130 }), opacity: 0 },
    ],
    ms * 3.5,
  );
  m.el.remove();
  board.men = board.men.filter((o) => o !== m);
}

/** A piece turns round, or is turned over. @param {BoardView} board @param {Effect} e @param {number} ms @param {Sound} sound */
async function turn(board, e, ms, sound) {
  const m = board.top(e.to ?? "", colourOf(e));
  if (!m) return;
  sound("step");
  const flat = `translate(${m.x}px, ${m.y}px) scale(${m.size * 0.02}, ${m.size * 1.1})`;
  if (e.means === "changes") {
    await animate(m.el, [{ transform: pose(m) }, { transform: flat }], ms * 1.2);
    board.becomes(m, e.becomes ?? m.piece);
    await animate(m.el, [{ transform: flat }, { transform: pose(m) }], ms * 1.2);
  } else {
    await animate(m.el, [{ transform: pose(m), easing: "ease-in-out" }, { transform: pose({ ...m, turn: m.turn + 90 }) }], ms * 2.4);
    board.becomes(m, e.becomes ?? m.piece);
  }
  board.move(m, m.x, m.y, m.size, 0);
}

/** Two pieces meet. @param {BoardView} board @param {Effect} e @param {number} ms */
async function meet(board, e, ms) {
  const a = board.at(e.from ?? "");
  const b = board.at(e.to ?? "");
  if (!a || !b || ms === 0) return;
  board.notes?.append(
    s(
      "g",
      { class: "meet " + (e.args?.verdict ?? ""), transform: `translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2})` },
      s("circle", { r: a.man * 0.5 }),
      s("text", { y: a.man * 0.12, "text-anchor": "middle", "font-size": a.man * 0.36 }, `${e.args?.sum}:${e.args?.against}`),
    ),
  );
  await wait(ms * 4);
}
