// The people round the board, with their clocks and numbers.

import { h, put } from "../lib/dom.js";
import { chairName, chairSeats, factsOf } from "../words/names.js";
import { clockText } from "./state.js";
import { name } from "../lib/store.js";
import { t } from "../words/words.js";

export class Strip {
  /** @param {import("./state.js").State} state @param {(letter: string) => Node} sign */
  constructor(state, sign) {
    this.state = state;
    this.sign = sign;
    this.since = Date.now(); // when the view came
    this.root = h("ul", { class: "strip", "aria-label": t("table.people") });
  }

  render() {
    const v = this.state.view;
    const clocks = v.terms.clock && v.terms.clock.kind !== "none";
    put(
      this.root,
      v.chairs.map((c, i) => {
        const turn = v.status === "playing" && i === this.state.turnChair;
        const yours = this.state.own.includes(i + 1);
        const place = v.result ? Math.min(...c.seats.map((l) => v.result?.places[l] ?? 9)) : 0;
        const free = !c.person && !c.bot;
        return h(
          "li",
          {
            class: "chair" + (turn ? " turn" : "") + (yours ? " yours" : "") + (free ? " free" : ""),
            "aria-current": turn ? "true" : null,
          },
          h(
            "span",
            { class: "signs" },
            c.seats.map((l) => this.sign(l)),
          ),
          h("span", { class: "who" }, h("strong", {}, this.who(i)), this.kind(i), h("small", {}, this.about(i))),
          clocks ? h("span", { class: "clock", "data-chair": i }, "") : null,
          place === 1 ? h("span", { class: "medal", title: t("table.won-by", { seat: chairSeats(v, i) }) }, "★") : null,
        );
      }),
    );
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
          h("span", { class: "bot-word" }, t("table.bot-word", { level: bot })),
          h("span", { class: "bot-short" }, t("table.bot-short")),
        )
      : null;
  }

  /** @param {number} i */
  about(i) {
    const v = this.state.view;
    const c = v.chairs[i];
    return [
      chairSeats(v, i),
      ...(v.status !== "waiting" && c.seats.length === 1 ? factsOf(v, c.seats[0]).map((f) => h("span", { class: "fact" }, " · " + f)) : []),
      c.away ? " · " + t("table.away") : "",
    ];
  }

  /** Shows the clocks as they run. */
  tick() {
    for (const el of this.root.querySelectorAll(".clock")) {
      const i = Number(/** @type {HTMLElement} */ (el).dataset.chair);
      const left = this.state.left(i, this.since, Date.now());
      el.textContent = clockText(left);
      el.classList.toggle("low", left > 0 && left < 20 && i === this.state.turnChair);
    }
  }
}
