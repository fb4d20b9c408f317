// What stands on a board, in words, for somebody who does not see it.

import { pieceName, placeName } from "../words/names.js";
import { and, t } from "../words/words.js";

/**
 * Says what stands on the place that has the focus, or on the whole board.
 * @param {import("../types").Sheet | undefined} sheet
 * @param {import("../types").Piece[]} pieces
 * @param {(colour: string) => string} ownerOf who plays a colour
 * @param {Element | null} at what has the focus
 */
export function standing(sheet, pieces, ownerOf, at) {
  const place = /** @type {HTMLElement | null} */ (at?.closest("[data-place]"))?.dataset.place;
  if (place) {
    const here = pieces.filter((p) => p.place === place);
    const what = counted(here.map((p) => t("told.piece", { who: ownerOf(p.colour), piece: pieceName(sheet, p) })));
    return t(here.length ? "told.on" : "told.empty", { place: placeName(sheet, place), what: and(what) });
  }
  return [...new Set(pieces.map((p) => p.colour))]
    .map((colour) => {
      const all = pieces.filter((p) => p.colour === colour);
      const kinds = new Set(all.map((p) => pieceName(sheet, p)));
      const places = all.map((p) =>
        kinds.size > 1 ? t("table.piece-on", { piece: pieceName(sheet, p), place: placeName(sheet, p.place) }) : placeName(sheet, p.place),
      );
      return t("told.all", { who: ownerOf(colour), places: counted(places).join(", ") });
    })
    .join(" ");
}

/** Texts that occur several times are said once, with their number. @param {string[]} texts */
export function counted(texts) {
  const n = new Map();
  for (const text of texts) n.set(text, (n.get(text) ?? 0) + 1);
  return [...n].map(([text, times]) => (times > 1 ? t("told.times", { n: times, what: text }) : text));
}
