// The first page: the games as boxes on a shelf, and the tables.

import { device, go, local, onDevice, place } from "../lib/address.js";
import { ApiError, faultOf, get, post, random, ensureToken } from "../lib/api.js";
import { drawing, h, put, toast } from "../lib/dom.js";
import { howMany, lineOf, rivalsOf, rivalWords } from "../words/names.js";
import { mine, name, rivals } from "../lib/store.js";
import { counts, lengths, lucks, suits } from "./shelf.js";
import { t } from "../words/text.js";

/** The style sheets of this page. */
export const styles = ["home"];

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").Summary} Summary */

/** Two dice and two men, in the inks of the lids. A man stands on the origin, 60 high. */
const man = "M-21 0q-2-11 9-15 6-8 7-19a15 15 0 1 1 10 0q1 11 7 19 11 4 9 15z";
const art = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="8 18 206 108" aria-hidden="true"
  stroke="#241b15" stroke-width="4" stroke-linejoin="round">
<path d="M44 44C62 12 118 14 140 52" fill="none" stroke="#f6ecd2" stroke-dasharray=".1 11" stroke-linecap="round"/>
<g class="man"><path transform="translate(38 123) scale(1.2)" d="${man}" fill="#f0b43c"/></g>
<g class="die"><g transform="translate(100 92) rotate(-11)"><rect x="-28" y="-28" width="56" height="56" rx="10" fill="#f6ecd2"/>
  <path d="M-14-14h0M14-14h0M0 0h0M-14 14h0M14 14h0" stroke-width="11" stroke-linecap="round"/></g></g>
<g class="die"><g transform="translate(153 99) rotate(13)"><rect x="-22" y="-22" width="44" height="44" rx="8" fill="#d2432e"/>
  <path d="M-11-11h0M0 0h0M11 11h0" stroke="#f6ecd2" stroke-width="9" stroke-linecap="round"/></g></g>
<g class="man"><path transform="translate(193 123)" d="${man}" fill="#3f9a94"/></g></svg>`;

/** @param {HTMLElement} root */
export async function home(root) {
  const shelf = h(
    "ul",
    { class: "shelf", "aria-hidden": "true" },
    Array.from({ length: 8 }, () => h("li", { class: "box empty" }, h("span", { class: "lid" }))),
  );
  const list = mine.list().slice(0, 8);
  const yours = h("section", { class: "mine", "aria-label": t("home.mine"), hidden: !list.length });
  const tools = h("search", { class: "tools" });
  const start = h("div", { class: "start" });
  const page = h(
    "div",
    { class: "home" },
    h(
      "header",
      { class: "hero" },
      h("h1", {}, t("home.title")),
      h("p", { class: "lead" }, t(place.static ? "home.lead-static" : "home.lead")),
      h("div", { class: "hero-art" }, drawing(art)),
      start,
    ),
    yours,
    tools,
    shelf,
  );
  put(root, page);
  const read = linesOf(list);
  /** @type {GameInfo[]} */
  const games = await get("/api/games");
  shelf.removeAttribute("aria-hidden");
  put(shelf, games.map(box));
  put(tools, toolsOf(games, shelf));
  const title = (/** @type {string} */ id) => games.find((g) => g.id === id)?.title ?? id;
  put(start, startButton(games.find((g) => g.id === list[0]?.game) ?? games[0]));
  // What follows is put below when the games are there, so that nothing moves.
  const open = h("section", { class: "band" });
  const running = h("section", { class: "band" });
  page.append(
    place.static ? online() : h("div", { class: "two" }, open, running),
    h(
      "footer",
      { class: "foot" },
      h("p", {}, h("a", { href: "/puzzles" }, t("home.more-puzzles")), " · ", h("a", { href: "/study" }, t("home.more-study"))),
      h("p", {}, h("a", { href: "/lab" }, t("lab.title")), " ", t("lab.teaser")),
    ),
  );
  const refresh = async () => {
    if (local) return; // there is no server
    const [waiting, playing] = await Promise.all([get("/api/tables?status=waiting"), get("/api/tables?status=playing")]);
    put(open, h("h2", { class: "ruled" }, t("home.open")), rows(waiting, title, "home.join", "", t("home.none-open")));
    put(running, h("h2", { class: "ruled" }, t("home.running")), rows(playing, title, "home.watch", "/watch", t("home.none-running")));
  };
  const away = () =>
    put(
      open,
      h("h2", { class: "ruled" }, t("home.open")),
      h("p", { class: "help" }, t("error.network"), " ", place.local ? t("home.away") : ""),
    );
  const refreshed = refresh().catch(away);
  const lines = await read;
  const due = lines.findIndex((x) => x?.yours);
  if (due >= 0) put(start, continueButton(list[due], title(list[due].game), lines[due]?.others ?? ""));
  myTables(yours, list, lines, title);
  await refreshed;
  setInterval(() => document.visibilityState === "visible" && void refresh().catch(() => {}), 15_000);
}

/** Where a site without a server sends people who want to play with others. */
function online() {
  if (!place.server) return "";
  return h(
    "section",
    { class: "band" },
    h("h2", { class: "ruled" }, t("home.online")),
    h("p", { class: "row" }, t("home.online-help"), " ", h("a", { class: "button small", href: place.server }, new URL(place.server).host)),
  );
}

/**
 * The one button where a game waits for its owner.
 * @param {import("../lib/store.js").Mine} m
 * @param {string} title
 * @param {string} others
 */
function continueButton(m, title, others) {
  return h(
    "a",
    { class: "button primary", href: addressOf(m) },
    h("strong", {}, t("play.continue", { game: title })),
    h("small", {}, [t("home.your-turn"), others].filter(Boolean).join(" · ")),
  );
}

/** The one button that plays at once: the game of last time, or the best known one. @param {GameInfo} g */
function startButton(g) {
  const { size, level } = rivalsOf(g, rivals.get());
  return h(
    "button",
    { class: "primary", onclick: () => playNow(g) },
    h("strong", {}, t("play.title", { game: g.title })),
    h("small", {}, t("play.against", { who: rivalWords(g, size.players - 1, level) })),
  );
}

/**
 * A box: its lid is a button that opens it. Below it stands what the game is.
 * @param {GameInfo} g
 */
function box(g) {
  const about = "about-" + g.id;
  return h(
    "li",
    { class: "box", "data-game": g.id },
    h(
      "h2",
      {},
      h(
        "button",
        { class: "lid", "aria-haspopup": "dialog", "aria-describedby": about, onclick: async () => (await import("./lid.js")).openLid(g) },
        h("img", { src: `/api/games/${g.id}/cover.svg`, alt: g.title, width: 300, height: 300 }),
      ),
    ),
    h("div", { id: about }, h("p", { class: "says" }, g.says || g.differs), h("p", { class: "facts" }, factsOf(g))),
  );
}

/** How many play a game and how long it lasts, in words. @param {GameInfo} g */
export const factsOf = (g) =>
  [t("home.players", { n: howMany(g) }), g.minutes ? t("home.length", { n: g.minutes }) : ""].filter(Boolean).join(", ");

/**
 * What finds a game: a search by name, and the questions people ask. Enter in the
 * search opens the first box that is left.
 * @param {GameInfo[]} games
 * @param {HTMLElement} shelf
 */
function toolsOf(games, shelf) {
  /** @type {import("./shelf.js").Wish} */
  const wish = {};
  const told = h("p", { class: "found", role: "status" });
  const boxes = () => /** @type {HTMLElement[]} */ ([...shelf.querySelectorAll("[data-game]")]);
  const look = () => {
    const left = games.filter((g) => suits(g, wish));
    for (const el of boxes()) el.hidden = !left.some((g) => g.id === el.dataset.game);
    const all = left.length === games.length;
    put(
      told,
      all ? "" : left.length ? t("home.found", { n: left.length }) : t("home.found-none"),
      all ? null : h("button", { class: "chip", type: "reset" }, t("home.all")),
    );
  };
  const choose = (/** @type {"players" | "minutes" | "luck"} */ key, /** @type {(string | number)[]} */ values) =>
    h(
      "select",
      {
        "aria-label": t("home.by-" + key),
        onchange: (/** @type {any} */ e) => {
          Object.assign(wish, { [key]: (key === "players" ? Number(e.target.value) : e.target.value) || undefined });
          look();
        },
      },
      h("option", { value: "" }, t("home.by-" + key)),
      values.map((v) => h("option", { value: v }, key === "players" ? t("home.players", { n: v }) : t(`home.${key}-${v}`))),
    );
  return h(
    "form",
    {
      onsubmit: (/** @type {Event} */ e) => {
        e.preventDefault();
        boxes()
          .find((el) => !el.hidden)
          ?.querySelector("button")
          ?.click();
      },
      onreset: () => {
        for (const key of Object.keys(wish)) delete (/** @type {any} */ (wish)[key]);
        look();
        boxes()[0]?.querySelector("button")?.focus();
      },
    },
    h("input", {
      type: "search",
      "aria-label": t("home.search"),
      placeholder: t("home.search"),
      autocomplete: "off",
      spellcheck: false,
      oninput: (/** @type {any} */ e) => {
        wish.text = e.target.value.trim();
        look();
      },
    }),
    choose("players", counts(games)),
    choose("minutes", lengths),
    choose("luck", lucks),
    told,
  );
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
    const made = await post("/api/tables", {
      terms: { game: g.id, setup: size.setup, bots, clock: { kind: "none" }, help: g.luck?.share === 1 ? "" : tutor ? "tutor" : "hints" },
      chair: 0,
      name: name.get(),
      key: random(),
    });
    mine.add(made.table, g.id);
    const { sitAt } = await import("../table/seating.js");
    await sitAt(made.table, [1]);
    go("/t/" + made.table);
  } catch (e) {
    starting = false;
    if (e instanceof ApiError && e.code === "network" && !local && place.local) return playHere(g, against);
    toast(faultOf(e), "bad");
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
  return h(
    "ul",
    { class: "tables" },
    list
      .slice(0, 20)
      .map((x) =>
        h(
          "li",
          {},
          h(
            "span",
            {},
            h("strong", {}, title(x.game)),
            h(
              "small",
              {},
              [(x.people ?? []).filter(Boolean).join(", "), x.free ? t("home.free", { n: x.free }) : ""].filter(Boolean).join(" · "),
            ),
          ),
          h("a", { class: "button small", href: `/t/${x.table}${what}` }, t(verb)),
        ),
      ),
  );
}

/** @param {import("../lib/store.js").Mine} m */
const addressOf = (m) => (m.device ? onDevice("/t/" + m.table) : "/t/" + m.table);

/**
 * How the tables stand that this browser has sat at, null for those that cannot be shown.
 * @param {import("../lib/store.js").Mine[]} list
 * @returns {Promise<(import("../lib/store.js").Line | null)[]>}
 */
const linesOf = (list) =>
  Promise.all(
    list.map(async (m) => {
      if (m.device) return m.shown ?? { now: "", others: "", yours: false };
      try {
        const v = await get("/api/tables/" + m.table);
        return { ...lineOf(v), over: v.status === "over" };
      } catch (e) {
        const code = e instanceof ApiError ? e.code : "";
        if (code === "not-found") mine.drop(m.table);
        return code === "network" ? { now: "", others: t("error.network"), yours: false } : null;
      }
    }),
  );

/**
 * The tables this browser has sat at, as a strip. A game that is over is shown
 * once more, and then forgotten.
 * @param {HTMLElement} root
 * @param {import("../lib/store.js").Mine[]} list
 * @param {(import("../lib/store.js").Line | null)[]} lines
 * @param {(id: string) => string} title
 */
function myTables(root, list, lines, title) {
  if (!list.length) return;
  list.forEach((m, i) => lines[i]?.over && mine.drop(m.table));
  root.hidden = !lines.some(Boolean);
  put(
    root,
    h(
      "ul",
      {},
      list.map((m, i) => lines[i] && mineOf(m, title(m.game), lines[i])),
    ),
    list.some((m) => m.device) && h("p", { class: "help" }, h("a", { href: "/device/" }, t("device.all"))),
  );
}

/** @param {import("../lib/store.js").Mine} m @param {string} title @param {import("../lib/store.js").Line} line */
function mineOf(m, title, { others, yours, now }) {
  const item = h("li", {});
  const show = () => {
    item.className = yours ? "yours" : "";
    const forget = h(
      "button",
      {
        class: "forget",
        "aria-label": t("home.forget", { game: title }),
        onclick: () => {
          mine.drop(m.table);
          item.className = "gone-by";
          const undo = h(
            "button",
            {
              class: "small",
              onclick: () => {
                mine.restore(m);
                show().focus();
              },
            },
            t("home.undo"),
          );
          put(item, h("span", { role: "status" }, t("home.forgotten")), undo);
          undo.focus();
        },
      },
      "×",
    );
    put(
      item,
      h(
        "a",
        { href: addressOf(m) },
        h("img", { src: `/api/games/${m.game}/cover.svg`, alt: "", width: 44, height: 44 }),
        h("strong", {}, title),
        h("span", { class: "now" }, now),
        h("small", {}, [others, m.device ? t("device.here") : ""].filter(Boolean).join(" · ")),
      ),
      forget,
    );
    return forget;
  };
  show();
  return item;
}
