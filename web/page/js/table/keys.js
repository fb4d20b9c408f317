// Keys at the table, wherever the focus is.

import { isGoal } from "../board/marks.js";
import { tellChanges, tellKeys, tellPlace, tellThreats } from "./describe.js";

/** @param {import("./dock.js").Dock} dock @param {KeyboardEvent} e */
export function key(dock, e) {
  const at = /** @type {HTMLElement} */ (e.target);
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || at.closest("input, textarea, select, dialog")) return;
  const onControl = at.closest("button, a, summary, [role=tab], [role=button]");
  switch (e.key) {
    case " ":
    case "Enter": {
      if (onControl || dock.view.result) return; // somebody who hurries the bots does not mean to play again
      const b = /** @type {HTMLButtonElement | null} */ (dock.root.querySelector("[data-primary], .actions .primary"));
      if (!b && !dock.composing) return void (dock.table.hurry() && e.preventDefault());
      e.preventDefault();
      const { hot } = dock.table.board;
      if (b) b.click();
      else dock.table.board.focus([...hot.keys()].find((p) => isGoal(hot.get(p))) ?? [...hot.keys()][0] ?? "");
      return;
    }
    case "Escape":
    case "Backspace":
      if (dock.undoes || dock.turn?.chosen) {
        e.preventDefault();
        dock.undo();
      }
      return;
    case "ArrowLeft":
    case "ArrowRight":
    case "ArrowUp":
    case "ArrowDown": {
      const first = [...dock.table.board.hot.keys()][0];
      if (first && !onControl?.closest("[role=tab]")) {
        e.preventDefault();
        dock.table.board.focus(first);
      }
      return;
    }
    case "n":
    case "N":
      dock.table.board.next(e.shiftKey);
      return;
    case "h":
      void dock.tutor.hint();
      return;
    case "m":
      dock.list.open = !dock.list.open || !dock.list.contains(at); // a list left open is gone to
      if (dock.list.open) /** @type {HTMLElement | null} */ (dock.list.querySelector("button"))?.focus();
      return;
    case "c":
      tellChanges(dock.table);
      return;
    case "t":
      void tellThreats(dock.table); // without a server the page says so
      return;
    case "p":
      tellPlace(dock.table, at);
      return;
    case "?":
      tellKeys();
      return;
    case "l":
      dock.table.panels.open("log");
      dock.table.log.list.focus();
      return;
  }
}
