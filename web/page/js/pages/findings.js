// What the laboratory measured, for the page of a game.

import { get } from "../lib/api.js";
import { drawing, h } from "../lib/dom.js";
import { and, number, t, word } from "../words/words.js";

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").Findings} Findings */
/** @typedef {import("../types").Change} Change */

/** How wide a drawing may be inside an element. @param {Element} root */
export const widthOf = (root) => Math.round(Math.min(640, Math.max(280, root.clientWidth - 32)));

/** @param {number} v @param {number} [digits] */
export const signed = (v, digits = 1) => (v > 0 ? "+" : v < 0 ? "−" : "") + number(Math.abs(v), digits);

/** A drawing with its description for screen readers. @param {string} svg */
export function plot(svg) {
  const el = drawing(svg);
  const desc = el.querySelector("desc")?.textContent ?? "";
  el.setAttribute("aria-label", `${el.querySelector("title")?.textContent ?? ""}. ${desc}`);
  return h("figure", { class: "plot-frame" }, el);
}

/** The measurements of a game, nothing if there are none. @param {GameInfo} g @param {HTMLElement} root */
export async function found(g, root) {
  if (!g.lab?.measured) return [];
  // There are two widths, so that devices and static sites can keep them.
  /** @type {Findings} */
  const f = await get(`/api/games/${g.id}/findings?width=${widthOf(root) < 480 ? 340 : 640}`);
  const most = [...f.effects].filter((e) => !e.same && e.turns.low > 0).sort((a, b) => b.turns.by - a.turns.by)[0];
  return [
    h("p", { class: "lead" }, t("lab.findings-lead", { games: f.games, bots: and(f.tables[0].bots.map(word)) })),
    plot(f.plots.length),
    plot(f.plots.wins),
    plot(f.plots.options),
    h(
      "p",
      { class: "help" },
      most
        ? t("lab.longest", {
            option: most.means || `${most.option}=${most.value}`,
            by: signed((100 * most.turns.by) / most.turns.was, 0),
          }) + " "
        : "",
      t("lab.clear"),
    ),
    h(
      "details",
      { class: "choices" },
      h("summary", {}, t("lab.all-choices")),
      h(
        "div",
        { class: "wide-table", tabindex: 0, role: "region", "aria-label": t("lab.all-choices") },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["lab.choice", "lab.turns-by", "lab.first-by"].map((k) => h("th", { scope: "col" }, t(k))),
            ),
          ),
          h(
            "tbody",
            {},
            f.effects.map((e) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, e.means || `${e.option}=${e.value}`),
                e.same ? h("td", { colspan: 2 }, t("lab.same")) : [h("td", {}, change(e.turns, 1)), h("td", {}, change(e.first, 100))],
              ),
            ),
          ),
        ),
      ),
    ),
    h("p", { class: "passage" }, t("lab.from"), " ", h("code", {}, f.command)),
    g.lab?.most ? h("p", {}, h("a", { href: "/lab?game=" + g.id }, t("lab.here"))) : null,
  ];
}

/** @param {Change} c @param {number} unit */
function change(c, unit) {
  const of = unit === 100 ? " %" : "";
  return `${signed(unit * c.by)}${of} (${signed(unit * c.low)} … ${signed(unit * c.high)})`;
}
