// Carries a game from this device to a server: in the fragment of a link, which
// is sent nowhere until somebody opens it there.

/**
 * @typedef {object} Parcel
 * @property {any} terms of the table
 * @property {string} record of the game so far
 * @property {number} own the chair of the person who takes it along, from 1
 */

/** How many bytes a parcel may have when it is open. */
const most = 250_000;

/** Packs a game into text for a link. @param {Parcel} parcel @returns {Promise<string>} */
export async function pack(parcel) {
  const packed = await all(new Blob([JSON.stringify(parcel)]).stream().pipeThrough(new CompressionStream("deflate-raw")), Infinity);
  return btoa(Array.from(packed, (b) => String.fromCharCode(b)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/**
 * Opens a parcel, null if it is damaged. Whether the game is right, the server says.
 * @param {string} text
 * @returns {Promise<Parcel | null>}
 */
export async function unpack(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const open = await all(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), most);
    const { terms, record, own } = JSON.parse(new TextDecoder().decode(open));
    return typeof terms?.game === "string" && typeof record === "string" && Number.isInteger(own) ? { terms, record, own } : null;
  } catch {
    return null;
  }
}

/** Reads a stream to its end, or fails if it is too long. @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream @param {number} limit */
async function all(stream, limit) {
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    if ((size += value.length) > limit) {
      void reader.cancel().catch(() => {});
      throw new RangeError("too long");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * A record without its comments. The proofs of the dice are among them, and they concern the table on this device only.
 * @param {string} text
 */
export const bare = (text) =>
  text
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .join("\n");

/**
 * The terms of a table where a game goes on: the same, with its bots. What only
 * this device knows is left out.
 * @param {import("../types").View} v
 */
export function termsOf(v) {
  const { game, setup, clock, pace } = v.terms;
  return { game, setup, clock, chat: true, pace, help: v.help ?? "", bots: v.chairs.map((c) => (c.bot && !c.person ? c.bot : "")) };
}
