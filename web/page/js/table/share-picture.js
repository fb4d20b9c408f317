// Makes a picture of a moment of a game to share: the board on a card of 1200 by
// 630 points.

import { ask } from "../lib/address.js";
import { save } from "../lib/dom.js";
import { t } from "../words/words.js";

const width = 1200;
const height = 630;

/**
 * @param {string} table
 * @param {number} seq the event it shows the board after, 0 for now
 * @param {string} title
 * @param {string} words
 */
export function savePicture(table, seq, title, words) {
  return pictureOf(`/api/tables/${table}/board.svg${seq ? "?seq=" + seq : ""}`, `parlour-${table}${seq ? "-" + seq : ""}`, title, words);
}

/**
 * Saves a drawing of the server as a card.
 * @param {string} path
 * @param {string} name of the file
 * @param {string} title
 * @param {string} words
 */
export async function pictureOf(path, name, title, words) {
  const svg = await (await ask(path)).text();
  const box = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(svg);
  const ratio = box ? Number(box[1]) / Number(box[2]) : 1;
  const high = height - 40;
  const wide = Math.round(high * ratio);
  const sized = svg.replace("<svg ", `<svg width="${wide * 2}" height="${high * 2}" `);
  const img = new Image();
  img.src = "data:image/svg+xml;base64," + btoa(Array.from(new TextEncoder().encode(sized), (b) => String.fromCharCode(b)).join(""));
  await img.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const c = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  c.fillStyle = "#f6eedb";
  c.fillRect(0, 0, width, height);
  c.drawImage(img, 20, 20, wide, high);
  c.fillStyle = "#2a211b";
  const left = wide + 60;
  const room = width - left - 40;
  c.font = "44px Georgia, 'DejaVu Serif', serif";
  let y = lines(c, title, left, 130, room, 54);
  c.font = "27px Georgia, 'DejaVu Serif', serif";
  c.fillStyle = "#6a5a4a";
  y = lines(c, words, left, y + 24, room, 38);
  c.font = "24px Georgia, 'DejaVu Serif', serif";
  c.fillText(t("app").toUpperCase(), left, height - 50);
  const blob = await new Promise((/** @type {(b: Blob | null) => void} */ ok) => canvas.toBlob(ok, "image/png"));
  if (!blob) return;
  save(name + ".png", blob);
}

/**
 * Writes a text in lines and returns where the next one would begin.
 * @param {CanvasRenderingContext2D} c
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} room
 * @param {number} step
 */
function lines(c, text, x, y, room, step) {
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line ? line + " " + word : word;
    if (c.measureText(longer).width > room && line) {
      c.fillText(line, x, y);
      y += step;
      line = word;
    } else {
      line = longer;
    }
    if (y > height - 110) return y;
  }
  c.fillText(line, x, y);
  return y + step;
}
