// The rules of a game, laid over its table: nobody has to leave a turn to read
// them.

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { openOverlay } from "../lib/overlay.js";
import { capital, t } from "../words/words.js";

/** Shows the rules by which a table plays. @param {import("../types").View} v */
export async function openRules(v) {
  /** @type {import("../types").GameInfo} */
  const g = await get("/api/games/" + v.game);
  openOverlay(
    v.gameTitle,
    v.chosen.length ? h("section", {}, h("h3", {}, t("table.options")), chosen(v)) : h("p", { class: "help" }, t("new.book")),
    h(
      "section",
      {},
      h("h3", {}, t("table.rules")),
      h(
        "ol",
        { class: "clauses-list" },
        (g.clauses ?? []).map((c) => h("li", {}, c.rule)),
      ),
    ),
    h("p", {}, h("a", { href: "/g/" + v.game, target: "_blank" }, t("table.rules-more"))),
  );
}

/** What a table plays otherwise than its book. @param {import("../types").View} v */
export function chosen(v) {
  return h(
    "ul",
    { class: "options-set" },
    v.chosen.map((o) => h("li", {}, h("a", { href: `/g/${v.game}#option-${o.option}`, target: "_blank" }, capital(o.means)))),
  );
}
