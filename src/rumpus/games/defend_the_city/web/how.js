/** Pictures of "How you win", one for each cell of how.toml, 240 by 140. */

import { words } from "/static/js/drawing.js";
import { DEFENDER, ENEMIES, SHIELD, SWORD } from "./art.js";

const man = (x, y, scale, markup) => `<g transform="translate(${x} ${y}) scale(${scale})">${markup}</g>`;
const score = (x, y, sign, hue, number) =>
  `<g transform="translate(${x} ${y})"><rect width="66" height="40" rx="20" fill="#fffcf5" stroke="#1b2030" stroke-width="3"/><g transform="translate(7 8)" color="${hue}">${sign}</g><text x="46" y="29" font-size="26" text-anchor="middle" class="how-words dark">${number}</text></g>`;
const offense = (x, y, number) => score(x, y, SWORD, "#b3470a", number);
const defense = (x, y, number) => score(x, y, SHIELD, "#0b62a8", number);
const bar = (y, part, hue) =>
  `<rect x="30" y="${y}" width="180" height="24" rx="12" fill="#fffcf5" stroke="#1b2030" stroke-width="3"/><rect x="33" y="${y + 3}" width="${174 * part}" height="18" rx="9" fill="${hue}"/>`;
const KINDS = ["uniform", "brute", "wary", "cunning", "uniform"];

export const pictures = [
  `${man(-4, 22, 0.5, DEFENDER)}${KINDS.map((kind, at) => man(80 + at * 31, 52 + (at % 2) * 8, 0.28, ENEMIES[kind])).join("")}`,
  `${man(-10, 30, 0.46, DEFENDER)}${offense(88, 30, 4)}${defense(88, 78, 1)}<g opacity=".55">${man(160, 36, 0.42, ENEMIES.brute)}</g>${words(200, 34, "?", 30)}`,
  `${words(52, 32, "30", 24)}${bar(42, 1, "#2f9e77")}${words(120, 92, "4 + 1 = 5", 21)}${bar(100, 25 / 30, "#2f9e77")}${words(190, 94, "25", 24)}`,
  `${offense(4, 22, 4)}${words(83, 52, "−", 28)}${defense(97, 22, 1)}${words(202, 52, "= 3", 26)}${words(120, 112, "3 × 20 % = 60 %", 24)}`,
  `${man(-8, 20, 0.52, DEFENDER)}${man(152, 20, 0.52, ENEMIES.uniform)}${words(104, 34, "4", 30)}${words(142, 34, "2", 30)}${words(120, 122, "1st", 20)}`,
  `${offense(16, 14, 2)}${offense(158, 14, 4)}${words(120, 44, "&lt;", 28)}<rect x="8" y="78" width="100" height="44" rx="12" fill="#c33c1d" stroke="#1b2030" stroke-width="3"/><text x="58" y="107" font-size="20" text-anchor="middle" class="how-words light">strike</text><rect x="126" y="78" width="108" height="44" rx="12" fill="#fffcf5" stroke="#1b2030" stroke-width="3"/><text x="180" y="107" font-size="19" text-anchor="middle" class="how-words dark">hold back</text>`,
];
