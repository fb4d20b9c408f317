// Beside the board: the log, the people, the dice, talk and the table itself.

import { h, joinCode, put, copy, save } from "./dom.js";
import { faces } from "./dice.js";
import { chairName, chairSeats, usualLevel } from "./names.js";
import { noticesOf } from "./notices.js";
import { savePicture } from "./picture.js";
import { name } from "./store.js";
import { tally } from "./tally.js";
import { spans } from "./verifier.js";
import { and, capital, t } from "./words.js";

const emotes = ["hello", "good-luck", "well-played", "thanks", "wow", "oops", "hurry", "goodbye"];

export class Panels {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.now = "log";
    this.carried = "";
    /** @type {HTMLElement | null} */
    this.notices = null; // made once, so that it keeps what it says while the table changes
    // Made once, so that nobody loses what they are typing.
    this.input = h("input", { type: "text", maxlength: 280, "aria-label": t("table.say"), placeholder: t("table.say"), autocomplete: "off" });
    this.form = h("form", { class: "row say", onsubmit: (/** @type {Event} */ e) => {
      e.preventDefault();
      if (this.input.value.trim()) void table.send({ kind: "chat", text: this.input.value });
      this.input.value = "";
    } }, this.input, h("button", { class: "small" }, t("table.send")));
    this.emotes = h("div", { class: "row emotes" }, emotes.map((e) => h("button", { class: "chip", onclick: () => table.send({ kind: "emote", text: e }) }, t("emote." + e))));
    this.hint = h("p", { class: "help" });
    this.saidList = h("ul", { class: "said-list" });
    const called = h("input", { type: "text", id: "called", maxlength: 24, value: name.get(), autocomplete: "nickname" });
    this.peopleList = h("div", { class: "people-list" });
    this.nameForm = h("form", { class: "field", onsubmit: (/** @type {Event} */ e) => {
      e.preventDefault();
      name.set(called.value.trim());
      void table.send({ kind: "name", name: called.value.trim() });
    } }, h("label", { for: "called" }, t("new.name")), h("div", { class: "row say" }, called, h("button", { class: "small" }, t("table.rename"))));
    /** @type {Record<string, HTMLElement>} */
    this.bodies = {};
    /** @type {Record<string, HTMLButtonElement>} */
    this.tabs = {};
    const names = ["log", "people", "dice", "talk", "table"];
    const list = h("div", { class: "tabs", role: "tablist" });
    this.root = h("section", { class: "panels" }, list);
    for (const n of names) {
      const tab = h("button", { role: "tab", id: "tab-" + n, "aria-controls": "panel-" + n, "aria-selected": "false", tabindex: -1, onclick: () => this.open(n), onkeydown: (/** @type {KeyboardEvent} */ e) => {
        const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
        if (!step) return;
        e.preventDefault();
        const next = names[(names.indexOf(n) + step + names.length) % names.length];
        this.open(next);
        this.tabs[next].focus();
      } }, t("table." + n));
      this.tabs[n] = tab;
      list.append(tab);
      const body = h("div", { class: "panel", role: "tabpanel", id: "panel-" + n, "aria-labelledby": "tab-" + n, hidden: true });
      this.bodies[n] = body;
      this.root.append(body);
    }
    this.bodies.people.append(this.peopleList, this.nameForm);
    this.bodies.log.append(table.log.root);
    this.bodies.talk.append(this.emotes, this.form, this.hint, this.saidList);
    this.open("log");
  }

  /** @param {string} name */
  open(name) {
    this.now = name;
    for (const [n, tab] of Object.entries(this.tabs)) {
      const on = n === name;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      this.bodies[n].hidden = !on;
    }
    this.render();
  }

  /** @param {import("./types").TableEvent} e */
  event(e) {
    if ((e.kind === "chat" || e.kind === "emote") && this.now !== "talk") this.tabs.talk.classList.add("news");
  }

  render() {
    if (this.now === "people") this.people();
    if (this.now === "dice") this.dice();
    if (this.now === "talk") this.talk();
    if (this.now === "table") this.about();
  }

  people() {
    const table = this.table;
    const v = table.view;
    const host = v.you.host;
    const seated = (v.you.chairs ?? []).length > 0;
    const button = (/** @type {string} */ key, /** @type {any} */ action) => h("button", { class: "small", onclick: () => table.send(action) }, t(key));
    this.nameForm.hidden = !v.you.person || v.status === "over";
    put(this.peopleList, h("ul", { class: "people" }, v.chairs.map((c, i) => {
      const yours = (v.you.chairs ?? []).includes(i + 1);
      const level = h("select", { "aria-label": t("table.chair-bot") }, v.levels.map((l, k) => h("option", { value: l, selected: c.bot ? l === c.bot : k === usualLevel(v.levels) }, t("table.bot", { level: capital(l) }))));
      return h("li", {},
        h("div", { class: "person" }, c.seats.map((l) => table.icon(l)), h("span", {}, h("strong", {}, chairName(v, i)), h("small", {},
          [chairSeats(v, i), yours ? t("table.you") : "", c.host ? t("table.host") : "", c.away ? t("table.away") : "", c.muted ? t("table.muted") : ""].filter(Boolean).join(" · ")))),
        h("div", { class: "row" },
          !c.person && !c.bot && v.status !== "over" && !table.watching ? h("button", { class: "small", onclick: () => table.sit(i) }, t("table.sit")) : null,
          yours && v.status !== "over" ? button("table.stand", { kind: "stand", chair: i + 1 }) : null,
          yours && !c.bot && v.status === "playing" && v.levels.length ? button("table.stand-in-me", { kind: "stand-in", chair: i + 1, level: v.levels[v.levels.length - 1] }) : null,
          host && !yours && v.status !== "over" && v.levels.length ? [level, h("button", { class: "small", onclick: () => table.send({ kind: "chair", chair: i + 1, level: level.value }) }, t(c.bot && !c.person ? "table.chair-change" : "table.chair-bot"))] : null,
          host && !yours && (c.person || c.bot) && v.status !== "over" ? button("table.chair-open", { kind: "chair", chair: i + 1, level: "" }) : null,
          host && c.person && !yours ? button(c.muted ? "table.unmute" : "table.mute", { kind: "mute", chair: i + 1, on: !c.muted }) : null,
          host && c.person && !yours ? button("table.hand-over", { kind: "host", chair: i + 1 }) : null));
    })),
    h("p", { class: "help" }, t("help.title") + ": " + t("help." + (v.help ?? "")) + ". " + t("help.means." + (v.help ?? ""))),
    host && v.status !== "over" ? h("fieldset", { class: "choice" }, h("legend", { class: "unseen" }, t("help.title")), h("div", { class: "segments" }, ["", "hints", "tutor"].map((x) => h("label", {},
      h("input", { type: "radio", name: "help", value: x, checked: x === (v.help ?? ""), onchange: () => void table.send({ kind: "set-help", text: x || "none" }) }), h("span", {}, t("help." + x)))))) : null,
    host ? button(v.locked ? "table.unlock" : "table.lock", { kind: "lock", on: !v.locked }) : null,
    seated || host ? null : h("p", { class: "help" }, t("table.watching")));
  }

  dice() {
    const f = this.table.verifier;
    const v = this.table.view;
    const { counts, expected } = tally(f.throws);
    const memory = this.table.device.memory;
    const file = (/** @type {string} */ what, /** @type {() => any} */ data) => h("button", { class: "small", onclick: () => save(`parlour-${v.table}-${what}.json`, new Blob([JSON.stringify(data(), null, 1)], { type: "application/json" })) }, t("dice.save-" + what));
    const most = Math.max(1, ...counts.values(), ...expected.values());
    put(this.bodies.dice,
      h("h2", {}, t("dice.title")),
      f.fault ? h("p", { class: "proof bad" }, t("dice.warning", { n: f.fault.event }), " ", f.fault.text) : null,
      this.guaranteed(),
      this.story(),
      counts.size ? h("table", { class: "dice-table" }, h("caption", {}, t("dice.thrown")),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("dice.face")), h("th", { scope: "col" }, t("dice.count")), h("th", { scope: "col" }, t("dice.expected")), h("td", {}))),
        h("tbody", {}, ["1", "2", "3", "4", "5", "6"].map((d) => {
          const bar = h("span", { class: "bar" });
          bar.style.setProperty("--share", String((counts.get(d) ?? 0) / most));
          bar.style.setProperty("--mark", String((expected.get(d) ?? 0) / most));
          return h("tr", {}, h("th", { scope: "row" }, faces(d, false)), h("td", {}, counts.get(d) ?? 0), h("td", {}, (expected.get(d) ?? 0).toFixed(1)), h("td", {}, bar));
        }))) : null,
      h("p", { class: "help" }, t("dice.lead")),
      h("div", { class: "row" },
        memory ? file("memory", () => memory.exported()) : null,
        file("events", () => ({ events: this.table.events }))),
      h("ol", { class: "throws" }, f.throws.slice(-60).reverse().map((c) => h("li", { class: c.good ? "good" : "bad" },
        h("span", {}, t("dice.throw", { n: c.number, throw: c.thrown })), h("span", { class: "mark" }, t(!c.good ? "dice.wrong" : c.members.length ? "dice.good" : "dice.known")), h("code", { class: "hash" }, c.link)))));
  }

  /** For whom the throws so far and the next ones are guaranteed. */
  guaranteed() {
    const table = this.table;
    const f = table.verifier;
    const d = table.view.dice;
    const youFirst = (/** @type {number} */ a, /** @type {number} */ b) => Number(b === table.view.you.person) - Number(a === table.view.you.person) || a - b;
    const who = (/** @type {number[]} */ ids) => and([...ids].sort(youFirst).map((id) => table.person(id)));
    const lines = f.groups().map((g) => {
      const n = g.throws.length;
      const args = { n, which: spans(g.throws.map((x) => x.number)), who: who(g.members) };
      const key = g.old ? "dice.old" : g.members.length ? "dice.guaranteed" : "dice.nobody";
      const own = [...g.own].sort(([a], [b]) => youFirst(a, b)).map(([id, k]) => t("dice.own", { who: capital(table.person(id)), n: k }));
      return h("li", { class: g.members.length ? "good" : "" }, [t(n === 1 ? key + "-one" : key, args), ...own].join(" "));
    });
    if (!lines.length && !f.fault) lines.push(h("li", {}, t("dice.none")));
    if (table.view.status === "playing" && !f.fault && (d.round || d.pending)) {
      lines.push(h("li", {}, d.pending && !d.usable ? t("table.preparing") : d.members.length ? t("dice.next", { who: who(d.members) }) : t("dice.next-nobody")));
    }
    return h("ul", { class: "proof" }, lines);
  }

  /** The code that two players can compare. */
  story() {
    const s = this.table.verifier.story;
    return h("p", { class: "story" }, t("dice.story"), " ", h("code", {}, s.code), " ", h("small", {}, t("dice.story-at", { n: s.seq })));
  }

  talk() {
    const table = this.table;
    const v = table.view;
    this.tabs.talk.classList.remove("news");
    const said = table.events.filter((e) => (e.kind === "chat" || e.kind === "emote") && !table.muted(e)).slice(-50);
    this.emotes.hidden = !v.you.person;
    this.form.hidden = !v.chat || !v.you.person;
    this.hint.hidden = !this.form.hidden;
    put(this.hint, t(v.you.person ? "table.chat-off" : "table.watching"));
    put(this.saidList, said.reverse().map((e) => h("li", {}, Array.isArray(e.words) ? e.words.join(" ") : (e.words ?? ""))));
  }

  /** The link for another device. @param {string} secret */
  carry(secret) {
    this.carried = `${location.origin}/t/${this.table.id}#claim=${secret}`;
    this.open("table");
  }

  about() {
    const table = this.table;
    const v = table.view;
    const url = `${location.origin}/t/${v.table}`;
    const seated = (v.you.chairs ?? []).length > 0;
    const playing = v.status === "playing";
    put(this.bodies.table,
      h("h2", {}, t("table.share")),
      h("div", { class: "share" },
        joinCode(v.table, { loading: "lazy", width: 132, height: 132 }),
        h("div", {}, h("p", {}, h("code", { class: "link" }, url)), h("button", { class: "small", onclick: () => copy(url, t("new.copied")) }, t("table.share-copy")))),
      h("div", { class: "row" },
        h("button", { class: "small", onclick: () => table.flip() }, t("table.flip")),
        h("a", { class: "button small", href: `/t/${v.table}/tv`, target: "_blank" }, t("table.tv")),
        seated && playing ? h("button", { class: "small", onclick: () => table.send({ kind: v.paused ? "resume" : "pause" }) }, t(v.paused ? "table.resume" : "table.pause")) : null,
        seated && playing ? h("button", { class: "small", onclick: () => this.back() }, t("table.back")) : null,
        seated && playing && v.ties ? h("button", { class: "small", onclick: () => table.send({ kind: "offer", chair: v.you.chairs?.[0] }) }, t("table.offer")) : null,
        seated && playing ? h("button", { class: "small danger", onclick: () => this.resign() }, t("table.resign")) : null),
      h("div", { class: "row" },
        h("a", { class: "button small", href: `/t/${v.table}/replay` }, t("table.replay")),
        h("a", { class: "button small", href: `/api/tables/${v.table}/record`, download: `parlour-${v.table}.txt` }, t("table.record")),
        v.formats.map((f) => h("a", { class: "button small", title: f.title, href: `/api/tables/${v.table}/record.${f.name}`, download: `parlour-${v.table}${f.ending}` }, t("table.record") + " " + f.ending)),
        h("button", { class: "small", onclick: () => savePicture(v.table, 0, v.gameTitle, v.words) }, t("table.picture")),
        h("a", { class: "button small", href: `/api/tables/${v.table}/board.svg`, download: `parlour-${v.table}.svg` }, t("table.sheet"))),
      seated ? [h("h2", {}, t("table.carry")), h("p", { class: "help" }, t("table.carry-help")),
        this.carried ? h("p", {}, h("code", { class: "link" }, this.carried), h("button", { class: "small", onclick: () => copy(this.carried, t("new.copied")) }, t("table.share-copy")))
          : h("button", { class: "small", onclick: () => table.send({ kind: "carry" }) }, t("table.carry"))] : null,
      seated && v.status !== "over" ? (this.notices ??= noticesOf(v.table)) : null,
      h("h2", {}, t("table.options")),
      h("p", {}, h("a", { href: "/g/" + v.game }, v.gameTitle), v.setup.map((x) => " · " + x).join("")),
      v.chosen.length ? h("ul", { class: "options-set" }, v.chosen.map((o) => h("li", {}, h("a", { href: `/g/${v.game}#option-${o.option}` }, capital(o.means))))) : h("p", { class: "help" }, t("new.book")),
      v.chairs.some((c) => c.bot) ? h("p", { class: "help" }, `${t("pace.title")}: ${t("pace." + (v.terms.pace || "calm"))}`) : null,
      v.drift ? h("p", { class: "help" }, t("table.drift")) : null);
  }

  resign() {
    const dialog = h("dialog", { class: "sheet-dialog small-dialog", "aria-label": t("table.resign-sure") }, h("p", {}, t("table.resign-sure")),
      h("form", { method: "dialog", class: "row" }, h("button", { class: "plain", value: "no" }, t("table.decline")), h("button", { class: "primary danger", value: "yes" }, t("table.resign"))));
    document.body.append(dialog);
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (dialog.returnValue !== "yes") return;
      const v = this.table.view;
      const turn = this.table.turnChair + 1;
      const chair = (v.you.chairs ?? []).includes(turn) ? turn : v.you.chairs?.[0];
      void this.table.send({ kind: "resign", chair });
    });
    dialog.showModal();
  }

  /** Asks to take back; bots agree at once. */
  back() {
    const v = this.table.view;
    const others = v.chairs.some((c, i) => c.person && !(v.you.chairs ?? []).includes(i + 1));
    void this.table.send({ kind: others ? "ask-back" : "give-back" });
  }
}
