// What the strongest bot says of a position, deeper while you wait. It stops
// thinking when the page goes on to another position.

import { ask } from "../lib/address.js";
import { ensureToken, faultOf } from "../lib/api.js";
import { h, put } from "../lib/dom.js";
import { events } from "../lib/stream.js";
import { partsTable } from "./parts.js";
import { capital, percent, t } from "../words/words.js";
import { seatWord } from "../words/names.js";

/** @typedef {import("../types").Look} Look */
/** @typedef {import("../types").Rollout} Rollout */
/** @typedef {import("../types").Position} Position */

/**
 * Reads a stream of the server and calls f with each event.
 * @param {string} path
 * @param {AbortSignal} signal
 * @param {(kind: string, data: any) => void} f
 */
async function listen(path, signal, f) {
  await ensureToken();
  const res = await ask(path, { signal });
  if (!res.ok || !res.body) {
    const data = await res.json().catch(() => null);
    throw new Error(data?.error?.message ?? t("error.unknown"));
  }
  for await (const { kind, data } of events(res.body)) f(kind, data);
}

export class Looks {
  /**
   * @param {{
   *   game: string, inks: () => Record<string, string>, select: (effects: import("../types").Effect[]) => void,
   *   play: (move: string) => void
   * }} owner
   */
  constructor(owner) {
    this.owner = owner;
    this.stage = h("p", { class: "help look-stage" });
    this.shares = h("div", { class: "look-shares" });
    this.list = h("div", { class: "look-list" });
    this.roll = h("div", { class: "look-roll", "aria-live": "polite" });
    this.heading = h("h2", {}, t("study.look"));
    this.root = h(
      "section",
      { class: "looks slab", "aria-label": t("study.look") },
      h("div", { class: "look-head" }, this.heading, this.stage),
      this.shares,
      this.list,
      this.roll,
    );
    /** @type {Position | null} */
    this.now = null;
    /** @type {Look | null} */
    this.look = null;
    this.chosen = "";
    /** @type {AbortController | null} */
    this.asking = null;
    /** @type {AbortController | null} */
    this.rolling = null;
    addEventListener("pagehide", () => this.stop());
  }

  /** Ends all thinking. */
  stop() {
    this.asking?.abort();
    this.rolling?.abort();
    this.asking = this.rolling = null;
    this.root.dataset.stage = "";
  }

  /** Looks at another position. @param {Position} now */
  async open(now) {
    this.stop();
    this.now = now;
    this.look = null;
    this.chosen = "";
    const control = new AbortController();
    this.asking = control;
    put(this.heading, t(now.needs === "move" ? "study.look" : "study.look-values"));
    put(this.stage, t("study.looking"));
    put(this.shares);
    put(this.list);
    this.rollout(null);
    try {
      await listen(`/api/games/${this.owner.game}/position/look?line=${encodeURIComponent(now.position)}`, control.signal, (kind, data) => {
        if (this.asking !== control) return;
        if (kind === "waiting") put(this.stage, t("study.waiting", { n: data.ahead }));
        else this.show(data, kind === "done");
      });
    } catch (e) {
      if (control.signal.aborted || this.asking !== control) return;
      put(this.stage, e instanceof TypeError ? t("error.network") : faultOf(e));
    }
  }

  /** @param {string} letter */
  seat(letter) {
    return seatWord(this.now?.seats.find((x) => x.letter === letter)?.name ?? letter);
  }

  /** @param {Look} look @param {boolean} done */
  show(look, done) {
    this.look = look;
    const stage = look.deeper ? "deeper" : look.full ? "full" : "quick";
    this.root.dataset.stage = done ? "done" : stage;
    put(this.stage, this.now?.needs === "over" ? t("study.over") : t("study.stage-" + stage) + (done ? "" : ", " + t("study.more-deep")));
    const inks = this.owner.inks();
    const { unit } = look;
    const worth = look.choices.find((c) => c.move === this.chosen) ?? look; // of the chosen move, or of the best
    put(
      this.shares,
      h(
        "dl",
        { class: "share-bars", "aria-label": t("study.shares") },
        look.seats.flatMap((l, i) => {
          const bar = h("i", { class: "ink-" + (inks[l] || "plain") });
          bar.style.setProperty("--part", String(Math.max(0, Math.min(1, worth.parts?.[0][i] ?? worth.shares?.[i] ?? 0))));
          return [h("dt", {}, this.seat(l)), h("dd", {}, bar, h("b", {}, worth.values[i]))];
        }),
      ),
      partsTable(
        unit,
        worth,
        look.seats.map((l) => this.seat(l)),
      ),
      unit.about ? h("p", { class: "help" }, unit.about) : null,
    );
    if (!look.choices.length) return void put(this.list);
    const seat = Math.max(0, look.seats.indexOf(this.now?.turn ?? ""));
    const rows = look.choices.map((c) =>
      h(
        "tr",
        { class: c.move === this.chosen ? "chosen" : null },
        h(
          "th",
          { scope: "row" },
          h(
            "button",
            {
              class: "look-move",
              "aria-pressed": String(c.move === this.chosen),
              title: c.words,
              "data-move": c.move,
              onclick: () => this.choose(c.move),
            },
            h("code", {}, c.move),
          ),
          c.line?.length ? h("small", {}, t("study.then", { line: c.line.join("  ") })) : null,
        ),
        h("td", {}, c.values[seat]),
        h("td", { class: c.mark }, c.errorText ?? ""),
        h(
          "td",
          {},
          c.move === this.chosen ? h("button", { class: "small", onclick: () => this.owner.play(c.move) }, t("study.play-it")) : null,
        ),
      ),
    );
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.move;
    const scrolled = this.list.querySelector(".scroll")?.scrollTop ?? 0;
    put(
      this.list,
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": t("analysis.choices", { n: look.all }) },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, t("study.move")),
              h("th", { scope: "col" }, unit.heading),
              h("th", { scope: "col" }, t("study.loss")),
              h("td", {}),
            ),
          ),
          h("tbody", {}, rows),
        ),
      ),
      look.all > look.choices.length ? h("p", { class: "help" }, t("study.of", { n: look.choices.length, all: look.all })) : null,
    );
    const scroll = this.list.querySelector(".scroll");
    if (scroll) scroll.scrollTop = scrolled;
    if (focused)
      /** @type {HTMLElement | undefined} */ (
        [...this.list.querySelectorAll("[data-move]")].find((b) => /** @type {HTMLElement} */ (b).dataset.move === focused)
      )?.focus({ preventScroll: true });
  }

  /** Chooses a move: it is shown on the board, and may be played. @param {string} move */
  choose(move) {
    if (!this.look) return;
    this.chosen = this.chosen === move ? "" : move;
    this.owner.select(this.look.choices.find((c) => c.move === this.chosen)?.effects ?? []);
    this.show(this.look, this.root.dataset.stage === "done");
    if (!this.rolling) this.rollout(null);
  }

  /** Shows the button for a rollout, and what came of the last one. @param {Rollout | null} r */
  rollout(r) {
    if (!this.now || this.now.needs === "over") return void put(this.roll);
    const button = this.rolling
      ? h("button", { class: "small", onclick: () => this.unroll() }, t("study.rollout-stop"))
      : h(
          "button",
          { class: "small", "data-rollout": true, onclick: () => void this.playOut() },
          this.chosen ? t("study.rollout-move", { move: this.chosen }) : t("study.rollout"),
        );
    put(
      this.roll,
      button,
      r
        ? h(
            "p",
            {},
            r.move ? h("code", {}, r.move + ":") : null,
            " ",
            r.seats
              .map((l, i) => t("study.rollout-said", { name: this.seat(l), n: percent(r.wins[i], 1), half: percent(r.half[i], 1) }))
              .join(", "),
            h("small", {}, t("study.rollout-games", { n: r.games, bots: r.bots })),
          )
        : this.rolling
          ? h("p", { class: "help" }, t("study.rollout-begun"))
          : null,
    );
  }

  unroll() {
    this.rolling?.abort();
    this.rolling = null;
    this.rollout(this.rolled ?? null);
  }

  /** Plays the position out, after the chosen move if there is one. */
  async playOut() {
    const { now } = this;
    if (!now) return;
    const control = new AbortController();
    this.rolling?.abort();
    this.rolling = control;
    /** @type {Rollout | undefined} */
    this.rolled = undefined;
    this.rollout(null);
    try {
      const move = this.chosen ? "&move=" + encodeURIComponent(this.chosen) : "";
      await listen(
        `/api/games/${this.owner.game}/position/rollout?line=${encodeURIComponent(now.position)}${move}`,
        control.signal,
        (kind, data) => {
          if (this.rolling !== control || kind !== "rollout") return;
          this.rolled = data;
          if (data.over) this.rolling = null;
          this.rollout(data);
        },
      );
    } catch (e) {
      if (control.signal.aborted) return;
      this.rolling = null;
      this.rollout(null);
      this.roll.append(h("p", { class: "help" }, faultOf(e)));
    }
  }
}
