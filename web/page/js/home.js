// The home page: games and tables.

import { act, get, post, random, ensureToken } from "./api.js";
import { h, put, toast } from "./dom.js";
import { howMany, makerOf } from "./names.js";
import { mine, name } from "./store.js";
import { percent, t } from "./words.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").Summary} Summary */

/** @param {HTMLElement} root */
export async function home(root) {
  const shelf = h("ul", { class: "shelf" });
  const yours = h("section", { class: "band", hidden: true });
  const open = h("section", { class: "band" });
  const running = h("section", { class: "band" });
  put(root, h("div", { class: "home" },
    h("header", { class: "hero" }, h("h1", {}, t("home.title")), h("p", { class: "lead" }, t("home.lead"))),
    yours,
    h("section", { "aria-labelledby": "shelf-title" }, h("h2", { id: "shelf-title", class: "ruled" }, t("home.shelf")), shelf),
    h("div", { class: "two" }, open, running),
    h("footer", { class: "foot" }, h("a", { href: "/lab" }, t("lab.title")), " ", t("lab.teaser"))));
  for (let i = 0; i < 8; i++) shelf.append(h("li", { class: "box empty", "aria-hidden": "true" }));
  /** @type {GameInfo[]} */
  const games = await get("/api/games");
  put(shelf, games.map((g) => box(g)));
  const title = (/** @type {string} */ id) => games.find((g) => g.id === id)?.title ?? id;
  const refresh = async () => {
    const [waiting, playing] = await Promise.all([get("/api/tables?status=waiting"), get("/api/tables?status=playing")]);
    put(open, h("h2", { class: "ruled" }, t("home.open")), rows(waiting, title, "home.join", "", t("home.none-open")));
    put(running, h("h2", { class: "ruled" }, t("home.running")), rows(playing, title, "home.watch", "/watch", t("home.none-running")));
  };
  await Promise.all([refresh(), myTables(yours, title)]);
  setInterval(() => document.visibilityState === "visible" && void refresh().catch(() => {}), 15_000);
}

/** @param {GameInfo} g */
function box(g) {
  return h("li", { class: "box" },
    h("a", { class: "lid", href: "/g/" + g.id, tabindex: -1, "aria-hidden": "true" }, h("img", { src: `/api/games/${g.id}/board.svg`, alt: "", loading: "lazy", width: 300, height: 300 })),
    h("div", { class: "label" },
      h("h3", {}, h("a", { href: "/g/" + g.id }, g.title)),
      h("p", { class: "maker" }, makerOf(g)),
      h("p", { class: "facts" }, [t("home.players", { n: howMany(g) }), g.length ? t("home.length", { n: Math.round(g.length / 10) * 10 }) : ""].filter(Boolean).join(" · "), luckOf(g))),
    h("div", { class: "row" },
      h("button", { class: "primary", "aria-label": t("home.play-label", { game: g.title }), onclick: () => playNow(g) }, t("home.play")),
      h("a", { class: "button plain", href: "/new?game=" + g.id, "aria-label": t("home.table-label", { game: g.title }) }, t("home.table"))));
}

/** How much of a game is luck, in a few words. @param {GameInfo} g */
export function luckOf(g) {
  return g.luck ? ["\u00a0· ", h("a", { href: `/g/${g.id}#luck`, title: t("home.luck-help") }, t("home.luck", { n: percent(g.luck.share) }))] : [];
}

/** Makes a table against bots and goes there. @param {GameInfo} g */
export async function playNow(g) {
  await ensureToken();
  const n = g.players[0] ?? 2;
  const level = g.levels[Math.floor(g.levels.length / 2)] ?? "";
  const bots = Array.from({ length: n }, (_, i) => (i === 0 ? "" : level));
  try {
    const made = await post("/api/tables", { terms: { game: g.id, setup: {}, bots, clock: { kind: "none" }, help: g.luck?.share === 1 ? "" : "hints" }, chair: 0, name: name.get(), key: random() });
    mine.add(made.table, g.id);
    await act(made.table, { kind: "sit", chair: 1, part: true, seq: 1 });
    location.href = "/t/" + made.table;
  } catch (e) {
    toast(e instanceof Error ? e.message : t("error.unknown"), "bad");
  }
}

/**
 * @param {Summary[]} list
 * @param {(id: string) => string} title
 * @param {string} verb
 * @param {string} what the page of the table, "" for the one that lets people sit down
 * @param {string} none
 */
function rows(list, title, verb, what, none) {
  if (!list.length) return h("p", { class: "help" }, none);
  return h("ul", { class: "tables" }, list.slice(0, 20).map((x) => h("li", {},
    h("span", {}, h("strong", {}, title(x.game)), h("small", {}, [(x.people ?? []).filter(Boolean).join(", "), x.free ? t("home.free", { n: x.free }) : ""].filter(Boolean).join(" · "))),
    h("a", { class: "button small", href: `/t/${x.table}${what}` }, t(verb)))));
}

/** @param {HTMLElement} root @param {(id: string) => string} title */
async function myTables(root, title) {
  const list = mine.list().slice(0, 8);
  if (!list.length) return;
  const views = await Promise.all(list.map((m) => get("/api/tables/" + m.table).catch((e) => {
    if (e.code === "not-found") mine.drop(m.table);
    return null;
  })));
  /** @type {import("./types").View[]} */
  const live = views.filter((v) => v && v.status !== "over");
  if (!live.length) return;
  root.hidden = false;
  put(root, h("h2", { class: "ruled" }, t("home.mine")), h("ul", { class: "tables" }, live.map((v) => {
    const chair = v.chairs.findIndex((c) => c.seats.includes(v.turn));
    const yours = v.status === "playing" && (v.you.chairs ?? []).includes(chair + 1);
    return h("li", { class: yours ? "yours" : "" },
      h("span", {}, h("strong", {}, title(v.game)), h("small", {}, yours ? t("home.your-turn") : v.words)),
      h("a", { class: "button small", href: "/t/" + v.table }, t("home.back")));
  })));
}
