// The log of a table in words and notation.

import { h } from "./dom.js";
import { wordsOf } from "./names.js";
import { t } from "./words.js";

/** @typedef {import("./types").TableEvent} TableEvent */

const quiet = new Set(["commit", "held", "carry"]);

export class Log {
  /**
   * @param {string} table
   * @param {(letter: string) => Node | null} icon
   */
  constructor(table, icon) {
    this.table = table;
    this.icon = icon;
    this.list = h("ol", { class: "log", tabindex: 0, "aria-label": t("table.log") });
  }

  /** @param {TableEvent} e */
  add(e) {
    if (quiet.has(e.kind)) return;
    const played = e.kind === "throw" || e.kind === "move";
    const text = (e.body.throw ?? "") || (e.body.move ?? "");
    const notation = played ? h("code", {}, text) : null;
    const said = e.kind === "chat" || e.kind === "emote";
    const item = h("li", { class: played ? "played" : said ? "said" : "about", "data-seq": e.seq, "data-kind": e.kind },
      played ? this.icon(e.body.seat ?? "") : null,
      h("span", { class: "words" }, wordsOf(e)),
      notation);
    item.title = e.at;
    this.list.prepend(item);
  }

  clear() {
    this.list.replaceChildren();
  }
}
