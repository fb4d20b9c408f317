// Fingers, mice and keys on a board: which place is meant.

import { beside, meant, through } from "./geometry.js";
import { isGoal } from "./marks.js";

/** @typedef {import("./board.js").BoardView} BoardView */
/** @typedef {import("./board.js").Man} Man */

/** The point of the sheet under a pointer. @param {BoardView} board @param {PointerEvent} e */
function point(board, e) {
  const m = board.svg?.getScreenCTM();
  return m ? new DOMPoint(e.clientX, e.clientY).matrixTransform(m.inverse()) : new DOMPoint();
}

/** What can be chosen, and where a finger aims for it. @param {BoardView} board @returns {import("./geometry.js").Choice[]} */
export function choices(board) {
  return [...board.hot].flatMap(([place, kind]) => {
    const st = board.at(place);
    const top = board.top(place);
    return st
      ? [{ place, st, at: isGoal(kind) ? board.landing(place) : /** @type {[number, number]} */ ([top?.x ?? st.x, top?.y ?? st.y]) }]
      : [];
  });
}

/**
 * The place under a pointer: one that can be chosen if it is near. While the
 * board comes closer, a quick finger aims at what it saw before.
 * @param {BoardView} board @param {PointerEvent} e
 */
function placeAt(board, e) {
  const p = point(board, e),
    shown = board.box ?? [0, 0, 1, 1];
  for (const box of board.aimed ? [board.aimed, shown] : [shown]) {
    const near = meant(through(p, shown, box), choices(board), box[2] / board.root.clientWidth);
    if (near) return near;
  }
  const under = document
    .elementsFromPoint(e.clientX, e.clientY)
    .map((el) => el.closest("[data-place]"))
    .find((el) => el && board.root.contains(el));
  return /** @type {SVGElement | undefined} */ (under)?.dataset.place ?? "";
}

/** Listens to hands and keys. @param {BoardView} board @param {SVGSVGElement} svg */
export function listen(board, svg) {
  /** @type {{ id: number, place: string, x: number, y: number, man?: Man } | null} */
  let hold = null;
  svg.addEventListener("pointerdown", (e) => {
    if (e.button === 0 && e.pointerType) hold = { id: e.pointerId, place: placeAt(board, e), x: e.clientX, y: e.clientY };
  });
  // A finger on a piece that can be moved drags it and does not scroll the page.
  // The browser decides that at the first touch; touch-action on a part of a
  // drawing does not tell it.
  svg.addEventListener(
    "touchstart",
    (e) => {
      const kind = hold && e.touches.length === 1 ? board.hot.get(hold.place) : undefined;
      if (kind === "source" || kind === "chosen") e.preventDefault();
    },
    { passive: false },
  );
  svg.addEventListener("pointermove", (e) => {
    if (!hold || hold.id !== e.pointerId || !hold.place) return;
    if (!hold.man) {
      if (Math.hypot(e.clientX - hold.x, e.clientY - hold.y) < 7) return;
      const man = board.onLift(hold.place) ? board.top(hold.place) : undefined;
      if (!man) return void (hold = null);
      hold.man = man;
      man.el.setAttribute("pointer-events", "none"); // the place below it is meant
      svg.setPointerCapture(e.pointerId);
      board.layer?.append(man.el);
      board.root.classList.add("dragging");
    }
    const p = point(board, e);
    const m = hold.man;
    m.el.setAttribute("transform", `translate(${p.x} ${p.y}) rotate(${m.turn}) scale(${m.size * 1.15})`);
  });
  svg.addEventListener("pointerup", (e) => {
    if (!hold || hold.id !== e.pointerId) return;
    const { place, man } = hold;
    hold = null;
    board.root.classList.remove("dragging");
    if (!man) return board.onPlace(place, "tap");
    const to = placeAt(board, e);
    man.el.removeAttribute("pointer-events");
    if (to !== place) board.onDrag(place, to);
    else board.settle();
  });
  svg.addEventListener("pointercancel", () => {
    hold?.man?.el.removeAttribute("pointer-events");
    if (hold?.man) board.settle();
    hold = null;
    board.root.classList.remove("dragging");
  });
  // A screen reader presses a button without a pointer.
  svg.addEventListener("click", (e) => {
    const key = /** @type {SVGElement} */ (e.target).closest("[data-hot]");
    if (key && e.detail === 0) board.onPlace(/** @type {SVGElement} */ (key).dataset.hot ?? "", "key");
  });
  svg.addEventListener("keydown", (e) => {
    const key = /** @type {SVGElement | null} */ (/** @type {SVGElement} */ (e.target).closest("[data-hot]"));
    if (!key) return;
    const place = key.dataset.hot ?? "";
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (step) {
      e.preventDefault();
      stroll(board, place, step);
    } else if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      e.stopPropagation();
      board.onPlace(place, "key");
    }
  });
}

/** Focuses the next place in a direction, or goes round. @param {BoardView} board @param {string} place @param {number[]} step */
function stroll(board, place, step) {
  const from = board.at(place);
  if (!from) return;
  /** @type {[string, import("../types").Station][]} */
  const others = [...board.hot.keys()].flatMap((p) => {
    const st = board.at(p);
    return st && p !== place ? [/** @type {[string, import("../types").Station]} */ ([p, st])] : [];
  });
  const next = beside(from, others, step);
  if (next) focus(board, next);
}

/** Gives a place the focus of the keyboard. @param {BoardView} board @param {string} place */
export function focus(board, place) {
  for (const k of board.keys?.querySelectorAll("[data-hot]") ?? []) {
    const mine = /** @type {SVGElement} */ (k).dataset.hot === place;
    k.setAttribute("tabindex", mine ? "0" : "-1");
    if (mine) /** @type {SVGElement} */ (k).focus();
  }
}
