/** SVG portraits of Creature Wars, 100 by 70; outlines come from the stylesheet. */

const dot = (x, y, r = 2.6) => `<circle class="bare" cx="${x}" cy="${y}" r="${r}" fill="#1b2030"/>`;
const glint = (x, y, r = 4) => `<circle cx="${x}" cy="${y}" r="${r}" fill="#fff"/>${dot(x + 0.8, y + 0.4, r / 2)}`;

const wolf = (fur, light) => `
  <path d="M24 74c0-24 10-34 26-34s26 10 26 34z" fill="${fur}"/>
  <path d="M27 34L22 8l18 12h20L78 8l-5 26c0 14-12 24-23 30-11-6-23-16-23-30z" fill="${fur}"/>
  <path d="M28 15l9 9-7 5zM72 15l-9 9 7 5z" fill="${light}"/>
  <path d="M36 42c4-6 24-6 28 0-2 10-8 16-14 20-6-4-12-10-14-20z" fill="${light}"/>
  <path d="M45 42h10l-5 6z" fill="#1b2030"/><path d="M46 53l2 4 2-3 2 3 2-4" fill="#fff"/>
  <path d="M34 31l9 4M66 31l-9 4" fill="none"/>${dot(40, 36, 3)}${dot(60, 36, 3)}`;

const skull = (bone, hat = "") => `
  <path d="M30 74c2-14 8-18 20-18s18 4 20 18z" fill="${bone}"/><path d="M38 64h24M36 70h28" fill="none"/>
  <path d="M50 8c18 0 25 11 25 23 0 9-4 12-7 15v10H32V46c-3-3-7-6-7-15C25 19 32 8 50 8z" fill="${bone}"/>
  <path d="M39 26a7 8 0 1 0 .1 0zM61 26a7 8 0 1 0 .1 0z" fill="#1b2030"/><path d="M50 40l-4 6h8z" fill="#1b2030"/>
  <path d="M41 50v6M47 50v6M53 50v6M59 50v6" fill="none"/>${hat}`;

const pirate = (skin, coat) => `
  <path d="M16 76c2-22 14-28 34-28s32 6 34 28z" fill="${coat}"/><path d="M44 48h12l-6 14z" fill="#fff7ea"/>
  <circle cx="50" cy="36" r="17" fill="${skin}"/>
  <path d="M34 42c4 16 10 20 16 20s12-4 16-20c-8 6-24 6-32 0z" fill="#5a3a22"/><path d="M44 47h12" fill="none"/>
  <path d="M16 26C22 4 78 4 84 26c-16-8-52-8-68 0z" fill="#2b2f3f"/>
  <circle cx="50" cy="16" r="5" fill="#fff7ea"/><path d="M40 24l20-5" fill="none" stroke="#fff7ea"/>
  <path d="M52 30l14-4v8c-3 5-12 4-12-2z" fill="#1b2030"/>${glint(42, 34, 3.4)}
  <path d="M74 70c12 0 16-8 12-16l6-3" fill="none" stroke-width="5" stroke="#b9c2c9"/>`;

const rider = (horse, cloak) => `
  <path d="M8 74c0-18 10-24 22-26l8-22 8-8 3 8 16 8-2 10-14 2-2 12c18 0 26 6 28 16z" fill="${horse}"/>
  <path d="M40 20c-12 4-16 16-18 28l10-6z" fill="#3a2a22"/>${dot(51, 31, 2.4)}
  <path d="M62 66c-4-26 2-36 14-36s18 12 14 40z" fill="${cloak}"/><circle cx="76" cy="24" r="10" fill="#f1e6d0"/>
  <path d="M62 26c0-20 28-20 28 0-8-6-20-6-28 0z" fill="${cloak}"/>${dot(73, 26, 2)}${dot(80, 26, 2)}`;

export const PORTRAITS = {
  Serpent: `
    <g transform="translate(4 11) scale(.86)">
    <path d="M14 66c-8-14 8-22 24-18 18 4 30 0 28-10-2-12-22-6-26-16C36 8 54 2 66 8" fill="none" stroke="#1b2030" stroke-width="17"/>
    <path d="M14 66c-8-14 8-22 24-18 18 4 30 0 28-10-2-12-22-6-26-16C36 8 54 2 66 8" fill="none" stroke="#57a05a" stroke-width="12"/>
    <path d="M54 8c4-9 22-9 30 0 5 6 2 14-8 15-12 1-24-4-22-15z" fill="#6dbb63"/>${glint(70, 9, 3.6)}
    <path d="M84 14l12 2m-4-4v8" fill="none" stroke="#d8432f"/><path d="M24 56l6-4M40 52l6 2M58 44l4-6" fill="none" stroke="#c9e7a0"/></g>`,
  Wolf: wolf("#8d97a6", "#d9dfe6"),
  Werewolf: `<circle cx="78" cy="18" r="14" fill="#ffe9a8"/>${wolf("#6b4f3f", "#b98f6b")}`,
  Skeleton: skull("#f3ead6"),
  Skeletor: skull("#f3ead6", '<path d="M28 18l4-16 9 9 9-11 9 11 9-9 4 16z" fill="#ffc845"/>'),
  Pirate: pirate("#e3b08a", "#a8352a"),
  Phantom: pirate("#bfe6e0", "#5f8f96"),
  Giant: `
    <path d="M6 76c0-26 16-32 44-32s44 6 44 32z" fill="#8a6a43"/><path d="M36 46l14 14 14-14" fill="#6b4f30"/>
    <path d="M30 22c0-22 40-22 40 0v16c0 12-8 18-20 18S30 50 30 38z" fill="#e0a877"/>
    <path d="M30 24c-4-24 44-24 40 0-6-8-34-8-40 0z" fill="#7a4a2b"/><path d="M34 40c2 18 30 18 32 0-8 5-24 5-32 0z" fill="#7a4a2b"/>
    <path d="M37 26h10M53 26h10" fill="none"/>${dot(42, 31)}${dot(58, 31)}<path d="M46 36c2 4 6 4 8 0" fill="#cf8f60"/>
    <path d="M84 74L96 26l-10-6-8 50z" fill="#9a6b3a"/>`,
  Vampire: `
    <path d="M4 76c4-34 10-44 20-50l26 24 26-24c10 6 16 16 20 50z" fill="#2b2440"/><path d="M24 26l26 30 26-30-10 50H34z" fill="#b3261e"/>
    <path d="M33 26c0-20 34-20 34 0 0 18-8 28-17 32-9-4-17-14-17-32z" fill="#ece3ea"/>
    <path d="M33 28c-2-24 36-24 34 0l-8-10-9 12-9-12z" fill="#221c33"/>${dot(43, 33)}${dot(57, 33)}
    <path d="M42 44c5 4 11 4 16 0" fill="none"/><path d="M45 45.5l1.5 5 2-4.500zM52 46l2 4.5 1.5-5z" fill="#fff"/>`,
  Dragon: `
    <path d="M56 44L94 8l-4 26 10-4-8 20 8 4-26 10z" fill="#f4a13a"/>
    <path d="M18 76c-6-24 6-38 22-42l2-16 12 12c16 2 26 12 26 22 0 6-4 10-10 10H54c6 4 8 8 8 14z" fill="#d8432f" transform="translate(-4 -6)"/>
    <path d="M26 70c-2-12 2-20 10-24 8 6 12 14 12 24z" fill="#ffcf70"/>${glint(48, 37, 4.4)}
    <path d="M60 52l3 5 3-5 3 5 3-5" fill="#fff"/><path d="M28 32l-8-16 14 8zM40 14l2-12 8 14z" fill="#ffcf70"/>`,
  "Primordial Butterfly": `
    <path d="M48 34C34 2 8 4 8 22s18 22 40 14zM52 34C66 2 92 4 92 22s-18 22-40 14z" fill="#e88cc6"/>
    <path d="M48 38C28 36 16 48 22 60s22 4 26-20zM52 38c20-2 32 10 26 22s-22 4-26-20z" fill="#6db7f2"/>
    <circle cx="24" cy="20" r="6" fill="#ffe066"/><circle cx="76" cy="20" r="6" fill="#ffe066"/>
    <path d="M50 22c4 8 4 30 0 40-4-10-4-32 0-40z" fill="#3a2a22"/><path d="M49 24c-2-8-6-12-10-14M51 24c2-8 6-12 10-14" fill="none"/>`,
  Changeling: `
    <path d="M18 76c2-20 14-26 32-26s30 6 32 26z" fill="#5a6b2f"/><path d="M30 34L8 22l16 22zM70 34l22-12-16 22z" fill="#a9c47f"/>
    <path d="M28 30c0-24 44-24 44 0 0 18-12 30-22 30S28 48 28 30z" fill="#a9c47f"/><path d="M50 12c16 0 22 10 22 18 0 18-12 30-22 30z" fill="#f1c9a5"/>
    ${glint(41, 32, 5)}${glint(59, 32, 5)}<path d="M38 46c8 8 16 8 24 0" fill="none"/>`,
  "Lump of Coal": `<path d="M14 62l6-28 22-20 26 6 18 22-4 22z" fill="#3a3d48"/><path d="M30 34l14-12 12 4-10 14zM58 46l12-8 8 10-12 8z" fill="#5d6270"/>`,
  Grinch: `
    <path d="M16 76c2-22 14-28 34-28s32 6 34 28z" fill="#6b8f2f"/><path d="M30 34c0-14 40-14 40 0 0 16-8 24-20 24s-20-8-20-24z" fill="#8fb83f"/>
    <path d="M28 26C34 4 66 0 84 20c-2 4-6 4-8 2l-4 6c-14-8-30-8-44-2z" fill="#c33c1d"/><circle cx="84" cy="22" r="6" fill="#fff"/>
    <path d="M36 32l11 4M64 32l-11 4" fill="none"/>${dot(42, 38)}${dot(58, 38)}<path d="M36 48c10 6 18 4 28-4" fill="none"/>`,
  Conquest: rider("#fffaf0", "#e3c04a"),
  War: rider("#b5462f", "#8f2636"),
  Famine: rider("#4a4d57", "#6b6a55"),
  Death: rider("#cfd6c8", "#2b2440"),
  Horseman: rider("#9a6b3a", "#59738c"),
  Militia: `
    <path d="M22 76c2-20 12-26 28-26s26 6 28 26z" fill="#8a6a43"/><circle cx="50" cy="36" r="16" fill="#e8b58c"/>
    <path d="M24 32c8-6 44-6 52 0-4-6-8-8-10-8-2-18-30-18-32 0-2 0-6 2-10 8z" fill="#a9b4bd"/>${dot(44, 37)}${dot(56, 37)}<path d="M45 45h10" fill="none"/>
    <path d="M86 74V8M78 8v14c0 6 16 6 16 0V8" fill="none" stroke-width="4"/>`,
  Cannonball: `<circle cx="46" cy="42" r="26" fill="#2b2f3f"/><path d="M64 22l8-8 6 6-8 8z" fill="#565c6e"/><path d="M76 14c4-8 10-4 8-12" fill="none"/><path d="M86 0l3 6 7 1-5 5 1 7-6-3-6 3 1-7-5-5 7-1z" fill="#ff8a3c"/><path d="M30 34c2-8 8-12 14-12" fill="none" stroke="#9aa3b5"/>`,
  Wraith: `<path d="M22 74c-6-54 10-68 28-68s34 14 28 68l-8-8-8 8-12-8-12 8-8-8z" fill="#cfe0ea"/><path d="M41 26a5 7 0 1 0 .1 0zM59 26a5 7 0 1 0 .1 0z" fill="#1b2030"/><path d="M50 46a6 8 0 1 0 .1 0z" fill="#1b2030"/>`,
  Raven: `<path d="M12 66c4-30 18-46 40-48 16-2 24 8 24 18l18 6-20 6c-4 16-20 26-40 24z" fill="#2c2a3d"/><path d="M74 34l22 8-22 6z" fill="#8a8374"/>${glint(62, 30, 4)}<path d="M22 58c8-14 18-20 30-20M30 66c8-12 16-16 26-18" fill="none" stroke="#5b5876"/>`,
  "Wrapped Gift": `<path d="M16 32h68v36H16z" fill="#c33c1d"/><path d="M10 22h80v14H10z" fill="#e9552f"/><path d="M44 22h12v46H44z" fill="#ffc845"/><path d="M50 22C34 22 26 6 36 4s14 18 14 18 4-20 14-18 2 18-14 18z" fill="#ffc845"/>`,
  Scarecrow: `<path d="M10 52h80" fill="none" stroke-width="6"/><path d="M30 46h40l6 30H24z" fill="#4f7fa8"/><circle cx="50" cy="34" r="15" fill="#e9c46a"/><path d="M22 26h56L62 20 54 2 36 8l2 12z" fill="#8a5a2b"/><path d="M42 30l5 5m0-5l-5 5M54 30l5 5m0-5l-5 5M42 42h16" fill="none"/>`,
};

/** A witch in the colours of her tier. */
export const witch = (hat, gown) => `
  <path d="M14 76c2-20 14-28 36-28s34 8 36 28z" fill="${gown}"/><path d="M32 30c-8 14-6 24-12 32M68 30c8 14 6 24 12 32" fill="none" stroke="#c56a2b" stroke-width="7"/>
  <path d="M33 28c0 38 34 38 34 0z" fill="#f1c9a5"/>${dot(43, 36)}${dot(57, 36)}<path d="M45 46c3 3 7 3 10 0" fill="none"/>
  <path d="M32 26L46-4c10-2 16 6 14 12l8 18z" fill="${hat}"/><ellipse cx="50" cy="27" rx="34" ry="6" fill="${hat}"/>
  <path d="M86 50l3 6 7 1-5 5 1 7-6-3-6 3 1-7-5-5 7-1z" fill="#8ff0d0"/>`;

/** Signs of the power types, 24 by 24. */
export const SYMBOLS = {
  Ancient:
    "M12 3a9 9 0 1 1-9 9 7 7 0 0 1 7-7 5.5 5.5 0 0 1 5.5 5.5A4 4 0 0 1 11.5 15 3 3 0 0 1 9 12h2.5a1 1 0 1 0 1-1.5A3 3 0 0 0 10 7.5a4.5 4.5 0 0 0-4.5 4.5A6.5 6.5 0 1 0 12 5.5z",
  Fire: "M12 1c1 5 7 7 7 14a7 7 0 0 1-14 0c0-4 2-6 3-9 1 2 2 3 3 3 1-3 1-5 1-8z",
  Nightmare: "M15 2a10 10 0 1 0 7 15A9 9 0 0 1 15 2z",
  Holy: "M12 7a5 5 0 1 0 .01 0zM11 0h2v5h-2zM11 19h2v5h-2zM0 11h5v2H0zM19 11h5v2h-5zM3 4.5L4.5 3 8 6.5 6.5 8zM16 17.5l1.5-1.5 3.5 3.5-1.5 1.5zM3 19.5L6.5 16 8 17.5 4.5 21zM16 6.5L19.5 3 21 4.5 17.5 8z",
};

/** The castle of an Empire, 80 by 66. */
export const CREST = "M4 62V30h8v8h8V24h8v10h8V14h6V4l14 5-10 5v20h8V24h8v14h8v-8h8v32z";
