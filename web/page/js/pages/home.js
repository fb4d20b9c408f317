// The home page: games and tables.

import { device, go, local, onDevice, place } from "../lib/address.js";
import { ApiError, get, post, random, ensureToken } from "../lib/api.js";
import { h, put, toast } from "../lib/dom.js";
import { howMany, lineOf, makerOf, rivalsOf, rivalWords } from "../words/names.js";
import { mine, name, rivals } from "../lib/store.js";
import { percent, t } from "../words/text.js";

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").Summary} Summary */

/** @param {HTMLElement} root */
export async function home(root) {
  const shelves = h("div", { class: "shelves" }, h("section", {}, h("h2", { class: "ruled", "aria-hidden": "true" }, "\u00a0"), h("ul", { class: "shelf", "aria-hidden": "true" }, Array.from({ length: 8 }, () => h("li", { class: "box empty" })))));
  const list = mine.list().slice(0, 8);
  const yours = h("section", { class: "mine", "aria-label": t("home.mine"), hidden: !list.length });
  const page = h("div", { class: "home" },
    h("header", { class: "hero" }, h("h1", {}, t("home.title")), h("p", { class: "lead" }, t(place.static ? "home.lead-static" : "home.lead"))), yours, shelves);
  put(root, page);
  /** @type {GameInfo[]} */
  const games = await get("/api/games");
  put(shelves, shelvesOf(games).map(({ title, games: some }, i) => h("section", { "aria-labelledby": "shelf-" + i },
    h("h2", { id: "shelf-" + i, class: "ruled" }, title), h("ul", { class: "shelf" }, some.map(box)))));
  const title = (/** @type {string} */ id) => games.find((g) => g.id === id)?.title ?? id;
  // What follows is put below when the games are there, so that nothing moves.
  const open = h("section", { class: "band" });
  const running = h("section", { class: "band" });
  page.append(place.static ? online() : h("div", { class: "two" }, open, running), h("footer", { class: "foot" }, h("p", {}, h("a", { href: "/puzzles" }, t("home.more-puzzles")), " · ", h("a", { href: "/study" }, t("home.more-study"))),
    h("p", {}, h("a", { href: "/lab" }, t("lab.title")), " ", t("lab.teaser"))));
  const refresh = async () => {
    if (local) return; // there is no server
    const [waiting, playing] = await Promise.all([get("/api/tables?status=waiting"), get("/api/tables?status=playing")]);
    put(open, h("h2", { class: "ruled" }, t("home.open")), rows(waiting, title, "home.join", "", t("home.none-open")));
    put(running, h("h2", { class: "ruled" }, t("home.running")), rows(playing, title, "home.watch", "/watch", t("home.none-running")));
  };
  const away = () => put(open, h("h2", { class: "ruled" }, t("home.open")), h("p", { class: "help" }, t("error.network"), " ", place.local ? t("home.away") : ""));
  await Promise.all([refresh().catch(away), myTables(yours, list, title)]);
  setInterval(() => document.visibilityState === "visible" && void refresh().catch(() => {}), 15_000);
}

/** Where a site without a server sends people who want to play with others. */
function online() {
  if (!place.server) return "";
  return h("section", { class: "band" }, h("h2", { class: "ruled" }, t("home.online")), h("p", { class: "row" }, t("home.online-help"), " ", h("a", { class: "button small", href: place.server }, new URL(place.server).host)));
}

/** The shelves: books about the same game together, then all others. @param {GameInfo[]} games */
function shelvesOf(games) {
  const kin = [...new Set(games.filter((g) => g.kin.games.length > 1).map((g) => g.kin.title))];
  const of = (/** @type {string} */ k) => games.filter((g) => g.kin.title === k);
  const others = games.filter((g) => !kin.includes(g.kin.title));
  return [...kin.map((k) => ({ title: t("home.kin", { kin: k, n: of(k).length }), games: of(k) })), { title: t(kin.length ? "home.others" : "nav.home"), games: others }];
}

/** @param {GameInfo} g */
function box(g) {
  return h("li", { class: "box" },
    h("a", { class: "lid", href: "/g/" + g.id, tabindex: -1, "aria-hidden": "true" }, h("img", { src: `/api/games/${g.id}/board.svg`, alt: "", loading: "lazy", width: 300, height: 300 })),
    h("div", { class: "label" },
      h("h3", {}, h("a", { href: "/g/" + g.id }, g.title)),
      h("p", { class: "maker" }, makerOf(g)),
      g.differs ? h("p", { class: "differs" }, g.differs) : null,
      factsOfGame(g), moreOf(g)),
    h("div", { class: "row" }, playButtons(g), linksOf(g)));
}

/**
 * The pages about a game. On a phone there is no room for them: there a button
 * opens them.
 * @param {GameInfo} g
 */
function linksOf(g) {
  const to = (/** @type {string} */ path, /** @type {string} */ words) => h("a", { href: path, "aria-label": `${words}: ${g.title}` }, words);
  return h("div", { class: "also", id: "more-" + g.id, popover: "auto" }, h("strong", { "aria-hidden": "true" }, g.title),
    g.pages.map((p) => to(p.path, t("home.more-" + p.name))), to("/new?game=" + g.id, t("home.table")));
}

/** The button that opens them. @param {GameInfo} g */
const moreOf = (g) => h("button", { class: "pages", popovertarget: "more-" + g.id, "aria-label": `${t("home.more")}: ${g.title}` }, t("home.more"));

/** How many play a game, how long it lasts and how much of it is luck. @param {GameInfo} g */
function factsOfGame(g) {
  return h("div", { class: "facts" },
    h("span", {}, [t("home.players", { n: howMany(g) }), g.minutes ? t("home.length", { n: g.minutes }) : ""].filter(Boolean).join(" · ")), luckOf(g));
}

/** How much of a game is luck, as a bar with its label. @param {GameInfo} g */
function luckOf(g) {
  if (!g.luck) return null;
  const bar = h("span", { class: "luck-bar", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(g.luck.share));
  return h("a", { class: "luck", href: `/g/${g.id}#luck`, title: t("home.luck-help") }, h("span", {}, t("home.luck")), bar, h("span", {}, percent(g.luck.share)));
}

/**
 * The button that starts a game at once against those who were chosen last, and
 * beside it the one that chooses others. So a game is one tap away, and whom
 * it is against can be seen before.
 * @param {GameInfo} g
 */
function playButtons(g) {
  const { size, level } = rivalsOf(g, rivals.get());
  const who = rivalWords(g, size.players - 1, level);
  return [
    h("button", { class: "primary play", "aria-label": t("home.play-label", { game: g.title, who }), onclick: () => playNow(g) }, t("home.play")),
    h("button", { class: "versus", "aria-haspopup": "dialog", "aria-label": t("play.change", { game: g.title, who }), onclick: async () => (await import("../table/opponents.js")).openSheet(g) }, t("play.against", { who })),
  ];
}

let starting = false;
addEventListener("pageshow", () => (starting = false)); // somebody came back

/** Makes a table against bots and goes there. @param {GameInfo} g */
export async function playNow(g, against = rivalsOf(g, rivals.get())) {
  if (local && !device) return playHere(g, against); // the program runs on the device's own pages
  if (starting) return; // an impatient second tap
  starting = true;
  toast(t("play.starting"));
  const { size, level, tutor } = against;
  const bots = Array.from({ length: size.players }, (_, i) => (i === 0 ? "" : level));
  try {
    await ensureToken();
    const made = await post("/api/tables", { terms: { game: g.id, setup: size.setup, bots, clock: { kind: "none" }, help: g.luck?.share === 1 ? "" : tutor ? "tutor" : "hints" }, chair: 0, name: name.get(), key: random() });
    mine.add(made.table, g.id);
    const { sitAt } = await import("../table/seating.js");
    await sitAt(made.table, [1]);
    go("/t/" + made.table);
  } catch (e) {
    starting = false;
    if (e instanceof ApiError && e.code === "network" && !local && place.local) return playHere(g, against);
    toast(e instanceof Error ? e.message : t("error.unknown"), "bad");
  }
}

/** Plays on this device. @param {GameInfo} g @param {{ size: { players: number }, level: string, tutor: boolean }} against */
export function playHere(g, { size, level, tutor }) {
  go(onDevice(`/play?${new URLSearchParams({ game: g.id, players: String(size.players), level, ...(tutor ? { help: "tutor" } : {}) })}`));
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

/**
 * The tables this browser has sat at, as a strip. A game that is over is shown
 * once more, and then forgotten.
 * @param {HTMLElement} root
 * @param {import("../lib/store.js").Mine[]} list
 * @param {(id: string) => string} title
 */
async function myTables(root, list, title) {
  if (!list.length) return;
  const lines = await Promise.all(list.map(async (m) => {
    if (m.device) return m.shown ?? { now: "", others: "", yours: false };
    try {
      const v = await get("/api/tables/" + m.table);
      return { ...lineOf(v), over: v.status === "over" };
    } catch (e) {
      if (e instanceof ApiError && e.code === "not-found") mine.drop(m.table);
      return null;
    }
  }));
  list.forEach((m, i) => lines[i]?.over && mine.drop(m.table));
  root.hidden = !lines.some(Boolean);
  put(root, h("ul", {}, list.map((m, i) => lines[i] && mineOf(m, title(m.game), lines[i]))),
    list.some((m) => m.device) && h("p", { class: "help" }, h("a", { href: "/device/" }, t("device.all"))));
}

/** @param {import("../lib/store.js").Mine} m @param {string} title @param {import("../lib/store.js").Line} line */
function mineOf(m, title, { others, yours, now }) {
  const item = h("li", {});
  const show = () => {
    item.className = yours ? "yours" : "";
    const forget = h("button", { class: "forget", "aria-label": t("home.forget", { game: title }), onclick: () => {
      mine.drop(m.table);
      item.className = "gone-by";
      const undo = h("button", { class: "small", onclick: () => {
        mine.restore(m);
        show().focus();
      } }, t("home.undo"));
      put(item, h("span", { role: "status" }, t("home.forgotten")), undo);
      undo.focus();
    } }, "×");
    put(item, h("a", { href: m.device ? onDevice("/t/" + m.table) : "/t/" + m.table }, h("strong", {}, title), h("span", { class: "now" }, now),
      h("small", {}, [others, m.device ? t("device.here") : ""].filter(Boolean).join(" · "))), forget);
    return forget;
  };
  show();
  return item;
}
