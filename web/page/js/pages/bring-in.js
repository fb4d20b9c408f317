// Bringing a position or games from elsewhere: pasted, chosen or dropped.

import { ask } from "../lib/address.js";
import { ApiError, get } from "../lib/api.js";
import { h, put, speak } from "../lib/dom.js";
import { or, t } from "../words/words.js";

/** @typedef {import("../types").Brought} Brought */
/** @typedef {import("../types").ToldGame} ToldGame */

/** The largest text that is sent. */
const most = 1 << 20;

/** Sends a text and reads the answer. @param {string} path @param {string} text @returns {Promise<any>} */
export async function sendText(path, text) {
  let res;
  try {
    res = await ask(path, { method: "POST", headers: { "Content-Type": "text/plain; charset=utf-8" }, body: text });
  } catch {
    throw new ApiError("network", t("error.network"));
  }
  const data = await res.json().catch(() => null);
  if (!res.ok) throw new ApiError(data?.error?.code ?? "internal", data?.error?.message ?? t("error.unknown"), data?.error);
  return data;
}

export class Bring {
  /** @param {{ position: (game: string, line: string) => void, game: (told: ToldGame) => void }} on */
  constructor(on) {
    this.on = on;
    this.area = h("textarea", { id: "bring-text", rows: 3, spellcheck: "false", autocomplete: "off", "aria-describedby": "bring-help" });
    this.file = h("input", {
      id: "bring-file",
      type: "file",
      class: "unseen",
      onchange: () => this.file.files?.[0] && void this.read(this.file.files[0]),
    });
    this.said = h("div", { class: "bring-said", role: "status" });
    this.help = h("p", { class: "help", id: "bring-help" });
    void get("/api/study").then((/** @type {{ positions: string[], formats: { title: string, endings: string[] }[] }} */ can) =>
      put(
        this.help,
        t("study.paste-help", {
          positions: can.positions.join(", "),
          formats: or(can.formats.map((f) => `${f.title} (${f.endings.join(", ")})`)),
        }),
      ),
    );
    this.root = h(
      "form",
      {
        class: "bring slab",
        onsubmit: (/** @type {Event} */ e) => {
          e.preventDefault();
          void this.open(this.area.value, "");
        },
        ondragover: (/** @type {DragEvent} */ e) => {
          e.preventDefault();
          this.root.classList.add("over");
        },
        ondragleave: () => this.root.classList.remove("over"),
        ondrop: (/** @type {DragEvent} */ e) => void this.drop(e),
      },
      h("label", { for: "bring-text" }, t("study.paste")),
      this.area,
      this.help,
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary", type: "submit" }, t("study.open")),
        h("label", { class: "button plain", for: "bring-file" }, t("study.file")),
        this.file,
      ),
      this.said,
    );
  }

  /** @param {DragEvent} e */
  async drop(e) {
    e.preventDefault();
    this.root.classList.remove("over");
    const file = e.dataTransfer?.files[0];
    if (file) return this.read(file);
    const text = e.dataTransfer?.getData("text/plain");
    if (text) await this.open(text, "");
  }

  /** @param {File} file */
  async read(file) {
    if (file.size > most) return this.tell(t("study.too-large"));
    await this.open(await file.text(), file.name);
  }

  /** @param {string} words */
  tell(words) {
    put(this.said, h("p", { class: "note" }, words));
  }

  /** Opens what a text says. @param {string} text @param {string} name of its file */
  async open(text, name) {
    const path = "/api/study" + (name ? "?name=" + encodeURIComponent(name) : "");
    try {
      /** @type {Brought} */
      const b = await sendText(path, text);
      if (b.position && b.game) return this.on.position(b.game, b.position);
      if (b.games.length === 1 && !b.faults.length) return await this.pick(text, name, b.games[0].number);
      this.list(b, text, name);
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      this.tell(e.message);
    }
  }

  /** @param {Brought} b @param {string} text @param {string} name */
  list(b, text, name) {
    const heading = h("h2", { tabindex: -1 }, t("study.games", { n: b.games.length }));
    put(
      this.said,
      heading,
      h("p", { class: "help" }, t("study.games-lead", { format: b.format ?? "" })),
      h(
        "ol",
        { class: "games-list" },
        b.games.map((g) =>
          h(
            "li",
            {},
            h(
              "button",
              { class: "choice-row", type: "button", onclick: () => void this.pick(text, name, g.number) },
              h(
                "span",
                {},
                `${g.number}. ${g.names || g.title}`,
                h("small", {}, [g.about, t("study.plays", { n: g.plays }), g.end || t("study.unfinished")].filter(Boolean).join(" · ")),
              ),
            ),
          ),
        ),
      ),
      b.faults.length
        ? h(
            "details",
            { class: "note" },
            h("summary", {}, t("study.faults")),
            h(
              "ul",
              {},
              b.faults.map((f) => h("li", {}, f)),
            ),
          )
        : null,
    );
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "nearest" });
    speak(t("study.games", { n: b.games.length }));
  }

  /** Opens a game of the file. @param {string} text @param {string} name @param {number} n */
  async pick(text, name, n) {
    try {
      this.on.game(await sendText(`/api/study/game?number=${n}${name ? "&name=" + encodeURIComponent(name) : ""}`, text));
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      this.tell(e.message);
    }
  }
}
