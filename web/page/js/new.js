// Creating a table.

import { get, post, act, random, ensureToken, ApiError } from "./api.js";
import { copy, h, put, toast } from "./dom.js";
import { makerOf } from "./names.js";
import { seated, Setup } from "./setup.js";
import { mine, name } from "./store.js";
import { and, capital, t } from "./words.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").OptionInfo} OptionInfo */

/** @typedef {import("./setup.js").Choice} Choice */

/** Values of the page itself with their words. @param {string} field @param {string[]} values */
const named = (field, values) => values.map((v) => ({ name: v, means: t(`${field}.${v}`) }));

/** @param {HTMLElement} root */
export async function newTable(root) {
  /** @type {GameInfo[]} */
  const games = await get("/api/games");
  const form = new Form(root, games);
  await form.pick(new URLSearchParams(location.search).get("game") ?? games[0].id, true);
}

/** The settings of a table. */
export class Form {
  /** @param {HTMLElement} root @param {GameInfo[]} games */
  constructor(root, games) {
    this.root = root;
    this.games = games;
    /** @type {Setup | undefined} */
    this.setup = undefined;
    /** @type {string[][]} the seats of each chair, as the server says */
    this.seats = [];
    /** @type {string[]} */
    this.faults = [];
    this.asked = 0;
    /** @type {string[]} */
    this.chairs = [];
    this.clock = "none";
    this.amount = { move: 60, minutes: 10, increment: 5, days: 3 };
    this.listed = false;
    this.chat = false;
    /** @type {string | null} what the host chose, null for the default */
    this.help = null;
    this.pace = "calm";
  }

  /** @param {string} id @param {boolean} [fromLink] */
  async pick(id, fromLink = false) {
    /** @type {GameInfo} */
    this.game = await get("/api/games/" + id);
    this.setup = new Setup(this.game);
    if (fromLink) this.setup.read(new URLSearchParams(location.search));
    await this.fit();
  }

  /** Asks which chairs these settings make, and shows the form. */
  async fit() {
    const n = ++this.asked;
    const answer = await post(`/api/games/${this.game?.id}/setup`, this.setup?.terms());
    if (n !== this.asked) return;
    this.faults = answer.faults;
    if (answer.chairs.length) this.seats = answer.chairs;
    this.chairs = seated(this.chairs, this.seats.length, this.game?.levels ?? []);
    this.render();
  }

  /** The address that carries these settings. */
  link() {
    return `${location.origin}/new?${this.setup?.query()}`;
  }

  render() {
    const { game: g, setup } = this;
    if (!g || !setup) return;
    history.replaceState(null, "", this.link());
    document.title = `${t("new.title")} – ${t("app")}`;
    const who = h("input", { id: "who", type: "text", maxlength: 24, value: name.get(), autocomplete: "nickname", onchange: (/** @type {Event} */ e) => name.set(/** @type {HTMLInputElement} */ (e.target).value.trim()) });
    put(this.root, h("form", { class: "new", onsubmit: (/** @type {Event} */ e) => {
      e.preventDefault();
      void this.make();
    } },
    h("h1", {}, t("new.title")),
    h("div", { class: "new-grid" },
      h("div", { class: "new-main" },
        h("fieldset", { class: "games-pick" }, h("legend", {}, t("new.game")), this.games.map((x) => h("label", { class: "pick" },
          h("input", { type: "radio", name: "game", value: x.id, checked: x.id === g.id, onchange: () => this.pick(x.id) }),
          h("img", { src: `/api/games/${x.id}/board.svg`, alt: "", width: 96, height: 96, loading: "lazy" }), h("span", {}, x.title)))),
        this.tableFields(setup),
        this.faults.length ? h("div", { class: "note", role: "alert" }, this.faults.map((f) => h("p", {}, capital(f) + "."))) : null,
        h("fieldset", { class: "chairs" }, h("legend", {}, t("new.chairs")), this.chairs.map((c, i) => this.chair(c, i))),
        h("div", { class: "field" }, h("label", { for: "who" }, t("new.name")), who, h("p", { class: "help" }, t("new.name-help"))),
        this.clockField(),
        this.helpField(),
        this.chairs.some((c) => c.startsWith("bot ")) ? this.segments("pace.title", "pace", named("pace", ["calm", "brisk", "at-once"]), this.pace, (v) => (this.pace = v)) : null,
        this.check("listed"), this.check("chat"),
        this.optionsField(setup)),
      h("aside", { class: "new-side" },
        h("div", { class: "lid" }, h("img", { src: `/api/games/${g.id}/board.svg`, alt: "", width: 360, height: 360 })),
        h("h2", {}, g.title), h("p", { class: "maker" }, makerOf(g)),
        h("p", {}, h("a", { href: "/g/" + g.id }, t("home.rules"))),
        h("button", { class: "primary wide", type: "submit", disabled: this.faults.length > 0 }, t("new.make")),
        h("button", { class: "plain wide", type: "button", onclick: () => copy(this.link(), t("new.copied")) }, t("new.link"))))));
  }

  /** How many play, and on which sides. @param {Setup} s */
  tableFields(s) {
    const g = s.game;
    return [
      ...g.setup.filter((c) => c.key !== "preset").map((c) => this.choice(s, c)),
      s.asksPlayers ? this.segments("new.players", "players", [...g.players].sort().map((n) => ({ name: String(n), means: String(n) })), String(s.players), (v) => (s.players = Number(v))) : null,
    ];
  }

  /** A choice of the setup. @param {Setup} s @param {Choice} c */
  choice(s, c) {
    return this.segments("new." + c.key, c.key, c.values, s.chosen[c.key] ?? c.values[0].name, (v) => s.choose(c, v));
  }

  /**
   * @param {string} legend
   * @param {string} field
   * @param {{ name: string, means: string }[]} values
   * @param {string} now
   * @param {(v: string) => void} then
   */
  segments(legend, field, values, now, then) {
    const set = (/** @type {string} */ v, /** @type {string} */ back) => {
      then(v);
      void this.fit().then(() => /** @type {HTMLElement | null} */ (this.root.querySelector(back))?.focus());
    };
    const id = "new-" + field;
    if (values.length > 5) {
      return h("div", { class: "field" }, h("label", { for: id }, t(legend)),
        h("select", { id, onchange: (/** @type {Event} */ e) => set(/** @type {HTMLSelectElement} */ (e.target).value, "#" + id) }, values.map(({ name: v, means }) => h("option", { value: v, selected: v === now }, means))));
    }
    return h("fieldset", { class: "choice" }, h("legend", {}, t(legend)), h("div", { class: "segments" }, values.map(({ name: v, means }) => h("label", {},
      h("input", { type: "radio", name: field, value: v, checked: v === now, onchange: () => set(v, `input[name=${field}]:checked`) }), h("span", {}, means)))));
  }

  /** The help that was chosen. By default, those who play alone against bots can ask for hints. */
  get helps() {
    return this.help ?? (this.chairs.every((c) => c === "you" || c.startsWith("bot ")) ? "hints" : "");
  }

  helpField() {
    if (this.game?.luck?.share === 1) return h("p", { class: "help" }, t("help.nothing"));
    return h("div", { class: "stack" }, this.segments("help.title", "help", named("help", ["", "hints", "tutor"]), this.helps, (v) => (this.help = v)),
      h("p", { class: "help" }, t("help.means." + this.helps) + (this.helps ? " " + t("help.all") : "")));
  }

  /** @param {string} c @param {number} i */
  chair(c, i) {
    const g = this.game;
    const values = [["you", t("new.you")], ["open", t("new.open")], ["here", t("new.here")], ...(g?.levels ?? []).map((l) => ["bot " + l, t("new.bot", { level: capital(l) })])];
    const label = and((this.seats[i] ?? []).map((l) => capital(g?.seats.find((x) => x.letter === l)?.name ?? l)));
    return h("div", { class: "chair-row" }, h("label", { for: "chair-" + i }, label),
      h("select", { id: "chair-" + i, onchange: (/** @type {Event} */ e) => {
        const v = /** @type {HTMLSelectElement} */ (e.target).value;
        if (v === "you") this.chairs = this.chairs.map((x) => (x === "you" ? "open" : x));
        this.chairs[i] = v;
        this.render();
        document.getElementById("chair-" + i)?.focus();
      } }, values.map(([v, text]) => h("option", { value: v, selected: v === c }, text))));
  }

  clockField() {
    const number = (/** @type {"move" | "minutes" | "increment" | "days"} */ key, /** @type {string} */ label, /** @type {number} */ max) => h("label", { class: "number" }, h("span", {}, t(label)),
      h("input", { type: "number", min: key === "increment" ? 0 : 1, max, value: this.amount[key], onchange: (/** @type {Event} */ e) => (this.amount[key] = Number(/** @type {HTMLInputElement} */ (e.target).value)) }));
    return h("fieldset", { class: "choice" }, h("legend", {}, t("new.clock")),
      h("select", { "aria-label": t("new.clock"), onchange: (/** @type {Event} */ e) => {
        this.clock = /** @type {HTMLSelectElement} */ (e.target).value;
        this.render();
      } }, ["none", "move", "fischer", "days"].map((k) => h("option", { value: k, selected: k === this.clock }, t("new.clock." + k)))),
      this.clock === "move" ? number("move", "new.seconds", 3600) : null,
      this.clock === "fischer" ? [number("minutes", "new.minutes", 180), number("increment", "new.increment", 60)] : null,
      this.clock === "days" ? number("days", "new.days", 30) : null);
  }

  /** @param {"listed" | "chat"} key */
  check(key) {
    return h("label", { class: "switch" }, h("input", { type: "checkbox", role: "switch", checked: this[key], onchange: (/** @type {Event} */ e) => (this[key] = /** @type {HTMLInputElement} */ (e.target).checked) }), h("span", {}, t("new." + key)));
  }

  /** @param {Setup} s */
  optionsField(s) {
    const g = s.game;
    const list = g.options ?? [];
    const changed = Object.keys(s.options).length;
    const open = /** @type {HTMLDetailsElement | null} */ (this.root.querySelector("details.options"))?.open;
    return h("details", { class: "options", open: open ?? (changed > 0 || "preset" in s.chosen) },
      h("summary", {}, t("new.options"), changed ? h("span", { class: "count" }, t("new.changed", { n: changed })) : null),
      h("p", { class: "help" }, t("new.options-help")),
      g.setup.filter((c) => c.key === "preset").map((c) => this.choice(s, c)),
      list.map((o) => this.option(s, o)),
      changed ? h("button", { class: "plain", type: "button", onclick: () => {
        s.options = {};
        void this.fit();
      } }, t("new.reset")) : null);
  }

  /** @param {Setup} s @param {OptionInfo} o */
  option(s, o) {
    const now = s.options[o.key] ?? o.default;
    const set = (/** @type {string} */ v) => {
      s.option(o, v);
      void this.fit().then(() => document.getElementById("o-" + o.key)?.focus());
    };
    const ruling = (s.game.rulings ?? []).find((r) => (o.rulings ?? []).includes(r.id));
    const means = (o.values ?? []).find((v) => v.name === now)?.means ?? "";
    const help = h("p", { class: "help" }, means);
    const control = o.max
      ? h("input", { id: "o-" + o.key, type: "number", min: o.min ?? 0, max: o.max, value: now, onchange: (/** @type {Event} */ e) => set(/** @type {HTMLInputElement} */ (e.target).value) })
      : h("select", { id: "o-" + o.key, onchange: (/** @type {Event} */ e) => set(/** @type {HTMLSelectElement} */ (e.target).value) }, (o.values ?? []).map((v) => h("option", { value: v.name, selected: v.name === now }, v.name + (v.name === o.default ? " (" + t("new.default") + ")" : ""))));
    return h("div", { class: "option" },
      h("div", { class: "option-head" }, h("label", { for: "o-" + o.key }, capital(o.key.replaceAll("-", " "))), control),
      help, o.needs ? h("p", { class: "help" }, capital(o.needs)) : null,
      ruling ? h("details", { class: "question" }, h("summary", {}, t("new.read")), h("p", {}, ruling.question), h("p", {}, ruling.decision), ruling.reason ? h("p", {}, ruling.reason) : null) : null);
  }

  async make() {
    const g = this.game;
    if (!g) return;
    const a = this.amount;
    const clocks = { none: { kind: "none" }, move: { kind: "move", seconds: a.move }, fischer: { kind: "fischer", seconds: a.minutes * 60, increment: a.increment }, days: { kind: "days", days: a.days } };
    const terms = {
      game: g.id, setup: this.setup?.terms(), listed: this.listed, chat: this.chat, clock: clocks[/** @type {"none"} */ (this.clock)],
      bots: this.chairs.map((c) => (c.startsWith("bot ") ? c.slice(4) : "")), help: g.luck?.share === 1 ? "" : this.helps, pace: this.pace,
    };
    try {
      await ensureToken();
      const made = await post("/api/tables", { terms, chair: 0, name: name.get(), key: random() });
      mine.add(made.table, g.id);
      for (const [i, c] of this.chairs.entries()) {
        if (c === "you" || c === "here") await act(made.table, { kind: "sit", chair: i + 1, part: true, seq: 1 });
      }
      location.href = "/t/" + made.table;
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      toast(e.why || e.message, "bad");
    }
  }
}
