// The sheet that asks whom to play against.

import { local, place } from "../lib/address.js";
import { h, put } from "../lib/dom.js";
import { playHere, playNow } from "../pages/home.js";
import { levels } from "./levels.js";
import { rivalsOf } from "../words/names.js";
import { rivals } from "../lib/store.js";
import { t } from "../words/words.js";

/** Asks how many opponents there are and how strong they are, remembers it and starts the game. @param {import("../types").GameInfo} g */
export function openSheet(g) {
  const chosen = rivalsOf(g, rivals.get());
  const choosesPlace = !local && !!place.local;
  let here = choosesPlace && navigator.onLine === false;
  const start = h("button", { class: "primary", value: "start", autofocus: true }, t("play.start"));
  const dialog = h("dialog", { class: "sheet-dialog play-sheet", "aria-labelledby": "sheet-title" });
  put(
    dialog,
    h("h2", { id: "sheet-title" }, t("play.title", { game: g.title })),
    g.sizes.length > 1
      ? h(
          "fieldset",
          { class: "choice" },
          h("legend", {}, t("play.opponents")),
          h(
            "div",
            { class: "segments" },
            [...g.sizes]
              .sort((a, b) => a.players - b.players)
              .map((s) =>
                h(
                  "label",
                  {},
                  h("input", {
                    type: "radio",
                    name: "rivals",
                    value: s.players - 1,
                    checked: s === chosen.size,
                    onchange: () => (chosen.size = s),
                  }),
                  h("span", {}, s.players - 1),
                ),
              ),
          ),
        )
      : null,
    g.rivals.length > 1 ? levels(g, chosen.level, (level) => (chosen.level = level)) : h("p", { class: "help" }, g.rivals[0].says),
    g.luck?.share === 1
      ? null
      : h(
          "label",
          { class: "switch" },
          h("input", {
            type: "checkbox",
            role: "switch",
            name: "tutor",
            checked: chosen.tutor,
            onchange: (/** @type {any} */ e) => (chosen.tutor = e.target.checked),
          }),
          h("span", {}, t("play.tutor")),
        ),
    choosesPlace
      ? h(
          "fieldset",
          { class: "choice" },
          h("legend", {}, t("play.where")),
          h(
            "div",
            { class: "segments" },
            [false, true].map((device) =>
              h(
                "label",
                {},
                h("input", {
                  type: "radio",
                  name: "where",
                  value: device ? "device" : "server",
                  checked: here === device,
                  onchange: () => (here = device),
                }),
                h("span", {}, t(device ? "play.device" : "play.server")),
              ),
            ),
          ),
          h("p", { class: "help" }, t("play.device-help")),
        )
      : null,
    h(
      "form",
      { method: "dialog", class: "row sheet-end" },
      start,
      h("button", { class: "plain", value: "" }, t("play.cancel")),
      h("a", { class: "help", href: "/new?game=" + g.id }, t("play.more")),
    ),
  );
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue !== "start") return;
    rivals.set(g.id, chosen.size.players, chosen.level, chosen.tutor);
    if (here) playHere(g, chosen);
    else void playNow(g, chosen);
  });
  dialog.addEventListener("click", (e) => e.target === dialog && dialog.close());
  dialog.showModal();
}
