/** Fields of the dialogs that find opponents and make tournaments. */

import { h } from "../ui/dom.js";

/** The rules without a preset. */
export const STANDARD = "standard";

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** @param {import("../protocol.js").GameInfo} game */
export function presetNames(game) {
  const names = [STANDARD, ...(game.presets ?? []).map(({ name }) => name)];
  return Object.fromEntries(names.map((name) => [name, capital(name)]));
}

/** @param {Record<string, string>} labels */
export function select(label, labels, chosen, take) {
  return h(
    "label",
    { class: "seek-field" },
    h("span", {}, label),
    h(
      "select",
      { onchange: (event) => take(event.target.value) },
      Object.entries(labels).map(([value, words]) =>
        h("option", { key: value, value, selected: value === String(chosen) }, words),
      ),
    ),
  );
}

export function numberField(label, value, take, min = null, placeholder = "any") {
  return h(
    "label",
    { class: "seek-field" },
    h("span", {}, label),
    h("input", { type: "number", value, min, placeholder, oninput: (event) => take(event.target.value) }),
  );
}
