// What a new state of the table does outside it: the title, the icon, sounds,
// spoken words and a notice of the system.

import { byId, speak } from "../lib/dom.js";
import { play as sound } from "../lib/sound.js";
import { calls, newsOf } from "./state.js";
import { settings } from "../lib/store.js";
import { t } from "../words/words.js";

/** @type {number | null} when this device had last nothing to do */
let rested = null;

/** Vibrates, where the device can and may. @param {number[]} pattern milliseconds on and off */
export function buzz(pattern) {
  if (settings.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

/**
 * @param {import("../types").View} before
 * @param {import("../types").View} view
 * @param {boolean} mine whether this device has to act now
 * @param {string} asks what the page asks for
 * @param {"won" | "lost" | "over"} outcome what the end is to the reader, if the game is over
 */
export function announce(before, view, mine, asks, outcome) {
  const title = view.gameTitle + " – " + t("app");
  document.title = mine ? "● " + t("table.your-turn") + " – " + title : title;
  const icon = /** @type {HTMLLinkElement} */ (byId("icon"));
  icon.dataset.calm ??= icon.href;
  icon.href = mine ? (icon.dataset.turn ?? icon.href) : icon.dataset.calm;
  const news = newsOf(before, view, mine);
  const now = performance.now();
  if (!mine) rested ??= now;
  if (news.turned) sound("turn");
  if (calls(news.turned, document.hidden, now - (rested ?? now))) buzz([60, 80, 60]);
  if (mine) rested = null;
  if (news.ended) {
    sound(outcome);
    speak(asks);
  }
  if (!news.due) return;
  speak(asks);
  if (document.hidden && settings.notify && "Notification" in window && Notification.permission === "granted") {
    new Notification(t("table.your-turn"), { body: view.gameTitle, tag: view.table });
  }
}
