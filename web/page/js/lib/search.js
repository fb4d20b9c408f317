// Searching in a text.

/** Letters without their accents, in lower case. @param {string} s */
const plain = (s) => s.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Whether a text contains every word of a search, in any order. An empty search
 * matches everything.
 * @param {string} text @param {string} asked
 */
export function matches(text, asked) {
  const in_ = plain(text);
  return plain(asked)
    .split(/\s+/)
    .filter(Boolean)
    .every((w) => in_.includes(w));
}
