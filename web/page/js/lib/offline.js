// Keeps the page on this device: registers the service worker, tells of a new
// version, and asks the browser to keep what is stored here.

import { again, base } from "./address.js";
import { h, toast } from "./dom.js";
import { t } from "../words/text.js";

/** The version of this page, "" if its address does not say. */
const version = /\/assets\/([0-9a-f]+)\//.exec(import.meta.url)?.[1] ?? "";

/** Whether the page was installed. */
export const installed = () => matchMedia("(display-mode: standalone)").matches || !!(/** @type {any} */ (navigator).standalone);

/** Registers the service worker. @returns {Promise<ServiceWorkerRegistration>} */
export const register = () => navigator.serviceWorker.register(base + "/sw.js", { updateViaCache: "none" });

/** Whether a service worker can run here. */
export const able = () => isSecureContext && "serviceWorker" in navigator;

/** Begins to keep the page, once everything else is done. */
export async function start() {
  if (!able() || !version || window !== top) return; // a frame of another site keeps nothing
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", (e) => e.data?.kind === "which" && e.ports[0]?.postMessage(version));
  serviceWorker.startMessages();
  const registration = await register().catch(() => null); // private windows may refuse, and the server may be gone
  if (!registration) return;
  const look = async (/** @type {ServiceWorker | null} */ w) => {
    if (w && serviceWorker.controller && !(await same(w))) offer(registration);
  };
  void look(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => next.state === "installed" && void look(next));
  });
  let controlled = !!serviceWorker.controller;
  serviceWorker.addEventListener("controllerchange", () => {
    if (controlled) void look(serviceWorker.controller); // another window let it take over
    controlled = true;
  });
  const hour = 3_600_000;
  let last = Date.now();
  const update = () => {
    if (document.visibilityState !== "visible" || Date.now() - last < hour) return;
    last = Date.now();
    registration.update().catch(() => {}); // the server may be gone
  };
  document.addEventListener("visibilitychange", update);
  setInterval(update, hour);
  await serviceWorker.ready;
  const save = !!(/** @type {any} */ (navigator).connection?.saveData);
  tell({ kind: "rest", save, whole: installed(), page: location.pathname, lang: document.documentElement.lang });
  if (installed()) tell({ kind: "program" });
  addEventListener("appinstalled", () => tell({ kind: "program" }));
}

/** Asks for the version of a worker, and whether it is that of this page. @param {ServiceWorker} w @returns {Promise<boolean>} */
function same(w) {
  return new Promise((ok) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (e) => ok(e.data === version);
    w.postMessage({ kind: "which" }, [port2]);
  });
}

/** @param {Record<string, unknown>} what @param {MessagePort[]} [ports] for the answer */
const tell = async (what, ports = []) => (await navigator.serviceWorker.ready).active?.postMessage(what, ports);

/** Says that there is a new version. It is used when the person says so. @param {ServiceWorkerRegistration} registration */
function offer(registration) {
  if (document.querySelector(".update")) return;
  const bar = h(
    "div",
    { class: "update", role: "status" },
    h("span", {}, t("update.ready")),
    h("button", { class: "small primary", onclick: () => reload(registration) }, t("update.reload")),
    h("button", { class: "small plain", onclick: () => bar.remove() }, t("update.later")),
  );
  document.body.append(bar);
}

/** Lets the new version take over and loads the page again. @param {ServiceWorkerRegistration} registration */
function reload(registration) {
  const { waiting } = registration;
  if (!waiting) return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage({ kind: "go" });
}

/** Shows everything in a language from now on, without a connection, too. @param {string} tag */
export async function choose(tag) {
  const note = (/** @type {string} */ lang) => (document.cookie = `lang=${lang}; path=${base || "/"}; max-age=31536000; samesite=lax`);
  note(tag);
  const keeps = able() && version && (await navigator.serviceWorker.getRegistration());
  if (!keeps || (await answered({ kind: "language" }))) return again();
  note(document.documentElement.lang); // the language cannot be had now
  toast(t("error.network"), "bad");
}

/**
 * Asks the browser not to delete what is stored on this device, and keeps the
 * program that plays here. Call it when somebody plays on this device.
 * @returns {Promise<boolean>} whether the page opens without a connection from now on
 */
export async function playsHere() {
  await navigator.storage?.persist?.().catch(() => false);
  if (!able() || !version) return false;
  return answered({ kind: "program" });
}

/** Tells the worker something, and waits until it is done. @param {Record<string, unknown>} what @returns {Promise<boolean>} */
async function answered(what) {
  const { port1, port2 } = new MessageChannel();
  const done = new Promise((ok) => (port1.onmessage = (e) => ok(e.data === true)));
  await tell(what, [port2]);
  return done;
}
