/** The pictures of "How you win", one for each cell of how.toml, 240 by 140. */

import { words } from "/static/js/drawing.js";
import { FACES } from "./art.js";

const OURS = "#0b62a8";
const THEIRS = "#b3470a";
const LINES = `stroke="#1b2030" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"`;

/** A character on its disc, 64 by 64, with a ring in its side's colour. */
function face(name, x, y, scale, ring = "") {
  const [ground, parts] = FACES[name];
  const drawn = parts.map(([d, fill, kind]) => `<path d="${d}" fill="${fill}" ${kind === "bare" ? 'stroke="none"' : ""}/>`).join("");
  return `<g transform="translate(${x} ${y}) scale(${scale})"><circle cx="32" cy="32" r="32" fill="${ground}"/><svg width="64" height="64" viewBox="0 0 64 64"><g ${LINES}>${drawn}</g></svg>${ring ? `<circle cx="32" cy="32" r="32" fill="none" stroke="${ring}" stroke-width="5"/>` : ""}</g>`;
}

const gone = (name, x, y, scale) => `<g opacity=".35">${face(name, x, y, scale)}</g><path d="M${x + 2} ${y + 2}l${60 * scale} ${60 * scale}m0-${60 * scale}-${60 * scale} ${60 * scale}" stroke="#c02617" stroke-width="5" stroke-linecap="round"/>`;

const S = 15;
const centre = (column, line) => [120 + (column + line / 2) * S * 1.732, 70 + line * S * 1.5];
const corners = (x, y, r) => [30, 90, 150, 210, 270, 330].map((turn) => `${(x + r * Math.cos((turn * Math.PI) / 180)).toFixed(1)} ${(y + r * Math.sin((turn * Math.PI) / 180)).toFixed(1)}`).join("L");
const hex = (column, line, fill) => `<path d="M${corners(...centre(column, line), S - 1)}z" fill="${fill}"/>`;
const apart = (a, b, c = 0, d = 0) => (Math.abs(a - c) + Math.abs(b - d) + Math.abs(a + b - c - d)) / 2;

/** All hexes within two lines of the middle, each with the colour that `fill` says. */
function ground(fill, wide = 4) {
  const all = [];
  for (let line = -2; line <= 2; line++) for (let column = -wide; column <= wide; column++) if (Math.abs(column + line / 2) <= wide) all.push(hex(column, line, fill(column, line)));
  return all.join("");
}

const PLAIN = "#fffaf0";
const token = (column, line, fill) => `<circle cx="${centre(column, line)[0]}" cy="${centre(column, line)[1]}" r="10" fill="${fill}" stroke="#1b2030" stroke-width="3"/>`;
const at = (name, column, line) => face(name, centre(column, line)[0] - 14, centre(column, line)[1] - 14, 28 / 64, "#1b2030");
const action = (x, fill, d, label) => `<rect x="${x}" y="30" width="40" height="40" rx="10" fill="${fill}" stroke="#1b2030" stroke-width="3"/><path d="${d}" transform="translate(${x + 8} 38)" fill="#fff"/>${words(x + 20, 92, label, 17)}`;
const BOOT = "M8 2h7v9l7 4v5H8z";
const SWORD = "M20 2h3v3L10 17l3 3-2 2-4-3-4 3-2-2 4-3-3-4 2-2 3 3z";
const SPARK = "M12 1l3 8 8 3-8 3-3 8-3-8-8-3 8-3z";
const STAR = "M12 1l3.3 7.3 7.7.7-5.8 5.2 1.8 7.8L12 18l-7 4 1.8-7.8L1 9l7.7-.7z";

export const pictures = [
  `${face("Bram", 56, 6, 0.7, OURS)}${face("Orrin", 104, 6, 0.7, OURS)}${gone("Wren", 152, 6, 0.7)}${gone("Halla", 56, 88, 0.7)}${gone("Tamsin", 104, 88, 0.7)}${gone("Isk", 152, 88, 0.7)}${words(120, 76, "against", 18)}`,
  `${["Bram", "Halla", "Orrin", "Tamsin", "Lys", "Isk"].map((name, number) => `${face(name, 3 + number * 40, 40, 0.55, number % 2 ? THEIRS : OURS)}<circle cx="${33 + number * 40}" cy="80" r="10" fill="#1b2030"/><text x="${33 + number * 40}" y="86" font-size="17" text-anchor="middle" class="how-words light">${number + 1}</text>`).join("")}`,
  `<rect x="59" y="18" width="117" height="86" rx="12" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="6 5"/>${action(3, "#0a7452", BOOT, "walk")}${words(51, 56, "+", 20)}${action(65, "#c02617", SWORD, "strike")}${words(117, 56, "or", 17)}${action(130, "#6b3fa8", SPARK, "ability")}${words(187, 56, "or", 17)}${action(198, "#d99a00", STAR, "")}${words(196, 128, "ultimatum", 17)}`,
  `${ground(() => PLAIN)}<path d="M${centre(-2, 1).join(" ")}L${centre(-1, 0).join(" ")}L${centre(0, 0).join(" ")}L${centre(2, -1).join(" ")}" fill="none" stroke="#0a7452" stroke-width="6" stroke-dasharray="1 10" stroke-linecap="round"/>${token(-1, 0, OURS)}${at("Lys", -2, 1)}<circle cx="${centre(2, -1)[0]}" cy="${centre(2, -1)[1]}" r="12" fill="${PLAIN}" stroke="#1b2030" stroke-width="3" stroke-dasharray="5 4"/>`,
  `${ground((column, line) => ((column === 0 || line === 0 || column + line === 0) && apart(column, line) <= 2 ? "#e08d80" : PLAIN))}${at("Bram", 0, 0)}${token(2, 0, THEIRS)}${token(-1, 1, THEIRS)}`,
  `${ground((column, line) => (apart(column, line, 1, 0) <= 2 ? "#b49ad8" : PLAIN))}${token(1, 0, THEIRS)}${token(2, -1, THEIRS)}${token(0, 1, THEIRS)}${at("Orrin", -3, 1)}`,
];
