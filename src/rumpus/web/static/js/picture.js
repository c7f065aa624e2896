/** Pictures for drawings: SVG written as text, once, becomes wishes that can stand in any number of places. */

import { h } from "./dom.js";

const kept = new Map();

/** The elements of a piece of SVG as wishes, to be put inside h("svg", ...). */
export function picture(markup) {
  if (!kept.has(markup)) {
    const page = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`, "image/svg+xml");
    const fault = page.querySelector("parsererror");
    if (fault) throw new Error(`no picture: ${fault.textContent}`);
    kept.set(markup, [...page.documentElement.childNodes].map(wish));
  }
  return kept.get(markup);
}

function wish(node) {
  if (node.nodeType !== 1) return node.data?.trim() || "";
  return h(node.tagName, Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])), [...node.childNodes].map(wish));
}

/** A whole little picture, decoration only: what it says, words beside it say too. */
export function icon(box, markup, props = {}) {
  return h("svg", { viewBox: box, "aria-hidden": "true", focusable: "false", ...props }, picture(markup));
}

/** A word or number inside a picture, around x, standing on y, in our typeface and the colour of the text. */
export function words(x, y, text, size) {
  return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle" class="how-words">${text}</text>`;
}
