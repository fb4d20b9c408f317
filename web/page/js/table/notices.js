// Notices when it is your turn and the page is closed: Web Push, and a feed.

import { base } from "../lib/address.js";
import { faultOf, get, post, remove } from "../lib/api.js";
import { copy, h, put, toast } from "../lib/dom.js";
import { installed, register } from "../lib/offline.js";
import { t } from "../words/words.js";

/** Whether this is an iPhone or an iPad. An iPad says that it is a Mac, but a Mac has no touch screen. */
const onApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);

/** Why this browser cannot get notices here, "" if it can. */
function whyNot() {
  if (!isSecureContext) return t("notices.insecure");
  if (onApple() && !installed()) return t("notices.install");
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return t("notices.unable");
  return Notification.permission === "denied" ? t("notices.denied") : "";
}

/** Tables that this browser remembers under a key. @param {string} key */
const listOf = (key) => ({
  key,
  /** @returns {string[]} */
  all() {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "[]");
    } catch {
      return [];
    }
  },
  /** @param {string} id @param {boolean} on */
  set(id, on) {
    try {
      localStorage.setItem(this.key, JSON.stringify([...this.all().filter((x) => x !== id), ...(on ? [id] : [])].slice(-200)));
    } catch {
      /* without storage the button merely forgets */
    }
  },
});

/** The tables whose notices this browser asked for, and those its feed follows. */
const noted = listOf("parlour.notices");
const fed = listOf("parlour.feeds");

/** @param {string} text base64url */
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** @param {string} id */
async function subscribe(id) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(t("notices.denied"));
  const { key } = await get("/api/push/key");
  await register();
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  // A subscription made with another key of the server is of no use any more.
  const sub = await pushManager.subscribe(options).catch(async (e) => {
    const old = await pushManager.getSubscription();
    if (!old) throw e;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = sub.toJSON();
  await post(`/api/tables/${id}/push`, { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } });
}

/** @param {string} id */
async function unsubscribe(id) {
  const registration = await navigator.serviceWorker.getRegistration(base + "/");
  const sub = await registration?.pushManager.getSubscription();
  if (sub) await remove(`/api/tables/${id}/push`, { endpoint: sub.endpoint });
}

/** Asks for the same notices at the table of a rematch. @param {string} from @param {string} to */
export async function carryNotices(from, to) {
  if (noted.all().includes(from) && !whyNot()) {
    await subscribe(to);
    noted.set(to, true);
  }
  if (fed.all().includes(from)) await follow(to);
}

/** @param {string} id @returns {Promise<string>} the address of the feed */
async function follow(id) {
  const { url } = await post(`/api/tables/${id}/feed`, {});
  fed.set(id, true);
  return new URL(url, location.href).href; // the server may leave out where it is
}

/** What the panel of a table says about notices. @param {string} id */
export function noticesOf(id) {
  const box = h("div", { class: "notices" });
  const feed = h("div", {});
  const attempt = (/** @type {() => Promise<void>} */ f) => f().catch((e) => toast(faultOf(e), "bad"));
  const draw = () => {
    const on = noted.all().includes(id);
    const why = whyNot();
    put(
      box,
      h("h2", {}, t("notices.title")),
      why
        ? h("p", { class: "help" }, why)
        : h(
            "button",
            {
              class: "small",
              onclick: () =>
                attempt(async () => {
                  await (on ? unsubscribe(id) : subscribe(id));
                  noted.set(id, !on);
                  toast(t(on ? "notices.is-off" : "notices.is-on"));
                }).then(draw),
            },
            t(on ? "notices.stop" : "notices.start"),
          ),
      feed,
    );
  };
  put(
    feed,
    h(
      "button",
      {
        class: "small",
        onclick: () =>
          attempt(async () => {
            const url = await follow(id);
            put(
              feed,
              h("p", { class: "help" }, t("notices.feed-help")),
              h(
                "p",
                {},
                h("code", { class: "link" }, url),
                h("button", { class: "small", onclick: () => copy(url, t("new.copied")) }, t("table.share-copy")),
              ),
            );
          }),
      },
      t("notices.feed"),
    ),
  );
  draw();
  return box;
}
