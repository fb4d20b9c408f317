// The levels of bots to choose from.

import { h } from "../lib/dom.js";
import { capital, t, word } from "../words/words.js";

/**
 * The levels of a game, each with its rating and what it is like.
 * @param {import("../types").GameInfo} g
 * @param {string} now
 * @param {(level: string) => void} then
 */
export function levels(g, now, then) {
  return h(
    "fieldset",
    { class: "choice levels" },
    h("legend", {}, t("play.level")),
    g.rivals.map((r) =>
      h(
        "label",
        {},
        h("input", { type: "radio", name: "level", value: r.level, checked: r.level === now, onchange: () => then(r.level) }),
        h(
          "span",
          {},
          h("strong", {}, capital(word(r.level))),
          r.rating ? h("span", { class: "rating" }, " " + t("level.about", { n: r.rating })) : null,
          h("small", {}, r.says),
        ),
      ),
    ),
    g.rivals.some((r) => r.rating) ? h("p", { class: "help" }, t("level.scale")) : null,
  );
}

/** A level in a list to choose from, with its rating if that is known. @param {string} level @param {number} [rating] */
export function levelWords(level, rating) {
  const name = capital(word(level));
  return rating ? t("level.rated", { level: name, about: t("level.about", { n: rating }) }) : name;
}
