// Makes a picture of a moment of a game to share: the board on a card of 1200 by
// 630 points.

import { ask } from "../lib/address.js";
import { save } from "../lib/dom.js";
import { t } from "../words/words.js";

const width = 1200;
const height = 630;
const edge = 44; // room around everything
const lid = 190; // the side of the lid
const [display, plain] = ["Caprasimo, serif", "'Libre Franklin', sans-serif"];

/**
 * @param {{ table: string, game: string }} view
 * @param {number} seq the event it shows the board after, 0 for now
 * @param {string} title
 * @param {string} words
 * @param {number} quarter turns of the board
 */
export function savePicture({ table, game }, seq, title, words, quarter) {
  return pictureOf(
    `/api/tables/${table}/board.svg?bare=1&quarter=${Math.max(0, quarter)}${seq ? "&seq=" + seq : ""}`,
    `parlour-${table}${seq ? "-" + seq : ""}`,
    title,
    words,
    game,
  );
}

/**
 * A drawing of the server, to be drawn at most so large.
 * @param {string} path
 * @param {number} mostWide
 * @param {number} mostHigh
 */
async function drawingOf(path, mostWide, mostHigh) {
  const text = await (await ask(path)).text();
  const box = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(text);
  const ratio = box ? Number(box[1]) / Number(box[2]) : 1;
  const high = Math.min(mostHigh, mostWide / ratio);
  const wide = Math.round(high * ratio);
  const sized = text.replace("<svg ", `<svg width="${wide * 2}" height="${Math.round(high * 2)}" `);
  const img = new Image();
  img.src = "data:image/svg+xml;base64," + btoa(Array.from(new TextEncoder().encode(sized), (b) => String.fromCharCode(b)).join(""));
  await img.decode();
  return { img, wide, high };
}

/**
 * Saves a drawing of the server as a card, with the lid of the game.
 * @param {string} path
 * @param {string} name of the file
 * @param {string} title
 * @param {string} words
 * @param {string} game
 */
export async function pictureOf(path, name, title, words, game) {
  const [{ img, wide, high }, cover] = await Promise.all([
    drawingOf(path, width * 0.62, height - 2 * edge),
    drawingOf(`/api/games/${game}/cover.svg`, lid, lid),
    ...[display, plain].map((face) => document.fonts.load("40px " + face)),
  ]);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const c = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  c.fillStyle = "#f6eedb";
  c.fillRect(0, 0, width, height);
  c.strokeStyle = "#2a211b";
  for (const [inset, line] of [
    [12, 5],
    [21, 1.5],
  ]) {
    c.lineWidth = line;
    c.strokeRect(inset, inset, width - 2 * inset, height - 2 * inset);
  }
  c.shadowColor = "rgb(60 40 20 / 35%)";
  c.shadowBlur = 18;
  c.shadowOffsetY = 6;
  c.drawImage(img, edge, (height - high) / 2, wide, high);
  c.shadowColor = "transparent";
  const left = edge + wide + 44;
  const room = width - left - edge;
  c.fillStyle = "#2a211b";
  let size = 78;
  const longest = () => Math.max(...title.split(" ").map((word) => c.measureText(word).width));
  do c.font = `${(size -= 2)}px ${display}`;
  while (size > 30 && (longest() > room || lines(c, title, left, 0, room, size * 1.12, false) > height * 0.42));
  let y = lines(c, title, left, edge + size, room, size * 1.12);
  c.fillStyle = "#86305f";
  c.fillRect(left, y - size * 0.55, 90, 6);
  c.font = `28px ${plain}`;
  c.fillStyle = "#5d4d3f";
  y = lines(c, words, left, y + 22, room, 40);
  const top = height - edge - cover.high;
  if (y - 40 < top - 14) c.drawImage(cover.img, width - edge - cover.wide, top, cover.wide, cover.high);
  c.fillStyle = "#2a211b";
  c.font = `30px ${display}`;
  c.fillText(t("app"), left, height - edge - 4);
  const blob = await new Promise((/** @type {(b: Blob | null) => void} */ ok) => canvas.toBlob(ok, "image/png"));
  if (!blob) return;
  const file = new File([blob], name + ".png", { type: blob.type });
  const sheet = { files: [file], text: title };
  // A phone offers its own ways to share. If somebody closes them, save no file either.
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.(sheet)) await navigator.share(sheet).catch(() => {});
  else save(file.name, blob);
}

/**
 * Writes a text in lines and returns where the next one would begin.
 * @param {CanvasRenderingContext2D} c
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} room
 * @param {number} step
 * @param {boolean} [write] false only measures
 */
function lines(c, text, x, y, room, step, write = true) {
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line ? line + " " + word : word;
    if (c.measureText(longer).width > room && line) {
      if (write) c.fillText(line, x, y);
      y += step;
      line = word;
    } else {
      line = longer;
    }
    if (y > height - 2 * edge) return y;
  }
  if (write) c.fillText(line, x, y);
  return y + step;
}
