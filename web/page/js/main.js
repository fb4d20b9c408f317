// Looks at the address and opens the page it names.

import { language, route } from "./lib/address.js";
import { ApiError } from "./lib/api.js";
import { byId, gone, h, put, toast } from "./lib/dom.js";
import { settings, set, onSettings } from "./lib/store.js";
import { speak, t } from "./words/text.js";

const main = byId("main");

function sound() {
  const icon = settings.sound
    ? "M3 9v6h4l5 4V5L7 9zM16 8.5a5 5 0 0 1 0 7M18.5 6a8.5 8.5 0 0 1 0 12"
    : "M3 9v6h4l5 4V5L7 9zM16 9l6 6M22 9l-6 6";
  return h(
    "button",
    {
      class: "icon",
      title: t(settings.sound ? "nav.sound-on" : "nav.sound-off"),
      "aria-label": t("settings.sound"),
      "aria-pressed": String(settings.sound),
      onclick: () => set("sound", !settings.sound),
    },
    glyph(icon),
  );
}

/** @param {string} d */
function glyph(d) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", d);
  svg.append(path);
  return svg;
}

function nav() {
  const gear = "M4 7h10M18 7h2M4 17h2M10 17h10M14 4.5v5M6 14.5v5";
  const path = route();
  put(
    byId("nav"),
    h("a", { class: "to-games", href: "/", "aria-current": path === "/" ? "page" : null }, t("nav.home")),
    h("a", { class: "to-new", href: "/new", "aria-current": path === "/new" ? "page" : null }, t("nav.new")),
    sound(),
    h(
      "button",
      {
        class: "icon",
        title: t("nav.settings"),
        "aria-label": t("nav.settings"),
        onclick: async () => (await import("./pages/settings.js")).openSettings(),
      },
      glyph(gear),
    ),
  );
}

/**
 * A page's module, once the document has its style sheets. The server has put them
 * there, unless the document was made for another page.
 * @template {{ styles?: string[] }} M
 * @param {Promise<M>} module
 */
async function dressed(module) {
  const page = await module;
  await Promise.all(
    (page.styles ?? []).map((name) => {
      const end = `/css/${name}.css`;
      if ([...document.querySelectorAll("link[rel=stylesheet]")].some((l) => l.getAttribute("href")?.endsWith(end))) return null;
      const sheet = h("link", { rel: "stylesheet", href: new URL(".." + end, import.meta.url).href });
      const ready = new Promise((done) => (sheet.onload = sheet.onerror = done));
      document.head.append(sheet);
      return ready;
    }),
  );
  return page;
}

async function open() {
  const parts = route().split("/").filter(Boolean);
  const [first, id, what] = parts;
  if (!first) return (await dressed(import("./pages/home.js"))).home(main);
  if (first === "new") return (await dressed(import("./pages/new.js"))).newTable(main);
  if (first === "play") return (await dressed(import("./pages/start.js"))).start(main);
  if (first === "device") return (await dressed(import("./pages/device-tables.js"))).kept(main);
  if (first === "continue") return (await dressed(import("./pages/continue.js"))).continuePage(main);
  if (first === "study") return (await dressed(import("./pages/study.js"))).studyPage(main);
  if (first === "exercise") return (await dressed(import("./pages/exercise.js"))).exercisePage(main);
  if (first === "tables") return (await dressed(import("./pages/tables.js"))).tablesPage(main);
  if (first === "lab") return (await dressed(import("./pages/lab.js"))).laboratory(main);
  if (first === "print" && id) return (await dressed(import("./pages/print.js"))).printPage(main);
  if (first === "g" && id) return (await dressed(import("./pages/game.js"))).gamePage(main, id);
  if (first === "book" && id) return (await dressed(import("./pages/openings.js"))).openingsPage(main);
  if (first === "learn" && id) return (await dressed(import("./pages/lesson.js"))).lessonPage(main, id);
  if (first === "puzzles") return (await dressed(import("./pages/puzzles.js"))).puzzlesPage(main, id, what);
  if (first === "t" && id && what === "replay") return (await dressed(import("./pages/replay.js"))).replay(main, id);
  if (first === "t" && id)
    return (await dressed(import("./table/table.js"))).tablePage(main, id, what === "tv" || what === "embed", what === "embed");
  put(main, gone(t("gone.page")));
}

/** Changes the language without losing anything of the address. @param {MouseEvent} e */
async function choose(e) {
  const link = /** @type {Element} */ (e.target).closest("a");
  if (!link || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
  e.preventDefault();
  await (await import("./lib/offline.js")).choose(link.lang);
}

/** Gets the words of the reader's language. Without them the page speaks English. */
async function learn() {
  try {
    const words = await language();
    if (words) speak(words);
  } catch {
    // the connection is gone, and nothing was kept
  }
}

await learn();
nav();
onSettings(nav);
document.getElementById("languages")?.addEventListener("click", choose);
addEventListener("unhandledrejection", (e) => {
  toast(e.reason?.message ?? t("error.unknown"), "bad");
  e.preventDefault();
});
async function show() {
  try {
    await open();
  } catch (e) {
    if (!(e instanceof ApiError)) throw e;
    put(main, gone(e.message, e.code === "not-found" ? undefined : t("error.title")));
  }
}
addEventListener("parlour-moved", () => void show());
await show();
// Keeping the page on the device must not slow it down.
setTimeout(async () => {
  try {
    await (await import("./lib/offline.js")).start();
  } catch {
    // the connection is gone; the next visit tries again
  }
}, 3000);
