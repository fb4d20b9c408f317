// The page of a game. The server writes it; this module adds what only a script
// can do: play at once, search, positions to try, and what was measured.

import { get } from "../lib/api.js";
import { gone, h, put } from "../lib/dom.js";
import { found } from "./findings.js";
import { matches } from "../lib/search.js";
import { t } from "../words/words.js";

/** The style sheets of this page. */
export const styles = ["board-inks", "board", "lab", "book", "play"];

/** @typedef {import("../types").GameInfo} GameInfo */

/** @param {HTMLElement} root @param {string} id */
export async function gamePage(root, id) {
  const book = root.querySelector(".book");
  if (!(book instanceof HTMLElement)) {
    await get("/api/games/" + id); // says if there is no such game
    return put(root, gone(t("keep.not-kept")));
  }
  /** @type {Promise<GameInfo> | undefined} */
  let asked;
  const info = () => (asked ??= get("/api/games/" + id));
  book.querySelector("[data-play]")?.addEventListener("click", async (e) => {
    e.preventDefault();
    const [{ playNow }, g] = await Promise.all([import("./home.js"), info()]);
    await playNow(g);
  });
  unfold();
  addEventListener("hashchange", unfold);
  search(book);
  tries(book, id);
  contents(book);
  const measured = book.querySelector("#findings > .appendix");
  if (!(measured instanceof HTMLDetailsElement)) return;
  const measure = async () => measured.append(h("div", { class: "chapter" }, await found(await info(), root)));
  if (measured.open) await measure();
  else measured.addEventListener("toggle", measure, { once: true });
}

/** Makes the positions of the pictures playable. @param {HTMLElement} book @param {string} game */
function tries(book, game) {
  for (const plate of /** @type {NodeListOf<HTMLElement>} */ (book.querySelectorAll(".plate[data-move]"))) {
    const { position = "", move = "" } = plate.dataset;
    if (!move) continue;
    const start = h("button", { class: "small", onclick: () => void tryHere(plate, game, position, move) }, t("book.try"));
    plate.append(h("div", { class: "row" }, start));
  }
}

/**
 * Puts a live board in the place of a picture. Every legal move is taken; the
 * answer says whether it is the one of the picture.
 * @param {HTMLElement} plate @param {string} game @param {string} position @param {string} move
 */
async function tryHere(plate, game, position, move) {
  const { Trial } = await import("../board/trial.js");
  const picture = plate.querySelector("img"),
    row = plate.querySelector(".row");
  const says = h("p", { class: "tried", role: "status" });
  const shown = move.replace(/^throw /, "");
  const trial = new Trial(game, {
    label: t("table.board"),
    throws: () => (shown === move ? "" : shown),
    done: (tried) => {
      const same = tried.told?.move === shown;
      put(says, h("strong", {}, t(same ? "book.tried" : "book.tried-other")), " ", tried.told ? tried.told.words + "." : "");
    },
  });
  const back = () => {
    trial.root.replaceWith(/** @type {Node} */ (picture));
    says.remove();
    plate.classList.remove("live");
    put(
      /** @type {HTMLElement} */ (row),
      h("button", { class: "small", onclick: () => void tryHere(plate, game, position, move) }, t("book.try")),
    );
    /** @type {HTMLElement} */ (row?.firstElementChild)?.focus();
  };
  put(
    /** @type {HTMLElement} */ (row),
    h("button", { class: "small", onclick: () => (put(says), void trial.open(position)) }, t("book.again")),
    h("button", { class: "small plain", onclick: back }, t("book.picture")),
  );
  picture?.replaceWith(trial.root);
  row?.before(says);
  plate.classList.add("live");
  await trial.open(position);
  /** @type {HTMLElement | null} */ (trial.root.querySelector("[tabindex='0'], button:not([hidden])"))?.focus({ preventScroll: true });
}

/** Opens what the address points at, if it is folded away. */
function unfold() {
  const to = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let opened = false;
  for (let el = to?.querySelector(":scope > .appendix") ?? to; el; el = el.parentElement) {
    if (el instanceof HTMLDetailsElement && !el.open) opened = el.open = true;
  }
  if (opened) to?.scrollIntoView();
}

/** Marks in the table of contents which chapter is being read. @param {HTMLElement} book */
function contents(book) {
  const links = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (book.querySelectorAll(".toc a"))];
  const watch = new IntersectionObserver(
    (seen) => {
      for (const s of seen) {
        if (!s.isIntersecting) continue;
        for (const a of links) {
          if (a.hash === "#" + s.target.id) a.setAttribute("aria-current", "true");
          else a.removeAttribute("aria-current");
        }
      }
    },
    { rootMargin: "-15% 0px -75% 0px" },
  );
  for (const section of book.querySelectorAll(".chapter")) watch.observe(section);
}

/** Search within the book: what does not match is hidden. @param {HTMLElement} book */
function search(book) {
  const place = book.querySelector(".find");
  if (!(place instanceof HTMLElement)) return;
  const input = h("input", { type: "search", "aria-label": t("book.search"), placeholder: t("book.search"), autocomplete: "off" });
  const says = h("output", {});
  place.hidden = false;
  put(place, input, says);
  const parts = [.../** @type {NodeListOf<HTMLElement>} */ (book.querySelectorAll(".spread, .ruling"))].map((el) => ({
    el,
    text: el.textContent ?? "",
    open: el instanceof HTMLDetailsElement && el.open,
  }));
  const folds = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (book.querySelectorAll(".appendix"))].map((el) => ({
    el,
    open: el.open,
  }));
  const aside = [.../** @type {NodeListOf<HTMLElement>} */ (book.querySelectorAll(".minute, #numbers, #findings, #compare"))];
  input.addEventListener("input", () => {
    const asked = input.value.trim();
    let hits = 0;
    for (const p of parts) {
      const hit = matches(p.text, asked);
      if (hit) hits++;
      p.el.classList.toggle("gone", !hit);
      if (p.el instanceof HTMLDetailsElement) p.el.open = asked ? hit : p.open;
    }
    for (const f of folds) f.el.open = asked ? !!f.el.querySelector(".ruling:not(.gone)") : f.open;
    for (const el of aside) el.classList.toggle("gone", !!asked);
    for (const c of book.querySelectorAll(".chapter")) {
      if (c.querySelector(".spread, .ruling")) c.classList.toggle("gone", !c.querySelector(".spread:not(.gone), .ruling:not(.gone)"));
    }
    says.textContent = asked ? t(hits === 1 ? "book.found-one" : hits ? "book.found" : "book.found-none", { n: hits }) : "";
    mark(book, asked);
  });
}

/** Marks the words that were searched for, where the browser can. @param {HTMLElement} book @param {string} asked */
function mark(book, asked) {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete("found");
  const words = asked
    .toLowerCase()
    .split(/\s+/)
    .filter((w) => w.length > 1);
  if (!words.length) return;
  const ranges = [];
  const walk = document.createTreeWalker(/** @type {Node} */ (book.querySelector(".leaves")), NodeFilter.SHOW_TEXT);
  for (let n = walk.nextNode(); n; n = walk.nextNode()) {
    const text = (n.textContent ?? "").toLowerCase();
    for (const w of words) {
      for (let i = text.indexOf(w); i >= 0; i = text.indexOf(w, i + w.length)) {
        const r = new Range();
        r.setStart(n, i);
        r.setEnd(n, i + w.length);
        ranges.push(r);
      }
    }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}
