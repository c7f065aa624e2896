/** Pictures of "How you win", one for each cell of how.toml, 240 by 140. */

import { words } from "/static/js/drawing.js";
import { CREST, PORTRAITS, SYMBOLS, witch } from "./art.js";

const INK = `stroke="#1b2030" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"`;
const TYPES = { Ancient: "#d8a657", Fire: "#f08a5d", Nightmare: "#a68fd8", Holy: "#ffe08a" };
const symbol = (type, x, y, scale) =>
  `<path d="${SYMBOLS[type]}" transform="translate(${x} ${y}) scale(${scale})" fill="#1b2030"/>`;

/** A card, 64 by 84: level, type, portrait, power. */
function card(x, y, type, level, art, power, ground = TYPES[type]) {
  return `<g transform="translate(${x} ${y})"><rect width="64" height="86" rx="8" fill="${ground}" ${INK}/><circle cx="14" cy="14" r="10" fill="#fffcf5" ${INK}/><text x="14" y="20" font-size="17" text-anchor="middle" class="how-words dark">${level}</text>
${type ? symbol(type, 42, 5, 0.75) : ""}<g transform="translate(5 25) scale(.54)"><rect width="100" height="70" rx="8" fill="#fffcf5" ${INK}/><g ${INK}>${art}</g></g>
<text x="32" y="81" font-size="17" text-anchor="middle" class="how-words dark">${power}</text></g>`;
}

const back = (x, y, hue, lit) =>
  `<rect x="${x}" y="${y}" width="30" height="46" rx="6" fill="${hue}" stroke="${lit ? "#ffc845" : "#1b2030"}" stroke-width="${lit ? 5 : 2.6}"/><circle cx="${x + 15}" cy="${y + 23}" r="6" fill="#ffc845" stroke="#1b2030" stroke-width="2"/>`;
const crest = (x, number) =>
  `<path d="${CREST}" transform="translate(${x} 28) scale(.85)" fill="#b3470a" ${INK}/>${words(x + 36, 112, number, 24)}`;
const round = (type, x, y) =>
  `<circle cx="${x}" cy="${y}" r="17" fill="${TYPES[type]}" ${INK}/>${symbol(type, x - 10, y - 10, 0.83)}`;
const way = (d) =>
  `<path d="${d}" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`;

export const pictures = [
  `${back(10, 48, "#5b3f9c")}${back(45, 38, "#5b3f9c", true)}${back(80, 48, "#5b3f9c")}${back(130, 48, "#8a3a2c")}${back(165, 38, "#8a3a2c", true)}${back(200, 48, "#8a3a2c")}`,
  `${card(6, 4, "Fire", 6, PORTRAITS.Wolf, "11")}${words(120, 42, "11", 28)}${words(120, 62, "beats", 17)}${words(120, 86, "10", 28)}${card(170, 4, "Nightmare", 5, PORTRAITS.Vampire, "10")}${words(120, 122, "6 + 2 + 3 = 11", 21)}`,
  `${crest(10, "30")}<path d="M92 56h42l12 16-12 16H92z" fill="#c02617"/><text x="116" y="80" font-size="24" text-anchor="middle" class="how-words light">−5</text>${crest(160, "25")}`,
  `${round("Ancient", 120, 20)}${round("Fire", 190, 68)}${round("Nightmare", 120, 116)}${round("Holy", 50, 68)}${words(120, 75, "+3", 22)}${way("M142 30l26 18m-12-1 13 2-2-13")}${way("M172 84l-26 20m12 0-13 1 3-13")}${way("M98 104 72 86m12 0-13-2 3 13")}${way("M70 50l26-18m-12 1 13-2-3 13")}`,
  `${card(16, 26, "", 4, witch("#7a4fb0", "#4b3a86"), "7", "#8fd8bf")}${["her spell", "the fight"].map((text, at) => `<circle cx="112" cy="${34 + at * 40}" r="13" fill="#6b3fa8"/><text x="112" y="${40 + at * 40}" font-size="17" text-anchor="middle" class="how-words light">${at + 1}</text>${words(180, 40 + at * 40, text, 18)}`).join("")}${words(168, 118, "7 or less: safe", 17)}`,
  `${["Serpent", "Giant", "Pirate", "Dragon"].map((tribe, at) => `<g transform="rotate(${at * 4 - 6} 120 200)">${card(14 + at * 49, 12, "Holy", at + 3, PORTRAITS[tribe], "")}</g>`).join("")}${words(120, 136, "+2 levels", 20)}`,
];
