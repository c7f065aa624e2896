/** Somebody to get to know: face, figures, and three abilities with a picture each. */

import { FACES, face, sign } from "./art.js";
import { PICTURES, ROLES } from "./people.js";
import { plain } from "./scene.js";

/** Figures out of five, so that two can be compared at a glance: the most that anybody of the rulebook has is five. */
const MOST = { "most hp": 78, attack: 17, range: 8, speed: 7 };
const LEAST = { "most hp": 40, attack: 6, range: 0, speed: 2 };
const WORDS = { "most hp": "HP", attack: "hits", range: "reach", speed: "walks" };
const SIGNS = { "most hp": "hp", attack: "attack", range: "range", speed: "move" };

const five = (one, figure) => Math.max(1, Math.min(5, Math.round((5 * (one[figure] - LEAST[figure])) / (MOST[figure] - LEAST[figure]))));

export function pips(h, one, figures = Object.keys(MOST)) {
  return h(
    "ul",
    { class: "ul-pips" },
    figures.map((figure) => h("li", { key: figure, title: `${WORDS[figure]} ${one[figure]}` }, sign(h, SIGNS[figure]), h("span", { class: "unseen" }, `${WORDS[figure]} ${one[figure]}`), [1, 2, 3, 4, 5].map((at) => h("i", { key: at, class: at <= five(one, figure) ? "full" : "" })))),
  );
}

/** The same with their numbers. */
export function bars(h, one) {
  const row = (figure) => h("li", { key: figure }, sign(h, SIGNS[figure]), h("span", {}, WORDS[figure]), h("i", { class: "bar" }, h("i", { style: { width: `${20 * five(one, figure)}%` } })), h("b", {}, one[figure]));
  return h("ul", { class: "ul-bars" }, Object.keys(MOST).map(row), h("li", { key: "armour" }, sign(h, "armour"), h("span", {}, "armour"), h("i", { class: "bar" }, h("i", { style: { width: `${one.physical + one.magical}%` } })), h("b", {}, `${one.physical} / ${one.magical} %`)));
}

export const role = (name) => ROLES[name]?.[0] || "";
export const purpose = (name) => ROLES[name]?.[1] || "";

export function abilities(h, one, tools) {
  const phases = ({ cooldown }) => `every ${cooldown} phases`;
  const text = (name) => plain(tools.topic(name)?.text.replace(/^[^:]*: /, "").replace(/ Cooldown \d+\.$/, "") || "");
  const row = (name, when) => h("li", { key: name }, diagram(h, name, one.name), h("div", {}, h("small", {}, when), h("strong", {}, name), h("p", {}, text(name))));
  return h("ul", { class: "ul-abilities" }, row(one.passive, "always"), row(one.normal.name, phases(one.normal)), row(one.ultimatum.name, `★ ${phases(one.ultimatum)}`));
}

// --- pictures of abilities ---

const R = 10;
const at = ([q, r]) => [Math.sqrt(3) * R * (q + r / 2), 1.5 * R * r];
/** @type {[number, number][]} */
const DISC = [-2, -1, 0, 1, 2].flatMap((r) => [-2, -1, 0, 1, 2].filter((q) => Math.abs(q + r) <= 2).map((q) => /** @type {[number, number]} */ ([q, r])));
const apart = ([q, r], [q2, r2]) => (Math.abs(q - q2) + Math.abs(r - r2) + Math.abs(q + r - q2 - r2)) / 2;

function hexagon(place) {
  const [x, y] = at(place);
  return `M${[0, 1, 2, 3, 4, 5].map((n) => `${(x + R * 0.93 * Math.sin((n * Math.PI) / 3)).toFixed(1)} ${(y - R * 0.93 * Math.cos((n * Math.PI) / 3)).toFixed(1)}`).join("L")}Z`;
}

function diagram(h, ability, name) {
  const { me, foes = [], friends = [], traps = [], area, line, land, tint = "magic", glow } = PICTURES[ability] || {};
  const dot = (place, kind, key) => h("circle", { key, class: `pic-${kind}`, cx: at(place)[0].toFixed(1), cy: at(place)[1].toFixed(1), r: 6.4 });
  const lit = (place) => area && apart(place, area[0]) <= area[1];
  const [disc, parts] = FACES[name] || ["#ddd", []];
  return h(
    "svg",
    { class: `ul-picture tint-${tint}`, viewBox: "-46 -42 92 84", "aria-hidden": "true" },
    DISC.map((place, key) => h("path", { key, class: lit(place) || (glow && foes.some((foe) => apart(foe, place) === 0)) ? "pic-area" : "pic-hex", d: hexagon(place) })),
    line ? h("path", { class: "pic-line", d: `M${at(line[0]).join(" ")}L${at(line[1]).join(" ")}` }) : null,
    land ? dot(land, "land", "land") : null,
    traps.map((place, key) => h("path", { key: `t${key}`, class: "pic-trap", d: `M${at(place)[0] - 6} ${at(place)[1] + 3}a6 5 0 0 1 12 0z` })),
    friends.map((place, key) => dot(place, "friend", `f${key}`)),
    foes.map((place, key) => dot(place, "foe", `e${key}`)),
    me ? h("g", { class: "pic-me ul-face", transform: `translate(${(at(me)[0] - 8.3).toFixed(1)} ${(at(me)[1] - 8.3).toFixed(1)}) scale(.26)` }, h("circle", { cx: 32, cy: 32, r: 32, fill: disc }), parts.map(([d, fill, kind], key) => h("path", { key, d, fill, class: kind || null }))) : null,
  );
}

export function headOf(h, one) {
  return h("header", { class: "ul-sheet-head" }, h("span", { class: "ul-portrait" }, face(h, one.name)), h("div", {}, h("h3", {}, one.name), h("small", {}, one.title)));
}
