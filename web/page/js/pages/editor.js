// Setting up a position by hand: a tray of pieces, the fields of the position, and
// what is wrong with it. The server says what there is and what is possible.

import { changed, dragged, tapped, tools } from "../board/arrange.js";
import { ApiError, get, post } from "../lib/api.js";
import { drawing, h, put, s, speak } from "../lib/dom.js";
import { loose } from "../board/geometry.js";
import { clauseName, placeName, valueName } from "../words/names.js";
import { capital, t } from "../words/words.js";

/** @typedef {import("../types").Edited} Edited */
/** @typedef {import("../types").EditField} EditField */
/** @typedef {import("../board/arrange.js").Tool} Tool */

export class Editor {
  /**
   * @param {import("../board/trial.js").Trial} trial whose board it uses
   * @param {import("../types").GameInfo} game
   * @param {{ done: (line: string) => void, cancel: () => void }} on
   */
  constructor(trial, game, on) {
    this.trial = trial;
    this.game = game;
    this.on = on;
    /** @type {Edited | null} */
    this.now = null;
    /** @type {Tool[]} */
    this.tray = [];
    this.tool = 0; // -1 removes
    this.asked = 0;
    this.trayBox = h("div", { class: "tray", role: "radiogroup", "aria-label": t("study.edit-title") });
    this.fields = h("div", { class: "edit-fields" });
    this.faults = h("div", { class: "edit-faults", role: "status" });
    this.ready = h("button", { class: "primary", onclick: () => this.now?.position && this.on.done(this.now.position) }, t("study.done"));
    this.root = h(
      "section",
      { class: "editor slab", "aria-label": t("study.edit-title") },
      h("h2", {}, t("study.edit-title")),
      h("p", { class: "help" }, t("study.edit-help")),
      this.trayBox,
      h(
        "div",
        { class: "row" },
        h("button", { class: "small", onclick: () => void this.change({ pieces: [] }) }, t("study.clear")),
        h("button", { class: "small", onclick: () => void this.restart() }, t("study.start")),
      ),
      this.fields,
      this.faults,
      h("div", { class: "row edit-ends" }, this.ready, h("button", { class: "plain", onclick: () => this.on.cancel() }, t("study.cancel"))),
    );
  }

  get board() {
    return this.trial.board;
  }

  /** Begins with a position. @param {string} line */
  async open(line) {
    const { board } = this;
    board.arrows([]);
    board.last([]);
    board.onPlace = (place) => place && void this.tap(place);
    board.onLift = (place) => !!board.top(place);
    board.onDrag = (from, to) => this.now && void this.change({ pieces: dragged(this.now.pieces, this.tray, from, to) });
    this.take(await get(`/api/games/${this.game.id}/position/edit?line=${encodeURIComponent(line)}`));
  }

  async restart() {
    this.take(await post(`/api/games/${this.game.id}/edit`, { start: true, options: this.now?.options ?? {} }));
  }

  /** @param {string} place */
  async tap(place) {
    const st = this.board.at(place);
    if (!this.now || !st) return;
    // On a board where pieces gather somewhere, they may share other places as well.
    const piles = Object.values(this.board.sheet?.places ?? {}).some((x) => !loose(x));
    await this.change({ pieces: tapped(this.now.pieces, this.tray, this.tray[this.tool] ?? null, place, piles) });
  }

  /** Sends a change and shows what came of it. @param {Parameters<typeof changed>[1]} change */
  async change(change) {
    if (!this.now) return;
    const n = ++this.asked;
    const body = changed(this.now, change);
    this.ready.disabled = true; // until the answer says that the position is possible
    this.now = {
      ...this.now,
      position: "",
      pieces: body.pieces,
      options: body.options,
      fields: this.now.fields.filter((f) => !f.kept).map((f) => ({ ...f, value: body.fields[f.key] ?? f.value })),
    };
    this.board.set(body.pieces);
    try {
      const next = await post(`/api/games/${this.game.id}/edit`, body);
      if (n === this.asked) this.take(next);
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      put(this.faults, h("p", {}, e.message));
    }
  }

  /** Shows a position. @param {Edited} now */
  take(now) {
    const before = this.now;
    this.now = now;
    if (JSON.stringify(before?.tray) !== JSON.stringify(now.tray)) {
      this.tray = tools(now.tray);
      this.drawTray();
    }
    this.board.set(now.pieces);
    this.marks();
    this.drawFields(now.fields);
    this.ready.disabled = !now.position;
    put(
      this.faults,
      !now.tray.length
        ? h("p", {}, t("study.edit-none"))
        : now.position
          ? h("p", { class: "fine" }, t("study.fine"))
          : [
              h("p", {}, t("study.not-possible")),
              h(
                "ul",
                {},
                now.faults.map((f) =>
                  h(
                    "li",
                    {},
                    f.words,
                    " ",
                    f.clause ? h("a", { href: `/g/${this.game.id}#${f.clause.split("/")[1]}` }, clauseName(f.clause)) : null,
                  ),
                ),
              ),
            ],
    );
    this.root.classList.toggle("bad", !now.position);
    if (!now.position) speak(now.faults.map((f) => f.words).join(" "));
  }

  /** Gives every place a button for the keyboard. */
  marks() {
    const { board } = this;
    const sheet = board.sheet;
    if (!sheet) return;
    board.mark(new Map(Object.keys(sheet.places).map((p) => [p, /** @type {const} */ ("target")])), (p) => {
      const here = this.now?.pieces.filter((x) => x.place === p) ?? [];
      return t("study.place", {
        place: capital(placeName(sheet, p)),
        what: here.map((x) => this.nameOf(x)).join(", ") || t("study.empty"),
      });
    });
  }

  /** A piece in words. @param {import("../types").Piece} p */
  nameOf(p) {
    const sheet = this.board.sheet;
    const colour = this.game.seats.find((x) => x.letter === p.colour)?.name ?? p.colour;
    return [colour, sheet?.names[p.kind] ?? p.kind, p.face].filter(Boolean).join(" ");
  }

  drawTray() {
    const art = (/** @type {Tool} */ x) => {
      const svg = s("svg", { viewBox: "-0.62 -0.62 1.24 1.24", "aria-hidden": "true" });
      const p = x.pieces[0];
      const known = this.board.sheet?.pieces[[p.colour, p.kind, p.face].filter(Boolean).join(" ")];
      const wear = (/** @type {string} */ text) => svg.replaceChildren(...drawing(text).childNodes);
      if (known) wear(known);
      else void this.trial.art(p).then(wear);
      return svg;
    };
    const one = (/** @type {number} */ i, /** @type {Node} */ sign, /** @type {string} */ name) =>
      h(
        "button",
        {
          class: "tool",
          role: "radio",
          "aria-checked": String(i === this.tool),
          "aria-label": name,
          title: name,
          tabindex: i === this.tool ? 0 : -1,
          "data-tool": i,
          onclick: () => this.pick(i),
        },
        sign,
      );
    put(
      this.trayBox,
      this.tray.map((x, i) => one(i, art(x), capital(this.nameOf({ ...x.pieces[0], face: undefined })))),
      one(
        -1,
        s("svg", { viewBox: "0 0 24 24", class: "sign-icon", "aria-hidden": "true" }, s("path", { d: "M5 5l14 14M19 5L5 19" })),
        t("study.erase"),
      ),
    );
    this.trayBox.onkeydown = (e) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
      if (!step) return;
      e.preventDefault();
      const all = this.tray.length + 1;
      this.pick(((this.tool + 1 + step + all) % all) - 1);
      /** @type {HTMLElement | null} */ (this.trayBox.querySelector("[aria-checked=true]"))?.focus();
    };
  }

  /** @param {number} i */
  pick(i) {
    this.tool = i;
    for (const b of this.trayBox.children) {
      const on = /** @type {HTMLElement} */ (b).dataset.tool === String(i);
      b.setAttribute("aria-checked", String(on));
      b.setAttribute("tabindex", on ? "0" : "-1");
    }
  }

  /** @param {EditField[]} fields */
  drawFields(fields) {
    const focused = document.activeElement?.id;
    const id = (/** @type {string} */ key) => "field-" + key.replaceAll(" ", "-");
    const set = (/** @type {string} */ key) => (/** @type {Event} */ e) =>
      void this.change({ fields: { [key]: /** @type {HTMLInputElement} */ (e.target).value } });
    put(
      this.fields,
      fields
        .filter((f) => !f.kept)
        .map((f) =>
          h(
            "label",
            { class: "edit-field", for: id(f.key) },
            h("span", {}, f.label),
            f.values
              ? h(
                  "select",
                  { id: id(f.key), onchange: set(f.key) },
                  f.values.map((v) => h("option", { value: v.name, selected: v.name === f.value }, capital(v.means))),
                )
              : h("input", { id: id(f.key), type: "number", min: 0, max: f.most ?? 0, value: f.value, onchange: set(f.key) }),
          ),
        ),
      this.rules(),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /** The options of the rules, folded away. */
  rules() {
    const list = this.game.options ?? [];
    const before = /** @type {HTMLDetailsElement | null} */ (this.fields.querySelector("details"));
    const chosen = this.now?.options ?? {};
    const set = (/** @type {import("../types").OptionInfo} */ o) => (/** @type {Event} */ e) => {
      const value = /** @type {HTMLInputElement} */ (e.target).value;
      const { [o.key]: _, ...rest } = chosen;
      void this.change({ options: value === o.default ? rest : { ...rest, [o.key]: value } });
    };
    return h(
      "details",
      { class: "edit-rules", open: before?.open ?? false },
      h("summary", {}, t("study.options")),
      list.map((o) =>
        h(
          "label",
          { class: "edit-field", for: "rule-" + o.key },
          h("span", {}, capital(o.title)),
          o.max
            ? h("input", {
                id: "rule-" + o.key,
                type: "number",
                min: o.min ?? 0,
                max: o.max,
                value: chosen[o.key] ?? o.default,
                onchange: set(o),
              })
            : h(
                "select",
                { id: "rule-" + o.key, onchange: set(o) },
                (o.values ?? []).map((v) =>
                  h("option", { value: v.name, selected: v.name === (chosen[o.key] ?? o.default) }, valueName(v)),
                ),
              ),
        ),
      ),
    );
  }
}
