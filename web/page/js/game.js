// The page of a game: its rules in our own words, clause by clause.

import { get } from "./api.js";
import { h, put } from "./dom.js";
import { luckOf, playNow } from "./home.js";
import { found } from "./findings.js";
import { howMany, makerOf } from "./names.js";
import { capital, percent, t } from "./words.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").Example} Example */

/** @param {string} id */
const anchor = (id) => id.split("/").pop() ?? id;

/** @param {HTMLElement} root @param {string} id */
export async function gamePage(root, id) {
  /** @type {GameInfo} */
  const g = await get("/api/games/" + id);
  /** @type {Example[]} */
  const examples = await get(`/api/games/${id}/examples`);
  document.title = `${g.title} – ${t("app")}`;
  const sections = [["rules", "game.rules"], ["rulings", "game.rulings"], ["options", "game.options"], ["numbers", "game.numbers"]];
  const measured = await found(g, root);
  if (measured) sections.push(["findings", "lab.findings"]);
  const kin = g.kin?.games ?? [];
  if (kin.length > 1) sections.push(["compare", "game.compare"]);
  put(root, h("article", { class: "game" },
    h("header", { class: "game-head" },
      h("div", { class: "lid" }, h("img", { src: `/api/games/${id}/board.svg`, alt: t("table.board"), width: 480, height: 480 })),
      h("div", {},
        h("h1", {}, g.title),
        h("p", { class: "maker" }, makerOf(g)),
        h("p", {}, g.source ?? ""),
        h("p", { class: "facts" }, t("home.players", { n: howMany(g) }), g.length ? " · " + t("home.length", { n: Math.round(g.length / 10) * 10 }) : "", luckOf(g)),
        h("div", { class: "row" },
          h("button", { class: "primary", onclick: () => playNow(g) }, t("home.play")),
          h("a", { class: "button plain", href: "/new?game=" + id }, t("home.table"))),
        h("nav", { class: "contents", "aria-label": t("game.contents") }, h("ul", {}, sections.map(([to, key]) => h("li", {}, h("a", { href: "#" + to }, t(key, { kin: g.kin?.title ?? "" })))))))),
    h("section", { id: "rules" }, h("h2", { class: "ruled" }, t("game.rules")), h("p", { class: "lead" }, t("game.rules-lead")),
      h("ol", { class: "clauses-list" }, (g.clauses ?? []).map((c) => h("li", { id: anchor(c.id) },
        h("p", {}, c.rule), h("p", { class: "passage" }, h("a", { href: "#" + anchor(c.id) }, c.id), " · ", c.passage), figure(id, examples, c.id))))),
    h("section", { id: "rulings" }, h("h2", { class: "ruled" }, t("game.rulings")), h("p", { class: "lead" }, t("game.rulings-lead")),
      (g.rulings ?? []).map((r) => h("div", { class: "ruling", id: anchor(r.id) },
        h("h3", {}, r.question),
        h("dl", {}, row("game.decision", r.decision), row("game.reason", r.reason), row("game.others", r.others)),
        h("p", { class: "passage" }, h("a", { href: "#" + anchor(r.id) }, r.id), (r.options ?? []).map((o) => [" · ", h("a", { href: "#option-" + o }, o)]).flat()),
        figure(id, examples, r.id)))),
    h("section", { id: "options" }, h("h2", { class: "ruled" }, t("game.options")),
      (g.options ?? []).map((o) => h("div", { class: "option-text", id: "option-" + o.key },
        h("h3", {}, capital(o.key.replaceAll("-", " "))), o.needs ? h("p", { class: "help" }, capital(o.needs)) : null,
        h("dl", {}, (o.values ?? []).map((v) => [h("dt", {}, v.name, v.name === o.default ? h("span", { class: "tag" }, t("game.value-default")) : null), h("dd", {}, v.means)]).flat())))),
    numbers(g),
    measured,
    kin.length > 1 ? await compare(t("game.compare", { kin: g.kin?.title ?? "" }), kin) : null));
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

/** @param {string} key @param {string | undefined} text */
function row(key, text) {
  return text ? [h("dt", {}, t(key)), h("dd", {}, text)] : [];
}

/**
 * The example of a rule. One that shows several rules is drawn at the first of
 * them; the others point there.
 * @param {string} game @param {Example[]} examples @param {string} rule
 */
function figure(game, examples, rule) {
  const x = examples.find((e) => e.shows.includes(rule));
  if (!x) return null;
  const first = anchor(x.shows[0]);
  if (x.shows[0] !== rule) return h("p", { class: "passage" }, h("a", { href: "#" + first }, t("game.example-at", { rule: first })));
  return h("figure", { class: "example" },
    h("img", { src: `/api/games/${game}/examples/${first}/board.svg`, alt: x.note, loading: "lazy", decoding: "async", width: 320, height: 320 }),
    h("figcaption", {}, h("p", {}, x.note),
      x.move ? h("p", {}, h("code", {}, x.move)) : null,
      x.options ? h("p", { class: "passage" }, t("game.example-by", { options: x.options.replaceAll(",", ", ") })) : null));
}

/** The game in numbers. @param {GameInfo} g */
function numbers(g) {
  const st = g.stats;
  if (!st?.turns) return null;
  const most = Math.max(0, ...(st.chances ?? []).map((c) => c.players));
  return h("section", { id: "numbers" }, h("h2", { class: "ruled" }, t("game.numbers")), h("p", { class: "lead" }, t("game.numbers-lead")),
    h("dl", { class: "measures" },
      h("dt", {}, t("game.turns")), h("dd", {}, h("strong", {}, t("game.spread", { turns: st.turns, sd: st.sd })), h("p", { class: "passage" }, t("game.turns-from"), h("code", {}, st.command))),
      luckRow(g),
      st.chances ? [h("dt", {}, t("game.chances")), h("dd", {},
        h("table", {},
          h("thead", {}, h("tr", {}, h("td", {}), st.chances.map((c) => h("th", { scope: "col" }, t("game.chances-players", { n: c.players }))))),
          h("tbody", {}, Array.from({ length: most }, (_, i) => h("tr", {}, h("th", { scope: "row" }, t("game.chances-order", { n: i + 1 })),
            st.chances?.map((c) => h("td", {}, i < c.win.length ? (100 * c.win[i]).toFixed(2) + " %" : "–")))))),
        h("p", { class: "passage" }, t("game.chances-from")))] : []));
}

/** How much of the game is luck, and what that means. @param {GameInfo} g */
function luckRow(g) {
  const l = g.luck;
  if (!l) return [];
  const only = l.share === 1 ? "game.luck-all" : l.share === 0 ? "game.luck-none" : "";
  return [h("dt", { id: "luck" }, t("game.luck")), h("dd", {},
    h("strong", {}, l.half ? t("game.luck-spread", { n: (100 * l.share).toFixed(1), half: percent(l.half, 1) }) : percent(l.share)),
    h("p", { class: "passage" }, only ? t(only) + " " : "", t("game.luck-means"), h("code", {}, l.command)))];
}

/** The options that books about the same game share, and what each makes of them. @param {string} title @param {string[]} kin ids of the games */
async function compare(title, kin) {
  /** @type {GameInfo[]} */
  const games = await Promise.all(kin.map((id) => get("/api/games/" + id)));
  const keys = [...new Set(games.flatMap((g) => (g.options ?? []).map((o) => o.key)))].filter((k) => games.filter((g) => g.options?.some((o) => o.key === k)).length > 1);
  const facts = [
    [t("game.compare.year"), (/** @type {GameInfo} */ g) => g.year],
    [t("game.compare.maker"), (/** @type {GameInfo} */ g) => g.maker],
    [t("game.compare.players"), (/** @type {GameInfo} */ g) => [...g.players].sort().join(", ")],
    [t("game.compare.form"), (/** @type {GameInfo} */ g) => g.form],
  ];
  return h("section", { id: "compare" }, h("h2", { class: "ruled" }, title),
    h("div", { class: "wide-table", tabindex: 0, role: "region", "aria-label": title }, h("table", {},
      h("thead", {}, h("tr", {}, h("td", {}), games.map((g) => h("th", { scope: "col" }, h("a", { href: "/g/" + g.id }, g.title))))),
      h("tbody", {},
        facts.map(([label, f]) => h("tr", {}, h("th", { scope: "row" }, /** @type {string} */ (label)), games.map((g) => h("td", {}, /** @type {(g: GameInfo) => string} */ (f)(g))))),
        keys.map((k) => h("tr", {}, h("th", { scope: "row" }, capital(k.replaceAll("-", " "))), games.map((g) => {
          const o = g.options?.find((x) => x.key === k);
          return h("td", {}, o ? (o.values?.find((v) => v.name === o.default)?.means ?? o.default) : "–");
        })))))));
}
