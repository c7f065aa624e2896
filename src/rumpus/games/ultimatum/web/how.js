/** Pictures of "How you win", one for each cell of how.toml, 240 by 140. */

import { words } from "/static/js/drawing.js";
import { FACES, ICONS } from "./art.js";
import { centre, distance, hexName, outline } from "./geometry.js";

const OURS = "#0b62a8";
const THEIRS = "#b3470a";
const LINES = `stroke="#1b2030" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"`;

/** A character on its disc, 64 by 64, with a ring in its side's colour. */
function face(name, x, y, scale, ring = "") {
  const [ground, parts] = FACES[name];
  const drawn = parts
    .map(([d, fill, kind]) => `<path d="${d}" fill="${fill}" ${kind === "bare" ? 'stroke="none"' : ""}/>`)
    .join("");
  return `<g transform="translate(${x} ${y}) scale(${scale})"><circle cx="32" cy="32" r="32" fill="${ground}"/><svg width="64" height="64" viewBox="0 0 64 64"><g ${LINES}>${drawn}</g></svg>${ring ? `<circle cx="32" cy="32" r="32" fill="none" stroke="${ring}" stroke-width="5"/>` : ""}</g>`;
}

const gone = (name, x, y, scale) =>
  `<g opacity=".35">${face(name, x, y, scale)}</g><path d="M${x + 2} ${y + 2}l${60 * scale} ${60 * scale}m0-${60 * scale}-${60 * scale} ${60 * scale}" stroke="#c02617" stroke-width="5" stroke-linecap="round"/>`;

/** Part of a map around e3, each hex coloured by `fill`, with its tokens. */
function ground(fill, ...parts) {
  const names = [0, 1, 2, 3, 4].flatMap((row) =>
    Array.from({ length: 9 - (row % 2) }, (_, column) => hexName(row, column)),
  );
  return `<g transform="translate(3 10) scale(.5)">${names.map((name) => `<path d="${outline(name, 28)}" fill="${fill(name)}"/>`).join("")}${parts.join("")}</g>`;
}

const PLAIN = "#fffaf0";
const ring = (name, fill, more = "") =>
  `<circle cx="${centre(name)[0]}" cy="${centre(name)[1]}" r="20" fill="${fill}" stroke="#1b2030" stroke-width="6" ${more}/>`;
const at = (who, name) => face(who, centre(name)[0] - 28, centre(name)[1] - 28, 0.875, "#1b2030");
const action = (x, fill, kind, label) =>
  `<rect x="${x}" y="30" width="40" height="40" rx="10" fill="${fill}" stroke="#1b2030" stroke-width="3"/><path d="${ICONS[kind]}" transform="translate(${x + 8} 38)" fill="#fff"/>${words(x + 20, 92, label, 17)}`;

export const pictures = [
  `${face("Bram", 56, 6, 0.7, OURS)}${face("Orrin", 104, 6, 0.7, OURS)}${gone("Wren", 152, 6, 0.7)}${gone("Halla", 56, 88, 0.7)}${gone("Tamsin", 104, 88, 0.7)}${gone("Isk", 152, 88, 0.7)}${words(120, 76, "against", 18)}`,
  `${["Bram", "Halla", "Orrin", "Tamsin", "Lys", "Isk"].map((name, number) => `${face(name, 3 + number * 40, 40, 0.55, number % 2 ? THEIRS : OURS)}<circle cx="${33 + number * 40}" cy="80" r="10" fill="#1b2030"/><text x="${33 + number * 40}" y="86" font-size="17" text-anchor="middle" class="how-words light">${number + 1}</text>`).join("")}`,
  `<rect x="59" y="18" width="117" height="86" rx="12" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="6 5"/>${action(3, "#0a7452", "move", "walk")}${words(51, 56, "+", 20)}${action(65, "#c02617", "attack", "strike")}${words(117, 56, "or", 17)}${action(130, "#6b3fa8", "ability", "ability")}${words(187, 56, "or", 17)}${action(198, "#d99a00", "ultimatum", "")}${words(196, 128, "ultimatum", 17)}`,
  ground(
    () => PLAIN,
    `<path d="M${["c4", "d3", "e3", "f2"].map((name) => centre(name).join(" ")).join("L")}" fill="none" stroke="#0a7452" stroke-width="12" stroke-dasharray="2 20" stroke-linecap="round"/>`,
    ring("d3", OURS),
    at("Lys", "c4"),
    ring("f2", PLAIN, 'stroke-dasharray="10 8"'),
  ),
  ground(
    (name) =>
      ["c3", "d3", "f3", "g3", "d1", "f1", "d2", "e2", "d4", "e4", "d5", "f5"].includes(name) ? "#e08d80" : PLAIN,
    at("Bram", "e3"),
    ring("g3", THEIRS),
    ring("d4", THEIRS),
  ),
  ground(
    (name) => (distance(name, "f3") <= 2 ? "#b49ad8" : PLAIN),
    ring("f3", THEIRS),
    ring("f2", THEIRS),
    ring("e4", THEIRS),
    at("Orrin", "b4"),
  ),
];
