// Goes on here with a game that was begun on somebody's device.

import { go } from "../lib/address.js";
import { ApiError, ensureToken, get, post, random } from "../lib/api.js";
import { gone, h, put } from "../lib/dom.js";
import { nameInput } from "../words/names.js";
import { unpack } from "../table/parcel.js";
import { sitAt } from "../table/seating.js";
import { mine, name } from "../lib/store.js";
import { t } from "../words/words.js";

/** The style sheets of this page. */
export const styles = ["home"];

/** @param {HTMLElement} root */
export async function continuePage(root) {
  document.title = `${t("continue.title")} – ${t("app")}`;
  addEventListener("hashchange", () => void continuePage(root), { once: true }); // another link was pasted
  const parcel = await unpack(location.hash.slice(1));
  if (!parcel) return void put(root, gone(t("continue.damaged"), t("error.title")));
  const { terms, record, own } = parcel;
  /** @type {import("../types").GameInfo} */
  const g = await get("/api/games/" + encodeURIComponent(terms.game));
  const bots = Array.isArray(terms.bots) ? terms.bots : [];
  const plays = record.split("\n").filter((l) => l && !/^[@=#]/.test(l)).length;
  const key = random(); // the same for each attempt, so that there is one table
  const who = h("input", { ...nameInput, id: "who", value: name.get(), onchange: () => name.set(who.value.trim()) });
  const alone = bots.length > 1 && bots.every((/** @type {string} */ b, /** @type {number} */ i) => b || i === own - 1);
  const open = h("input", { type: "checkbox", role: "switch", checked: alone });
  const fault = h("div", { class: "note", role: "alert", hidden: true });
  const button = h("button", { class: "primary", type: "submit" }, t("continue.make"));
  put(
    root,
    h(
      "form",
      {
        class: "new continue",
        onsubmit: async (/** @type {Event} */ e) => {
          e.preventDefault();
          button.disabled = true;
          fault.hidden = true;
          try {
            await ensureToken();
            const made = await post("/api/tables", {
              terms: { ...terms, bots: open.checked ? bots.map(() => "") : bots },
              record,
              chair: 0,
              name: name.get(),
              key: key + (open.checked ? "o" : "b"),
            });
            mine.add(made.table, g.id);
            await sitAt(made.table, [own]);
            go("/t/" + made.table);
          } catch (e) {
            if (!(e instanceof ApiError)) throw e;
            put(fault, h("p", {}, e.why || e.message));
            fault.hidden = false;
            button.disabled = false;
          }
        },
      },
      h("h1", {}, t("continue.title")),
      h("p", {}, h("strong", {}, g.title), " · ", t("continue.plays", { n: plays })),
      h("p", { class: "help" }, [t("continue.help"), g.luck?.share ? t("continue.dice") : ""].join(" ")),
      bots.some(Boolean) ? h("label", { class: "switch" }, open, h("span", {}, t("continue.open"))) : null,
      h("div", { class: "field" }, h("label", { for: "who" }, t("new.name")), who),
      fault,
      h("div", { class: "row" }, button),
    ),
  );
}
