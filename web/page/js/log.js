// The log of a table in words and notation.

import { h } from "./dom.js";
import { wordsOf } from "./names.js";
import { t } from "./words.js";

/** @typedef {import("./types").TableEvent} TableEvent */

/** Kinds of events behind the scenes. */
const behind = new Set(["commit", "carry", "take-part", "round", "pledge", "reveal"]);

/** Whether an event is not worth a word: it is behind the scenes, or a decision to throw, which the throw tells. @param {TableEvent} e */
export function quiet(e) {
  const effects = e.effects ?? [];
  return behind.has(e.kind) || (e.kind === "move" && effects.length > 0 && effects.every((f) => f.means === "throws"));
}

/** How many entries are shown until somebody asks for all. */
const recent = 60;

export class Log {
  /**
   * @param {(letter: string) => Node | null} icon
   * @param {(e: TableEvent) => boolean} muted
   */
  constructor(icon, muted) {
    this.icon = icon;
    this.muted = muted;
    /** @type {TableEvent[]} everything, as the table keeps it */
    this.told = [];
    this.whole = false;
    this.list = h("ol", { class: "log", tabindex: 0, "aria-label": t("table.log") });
    this.more = h("button", { class: "small more", hidden: true, onclick: () => this.all() }, t("table.log-all"));
    this.root = h("div", {}, this.list, this.more);
  }

  /** @param {TableEvent} e */
  add(e) {
    if (quiet(e)) return;
    this.list.prepend(this.row(e));
    // A long game has more than a thousand entries. Laying them all out again
    // for each throw would be slow.
    if (this.whole || this.list.childElementCount <= recent) return;
    this.list.lastElementChild?.remove();
    this.more.hidden = false;
  }

  /** Shows a log from its beginning. @param {TableEvent[]} events */
  fill(events) {
    this.told = events;
    const loud = events.filter((e) => !quiet(e) && !this.muted(e));
    this.list.replaceChildren(...loud.slice(this.whole ? 0 : -recent).reverse().map((e) => this.row(e)));
    this.more.hidden = this.whole || loud.length <= recent;
  }

  all() {
    this.whole = true;
    this.fill(this.told);
    this.list.focus();
  }

  /** @param {TableEvent} e */
  row(e) {
    const played = e.kind === "throw" || e.kind === "move";
    const text = (e.body.throw ?? "") || (e.body.move ?? "");
    const said = e.kind === "chat" || e.kind === "emote";
    const item = h("li", { class: played ? "played" : said ? "said" : "about", "data-seq": e.seq, "data-kind": e.kind },
      played ? this.icon(e.body.seat ?? "") : null,
      h("span", { class: "words" }, wordsOf(e)),
      played ? h("code", {}, text) : null);
    item.title = new Date(e.at).toLocaleString();
    return item;
  }
}
