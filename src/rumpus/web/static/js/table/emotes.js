/** Drawings of the emotes: no system font draws them. */

import { h } from "../ui/dom.js";
import { EMOTES } from "./phrases.js";

const path = (d, kind = "line") => h("path", { d, class: `emote-${kind}` });
const eyes = (y = 16) => [path(`M13 ${y}v4`), path(`M27 ${y}v4`)];
const face = (...inside) => [h("circle", { cx: 20, cy: 20, r: 17, class: "emote-face" }), ...inside];

/** @type {Record<keyof typeof EMOTES, () => any[]>} */
const DRAWINGS = {
  smile: () => face(eyes(), path("M11 25q9 8 18 0")),
  laugh: () => face(path("M9 18l4-4 4 4"), path("M23 18l4-4 4 4"), path("M10 23h20q-1 10-10 10t-10-10z", "mouth")),
  wow: () => face(eyes(13), path("M20 22a5 5.5 0 1 0 .01 0z", "mouth"), path("M10 10l5-2"), path("M30 10l-5-2")),
  sad: () => face(eyes(15), path("M12 29q8-7 16 0"), path("M28 21q5 7 0 8-5-1 0-8z", "tear")),
  think: () => face(eyes(15), path("M14 28l11-3"), path("M9 11l6-1"), path("M24 8l7 3")),
  thumb: () => [path("M14 19l6-14q5-1 4 5l-1 6h9q4 1 3 5l-3 11q-1 3-4 3H18q-2 0-4-2zM5 19h7v16H5z", "hand")],
};

/** True if this phrase is an emote that can be drawn. */
export function isEmote(phrase) {
  return phrase in DRAWINGS;
}

/** The drawing of an emote; named for screen readers unless its button is. */
export function emote(id, named = true) {
  return h(
    "svg",
    {
      class: "emote",
      viewBox: "0 0 40 40",
      role: named ? "img" : null,
      "aria-label": named ? EMOTES[id] : null,
      "aria-hidden": named ? null : "true",
    },
    DRAWINGS[id](),
  );
}
