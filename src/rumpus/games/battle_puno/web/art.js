/** SVG art of Battle Puno: cards on a ground of 100 by 150, and the table. */

export const COLOURS = ["red", "blue", "green", "yellow"];
const PAINT = { red: "#d8432f", blue: "#2f74c4", green: "#2a8a66", yellow: "#ffc845", black: "#1b2030" };
const INK = { red: "#fff", blue: "#fff", green: "#fff", yellow: "#1b2030", black: "#fff" };

/** Shape of each colour: triangle, circle, square, star. Each fits into 24 by 24. */
const SHAPES = {
  red: "M12 2.5L22.500 21H1.500z",
  blue: "M12 2a10 10 0 1 1-.01 0z",
  green: "M3 3h18v18H3z",
  yellow:
    "M12 1.500l3.200 7 7.600.800-5.700 5.100 1.600 7.500-6.700-3.800-6.700 3.800 1.600-7.500L1.200 9.300l7.600-.800z",
};

const WHEEL = `<g stroke="#1b2030" stroke-width="3"><path d="M0 0V-30a30 30 0 0 1 30 30z" fill="#d8432f"/><path d="M0 0h30a30 30 0 0 1-30 30z" fill="#ffc845"/><path d="M0 0v30a30 30 0 0 1-30-30z" fill="#2a8a66"/><path d="M0 0h-30A30 30 0 0 1 0-30z" fill="#2f74c4"/></g>`;
const big = (text, ink, size = 62, y = 21) =>
  `<text x="0" y="${y}" class="bp-text" font-size="${size}" fill="${ink}" text-anchor="middle">${text}</text>`;
export const SIGNS = {
  skip: (ink) =>
    `<circle r="25" fill="none" stroke="${ink}" stroke-width="9"/><path d="M-17 17L17-17" stroke="${ink}" stroke-width="9"/>`,
  reverse: (ink) =>
    `<g fill="none" stroke="${ink}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"><path d="M-18 14V-10c0-10 14-14 20-6"/><path d="M-27 6l9 10 9-10"/><path d="M18-14v24c0 10-14 14-20 6"/><path d="M27-6l-9-10-9 10"/></g>`,
  "draw 2": (ink) =>
    `<g transform="translate(0 -6)" stroke="${ink}" stroke-width="4" fill="none"><rect x="-25" y="-32" width="26" height="38" rx="5" transform="rotate(-10)"/><rect x="-4" y="-30" width="26" height="38" rx="5" transform="rotate(8)"/></g>${big("+2", ink, 34, 31)}`,
  wild: () => WHEEL,
  "wild draw 4": () =>
    `<g transform="translate(0 -10)">${WHEEL}</g><circle cy="-10" r="22" fill="#fffaf0" stroke="#1b2030" stroke-width="3"/>${big("+4", "#1b2030", 32, 1)}`,
  trade: () =>
    `<g fill="none" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"><path d="M-26-12h46M8-26l14 14L8 2" stroke="#ffc845"/><path d="M26 16h-46M-8 2l-14 14 14 14" stroke="#7fc4ff"/></g>`,
  "wild hit all": () =>
    `<path d="M0-38l9 18 19-8-8 19 18 9-18 9 8 19-19-8-9 18-9-18-19 8 8-19-18-9 18-9-8-19 19 8z" fill="#ff8a3c" stroke="#1b2030" stroke-width="3"/>${big("+2", "#1b2030", 32, 11)}`,
  "wild chaos": () =>
    `<path d="M2 2c2-6 12-5 12 3S2 18-7 12s-10-22 2-29 34 0 33 20-20 33-40 25" fill="none" stroke="#e79ad8" stroke-width="8" stroke-linecap="round"/><circle cx="-26" cy="-20" r="5" fill="#ffc845"/><circle cx="26" cy="-26" r="4" fill="#7fc4ff"/><circle cx="-28" cy="10" r="4" fill="#d8432f"/>`,
  "discard all": () =>
    `<g stroke="#1b2030" stroke-width="3"><rect x="-30" y="-34" width="26" height="38" rx="5" fill="#d8432f" transform="rotate(-16)"/><rect x="-13" y="-36" width="26" height="38" rx="5" fill="#ffc845"/><rect x="4" y="-34" width="26" height="38" rx="5" fill="#2f74c4" transform="rotate(16)"/></g><path d="M0 8v24M-11 22L0 33l11-11" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>`,
};
/** Bold signs for small cards, where small print is unreadable. */
const BOLD = {
  "draw 2": (ink) => big("+2", ink, 58, 20),
  "wild draw 4": () =>
    `<g transform="scale(1.2)">${WHEEL}</g><circle r="29" fill="#fffaf0" stroke="#1b2030" stroke-width="3"/>${big("+4", "#1b2030", 46, 16)}`,
  "wild hit all": () =>
    `<g transform="scale(1.15)">${SIGNS["wild hit all"]().split("<text")[0]}</g>${big("+2", "#1b2030", 46, 16)}`,
};
/** Signs drawn small in the corner; the others are written. */
const DRAWN = ["skip", "reverse"];

export const hueOf = (name) => COLOURS.find((colour) => name.startsWith(`${colour} `)) || "black";
export const signOf = (name) => (hueOf(name) === "black" ? name : name.slice(hueOf(name).length + 1));
export const title = (name) => name.replace(/(^|\s)\w/g, (letter) => letter.toUpperCase());

const kept = new Map();
const once = (key, make) => {
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key);
};

/** Front of a card. */
export const face = (name) => once(name, () => front(name));

/** Front of a small card: one bold sign. */
export const mini = (name) => once(`small ${name}`, () => smallFront(name));

const sheet = (
  hue,
) => `<rect x="2.500" y="2.500" width="95" height="145" rx="13" fill="#fffaf0" stroke="#1b2030" stroke-width="5"/>
<rect x="9" y="9" width="82" height="132" rx="8" fill="${PAINT[hue]}"/>`;
const shape = (hue, x, y, scale, extra) =>
  SHAPES[hue] ? `<path d="${SHAPES[hue]}" transform="translate(${x} ${y}) scale(${scale})" ${extra}/>` : "";
const isNumber = (sign) => /^\d$/.test(sign);

function smallFront(name) {
  const hue = hueOf(name);
  const sign = signOf(name);
  const ink = INK[hue];
  return `${sheet(hue)}${shape(hue, 17, 14, 1.1, `fill="${ink}"`)}<g transform="translate(50 ${hue === "black" ? 75 : 88})">${isNumber(sign) ? big(sign, ink, 78, 28) : (BOLD[sign] || SIGNS[sign])(ink)}</g>`;
}

function front(name) {
  const hue = hueOf(name);
  const sign = signOf(name);
  const ink = INK[hue];
  const corner =
    hue === "black"
      ? ""
      : `<g class="bp-corner">${shape(hue, 13, 14, 0.8, `fill="${ink}"`)}${DRAWN.includes(sign) ? `<g transform="translate(47 24) scale(.34)">${SIGNS[sign](ink)}</g>` : `<text x="${isNumber(sign) ? 43 : 49}" y="31" class="bp-text" font-size="21" fill="${ink}" text-anchor="middle">${sign === "draw 2" ? "+2" : sign}</text>`}</g>`;
  const words = title(name).split(" ");
  const lines = name.length > 8 ? [words[0], words.slice(1).join(" ")] : [words.join(" ")];
  return `${sheet(hue)}
${shape(hue, 8, 33, 3.5, `fill="${hue === "yellow" ? "#fff1c2" : "#fff"}" opacity="${hue === "yellow" ? ".85" : ".2"}"`)}
${corner}<g transform="rotate(180 50 75)">${corner}</g>
<g transform="translate(50 ${hue === "black" ? 62 : 75})">${isNumber(sign) ? big(sign, ink, 66, 24) : SIGNS[sign](ink)}</g>
${hue === "black" ? `<text x="50" y="${lines.length > 1 ? 115 : 125}" class="bp-text bp-name" font-size="18.500" fill="#fff" text-anchor="middle">${lines.map((line, at) => `<tspan x="50" dy="${at ? 19 : 0}">${line}</tspan>`).join("")}</text>` : ""}`;
}

export const BACK = `<rect x="2.500" y="2.500" width="95" height="145" rx="13" fill="#fffaf0" stroke="#1b2030" stroke-width="5"/><rect x="9" y="9" width="82" height="132" rx="8" fill="#1b2030"/><g transform="translate(50 75)"><path d="M0-44L32 0 0 44-32 0z" fill="#e9552f"/><path d="M0-30L22 0 0 30-22 0z" fill="#ffc845"/><circle r="8" fill="#1b2030"/></g>`;

/** Shape of a colour. */
export const badge = (colour) =>
  `<path d="${SHAPES[colour]}" fill="${PAINT[colour]}" stroke="#1b2030" stroke-width="2" stroke-linejoin="round"/>`;

export const BOMB = `<path d="M12 66a44 44 0 1 1 88 0 44 44 0 0 1-88 0z" fill="#1b2030" stroke="#fffaf0" stroke-width="4"/><path d="M50 26c2-18 22-8 26-22" fill="none" stroke="#c9a26b" stroke-width="7" stroke-linecap="round"/><path d="M80-12l5 10 11-2-7 9 7 9-11-2-5 10-5-10-11 2 7-9-7-9 11 2z" fill="#ff8a3c" stroke="#1b2030" stroke-width="3" class="bp-spark"/><path d="M26 50c4-10 10-15 18-17" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".5"/>`;

/** The coach's mark, 24 by 24. */
export const BULB = `<path fill="#ffc845" d="M12 2a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2zM8.5 18.5h7V20h-7zM10 21.3h4V22.5h-4z"/>`;

/** Arrows around the pile for the direction of play; mirrored for the other direction. */
export const TURN = `<g fill="currentColor"><path d="M109 4L95-5v18z" transform="rotate(45 100 100)"/><path d="M109 4L95-5v18z" transform="rotate(135 100 100)"/><path d="M109 4L95-5v18z" transform="rotate(225 100 100)"/><path d="M109 4L95-5v18z" transform="rotate(315 100 100)"/></g>`;
