// What a new state of the table does outside it: the title, the icon, sounds,
// spoken words and a notice of the system.

import { byId, speak } from "./dom.js";
import { play as sound } from "./sound.js";
import { newsOf } from "./state.js";
import { settings } from "./store.js";
import { t } from "./words.js";

/**
 * @param {import("./types").View} before
 * @param {import("./types").View} view
 * @param {boolean} mine whether this device has to act now
 * @param {string} asks what the page asks for
 */
export function announce(before, view, mine, asks) {
  const title = view.gameTitle + " – " + t("app");
  document.title = mine ? "● " + t("table.your-turn") + " – " + title : title;
  const icon = /** @type {HTMLLinkElement} */ (byId("icon"));
  icon.dataset.calm ??= icon.href;
  icon.href = mine ? (icon.dataset.turn ?? icon.href) : icon.dataset.calm;
  const news = newsOf(before, view, mine);
  if (news.turned) sound("turn");
  if (news.ended) sound("end");
  if (!news.due) return;
  speak(asks);
  if (document.hidden && settings.notify && "Notification" in window && Notification.permission === "granted") {
    new Notification(t("table.your-turn"), { body: view.gameTitle, tag: view.table });
  }
}
