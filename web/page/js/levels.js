// The levels of bots to choose from.

import { h } from "./dom.js";
import { capital, t } from "./words.js";

/**
 * The levels of a game, each with its strength in one line.
 * @param {import("./types").GameInfo} g
 * @param {string} now
 * @param {(level: string) => void} then
 */
export function levels(g, now, then) {
  return h("fieldset", { class: "choice levels" }, h("legend", {}, t("play.level")),
    g.rivals.map((r) => h("label", {}, h("input", { type: "radio", name: "level", value: r.level, checked: r.level === now, onchange: () => then(r.level) }),
      h("span", {}, h("strong", {}, capital(r.level)), h("small", {}, r.says)))));
}
