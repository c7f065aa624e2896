/** A few synthesized sounds; off by default. */

import { settings } from "./storage.js";

let context = null;

const TUNES = {
  turn: [
    [660, 0, 0.09],
    [880, 0.1, 0.14],
  ],
  move: [[330, 0, 0.06]],
  end: [
    [523, 0, 0.14],
    [659, 0.14, 0.14],
    [784, 0.28, 0.3],
  ],
  no: [[180, 0, 0.12]],
};

export function sound(kind) {
  if (!settings.sound || !window.AudioContext) return;
  context ||= new AudioContext();
  for (const [pitch, start, length] of TUNES[kind]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const at = context.currentTime + start;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.12, at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }
}
