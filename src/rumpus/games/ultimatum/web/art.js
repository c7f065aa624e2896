/** SVG art of the twelve characters: [path, fill] from back to front, 64 by 64. */

const INK = "#1b2030";
const body = (fill) => ["M10 66c0-17 8-23 22-23s22 6 22 23z", fill];
const head = (fill) => ["M32 16a14 14 0 1 0 .01 0z", fill];
const eyes = ["M26.6 29a2 2 0 1 0 .01 0zM37.4 29a2 2 0 1 0 .01 0z", INK, "bare"];
const smile = ["M28 37c2.4 2.4 5.6 2.4 8 0", "none"];
const frown = ["M28.4 38.4c2.2-1.8 5-1.8 7.2 0", "none"];

/** By name: the colour of the disc, and the face. */
export const FACES = {
  Bram: [
    "#cfd8df",
    [
      body("#59738c"),
      head("#e8b58c"),
      eyes,
      frown,
      ["M17 30c-2-22 32-22 30 0l-5-3H22z", "#9fb0bd"],
      ["M30 14h4v20l-2 2-2-2z", "#c9d4dc"],
      ["M2 40h20v12c0 8-5 12-10 15C7 64 2 60 2 52z", "#ffc845"],
      ["M12 43v20M4 51h16", "none"],
    ],
  ],
  Wren: [
    "#d9e8b8",
    [
      ["M19 30c0 10-2 14-4 17h34c-2-3-4-7-4-17z", "#e9b64a"],
      body("#4f8a4c"),
      head("#f1c9a5"),
      eyes,
      smile,
      ["M16 24c2-14 30-16 34-2-10-2-24-2-34 2z", "#2f6b45"],
      ["M42 16c2-8 8-12 14-12-1 6-4 12-12 16z", "#e9552f"],
      ["M54 34c8 8 8 20 0 28M54 34v28", "none"],
      ["M40 48h20l-4-3m4 3-4 3", "none"],
    ],
  ],
  Amity: [
    "#f7d9d0",
    [
      ["M15 46c-4-36 38-36 34 0z", "#fff7ea"],
      body("#fffaf0"),
      head("#d9a27c"),
      eyes,
      smile,
      ["M19 27c2-12 24-12 26 0-8-5-18-5-26 0z", "#7a4a2b"],
      ["M32 62c-12-7-9-15-4.5-15 2.5 0 3.8 1.5 4.5 3 .7-1.5 2-3 4.5-3 4.5 0 7.5 8-4.5 15z", "#e04a4a"],
    ],
  ],
  Nyx: [
    "#d8cdee",
    [
      ["M12 48c-6-42 46-42 40 0z", "#4b2d73"],
      body("#3c2560"),
      head("#cfae94"),
      eyes,
      ["M19 33h26c0 8-6 12-13 12s-13-4-13-12z", "#5da24a"],
      ["M17 30c0-20 30-20 30 0-8-8-22-8-30 0z", "#5b3a8a"],
      ["M50 34l8 4-10 24-6-3z", "#dfe7ec"],
      ["M44 58l-4 8", "none", "thick"],
    ],
  ],
  Orrin: [
    "#fde0bd",
    [
      body("#9a3324"),
      head("#e8b58c"),
      eyes,
      ["M19 33c2 14 8 21 13 24 5-3 11-10 13-24-8 5-18 5-26 0z", "#f4efe6"],
      ["M10 24L34 0l20 24c-14-5-30-5-44 0z", "#d8432f"],
      ["M10 24c14-5 30-5 44 0l-3 4c-12-4-26-4-38 0z", "#ffc845"],
      ["M54 62c-7-2-8-9-3-14 0 3 2 4 3 3 0-4 1-7 5-9-1 5 5 7 4 14-1 4-5 7-9 6z", "#ff8a3c"],
    ],
  ],
  Sable: [
    "#e7d2c2",
    [
      ["M18 30c-2 12-4 14-4 20h36c0-6-2-8-4-20z", "#3a2a22"],
      body("#26324a"),
      head("#f1c9a5"),
      ["M18 27h28v6c-4 4-9 3-14 0-5 3-10 4-14 0z", "#1b2030"],
      ["M26.6 29a1.7 1.7 0 1 0 .01 0zM37.4 29a1.7 1.7 0 1 0 .01 0z", "#fff", "bare"],
      smile,
      ["M8 22c8-6 40-6 48 0-4-2-10-3-12-3-2-10-22-10-24 0-3 0-8 1-12 3z", "#8f2636"],
      ["M44 14c6-8 12-8 16-4-4 4-8 8-16 8z", "#fff7ea"],
      ["M6 62L26 42", "none", "thick"],
      ["M12 50l8 8", "none", "thick"],
    ],
  ],
  Isk: [
    "#cfeaf5",
    [
      body("#3f7fa8"),
      head("#dfe9ef"),
      eyes,
      ["M20 35c2 10 6 18 12 22 6-4 10-12 12-22-8 4-16 4-24 0z", "#b9e2f2"],
      ["M16 28l-2-14 8 5 3-12 7 8 7-8 3 12 8-5-2 14c-8-8-24-8-32 0z", "#8fd0ea"],
      ["M54 44v18M46 48.5l16 9M62 48.5l-16 9", "none", "thick"],
    ],
  ],
  Tamsin: [
    "#e3e0b4",
    [
      ["M14 48c-6-40 42-40 36 0z", "#5a6b2f"],
      body("#6b4a2a"),
      head("#c98f66"),
      eyes,
      smile,
      ["M16 30c0-20 32-20 32 0-8-9-24-9-32 0z", "#75883d"],
      ["M32 4c3 3 4 6 3 10h-6c-1-4 0-7 3-10z", "#9bb04f"],
      ["M4 60a11 9 0 0 1 22 0z", "#b9c2c9"],
      ["M4 60l4-6 3 6 4-7 4 7 3-6 4 6z", "#dfe5e9"],
    ],
  ],
  Ursa: [
    "#f0d3b0",
    [
      ["M16 16a7 7 0 1 0 .01 0zM48 16a7 7 0 1 0 .01 0z", "#6b4226"],
      ["M12 48c-6-44 46-44 40 0z", "#83522e"],
      body("#b5462f"),
      head("#e3b08a"),
      eyes,
      frown,
      ["M16 29c0-22 32-22 32 0-8-7-24-7-32 0z", "#83522e"],
      ["M24 15h.1M40 15h.1", "none", "thick"],
      ["M52 34v32", "none", "thick"],
      ["M52 36c8-4 12 2 12 9s-4 12-12 8z", "#c7d0d6"],
    ],
  ],
  Lys: [
    "#f3d3ea",
    [
      ["M16 26c-4 16-6 22-2 30h36c4-8 2-14-2-30z", "#d76fb3"],
      body("#6a4ba3"),
      head("#f6d7bd"),
      eyes,
      smile,
      ["M32 16a14 14 0 0 1 0 28c3-8 3-20 0-28z", "#fff7ea"],
      ["M37.4 29a2 2 0 1 0 .01 0z", INK, "bare"],
      ["M16 28c0-20 32-20 32 0-7-2-10-5-12-9-4 5-12 8-20 9z", "#e88cc6"],
      ["M54 8a9 9 0 1 0 6 15 8 8 0 0 1-6-15z", "#ffe9a8"],
    ],
  ],
  Corvin: [
    "#d5d0dc",
    [
      ["M12 50c-6-46 46-46 40 0z", "#2c2a3d"],
      body("#35304c"),
      head("#b9a48c"),
      ["M20 27c4-4 20-4 24 0l-3 9-9 16-9-16z", "#efe6d2"],
      ["M27 30a3 3 0 1 0 .01 0zM37 30a3 3 0 1 0 .01 0z", "#b3261e"],
      ["M14 28c0-24 36-24 36 0-10-7-26-7-36 0z", "#3d3a55"],
      ["M6 24c12-6 40-6 52 0-14 2-38 2-52 0z", "#22202f"],
    ],
  ],
  Halla: [
    "#fdeab5",
    [
      ["M18 28c-2 10-6 16-4 22h36c2-6-2-12-4-22z", "#d9822b"],
      body("#c33c1d"),
      head("#f1c9a5"),
      eyes,
      smile,
      ["M17 28c0-20 30-20 30 0-8-4-22-4-30 0z", "#ffc845"],
      ["M17 24C6 22 4 14 5 6c4 5 10 6 14 10zM47 24c11-2 13-10 12-18-4 5-10 6-14 10z", "#fffaf0"],
      ["M56 30v34", "none", "thick"],
      ["M56 32c-8-4-10 4-18 0v14c8 4 10-4 18 0z", "#3d8fd1"],
    ],
  ],
};

/** Signs of effects, 12 by 12. */
export const SIGNS = {
  poison: "M6 1c3 4 4 5 4 7a4 4 0 0 1-8 0c0-2 1-3 4-7z",
  regrowth: "M4.5 1h3v3.5H11v3H7.5V11h-3V7.5H1v-3h3.5z",
  stun: "M6 0l1.5 4H12L8.5 7 10 11.5 6 9l-4 2.5L3.5 7 0 4h4.5z",
  snare: "M4.5 1h3v5H11l-5 6-5-6h3.5z",
  disarm: "M2.5 1L6 4.5 9.5 1 11 2.5 7.5 6 11 9.5 9.5 11 6 7.5 2.5 11 1 9.5 4.5 6 1 2.5z",
  silence: "M1 4.5h10v3H1z",
  attack: "M6 0l3 5H7.5v7h-3V5H3z",
  speed: "M1 1l5 5-5 5V8l2-2-2-2zM6 1l5 5-5 5V8l2-2-2-2z",
  range: "M6 1a5 5 0 1 0 .01 0zM6 4a2 2 0 1 1-.01 0z",
  "physical defence": "M1 1h10v5c0 3-3 5-5 6-2-1-5-3-5-6z",
  invisible: "M0 6c3-5 9-5 12 0-3 5-9 5-12 0z",
  "last stand": "M6 11C-2 6 1 1 4 1c1 0 2 1 2 2 0-1 1-2 2-2 3 0 6 5-2 10z",
};

Object.assign(SIGNS, { drain: SIGNS.poison, ground: SIGNS.snare, "magical defence": SIGNS["physical defence"] });

/** Icons of actions and attributes, 24 by 24. */
export const ICONS = {
  move: "M8 2h6v9l5 3c2 1 2 3 2 5H6V4zM6 20.5h15V22H6z",
  attack: "M20 2l2 2-1 5-9 9 2 2-1.5 1.5-3-3-4 4-2.5-2.5 4-4-3-3L5.5 11.5l2 2 9-9z",
  ability: "M12 2c1 6 3 9 10 10-7 1-9 4-10 10-1-6-3-9-10-10 7-1 9-4 10-10z",
  ultimatum: "M12 1.5l3.2 6.8 7.3.9-5.4 5 1.4 7.3-6.5-3.6-6.5 3.6 1.4-7.3-5.4-5 7.3-.9z",
  hp: "M12 21C2 14 2 4 8 4c2 0 3.3 1.2 4 2.7C12.7 5.2 14 4 16 4c6 0 6 10-4 17z",
  range: "M12 3a9 9 0 1 0 .01 0zM12 5.5a6.5 6.5 0 1 1-.01 0zM12 9a3 3 0 1 0 .01 0z",
  armour: "M4 3h16v9c0 5-5 8-8 9-3-1-8-4-8-9z",
  skull:
    "M12 2C6 2 3 6 3 11c0 3 1.5 5 3.5 6v4h11v-4c2-1 3.5-3 3.5-6 0-5-3-9-9-9zM8.5 9a2.3 2.3 0 1 1-.01 0zM15.5 9a2.3 2.3 0 1 1-.01 0zM12 13l1.5 3h-3z",
  whole: "M3 3h7v2.5H5.5V10H3zM14 3h7v7h-2.5V5.5H14zM3 14h2.5v4.5H10V21H3zM18.5 14H21v7h-7v-2.5h4.5z",
  plus: "M10.7 4h2.6v6.7H20v2.6h-6.7V20h-2.6v-6.7H4v-2.6h6.7z",
  minus: "M4 10.7h16v2.6H4z",
  bulb: "M12 2a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2zM8.5 18.5h7V20h-7zM10 21.3h4V22.5h-4z",
  eye: "M12 5C6 5 2 12 2 12s4 7 10 7 10-7 10-7-4-7-10-7zm0 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",
};

/** A face on its disc, 64 by 64. @param {typeof import("/static/js/drawing.js").h} h */
export function drawn(h, name) {
  const [disc, parts] = FACES[name] || ["#ddd", []];
  return [
    h("circle", { cx: 32, cy: 32, r: 32, fill: disc }),
    parts.map(([d, fill, kind], key) => h("path", { key, d, fill, class: kind || null })),
  ];
}

export const face = (h, name) =>
  h("svg", { class: "ul-face", viewBox: "-2 -2 68 68", "aria-hidden": "true" }, drawn(h, name));
export const portrait = (h, name, props = {}) => h("span", { class: "ul-portrait", ...props }, face(h, name));
export const mini = (h, name, key = "mini") => h("span", { class: "ul-mini", key }, face(h, name));

export function sign(h, kind, more = "") {
  return h(
    "svg",
    { class: `ul-sign sign-${kind} ${more}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: ICONS[kind] }),
  );
}
