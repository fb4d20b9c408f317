// Invites others to a game on this device: it goes on at a server.

import { ask, place, share } from "../lib/address.js";
import { copy, h, toast } from "../lib/dom.js";
import { openOverlay } from "../lib/overlay.js";
import { bare, pack, termsOf } from "./parcel.js";
import { t } from "../words/words.js";

/** Offers to go on with a game at a server. @param {import("../types").View} v */
export async function onward(v) {
  const res = await ask(`/api/tables/${v.table}/record`);
  if (!res.ok) return toast(t("error.unknown"), "bad");
  const parcel = { terms: termsOf(v), record: bare(await res.text()), own: v.you.chairs?.[0] ?? 1 };
  const url = `${place.static ? place.server + "/continue" : share("/continue")}#${await pack(parcel)}`;
  const link = h("a", { class: "button primary" }, t("device.onward-go"));
  link.href = url;
  openOverlay(
    t("device.onward"),
    h("p", {}, t("device.onward-help")),
    h("div", { class: "row" }, link, h("button", { onclick: () => copy(url, t("new.copied")) }, t("table.share-copy"))),
  );
}
