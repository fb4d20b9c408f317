// Links to a table for other people and other devices, to scan or to send.

import { ask, share } from "../lib/address.js";
import { copy, drawing, h, joinCode } from "../lib/dom.js";
import { openOverlay } from "../lib/overlay.js";
import { nameInput } from "../words/names.js";
import { name } from "../lib/store.js";
import { t } from "../words/words.js";

/** @param {string} title @param {string} help @param {Node | null} code @param {string} url */
function linkSheet(title, help, code, url) {
  return openOverlay(
    title,
    code,
    h("p", { class: "help" }, help),
    h("code", { class: "link" }, url),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", onclick: () => copy(url, t("new.copied")) }, t("table.share-copy")),
      "share" in navigator && h("button", { onclick: () => void navigator.share({ title, url }).catch(() => {}) }, t("table.share-send")),
    ),
  );
}

/** @type {Set<string>} tables whose host wants no name */
const nameless = new Set();

/**
 * Whether somebody who sits here has not said yet how others shall call them: the table calls them a guest.
 * @param {import("../types").View} v
 */
export const unnamed = (v) =>
  !name.get() && /^Guest [A-Z]$/.test(v.you.name ?? "") && !nameless.has(v.table) && (v.you.chairs ?? []).length > 0;

/** Asks for a name before others come, unless that was done. @param {import("./table.js").Table} table @param {() => void} then */
export function nameFirst(table, then) {
  if (!unnamed(table.view)) return then();
  const field = h("input", { ...nameInput, id: "host-name", value: name.get(), autofocus: true });
  const on = async () => {
    dialog.close();
    const called = field.value.trim();
    name.set(called);
    if (called) await table.send({ kind: "name", name: called });
    else nameless.add(table.id);
    table.dock.render();
    then();
  };
  const dialog = openOverlay(
    t("invite.name"),
    h(
      "form",
      {
        class: "field",
        onsubmit: (/** @type {Event} */ e) => {
          e.preventDefault();
          void on();
        },
      },
      h("label", { for: "host-name" }, t("new.name")),
      field,
      h("p", { class: "help" }, t("new.name-help")),
      h("button", { class: "primary wide" }, t("invite.go")),
    ),
  );
}

/** @type {HTMLDialogElement | undefined} */
let invitation;

/** Closes the invitation: everybody has come. */
export const endInvitation = () => invitation?.close();

/** Shows the link of a table. @param {string} table */
export function invite(table) {
  invitation = linkSheet(t("table.share"), t("table.invite-help"), joinCode(table, { width: 220, height: 220 }), share(`/t/${table}`));
}

/** Shows the link that takes one's chairs to another device, once. @param {string} table @param {string} secret */
export async function carry(table, secret) {
  const help = t("table.carry-help");
  linkSheet(t("table.carry"), help, await claimCode(table, secret), share(`/t/${table}#claim=${secret}`));
}

/** The link as a QR code. The secret goes in the body, because addresses are logged. @param {string} table @param {string} claim */
async function claimCode(table, claim) {
  const res = await ask(`/api/tables/${table}/qr`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ claim }),
  }).catch(() => null);
  if (!res?.ok) return null; // a server that does not know its own address has none
  const svg = drawing(await res.text());
  for (const [k, v] of Object.entries({ class: "qr", role: "img", "aria-label": t("table.qr-carry"), width: "220", height: "220" }))
    svg.setAttribute(k, v);
  return svg;
}
