// Where the page lives and whom it asks: a server, or the program that keeps the
// tables of this device. Nothing else in the page knows which of the two answers.
//
// Everybody else writes addresses from the root of the site, as "/t/abc" or
// "/api/games". The pages of this device have one document for all of them, so
// that any static host can serve it: "/device/?at=/t/abc&name=value".

/**
 * What the shell says of the place.
 * @typedef {object} Place
 * @property {string} [base] the folder of the site, "" at the root of a host
 * @property {boolean} [static] whether the site has no server
 * @property {string} [server] where a site without a server sends people who want to play online
 * @property {string} [local] names the program for this device; "" if there is none
 * @property {string} [words] address of the words of the reader's language; none for English
 * @property {string} [program] address of what the program for this device says in that language
 * @property {{ tag: string, name: string }[]} [languages] what the reader can choose from
 */

/** Addresses as they are seen from a page. */
export class Address {
  /** @param {Place} place @param {{ pathname: string, search: string }} where the page is */
  constructor(place, where) {
    this.place = place;
    this.base = place.base ?? "";
    const path = where.pathname.startsWith(this.base + "/") ? where.pathname.slice(this.base.length) : where.pathname;
    const asked = new URLSearchParams(where.search);
    const inside = /^\/device\/?$/.test(path);
    const [first, ...others] = asked.getAll("at");
    if (inside) {
      asked.delete("at");
      for (const at of others) asked.append("at", at);
    }
    /** Whether this is one of the device's pages. */
    this.device = inside;
    /** The path of the page, without the folder of the site. */
    this.route = inside && first?.startsWith("/") ? first : path;
    /** The parameters of the page. */
    this.query = asked;
    /** Whether the program of this device answers. */
    this.local = inside || !!place.static;
  }

  /** The address of a page, to go to from here. @param {string} path from the root of the site */
  link(path) {
    if (this.local && /^\/(t|new|play)([/?#]|$)/.test(path)) return this.base + this.onDevice(path);
    if (this.place.static && /^\/puzzles\/[^/?#]+\/[^/?#]/.test(path)) return this.base + this.onDevice(path);
    // A site without a server has a folder for each page.
    return this.base + (this.place.static ? path.replace(/^(\/[^?#.]*[^?#./])(?=[?#]|$)/, "$1/") : path);
  }

  /**
   * The file that has an answer on a site without a server, "" if only the
   * program knows it. The server has the same rules where it writes the files.
   * @param {string} path
   */
  file(path) {
    if (!this.place.static) return "";
    if (/^\/api\/games\/[^/?]+\/(?:(?:figures|examples)\/[^/?]+\/)?board\.svg$/.test(path)) return this.base + path;
    const answer = /^(\/api\/games(?:\/[^/?]+(?:\/(?:lesson|findings))?)?)(?:\?width=(\d+))?$/.exec(path);
    return answer ? `${this.base}${answer[1]}${answer[2] ? "-" + answer[2] : ""}.json` : "";
  }

  /** The path of a page of this device. @param {string} path from the root of the site */
  onDevice(path) {
    const [, name, query = "", mark = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(path) ?? ["", path];
    return `/device/?at=${name}${query && "&" + query}${mark}`;
  }
}

/** @param {Document | undefined} page @returns {Place} */
function said(page = globalThis.document) {
  const text = page?.querySelector("meta[name=parlour]")?.getAttribute("content");
  return text ? JSON.parse(text) : {};
}

let here = new Address(said(), globalThis.location ?? { pathname: "/", search: "" });

export const { base, place, device, local } = here;

/** Finds the program of a server that had none when the page was opened. */
export async function findProgram() {
  const answer = await fetch(base + "/", { signal: AbortSignal.timeout(20_000) });
  place.local = said(new DOMParser().parseFromString(await answer.text(), "text/html")).local;
}

/** The path of the page, without the folder of the site. */
export const route = () => here.route;

/** The parameters of the page. */
export const query = () => here.query;

/** The address of a page, to go to from here. @param {string} path */
export const link = (path) => here.link(path);

/** The path of a page of this device, from the root of the site. @param {string} path */
export const onDevice = (path) => here.onDevice(path);

/** The whole address of a page, for people to copy. @param {string} path */
export const share = (path) => location.origin + here.link(path);

/** Goes to a page. @param {string} path */
export function go(path) {
  if (!here.device || here.route !== "/play") return void (location.href = here.link(path));
  // The program is running already and has just made a table, so the document stays.
  history.replaceState(null, "", here.link(path));
  here = new Address(here.place, location);
  dispatchEvent(new Event("parlour-moved"));
}

/** Loads the page again, in the language that the reader has chosen. */
export function again() {
  const url = new URL(location.href);
  url.searchParams.delete("lang");
  location.replace(url);
}

/** The words of the reader's language, null for English. @returns {Promise<import("../words/text.js").Language | null>} */
export const language = async () => (place.words ? (await fetch(here.base + place.words)).json() : null);

/** What the program of this device says in the reader's language, as text; nothing for English, and if it cannot be had. */
export async function programWords() {
  const res = place.program && (await fetch(here.base + place.program).catch(() => null));
  return res && res.ok ? res.text() : undefined;
}

/**
 * Asks the server, or the program of this device. Like fetch.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function ask(path, options) {
  const file = (options?.method ?? "GET") === "GET" && here.file(path);
  if (file) return fetch(file, options);
  if (here.local) return (await import("./local.js")).ask(path, options);
  const answer = fetch(here.base + path, { credentials: "same-origin", ...options });
  // What concerns no table the program knows as well as the server.
  if (!here.place.local || !/^\/api\/(games|puzzles|study)\b/.test(path)) return answer;
  return answer.catch(async (e) => {
    if (e.name === "AbortError") throw e;
    return (await import("./local.js")).ask(path, options);
  });
}

/**
 * Writes an address into an element. The program's answers have none: its
 * pictures are fetched now, and its files when somebody wants them.
 * @param {Element} el
 * @param {"href" | "src"} name
 * @param {string} path
 */
export function point(el, name, path) {
  const file = here.file(path);
  if (file || !here.local || !path.startsWith("/api/")) return el.setAttribute(name, file || here.link(path));
  const blob = async () => {
    const res = await ask(path);
    if (!res.ok) throw new Error((await res.json().catch(() => null))?.error?.message ?? res.statusText);
    return URL.createObjectURL(await res.blob());
  };
  if (name === "src") {
    const draw = () => {
      el.addEventListener("load", () => URL.revokeObjectURL(/** @type {HTMLImageElement} */ (el).src), { once: true });
      blob().then(
        (url) => el.setAttribute("src", url),
        () => el.dispatchEvent(new Event("error")),
      );
    };
    if (!path.startsWith("/api/games/")) return draw();
    // The picture of a game is the same everywhere, and the browser may have it already.
    el.addEventListener("error", draw, { once: true });
    return el.setAttribute("src", here.base + path);
  }
  el.setAttribute("href", "#");
  el.addEventListener("click", async (e) => {
    if (el.getAttribute("href") !== "#") return; // the click below
    e.preventDefault();
    const url = await blob();
    el.setAttribute("href", url);
    /** @type {HTMLElement} */ (el).click();
    el.setAttribute("href", "#");
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  });
}
