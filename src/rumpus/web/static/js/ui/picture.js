/** SVG pictures: markup parsed once into reusable vnodes. */

import { h } from "./dom.js";

/** @typedef {import("./dom.js").VNode} VNode */

/** @type {Map<string, (VNode | string)[]>} */
const kept = new Map();

/**
 * Parses SVG markup into vnodes for h("svg", ...).
 * @param {string} markup
 */
export function picture(markup) {
  let vnodes = kept.get(markup);
  if (!vnodes) {
    const page = new DOMParser().parseFromString(
      `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`,
      "image/svg+xml",
    );
    const fault = page.querySelector("parsererror");
    if (fault) throw new Error(`no picture: ${fault.textContent}`);
    vnodes = [...page.documentElement.childNodes].map(vnode);
    kept.set(markup, vnodes);
  }
  return vnodes;
}

/**
 * @param {ChildNode} node
 * @returns {VNode | string}
 */
function vnode(node) {
  if (!(node instanceof Element)) return node.nodeValue?.trim() || "";
  return h(
    node.tagName,
    Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])),
    [...node.childNodes].map(vnode),
  );
}

/**
 * A decorative icon: adjacent text says the same.
 * @param {string} box  the `viewBox` of the picture, such as "0 0 24 24"
 * @param {string} markup
 * @param {Record<string, any>} [props]
 */
export function icon(box, markup, props = {}) {
  return h("svg", { viewBox: box, "aria-hidden": "true", focusable: "false", ...props }, picture(markup));
}

/**
 * Returns the markup of a text in a picture, centred at x with baseline y.
 * @param {number} x
 * @param {number} y
 * @param {string | number} text
 * @param {number} size
 */
export function words(x, y, text, size) {
  return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle" class="how-words">${text}</text>`;
}
