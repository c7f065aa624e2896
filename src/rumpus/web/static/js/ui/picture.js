/** SVG pictures: markup parsed once into reusable vnodes. */

import { h } from "./dom.js";

const kept = new Map();

/** Parses SVG markup into vnodes for h("svg", ...). */
export function picture(markup) {
  if (!kept.has(markup)) {
    const page = new DOMParser().parseFromString(
      `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`,
      "image/svg+xml",
    );
    const fault = page.querySelector("parsererror");
    if (fault) throw new Error(`no picture: ${fault.textContent}`);
    kept.set(markup, [...page.documentElement.childNodes].map(vnode));
  }
  return kept.get(markup);
}

function vnode(node) {
  if (node.nodeType !== 1) return node.data?.trim() || "";
  return h(
    node.tagName,
    Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])),
    [...node.childNodes].map(vnode),
  );
}

/** A decorative icon: adjacent text says the same. */
export function icon(box, markup, props = {}) {
  return h("svg", { viewBox: box, "aria-hidden": "true", focusable: "false", ...props }, picture(markup));
}

/** Text in a picture, centred at x with baseline y. */
export function words(x, y, text, size) {
  return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle" class="how-words">${text}</text>`;
}
