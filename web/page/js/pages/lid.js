// The open box of a game: start it at once, play it with friends, learn it, read on.

import { local } from "../lib/address.js";
import { h, put } from "../lib/dom.js";
import { factsOf, playNow } from "./home.js";
import { rivals } from "../lib/store.js";
import { makerOf, rivalsOf, rivalWords } from "../words/names.js";
import { percent, t } from "../words/text.js";

/** @typedef {import("../types").GameInfo} GameInfo */

/** Opens the box of a game. @param {GameInfo} g */
export function openLid(g) {
  const dialog = h("dialog", { class: "sheet-dialog open-lid", "aria-labelledby": "lid-title" });
  const learn = g.pages.find((p) => p.name === "learn");
  put(
    dialog,
    h("img", { class: "cover", src: `/api/games/${g.id}/cover.svg`, alt: "", width: 300, height: 300 }),
    h(
      "div",
      { class: "lid-words" },
      h("h2", { id: "lid-title" }, g.title),
      h("p", {}, g.says || g.differs),
      h("p", { class: "facts" }, factsOf(g), " ", luckOf(g)),
      h("p", { class: "maker" }, makerOf(g)),
    ),
    h(
      "div",
      { class: "lid-ways" },
      playButtons(g, dialog),
      h("a", { class: "button", href: `/new?game=${g.id}&with=${local ? "here" : "open"}` }, t("home.friends")),
      learn ? h("a", { class: "button", href: learn.path }, t("home.learn")) : null,
    ),
    h(
      "nav",
      { class: "also", "aria-label": t("home.about", { game: g.title }) },
      g.pages.filter((p) => p !== learn).map((p) => h("a", { href: p.path }, t("home.more-" + p.name))),
    ),
    h("button", { class: "close", "aria-label": t("home.close"), onclick: () => dialog.close() }, "×"),
  );
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (e) => e.target === dialog && dialog.close());
  dialog.showModal();
}

/** How much of a game is luck, as a bar with its label. @param {GameInfo} g */
function luckOf(g) {
  if (!g.luck) return null;
  const bar = h("span", { class: "luck-bar", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(g.luck.share));
  return h(
    "a",
    { class: "luck", href: `/g/${g.id}#luck`, title: t("home.luck-help") },
    h("span", {}, t("home.luck")),
    bar,
    h("span", {}, percent(g.luck.share)),
  );
}

/**
 * The button that starts a game at once against those who were chosen last, and
 * below it the one that chooses others. So whom it is against can be seen before.
 * @param {GameInfo} g
 * @param {HTMLDialogElement} dialog
 */
function playButtons(g, dialog) {
  const { size, level } = rivalsOf(g, rivals.get());
  const who = rivalWords(g, size.players - 1, level);
  return [
    h(
      "button",
      { class: "primary play", autofocus: true, "aria-label": t("home.play-label", { game: g.title, who }), onclick: () => playNow(g) },
      t("home.play"),
    ),
    h(
      "button",
      {
        class: "versus",
        "aria-haspopup": "dialog",
        "aria-label": t("play.change", { game: g.title, who }),
        onclick: async () => {
          const { openSheet } = await import("../table/opponents.js");
          dialog.close();
          openSheet(g);
        },
      },
      t("play.against", { who }),
    ),
  ];
}
