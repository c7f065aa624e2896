/** Character sheet: face, attributes, and three abilities with a diagram each. */

import { drawn, portrait, sign } from "./art.js";
import { centre, distance, hexName, outline } from "./geometry.js";
import { PICTURES, ROLES } from "./people.js";
import { topicText } from "./scene.js";

/** Maximum of each attribute in the rulebook, shown as five of five. */
const MAXIMA = { "most hp": 78, attack: 17, range: 8, speed: 7 };
const MINIMA = { "most hp": 40, attack: 6, range: 0, speed: 2 };
const WORDS = { "most hp": "HP", attack: "hits", range: "reach", speed: "walks" };
const SIGNS = { "most hp": "hp", attack: "attack", range: "range", speed: "move" };

const five = (one, figure) =>
  Math.max(1, Math.min(5, Math.round((5 * (one[figure] - MINIMA[figure])) / (MAXIMA[figure] - MINIMA[figure]))));

export function pips(h, one, figures = Object.keys(MAXIMA)) {
  return h(
    "ul",
    { class: "ul-pips" },
    figures.map((figure) =>
      h(
        "li",
        { key: figure, title: `${WORDS[figure]} ${one[figure]}` },
        sign(h, SIGNS[figure]),
        h("span", { class: "unseen" }, `${WORDS[figure]} ${one[figure]}`),
        [1, 2, 3, 4, 5].map((at) => h("i", { key: at, class: at <= five(one, figure) ? "full" : "" })),
      ),
    ),
  );
}

/** The attribute bars with their numbers. */
export function bars(h, one) {
  const row = (figure) =>
    h(
      "li",
      { key: figure },
      sign(h, SIGNS[figure]),
      h("span", {}, WORDS[figure]),
      h("i", { class: "bar" }, h("i", { style: { width: `${20 * five(one, figure)}%` } })),
      h("b", {}, one[figure]),
    );
  return h(
    "ul",
    { class: "ul-bars" },
    Object.keys(MAXIMA).map(row),
    h(
      "li",
      { key: "armour" },
      sign(h, "armour"),
      h("span", {}, "armour"),
      h("i", { class: "bar" }, h("i", { style: { width: `${one.physical + one.magical}%` } })),
      h("b", {}, `${one.physical} / ${one.magical} %`),
    ),
  );
}

/** Current attributes in one line. */
export function figures(h, one) {
  const figure = (kind, word, value) =>
    h("li", { key: kind, title: word }, sign(h, kind), h("span", { class: "unseen" }, `${word} `), value);
  return h(
    "ul",
    { class: "ul-figures" },
    figure("attack", "Attack", one.attack),
    figure("range", "Range", one.range),
    figure("move", "Speed", one.speed),
    figure("armour", "Blocked physical and magical damage", `${one.physical} / ${one.magical} %`),
  );
}

/** The phases until an ability is ready again. */
export function cooldown(h, { wait, cooldown: most }) {
  return h(
    "span",
    { class: "ul-wait" },
    h(
      "span",
      { class: "ul-squares", "aria-hidden": "true" },
      Array.from({ length: Math.min(8, most || wait) }, (_, at) =>
        h("i", { key: at, class: at < (most || wait) - wait ? "full" : "" }),
      ),
    ),
    `in ${wait}`,
  );
}

export const role = (name) => ROLES[name]?.[0] || "";
export const purpose = (name) => ROLES[name]?.[1] || "";

export function abilities(h, one, tools) {
  const phases = ({ cooldown }) => `every ${cooldown} phases`;
  const row = (name, when) =>
    h(
      "li",
      { key: name },
      diagram(h, name, one.name),
      h("div", {}, h("small", {}, when), h("strong", {}, name), h("p", {}, topicText(tools, name))),
    );
  return h(
    "ul",
    { class: "ul-abilities" },
    row(one.passive, "always"),
    row(one.normal.name, phases(one.normal)),
    row(one.ultimatum.name, `★ ${phases(one.ultimatum)}`),
  );
}

// --- diagrams of abilities ---

const MIDDLE = "c3";
const DISC = [0, 1, 2, 3, 4]
  .flatMap((row) => [0, 1, 2, 3, 4].map((column) => hexName(row, column)))
  .filter((name) => distance(name, MIDDLE) <= 2);

/** Parses a line of PICTURES: each word with its hexes. */
function parsed(text) {
  const found = {};
  let last = [];
  for (const word of text.split(" ")) {
    if (/\d/.test(word)) last.push(word);
    else found[word] = last = [];
  }
  return found;
}

function diagram(h, ability, name) {
  const {
    me,
    foes = [],
    friends = [],
    traps = [],
    area,
    line,
    land,
    good,
    harm,
    glow,
  } = parsed(PICTURES[ability] || "");
  const dot = (kind) => (hex) =>
    h("circle", { key: `${kind} ${hex}`, class: `pic-${kind}`, cx: centre(hex)[0], cy: centre(hex)[1], r: 19 });
  const tinted = (hex) => (area && distance(hex, area[0]) <= Number(area[1])) || (glow && foes.includes(hex));
  const [x, y] = centre(me?.[0] || MIDDLE);
  return h(
    "svg",
    {
      class: `ul-picture tint-${good ? "good" : harm ? "harm" : "magic"}`,
      viewBox: "-8 -6 276 252",
      "aria-hidden": "true",
    },
    DISC.map((hex) => h("path", { key: hex, class: tinted(hex) ? "pic-area" : "pic-hex", d: outline(hex, 28) })),
    line ? h("path", { class: "pic-line", d: `M${line.map((hex) => centre(hex).join(" ")).join("L")}` }) : null,
    land?.map(dot("land")),
    traps.map((hex) =>
      h("path", {
        key: `trap ${hex}`,
        class: "pic-trap",
        d: `M${centre(hex)[0] - 18} ${centre(hex)[1] + 9}a18 15 0 0 1 36 0z`,
      }),
    ),
    friends.map(dot("friend")),
    foes.map(dot("foe")),
    me
      ? h("g", { class: "pic-me ul-face", transform: `translate(${x - 25} ${y - 25}) scale(.78)` }, drawn(h, name))
      : null,
  );
}

export function headOf(h, one) {
  return h(
    "header",
    { class: "ul-sheet-head" },
    portrait(h, one.name),
    h("div", {}, h("h3", { "aria-level": 2 }, one.name), h("small", {}, one.title)),
  );
}
