// The tables that are kept on this device.

import { faultOf, get, remove } from "../lib/api.js";
import { h, put, toast } from "../lib/dom.js";
import { askFirst } from "../lib/overlay.js";
import { mine } from "../lib/store.js";
import { locale, t } from "../words/words.js";

/** The style sheets of this page. */
export const styles = ["home"];

/** @param {HTMLElement} root */
export async function kept(root) {
  document.title = `${t("device.title")} – ${t("app")}`;
  const list = h("div", { class: "band" }, h("p", { class: "loading", role: "status" }, t("table.loading")));
  put(
    root,
    h(
      "div",
      { class: "home kept" },
      h("header", { class: "hero" }, h("h1", {}, t("device.title")), h("p", { class: "lead" }, t("device.lead"))),
      list,
    ),
  );
  /** @type {[import("../types").Summary[], import("../types").GameInfo[]]} */
  const [tables, games] = await Promise.all([get("/api/tables"), get("/api/games")]);
  const title = (/** @type {string} */ id) => games.find((g) => g.id === id)?.title ?? id;
  const show = () =>
    put(
      list,
      tables.length ? h("ul", { class: "tables" }, tables.map(row)) : empty(),
      tables.length > 0 && h("p", { class: "row" }, h("a", { class: "button primary", href: "/new" }, t("nav.new"))),
    );
  const empty = () => [
    h("p", {}, t("device.empty")),
    h(
      "ul",
      { class: "tables" },
      games.map((g) =>
        h(
          "li",
          {},
          h("strong", {}, g.title),
          h(
            "a",
            { class: "button small", href: `/new?game=${g.id}`, "aria-label": t("device.new-label", { game: g.title }) },
            t("nav.new"),
          ),
        ),
      ),
    ),
  ];
  /** @param {import("../types").Summary} x */
  const row = (x) =>
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
          [(x.people ?? []).filter(Boolean).join(", "), t("device.is-" + x.status), new Date(x.changed).toLocaleDateString(locale())]
            .filter(Boolean)
            .join(" · "),
        ),
      ),
      h(
        "span",
        { class: "row" },
        h(
          "a",
          { class: "button small", href: `/t/${x.table}${x.status === "over" ? "/replay" : ""}` },
          t(x.status === "over" ? "table.replay" : "device.continue"),
        ),
        h(
          "button",
          { class: "small plain", "aria-label": t("device.delete-label", { game: title(x.game) }), onclick: () => ask(x) },
          t("device.delete"),
        ),
      ),
    );
  /** Deletes a table after a question. @param {import("../types").Summary} x */
  const ask = (x) => {
    const words = t("device.delete-sure", { game: title(x.game) });
    askFirst(words, t("play.cancel"), t("device.delete"), async () => {
      try {
        await remove("/api/tables/" + x.table, undefined);
      } catch (e) {
        return toast(faultOf(e), "bad");
      }
      mine.drop(x.table);
      tables.splice(tables.indexOf(x), 1);
      show();
    });
  };
  show();
}
