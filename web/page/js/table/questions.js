// What a table asks people before, during and after a game: to sit down, to
// agree, to answer an offer, to play again.

import { local, share } from "../lib/address.js";
import { copy, h, joinCode } from "../lib/dom.js";
import { askedAgain, shared, verdict } from "./end.js";
import { invite, nameFirst, unnamed } from "./invite.js";
import { chairName, chairOf, drawWord, nameInput } from "../words/names.js";
import { savePicture } from "./share-picture.js";
import { name } from "../lib/store.js";
import { labelled, t } from "../words/words.js";

/** @typedef {import("./table.js").Table} Table */

/** A field for one's name. */
export function nameField() {
  const who = h("input", { ...nameInput, id: "who", value: name.get(), onchange: () => name.set(who.value.trim()) });
  return h("div", { class: "field" }, h("label", { for: "who" }, t("new.name")), who);
}

/** Buttons while chairs are free: to sit down, or to invite. @param {Table} table @returns {HTMLElement[]} */
export function waiting(table) {
  const v = table.view;
  if (table.tv) return [];
  if ((v.you.chairs ?? []).length) {
    if (local) return [];
    const url = share(`/t/${v.table}`);
    if (unnamed(v)) return [h("button", { class: "primary", onclick: () => nameFirst(table, () => invite(v.table)) }, t("table.share"))];
    return [h("button", { class: "primary", onclick: () => copy(url, t("new.copied")) }, t("table.invite"))];
  }
  if (table.watching) return [];
  return v.chairs.flatMap((c, i) =>
    c.person || c.bot
      ? []
      : [
          h(
            "button",
            { class: "primary", disabled: table.busy, onclick: () => table.sit(i) },
            t("table.sit-as", { seat: table.seat(c.seats[0]) }),
          ),
        ],
  );
}

/** Makes a picture of the table as it stands now. @param {Table} table */
export function sharePicture(table) {
  const v = table.view;
  const { title, words } = v.result ? shared(table) : { title: v.gameTitle, words: v.words };
  void savePicture(v, 0, title, words, table.facing.quarter);
}

/** Buttons after the end: another game first. @param {Table} table @returns {HTMLElement[]} */
export function over(table) {
  const v = table.view;
  if (table.tv) return [];
  const links = [
    h("a", { class: "button plain", href: `/t/${v.table}/replay` }, t("table.replay")),
    h("a", { class: "button plain", href: `/t/${v.table}/replay#analysis` }, t("table.analysis")),
    h("button", { class: "button plain", onclick: () => sharePicture(table) }, t("end.share")),
  ];
  const seated = (v.you.chairs ?? []).length > 0;
  if (v.next && (!seated || askedAgain(table.events)?.by === v.you.person)) {
    const href = "/t/" + v.next + (table.watching ? "/watch" : "");
    return [
      h(
        "a",
        { class: "button primary", href, onclick: () => sessionStorage.setItem("parlour.before." + v.next, v.table) },
        t("table.to-rematch"),
      ),
      ...links,
    ];
  }
  return seated
    ? [h("button", { class: "primary", onclick: () => table.rematch() }, t(v.next ? "end.yes" : "table.rematch")), ...links]
    : links;
}

/**
 * Questions that somebody has to answer, and why the game ended.
 * @param {Table} table
 * @param {HTMLElement} field for one's name
 */
export function questions(table, field) {
  const v = table.view;
  const mine = v.you.chairs ?? [];
  const seated = mine.length > 0;
  const button = (/** @type {string} */ key, /** @type {any} */ action) =>
    h("button", { class: "small", onclick: () => table.send(action) }, t(key));
  const parts = [];
  /** A question with its answers, which stay together. @param {string} asks @param {HTMLElement[]} answers */
  const question = (asks, answers) => parts.push(h("p", {}, asks, answers.length ? h("span", { class: "row" }, answers) : null));
  if (v.offer && v.status === "playing") {
    const chair = chairOf(v, v.offer);
    const own = mine.includes(chair + 1);
    question(
      table.voice.isYou(chair)
        ? t("table.offered-you", { draw: drawWord(v) })
        : t("table.offered", { draw: drawWord(v), who: table.voice.player(v.offer) }),
      seated && (!own || table.shared) ? [button("table.accept", { kind: "accept" }), button("table.decline", { kind: "decline" })] : [],
    );
  }
  if (v.asked)
    question(
      table.voice.isYou(v.asked - 1) ? t("table.asked-you") : t("table.asked", { who: chairName(v, v.asked - 1) }),
      seated && !mine.includes(v.asked) ? [button("table.give", { kind: "give-back" }), button("table.keep", { kind: "keep-back" })] : [],
    );
  if (v.timeUp)
    question(
      table.voice.isYou(v.timeUp - 1) ? t("table.time-up-you") : t("table.time-up", { who: chairName(v, v.timeUp - 1) }),
      seated ? ["wait", "bot", "end"].map((text) => button("table.rule-" + text, { kind: "rule", text })) : [],
    );
  if (v.paused && seated) parts.push(h("p", {}, button("table.resume", { kind: "resume" })));
  for (const i of mine) {
    if (v.chairs[i - 1].bot && v.status === "playing") parts.push(h("p", {}, button("table.return", { kind: "return", chair: i })));
  }
  v.chairs.forEach((x, i) => {
    if (!x.absent || !x.person || x.bot || !seated || v.status !== "playing" || i !== table.turnChair || mine.includes(i + 1)) return;
    parts.push(
      h(
        "p",
        {},
        h(
          "button",
          { class: "small", onclick: () => table.send({ kind: "stand-in", chair: i + 1 }) },
          t("table.stand-in", { who: chairName(v, i) }),
        ),
      ),
    );
  });
  if (!seated && !table.tv && v.status === "playing")
    parts.push(
      h(
        "p",
        { class: "you-watch" },
        h("strong", {}, t("table.watching")),
        table.watching
          ? null
          : v.chairs.map((c, i) =>
              c.person || c.bot
                ? null
                : h(
                    "button",
                    { class: "small", disabled: table.busy, onclick: () => table.sit(i) },
                    t("table.sit-as", { seat: table.seat(c.seats[0]) }),
                  ),
            ),
      ),
    );
  if (v.status === "waiting" && !table.tv) parts.push(...beforePlay(table, field));
  if (v.result) {
    parts.push(...verdict(table));
    const again = v.next ? askedAgain(table.events) : undefined;
    if (again?.by && again.by !== v.you.person && seated && !table.tv)
      parts.push(h("p", { class: "invitation", role: "status" }, t("end.again", { who: table.person(again.by) })));
  }
  return parts;
}

/** What is said and asked before the game begins. @param {Table} table @param {HTMLElement} field @returns {HTMLElement[]} */
function beforePlay(table, field) {
  const v = table.view;
  const parts = [];
  if (v.help)
    parts.push(
      h("p", { class: "help" }, `${labelled(t("help.title"), t("help." + v.help))}. ${t("help.means." + v.help)} ${t("help.all")}`),
    );
  if (!(v.you.chairs ?? []).length) return table.watching ? parts : [...parts, field];
  if (v.you.host && v.levels.length && v.chairs.length > 1)
    parts.push(h("p", {}, h("button", { class: "small", onclick: () => void table.fill() }, t("table.fill"))));
  if (sessionStorage.getItem("parlour.before." + v.table) && v.chairs.length > 1) parts.push(h("p", {}, t("end.asked")));
  if (local) parts.push(h("p", { class: "help" }, t("device.open")));
  else if (!unnamed(v))
    parts.push(
      h("div", { class: "share" }, joinCode(v.table, { width: 112, height: 112 }), h("p", { class: "help" }, t("table.invite-help"))),
    );
  return parts;
}
