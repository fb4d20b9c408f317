// Starts a game on this device, against the opponents that the address names.

import { query } from "../lib/address.js";
import { get } from "../lib/api.js";
import { h, put } from "../lib/dom.js";
import { playNow } from "./home.js";
import { rivalsOf } from "../words/names.js";
import { rivals } from "../lib/store.js";
import { t } from "../words/words.js";

/** The style sheets of this page. */
export const styles = ["board-inks", "board", "table", "play"];

/** @param {HTMLElement} root */
export async function start(root) {
  put(root, h("p", { class: "loading", role: "status" }, t("device.starting")));
  const q = query();
  /** @type {import("../types").GameInfo} */
  const g = await get("/api/games/" + encodeURIComponent(q.get("game") ?? ""));
  const usual = rivalsOf(g, rivals.get());
  const size = g.sizes.find((s) => String(s.players) === q.get("players")) ?? usual.size;
  const level = g.rivals.some((r) => r.level === q.get("level")) ? (q.get("level") ?? "") : usual.level;
  await playNow(g, { size, level, tutor: q.get("help") === "tutor" });
}
