// Several tables on one page, live and only to look at: for a class or a club, on a
// projector. The address names them: /tables?t=TABLE&t=TABLE.

import { go, query } from "../lib/address.js";
import { ApiError, get } from "../lib/api.js";
import { BoardView } from "../board/board.js";
import { h, put } from "../lib/dom.js";
import { Facing } from "../board/facing.js";
import { signOf } from "../table/layout.js";
import { Stream } from "../lib/stream.js";
import { chairName } from "../words/names.js";
import "../words/teacher-words.js";
import { t } from "../words/words.js";

/** The style sheets of this page. */
export const styles = ["board-inks", "board", "play", "tables"];

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Sheet} Sheet */

/** The most tables of one page. */
export const most = 12;

/** The ids of tables in a text: links, or the ids themselves. @param {string} text @returns {string[]} */
export function idsIn(text) {
  const found = text.split(/[\s,]+/).flatMap((word) => /(?:^|\/t\/|[?&]at=\/t\/)([A-Za-z0-9_-]{4,40})(?:[/?#].*)?$/.exec(word)?.[1] ?? []);
  return [...new Set(found)].slice(0, most);
}

/** @param {HTMLElement} root */
export async function tablesPage(root) {
  document.title = `${t("tables.title")} – ${t("app")}`;
  const ids = idsIn(query().getAll("t").join(" "));
  if (!ids.length) return choose(root);
  /** @type {Map<string, Small>} */
  const shown = new Map();
  const places = ids.map(() => h("li", { class: "small-table" }, h("p", { class: "loading" }, t("table.loading"))));
  put(
    root,
    h(
      "div",
      { class: "many" },
      h("h1", { class: "unseen" }, t("tables.title")),
      h("ul", { class: "many-tables", "data-count": ids.length }, places),
      h("p", {}, h("a", { href: "/tables" }, t("tables.change"))),
    ),
  );
  await Promise.all(
    ids.map(async (id, i) => {
      try {
        const [view, sheet] = await Promise.all([get(`/api/tables/${id}`), get(`/api/tables/${id}/board?quarter=0`)]);
        shown.set(id, new Small(places[i], view, sheet));
      } catch (e) {
        if (!(e instanceof ApiError)) throw e;
        put(places[i], h("p", {}, h("strong", {}, id)), h("p", {}, e.code === "not-found" ? t("tables.gone") : e.message));
      }
    }),
  );
  const again = async () => {
    for (const [id, small] of shown) small.show(await get(`/api/tables/${id}`));
  };
  if (!shown.size) return;
  new Stream(new Map([...shown].map(([id, small]) => [id, small.view.seq])), {
    table: (said) => void (said.view ? shown.get(said.table)?.show(said.view) : again()),
    presence: () => {},
    open: () => void again(),
    link: () => {},
  });
}

/** Asks which tables to show. @param {HTMLElement} root */
function choose(root) {
  const area = h("textarea", { id: "tables-text", rows: 6, autocapitalize: "off", spellcheck: "false" });
  const fault = h("p", { class: "help", role: "status" });
  const open = (/** @type {Event} */ e) => {
    e.preventDefault();
    const ids = idsIn(area.value);
    if (ids.length) go("/tables?" + ids.map((id) => "t=" + id).join("&"));
    else put(fault, t("tables.none"));
  };
  put(
    root,
    h(
      "div",
      { class: "many choose" },
      h("h1", {}, t("tables.title")),
      h("p", {}, t("tables.lead", { most })),
      h(
        "form",
        { class: "stack", onsubmit: open },
        h("label", { for: "tables-text" }, t("tables.label")),
        area,
        fault,
        h("button", { class: "primary", type: "submit" }, t("tables.show")),
      ),
    ),
  );
}

/** One table, small. */
class Small {
  /** @param {HTMLElement} root @param {View} view @param {Sheet} sheet */
  constructor(root, view, sheet) {
    const facing = new Facing(view.table, sheet);
    facing.quarter = 0;
    this.view = view;
    this.people = h("ul", { class: "small-people" });
    this.words = h("p", { class: "small-words" });
    const frame = h("div", { class: "small-board" });
    frame.inert = true; // only to look at
    frame.style.setProperty("--ratio", String(sheet.viewBox[2] / sheet.viewBox[3]));
    put(root, h("h2", {}, h("a", { href: `/t/${view.table}/watch` }, view.gameTitle)), frame, this.people, this.words);
    this.board = new BoardView(frame, { label: t("table.board"), art: (_, p) => facing.art(p) });
    this.board.lay(sheet);
    this.signs = sheet.signs;
    this.show(view);
  }

  /** @param {View} view */
  show(view) {
    if (view.seq < this.view.seq) return;
    this.view = view;
    this.board.set(view.pieces);
    put(
      this.people,
      view.chairs.map((c, i) => {
        const turn = view.status === "playing" && c.seats.includes(view.turn);
        const won = c.seats.some((l) => view.result?.places[l] === 1);
        return h(
          "li",
          { class: turn ? "turn" : null, "aria-current": turn ? "true" : null },
          c.seats.map((l) => signOf(this.signs[l] ?? "")),
          h("bdi", {}, chairName(view, i)),
          won ? " ★" : "",
        );
      }),
    );
    put(this.words, view.words);
  }
}
