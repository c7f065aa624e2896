/** The choice between the standard rules and a game's presets. */

import { h } from "../ui/dom.js";
import { changeWords } from "../ui/options.js";
import { changesOf } from "../ui/games.js";

const STANDARD = "standard";

/**
 * Returns the name of the preset that these options are, other options aside; empty if they are none.
 * @param {import("../protocol.js").GameInfo} game
 * @param {Record<string, any>} options
 */
function presetOf(game, options) {
  const presets = game.presets ?? [];
  const same = (/** @type {import("../protocol.js").PresetInfo} */ { changes }) =>
    changes.every(({ name, value }) => String(options[name]) === String(value));
  const free = presets.every(({ changes }) => changes.every(({ name }) => !(name in options)));
  return presets.find(same)?.name ?? (free ? STANDARD : "");
}

/** @param {string} name */
const capital = (name) => name[0].toUpperCase() + name.slice(1);

/**
 * Renders one button per preset, and what the chosen one changes; null for a game without presets.
 * `take(changes, presets)` removes the options of all presets and sets these.
 * @param {import("../protocol.js").GameInfo} game
 * @param {Record<string, any>} options
 * @param {(options: Record<string, any>) => void} take
 */
export function presetChoice(game, options, take) {
  const presets = game.presets ?? [];
  if (!presets.length) return null;
  const now = presetOf(game, options);
  const chosen = presets.find(({ name }) => name === now);
  const choose = (/** @type {Record<string, any>} */ changes) => {
    const theirs = new Set(presets.flatMap(({ changes }) => changes.map(({ name }) => name)));
    take({ ...Object.fromEntries(Object.entries(options).filter(([name]) => !theirs.has(name))), ...changes });
  };
  const button = (/** @type {string} */ name, /** @type {Record<string, any>} */ changes) =>
    h(
      "button",
      { type: "button", "aria-pressed": String(now === name), key: name, onclick: () => choose(changes) },
      capital(name),
    );
  return h(
    "div",
    { class: "presets", key: "presets" },
    h(
      "div",
      { class: "preset-buttons", role: "group", "aria-label": "Rules" },
      button(STANDARD, {}),
      presets.map((preset) => button(preset.name, changesOf(preset))),
    ),
    h(
      "p",
      { class: "hint", role: "status" },
      chosen ? chosen.says : now ? "The standard rules, unchanged." : "Your own numbers.",
    ),
    chosen
      ? h(
          "ul",
          { class: "preset-changes", "aria-label": `What ${chosen.name} changes` },
          changeWords(game, changesOf(chosen)).map((words) => h("li", { key: words }, words)),
        )
      : null,
  );
}
