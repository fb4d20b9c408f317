// What this browser remembers: settings, the name, the tables it has sat at.
// Nothing here is needed to play; without storage everything has its default.

import { local } from "./address.js";

/**
 * @typedef {object} Settings
 * @property {"auto" | "paper" | "wood" | "night"} theme
 * @property {"slow" | "normal" | "fast" | "off"} speed
 * @property {boolean} sound
 * @property {boolean} vibrate
 * @property {boolean} autoThrow
 * @property {boolean} atOnce one tap plays a piece that has one way, and moves without a choice play themselves
 * @property {boolean} noChoice what a throw leaves no choice in plays itself, unless it takes a piece
 * @property {"auto" | "always" | "never"} confirm
 * @property {boolean} turnBoard
 * @property {boolean} notify
 * @property {boolean} mute
 * @property {boolean} notation in the log
 */

/** @type {Settings} */
const defaults = {
  theme: "auto",
  speed: "normal",
  sound: !globalThis.matchMedia?.("(pointer: coarse)").matches, // phones are carried among people
  vibrate: true,
  autoThrow: false,
  atOnce: false,
  noChoice: true,
  confirm: "never",
  turnBoard: true,
  notify: false,
  mute: false,
  notation: false,
};

/** @param {string} key @param {any} otherwise */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem("parlour." + key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {any} value */
function write(key, value) {
  try {
    localStorage.setItem("parlour." + key, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the setting then lasts as long as the page.
  }
}

/** @type {Settings} */
export const settings = { ...defaults, ...read("settings", {}) };
// As they were once called.
settings.theme = /** @type {Record<string, Settings["theme"]>} */ ({ light: "paper", dark: "night" })[settings.theme] ?? settings.theme;

/** What the browser offers to install the page with. @type {{ offer: (Event & { prompt?: () => void }) | null }} */
export const install = { offer: null };
globalThis.addEventListener?.("beforeinstallprompt", (e) => void (install.offer = e));
globalThis.addEventListener?.("appinstalled", () => void (install.offer = null));

/** @type {Set<() => void>} */
const watchers = new Set();

/** Calls f when a setting changes. @param {() => void} f */
export function onSettings(f) {
  watchers.add(f);
}

/**
 * @template {keyof Settings} K
 * @param {K} key
 * @param {Settings[K]} value
 */
export function set(key, value) {
  settings[key] = value;
  // Only what somebody chose is kept, so that a better default reaches them.
  write("settings", { ...read("settings", {}), [key]: value });
  if (key === "theme") {
    if (value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = String(value);
  }
  for (const f of watchers) f();
}

/** The name to sit down with. */
export const name = {
  get: () => String(read("name", "")),
  /** @param {string} v */
  set: (v) => write("name", v),
};

/** The steps of a game's lesson that were done on this device. */
export const learned = {
  /** @param {string} game @returns {string[]} ids of steps */
  list: (game) => read("lesson." + game, []),
  /** @param {string} game @param {string} step */
  add(game, step) {
    write("lesson." + game, [...new Set([...learned.list(game), step])]);
  },
  /** @param {string} game */
  forget: (game) => write("lesson." + game, []),
};

/** The games whose aim was shown on this device. */
export const aims = {
  /** @returns {string[]} */
  list: () => read("aims", []),
  /** @param {string} game */
  add(game) {
    write("aims", [...new Set([...aims.list(), game])]);
  },
};

/** The puzzles that were tried on this device. */
export const puzzled = {
  /** @returns {import("../pages/streak.js").Solved | null} */
  get: () => read("puzzles", null),
  /** @param {import("../pages/streak.js").Solved} v */
  set: (v) => write("puzzles", v),
};

/**
 * A table this browser has sat at. One on this device is shown as it was when
 * somebody last looked at it, because the program that keeps it does not run everywhere.
 * @typedef {{ table: string, game: string, at: number, device?: boolean, shown?: Line }} Mine
 */
/** @typedef {{ now: string, others: string, yours: boolean, over?: boolean }} Line */

/** The tables this browser has sat at, the latest first. */
export const mine = {
  /** @returns {Mine[]} */
  list: () => read("tables", []),
  /** @param {string} table @param {string} game */
  add(table, game) {
    const list = mine.list().filter((m) => m.table !== table);
    write("tables", [{ table, game, at: Date.now(), ...(local ? { device: true } : {}) }, ...list].slice(0, 30));
  },
  /** Notes how a table looks now. @param {string} table @param {Line} shown */
  note(table, shown) {
    write(
      "tables",
      mine.list().map((m) => (m.table === table ? { ...m, shown } : m)),
    );
  },
  /** @param {string} table */
  drop(table) {
    write(
      "tables",
      mine.list().filter((m) => m.table !== table),
    );
  },
  /** Puts a table that was dropped back to where it stood. @param {Mine} m */
  restore(m) {
    write(
      "tables",
      [m, ...mine.list().filter((x) => x.table !== m.table)].sort((a, b) => b.at - a.at),
    );
  },
};

/** @typedef {{ level?: string, games?: Record<string, { players: number, level: string, tutor?: boolean }> }} Rivals */

/** Whom this browser played against last: by game, and the level at any game. */
export const rivals = {
  /** @returns {Rivals} */
  get: () => read("rivals", {}),
  /** @param {string} game @param {number} players @param {string} level @param {boolean} [tutor] */
  set(game, players, level, tutor) {
    write("rivals", { level, games: { ...rivals.get().games, [game]: { players, level, tutor } } });
  },
};
