// Texts in the fragment of a link: compressed, and written in letters that need no
// escape. A fragment is sent nowhere.

/** Packs a text. @param {string} text @returns {Promise<string>} */
export async function packed(text) {
  const bytes = await bytesOf(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")), Infinity);
  return btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/**
 * Unpacks a text; "" if it is damaged, or has more bytes than it may.
 * @param {string} text
 * @param {number} most
 * @returns {Promise<string>}
 */
export async function unpacked(text, most) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    return new TextDecoder().decode(await bytesOf(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), most));
  } catch {
    return "";
  }
}

/** Reads a stream to its end, or fails if it is too long. @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream @param {number} most */
async function bytesOf(stream, most) {
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    if ((size += value.length) > most) {
      void reader.cancel().catch(() => {});
      throw new RangeError("too long");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
