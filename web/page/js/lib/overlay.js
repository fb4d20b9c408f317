// A sheet over the page: it has a title and a way to close it, and keeps what
// lies below as it is.

import { h } from "./dom.js";
import { t } from "../words/words.js";

/**
 * Asks whether somebody means it.
 * @param {string} question
 * @param {string} no what the buttons say
 * @param {string} yes
 * @param {() => void} then what to do after a yes
 */
export function askFirst(question, no, yes, then) {
  const dialog = h(
    "dialog",
    { class: "sheet-dialog small-dialog", "aria-label": question },
    h("p", {}, question),
    h(
      "form",
      { method: "dialog", class: "row" },
      h("button", { class: "plain", value: "no" }, no),
      h("button", { class: "primary danger", value: "yes" }, yes),
    ),
  );
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue === "yes") then();
  });
  dialog.showModal();
}

/**
 * Opens a sheet.
 * @param {string} title
 * @param {...(import("./dom.js").Child | import("./dom.js").Child[])} parts
 */
export function openOverlay(title, ...parts) {
  const dialog = h(
    "dialog",
    { class: "sheet-dialog", "aria-labelledby": "overlay-title" },
    h("h2", { id: "overlay-title", tabindex: -1, autofocus: true }, title),
    ...parts,
    h("form", { method: "dialog", class: "sheet-end" }, h("button", { class: "primary wide" }, t("table.close"))),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (e) => e.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
