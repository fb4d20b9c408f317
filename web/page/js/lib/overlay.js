// A sheet over the page: it has a title and a way to close it, and keeps what
// lies below as it is.

import { h } from "./dom.js";
import { t } from "../words/words.js";

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
