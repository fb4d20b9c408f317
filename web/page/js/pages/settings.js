// The settings dialog.

import { place } from "../lib/address.js";
import { h } from "../lib/dom.js";
import { choose } from "../lib/offline.js";
import { install, settings, set } from "../lib/store.js";
import { t } from "../words/words.js";

/** @param {keyof import("../lib/store.js").Settings} key @param {string[]} values */
function choice(key, values) {
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", {}, t("settings." + key)),
    h(
      "div",
      { class: "segments" },
      values.map((v) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "set-" + key,
            value: v,
            checked: settings[key] === v,
            onchange: () => set(key, /** @type {any} */ (v)),
          }),
          h("span", {}, t(`settings.${key}.${v}`)),
        ),
      ),
    ),
  );
}

/** @param {keyof import("../lib/store.js").Settings} key @param {(on: boolean) => void} [then] */
function toggle(key, then) {
  return h(
    "label",
    { class: "switch" },
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: settings[key] === true,
      onchange: (/** @type {Event} */ e) => {
        const on = /** @type {HTMLInputElement} */ (e.target).checked;
        set(key, /** @type {any} */ (on));
        then?.(on);
      },
    }),
    h("span", {}, t("settings." + key)),
  );
}

/** The languages by their own names. Another one loads the page again. */
function languages() {
  const now = document.documentElement.lang;
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", {}, t("settings.language")),
    h(
      "div",
      { class: "segments in-pairs" },
      place.languages?.map((l) =>
        h(
          "label",
          { lang: l.tag },
          h("input", {
            type: "radio",
            name: "set-language",
            value: l.tag,
            checked: l.tag === now,
            onchange: (/** @type {Event} */ e) => {
              /** @type {HTMLElement} */ (e.target).closest("dialog")?.close();
              void choose(l.tag);
            },
          }),
          h("span", {}, l.name),
        ),
      ),
    ),
  );
}

/** Opens the settings. */
export function openSettings() {
  const dialog = h(
    "dialog",
    { class: "sheet-dialog", "aria-labelledby": "settings-title" },
    h("h2", { id: "settings-title" }, t("settings.title")),
    (place.languages?.length ?? 0) > 1 && languages(),
    choice("theme", ["auto", "paper", "wood", "night"]),
    choice("speed", ["slow", "normal", "fast", "off"]),
    toggle("sound"),
    "vibrate" in navigator && toggle("vibrate"),
    toggle("mute"),
    toggle("autoThrow"),
    toggle("atOnce"),
    toggle("noChoice"),
    choice("confirm", ["never", "auto", "always"]),
    toggle("turnBoard"),
    "Notification" in window && toggle("notify", (on) => on && void Notification.requestPermission()),
    install.offer && h("button", { class: "plain wide", type: "button", onclick: () => install.offer?.prompt?.() }, t("settings.install")),
    h("h3", {}, t("settings.keys")),
    h("p", { class: "help" }, t("settings.keys-help")),
    h("form", { method: "dialog", class: "sheet-end" }, h("button", { class: "primary wide" }, t("settings.done"))),
  );
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (e) => e.target === dialog && dialog.close());
  dialog.showModal();
}
