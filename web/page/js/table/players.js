// The people round the board, each beside their side of it, with their clocks and numbers.

import { h, put } from "../lib/dom.js";
import { chairName, chairSeats, factsOf } from "../words/names.js";
import { clockText } from "./state.js";
import { name } from "../lib/store.js";
import { t, word } from "../words/words.js";

export class Players {
  /**
   * @param {import("./state.js").State} state
   * @param {(letter: string) => Node} sign
   * @param {import("../board/facing.js").Facing} facing
   */
  constructor(state, sign, facing) {
    this.state = state;
    this.facing = facing;
    this.sign = sign;
    this.since = Date.now(); // when the view came
    this.drawn = "";
    this.acting = -1; // the chair whose throw or move is being shown, -1 for none
    this.above = h("ul", { class: "strip", "aria-label": t("table.people") });
    this.below = h("ul", { class: "strip", "aria-label": t("table.people-near") });
  }

  /** Lights the chair that acts in what is shown, -1 for the one in turn. @param {number} chair */
  light(chair) {
    this.acting = chair;
    this.render();
  }

  render() {
    const v = this.state.view;
    const lit = this.acting < 0 ? this.state.turnChair : this.acting;
    const clocks = v.terms.clock && v.terms.clock.kind !== "none";
    const far = v.chairs.map((c, i) => this.facing.corner(c.seats[0], i));
    const all = v.chairs.map((c, i) => {
      const turn = v.status === "playing" && i === lit;
      const yours = this.state.own.includes(i + 1);
      const place = v.result ? Math.min(...c.seats.map((l) => v.result?.places[l] ?? 9)) : 0;
      const free = !c.person && !c.bot;
      return h(
        "li",
        {
          class: "chair" + (turn ? " turn" : "") + (yours ? " yours" : "") + (free ? " free" : ""),
          "data-chair": i,
          "aria-current": turn ? "true" : null,
        },
        h(
          "span",
          { class: "signs" },
          c.seats.map((l) => this.sign(l)),
        ),
        h("span", { class: "who" }, h("strong", {}, h("bdi", {}, this.who(i))), this.kind(i), h("small", {}, this.about(i))),
        clocks ? h("span", { class: "clock", "data-chair": i }, "") : null,
        place === 1 ? h("span", { class: "medal", title: t("table.won-by", { seat: chairSeats(v, i) }) }, "★") : null,
      );
    });
    // What has not changed is not drawn again while pieces move.
    const drawn = all.map((li, i) => far[i] + li.outerHTML).join();
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const at = (/** @type {number[]} */ corners) => corners.flatMap((n) => all.filter((_, i) => far[i] === n));
    put(this.above, at([3, 2]));
    put(this.below, at([0, 1]));
    this.tick();
  }

  /** @param {number} i */
  who(i) {
    const v = this.state.view;
    const c = v.chairs[i];
    if (c.bot && !c.person) return c.name ?? "";
    return this.state.own.length === 1 && this.state.own[0] === i + 1 && !name.get() ? t("new.you") : chairName(v, i);
  }

  /** What plays on a chair if it is a bot: in full where there is room. @param {number} i */
  kind(i) {
    const { bot } = this.state.view.chairs[i];
    return bot
      ? h(
          "span",
          { class: "bot-tag" },
          h("span", { class: "bot-word" }, t("table.bot-word", { level: word(bot) })),
          h("span", { class: "bot-short" }, t("table.bot-short")),
        )
      : null;
  }

  /** @param {number} i */
  about(i) {
    const v = this.state.view;
    const c = v.chairs[i];
    const facts = v.status !== "waiting" && c.seats.length === 1 ? factsOf(v, c.seats[0]) : [];
    return [
      h("span", {}, chairSeats(v, i)),
      c.away ? h("span", {}, " · " + t("table.away")) : null,
      ...facts.map((f) => h("span", { class: "fact" }, " · " + f)),
    ];
  }

  /** Shows the clocks as they run. */
  tick() {
    for (const el of [this.above, this.below].flatMap((list) => [...list.querySelectorAll(".clock")])) {
      const i = Number(/** @type {HTMLElement} */ (el).dataset.chair);
      const left = this.state.left(i, this.since, Date.now());
      el.textContent = clockText(left);
      el.classList.toggle("low", left > 0 && left < 20 && i === this.state.turnChair);
    }
  }
}
