// Whether the dice can be trusted: every event is checked before it is shown,
// what this device remembers is kept, and what it owes is sent.

import { Device } from "./device.js";
import { h, put } from "./dom.js";
import { Memory } from "./memory.js";
import { Verifier } from "./verifier.js";
import { t } from "./words.js";

/** @typedef {import("./types").View} View */

export class Witness {
  /**
   * @param {View} view
   * @param {boolean} tv a big screen: nobody plays on it
   * @param {() => void} idle called when the device has nothing more to send
   * @param {() => void} more shows everything about the dice
   */
  constructor(view, tv, idle, more) {
    this.id = view.table;
    this.tv = tv;
    this.more = more;
    this.device = new Device(this.id, idle);
    if (view.you.person && !tv) this.device.memory = new Memory(this.id, view.you.person);
    this.verifier = new Verifier(this.id, { memory: this.device.memory?.seen, live: true });
    this.warning = h("div", { class: "dice-warning", hidden: true, role: "alert" });
  }

  /** Checks an event before it is shown. @param {import("./types").TableEvent} e */
  check(e) {
    this.verifier.add(e);
    this.device.see(e, this.verifier.story.head);
  }

  /** Some events have been checked: remembers them, says what is wrong, and does what this device owes. @param {View} view */
  checked(view) {
    const memory = this.remembers(view);
    this.verifier.shown(view);
    const fault = this.verifier.fault;
    if (!fault) memory?.show(this.verifier.seq, this.verifier.story.head);
    else {
      if (fault.code.startsWith("memory-")) memory?.breaks();
      if (this.warning.hidden) this.warn(fault);
    }
    this.device.look(view);
  }

  /** What this device remembers of the table, if somebody plays on it. @param {View} view */
  remembers(view) {
    if (view.you.person && !this.tv) {
      this.device.memory ??= new Memory(this.id, view.you.person);
      this.verifier.memory = this.device.memory.seen;
    }
    return this.device.memory;
  }

  /** Says what is wrong, and keeps saying it. @param {import("./verifier.js").Fault} fault */
  warn(fault) {
    this.warning.hidden = false;
    const anew = fault.code.startsWith("memory-") && this.device.memory ? t("dice.anew") : "";
    put(this.warning, h("p", {}, h("strong", {}, t("dice.warning", { n: fault.event })), " ", fault.text, " ", anew),
      this.tv ? null : h("button", { class: "small", onclick: this.more }, t("dice.more")));
  }
}
