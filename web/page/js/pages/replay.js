// The replay of a game: forwards, backwards or playing by itself.

import { link, local, query, share } from "../lib/address.js";
import { Analysis } from "./analysis.js";
import { eventsOf, get } from "../lib/api.js";
import { BoardView } from "../board/board.js";
import { Dice } from "../board/dice.js";
import { Facing } from "../board/facing.js";
import { copy, h, put } from "../lib/dom.js";
import { tableFrame, languages } from "../table/layout.js";
import { momentsOf } from "./moments.js";
import { Player } from "./player.js";
import { chairName, chairOf, chairSeats, seatName } from "../words/names.js";
import { savePicture } from "../table/share-picture.js";
import { play as sound } from "../lib/sound.js";
import { Voice } from "../words/voice.js";
import { labelled, t } from "../words/words.js";

/** The style sheets of this page. */
export const styles = ["board-inks", "board", "table", "play"];

/** @typedef {import("../types").TableEvent} TableEvent */

/** @param {HTMLElement} root @param {string} id */
export async function replay(root, id) {
  document.body.classList.add("at-table");
  put(root, h("p", { class: "loading" }, t("table.loading")));
  const [view, events, sheet] = await Promise.all([get("/api/tables/" + id), eventsOf(id, 0), get(`/api/tables/${id}/board`)]);
  const facing = new Facing(id, sheet);
  const near = await facing.towards(view.chairs[(view.you.chairs?.[0] ?? 0) - 1]?.seats[0] ?? ""); // as it lay for the reader
  document.title = `${view.gameTitle} – ${t("replay.title")}`;
  const r = new Replay(root, view, await withEarlier(id, events), near ?? sheet, facing);
  const asked = new URLSearchParams(location.hash.slice(1));
  r.analysis.wanted = asked.has("analysis"); // known from the start, so that a reload keeps it
  // The moment is in the query, not the hash, so that link previews show it.
  const at = Number(query().get("at") ?? asked.get("seq"));
  await r.player.go(at ? r.moments.findIndex((f) => f.seq >= at) : r.moments.length - 1);
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
   * @param {Facing} facing
   */
  constructor(root, view, events, sheet, facing) {
    this.view = view;
    this.facing = facing;
    this.voice = new Voice({ view, shared: false });
    this.moments = momentsOf(events);
    this.frame = h("div", { class: "board-frame" });
    this.dice = new Dice(h("div", { class: "dice" }));
    this.place = h("p", { class: "help" });
    const { moments } = this;
    this.player = new Player({
      count: moments.length,
      label: t("table.log"),
      tell: (n) => this.voice.tell(moments[n].event),
      notation: (n) => (moments[n].event.body.throw ?? "") || (moments[n].event.body.move ?? ""),
      show: (n, moving) => this.show(n, moving),
      pause: (n) => (moments[n].fresh ? 250 : 500),
    });
    this.player.list.classList.add("tall");
    this.links = h("div", { class: "row links" });
    const path = `/api/tables/${view.table}/analysis`;
    this.analysis = new Analysis(
      {
        over: view.status === "over",
        ask: () => get(path),
        seqs: moments.map((f) => f.seq),
        tell: (n) => this.voice.tell(moments[n].event),
        seat: (l) => seatName(view, l),
        player: (l) => this.who(chairOf(view, l)),
        link: (seq) => `/t/${view.table}/replay?at=${seq}`,
        own: (view.you.chairs ?? []).flatMap((/** @type {number} */ c) => view.chairs[c - 1].seats).join(""),
        file: () => h("a", { class: "button small", href: path, download: `parlour-${view.table}-analysis.json` }, t("analysis.download")),
      },
      sheet.inks,
      (n) => void this.player.go(n),
    );
    this.analysis.onMark = (n, mark) => this.player.mark(n, mark);
    put(
      root,
      tableFrame(
        "table replay",
        sheet,
        h("section", { class: "stage", "aria-label": t("table.board") }, this.frame),
        h(
          "aside",
          { class: "side" },
          h("h1", { class: "table-title" }, view.gameTitle),
          h("p", { class: "help players" }, view.chairs.map((_, i) => labelled(chairSeats(view, i), this.who(i))).join(" · ")),
          h(
            "section",
            { class: "dock", "aria-label": t("replay.title") },
            h("div", { class: "dock-top" }, this.dice.root, this.player.words),
            this.player.range,
            this.player.buttons,
            this.place,
          ),
          this.analysis.root,
          this.links,
          h("section", { class: "panels" }, this.player.list),
          languages(),
        ),
      ),
    );
    this.board = new BoardView(this.frame, {
      label: t("table.board"),
      art: (_, p) => facing.art(p),
    });
    this.board.lay(sheet);
  }

  /** Who plays on a chair: the reader is "you". @param {number} chair */
  who(chair) {
    return this.voice.isYou(chair) ? t("voice.you") : chairName(this.view, chair);
  }

  /** Shows a moment. @param {number} n @param {boolean} moving */
  async show(n, moving) {
    const f = this.moments[n];
    const v = this.view;
    put(this.place, t("replay.at", { n, all: this.moments.length - 1 }));
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
              onclick: () => savePicture(v, f.seq, v.gameTitle, this.player.tell(n), this.facing.quarter),
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
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (f.thrown) this.dice.show(f.thrown, f.ballot);
    else this.dice.clear();
    if (!f.fresh) this.dice.fade();
    if (moving && !still && f.event.effects) {
      if (f.fresh) sound("dice");
      await this.board.play(f.event.effects, 80, sound);
    }
    if (this.player.at !== n) return;
    this.board.set(f.pieces);
    this.board.last(f.event.kind === "move" ? (f.event.effects ?? []) : []);
  }
}
