// Where things are on the boards of every game.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  arrow,
  arrowBeside,
  beside,
  closeUp,
  edgeLabels,
  labelBox,
  landing,
  leaving,
  meant,
  stands,
  through,
  trail,
  trimmed,
} from "../js/board/geometry.js";
import { colourOf, wayOf } from "../js/board/effects.js";
import { games } from "./fixtures.mjs";

const inside = ([x, y, w, h], p) => p.x >= x && p.x <= x + w && p.y >= y && p.y <= y + h;

for (const [game, moments] of games) {
  test(`${game}: every piece stands on the sheet, and none hides another`, () => {
    for (const { sheet, pieces, line } of moments) {
      const { out, counts } = stands(sheet, pieces);
      const seen = new Map();
      out.forEach((st, i) => {
        assert.ok(st && inside(sheet.viewBox, st), `${line}: ${JSON.stringify(pieces[i])}`);
        if (!st.size) return;
        const at = `${st.x.toFixed(1)} ${st.y.toFixed(1)}`;
        assert.ok(!seen.has(at), `${line}: ${pieces[i].place} ${pieces[i].colour} covers ${seen.get(at)}`);
        seen.set(at, pieces[i].place);
      });
      const hidden = out.filter((st) => !st.size).length;
      assert.ok(hidden === 0 || counts.length > 0, `${line}: hidden pieces are counted`);
    }
  });

  test(`${game}: a finger finds every place, and a key every other`, () => {
    const { sheet, pieces } = moments[0];
    const places = Object.entries(sheet.places);
    const choices = places.map(([place, st]) => ({ place, st, at: landing(sheet, pieces, place) }));
    for (const c of choices) {
      const [x, y] = c.at;
      const found = choices.find((o) => o.place === meant({ x, y }, choices, 0.5));
      const far = Math.hypot(found.at[0] - x, found.at[1] - y);
      assert.ok(far < c.st.man * 0.6, `${c.place} is taken for ${found.place}`);
    }
    assert.equal(meant({ x: -500, y: -500 }, choices, 0.5), "");
    const reached = new Set([places[0][0]]);
    for (const from of reached) {
      for (const step of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ])
        reached.add(
          beside(
            sheet.places[from],
            places.filter(([p]) => p !== from),
            step,
          ),
        );
    }
    assert.ok(reached.size > places.length * 0.9, `${reached.size} of ${places.length}`);
  });

  test(`${game}: all that can be chosen stays on the screen`, () => {
    const { sheet, pieces } = moments[0];
    const all = Object.entries(sheet.places).map(([place, st]) => ({ place, st, at: landing(sheet, pieces, place) }));
    const far = (a, b) => Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]);
    for (const width of [200, 390]) {
      const full = trimmed(sheet.viewBox, width);
      const px = width / full[2];
      for (const c of all) {
        assert.equal(closeUp(full, [c], width), null, "one choice cannot be missed");
        for (const n of [2, 5, 12]) {
          const some = [...all].sort((a, b) => far(a, c) - far(b, c)).slice(0, n);
          const apart = Math.min(...some.flatMap((a, i) => some.slice(0, i).map((b) => far(a, b) * px)));
          const near = closeUp(full, some, width);
          if (apart >= 22) assert.equal(near, null, `the places around ${c.place} are ${apart} px apart`);
          if (!near) continue;
          assert.ok(near[2] < full[2]);
          assert.ok(
            near[0] >= full[0] - 0.01 &&
              near[1] >= full[1] - 0.01 &&
              near[0] + near[2] <= full[0] + full[2] + 0.01 &&
              near[1] + near[3] <= full[1] + full[3] + 0.01,
            JSON.stringify(near),
          );
          for (const o of some)
            assert.ok(
              inside(near, o.st) && inside(near, { x: o.at[0], y: o.at[1] }),
              `${o.place} is hidden among ${some.map((x) => x.place)}`,
            );
          const next = all.filter((o) => some.some((a) => far(a, o) < Math.max(...a.st.size) * 1.1));
          for (const o of next)
            assert.ok(inside(near, { x: o.at[0], y: o.at[1] }), `${o.place} is hidden beside ${some.map((x) => x.place)}`);
        }
      }
    }
  });
}

test("a board is brought near only where a finger cannot tell the choices apart", () => {
  const at = (x, y) => ({ place: `${x} ${y}`, st: { x, y, first: [x, y], stack: [0, 0], size: [20, 20], man: 20, room: 1 }, at: [x, y] });
  const full = [0, 0, 400, 400];
  assert.equal(closeUp(full, [at(100, 100), at(122, 100)], 400), null, "apart enough");
  const near = closeUp(full, [at(100, 100), at(120, 100)], 400);
  assert.ok(near[2] < 190 && near[0] < 70 && near[0] + near[2] > 150, JSON.stringify(near));
  assert.equal(closeUp(full, [at(100, 100), at(120, 100), at(390, 390)], 400), null, "together they need the whole board");
});

test("the way of a piece ends where the piece stands", () => {
  const st = (x) => ({
    x,
    y: 5,
    spots: [
      [x, 1],
      [x, 2],
      [x, 3],
    ],
    first: [x, 1],
    stack: [0, 0],
    size: [9, 9],
    man: 1,
    room: 3,
  });
  const sheet = { viewBox: [0, 0, 99, 9], places: { a: st(10), b: st(20), c: st(30) }, lanes: true };
  const pieces = [
    { place: "a", colour: "G", kind: "x" },
    { place: "c", colour: "Y", kind: "x" },
  ];
  assert.deepEqual(trail(sheet, pieces, ["a", "b", "c"], "Y"), [
    [10, 2],
    [20, 2],
    [30, 2],
  ]);
  const pile = { x: 10, y: 0, first: [10, 0], stack: [0, 4], size: [4, 40], man: 4, room: 5 };
  const stacked = { viewBox: [0, 0, 99, 99], places: { a: { ...pile, x: 50, first: [50, 0] }, b: pile } };
  const men = ["b", "b", "b"].map((place) => ({ place, colour: "G", kind: "x" }));
  assert.deepEqual(trail(stacked, men, ["a", "b"], "G"), [
    [50, 0],
    [10, 8],
  ]);
});

test("colours keep to their lanes", () => {
  const st = {
    x: 5,
    y: 5,
    spots: [
      [1, 1],
      [2, 2],
      [3, 3],
    ],
    first: [1, 1],
    stack: [0, 0],
    size: [9, 9],
    man: 1,
    room: 3,
    turn: 30,
  };
  const sheet = { viewBox: [0, 0, 9, 9], places: { a: st, b: st }, lanes: true };
  const pieces = [
    { place: "a", colour: "G", kind: "x" },
    { place: "a", colour: "Y", kind: "x" },
    { place: "b", colour: "B", kind: "x" },
  ];
  assert.deepEqual(
    stands(sheet, pieces).out.map((o) => [o.x, o.turn]),
    [
      [1, 30],
      [2, 30],
      [3, 30],
    ],
  );
  assert.deepEqual(landing(sheet, pieces, "b", "Y"), [2, 2]);
  assert.deepEqual(landing({ ...sheet, lanes: false }, pieces, "b", "Y"), [2, 2], "the second piece there");
  assert.deepEqual(landing({ ...sheet, lanes: false }, pieces, "a", "Y"), [3, 3]);
});

test("an arrow ends in its target and points along the last stretch that is long enough", () => {
  const a = arrow(
    [
      [0, 0],
      [10, 0],
      [10, 20],
    ],
    4,
  );
  assert.deepEqual(a.shaft, [
    [0, 0],
    [10, 0],
    [10, 16],
  ]);
  assert.deepEqual(a.head[0], [10, 20]);
  assert.deepEqual(
    a.head.slice(1).map(([x, y]) => [Math.round(x * 10) / 10, y]),
    [
      [7.8, 16],
      [12.2, 16],
    ],
  );
  assert.deepEqual(
    arrow(
      [
        [0, 0],
        [10, 0],
        [11, 0],
      ],
      4,
    ).shaft,
    [
      [0, 0],
      [7, 0],
    ],
  );
  assert.equal(
    arrow(
      [
        [3, 3],
        [3, 3],
      ],
      4,
    ),
    null,
  );
  assert.equal(arrow([], 4), null);
});

test("a quick finger means what it saw before the board came closer", () => {
  // A crossing at 300 200 of a sheet of 600; the board is on its way to a part of it.
  const st = { x: 300, y: 200, size: [40, 40], man: 40 };
  const choices = [{ place: "here", st, at: [300, 200] }];
  const full = [0, 0, 600, 600],
    moving = [150, 100, 400, 400];
  // The finger comes down where the crossing was on the whole board.
  const p = through({ x: 300, y: 200 }, full, moving);
  assert.equal(meant(p, choices, 400 / 390), "", "what is under it now is another place");
  assert.equal(meant(through(p, moving, full), choices, 600 / 390), "here");
});

test("a part of a board has the letters and numbers of its edges", () => {
  const places = Object.fromEntries(
    [0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y) => [`${x}${y}`, { x: 100 + 50 * x, y: 100 + 50 * y, size: [50, 50] }])),
  );
  const texts = [0, 1, 2, 3].flatMap((n) => [
    { text: "abcd"[n], x: 100 + 50 * n, y: 310, size: 16 },
    { text: String(n), x: 40, y: 100 + 50 * n, size: 16 },
  ]);
  const labels = edgeLabels({ places }, [...texts, { text: "in a place", x: 110, y: 120, size: 9 }]);
  const full = [0, 0, 400, 400];
  assert.deepEqual(labels(full, full).texts, [], "the whole board has them already");
  const box = [70, 70, 160, 160];
  const { strips, texts: shown } = labels(box, full);
  assert.deepEqual(
    shown.map((l) => l.text),
    ["a", "b", "c", "0", "1", "2"],
  );
  assert.equal(strips.length, 2);
  for (const l of shown)
    assert.ok(
      strips.some(([x, y, w, h]) => l.x >= x && l.x <= x + w && l.y >= y && l.y <= y + h),
      l.text,
    );
  assert.deepEqual(
    labels([70, 160, 160, 160], full).texts.map((l) => l.text),
    ["2", "3"],
    "those below are in sight",
  );
});

test("an arrow begins beside the piece", () => {
  assert.deepEqual(
    leaving(
      [
        [0, 0],
        [100, 0],
      ],
      20,
    ),
    [
      [20, 0],
      [100, 0],
    ],
  );
  assert.deepEqual(
    leaving(
      [
        [0, 0],
        [10, 0],
        [100, 0],
      ],
      20,
    ),
    [
      [20, 0],
      [100, 0],
    ],
    "over steps that are shorter than the piece",
  );
  assert.deepEqual(
    leaving(
      [
        [0, 0],
        [10, 0],
      ],
      20,
    ),
    [
      [6, 0],
      [10, 0],
    ],
    "but it never leaves nothing of the way",
  );
});

for (const [game, moments] of games) {
  test(`${game}: the arrow of a hint covers no number of a place`, () => {
    const number = /<text x="([-\d.]+)" y="([-\d.]+)" text-anchor="(\w+)" font-size="([\d.]+)" fill="[^"]*" fill-opacity="0.72">([^<]+)</g;
    const numbers = [...moments[0].svg.matchAll(number)].map(([, x, y, anchor, size, text]) =>
      labelBox({ text, anchor, x: Number(x), y: Number(y), size: Number(size) }),
    );
    for (const { sheet, pieces, line, told } of moments) {
      const half = (5.5 * sheet.viewBox[2]) / 600; // on a board of 600 pixels
      for (const { move, effects } of told) {
        for (const e of effects) {
          const way = e.means === "takes" ? null : wayOf(e);
          const st = sheet.places[e.from];
          if (!way?.length || !st) continue;
          const points = trail(sheet, pieces, [e.from, ...way], colourOf(e));
          const a = arrowBeside(points, st.man, numbers, half);
          if (!a) continue;
          const corners = [...a.shaft, ...a.head];
          for (const [i, [x, y]] of corners.entries()) {
            const [px, py] = corners[Math.max(i - 1, 0)];
            for (let k = 0; k <= 20; k++) {
              const p = { x: px + ((x - px) * k) / 20, y: py + ((y - py) * k) / 20 };
              assert.ok(!numbers.some((box) => inside(box, p)), `${line}: the arrow of ${move} runs over a number at ${p.x} ${p.y}`);
            }
          }
        }
      }
    }
  });
}
