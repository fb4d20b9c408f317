// The sheet beside the board: the log, and below it what is opened when it is
// needed: talk, the people, the dice and the table itself.

import { local, place, share } from "../lib/address.js";
import { faultOf } from "../lib/api.js";
import { copy, h, put, save } from "../lib/dom.js";
import { faces } from "../board/dice.js";
import { carry, invite, nameFirst } from "./invite.js";
import { levelWords } from "./levels.js";
import { chairName, chairSeats, drawWord, nameInput, usualLevel } from "../words/names.js";
import { noticesOf } from "./notices.js";
import { sharePicture } from "./questions.js";
import { countsOf, discardedWords, faultText } from "../dice/recall.js";
import { chosen, openRules } from "./rules-overlay.js";
import { openSettings } from "../pages/settings.js";
import { askFirst } from "../lib/overlay.js";
import { name } from "../lib/store.js";
import { tally } from "../dice/tally.js";
import { able, checkWhole } from "../dice/whole-game.js";
import { and, capital, isolated, labelled, number, t } from "../words/words.js";

const emotes = ["hello", "good-luck", "well-played", "thanks", "wow", "oops", "knock", "goodbye"];

/** Asks whether somebody means it. @type {(key: string, then: () => void) => void} the key is what they are about to do */
const sure = (key, then) => askFirst(t(key + "-sure"), t("table.decline"), t(key), then);

export class Panels {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.opened = -1; // the chair whose actions show; -1 for one's own
    /** @type {HTMLElement | null} */
    this.notices = null; // made once, so that it keeps what it says while the table changes
    this.checking = false;
    this.whole = h("p", { class: "proof whole", role: "status" }); // what the check of the whole game found
    // Made once, so that nobody loses what they are typing.
    this.input = h("input", {
      type: "text",
      maxlength: 280,
      "aria-label": t("table.say"),
      placeholder: t("table.say"),
      autocomplete: "off",
    });
    this.form = h(
      "form",
      {
        class: "row say",
        onsubmit: (/** @type {Event} */ e) => {
          e.preventDefault();
          if (this.input.value.trim()) void table.send({ kind: "chat", text: this.input.value });
          this.input.value = "";
        },
      },
      this.input,
      h("button", { class: "small" }, t("table.send")),
    );
    this.emotes = h(
      "div",
      { class: "row emotes" },
      emotes.map((e) => h("button", { class: "chip", onclick: () => table.send({ kind: "emote", text: e }) }, t("emote." + e))),
    );
    this.hint = h("p", { class: "help" });
    this.saidList = h("ul", { class: "said-list" });
    const called = h("input", { ...nameInput, id: "called", value: name.get() });
    this.peopleList = h("div", { class: "people-list" });
    /** @type {Record<string, HTMLElement>} groups that open one at a time, made once so that they stay open */
    this.groups = {};
    const group = (/** @type {string} */ n, /** @type {string} */ of, open = false) =>
      h(
        "details",
        { class: "group", name: of, open },
        h("summary", {}, t("group." + n)),
        (this.groups[n] = h("div", { class: "group-body" })),
      );
    this.nameForm = h(
      "form",
      {
        class: "field",
        onsubmit: (/** @type {Event} */ e) => {
          e.preventDefault();
          name.set(called.value.trim());
          void table.send({ kind: "name", name: called.value.trim() });
        },
      },
      h("label", { for: "called" }, t("new.name")),
      h("div", { class: "row say" }, called, h("button", { class: "small" }, t("table.rename"))),
    );
    /** @type {Record<string, HTMLDetailsElement>} what opens, one at a time */
    this.parts = {};
    /** @type {Record<string, HTMLElement>} */
    this.bodies = {};
    this.root = h("section", { class: "panels", "aria-label": t("table.beside") }, h("div", { id: "panel-log" }, table.log.root));
    for (const n of ["talk", "people", "dice", "table"]) {
      this.bodies[n] = h("div", { class: "panel", id: "panel-" + n });
      this.parts[n] = h(
        "details",
        { class: "group", name: "sheet", id: "sheet-" + n, ontoggle: () => this.render() },
        h("summary", {}, t("table." + n)),
        this.bodies[n],
      );
      this.root.append(this.parts[n]);
    }
    this.bodies.people.append(this.peopleList, group("host", "people"), group("name", "people"));
    this.groups.name.append(this.nameForm);
    this.bodies.table.append(group("game", "table", true), group("device", "table"), group("save", "table"), group("rules", "table"));
    this.bodies.talk.append(this.emotes, this.form, this.hint, this.saidList);
  }

  /** Opens a part of the sheet. The log is always open. @param {string} name */
  open(name) {
    const part = this.parts[name];
    if (part) part.open = true;
    (part ?? this.root).scrollIntoView({ block: "nearest" }); // below the fold nobody would see what a tap opened
    this.render();
  }

  /** @param {import("../types").TableEvent} e */
  event(e) {
    if (e.kind !== "chat" && e.kind !== "emote") return;
    if (this.parts.talk.open) this.talk();
    else this.parts.talk.classList.add("news");
  }

  render() {
    const { view, state } = this.table;
    this.parts.dice.hidden = !view.dice.due && !view.throws && !state.thrown; // a game without dice
    if (this.parts.people.open) this.people();
    if (this.parts.dice.open) this.dice();
    if (this.parts.talk.open) this.talk();
    if (this.parts.table.open) this.about();
  }

  people() {
    const table = this.table;
    const v = table.view;
    const host = v.you.host;
    const own = v.you.chairs ?? [];
    const over = v.status === "over";
    put(
      this.peopleList,
      local && (!place.static || place.server) && !over && own.length
        ? h("button", { class: "small", onclick: async () => (await import("./continue-online.js")).onward(v) }, t("device.onward"))
        : null,
      over || table.watching || local
        ? null
        : h("button", { class: "small", onclick: () => nameFirst(table, () => invite(v.table)) }, t("table.share")),
      h(
        "ul",
        { class: "people" },
        v.chairs.map((c, i) => this.chair(i)),
      ),
      own.length || host ? null : h("p", { class: "help" }, t("table.watching")),
      table.state.crowd.watchers ? h("p", { class: "watchers help" }, t("table.watchers", { who: this.watchers() })) : null,
      host && !over ? null : h("p", { class: "help" }, this.helpWords()),
    );
    this.show("name", !!v.you.person && !over);
    this.show("host", host && !over);
    put(
      this.groups.host,
      host ? h("p", { class: "help" }, this.helpWords()) : null,
      h(
        "fieldset",
        { class: "choice" },
        h("legend", { class: "unseen" }, t("help.title")),
        h(
          "div",
          { class: "segments" },
          ["", "hints", "tutor"].map((x) =>
            h(
              "label",
              {},
              h("input", {
                type: "radio",
                name: "help",
                value: x,
                checked: x === (v.help ?? ""),
                onchange: () => void table.send({ kind: "set-help", text: x || "none" }),
              }),
              h("span", {}, t("help." + x)),
            ),
          ),
        ),
      ),
      this.does(v.locked ? "table.unlock" : "table.lock", { kind: "lock", on: !v.locked }),
    );
  }

  /** Who watches: by name, and how many more. */
  watchers() {
    const { watchers, names } = this.table.state.crowd;
    const more = watchers - names.length;
    if (!names.length) return String(watchers);
    return and([...names.map(isolated), ...(more > 0 ? [t("table.watchers-more", { n: more })] : [])]);
  }

  /** Shows how many watch. */
  crowd() {
    const { watchers } = this.table.state.crowd;
    put(
      /** @type {HTMLElement} */ (this.parts.people.firstElementChild),
      t("table.people"),
      watchers ? h("small", { class: "watching-n", title: t("table.watchers-n", { n: watchers }) }, ` +${watchers}`) : null,
    );
    if (this.parts.people.open) this.people();
  }

  helpWords() {
    const { help = "" } = this.table.view;
    return `${labelled(t("help.title"), t("help." + help))}. ${t("help.means." + help)}`;
  }

  /** Shows or hides a group. @param {string} n @param {boolean | undefined} on */
  show(n, on) {
    /** @type {HTMLElement} */ (this.groups[n].parentElement).hidden = !on;
  }

  /**
   * A button that does something at the table.
   * @param {string} key
   * @param {any} action
   * @param {Record<string, string>} [args] of its text
   */
  does(key, action, args) {
    return h("button", { class: "small", onclick: () => this.table.send(action) }, t(key, args));
  }

  /** Who sits on a chair, and what can be done about it. @param {number} i */
  chair(i) {
    const table = this.table;
    const v = table.view;
    const c = v.chairs[i];
    const own = v.you.chairs ?? [];
    const yours = own.includes(i + 1);
    const over = v.status === "over";
    const who = h(
      "div",
      { class: "person" },
      c.seats.map((l) => table.icon(l)),
      h(
        "span",
        {},
        h("strong", {}, h("bdi", {}, chairName(v, i))),
        h(
          "small",
          {},
          [
            chairSeats(v, i),
            yours ? t("table.you") : "",
            c.host ? t("table.host") : "",
            c.away ? t("table.away") : "",
            c.muted ? t("table.muted") : "",
          ]
            .filter(Boolean)
            .join(" · "),
        ),
      ),
    );
    const free = !c.person && !c.bot;
    const sit = free && !over && !table.watching ? h("button", { class: "small", onclick: () => table.sit(i) }, t("table.sit")) : null;
    const doings = yours ? this.forYou(i) : v.you.host ? this.forHost(i) : [];
    if (!doings.length) return h("li", { class: "chair-of" }, who, sit);
    const open = this.opened === i || (this.opened < 0 && own[0] === i + 1);
    return h(
      "li",
      { class: "chair-of" },
      h(
        "details",
        {
          class: "group",
          name: "people",
          open,
          ontoggle: (/** @type {Event} */ e) => {
            const on = /** @type {HTMLDetailsElement} */ (e.target).open;
            if (on) this.opened = i;
            else if (this.opened === i || (this.opened < 0 && own[0] === i + 1)) this.opened = v.chairs.length; // none
          },
        },
        h("summary", {}, who),
        h("div", { class: "row group-body" }, doings),
      ),
      sit,
    );
  }

  /** What people can do with their own chair. @param {number} i @returns {HTMLElement[]} */
  forYou(i) {
    const v = this.table.view;
    if (v.status === "over") return [];
    const bot = !v.chairs[i].bot && v.status === "playing" && v.levels.length;
    return [
      ...(local ? [] : [this.does("table.carry", { kind: "carry" })]),
      ...(bot ? [this.does("table.stand-in-me", { kind: "stand-in", chair: i + 1, level: v.levels[v.levels.length - 1] })] : []),
      v.status === "playing"
        ? h(
            "button",
            { class: "small", onclick: () => sure("table.stand", () => void this.table.send({ kind: "stand", chair: i + 1 })) },
            t("table.stand"),
          )
        : this.does("table.stand", { kind: "stand", chair: i + 1 }),
    ];
  }

  /** What the host can do with somebody else's chair. @param {number} i @returns {HTMLElement[]} */
  forHost(i) {
    const v = this.table.view;
    const c = v.chairs[i];
    /** @type {HTMLElement[]} */
    const list = [];
    if (v.status !== "over" && v.levels.length) {
      const level = h(
        "select",
        { "aria-label": t("table.chair-bot") },
        v.levels.map((l, k) =>
          h(
            "option",
            { value: l, selected: c.bot ? l === c.bot : k === usualLevel(v.levels) },
            t("table.bot", { level: levelWords(l, v.ratings?.[l]) }),
          ),
        ),
      );
      list.push(
        level,
        h(
          "button",
          { class: "small", onclick: () => this.table.send({ kind: "chair", chair: i + 1, level: level.value }) },
          t(c.bot && !c.person ? "table.chair-change" : "table.chair-bot"),
        ),
      );
    }
    if (v.status !== "over" && (c.person || c.bot)) list.push(this.does("table.chair-open", { kind: "chair", chair: i + 1, level: "" }));
    if (c.person)
      list.push(
        this.does(c.muted ? "table.unmute" : "table.mute", { kind: "mute", chair: i + 1, on: !c.muted }),
        this.does("table.hand-over", { kind: "host", chair: i + 1 }),
      );
    return list;
  }

  dice() {
    const { witness, verifier: f, view: v } = this.table;
    const { counts, expected } = tally(f.throws);
    const { memory } = this.table.device;
    const file = (/** @type {string} */ what, /** @type {() => any} */ data) =>
      h(
        "button",
        {
          class: "small",
          onclick: () => save(`parlour-${v.table}-${what}.json`, new Blob([JSON.stringify(data(), null, 1)], { type: "application/json" })),
        },
        t("dice.save-" + what),
      );
    const most = Math.max(1, ...counts.values(), ...expected.values());
    const held = new Set(memory?.all.chains.map((c) => c.commitment));
    const mark = (/** @type {import("../dice/verifier.js").Throw} */ x) =>
      !x.good ? "wrong" : !memory ? "fits" : x.who.some((w) => w.person === memory.person && held.has(w.commitment)) ? "with" : "alone";
    put(
      this.bodies.dice,
      h("h2", {}, t("dice.title")),
      witness.fault ? h("p", { class: "proof bad" }, t("dice.warning", { n: witness.fault.event }), " ", faultText(witness.fault)) : null,
      this.guaranteed(),
      this.story(),
      counts.size
        ? h(
            "table",
            { class: "dice-table" },
            h("caption", {}, t("dice.thrown")),
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                h("th", { scope: "col" }, t("dice.face")),
                h("th", { scope: "col" }, t("dice.count")),
                h("th", { scope: "col" }, t("dice.expected")),
                h("td", {}),
              ),
            ),
            h(
              "tbody",
              {},
              ["1", "2", "3", "4", "5", "6"].map((d) => {
                const bar = h("span", { class: "bar" });
                bar.style.setProperty("--share", String((counts.get(d) ?? 0) / most));
                bar.style.setProperty("--mark", String((expected.get(d) ?? 0) / most));
                return h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, faces(d, false)),
                  h("td", {}, counts.get(d) ?? 0),
                  h("td", {}, number(expected.get(d) ?? 0, 1)),
                  h("td", {}, bar),
                );
              }),
            ),
          )
        : null,
      h("p", { class: "help" }, t("dice.lead")),
      h(
        "div",
        { class: "row" },
        able() ? h("button", { class: "small", disabled: this.checking, onclick: () => void this.checkWhole() }, t("dice.whole")) : null,
        memory ? file("memory", () => memory.exported(f.seq)) : null,
        file("events", () => ({ events: this.table.events })),
      ),
      this.whole,
      h(
        "ol",
        { class: "throws" },
        f.throws
          .slice(-60)
          .reverse()
          .map((x) => {
            const how = mark(x);
            return h(
              "li",
              { class: how === "wrong" ? "bad" : how === "alone" ? "warn" : witness.rules.waits(x.number) ? "" : "good" },
              h("span", {}, t("dice.throw", { n: x.number, throw: x.thrown })),
              h("span", { class: "mark" }, t("dice." + how)),
              h("code", { class: "hash" }, x.link),
            );
          }),
      ),
    );
  }

  /** What the throws so far are worth, and which results were not used. */
  guaranteed() {
    const { witness, verifier } = this.table;
    const name = (/** @type {number} */ id) => this.table.person(id);
    const { lines, how } = witness.says(name);
    const discarded = witness.memory ? countsOf(verifier, witness.memory).discarded : [];
    const n = witness.unfinished;
    return h(
      "ul",
      { class: "proof" },
      (witness.fault ? [] : lines).map((line) => h("li", { class: how }, line)),
      discarded.length > 1 ? discarded.map((d) => h("li", {}, capital(discardedWords(d, verifier, name)) + ".")) : null,
      n ? h("li", {}, t(n === 1 ? "dice.unfinished-one" : "dice.unfinished", { n })) : null,
    );
  }

  /** Checks every throw and move by the rules, with the program of this device. */
  async checkWhole() {
    const { table } = this;
    this.checking = true;
    put(this.whole, t("dice.whole-busy"));
    this.render();
    try {
      const found = await checkWhole(table.id, table.events, table.device.memory?.exported(table.verifier.seq) ?? null);
      put(this.whole, [...(found.fault ? [] : [t("dice.whole-good")]), ...found.lines].join(" "));
      this.whole.className = "proof whole" + (found.fault ? " bad" : "");
    } catch (e) {
      put(this.whole, t("dice.whole-failed", { why: faultOf(e) }));
    }
    this.checking = false;
    this.render();
  }

  /** The code that two players can compare. */
  story() {
    const s = this.table.verifier.story;
    return h("p", { class: "story" }, t("dice.story"), " ", h("code", {}, s.code), " ", h("small", {}, t("dice.story-at", { n: s.seq })));
  }

  talk() {
    const table = this.table;
    const v = table.view;
    this.parts.talk.classList.remove("news");
    const said = table.events.filter((e) => (e.kind === "chat" || e.kind === "emote") && !table.muted(e)).slice(-50);
    this.emotes.hidden = !v.you.person;
    this.form.hidden = !v.chat || !v.you.person;
    this.hint.hidden = !this.form.hidden;
    put(this.hint, t(v.you.person ? "table.chat-off" : "table.watching"));
    put(
      this.saidList,
      said.reverse().map((e) => h("li", { dir: "auto" }, Array.isArray(e.words) ? e.words.join(" ") : (e.words ?? ""))),
    );
  }

  /** Shows the link for another device. @param {string} secret */
  carry(secret) {
    void carry(this.table.id, secret);
  }

  about() {
    const table = this.table;
    const v = table.view;
    const seated = (v.you.chairs ?? []).length > 0;
    const playing = seated && v.status === "playing";
    const link = (/** @type {string} */ key, /** @type {any} */ attrs) => h("a", { class: "button small", ...attrs }, t(key));
    const button = (/** @type {string} */ key, /** @type {() => void} */ f, kind = "small") =>
      h("button", { class: kind, onclick: f }, t(key));
    put(
      this.groups.game,
      h(
        "div",
        { class: "row" },
        playing
          ? [
              v.you.back ? button("table.back", () => table.takeBack()) : null,
              v.ties ? this.does("table.offer", { kind: "offer", chair: v.you.chairs?.[0] }, { draw: drawWord(v) }) : null,
              this.does(v.paused ? "table.resume" : "table.pause", { kind: v.paused ? "resume" : "pause" }),
            ]
          : null,
        link("table.replay", { href: `/t/${v.table}/replay` }),
        playing ? button("table.resign", () => this.resign(), "small danger") : null,
      ),
    );
    put(
      this.groups.device,
      h(
        "div",
        { class: "row" },
        button("table.flip", () => void table.flip()),
        local ? null : link("table.tv", { href: `/t/${v.table}/tv`, target: "_blank" }),
        local
          ? null
          : button(
              "table.embed",
              () =>
                void copy(
                  `<iframe src="${share(`/t/${v.table}/embed`)}" title="${v.gameTitle}" ` +
                    'width="640" height="480" style="border: 0"></iframe>',
                  t("table.embed-copied"),
                ),
            ),
        button("nav.settings", openSettings),
      ),
      seated && v.status !== "over" && !local ? (this.notices ??= noticesOf(v.table)) : null,
    );
    put(
      this.groups.save,
      h(
        "div",
        { class: "row" },
        link("table.record", { href: `/api/tables/${v.table}/record`, download: `parlour-${v.table}.txt` }),
        v.formats.map((f) =>
          h(
            "a",
            {
              class: "button small",
              title: f.title,
              href: `/api/tables/${v.table}/record.${f.name}`,
              download: `parlour-${v.table}${f.ending}`,
            },
            t("table.record") + " " + f.ending,
          ),
        ),
        button("table.picture", () => sharePicture(table)),
        link("table.sheet", { href: `/api/tables/${v.table}/board.svg`, download: `parlour-${v.table}.svg` }),
      ),
    );
    put(
      this.groups.rules,
      h("p", {}, v.gameTitle, v.setup.map((x) => " · " + x).join("")),
      v.chosen.length ? chosen(v) : h("p", { class: "help" }, t("new.book")),
      v.chairs.some((c) => c.bot) ? h("p", { class: "help" }, labelled(t("pace.title"), t("pace." + (v.terms.pace || "calm")))) : null,
      v.drift ? h("p", { class: "help" }, t("table.drift")) : null,
      h(
        "div",
        { class: "row" },
        button("table.rules", () => void openRules(v)),
      ),
    );
  }

  resign() {
    sure("table.resign", () => {
      const v = this.table.view;
      const turn = this.table.turnChair + 1;
      const chair = (v.you.chairs ?? []).includes(turn) ? turn : v.you.chairs?.[0];
      void this.table.send({ kind: "resign", chair });
    });
  }
}
