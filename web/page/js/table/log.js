// The log of a table in words. A throw and the moves that use it are one line.

import { h } from "../lib/dom.js";
import { set, settings } from "../lib/store.js";
import { locale, t } from "../words/words.js";

/** @typedef {import("../types").TableEvent} TableEvent */

/** Kinds of events behind the scenes; the last four are those of older tables. */
const behind = new Set(["carry", "take-part", "server", "ask", "ready", "void", "commit", "round", "pledge", "reveal"]);

/** Whether an event is not worth a word: it is behind the scenes, or a decision to throw, which the throw tells. @param {TableEvent} e */
export function quiet(e) {
  const effects = e.effects ?? [];
  return behind.has(e.kind) || (e.kind === "move" && effects.length > 0 && effects.every((f) => f.means === "throws"));
}

/**
 * Whether an event belongs to the line that another began: it is a move of the player who threw.
 * @param {TableEvent[]} line
 * @param {TableEvent} e
 */
export function joins(line, e) {
  return e.kind === "move" && line[0]?.kind === "throw" && line[0].body.seat === e.body.seat;
}

/**
 * The lines of a log: a throw together with the moves that use it, everything else by itself.
 * @param {TableEvent[]} events those worth a word
 */
export function linesOf(events) {
  /** @type {TableEvent[][]} */
  const lines = [];
  for (const e of events) {
    const last = lines[lines.length - 1];
    if (last && joins(last, e)) last.push(e);
    else lines.push([e]);
  }
  return lines;
}

/**
 * A line in words: "Ann: 5, 9 → 14".
 * @param {TableEvent[]} line
 * @param {import("../words/voice.js").Voice} voice
 */
export function lineWords(line, voice) {
  const brief = line.map((e) => voice.say(e.brief)).filter(Boolean);
  if (!brief.length || line.some((e) => !e.brief?.length)) return line.map((e) => voice.tell(e)).join(". ");
  return t("log.line", { who: voice.player(line[0].body.seat ?? ""), what: brief.join(", ") });
}

/** A line as a record writes it. @param {TableEvent[]} line */
export function lineNotation(line) {
  return line.map((e) => (e.body.throw ?? "") || (e.body.move ?? "")).join(" ");
}

/** How many lines are shown until somebody asks for all. */
const recent = 60;

export class Log {
  /**
   * @param {(letter: string) => Node | null} icon
   * @param {(e: TableEvent) => boolean} muted
   * @param {import("../words/voice.js").Voice} voice
   * @param {(line: TableEvent[]) => void} [point] shows on the board what a line tells
   */
  constructor(icon, muted, voice, point) {
    this.point = point;
    this.icon = icon;
    this.muted = muted;
    this.voice = voice;
    /** @type {TableEvent[]} everything, as the table keeps it */
    this.told = [];
    /** @type {TableEvent[]} the events of the last line */
    this.line = [];
    this.whole = false;
    this.list = h("ol", { class: "log", tabindex: 0, "aria-label": t("table.log") });
    this.more = h("button", { class: "small more", hidden: true, onclick: () => this.all() }, t("table.log-all"));
    const box = h("input", {
      type: "checkbox",
      checked: settings.notation,
      onchange: () => {
        set("notation", box.checked);
        this.notation();
      },
    });
    this.root = h("div", {}, this.list, this.more, h("label", { class: "log-notation" }, box, h("span", {}, t("log.notation"))));
    this.notation();
  }

  /** Shows how records write it, if somebody wants to see that. */
  notation() {
    this.list.classList.toggle("notation", settings.notation);
  }

  /** @param {TableEvent} e */
  add(e) {
    if (quiet(e)) return;
    if (joins(this.line, e)) {
      this.line.push(e);
      this.list.firstElementChild?.replaceWith(this.row(this.line));
      return;
    }
    this.line = [e];
    this.list.prepend(this.row(this.line));
    // A long game has more than a thousand entries. Laying them all out again
    // for each throw would be slow.
    if (this.whole || this.list.childElementCount <= recent) return;
    this.list.lastElementChild?.remove();
    this.more.hidden = false;
  }

  /** Shows a log from its beginning. @param {TableEvent[]} events */
  fill(events) {
    this.told = events;
    events = events.flatMap((e) => [
      e,
      ...(e.before ?? []).map((p) => ({
        ...e,
        kind: p.throw ? "throw" : "move",
        body: { seat: p.seat, throw: p.throw, move: p.move },
        words: p.words,
        told: [{ text: p.words }],
        before: undefined,
        pieces: undefined,
      })),
    ]);
    const lines = linesOf(events.filter((e) => !quiet(e) && !this.muted(e)));
    this.line = lines[lines.length - 1] ?? [];
    this.list.replaceChildren(
      ...lines
        .slice(this.whole ? 0 : -recent)
        .reverse()
        .map((line) => this.row(line)),
    );
    this.more.hidden = this.whole || lines.length <= recent;
  }

  all() {
    this.whole = true;
    this.list.classList.add("whole");
    this.fill(this.told);
    this.list.focus();
  }

  /** @param {TableEvent[]} line */
  row(line) {
    const e = line[line.length - 1];
    const played = e.kind === "throw" || e.kind === "move";
    const said = e.kind === "chat" || e.kind === "emote";
    const item = h(
      "li",
      { class: played ? "played" : said ? "said" : "about", "data-seq": e.seq, "data-kind": e.kind },
      played ? this.icon(line[0].body.seat ?? "") : null,
      h("span", { class: "words" }, lineWords(line, this.voice)),
      played ? h("code", {}, lineNotation(line)) : null,
    );
    item.title = new Date(e.at).toLocaleString(locale());
    if (this.point && line.some((x) => x.effects?.some((f) => f.from))) {
      item.dataset.points = "";
      item.addEventListener("click", () => this.point?.(line));
    }
    return item;
  }
}
