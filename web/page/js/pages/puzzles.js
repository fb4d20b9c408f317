// Puzzles: positions with one clearly best move. The server knows the answers;
// this device remembers which were found.

import { ask, go, place, query } from "../lib/address.js";
import { get } from "../lib/api.js";
import { h, put, speak } from "../lib/dom.js";
import { play as sound } from "../lib/sound.js";
import * as store from "../lib/store.js";
import { nextOf, none, right, scored, tally, tried } from "./streak.js";
import { Trial } from "../board/trial.js";
import { capital, labelled, locale, t } from "../words/words.js";

/** The style sheets of this page. */
export const styles = ["board-inks", "board", "lesson", "play"];

/** @typedef {import("../types").PuzzleSheet} PuzzleSheet */
/** @typedef {import("../types").PuzzleSet} PuzzleSet */
/** @typedef {import("../types").PuzzleStep} PuzzleStep */
/** @typedef {import("./streak.js").Filter} Filter */

const puzzled = {
  get: () => store.puzzled.get() ?? none(),
  /** @param {string} game @param {number} n @param {boolean} ok */
  add: (game, n, ok) => store.puzzled.set(scored(puzzled.get(), game, n, ok)),
};

/** @param {HTMLElement} root @param {string} [game] @param {string} [number] */
export async function puzzlesPage(root, game, number) {
  if (!game) return shelf(root);
  const show = async () => {
    const n = number ?? location.hash.slice(1); // a site of files has one page for all puzzles of a game
    if (/^\d+$/.test(n)) await solve(root, game, Number(n));
    else await overview(root, game);
  };
  addEventListener("hashchange", () => void show());
  await show();
}

/** The address of a puzzle. @param {string} game @param {number} n @param {Filter} [f] */
function addressOf(game, n, f = {}) {
  const asked = new URLSearchParams();
  if (f.level) asked.set("level", String(f.level));
  if (f.theme) asked.set("theme", f.theme);
  const rest = asked.size ? "?" + asked : "";
  return place.static ? `/puzzles/${game}${rest}#${n}` : `/puzzles/${game}/${n}${rest}`;
}

/** The filter in the address. @returns {Filter} */
function filterAsked() {
  const asked = query();
  return { level: Number(asked.get("level")) || undefined, theme: asked.get("theme") || undefined };
}

/** How many were right in a row, in words. */
function runWords() {
  const { run, best } = puzzled.get();
  return best ? t("puzzle.run", { run, best }) : t("puzzle.run-none");
}

/** The board of a puzzle, as a drawing. @param {string} game @param {number} n */
async function boardOf(game, n) {
  /** @type {PuzzleSheet} */
  const sheet = await get(`/api/puzzles/${game}/${n}`);
  const drawn = await ask(`/api/games/${game}/position/board.svg?line=${encodeURIComponent(sheet.position)}`);
  const svg = new DOMParser().parseFromString(await drawn.text(), "image/svg+xml").documentElement;
  svg.setAttribute("aria-hidden", "true");
  return { sheet, svg: document.adoptNode(svg) };
}

/**
 * The card of the puzzle of the day: its own position, and who is to play.
 * @param {{ game: string, title: string, daily: number }} g
 * @param {string} day
 * @param {string} state whether it was tried, in words
 */
function todayCard(g, day, state) {
  const frame = h("a", { class: "today-board", href: addressOf(g.game, g.daily), tabindex: -1, "aria-hidden": "true" });
  const asks = h("p", {}, "\u00a0");
  void boardOf(g.game, g.daily)
    .then(({ sheet, svg }) => {
      put(frame, svg);
      put(asks, `${sheet.asks} · ${t("puzzle.level", { n: sheet.difficulty })}`);
    })
    .catch(() => frame.remove());
  const date = new Date(day + "T00:00Z").toLocaleDateString(locale(), { timeZone: "UTC", dateStyle: "long" });
  return h(
    "section",
    { class: "today", "aria-labelledby": "today" },
    frame,
    h(
      "div",
      {},
      h("h2", { id: "today" }, t("puzzle.today")),
      h("p", {}, `${g.title} · ${date}`),
      asks,
      h(
        "p",
        { class: "row" },
        h("a", { class: "button primary", href: addressOf(g.game, g.daily) }, t("puzzle.solve")),
        h("small", {}, state),
      ),
    ),
  );
}

/** All games. @param {HTMLElement} root */
async function shelf(root) {
  /** @type {import("../types").PuzzleShelf} */
  const all = await get("/api/puzzles");
  const today = all.games.find((g) => g.game === all.game);
  const state = puzzled.get();
  const mark = (/** @type {string} */ game, /** @type {number} */ n) =>
    [t("puzzle.new"), t("puzzle.solved"), t("puzzle.missed")][tried(state, game, n)];
  document.title = t("puzzle.title");
  put(
    root,
    h(
      "div",
      { class: "puzzles" },
      h("header", {}, h("h1", {}, t("puzzle.title")), h("p", { class: "lead" }, t("puzzle.lead")), h("p", { class: "run" }, runWords())),
      today ? todayCard(today, all.day, mark(today.game, today.daily)) : null,
      h(
        "ul",
        { class: "puzzle-games" },
        all.games.map((g) =>
          h(
            "li",
            {},
            h(
              "a",
              { href: "/puzzles/" + g.game },
              h("img", { src: `/api/games/${g.game}/cover.svg`, alt: g.title, width: 120, height: 120, loading: "lazy" }),
            ),
            h("p", {}, t("puzzle.count", { n: g.count, right: right(state, g.game) })),
          ),
        ),
      ),
    ),
  );
}

/** The puzzles of a game, by what they are about and how hard they are. @param {HTMLElement} root @param {string} game */
async function overview(root, game) {
  /** @type {PuzzleSet} */
  const set = await get("/api/puzzles/" + game);
  document.title = labelled(t("puzzle.title"), set.title);
  const f = filterAsked();
  const state = puzzled.get();
  const done = (/** @type {number} */ n) => tried(state, game, n);
  const kinds = h("ul", { class: "puzzle-kinds" });
  const kind = (/** @type {string} */ words, /** @type {string | undefined} */ theme) => {
    const { all, solved, missed } = tally(set.puzzles, { ...f, theme }, done);
    const next = nextOf(set.puzzles, 0, { ...f, theme }, done);
    if (!next) return null;
    const bar = h("i", { "aria-hidden": "true" });
    bar.style.setProperty("--solved", String(solved / all));
    bar.style.setProperty("--missed", String(missed / all));
    return h(
      "li",
      {},
      h(
        "a",
        { href: addressOf(game, next, { ...f, theme }), class: theme === f.theme ? "chosen" : null },
        h("strong", {}, words),
        h("small", {}, t("puzzle.tally", { all, solved, missed })),
        bar,
      ),
    );
  };
  const fill = () =>
    put(
      kinds,
      kind(t("puzzle.mixed"), undefined),
      set.themes.map((x) => kind(x.words, x.code)),
    );
  const levels = h(
    "fieldset",
    {},
    h("legend", {}, t("puzzle.difficulty")),
    h(
      "div",
      { class: "segments" },
      [0, 1, 2, 3, 4, 5].map((n) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "level",
            value: n,
            checked: (f.level ?? 0) === n,
            "aria-label": n ? t("puzzle.level", { n }) : t("puzzle.any-level"),
            onchange: () => {
              f.level = n || undefined;
              fill();
            },
          }),
          h("span", { "aria-hidden": "true" }, n ? String(n) : t("puzzle.any-level")),
        ),
      ),
    ),
  );
  fill();
  put(
    root,
    h(
      "div",
      { class: "puzzles" },
      h(
        "header",
        {},
        h("p", {}, h("a", { href: "/puzzles" }, t("puzzle.title"))),
        h("h1", {}, set.title),
        h("p", { class: "run" }, runWords()),
      ),
      todayCard({ ...set, game }, set.day, [t("puzzle.new"), t("puzzle.solved"), t("puzzle.missed")][done(set.daily)]),
      levels,
      h("section", { "aria-label": t("puzzle.theme") }, kinds),
    ),
  );
}

/** @type {Solve | null} the puzzle that is open */
let now = null;

/** One puzzle. @param {HTMLElement} root @param {string} game @param {number} n */
async function solve(root, game, n) {
  /** @type {PuzzleSheet} */
  const sheet = await get(`/api/puzzles/${game}/${n}`);
  if (!now) addEventListener("keydown", (e) => now?.key(e));
  now = new Solve(root, sheet);
  await now.open();
}

class Solve {
  /** @param {HTMLElement} root @param {PuzzleSheet} sheet */
  constructor(root, sheet) {
    this.sheet = sheet;
    const { game, number: n, count, title, asks } = sheet;
    this.answered = false;
    this.at = -1; // the step of the line that the board shows
    /** @type {PuzzleStep[]} the line that is shown */
    this.line = [];
    this.says = h("p", { class: "says" }, t("puzzle.find"));
    this.verdict = h("div", { class: "praise", role: "status" });
    this.row = h("div", { class: "row" });
    this.stepper = h("div", { class: "row stepper", hidden: true });
    this.more = h("div", { class: "puzzle-more" });
    this.trial = new Trial(game, {
      seat: sheet.turn,
      accepts: (told) => sheet.best.includes(told.move),
      other: (told) => this.wrong(told.move),
      done: (tried) => this.done(tried),
    });
    this.frame = h(
      "div",
      { class: "lesson puzzle" },
      h(
        "header",
        { class: "lesson-head" },
        h("h1", {}, h("a", { href: "/puzzles/" + game }, labelled(t("puzzle.title"), title))),
        h("small", {}, t("puzzle.at", { n, all: count })),
      ),
      h(
        "section",
        { class: "lesson-words" },
        h("h2", { tabindex: -1 }, asks),
        this.says,
        h("p", { class: "puzzle-facts" }, t("puzzle.level", { n: sheet.difficulty }), h("span", { class: "run" }, this.run())),
      ),
      this.trial.root,
      h("div", { class: "lesson-foot" }, this.trial.controls, this.stepper, this.verdict, this.row, this.more),
    );
    put(root, this.frame);
    document.title = `${asks} – ${labelled(t("puzzle.title"), title)}`;
  }

  /** How many in a row, once there is something to tell. */
  run() {
    return puzzled.get().best ? " · " + runWords() : "";
  }

  async open() {
    this.buttons();
    speak([this.sheet.asks + ".", t("puzzle.find"), t("told.board-key")].join(" "));
    await this.trial.open(this.sheet.position);
  }

  /** Counts a try and says what came of it. @param {boolean} ok */
  count(ok) {
    puzzled.add(this.sheet.game, this.sheet.number, ok);
    for (const el of this.frame.querySelectorAll(".puzzle-facts .run")) put(el, this.run());
  }

  buttons() {
    const { game, number } = this.sheet;
    put(
      this.row,
      this.answered ? h("button", { class: "primary", onclick: () => void this.next() }, t("puzzle.next")) : null,
      this.line.length
        ? null
        : h("button", { class: "plain", onclick: () => void this.why() }, t(this.answered ? "puzzle.why" : "puzzle.give-up")),
      this.answered ? null : h("button", { class: "plain", onclick: () => void this.next() }, t("puzzle.skip")),
      h(
        "a",
        {
          class: "button plain",
          href: `/study?game=${game}&position=${encodeURIComponent(this.sheet.position)}`,
          "aria-label": labelled(t("puzzle.study"), t("puzzle.number", { n: number })),
        },
        t("puzzle.study"),
      ),
    );
  }

  /** A legal move that is not the best. @param {string} move */
  wrong(move) {
    const { sheet } = this;
    this.count(false);
    const other = sheet.others.find((o) => o.move === move);
    const last = sheet.others[sheet.others.length - 1];
    const loss = (other ?? last)?.lossText ?? sheet.gapText;
    this.verdict.classList.add("wrong");
    put(
      this.verdict,
      h("p", {}, h("strong", {}, t("puzzle.wrong"))),
      h("p", {}, t(other ? "puzzle.costs" : "puzzle.costs-least", { loss }), " ", t("puzzle.try-again")),
    );
    put(
      this.row,
      h("button", { class: "primary", onclick: () => this.again() }, t("puzzle.again")),
      h("button", { class: "plain", onclick: () => void this.why() }, t("puzzle.why")),
    );
    this.verdict.scrollIntoView({ block: "nearest" });
  }

  again() {
    put(this.verdict);
    this.buttons();
    const [place] = this.trial.board.hot.keys();
    if (place) this.trial.board.focus(place);
  }

  /** @param {import("../types").Tried} tried */
  done(tried) {
    if (this.line.length) return; // a step of the line
    if (!this.sheet.best.includes(tried.told?.move ?? "")) {
      void this.trial.open(this.sheet.position); // not among the moves that were told
      return this.wrong(tried.told?.move ?? "");
    }
    sound("turn");
    put(this.says);
    this.count(true);
    this.answered = true;
    this.verdict.classList.remove("wrong");
    put(this.verdict, h("p", {}, h("strong", {}, t("puzzle.right"))), this.gap());
    this.buttons();
    this.alternatives();
    const next = /** @type {HTMLElement | null} */ (this.row.querySelector(".primary"));
    next?.focus({ preventScroll: true });
    this.verdict.scrollIntoView({ block: "nearest" });
  }

  /** What the best move is worth, and how sure that is. */
  gap() {
    const { sheet } = this;
    const next = sheet.others[0];
    return h(
      "p",
      {},
      t("puzzle.worth", { value: sheet.valueText, next: next?.valueText ?? "" }),
      " ",
      sheet.proved ? t("puzzle.proved") : sheet.half ? t("puzzle.sure", { gap: sheet.gapText, half: sheet.halfText }) : t("puzzle.deep"),
    );
  }

  /** The themes, and what every move is worth. */
  alternatives() {
    const { sheet } = this;
    const first = sheet.line[0];
    put(
      this.more,
      sheet.themes.length
        ? h(
            "p",
            { class: "themes" },
            sheet.themes.map((x) => h("a", { class: "chip", href: `/puzzles/${sheet.game}?theme=${x.code}` }, x.words)),
          )
        : null,
      h("p", { class: "help" }, t("puzzle.found", { n: sheet.found })),
      h(
        "table",
        {},
        h("caption", {}, t("puzzle.moves")),
        h(
          "tbody",
          {},
          [first, ...sheet.others].map(
            (c, i) =>
              c &&
              h(
                "tr",
                { class: i ? null : "best" },
                h("th", { scope: "row" }, capital(c.words || c.move), " ", h("code", {}, c.move)),
                h("td", {}, c.valueText),
              ),
          ),
        ),
      ),
    );
  }

  /** Shows the line step by step. */
  async why() {
    const { sheet } = this;
    if (!this.answered) this.count(false);
    this.answered = true;
    this.line = sheet.line;
    this.verdict.classList.remove("wrong");
    put(this.verdict, h("p", {}, h("strong", {}, capital(sheet.line[0]?.words || sheet.best[0] || ""))), this.gap());
    this.buttons();
    this.alternatives();
    put(this.says);
    this.trial.controls.hidden = true;
    this.steps = h("ol", { class: "puzzle-line" });
    this.back = h("button", { class: "plain", onclick: () => void this.step(this.at - 1) }, t("puzzle.step-back"));
    this.forth = h("button", { class: "primary", onclick: () => void this.step(this.at + 1) }, t("puzzle.step"));
    const which = sheet.instead.length
      ? h(
          "button",
          {
            class: "plain",
            "aria-pressed": "false",
            onclick: () => {
              const other = this.line === sheet.line;
              which?.setAttribute("aria-pressed", String(other));
              this.lay(other ? sheet.instead : sheet.line);
              void this.step(0);
            },
          },
          t("puzzle.instead"),
        )
      : null;
    put(this.stepper, this.back, this.forth, which);
    this.stepper.hidden = false;
    this.more.prepend(
      this.steps,
      h("p", { class: "help" }, t("puzzle.line-help"), " ", sheet.line.some((s) => s.throw) ? t("puzzle.line-throws") : ""),
    );
    this.lay(sheet.line);
    await this.step(0);
    this.forth.focus({ preventScroll: true });
  }

  /** Lists a line. @param {PuzzleStep[]} line */
  lay(line) {
    this.line = line;
    this.at = -1;
    if (this.steps)
      put(
        this.steps,
        line.map((s, i) =>
          h(
            "li",
            {},
            h(
              "button",
              { class: "choice-row", onclick: () => void this.step(i) },
              h("span", {}, capital(s.words || s.move)),
              h("code", {}, s.valueText),
            ),
          ),
        ),
      );
  }

  /** Shows the board after a step of the line, -1 for the puzzle itself. @param {number} i */
  async step(i) {
    if (i < -1 || i >= this.line.length) return;
    const from = i === this.at + 1 && !this.trial.busy ? i - 1 : i; // skip the animation for a fast reader
    const step = this.line[i];
    this.at = i;
    const begins = from < 0 ? this.sheet.position : (this.line[from]?.position ?? "");
    if (this.trial.now?.position !== begins || from === i || this.trial.ended) await this.trial.open(begins);
    this.trial.hold();
    if (step && from !== i) {
      await this.trial.make(step.move);
    } else if (step) speak(step.words);
    if (this.at !== i) return; // another step was asked for meanwhile
    for (const [k, el] of [...(this.steps?.children ?? [])].entries())
      k === i ? el.setAttribute("aria-current", "step") : el.removeAttribute("aria-current");
    if (this.back) this.back.disabled = i < 0;
    if (this.forth) this.forth.disabled = i + 1 >= this.line.length;
  }

  /** Goes to the next puzzle. */
  async next() {
    const { game, number } = this.sheet;
    /** @type {PuzzleSet} */
    const set = await get("/api/puzzles/" + game);
    const f = filterAsked();
    const n = nextOf(set.puzzles, number, f, (k) => tried(puzzled.get(), game, k));
    go(n ? addressOf(game, n, f) : "/puzzles/" + game);
  }

  /** Keys, wherever the focus is. @param {KeyboardEvent} e */
  key(e) {
    if (this.trial.asked(e)) return;
    const at = /** @type {HTMLElement} */ (e.target);
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || at.closest("input, select, dialog")) return;
    const across = e.key === "ArrowLeft" ? -1 : e.key === "ArrowRight" ? 1 : 0;
    if (this.line.length && across && !at.closest(".board-frame")) {
      e.preventDefault();
      void this.step(this.at + across);
    } else if (e.key.startsWith("Arrow")) {
      const [place] = this.trial.board.hot.keys();
      if (!place) return;
      e.preventDefault();
      this.trial.board.focus(place);
    }
  }
}
