/** SVG art of Cat Brawl: six cats by breed and mood, and the signs of actions. */

const round = (x, y) => `<ellipse cx="0" cy="0" rx="${x}" ry="${y}" fill="FUR"/>`;
const FLUFF = `<path d="M-60 6c-9-7-7-16-3-22C-60-50-34-62 0-62s60 12 63 46c4 6 6 15-3 22 5 8 1 15-6 18 1 9-6 13-14 13C30 47 15 50 0 50s-30-3-40-13c-8 0-15-4-14-13-7-3-11-10-6-18z" fill="FUR"/>`;
const EARS = (tip, out, inner) =>
  `<path d="M-${out} -26L-${tip} -76L-14 -46zM${out} -26L${tip} -76L14 -46z" fill="EAR"/><path d="M-${out - 7} -34L-${tip - 4} -62L-24 -46zM${out - 7} -34L${tip - 4} -62L24 -46z" fill="${inner}" stroke="none"/>`;

/** Coat, ears, face and eye colour. Each breed is recognisable by its shape alone. */
const CATS = [
  {
    fur: "#fbf4e8",
    ear: "#fbf4e8",
    eye: "#f28c28",
    ears: EARS(48, 54, "#f2a6a0"),
    head: FLUFF,
    marks: `<path d="M-10-60c2 10 8 14 10 22 2-8 8-12 10-22" fill="#e6d6bf" stroke="none"/><path d="M-44 78c6-12 14-14 20-8 6-8 18-8 24 0 6-8 18-8 24 0 6-6 14-4 20 8" fill="#fffdf8" stroke-width="3"/>`,
  },
  {
    fur: "#f7e6cf",
    ear: "#7d5a44",
    eye: "#4aa3df",
    ears: EARS(50, 54, "#d99a8c"),
    head: round(60, 50),
    marks: `<path d="M-56-12c4-30 28-38 46-38L0-6l10-44c18 0 42 8 46 38-8 14-22 18-34 14L0-10l-22 12c-12 4-26 0-34-14z" fill="#9c7257" stroke="none"/><path d="M0-8L-16 30H16z" fill="#fffaf2" stroke="none"/>`,
  },
  {
    fur: "#a8703f",
    ear: "#8a5730",
    eye: "#8fd05a",
    ears: `${EARS(56, 56, "#d99a8c")}<path d="M-56-76l-7-13M-53-78l0-14M56-76l7-13M53-78l0-14" stroke-width="4"/>`,
    head: FLUFF,
    marks: `<path d="M-22-56l5 18M0-60v20M22-56l-5 18M-58-4h16M-56 8h14M58-4H42M56 8H42" stroke="#5d3718" stroke-width="6"/><path d="M-46 60c8 14 22 4 24 20 8-12 16-12 22 2 6-14 14-14 22-2 2-16 16-6 24-20" fill="#e0bd94" stroke-width="3"/><path d="M-26 16c6-8 46-8 52 0 2 16-12 26-26 26s-28-10-26-26z" fill="#f1d9b8" stroke="none"/>`,
  },
  {
    fur: "#f0983c",
    ear: "#f0983c",
    eye: "#ffd15c",
    ears: EARS(42, 52, "#f2a6a0"),
    head: round(66, 52),
    marks: `<path d="M-18-50l3 15M0-52v16M18-50l-3 15" stroke="#b8601a" stroke-width="6"/><ellipse cx="0" cy="22" rx="30" ry="19" fill="#fff1dc" stroke="none"/><circle cx="-44" cy="18" r="9" fill="#ff7d5c" opacity=".5" stroke="none"/><circle cx="44" cy="18" r="9" fill="#ff7d5c" opacity=".5" stroke="none"/>`,
  },
  {
    fur: "#efe0c8",
    ear: "#3d3236",
    eye: "#5cc0ff",
    ears: EARS(62, 50, "#8a5d62"),
    head: `<path d="M-52-20c2-22 26-34 52-34s50 12 52 34c0 26-26 66-52 68-26-2-52-42-52-68z" fill="FUR"/>`,
    marks: `<path d="M0-30c22 0 34 18 30 36C24 30 12 47 0 47S-24 30-30 6C-34-12-22-30 0-30z" fill="#4a3c40" stroke="none"/>`,
  },
  {
    fur: "#c9713a",
    ear: "#a8562a",
    eye: "#cfe36b",
    ears: EARS(66, 54, "#f0b48c"),
    head: `<path d="M-56-12c2-28 28-40 56-40s54 12 56 40c-2 30-28 58-56 58s-54-28-56-58z" fill="FUR"/>`,
    marks: `<path d="M-22-36l8-12 14 10 14-10 8 12" fill="none" stroke="#6b3213" stroke-width="5"/><path d="M-24 18c8-6 40-6 48 0-2 16-12 25-24 25s-22-9-24-25z" fill="#f4d3ab" stroke="none"/><path d="M-48 4l6 4M-50 14l8 2M48 4l-6 4M50 14l-8 2" stroke="#6b3213" stroke-width="4"/>`,
  },
];

const eyes = (colour, x, y, pupil) =>
  `<ellipse cx="-23" cy="-3" rx="${x}" ry="${y}" fill="${colour}"/><ellipse cx="23" cy="-3" rx="${x}" ry="${y}" fill="${colour}"/><ellipse cx="-22" cy="-2" rx="${pupil}" ry="${y - 3}" fill="#1b2030" stroke="none"/><ellipse cx="22" cy="-2" rx="${pupil}" ry="${y - 3}" fill="#1b2030" stroke="none"/><circle cx="-19" cy="-6" r="2.500" fill="#fff" stroke="none"/><circle cx="25" cy="-6" r="2.500" fill="#fff" stroke="none"/>`;
/** Adds a light line under a dark one, to keep faces readable on a dark mask. */
const line = (path, width = 5) =>
  `<path d="${path}" fill="none" stroke="#fffaf0" stroke-width="${width + 4}" opacity=".75"/><path d="${path}" fill="none" stroke-width="${width}"/>`;
const SMILE = line("M-12 25c5 7 10 6 12 0 2 6 7 7 12 0", 4);
const MOODS = {
  calm: (eye) => eyes(eye, 11, 12, 4) + SMILE,
  happy: () =>
    `${line("M-34 0c6-11 18-11 23 0M11 0c5-11 17-11 23 0")}<path d="M-12 24h24c0 16-24 16-24 0z" fill="#d8536b" stroke-width="4"/><circle cx="-40" cy="14" r="7" fill="#ff8d8d" opacity=".6" stroke="none"/><circle cx="40" cy="14" r="7" fill="#ff8d8d" opacity=".6" stroke="none"/>`,
  angry: (eye) =>
    `${eyes(eye, 11, 10, 3)}${line("M-38-22l24 10M38-22L14-12", 6)}<path d="M-20 34c6-13 34-13 40 0z" fill="#7a1f2b" stroke-width="4"/><path d="M-12 28l4 7 4-8M12 28l-4 7-4-8" fill="#fff" stroke-width="2"/>`,
  stern: (eye) => `${eyes(eye, 11, 9, 4)}${line("M-36-11h24M36-11H12", 6)}${line("M-10 28h20", 4)}`,
  worried: (eye) =>
    `${eyes(eye, 12, 14, 2.5)}${line("M-36-20l16-8M36-20l-16-8", 5)}${line("M-10 32c5-8 15-8 20 0", 4)}<path d="M52-34c8 11 8 17 0 17s-8-6 0-17z" fill="#7fc4ff" stroke-width="3"/>`,
  hurt: () =>
    `${line("M-34-11l20 9-20 9M34-11L14-2l20 9", 6)}${line("M-16 32c4-8 8 2 12-4s8 4 12-2 6 2 8 4", 4)}<g transform="translate(30 -38) rotate(24)"><rect x="-15" y="-6" width="30" height="12" rx="5" fill="#ffd9a8" stroke-width="3"/><path d="M-3-3v6M3-3v6" stroke-width="2"/></g>`,
  out: () =>
    `${line("M-32-11l17 17M-15-11l-17 17M32-11L15 6M15-11l17 17", 6)}<path d="M-10 27h20v7c0 12-14 12-14 0v-7" fill="#e8798b" stroke-width="3"/>`,
};

const kept = new Map();

/** Portrait of a breed in a mood; the box starts at -82 -98 and is 164 by 190. */
export function portrait(breed, mood) {
  const key = `${breed} ${mood}`;
  if (!kept.has(key)) kept.set(key, painted(CATS[breed], mood));
  return kept.get(key);
}

function painted(cat, mood) {
  const paint = (text) => text.replaceAll("FUR", cat.fur).replaceAll("EAR", cat.ear);
  return `<g stroke="#1b2030" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"><path d="M-56 92c-6-40 22-58 56-58s62 18 56 58z" fill="${cat.fur}"/><g class="cb-headshape">${paint(cat.ears)}${paint(cat.head)}${cat.marks}
<path d="M-6 12H6L0 19z" fill="#f28f8f" stroke-width="3"/>${MOODS[mood](cat.eye)}
<path d="M-40 18l-30-5M-40 25l-30 6M40 18l30-5M40 25l30 6" stroke-width="3"/></g></g>`;
}

/** Signs of movements and states, 24 by 24. */
export const SIGNS = {
  purr: `<path d="M12 21C4 15 2 11 2 8a5 5 0 0 1 10-2 5 5 0 0 1 10 2c0 3-2 7-10 13z" fill="#e0557c" stroke="#1b2030" stroke-width="1.800" stroke-linejoin="round"/>`,
  guard: `<path d="M12 2l8.500 2.700v6.300c0 5.600-3.500 9.200-8.500 11-5-1.800-8.500-5.400-8.500-11V4.700z" fill="#2f9e77" stroke="#1b2030" stroke-width="1.800" stroke-linejoin="round"/><path d="M12 5v14c3.400-1.500 5.600-4.200 5.600-8V6.800z" fill="#8fe0bd"/>`,
  scratch: `<g fill="#e8732c" stroke="#1b2030" stroke-width="1.400" stroke-linejoin="round"><path d="M3 4c5 4 6 10 4.500 18C5 16 3 11 3 4z"/><path d="M10 2c5 5 6 12 4.500 20.500C12 16 10 10 10 2z"/><path d="M17 4c5 4 6 10 4.500 18C19 16 17 11 17 4z"/></g>`,
  out: `<path d="M5 5l14 14M19 5L5 19" stroke="#a1260d" stroke-width="4" stroke-linecap="round"/>`,
};

/** Signs of abilities, 24 by 24, in the text colour. */
export const POWERS = {
  Rejuvenation: `<path d="M12 2c1 6 4 9 10 10-6 1-9 4-10 10-1-6-4-9-10-10 6-1 9-4 10-10z" fill="currentColor"/>`,
  Gentleman: `<path d="M7 4h10v10h5v4H2v-4h5z" fill="currentColor"/>`,
  Hunting: `<circle cx="12" cy="16" r="5.500" fill="currentColor"/><circle cx="5" cy="10" r="2.700" fill="currentColor"/><circle cx="9.500" cy="5.500" r="2.700" fill="currentColor"/><circle cx="14.500" cy="5.500" r="2.700" fill="currentColor"/><circle cx="19" cy="10" r="2.700" fill="currentColor"/>`,
  Recycling: `<path d="M4 13a8 8 0 0 1 13-7M20 11a8 8 0 0 1-13 7" fill="none" stroke="currentColor" stroke-width="3"/><path d="M14 7h6V1zM10 17H4v6z" fill="currentColor"/>`,
  Loneliness: `<path d="M15 2a10 10 0 1 0 7 14A9 9 0 0 1 15 2z" fill="currentColor"/>`,
  Spotlight: `<path d="M12 1l3.200 7 7.600.800-5.700 5.100 1.600 7.600-6.700-3.900-6.700 3.900 1.600-7.600L1.200 8.800 8.800 8z" fill="currentColor"/>`,
  Attacker: `<path d="M5 10h3V5h3v5h1V4h3v6h1V6h3v9c0 4-3 7-7 7s-7-3-7-7z" fill="currentColor"/>`,
  "Critical Hit": `<circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="3"/><circle cx="12" cy="12" r="3.500" fill="currentColor"/><path d="M12 0v6M12 18v6M0 12h6M18 12h6" stroke="currentColor" stroke-width="2.500"/>`,
  hidden: `<path d="M8 8a4 4 0 1 1 6 3.500c-1.500 1-2 1.500-2 3.500" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"/><circle cx="12" cy="20" r="2" fill="currentColor"/>`,
};
