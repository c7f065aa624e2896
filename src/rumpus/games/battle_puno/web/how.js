/** Pictures of "How you win", one for each cell of how.toml, 240 by 140. */

import { words } from "/static/js/drawing.js";
import { BACK, BOMB, face } from "./art.js";

const lay = (x, y, scale, markup, turn = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${markup}</g>`;
const bomb = (x, y, scale, number) =>
  `${lay(x, y, scale, BOMB)}<text x="${x + 56 * scale}" y="${y + 78 * scale}" font-size="${36 * scale}" text-anchor="middle" fill="#fff" class="how-words light">${number}</text>`;
const arrow = (x, y) =>
  `<path d="M${x} ${y}h22m-9-8 10 8-10 8" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`;
const tick = (x, y) =>
  `<path d="M${x} ${y}l6 7 12-14" fill="none" stroke="#0a7452" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`;
const cross = (x, y) =>
  `<path d="M${x} ${y - 8}l15 15m0-15-15 15" fill="none" stroke="#c33c1d" stroke-width="5" stroke-linecap="round"/>`;

export const pictures = [
  `${lay(8, 20, 0.62, face("red 5"))}${lay(92, 34, 0.44, face("red 9"))}${tick(104, 118)}${lay(142, 34, 0.44, face("wild"))}${tick(154, 118)}${lay(192, 34, 0.44, face("blue 9"))}${cross(206, 119)}`,
  `${lay(10, 22, 0.62, face("green 7"))}${words(92, 80, "+7", 28)}${arrow(118, 70)}${bomb(156, 30, 0.72, "22")}`,
  `${lay(14, 26, 0.56, BACK)}${arrow(82, 68)}${bomb(112, 40, 0.56, "22")}${words(207, 84, "−22", 30)}${words(207, 106, "HP", 18)}`,
  `${lay(4, 30, 0.54, face("blue draw 2"))}${arrow(68, 70)}${lay(98, 30, 0.54, face("blue skip"))}${arrow(162, 70)}${words(213, 82, "+2", 34)}`,
  `<rect x="16" y="24" width="62" height="92" rx="9" fill="none" stroke="currentColor" stroke-width="3" stroke-dasharray="8 7"/>${words(47, 80, "0", 34)}${lay(104, 24, 0.5, face("red 4"), -6)}${lay(146, 22, 0.5, face("green skip"), 2)}${lay(186, 28, 0.5, face("yellow 1"), 8)}${words(172, 134, "−25 HP", 22)}`,
  `${lay(18, 18, 0.5, BACK, -6)}${lay(50, 14, 0.5, BACK, 6)}${words(60, 128, "1 round", 18)}${[1, 0, 0].map((part, at) => `<rect x="136" y="${20 + at * 28}" width="90" height="18" rx="9" fill="#fffcf5" stroke="#1b2030" stroke-width="3"/>${part ? `<rect x="139" y="23" width="52" height="12" rx="6" fill="#2f9e77"/>` : cross(173, 29 + at * 28)}`).join("")}${words(181, 128, "last standing", 18)}`,
];
