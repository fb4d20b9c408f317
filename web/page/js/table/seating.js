// Taking and giving chairs.

import { go, link, local } from "../lib/address.js";
import { act, faultOf, post, random, ensureToken } from "../lib/api.js";
import { toast } from "../lib/dom.js";
import { sitting } from "../dice/memory.js";
import { carryNotices } from "./notices.js";
import { mine, name } from "../lib/store.js";

/** @typedef {import("../types").View} View */

/** Takes chairs over from another device. @param {string} id @param {string} secret */
export async function takeOver(id, secret) {
  history.replaceState(null, "", link("/t/" + id)); // the secret does not stay in the address
  try {
    await act(id, { kind: "claim", text: secret, seq: 0 });
  } catch (e) {
    toast(faultOf(e), "bad");
  }
}

/** Sits down at a table that was just made. @param {string} table @param {number[]} chairs from 1 */
export async function sitAt(table, chairs) {
  const first = await sitting(table, { remote: !local }); // by making it, at no chair yet
  for (const [i, chair] of chairs.entries()) {
    await sitting(table, { remote: !local });
    await act(table, { kind: "sit", chair, name: name.get(), seq: 1, ...(i ? {} : first) });
  }
}

/** Sits down. @param {import("./table.js").Table} table @param {number} chair from 0 */
export async function sit(table, chair) {
  await ensureToken();
  if (!(await table.send({ kind: "sit", chair: chair + 1, name: name.get() }))) return;
  mine.add(table.id, table.view.game);
  const before = sessionStorage.getItem("parlour.before." + table.id);
  if (before) void carryNotices(before, table.id).catch(() => {});
  table.watching = false;
  table.stream?.again(0); // as somebody who sits here
}

/** Gives the free chairs to bots. @param {View} v */
export async function fill(v) {
  const level = v.levels[Math.floor(v.levels.length / 2)];
  const free = v.chairs.flatMap((c, i) => (c.person || c.bot ? [] : [i + 1]));
  for (const chair of free) await act(v.table, { kind: "chair", chair, level, seq: v.seq });
}

/** Makes a table for another game, sits down there one chair further on, and goes there. @param {View} v */
export async function rematch(v) {
  await ensureToken();
  const next = await post(`/api/tables/${v.table}/rematch`, { key: random(), name: name.get() });
  await sitAt(
    next.table,
    (v.you.chairs ?? []).map((chair) => (chair % v.chairs.length) + 1),
  );
  mine.add(next.table, v.game);
  sessionStorage.setItem("parlour.before." + next.table, v.table);
  await carryNotices(v.table, next.table).catch(() => {}); // the game matters more
  go("/t/" + next.table);
}
