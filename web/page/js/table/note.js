// The note in the dock: why something is not allowed, and other things said.

import { get, ApiError } from "../lib/api.js";
import { h, put } from "../lib/dom.js";
import { clauseName } from "../words/names.js";
import { play as sound } from "../lib/sound.js";
import { t, capital } from "../words/words.js";

export class Note {
  /**
   * @param {() => string} address where to ask, with a place for further parameters at its end
   * @param {(move: string) => void} play plays a move that is offered instead
   * @param {import("../words/voice.js").Voice} [voice] how the reader is spoken to
   */
  constructor(address, play, voice) {
    this.address = address;
    this.play = play;
    this.voice = voice;
    this.root = h("div", { class: "note", hidden: true, role: "alert" });
  }

  /** @param {...(Node | null)} parts */
  tell(...parts) {
    this.root.hidden = false;
    put(this.root, h("button", { class: "close", "aria-label": t("table.close"), onclick: () => this.hush() }, "×"), parts);
  }

  hush() {
    this.root.hidden = true;
    put(this.root);
  }

  /**
   * Asks the server why the piece on a place cannot go to another, or anywhere.
   * @param {string} from
   * @param {string} to "" for anywhere
   * @param {string[]} taken the steps taken so far
   */
  async why(from, to, taken) {
    sound("no");
    const asked = new URLSearchParams([["from", from], ["to", to], ...taken.map((text) => ["taken", text])]);
    try {
      const { error } = await get(this.address() + asked);
      if (error) this.refused(new ApiError(error.code, error.message, error));
      else this.tell(h("p", {}, t("table.not-this")));
    } catch (e) {
      if (e instanceof ApiError) this.refused(e);
    }
  }

  /** Shows a refusal with its rules and what is possible instead. @param {ApiError} e */
  refused(e) {
    const words = (e.told && this.voice?.say(e.told)) || e.why || e.message;
    this.tell(
      h("p", {}, h("strong", {}, t("table.why") + " "), capital(words), /[.!?]$/.test(words) ? "" : "."),
      e.clauses.length
        ? h(
            "p",
            { class: "clauses" },
            e.clauses.map((id, i) =>
              h("a", { href: `/g/${id.split("/")[0]}#${id.split("/")[1] ?? ""}`, target: "_blank" }, clauseName(id, i)),
            ),
          )
        : null,
      e.instead.length
        ? h(
            "p",
            { class: "instead" },
            t("table.instead") + " ",
            e.instead.slice(0, 12).map((m) => h("button", { class: "chip", onclick: () => this.play(m) }, m)),
          )
        : null,
    );
  }
}
