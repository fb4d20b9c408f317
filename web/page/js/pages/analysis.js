// The analysis of a finished game: what each side could expect at every moment,
// what moves gave away, and what the dice did.

import { ApiError } from "../lib/api.js";
import { h, put, speak } from "../lib/dom.js";
import { Graph } from "./graph.js";
import { partsTable } from "./parts.js";
import { and, percent, t } from "../words/words.js";

/** @typedef {import("../types").Analysis} Report */
/** @typedef {import("../types").Judged} Judged */

/**
 * The game that is analysed.
 * @typedef {object} Source
 * @property {boolean} over whether it may be analysed
 * @property {() => Promise<any>} ask for the report, or for how far it is
 * @property {number[]} seqs the number of the event of each moment
 * @property {(moment: number) => string} tell a moment in words
 * @property {(letter: string) => string} seat its name
 * @property {(letter: string) => string} player who plays a seat
 * @property {(seq: number) => string} link to the moment of an event
 * @property {(report: Report) => Node} [file] a link to the report
 * @property {string} [own] the letters of the seats that the reader played, if any
 */

const pause = (/** @type {number} */ ms) => new Promise((ok) => setTimeout(ok, ms));

/**
 * Asks for the analysis of a game until it is ready. The server stops working
 * when nobody asks any more.
 * @param {() => Promise<any>} ask
 * @param {(words: string, done: number, all: number) => void} told how far it is
 * @returns {Promise<Report>}
 */
export async function analysisOf(ask, told) {
  for (let busy = 0; ;) {
    try {
      const said = await ask();
      if (said.events) return said;
      told(
        said.ahead ? t("analysis.ahead", { n: said.ahead }) : t("analysis.progress", { n: said.done, all: said.all }),
        said.done,
        said.all,
      );
      await pause(100);
    } catch (e) {
      if (!(e instanceof ApiError) || e.code !== "busy" || ++busy > 20) throw e;
      await pause(2000);
    }
  }
}

/**
 * The events that were not fine: those of some seats, or of everybody.
 * @param {Pick<Judged, "seat" | "mark">[]} events
 * @param {string} seats "" for all
 */
export function slips(events, seats) {
  return events.flatMap((e, i) => (e.mark && e.mark !== "fine" && (!seats || seats.includes(e.seat)) ? [i] : []));
}

/** The next number of a list after one, round to the first. @param {number[]} list in order @param {number} at */
export const nextAfter = (list, at) => list.find((n) => n > at) ?? list[0];

/** The marks of moves that were not fine. */
const marks = ["doubtful", "mistake", "blunder"];

export class Analysis {
  /**
   * @param {Source} source
   * @param {Record<string, string>} inks by letter of a seat
   * @param {(frame: number) => void} go
   */
  constructor(source, inks, go) {
    this.source = source;
    this.inks = inks;
    this.go = go;
    this.at = 0;
    /** @type {(frame: number, mark: string) => void} called for each move that was not fine */
    this.onMark = () => {};
    /** @type {Report | null} */
    this.report = null;
    this.wanted = false;
    /** @type {Graph | null} */
    this.graph = null;
    this.body = h("div", { class: "analysis-body" });
    this.root = h("section", { class: "analysis", "aria-label": t("analysis.title") }, h("h2", {}, t("analysis.title")), this.body);
    this.moment = h("div", { class: "moment" });
    this.offer();
  }

  /** Offers to analyse the game, if it is over. @param {string} [fault] */
  offer(fault = "") {
    const { over } = this.source;
    put(
      this.body,
      h("p", { class: "help" }, over ? fault || t("analysis.lead") : t("analysis.not-over")),
      over
        ? h(
            "button",
            { class: "plain wide", onclick: () => void this.begin().then(() => this.graph?.root.focus({ preventScroll: true })) },
            t("analysis.start"),
          )
        : null,
    );
  }

  /** Asks for the report and shows it. */
  async begin() {
    if (this.report || !this.source.over) return;
    this.wanted = true;
    const bar = h("progress", { max: 1, "aria-label": t("analysis.title") });
    const words = h("p", { class: "help" }, t("analysis.asking"));
    put(this.body, words, bar);
    speak(t("analysis.asking"));
    try {
      this.show(
        await analysisOf(this.source.ask, (said, done, all) => {
          bar.max = all;
          bar.value = done;
          put(words, said);
        }),
      );
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      this.offer(e.message);
    }
  }

  /** @param {Report} r */
  show(r) {
    this.report = r;
    /** @type {Map<number, number>} events by frame */
    this.events = new Map();
    const where = new Map(this.source.seqs.map((seq, i) => [seq, i]));
    r.seqs.forEach((seq, i) => {
      const frame = where.get(seq);
      if (frame === undefined) return;
      this.events?.set(frame, i);
      const mark = r.events[i].mark;
      if (mark && mark !== "fine") this.onMark(frame, mark);
    });
    const frameOf = (/** @type {number} */ i) => where.get(r.seqs[i]) ?? 0;
    this.graph = new Graph(r, {
      label: t("analysis.graph"),
      inks: this.inks,
      sides: r.sides.map((s) => this.sideName(s.seats)),
      go: (i) => this.go(i < 0 ? 0 : frameOf(i)),
      tell: (i) => this.tell(i),
      turning: (i) => this.turned(i),
    });
    const all = h(
      "details",
      { class: "numbers", ontoggle: () => all.open && all.childElementCount < 2 && all.append(this.table(r, frameOf)) },
      h("summary", {}, t("analysis.as-table")),
    );
    const wrong = slips(r.events, this.source.own ?? "").map(frameOf);
    put(
      this.body,
      this.graph.root,
      this.moment,
      wrong.length
        ? h(
            "button",
            { class: "small", onclick: () => this.go(nextAfter(wrong, this.at)) },
            t(wrong.length === 1 ? "analysis.the-mistake" : "analysis.next-mistake", { n: wrong.length }),
          )
        : null,
      h("h3", {}, t("analysis.turning")),
      r.turning.length
        ? h(
            "ol",
            { class: "turning" },
            r.turning.map((i) =>
              h(
                "li",
                {},
                h(
                  "a",
                  {
                    href: this.source.link(r.seqs[i]),
                    onclick: (/** @type {Event} */ e) => {
                      e.preventDefault();
                      this.go(frameOf(i));
                    },
                  },
                  this.turned(i),
                ),
              ),
            ),
          )
        : h("p", { class: "help" }, t("analysis.no-turning")),
      h("h3", {}, t("analysis.sums")),
      this.sums(r),
      h("p", { class: "help" }, this.luckWords(r)),
      h("p", { class: "help" }, r.unit.about),
      all,
      this.source.file ? h("p", {}, this.source.file(r)) : null,
    );
    this.graph.draw();
    this.follow(this.at);
    speak(t("analysis.ready"));
  }

  /** Shows the evaluation of a moment. @param {number} frame */
  follow(frame) {
    this.at = frame;
    const r = this.report;
    if (!r) return;
    // A moment without an evaluation of its own, such as a resignation, keeps the last one.
    let at = frame;
    while (at > 0 && !this.events?.has(at)) at--;
    const i = this.events?.get(at) ?? -1;
    this.graph?.point(i);
    const e = i >= 0 && at === frame ? r.events[i] : null;
    put(
      this.moment,
      h(
        "dl",
        { class: "shares" },
        this.shares(i)
          .map(([name, v], n) => [h("dt", {}, this.graph?.sample(n), name), h("dd", {}, v)])
          .flat(),
      ),
      i < 0
        ? null
        : partsTable(
            r.unit,
            r.events[i],
            r.seats.map((l) => this.source.seat(l)),
          ),
      h("p", { class: "verdict", "aria-live": "polite" }, e ? this.verdict(e) : "\u00a0"),
      e?.choices ? this.choices(e, e.choices) : null,
    );
  }

  /** What each side can expect after an event, -1 for before the first. @param {number} i @returns {[string, string][]} */
  shares(i) {
    const r = this.report;
    if (!r || !r.events.length) return [];
    const list = i < 0 ? r.begins : r.events[i].values;
    return r.sides.map((s) => [this.sideName(s.seats), list[r.seats.indexOf(s.seats[0])]]);
  }

  /** The seats of a side in words. @param {string} seats */
  sideName(seats) {
    return and([...seats].map(this.source.seat));
  }

  /** The evaluation of an event in a sentence. @param {Judged} e */
  verdict(e) {
    const r = this.report;
    if (!r) return "";
    if (e.luck) {
      if (!e.moved) return t("analysis.even");
      const who = r.sides.find((s) => s.seats.includes(e.seat)) ?? r.sides[0];
      return t("analysis.luck", { who: this.sideName(who.seats), n: e.change ?? "" });
    }
    if (!e.choices) return t("analysis.forced");
    if (e.text === e.best || !e.change) return t("analysis.best-played");
    return t("analysis." + e.mark, { n: e.change, best: e.best ?? "" });
  }

  /** A moment in words, for screen readers. @param {number} i */
  tell(i) {
    const shares = this.shares(i)
      .map(([name, v]) => `${name} ${v}`)
      .join(", ");
    const r = this.report;
    const at = r && i >= 0 ? this.source.seqs.indexOf(r.seqs[i]) : -1;
    return `${at >= 0 ? this.source.tell(at) : t("replay.begin")}. ${shares}`;
  }

  /** A turning point in words. @param {number} i */
  turned(i) {
    const r = this.report;
    if (!r) return "";
    const at = this.source.seqs.indexOf(r.seqs[i]);
    return t(r.events[i].luck ? "analysis.turned-luck" : "analysis.turned-error", {
      what: at >= 0 ? this.source.tell(at) : r.events[i].text,
      n: r.events[i].change ?? "",
    });
  }

  /** The legal moves with their values. @param {Judged} e @param {import("../types").Choice[]} list */
  choices(e, list) {
    const seat = this.report?.seats.indexOf(e.seat) ?? 0;
    return h(
      "details",
      { class: "choices", open: true },
      h("summary", {}, t("analysis.choices", { n: list.length })),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": t("analysis.choices", { n: list.length }) },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, t("analysis.move")),
              h("th", { scope: "col" }, this.report?.unit.heading),
              h("th", { scope: "col" }, t("analysis.less")),
            ),
          ),
          h(
            "tbody",
            {},
            list.map((c) =>
              h(
                "tr",
                { class: c.move === e.text ? "played" : "" },
                h("td", {}, h("code", {}, c.move), c.move === e.text ? h("span", { class: "tag" }, t("analysis.played")) : null),
                h("td", {}, c.values[seat]),
                h("td", {}, c.errorText ?? ""),
              ),
            ),
          ),
        ),
      ),
    );
  }

  /** How much of the game was luck. @param {Report} r */
  luckWords(r) {
    if (!r.events.some((e) => e.luck && e.moved > 0)) return t("analysis.luck-none");
    if (r.luck_share > 0.99) return t(r.luck_share === 1 ? "analysis.luck-all" : "analysis.luck-most");
    return t("analysis.luck-share", { n: percent(r.luck_share) });
  }

  /** Luck against skill. @param {Report} r */
  sums(r) {
    const count = (/** @type {string} */ seats, /** @type {string} */ mark) =>
      r.events.filter((e) => seats.includes(e.seat) && e.mark === mark).length;
    const dice = r.events.some((e) => e.luck && e.moved > 0);
    return h(
      "div",
      { class: "sums-frame", tabindex: 0, role: "region", "aria-label": t("analysis.sums") },
      h(
        "table",
        { class: "sums" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td", {}),
            [...(dice ? ["luck"] : []), "errors", ...marks].map((k) => h("th", { scope: "col" }, t("analysis.sum." + k))),
          ),
        ),
        h(
          "tbody",
          {},
          r.sides.map((s) => {
            return h(
              "tr",
              {},
              h("th", { scope: "row" }, this.sideName(s.seats), h("small", {}, this.source.player(s.seats[0]))),
              dice ? h("td", {}, s.luckText) : null,
              h("td", {}, s.choices ? s.errorsText : "–"),
              marks.map((mark) => h("td", {}, count(s.seats, mark))),
            );
          }),
        ),
      ),
    );
  }

  /** Everything the graph shows, as a table. @param {Report} r @param {(i: number) => number} frameOf */
  table(r, frameOf) {
    return h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("analysis.as-table") },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t("analysis.move")),
            r.sides.map((s) => h("th", { scope: "col" }, this.sideName(s.seats))),
          ),
        ),
        h(
          "tbody",
          {},
          r.events.map((e, i) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, h("button", { class: "log-row", onclick: () => this.go(frameOf(i)) }, `${e.seat} ${e.text}`)),
              r.sides.map((s) => h("td", {}, e.values[r.seats.indexOf(s.seats[0])])),
            ),
          ),
        ),
      ),
    );
  }
}
