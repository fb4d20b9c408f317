// The analysis board: any position, set up by hand, pasted or from a game, with
// what the strongest bot says of it. You can make moves, take them back, and
// play on from anywhere.

import { ask, go, link, place, query, share } from "../lib/address.js";
import { Analysis } from "./analysis.js";
import { ApiError, ensureToken, faultOf, get, post, random } from "../lib/api.js";
import { optionsOf } from "../board/arrange.js";
import { packed, unpacked } from "../lib/packed.js";
import { Bring, sendText } from "./bring-in.js";
import { copy, h, put, save, toast } from "../lib/dom.js";
import { Editor } from "./editor.js";
import { exerciseForm } from "./exercise-form.js";
import { Looks } from "./evaluation.js";
import { Player } from "./player.js";
import { levelWords } from "../table/levels.js";
import { rivalsOf, seatWord } from "../words/names.js";
import { pictureOf } from "../table/share-picture.js";
import { sitAt } from "../table/seating.js";
import { mine, name, rivals } from "../lib/store.js";
import { Trial } from "../board/trial.js";
import "../words/study-words.js";
import { capital, t } from "../words/words.js";

/** The style sheets of this page. */
export const styles = ["board-inks", "board", "table", "study", "play"];

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").ToldGame} ToldGame */
/** @typedef {import("../types").Edited} Edited */
/** @typedef {import("../types").Position} Position */

/** How many bytes a game in a link may have: as many as the server reads. */
const mostBytes = 1 << 20;

/** @param {HTMLElement} root */
export async function studyPage(root) {
  document.title = `${t("study.title")} – ${t("app")}`;
  const page = new Page(root);
  const q = query();
  const kept = new URLSearchParams(location.hash.slice(1)).get("game");
  if (kept) {
    const text = await unpacked(kept, mostBytes);
    if (text) return page.game(await sendText("/api/study/game", text), Number(new URLSearchParams(location.hash.slice(1)).get("at") ?? 0));
  }
  const game = q.get("game") ?? "";
  const position = q.get("position") ?? "";
  if (!game && !position) return page.choose();
  try {
    if (position) {
      const found = await sendText("/api/study", position);
      if (found.position) return await page.position(found.game, found.position);
    }
    await page.position(
      game,
      (await post(`/api/games/${encodeURIComponent(game)}/edit`, { start: true, options: optionsOf(q.get("options") ?? "") })).position,
    );
  } catch (e) {
    if (!(e instanceof ApiError)) throw e;
    await page.choose();
    page.bring.area.value = position;
    page.bring.tell(e.message);
  }
}

/** What the address shows: a choice of games, or a study. */
class Page {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.bring = new Bring({ position: (game, line) => void this.position(game, line), game: (told) => void this.game(told) });
    /** @type {Study | null} */
    this.study = null;
  }

  /** Lets people choose a game, or bring something. */
  async choose() {
    this.study?.looks.stop();
    /** @type {GameInfo[]} */
    const games = await get("/api/games");
    put(
      this.root,
      h(
        "div",
        { class: "study-door" },
        h("h1", {}, t("study.title")),
        h("p", {}, t("study.lead")),
        h("h2", {}, t("study.choose")),
        h(
          "ul",
          { class: "study-games" },
          games.map((g) =>
            h(
              "li",
              {},
              h(
                "a",
                { href: "/study?game=" + g.id },
                h("img", { src: `/api/games/${g.id}/cover.svg`, alt: g.title, width: 120, height: 120, loading: "lazy" }),
              ),
            ),
          ),
        ),
        this.bring.root,
        place.static ? null : h("p", {}, h("a", { href: "/tables" }, t("tables.link"))),
      ),
    );
  }

  /** Studies a position. @param {string} game @param {string} line */
  async position(game, line) {
    await (await this.room(game)).begin(line);
  }

  /** Steps through a game. @param {ToldGame} told @param {number} [at] */
  async game(told, at = 0) {
    await (await this.room(told.game)).load(told, at);
  }

  /** The study of a game. @param {string} game */
  async room(game) {
    if (this.study?.game.id === game) return this.study;
    this.study?.looks.stop();
    /** @type {GameInfo} */
    const info = await get("/api/games/" + encodeURIComponent(game));
    this.study = new Study(this.root, info, () => void this.elsewhere());
    return this.study;
  }

  /** Another position or game. */
  async elsewhere() {
    history.pushState(null, "", link("/study"));
    await this.choose();
    this.study = null;
  }
}

class Study {
  /** @param {HTMLElement} root @param {GameInfo} game @param {() => void} elsewhere */
  constructor(root, game, elsewhere) {
    this.game = game;
    /** @type {{ line: string, play: string, words: string }[]} the positions before the present one, each with what was made in it */
    this.past = [];
    /** @type {ToldGame | null} */
    this.told = null;
    /** @type {Player | null} */
    this.player = null;
    this.editing = false;
    this.trial = new Trial(game.id, { label: t("table.board"), throws: () => this.dice.value.trim(), done: (tried) => this.made(tried) });
    this.looks = new Looks({
      game: game.id,
      inks: () => this.trial.board.sheet?.inks ?? {},
      select: (effects) => this.trial.board.arrows(effects.length ? [{ effects, better: true }] : []),
      play: (move) => void this.trial.playMove(move),
    });
    const { board } = this.trial;
    this.hands = { onPlace: board.onPlace, onLift: board.onLift, onDrag: board.onDrag };
    this.editor = new Editor(this.trial, game, { done: (line) => void this.leave(line), cancel: () => void this.leave(this.before) });
    this.before = ""; // the position before it was set up again
    this.words = h("p", { class: "turn-words", "aria-live": "polite" });
    this.dice = h("input", {
      id: "study-dice",
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      size: 4,
      maxlength: 5,
      "aria-label": t("study.dice"),
    });
    this.diceForm = h(
      "form",
      {
        class: "row dice-choice",
        onsubmit: (/** @type {Event} */ e) => {
          e.preventDefault();
          if (this.dice.value.trim()) void this.throwSet();
        },
      },
      h("label", { for: "study-dice" }, t("study.dice")),
      this.dice,
      h("button", { class: "small", type: "submit" }, t("study.dice-set")),
    );
    this.trail = h("ol", { class: "trail", "aria-label": t("study.moves") });
    this.undo = h("button", { class: "small", onclick: () => void this.back() }, t("study.back"));
    this.facts = h("p", { class: "help study-facts" });
    this.tools = h(
      "div",
      { class: "row study-tools" },
      this.undo,
      h("button", { class: "small", onclick: () => void this.edit() }, t("study.edit")),
      h("button", { class: "small", onclick: () => void this.turn() }, t("study.turn")),
      h("button", { class: "small", onclick: elsewhere }, t("study.bring")),
    );
    this.steps = h("div", { class: "study-game" });
    this.playing = h("section", { class: "slab study-play" });
    this.saving = h("section", { class: "slab study-save" });
    this.main = h(
      "div",
      { class: "study-main" },
      h("div", { class: "study-now slab" }, this.words, this.facts, this.trial.controls, this.diceForm, this.tools, this.trail),
      this.steps,
      this.looks.root,
      this.playing,
      this.saving,
    );
    this.frame = h(
      "div",
      { class: "study" },
      h("h1", {}, t("study.title-of", { game: game.title })),
      this.trial.root,
      h("div", { class: "study-side" }, this.main, this.editor.root),
    );
    this.editor.root.hidden = true;
    put(root, this.frame);
    document.title = `${t("study.title-of", { game: game.title })} – ${t("app")}`;
  }

  /** Studies a position of its own. @param {string} line */
  async begin(line) {
    this.told = null;
    put(this.steps);
    this.past = [];
    await this.open(line);
  }

  /** Opens a position. @param {string} line @param {import("../types").Effect[]} [last] the move that led to it */
  async open(line, last = []) {
    this.looks.stop();
    this.frame.classList.remove("over-board");
    const now = await this.trial.open(line);
    if (!now) return;
    this.trial.options.seat ??= now.turn === "-" ? now.seats[0].letter : now.turn;
    this.trial.board.last(last);
    this.here(now);
  }

  /** A move or a throw was made on the board. @param {import("../types").Tried} tried */
  made(tried) {
    const { told, after } = tried;
    if (!told || !after) return;
    this.past.push({ line: this.trial.now?.position ?? "", play: told.move, words: told.words });
    const throws = this.trial.now?.needs === "throw";
    if (throws) this.dice.value = "";
    this.trial.goOn(tried);
    this.trial.board.last(told.effects);
    this.here(after);
    if (!throws && this.dice.value && after.needs === "throw") void this.trial.throwDice();
  }

  /** Throws what was set. Where a player may do something else first, the choice to throw is made before. */
  async throwSet() {
    const word = this.throwing();
    if (word) await this.trial.hand.choose([word]);
    else await this.trial.throwDice();
  }

  /** The choice to throw, if it is one of several. */
  throwing() {
    return this.trial.now?.needs === "move" ? this.trial.turn?.words().find((w) => w.means === "throws") : undefined;
  }

  /** Everything around a position. @param {Position} now */
  here(now) {
    const path = `/study?game=${this.game.id}&position=${encodeURIComponent(now.position)}`;
    history.replaceState(null, "", link(path));
    this.trial.board.arrows([]);
    put(this.words, now.words);
    put(
      this.facts,
      now.facts
        .map((f) => `${f.seat ? seatWord(now.seats.find((x) => x.letter === f.seat)?.name ?? f.seat) + " " : ""}${f.label} ${f.value}`)
        .join(" · "),
    );
    this.diceForm.hidden = now.needs !== "throw" && !this.throwing();
    this.undo.hidden = !this.past.length;
    put(
      this.trail,
      this.past.map((p, i) => h("li", {}, h("button", { class: "trail-step", title: p.words, onclick: () => void this.back(i) }, p.play))),
    );
    this.trail.hidden = !this.past.length;
    this.offer(now);
    this.keep(now, path);
    void this.looks.open(now);
  }

  /** Takes back what was made, down to a number of moves. @param {number} [to] */
  async back(to = this.past.length - 1) {
    const p = this.past[to];
    if (!p) return;
    this.past = this.past.slice(0, to);
    await this.open(p.line);
  }

  /** Shows the board from the side of the next seat. */
  async turn() {
    const sides = Object.keys(this.trial.board.sheet?.sides ?? {});
    const at = sides.indexOf(this.trial.options.seat ?? "");
    this.trial.options.seat = sides[(at + 1) % sides.length];
    if (this.trial.now) await this.open(this.trial.now.position);
  }

  /** Sets the position up by hand. */
  async edit() {
    const line = this.trial.now?.position;
    if (!line || this.editing) return;
    this.looks.stop();
    this.before = line;
    this.editing = true;
    this.trial.ended = true;
    this.trial.reset();
    this.main.hidden = true;
    this.editor.root.hidden = false;
    this.frame.classList.add("editing");
    await this.editor.open(line);
  }

  /** Goes back to studying. @param {string} line */
  async leave(line) {
    this.editing = false;
    Object.assign(this.trial.board, this.hands);
    this.main.hidden = false;
    this.editor.root.hidden = true;
    this.frame.classList.remove("editing");
    if (line !== this.before) this.past = [];
    await this.open(line);
  }

  // A game that was brought.

  /** @param {ToldGame} told @param {number} [at] */
  async load(told, at = 0) {
    this.told = told;
    this.past = [];
    await this.open(told.frames[0].position);
    this.player = new Player({
      count: told.frames.length,
      label: t("study.game-moves"),
      tell: (n) => told.frames[n].words || told.frames[n].text,
      notation: (n) => told.frames[n].text,
      show: (n) => this.moment(n),
    });
    const { player } = this;
    const named = (/** @type {string} */ l) => seatWord(told.seats.find((x) => x.letter === l)?.name ?? l);
    this.analysis = new Analysis(
      {
        over: true,
        ask: () => sendText("/api/study/analysis", told.record),
        seqs: told.frames.map((f) => f.seq),
        tell: (n) => player.tell(n),
        seat: named,
        player: (l) => told.players[l] ?? "",
        link: () => "/study?game=" + told.game,
        file: (r) =>
          h(
            "a",
            {
              class: "button small",
              download: `${told.game}-analysis.json`,
              href: URL.createObjectURL(new Blob([JSON.stringify(r)], { type: "application/json" })),
            },
            t("analysis.download"),
          ),
      },
      this.trial.board.sheet?.inks ?? {},
      (n) => void player.go(n),
    );
    this.analysis.onMark = (n, mark) => player.mark(n, mark);
    put(
      this.steps,
      h(
        "section",
        { class: "slab", "aria-label": t("replay.title") },
        h("h2", {}, told.names || told.title),
        h("p", { class: "help" }, [told.about, told.end].filter(Boolean).join(" · ")),
        this.parts(told),
        player.words,
        player.range,
        player.buttons,
        player.list,
      ),
      this.analysis.root,
    );
    await player.go(at);
  }

  /** The games of a match, to jump to. @param {ToldGame} told */
  parts(told) {
    const begin = told.frames.filter((f) => f.begins);
    return begin.length < 2
      ? null
      : h(
          "div",
          { class: "row match-games" },
          begin.map((f, i) =>
            h("button", { class: "small", onclick: () => void this.player?.go(f.seq) }, t("study.match-game", { n: i + 1 })),
          ),
        );
  }

  /** Shows a moment of the game. @param {number} n */
  async moment(n) {
    const f = this.told?.frames[n];
    if (!f) return;
    this.analysis?.follow(n);
    this.past = [];
    await this.open(f.position, f.kind === "move" ? f.effects : []);
  }

  // Playing on and saving.

  /** @param {Position} now */
  offer(now) {
    if (now.needs === "over") return void put(this.playing);
    const level = h(
      "select",
      { id: "study-level" },
      this.game.rivals.map((r) =>
        h("option", { value: r.level, selected: r.level === rivalsOf(this.game, rivals.get()).level }, levelWords(r.level, r.rating)),
      ),
    );
    put(
      this.playing,
      h("h2", {}, t("study.play")),
      this.game.rivals.length > 1 ? h("label", { class: "edit-field", for: "study-level" }, h("span", {}, t("study.level")), level) : null,
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { class: "small", "data-play": "bot", onclick: () => void this.playOn(level.value || (this.game.rivals[0]?.level ?? "random")) },
          t("study.play-bot"),
        ),
        h("button", { class: "small", "data-play": "friend", onclick: () => void this.playOn("") }, t("study.play-friend")),
      ),
    );
  }

  /** Makes a table that begins with the position. @param {string} level of the bots, "" for people */
  async playOn(level) {
    const { now } = this.trial;
    if (!now) return;
    try {
      await ensureToken();
      /** @type {Edited} */
      const e = await get(`/api/games/${this.game.id}/position/edit?line=${encodeURIComponent(now.position)}`);
      const own = Math.max(
        0,
        e.chairs.findIndex((seats) => seats.includes(now.turn)),
      );
      const terms = {
        game: this.game.id,
        setup: { options: e.options },
        position: now.position,
        bots: e.chairs.map((_, i) => (i === own ? "" : level)),
        clock: { kind: "none" },
        help: level && this.game.luck?.share !== 1 ? "hints" : "",
      };
      const made = await post("/api/tables", { terms, chair: 0, name: name.get(), key: random() });
      mine.add(made.table, this.game.id);
      await sitAt(made.table, [own + 1]);
      go("/t/" + made.table);
    } catch (e) {
      toast(faultOf(e), "bad");
    }
  }

  /** @param {Position} now @param {string} path */
  keep(now, path) {
    const own = [{ name: "record", title: t("table.record"), ending: ".txt" }];
    const formats = [...own, ...(this.told?.formats ?? this.formats ?? [])];
    const body =
      this.told && !this.past.length
        ? { record: this.told.record }
        : { start: this.past[0]?.line ?? now.position, plays: this.past.map((p) => p.play) };
    put(
      this.saving,
      h("h2", {}, t("study.save")),
      h(
        "div",
        { class: "row" },
        h("button", { class: "small", "data-save": "link", onclick: () => copy(share(path), t("study.copied")) }, t("study.save-link")),
        this.told
          ? h(
              "button",
              {
                class: "small",
                onclick: async () =>
                  copy(
                    share("/study") +
                      "#" +
                      new URLSearchParams({ game: await packed(this.told?.record ?? ""), at: String(this.player?.at ?? 0) }),
                    t("study.copied"),
                  ),
              },
              t("study.save-game-link"),
            )
          : null,
        h("button", { class: "small", onclick: () => copy(now.position, t("study.copied")) }, t("study.save-line")),
        h(
          "button",
          {
            class: "small",
            onclick: () =>
              void pictureOf(
                `/api/games/${this.game.id}/position/board.svg?line=${encodeURIComponent(now.position)}`,
                this.game.id,
                this.game.title,
                now.words,
                this.game.id,
              ),
          },
          t("study.save-picture"),
        ),
        formats.map((f) =>
          h("button", { class: "small", title: f.title, "data-save": f.name, onclick: () => void this.file(f, body) }, f.ending),
        ),
      ),
      exerciseForm(this.game.id, now),
    );
    if (!this.formats) void this.learnFormats(now, path);
  }

  /** Asks once in which formats the game is written. @param {Position} now @param {string} path */
  async learnFormats(now, path) {
    /** @type {{ name: string, title: string, ending: string }[]} */
    this.formats = [];
    const all = await get("/api/games");
    this.formats = all.find((/** @type {{ id: string }} */ g) => g.id === this.game.id)?.formats ?? [];
    if (this.trial.now === now) this.keep(now, path);
  }

  /** Saves the game as a file. @param {{ name: string, ending: string }} f @param {object} body */
  async file(f, body) {
    const res = await ask("/api/study/save", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ format: f.name, ...body }),
    });
    if (!res.ok) return toast((await res.json().catch(() => null))?.error?.message ?? t("error.unknown"), "bad");
    save(this.game.id + f.ending, await res.blob());
  }
}
