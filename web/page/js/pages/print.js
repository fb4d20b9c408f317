// The page of a game to print. The server writes it; a button prints it.

import { gone, h, put } from "../lib/dom.js";
import { t } from "../words/words.js";

/** The style sheets of this page. */
export const styles = ["print"];

/** @param {HTMLElement} root */
export function printPage(root) {
  if (!root.querySelector(".prints")) return put(root, gone(t("keep.not-kept")));
  root.querySelector(".screen .row")?.prepend(h("button", { class: "primary", onclick: () => print() }, t("print.now")));
}
