// The frame of a table: the board beside everything else.

import { drawing, h } from "../lib/dom.js";

/**
 * Makes room for a board before it is laid, so that nothing jumps.
 * @param {string} name class of the frame
 * @param {import("../types").Sheet} sheet
 * @param {...Node} parts
 */
export function tableFrame(name, sheet, ...parts) {
  const frame = h("div", { class: name }, parts);
  frame.style.setProperty("--ratio", String(sheet.viewBox[2] / sheet.viewBox[3]));
  return frame;
}

/** The list of languages, which stands below everything else where the board fills the window. */
export const languages = () => document.getElementById("languages");

/** @type {Map<string, SVGElement>} drawings that have been read */
const read = new Map();

/** The sign of a seat. @param {string} art */
export function signOf(art) {
  let svg = read.get(art);
  if (!svg) {
    svg = drawing(art);
    svg.setAttribute("class", "seat-icon");
    svg.setAttribute("aria-hidden", "true");
    read.set(art, svg);
  }
  return svg.cloneNode(true);
}
