/** The pictures of "How you win", one for each cell of how.toml, 240 by 140. */

import { words } from "/static/js/drawing.js";
import { CRUMB, pigeon } from "./art.js";

const card = (x, number) =>
  `<rect x="${x}" y="34" width="50" height="72" rx="9" fill="#fffcf5" stroke="#1b2030" stroke-width="3"/><text x="${x + 25}" y="82" font-size="34" text-anchor="middle" class="how-words dark">${number}</text>`;

export const pictures = [
  `${card(36, "?")}${card(95, "?")}${card(154, "?")}`,
  `${card(16, 9)}${card(76, 13)}<g transform="translate(134 20) scale(.85)">${pigeon(true)}</g>`,
  `${[1, 2, 3, 4, 5].map((number) => `<g transform="translate(${number * 46 - 40} ${62 - number * 4}) scale(${0.3 + number * 0.1})">${CRUMB}</g>${words(number * 46 - 22, 130, number, 20)}`).join("")}`,
];
