// The replay of a game: forwards, backwards or playing by itself.

import { link, local, query, share } from "../lib/address.js";
import { Analysis } from "./analysis.js";
import { eventsOf, get } from "../lib/api.js";
import { BoardView } from "../board/board.js";
import { Dice } from "../board/dice.js";
import { copy, h, put, s } from "../lib/dom.js";
import { framed } from "../table/layout.js";
import { framesOf } from "./moments.js";
import { chairName, chairOf, chairSeats, seatName } from "../words/names.js";
import { savePicture } from "../table/share-picture.js";
import { play as sound } from "../lib/sound.js";
import { Voice } from "../words/voice.js";
import { t } from "../words/words.js";

/** The style sheets of this page. */
export const styles = ["board-inks", "board", "table", "play"];

/** @typedef {import("../types").TableEvent} TableEvent */

const signs = {
  first: "M6 5v14M17 5l-7 7 7 7",
  back: "M15 5l-7 7 7 7",
  play: "M8 5l11 7-11 7z",
  stop: "M8 5v14M16 5v14",
  next: "M9 5l7 7-7 7",
  last: "M18 5v14M7 5l7 7-7 7",
};

/** @param {keyof typeof signs} name */
function sign(name) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "sign-icon", "aria-hidden": "true" },
    s("path", { d: signs[name], fill: name === "play" ? "currentColor" : "none" }),
  );
}

/** @param {HTMLElement} root @param {string} id */
export async function replay(root, id) {
  document.body.classList.add("at-table");
  put(root, h("p", { class: "loading" }, t("table.loading")));
  const [view, events, sheet] = await Promise.all([get("/api/tables/" + id), eventsOf(id, 0), get(`/api/tables/${id}/board`)]);
  document.title = `${view.gameTitle} – ${t("replay.title")}`;
  const r = new Replay(root, view, await withEarlier(id, events), sheet);
  const asked = new URLSearchParams(location.hash.slice(1));
  r.analysis.wanted = asked.has("analysis"); // known from the start, so that a reload keeps it
  // The moment is in the query, not the hash, so that link previews show it.
  const at = Number(query().get("at") ?? asked.get("seq"));
  await r.show(at ? r.frames.findIndex((f) => f.seq >= at) : r.frames.length - 1, false);
  if (r.analysis.wanted) await r.analysis.begin();
}

/**
 * Puts what was played before the game came to the table in front of its log.
 * These moments count backwards from -1.
 * @param {string} id @param {TableEvent[]} events @returns {Promise<TableEvent[]>}
 */
async function withEarlier(id, events) {
  const parts = events.filter((e) => e.kind === "earlier");
  if (!parts.length) return events;
  /** @type {{ pieces: import("../types").Piece[], events: TableEvent[] }[]} */
  const pages = [];
  // One after another, as the server gives out turns.
  for (const e of parts) pages.push(await get(`/api/tables/${id}/earlier?seq=${e.seq}`));
  const plays = pages.flatMap((p) => p.events);
  plays.forEach((e, i) => (e.seq = i - plays.length));
  const [made, ...rest] = events;
  return [
    { ...made, seq: -plays.length - 1, line: parts[0].body.from ?? "", pieces: pages[0].pieces },
    ...plays,
    ...rest.filter((e) => e.kind !== "earlier"),
  ];
}

class Replay {
  /**
   * @param {HTMLElement} root
   * @param {import("../types").View} view
   * @param {TableEvent[]} events
   * @param {import("../types").Sheet} sheet
   */
  constructor(root, view, events, sheet) {
    this.view = view;
    this.voice = new Voice({ view, shared: false });
    this.at = -1;
    this.playing = false;
    this.frames = framesOf(events);
    this.frame = h("div", { class: "board-frame" });
    this.dice = new Dice(h("div", { class: "dice" }));
    this.words = h("p", { class: "turn-words", "aria-live": "polite" });
    this.place = h("p", { class: "help" });
    this.range = h("input", {
      type: "range",
      min: 0,
      max: this.frames.length - 1,
      value: 0,
      "aria-label": t("replay.scrub"),
      oninput: (/** @type {Event} */ e) => {
        this.stop();
        void this.show(Number(/** @type {HTMLInputElement} */ (e.target).value), false);
      },
    });
    const button = (/** @type {keyof typeof signs} */ name, /** @type {() => void} */ f) =>
      h("button", { class: "plain", "aria-label": t("replay." + name), title: t("replay." + name), onclick: f }, sign(name));
    this.toggle = h("button", { class: "primary", onclick: () => (this.playing ? this.stop() : void this.run()) });
    this.stop();
    this.list = h(
      "ol",
      { class: "log tall", tabindex: 0, "aria-label": t("table.log") },
      this.frames.map((f, i) =>
        h(
          "li",
          { class: "played", "data-at": i },
          h(
            "button",
            {
              class: "log-row",
              onclick: () => {
                this.stop();
                void this.show(i, false);
              },
            },
            h("span", { class: "words" }, i === 0 ? t("replay.begin") : this.voice.tell(f.event)),
            h("code", {}, (f.event.body.throw ?? "") || (f.event.body.move ?? "")),
          ),
        ),
      ),
    );
    this.links = h("div", { class: "row links" });
    const path = `/api/tables/${view.table}/analysis`;
    this.analysis = new Analysis(
      {
        over: view.status === "over",
        ask: () => get(path),
        seqs: this.frames.map((f) => f.seq),
        tell: (n) => this.voice.tell(this.frames[n].event),
        seat: (l) => seatName(view, l),
        player: (l) => chairName(view, chairOf(view, l)),
        link: (seq) => `/t/${view.table}/replay?at=${seq}`,
        own: (view.you.chairs ?? []).flatMap((/** @type {number} */ c) => view.chairs[c - 1].seats).join(""),
        file: () => h("a", { class: "button small", href: path, download: `parlour-${view.table}-analysis.json` }, t("analysis.download")),
      },
      sheet.inks,
      (n) => {
        this.stop();
        void this.show(n, false);
      },
    );
    this.analysis.onMark = (n, mark) =>
      this.list.children[n]?.firstElementChild?.firstElementChild?.append(h("span", { class: "tag " + mark }, t("analysis.tag." + mark)));
    put(
      root,
      framed(
        "table replay",
        sheet,
        h("section", { class: "stage", "aria-label": t("table.board") }, this.frame),
        h(
          "aside",
          { class: "side" },
          h("h1", { class: "table-title" }, view.gameTitle),
          h("p", { class: "help players" }, view.chairs.map((_, i) => `${chairSeats(view, i)}: ${chairName(view, i)}`).join(" · ")),
          h(
            "section",
            { class: "dock", "aria-label": t("replay.title") },
            h("div", { class: "dock-top" }, this.dice.root, this.words),
            this.range,
            h(
              "div",
              { class: "row scrub" },
              button("first", () => this.go(-1e9)),
              button("back", () => this.go(-1)),
              this.toggle,
              button("next", () => this.go(1)),
              button("last", () => this.go(1e9)),
            ),
            this.place,
          ),
          this.analysis.root,
          this.links,
          h("section", { class: "panels" }, this.list),
        ),
      ),
    );
    this.board = new BoardView(this.frame, {
      label: t("table.board"),
      art: async (_, p) =>
        (await get(`/api/tables/${view.table}/piece?${new URLSearchParams({ colour: p.colour, kind: p.kind, face: p.face ?? "" })}`)).svg,
    });
    this.board.lay(sheet);
    addEventListener("keydown", (e) => {
      if (e.target === this.range) return;
      if (e.key === "ArrowRight") this.go(1);
      if (e.key === "ArrowLeft") this.go(-1);
      if (e.key === " " && !(/** @type {HTMLElement} */ (e.target).closest("button, a"))) {
        e.preventDefault();
        this.toggle.click();
      }
    });
  }

  /** @param {number} by */
  go(by) {
    this.stop();
    void this.show(this.at + by, by === 1);
  }

  stop() {
    this.playing = false;
    put(this.toggle, sign("play"), t("replay.play"));
  }

  async run() {
    this.playing = true;
    put(this.toggle, sign("stop"), t("replay.stop"));
    if (this.at >= this.frames.length - 1) await this.show(0, false);
    while (this.playing && this.at < this.frames.length - 1) {
      await this.show(this.at + 1, true);
      await new Promise((ok) => setTimeout(ok, this.frames[this.at].fresh ? 250 : 500));
    }
    this.stop();
  }

  /** @param {number} n @param {boolean} moving */
  async show(n, moving) {
    n = Math.max(0, Math.min(n, this.frames.length - 1));
    const f = this.frames[n];
    const v = this.view;
    this.at = n;
    this.range.value = String(n);
    put(this.words, n === 0 ? t("replay.begin") : this.voice.tell(f.event));
    put(this.place, t("replay.at", { n, all: this.frames.length - 1 }));
    const picture = `/api/tables/${v.table}/board.svg?seq=${f.seq}`;
    put(
      this.links,
      h("a", { class: "button small", href: "/t/" + v.table }, t("replay.to-table")),
      f.event.line
        ? h("a", { class: "button small", href: `/study?game=${v.game}&position=${encodeURIComponent(f.event.line)}` }, t("replay.study"))
        : null,
      local || f.seq < 1
        ? null
        : h(
            "button",
            { class: "small", onclick: () => copy(share(`/t/${v.table}/replay?at=${f.seq}`), t("new.copied")) },
            t("replay.share"),
          ),
      f.seq < 1
        ? null
        : h(
            "button",
            {
              class: "small",
              onclick: () => savePicture(v.table, f.seq, v.gameTitle, n === 0 ? t("replay.begin") : this.voice.tell(f.event)),
            },
            t("table.picture"),
          ),
      f.seq < 1 ? null : h("a", { class: "button small", href: picture, download: `parlour-${v.table}-${f.seq}.svg` }, t("table.sheet")),
      h("a", { class: "button small", href: `/api/tables/${v.table}/record`, download: `parlour-${v.table}.txt` }, t("table.record")),
      v.formats.map((x) =>
        h(
          "a",
          {
            class: "button small",
            title: x.title,
            href: `/api/tables/${v.table}/record.${x.name}`,
            download: `parlour-${v.table}${x.ending}`,
          },
          x.ending,
        ),
      ),
    );
    history.replaceState(null, "", link(`/t/${v.table}/replay?at=${Math.max(f.seq, 1)}${this.analysis.wanted ? "#analysis" : ""}`));
    this.analysis.follow(n);
    for (const li of this.list.children) li.classList.toggle("now", /** @type {HTMLElement} */ (li).dataset.at === String(n));
    const li = /** @type {HTMLElement} */ (this.list.children[n]);
    this.list.scrollTop = li.offsetTop - this.list.clientHeight / 2;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (f.thrown) this.dice.show(f.thrown, f.ballot);
    else this.dice.clear();
    if (!f.fresh) this.dice.fade();
    if (moving && !still && f.event.effects) {
      if (f.fresh) sound("dice");
      await this.board.play(f.event.effects, 80, sound);
    }
    if (this.at !== n) return;
    this.board.set(f.pieces);
    this.board.last(f.event.kind === "move" ? (f.event.effects ?? []) : []);
  }
}
