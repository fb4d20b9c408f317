// The book of openings. The server writes it; this module adds the search.

import { place as site } from "../lib/address.js";
import { h, put } from "../lib/dom.js";
import { matches } from "../lib/search.js";
import { t } from "../words/words.js";

/** The style sheets of this page. */
export const styles = ["board-inks", "book"];

/** @param {HTMLElement} root */
export function openingsPage(root) {
  // Only a server can look up any position.
  if (site.static) root.querySelector("#look-up")?.remove();
  const place = root.querySelector(".openings .find");
  if (!(place instanceof HTMLElement)) return;
  const input = h("input", { type: "search", "aria-label": t("openings.search"), placeholder: t("openings.search"), autocomplete: "off" });
  const says = h("output", {});
  place.hidden = false;
  put(place, input, says);
  const lines = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".line"))].map((el) => ({
    el,
    text: el.textContent ?? "",
  }));
  input.addEventListener("input", () => {
    const asked = input.value.trim();
    const hits = lines.filter(({ el, text }) => !el.classList.toggle("gone", !matches(text, asked))).length;
    for (const c of root.querySelectorAll(".chapter:has(.line)")) {
      c.classList.toggle("gone", !c.querySelector(".line:not(.gone)"));
      const fold = c.querySelector("details");
      if (fold) fold.open = asked !== "";
    }
    says.textContent = asked ? t(hits === 1 ? "book.found-one" : hits ? "book.found" : "book.found-none", { n: hits }) : "";
  });
}
