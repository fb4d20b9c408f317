// Makes elements without markup in strings, so that what people write stays text.

import { point } from "./address.js";
import { t } from "../words/text.js";

/** @typedef {string | number | Node | null | undefined | false} Child */

/**
 * Makes an element. Attributes that begin with "on" are listeners; true is an
 * empty attribute, false and null leave it out. Addresses are written from the
 * root of the site.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attrs]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attrs, ...children) {
  const el = document.createElement(tag);
  fill(el, attrs, children);
  return el;
}

/**
 * Makes an element of a drawing.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attrs]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attrs, ...children) {
  const el = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(el, attrs, children);
  return el;
}

/**
 * @param {Element} el
 * @param {Record<string, any> | undefined} attrs
 * @param {(Child | Child[])[]} children
 */
function fill(el, attrs, children) {
  for (const [k, v] of Object.entries(attrs ?? {})) {
    if (v === null || v === undefined || v === false) continue;
    if (k.startsWith("on")) el.addEventListener(k.slice(2), v);
    else if ((k === "href" || k === "src") && /^\/(?!\/)/.test(v)) point(el, k, v);
    else if (k === "value" && el instanceof HTMLInputElement) el.value = v;
    else el.setAttribute(k, v === true ? "" : String(v));
  }
  append(el, children);
}

/**
 * @param {Element} el
 * @param {(Child | Child[])[]} children
 */
export function append(el, children) {
  for (const c of children.flat()) {
    if (c === null || c === undefined || c === false) continue;
    el.append(c instanceof Node ? c : String(c));
  }
}

/**
 * Replaces what an element holds. If a button or link with the focus is drawn again
 * with the same text, the new one has the focus.
 * @template {Element} E
 * @param {E} el
 * @param {...(Child | Child[])} children
 * @returns {E}
 */
export function put(el, ...children) {
  const had = el.contains(document.activeElement) ? document.activeElement : null;
  el.replaceChildren();
  append(el, children);
  if (had && !had.isConnected) {
    const again = [...el.querySelectorAll("button, a")].find((x) => x.textContent === had.textContent);
    /** @type {HTMLElement | undefined} */ (again)?.focus({ preventScroll: true });
  }
  return el;
}

/**
 * The element of the shell with an id.
 * @param {string} id
 */
export function byId(id) {
  const el = document.getElementById(id);
  if (!el) throw new Error("the page has no " + id);
  return el;
}

/**
 * Reads a drawing that the server made.
 * @param {string} text
 * @returns {SVGElement}
 */
export function drawing(text) {
  const wrapped = text.trimStart().startsWith("<svg") ? text : `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`;
  const doc = new DOMParser().parseFromString(wrapped, "image/svg+xml");
  return /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(doc.documentElement, true)));
}

/** A page that says why something cannot be shown, and where to go instead. @param {string} why @param {string} [title] */
export function gone(why, title = t("gone.title")) {
  return h(
    "div",
    { class: "notice" },
    s(
      "svg",
      { viewBox: "-26 -26 52 52", class: "gone", "aria-hidden": "true" },
      s("rect", { x: -20, y: -20, width: 40, height: 40, rx: 7, transform: "rotate(-12)" }),
    ),
    h("h1", {}, title),
    h("p", {}, why),
    h(
      "p",
      { class: "row" },
      h("a", { class: "button primary", href: "/" }, t("nav.home")),
      h("a", { class: "button plain", href: "/new" }, t("nav.new")),
    ),
  );
}

/** Announces a text to screen readers. @param {string} text */
export function speak(text) {
  if (!text) return;
  const live = byId("live");
  live.append(h("p", {}, text));
  while (live.childElementCount > 40) live.firstElementChild?.remove();
}

/**
 * Shows a short notice, and announces it.
 * @param {string} text
 * @param {string} [kind]
 */
export function toast(text, kind = "") {
  const el = h("p", { class: "toast " + kind }, text);
  byId("toasts").append(el);
  speak(text);
  setTimeout(() => el.remove(), kind === "bad" ? 7000 : 3500);
}

/**
 * The join link of a table as a picture. A server that does not know its own
 * address has none; then nothing is shown.
 * @param {string} table
 * @param {Record<string, any>} [attrs]
 */
export function joinCode(table, attrs = {}) {
  const img = h("img", { class: "qr", src: `/api/tables/${table}/qr.svg`, alt: t("table.qr"), onerror: () => img.remove(), ...attrs });
  return img;
}

/** Copies a text and says so. @param {string} text @param {string} said */
export async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // on plain http there is no clipboard: select the text instead
    const area = h("textarea", { class: "unseen", "aria-hidden": "true" }, text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  toast(said);
}

/** Saves a file. @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
