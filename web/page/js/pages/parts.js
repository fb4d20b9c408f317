// What a value is made of: wins, gammons or whatever a game counts, of each side.

import { h } from "../lib/dom.js";
import { percent } from "../words/words.js";

/**
 * @param {import("../types").Labels} unit
 * @param {{ parts?: number[][] }} worth
 * @param {string[]} names of the seats
 * @returns {HTMLElement | null} nothing if a value has no parts
 */
export function partsTable(unit, { parts }, names) {
  if (!parts || !unit.parts) return null;
  return h(
    "table",
    { class: "parts" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        unit.parts.map((name) => h("th", { scope: "col" }, name)),
      ),
    ),
    h(
      "tbody",
      {},
      names.map((name, s) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, name),
          parts.map((p) => h("td", {}, percent(p[s], 1))),
        ),
      ),
    ),
  );
}
