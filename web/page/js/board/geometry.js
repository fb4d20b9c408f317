// Where things are on a board: plain arithmetic over the places that the server
// sends. Nothing here touches the page.

/** @typedef {import("../types").Sheet} Sheet */
/** @typedef {import("../types").Station} Station */
/** @typedef {import("../types").Piece} Piece */
/** @typedef {[number, number, number, number]} Box */
/** @typedef {{ x: number, y: number, size: number, turn: number }} Stand */
/** @typedef {{ x: number, y: number, size: number, n: number }} Count */

/** Whether pieces on a place lie on one another instead of beside one another. @param {Station} st */
export function loose(st) {
  return !st.spots && st.stack[0] === 0 && st.stack[1] === 0;
}

/**
 * The spot of a place for the nth piece, or for its colour where colours have lanes.
 * @param {Station} st
 * @param {number} n
 * @returns {[number, number]}
 */
function spot(st, n) {
  if (st.spots) return st.spots[Math.min(Math.max(n, 0), st.spots.length - 1)];
  return [st.first[0] + n * st.stack[0], st.first[1] + n * st.stack[1]];
}

/** The lanes of the colours: in the order of their pieces. @param {Piece[]} pieces */
function lanes(pieces) {
  return [...new Set(pieces.map((p) => p.colour))];
}

/**
 * Where each piece stands, as the printed sheet has it, and how many there are
 * where not all can be seen.
 * @param {Sheet} sheet
 * @param {Piece[]} pieces
 * @returns {{ out: (Stand | null)[], counts: Count[] }}
 */
export function stands(sheet, pieces) {
  const lane = lanes(pieces);
  /** @type {Map<string, number[]>} */
  const piles = new Map();
  pieces.forEach((p, i) => piles.set(p.place, [...(piles.get(p.place) ?? []), i]));
  /** @type {(Stand | null)[]} */
  const out = pieces.map(() => null);
  /** @type {Count[]} */
  const counts = [];
  for (const [place, pile] of piles) {
    const st = sheet.places[place];
    if (!st) continue;
    const shown = Math.min(pile.length, st.room || pile.length);
    const mixed = pile.some((i) => pieces[i].colour !== pieces[pile[0]].colour);
    const size = mixed && loose(st) ? st.man * 0.74 : st.man;
    const spread = mixed ? 0.6 : 0.2;
    const hidden = pile.length - shown;
    let last = { x: st.x, y: st.y };
    pile.slice(hidden).forEach((i, n) => {
      let [x, y] = spot(st, sheet.lanes ? lane.indexOf(pieces[i].colour) : n);
      if (loose(st)) {
        const off = (n - (shown - 1) / 2) * size * spread;
        x += off;
        y -= off;
      }
      last = { x, y };
      out[i] = { x, y, size, turn: st.turn ?? 0 };
    });
    for (const i of pile.slice(0, hidden)) out[i] = { ...last, size: 0, turn: 0 };
    if (hidden > 0 || (pile.length > 1 && !mixed && loose(st))) counts.push({ ...last, size, n: pile.length });
  }
  return { out, counts };
}

/**
 * Where a piece of a colour that comes to a place would stand.
 * @param {Sheet} sheet
 * @param {Piece[]} pieces
 * @param {string} place
 * @param {string} [colour]
 * @returns {[number, number]}
 */
export function landing(sheet, pieces, place, colour = "") {
  const st = sheet.places[place];
  if (!st) return [0, 0];
  const n = pieces.filter((p) => p.place === place).length;
  if (st.spots) return spot(st, sheet.lanes && colour ? lanes(pieces).indexOf(colour) : n);
  return spot(st, Math.min(n, Math.max((st.room || 99) - 1, 0)));
}

/** The point of a place that ways lead through. @param {Station} st @returns {[number, number]} */
export function middle(st) {
  return st.spots ? [st.x, st.y] : [st.first[0], st.first[1]];
}

/**
 * The points of the way that a piece of a colour has come: in its lane, and at
 * the end where it stands.
 * @param {Sheet} sheet
 * @param {Piece[]} pieces as they stand now
 * @param {string[]} way
 * @param {string} [colour]
 * @returns {[number, number][]}
 */
export function trail(sheet, pieces, way, colour) {
  const k = pieces.findLastIndex((p) => p.place === way[way.length - 1] && p.colour === colour);
  const end = stands(sheet, pieces).out[k];
  const points = way.filter((p) => sheet.places[p]).map((p) => (sheet.lanes ? landing(sheet, pieces, p, colour) : middle(sheet.places[p])));
  return end ? [...points.slice(0, -1), [end.x, end.y]] : points;
}

/**
 * A way that begins beside the piece instead of on it.
 * @param {[number, number][]} points
 * @param {number} gap from the middle of the piece
 * @returns {[number, number][]}
 */
export function leaving([a, b, ...rest], gap) {
  if (!a || !b) return a ? [a] : [];
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (far <= gap && rest.length) return leaving([a, ...rest], gap);
  const part = Math.min(gap, far * 0.6) / (far || 1);
  return [[a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part], b, ...rest];
}

/**
 * An arrow along points: its shaft, which ends where the head begins, and the
 * corners of the head. Null if there is no way to go.
 * @param {[number, number][]} points
 * @param {number} size length of the head
 * @returns {{ shaft: [number, number][], head: [number, number][] } | null}
 */
export function arrow(points, size) {
  const [tx, ty] = points[points.length - 1] ?? [0, 0];
  let n = points.length - 1;
  // Steps shorter than the head do not say where it points.
  while (n > 0 && Math.hypot(tx - points[n][0], ty - points[n][1]) < size) n--;
  const [fx, fy] = points[n] ?? [0, 0];
  const long = Math.hypot(tx - fx, ty - fy);
  if (!long) return null;
  const [dx, dy] = [(tx - fx) / long, (ty - fy) / long];
  const head = Math.min(size, long);
  const [bx, by] = [tx - dx * head, ty - dy * head];
  const half = head * 0.55;
  return {
    shaft: [...points.slice(0, n + 1), [bx, by]],
    head: [
      [tx, ty],
      [bx - dy * half, by + dx * half],
      [bx + dy * half, by - dx * half],
    ],
  };
}

/** How far beside its line an arrow may run, in parts of a piece: up to 1.2 to either side, the nearest first. */
const asides = [0, ...Array.from({ length: 11 }, (_, i) => [0.2 + i / 10, -0.2 - i / 10]).flat()];

/**
 * An arrow from a piece to a place. It begins and ends beside them, and runs beside
 * its line where it would cover numbers or pieces there.
 * @param {[number, number][]} points from the middle of the piece to that of the place
 * @param {number} man width of the piece
 * @param {Box[]} boxes what it should not cover
 * @param {number} half of the width of the arrow's line
 */
export function arrowBeside(points, man, boxes, half) {
  let best = null;
  let least = Infinity;
  for (const aside of asides) {
    const a = arrow(lane(points, man, aside * man), man * 0.5);
    if (!a) return best; // it stays where it is
    const over = covers(a, boxes, half);
    if (over < least) [best, least] = [a, over];
    if (least === 0) break;
  }
  return best;
}

/**
 * A way from beside a piece to beside a place, by a lane beside the line between them.
 * One without corners stays straight.
 * @param {[number, number][]} points
 * @param {number} man
 * @param {number} aside how far the lane is from the line
 */
function lane(points, man, aside) {
  const within = (/** @type {number} */ gap) => leaving(leaving(points, gap).reverse(), gap).reverse();
  if (!aside || points.length < 2) return within(man * 0.56);
  if (points.length === 2) return moved(within(man * 0.4), aside);
  const way = moved(within(man * 0.75), aside);
  const [first, last] = [points[0], points[points.length - 1]];
  return [leaving([first, way[0]], man * 0.6)[0], ...way, leaving([last, way[way.length - 1]], man * 0.68)[0]];
}

/** Points beside the line through points, to one side of it. @param {[number, number][]} points @param {number} aside */
function moved(points, aside) {
  const normal = (/** @type {[number, number]} */ a, /** @type {[number, number]} */ b) => {
    const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [(a[1] - b[1]) / far, (b[0] - a[0]) / far];
  };
  return points.map((p, i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    const [ax, ay] = normal(before ?? p, before ? p : after);
    const [bx, by] = normal(after ? p : before, after ?? p);
    const part = aside / Math.max(1 + ax * bx + ay * by, 0.5); // a corner is as far away as its sides
    return /** @type {[number, number]} */ ([p[0] + (ax + bx) * part, p[1] + (ay + by) * part]);
  });
}

/**
 * How far an arrow comes over boxes, all of them together; 0 if it covers none.
 * @param {{ shaft: [number, number][], head: [number, number][] }} a
 * @param {Box[]} boxes
 * @param {number} half of the width of its line
 */
function covers({ shaft, head }, boxes, half) {
  const points = [shaft, [...head, head[0]]].flatMap((line) => line.slice(1).flatMap((b, i) => between(line[i], b, half)));
  const far = (/** @type {Box} */ [x, y, w, h], /** @type {[number, number]} */ [px, py]) =>
    Math.max(x - px, px - x - w, y - py, py - y - h);
  return boxes.reduce((sum, box) => sum + Math.max(0, half - Math.min(...points.map((p) => far(box, p)))), 0);
}

/** Points from one to another, at most so far apart. @param {[number, number]} a @param {[number, number]} b @param {number} apart */
function between(a, b, apart) {
  const steps = Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / apart) || 1;
  return Array.from(
    { length: steps + 1 },
    (_, k) => /** @type {[number, number]} */ ([a[0] + ((b[0] - a[0]) * k) / steps, a[1] + ((b[1] - a[1]) * k) / steps]),
  );
}

/**
 * The part of a sheet worth showing: on small screens less of its margin.
 * @param {Box} box
 * @param {number} width of the screen
 * @returns {Box}
 */
export function trimmed([x, y, w, h], width) {
  if (width > 520) return [x, y, w, h];
  const cut = Math.min(w, h) * 0.031;
  return [x + cut, y + cut, w - 2 * cut, h - 2 * cut];
}

/**
 * @typedef {{ place: string, st: Station, at: [number, number] }} Choice a place that can be chosen, with where it has its piece or mark
 */

/** How many pixels apart two choices are at least that a finger tells from one another. */
const finger = 22;

/** The part of a close-up's width that the letters and numbers of the edges take. */
const strip = 0.075;

/**
 * The part of a board to bring near for a choice: all that can be chosen and
 * the places next to it, where a finger could not tell it apart on the whole
 * board. Room for the letters and numbers of the edges is left at the left and
 * below. Null if the whole board is better: a finger can, or the part would
 * hardly be larger.
 * @param {Box} full
 * @param {Choice[]} choices
 * @param {number} width of the screen
 * @returns {Box | null}
 */
export function closeUp([fx, fy, w, h], choices, width) {
  const least = (finger * w) / width;
  if (!choices.some((a, i) => choices.slice(0, i).some((b) => Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]) < least))) return null;
  const ends = (/** @type {0 | 1} */ axis) => {
    const reach = choices.flatMap(({ st, at }) => [
      [axis ? st.y : st.x, Math.max(st.size[axis], st.man) * 1.5],
      [at[axis], st.man],
    ]);
    return [Math.min(...reach.map(([c, r]) => c - r)), Math.max(...reach.map(([c, r]) => c + r))];
  };
  const [[left, right], [top, bottom]] = [ends(0), ends(1)];
  const side = Math.max(right - left, ((bottom - top) * w) / h, w * 0.42) / (1 - strip);
  if (side * 1.25 > w) return null;
  const [edge, high] = [side * strip, (side * h) / w];
  const x = Math.min(Math.max((left + right - edge - side) / 2, fx), fx + w - side);
  const y = Math.min(Math.max((top + bottom + edge - high) / 2, fy), fy + h - high);
  return [x, y, side, high];
}

/** @typedef {{ text: string, x: number, y: number, size: number, anchor?: string | null }} Label a text with its middle or its start */

/** The box that a label fills. @param {Label} l @returns {Box} */
export function labelBox({ text, x, y, size, anchor }) {
  const w = text.length * size * 0.6;
  return [anchor === "middle" ? x - w / 2 : x, y - size * 0.75, w, size * 0.75];
}

/**
 * Finds the letters and numbers at the edges of a board: the texts beside all
 * places. Returns a function that says which of them to write again, and where,
 * when a part of the board is shown without them.
 * @param {Sheet} sheet
 * @param {Label[]} texts
 * @returns {(box: Box, full: Box) => { strips: Box[], texts: Label[] }}
 */
export function edgeLabels(sheet, texts) {
  const all = Object.values(sheet.places);
  const least = (/** @type {0 | 1} */ i) => Math.min(...all.map((p) => (i ? p.y : p.x) - p.size[i] / 2));
  const most = (/** @type {0 | 1} */ i) => Math.max(...all.map((p) => (i ? p.y : p.x) + p.size[i] / 2));
  const [left, right, top, bottom] = [least(0), most(0), least(1), most(1)];
  const columns = texts.filter((l) => (l.y < top || l.y > bottom) && l.x > left && l.x < right);
  const rows = texts.filter((l) => (l.x < left || l.x > right) && l.y > top && l.y < bottom);
  return (box, full) => {
    const [x, y, w, h] = box;
    if (box === full || w >= full[2]) return { strips: [], texts: [] };
    const edge = w * strip;
    const size = edge * 0.62;
    const inside = (/** @type {Label} */ l) => l.x > x && l.x < x + w && l.y > y && l.y < y + h;
    const below = columns.length > 0 && !columns.some(inside);
    const beside = rows.length > 0 && !rows.some(inside);
    return {
      strips: [
        ...(below ? [/** @type {Box} */ ([x, y + h - edge, w, edge])] : []),
        ...(beside ? [/** @type {Box} */ ([x, y, edge, h])] : []),
      ],
      texts: [
        ...(below ? columns.filter((l) => l.x > x + edge && l.x < x + w).map((l) => ({ ...l, y: y + h - edge * 0.28, size })) : []),
        ...(beside ? rows.filter((l) => l.y > y && l.y < y + h - edge).map((l) => ({ ...l, x: x + edge / 2, y: l.y, size })) : []),
      ],
    };
  };
}

/**
 * The point that is at the same spot of the screen if another part of the sheet
 * is shown there.
 * @param {{ x: number, y: number }} p
 * @param {Box} shown @param {Box} other of the same proportions
 */
export function through(p, shown, other) {
  return { x: other[0] + ((p.x - shown[0]) / shown[2]) * other[2], y: other[1] + ((p.y - shown[1]) / shown[3]) * other[3] };
}

/**
 * Which of the places that can be chosen a finger means: it may miss them a
 * little. "" if it means none of them.
 * @param {{ x: number, y: number }} p
 * @param {Choice[]} choices
 * @param {number} scale units of the sheet in a pixel
 */
export function meant(p, choices, scale) {
  let best = "";
  let near = 26 * scale;
  for (const { place, st, at } of choices) {
    const far = Math.hypot(p.x - at[0], p.y - at[1]);
    const outside = Math.hypot(Math.max(Math.abs(p.x - st.x) - st.size[0] / 2, 0), Math.max(Math.abs(p.y - st.y) - st.size[1] / 2, 0));
    const d = outside === 0 ? Math.min(far * 0.3, near * 0.6) : Math.min(far, outside + 8 * scale);
    if (d < near) [best, near] = [place, d];
  }
  return best;
}

/**
 * The next place in a direction, or the farthest the other way; "" if there is
 * no other.
 * @param {Station} from
 * @param {[string, Station][]} others
 * @param {number[]} step
 */
export function beside(from, others, [dx, dy]) {
  let best = "";
  let least = Infinity;
  for (const [place, st] of others) {
    const along = (st.x - from.x) * dx + (st.y - from.y) * dy;
    const aside = Math.abs((st.x - from.x) * dy) + Math.abs((st.y - from.y) * dx);
    const cost = along > 1 ? along + 2 * aside : 1e6 + along;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}
