/** Pictures of "How you win", one for each cell of how.toml, 240 by 140. */

import { words } from "/static/js/drawing.js";
import { portrait, SIGNS } from "./art.js";

const cat = (x, y, scale, breed, mood) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${portrait(breed, mood)}</g>`;
const sign = (x, y, scale, name) => `<g transform="translate(${x} ${y}) scale(${scale})">${SIGNS[name]}</g>`;
const card = (x, name) =>
  `<rect x="${x}" y="40" width="52" height="72" rx="9" fill="#fffcf5" stroke="#1b2030" stroke-width="3"/>${sign(x + 7, 57, 1.6, name)}`;
const ARROW = `<path d="M104 70h28m-9-9 10 9-10 9" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`;

export const pictures = [
  `${cat(44, 70, 0.42, 4, "out")}${cat(120, 62, 0.56, 3, "happy")}${cat(196, 70, 0.42, 0, "out")}${words(120, 136, "20 HP", 22)}`,
  `${card(20, "purr")}${card(94, "guard")}${card(168, "scratch")}<path d="M120 12v14m-9-8 9 9 9-9" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`,
  `${cat(60, 66, 0.5, 1, "happy")}${words(60, 134, "+1", 26)}${cat(180, 66, 0.5, 1, "hurt")}${sign(198, 4, 1.5, "scratch")}${words(180, 134, "−1", 26)}`,
  `${cat(52, 70, 0.52, 2, "angry")}${sign(98, 40, 1.9, "scratch")}${cat(190, 66, 0.5, 5, "hurt")}${words(190, 134, "−1", 26)}`,
  `${cat(52, 70, 0.52, 2, "angry")}${sign(88, 46, 1.4, "scratch")}${sign(128, 40, 2.2, "guard")}${cat(206, 70, 0.46, 1, "stern")}`,
  `${card(18, "scratch")}${words(44, 134, "Double", 17)}${ARROW}${cat(192, 60, 0.46, 0, "hurt")}${words(192, 134, "−2", 26)}`,
];
