// Small sounds, made by the browser: wood on paper, dice in a cup.

import { settings } from "./store.js";

/** @type {AudioContext | null} */
let context = null;

/** Sounds that call somebody who looks elsewhere. */
const calling = new Set(["turn", "knock"]);

/** @param {string} name */
function ready(name) {
  if (!settings.sound || (document.hidden && !calling.has(name)) || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/**
 * A knock: filtered noise that fades quickly.
 * @param {AudioContext} c
 * @param {number} at seconds from now
 * @param {number} pitch
 * @param {number} loud
 * @param {number} [long]
 */
function knock(c, at, pitch, loud, long = 0.07) {
  const n = Math.ceil(c.sampleRate * long);
  const buffer = c.createBuffer(1, n, c.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < n; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / n) ** 4;
  const source = new AudioBufferSourceNode(c, { buffer });
  const filter = new BiquadFilterNode(c, { type: "bandpass", frequency: pitch, Q: 3.5 });
  const gain = new GainNode(c, { gain: loud });
  source.connect(filter).connect(gain).connect(c.destination);
  source.start(c.currentTime + at);
}

/**
 * A soft bell.
 * @param {AudioContext} c
 * @param {number} at
 * @param {number} pitch
 * @param {number} loud
 */
function bell(c, at, pitch, loud) {
  const t0 = c.currentTime + at;
  const o = new OscillatorNode(c, { type: "triangle", frequency: pitch });
  const g = new GainNode(c, { gain: 0 });
  g.gain.setValueAtTime(0, t0);
  g.gain.linearRampToValueAtTime(loud, t0 + 0.01);
  g.gain.exponentialRampToValueAtTime(0.0001, t0 + 0.7);
  o.connect(g).connect(c.destination);
  o.start(t0);
  o.stop(t0 + 0.75);
}

/** Bells at the end of a game: the pitch of each, and the seconds between two. A win rises, a loss falls. */
export const bells = {
  won: { pitches: [523, 659, 784, 1047], apart: 0.13 },
  lost: { pitches: [440, 349, 294], apart: 0.2 },
  over: { pitches: [523, 523], apart: 0.25 },
};

/** @type {Record<string, (c: AudioContext) => void>} */
const sounds = {
  step: (c) => knock(c, 0, 900, 0.35),
  land: (c) => knock(c, 0, 520, 0.7, 0.1),
  enter: (c) => {
    knock(c, 0, 640, 0.5, 0.08);
    knock(c, 0.07, 480, 0.7, 0.12);
  },
  home: (c) => {
    knock(c, 0, 520, 0.6, 0.1);
    bell(c, 0.05, 784, 0.05);
  },
  capture: (c) => {
    knock(c, 0, 320, 0.9, 0.14);
    knock(c, 0.09, 240, 0.7, 0.16);
  },
  dice: (c) => {
    for (let i = 0; i < 5; i++) knock(c, i * 0.055 + Math.random() * 0.02, 1400 + Math.random() * 900, 0.3, 0.05);
    knock(c, 0.41, 900, 0.5, 0.08); // it falls when the dice land, and once more when they bounce
    knock(c, 0.5, 700, 0.3, 0.07);
  },
  turn: (c) => {
    bell(c, 0, 659, 0.08);
    bell(c, 0.12, 880, 0.08);
  },
  knock: (c) => [0, 0.16, 0.32].forEach((at) => knock(c, at, 260, 0.9, 0.12)),
  ...Object.fromEntries(
    Object.entries(bells).map(([name, { pitches, apart }]) => [
      name,
      (/** @type {AudioContext} */ c) => pitches.forEach((f, i) => bell(c, i * apart, f, 0.09)),
    ]),
  ),
  no: (c) => knock(c, 0, 180, 0.6, 0.12),
};

/** Plays a sound, if sounds are on. @param {string} name */
export function play(name) {
  const c = ready(name);
  if (c) sounds[name]?.(c);
}
