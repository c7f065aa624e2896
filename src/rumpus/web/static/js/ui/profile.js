/** Avatars and colours of profiles, and the label of this device. */

import { h } from "./dom.js";

const EYES = "M8.6 10.6a1.4 1.4 0 1 0 .01 0zM15.4 10.6a1.4 1.4 0 1 0 .01 0z";
/** @type {Record<string, string>} */
export const AVATARS = {
  cat: `M4 2.5 9 6.6h6l5-4.1V13a8 8 0 0 1-16 0z${EYES}`,
  bear: `M6.3 2.6A3.7 3.7 0 0 0 3.9 9 9 9 0 1 0 20.1 9a3.7 3.7 0 1 0-5.4-4.7 9.6 9.6 0 0 0-5.4 0 3.7 3.7 0 0 0-3-1.7z${EYES}`,
  rabbit: `M8.2.8C10.2.8 11 4 11.2 7h1.6c.2-3 1-6.2 3-6.2s2 5 .9 7.5a7.6 7.6 0 1 1-9.4 0C6.2 5.8 6.2.8 8.2.8z${EYES}`,
  owl: "M3 2.4c2.8 0 4.6.8 6 2h6c1.4-1.2 3.2-2 6-2-.8 2-1 4-1 6V14a8 8 0 0 1-16 0V8.4c0-2-.2-4-1-6zM8.4 8a3 3 0 1 0 .01 0zM15.6 8a3 3 0 1 0 .01 0zM12 13.2l-1.5 2.6h3z",
  fox: `M2.5 2 9 6.6h6L21.5 2v9.5L12 22.5 2.5 11.5z${EYES}`,
  frog: "M6.5 3.5a3.9 3.9 0 0 1 3.7 2.7h3.6a3.9 3.9 0 1 1 6.1 4.3c1 1.2 1.6 2.5 1.6 3.9 0 3.7-4.2 6.6-9.5 6.6s-9.5-2.9-9.5-6.6c0-1.4.6-2.7 1.6-3.9a3.9 3.9 0 0 1 2.4-7zM6.5 6a1.5 1.5 0 1 0 .01 0zM17.5 6a1.5 1.5 0 1 0 .01 0z",
  ghost: `M12 2a8 8 0 0 1 8 8v12l-2.7-2.5L14.7 22 12 19.5 9.3 22l-2.6-2.5L4 22V10a8 8 0 0 1 8-8z${EYES}`,
  robot: `M11 1h2v3h4.5A2.5 2.5 0 0 1 20 6.5V17a2.5 2.5 0 0 1-2.5 2.5H15L12 23l-3-3.5H6.5A2.5 2.5 0 0 1 4 17V6.5A2.5 2.5 0 0 1 6.5 4H11zM8 14.5h8V16H8z${EYES}`,
};
/** Names of the colours, in the order of the seats' colours. */
export const COLOURS = ["blue", "orange", "green", "purple", "ochre", "teal", "violet", "slate"];

/**
 * The avatar of a profile, in its colour.
 * @param {{ avatar?: string, colour?: string } | null} look
 */
export function avatarMark(look) {
  const colour = Math.max(0, COLOURS.indexOf(look?.colour ?? ""));
  return h(
    "svg",
    { class: `avatar seat-${colour}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: AVATARS[look?.avatar ?? ""] ?? AVATARS.ghost, "fill-rule": "evenodd" }),
  );
}

/** Returns a random avatar and colour. The robot is left to bots. */
export function randomLook() {
  const animals = Object.keys(AVATARS).filter((name) => name !== "robot");
  const [one, other] = crypto.getRandomValues(new Uint32Array(2));
  return { avatar: animals[one % animals.length], colour: COLOURS[other % COLOURS.length] };
}

/** Label of this device: "Firefox on Linux". */
export function deviceLabel(agent = navigator.userAgent) {
  /** @param {Record<string, RegExp>} kinds */
  const first = (kinds) => Object.keys(kinds).find((kind) => kinds[kind].test(agent));
  const browser = first({
    Edge: /Edg/,
    Opera: /OPR/,
    Firefox: /Firefox|FxiOS/,
    Chrome: /Chrom|CriOS/,
    Safari: /Safari/,
  });
  const system = first({
    Android: /Android/,
    iPhone: /iPhone/,
    iPad: /iPad/,
    Windows: /Windows/,
    Mac: /Mac OS/,
    ChromeOS: /CrOS/,
    Linux: /Linux/,
  });
  return `${browser ?? "Browser"}${system ? ` on ${system}` : ""}`;
}
