// Creating a table.

import { base, go, link, local, onDevice, place, query, share } from "../lib/address.js";
import { get, post, random, ensureToken, ApiError } from "../lib/api.js";
import { copy, h, put, toast } from "../lib/dom.js";
import { levels, levelWords } from "../table/levels.js";
import { nameInput, rivalsOf, seatWord, valueName } from "../words/names.js";
import { sitAt } from "../table/seating.js";
import { against, seated, Setup } from "../table/setup.js";
import { mine, name, rivals } from "../lib/store.js";
import { and, capital, labelled, t } from "../words/words.js";

/** The style sheets of this page. */
export const styles = ["new"];

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").OptionInfo} OptionInfo */

/** @typedef {import("../table/setup.js").Choice} Choice */

/** Values of the page itself with their words. @param {string} field @param {string[]} values */
const named = (field, values) => values.map((v) => ({ name: v, means: t(`${field}.${v}`) }));

/** @param {HTMLElement} root */
export async function newTable(root) {
  /** @type {GameInfo[]} */
  const games = await get("/api/games");
  const form = new Form(root, games);
  const others = query().get("with") ?? "";
  if ((local ? ["here"] : ["here", "open"]).includes(others)) form.chairs = ["you", others]; // more chairs will be alike
  await form.pick(query().get("game") ?? games[0].id, true);
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
    /** @type {boolean | null} what the host chose, null for the default: people who were invited may talk */
    this.chat = null;
    /** @type {string | null} what the host chose, null for the default */
    this.help = null;
    this.pace = "calm";
    this.making = false; // the table is on its way
  }

  /** @param {string} id @param {boolean} [fromLink] */
  async pick(id, fromLink = false) {
    /** @type {GameInfo} */
    this.game = await get("/api/games/" + id);
    this.setup = new Setup(this.game);
    this.begin(fromLink ? query() : new URLSearchParams());
    await this.fit();
  }

  /** Reads the settings of a link. @param {URLSearchParams} q */
  begin(q) {
    this.setup?.begin(q);
  }

  /** Asks which chairs these settings make, and shows the form. */
  async fit() {
    const n = ++this.asked;
    const answer = await post(`/api/games/${this.game?.id}/setup`, this.setup?.terms());
    if (n !== this.asked) return;
    this.faults = answer.faults;
    if (answer.chairs.length) this.seats = answer.chairs;
    if (this.game) this.chairs = seated(this.chairs, this.seats.length, this.game.levels, rivalsOf(this.game, rivals.get()).level);
    this.render();
  }

  /** The path that carries these settings. */
  path() {
    const { kind } = against(this.chairs);
    return `/new?${this.setup?.link()}` + (["here", "open"].includes(kind) ? "&with=" + kind : "");
  }

  /** The address that carries these settings. */
  link() {
    return share(this.path());
  }

  render() {
    const { game: g, setup } = this;
    if (!g || !setup) return;
    history.replaceState(null, "", this.link());
    document.title = `${t("new.title")} – ${t("app")}`;
    put(
      this.root,
      h(
        "form",
        {
          class: "new",
          onsubmit: (/** @type {Event} */ e) => {
            e.preventDefault();
            void this.make();
          },
        },
        h("h1", {}, t("new.title")),
        h(
          "div",
          { class: "new-grid" },
          h(
            "div",
            { class: "new-main" },
            h(
              "fieldset",
              { class: "games-pick" },
              h("legend", {}, t("new.game")),
              this.games.map((x) =>
                h(
                  "label",
                  { class: "pick" },
                  h("input", { type: "radio", name: "game", value: x.id, checked: x.id === g.id, onchange: () => this.pick(x.id) }),
                  h("img", { src: `/api/games/${x.id}/cover.svg`, alt: x.title, width: 96, height: 96, loading: "lazy" }),
                ),
              ),
            ),
            this.opponentsField(setup),
            this.faults.length
              ? h(
                  "div",
                  { class: "note", role: "alert" },
                  this.faults.map((f) => h("p", {}, capital(f) + ".")),
                )
              : null,
            this.clockField(),
            h(
              "div",
              { class: "folds" },
              this.optionsField(
                setup,
                [...g.setup].reverse().map((c) => this.choice(setup, c)),
              ),
              this.chairsField(),
              this.moreField(),
            ),
          ),
          h(
            "aside",
            { class: "new-side" },
            h("div", { class: "lid" }, h("img", { src: `/api/games/${g.id}/board.svg`, alt: "", width: 360, height: 360 })),
            h("h2", {}, g.title),
            h("p", {}, g.says || g.differs),
            h("p", {}, h("a", { href: "/g/" + g.id }, t("home.rules"))),
            h("button", { class: "primary wide", type: "submit", disabled: this.faults.length > 0 }, t("new.make")),
            local
              ? h("p", { class: "help" }, t("device.kept"))
              : h("button", { class: "plain wide", type: "button", onclick: () => copy(this.link(), t("new.copied")) }, t("new.link")),
            this.elsewhere(),
          ),
        ),
      ),
    );
  }

  /** The way from a server to this device, and back. */
  elsewhere() {
    if (!place.local || place.static) return null;
    const path = this.path();
    const to = h("a", { class: "button plain wide" }, t(local ? "new.at-server" : "new.on-device"));
    to.href = local ? base + path : link(onDevice(path));
    return to;
  }

  /** Whom the others are, how many and how strong. @param {Setup} s */
  opponentsField(s) {
    const g = s.game;
    const { kind, level } = against(this.chairs);
    const all = (/** @type {string} */ c) => (this.chairs = this.chairs.map((x) => (x === "you" ? x : c)));
    const usual = rivalsOf(g, rivals.get()).level;
    const sizes = [...g.sizes].sort((a, b) => a.players - b.players);
    return h(
      "div",
      { class: "opponents" },
      this.segments("new.opponents", "against", named("new.against", local ? ["bots", "here"] : ["bots", "open", "here"]), kind, (v) =>
        all(v === "bots" ? "bot " + usual : v),
      ),
      sizes.length > 1
        ? this.segments(
            "new.count",
            "count",
            sizes.map((x) => ({ name: String(x.players), means: String(x.players - 1) })),
            String(this.seats.length),
            (v) => s.fit(sizes.find((x) => String(x.players) === v) ?? sizes[0]),
          )
        : null,
      kind === "bots" && g.rivals.length > 1
        ? levels(g, level, (l) => {
            all("bot " + l);
            const { size, tutor } = rivalsOf(g, rivals.get());
            rivals.set(g.id, size.players, l, tutor);
            this.render();
            /** @type {HTMLElement | null} */ (this.root.querySelector("input[name=level]:checked"))?.focus();
          })
        : null,
      kind === "open" ? h("p", { class: "help" }, t("table.invite-help")) : null,
    );
  }

  /**
   * A part of the settings that is folded away. Its summary says what is set.
   * @param {string} key
   * @param {string} now
   * @param {boolean} open unless somebody has opened or closed it
   * @param {...(import("../lib/dom.js").Child | import("../lib/dom.js").Child[])} inside
   */
  fold(key, now, open, ...inside) {
    const before = /** @type {HTMLDetailsElement | null} */ (this.root.querySelector("details." + key));
    return h(
      "details",
      { class: "fold " + key, open: before?.open ?? open },
      h("summary", {}, h("span", {}, t("new." + key)), h("span", { class: "set" }, now)),
      h("div", { class: "stack" }, ...inside),
    );
  }

  /** Who sits on which chair, and your name. */
  chairsField() {
    const who = h("input", {
      ...nameInput,
      id: "who",
      value: name.get(),
      onchange: (/** @type {Event} */ e) => {
        name.set(/** @type {HTMLInputElement} */ (e.target).value.trim());
        this.render();
      },
    });
    const own = this.chairs.indexOf("you");
    return this.fold(
      "chairs",
      t("new.chairs-set", { seats: this.seatsOf(own), name: name.get() || t("new.no-name") }),
      false,
      h(
        "fieldset",
        { class: "chair-list" },
        h("legend", { class: "unseen" }, t("new.chairs")),
        this.chairs.map((c, i) => this.chair(c, i)),
      ),
      h("div", { class: "field" }, h("label", { for: "who" }, t("new.name")), who, h("p", { class: "help" }, t("new.name-help"))),
    );
  }

  /** Help, the speed of bots, and who may come and talk. */
  moreField() {
    const luck = this.game?.luck?.share === 1;
    const bots = this.chairs.some((c) => c.startsWith("bot "));
    const now = [
      luck ? "" : t("new.help-set." + this.helps),
      bots ? t("new.pace-set", { pace: t("pace." + this.pace).toLowerCase() }) : "",
      local ? "" : t(this.listed ? "new.listed-set" : "new.private-set"),
    ];
    return this.fold(
      "extras",
      capital(now.filter(Boolean).join(", ")),
      false,
      this.helpField(),
      bots ? this.segments("pace.title", "pace", named("pace", ["calm", "brisk", "at-once"]), this.pace, (v) => (this.pace = v)) : null,
      local ? null : [this.check("listed"), this.check("chat")],
    );
  }

  /** The seats of a chair in words. @param {number} i */
  seatsOf(i) {
    return and((this.seats[i] ?? []).map((l) => seatWord(this.game?.seats.find((x) => x.letter === l)?.name ?? l)));
  }

  /** How many play, and on which sides. @param {Setup} s */
  tableFields(s) {
    const g = s.game;
    return [
      ...g.setup.filter((c) => c.key !== "preset").map((c) => this.choice(s, c)),
      s.asksPlayers
        ? this.segments(
            "new.players",
            "players",
            [...g.players].sort().map((n) => ({ name: String(n), means: String(n) })),
            String(s.players),
            (v) => (s.players = Number(v)),
          )
        : null,
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
      return h(
        "div",
        { class: "field" },
        h("label", { for: id }, t(legend)),
        h(
          "select",
          { id, onchange: (/** @type {Event} */ e) => set(/** @type {HTMLSelectElement} */ (e.target).value, "#" + id) },
          values.map(({ name: v, means }) => h("option", { value: v, selected: v === now }, means)),
        ),
      );
    }
    return h(
      "fieldset",
      { class: "choice" },
      h("legend", {}, t(legend)),
      h(
        "div",
        { class: "segments" },
        values.map(({ name: v, means }) =>
          h(
            "label",
            {},
            h("input", {
              type: "radio",
              name: field,
              value: v,
              checked: v === now,
              onchange: () => set(v, `input[name=${field}]:checked`),
            }),
            h("span", {}, means),
          ),
        ),
      ),
    );
  }

  /** The help that was chosen. By default, those who play alone against bots can ask for hints. */
  get helps() {
    return this.help ?? (this.chairs.every((c) => c === "you" || c.startsWith("bot ")) ? "hints" : "");
  }

  helpField() {
    if (this.game?.luck?.share === 1) return h("p", { class: "help" }, t("help.nothing"));
    return h(
      "div",
      { class: "stack" },
      this.segments("help.title", "help", named("help", ["", "hints", "tutor"]), this.helps, (v) => (this.help = v)),
      h("p", { class: "help" }, t("help.means." + this.helps) + (this.helps ? " " + t("help.all") : "")),
    );
  }

  /** @param {string} c @param {number} i */
  chair(c, i) {
    const g = this.game;
    const values = [
      ["you", t("new.you")],
      ...(local ? [] : [["open", t("new.open")]]),
      ["here", t("new.here")],
      ...(g?.levels ?? []).map((l) => ["bot " + l, t("new.bot", { level: levelWords(l, g?.rivals.find((r) => r.level === l)?.rating) })]),
    ];
    return h(
      "div",
      { class: "chair-row" },
      h("label", { for: "chair-" + i }, this.seatsOf(i)),
      h(
        "select",
        {
          id: "chair-" + i,
          onchange: (/** @type {Event} */ e) => {
            const v = /** @type {HTMLSelectElement} */ (e.target).value;
            if (v === "you") this.chairs = this.chairs.map((x) => (x === "you" ? (local ? "here" : "open") : x));
            this.chairs[i] = v;
            this.render();
            document.getElementById("chair-" + i)?.focus();
          },
        },
        values.map(([v, text]) => h("option", { value: v, selected: v === c }, text)),
      ),
    );
  }

  clockField() {
    const number = (/** @type {"move" | "minutes" | "increment" | "days"} */ key, /** @type {string} */ label, /** @type {number} */ max) =>
      h(
        "label",
        { class: "number" },
        h("span", {}, t(label)),
        h("input", {
          type: "number",
          min: key === "increment" ? 0 : 1,
          max,
          value: this.amount[key],
          onchange: (/** @type {Event} */ e) => (this.amount[key] = Number(/** @type {HTMLInputElement} */ (e.target).value)),
        }),
      );
    return h(
      "div",
      {},
      this.segments("new.clock", "clock", named("new.clock", ["none", "move", "fischer", "days"]), this.clock, (v) => (this.clock = v)),
      this.clock === "move" ? number("move", "new.seconds", 3600) : null,
      this.clock === "fischer" ? [number("minutes", "new.minutes", 180), number("increment", "new.increment", 60)] : null,
      this.clock === "days" ? number("days", "new.days", 30) : null,
    );
  }

  /** Whether people may write what they like. */
  get talks() {
    return this.chat ?? !this.listed;
  }

  /** @param {"listed" | "chat"} key */
  check(key) {
    const box = h("input", {
      type: "checkbox",
      role: "switch",
      checked: key === "chat" ? this.talks : this.listed,
      onchange: () => {
        this[key] = box.checked;
        this.render();
        /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-check=${key}]`))?.focus();
      },
      "data-check": key,
    });
    return h("label", { class: "switch" }, box, h("span", {}, t("new." + key)));
  }

  /** The rules, presets first. @param {Setup} s @param {Node[]} [choices] of the setup */
  optionsField(s, choices = s.game.setup.filter((c) => c.key === "preset").map((c) => this.choice(s, c))) {
    const g = s.game;
    const list = g.options ?? [];
    const changed = Object.keys(s.options).length;
    const preset = g.setup.find((c) => c.key === "preset")?.values.find((v) => v.name === s.chosen.preset)?.means ?? t("new.book");
    return this.fold(
      "options",
      [
        preset,
        changed > 2
          ? t("new.changed", { n: changed })
          : list.filter((o) => o.key in s.options).map((o) => labelled(o.title, s.options[o.key])),
      ]
        .flat()
        .filter(Boolean)
        .join(", "),
      changed > 0 || "preset" in s.chosen,
      choices,
      h("p", { class: "help" }, t("new.options-help")),
      h(
        "div",
        {},
        list.map((o) => this.option(s, o)),
      ),
      changed
        ? h(
            "button",
            {
              class: "plain",
              type: "button",
              onclick: () => {
                s.options = {};
                void this.fit();
              },
            },
            t("new.reset"),
          )
        : null,
    );
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
      ? h("input", {
          id: "o-" + o.key,
          type: "number",
          min: o.min ?? 0,
          max: o.max,
          value: now,
          onchange: (/** @type {Event} */ e) => set(/** @type {HTMLInputElement} */ (e.target).value),
        })
      : h(
          "select",
          { id: "o-" + o.key, onchange: (/** @type {Event} */ e) => set(/** @type {HTMLSelectElement} */ (e.target).value) },
          (o.values ?? []).map((v) =>
            h(
              "option",
              { value: v.name, selected: v.name === now },
              valueName(v) + (v.name === o.default ? " (" + t("new.default") + ")" : ""),
            ),
          ),
        );
    return h(
      "div",
      { class: o.key in s.options ? "option set" : "option" },
      h("div", { class: "option-head" }, h("label", { for: "o-" + o.key }, capital(o.title)), control),
      help,
      o.needs ? h("p", { class: "help" }, capital(o.needs)) : null,
      ruling
        ? h(
            "details",
            { class: "question" },
            h("summary", {}, t("new.read")),
            h("p", {}, ruling.question),
            h("p", {}, ruling.decision),
            ruling.reason ? h("p", {}, ruling.reason) : null,
          )
        : null,
    );
  }

  async make() {
    const g = this.game;
    if (!g || this.making) return;
    this.making = true;
    addEventListener("pageshow", () => (this.making = false), { once: true }); // somebody came back
    toast(t("play.starting"));
    const a = this.amount;
    const clocks = {
      none: { kind: "none" },
      move: { kind: "move", seconds: a.move },
      fischer: { kind: "fischer", seconds: a.minutes * 60, increment: a.increment },
      days: { kind: "days", days: a.days },
    };
    const terms = {
      game: g.id,
      setup: this.setup?.terms(),
      listed: this.listed,
      chat: this.talks,
      clock: clocks[/** @type {"none"} */ (this.clock)],
      bots: this.chairs.map((c) => (c.startsWith("bot ") ? c.slice(4) : "")),
      help: g.luck?.share === 1 ? "" : this.helps,
      pace: this.pace,
    };
    try {
      await ensureToken();
      const made = await post("/api/tables", { terms, chair: 0, name: name.get(), key: random() });
      mine.add(made.table, g.id);
      await sitAt(
        made.table,
        this.chairs.flatMap((c, i) => (c === "you" || c === "here" ? [i + 1] : [])),
      );
      go("/t/" + made.table);
    } catch (e) {
      this.making = false;
      if (!(e instanceof ApiError)) throw e;
      toast(e.why || e.message, "bad");
    }
  }
}
