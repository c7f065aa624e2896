/** Form for the numbers of a game: search, steppers, clauses, and chips for changes. */

import { h } from "../ui/dom.js";
import { changesOf } from "../ui/games.js";
import { icon } from "../ui/parts.js";
import { changeWords, valueWords } from "../ui/options.js";

/** Fields the lab can change: numbers, switches and choices, except the number of players. */
export const changeable = (game) =>
  game.fields.filter((field) => ["int", "bool", "choice"].includes(field.kind) && field.name !== "players");

/** Splits a label at its colon: "Gull: HP" is HP in the group Gull. */
function parted(label) {
  const at = label.indexOf(": ");
  return at < 0 ? ["", label] : [label.slice(0, at), label.slice(at + 2)];
}

/** Groups fields by owner in table order; fields without an owner come first. */
function grouped(fields) {
  const groups = new Map([["", []]]);
  for (const field of fields) {
    const [owner] = parted(field.label);
    if (!groups.has(owner)) groups.set(owner, []);
    groups.get(owner).push(field);
  }
  return [...groups].filter(([, members]) => members.length);
}

function stepper(field, value, set) {
  const step = (by) => set(field, Math.min(field.high, Math.max(field.low || 0, value + by)));
  return h(
    "span",
    { class: "stepper" },
    h(
      "button",
      {
        type: "button",
        "aria-label": `${field.label}: one less`,
        disabled: value <= (field.low || 0),
        onclick: () => step(-1),
      },
      "−",
    ),
    h("input", {
      type: "number",
      "aria-label": field.label,
      min: field.low || 0,
      max: field.high,
      step: 1,
      value,
      "data-draft": "",
      onchange: (event) => {
        const typed = Math.round(Number(event.target.value));
        const fits = event.target.value !== "" && typed >= (field.low || 0) && typed <= field.high;
        if (!fits) event.target.value = value;
        set(field, fits ? typed : value);
      },
    }),
    h(
      "button",
      {
        type: "button",
        "aria-label": `${field.label}: one more`,
        disabled: value >= field.high,
        onclick: () => step(1),
      },
      "+",
    ),
  );
}

function control(field, value, set) {
  if (field.kind === "int") return stepper(field, value, set);
  const choices = field.kind === "bool" ? [true, false] : field.choices;
  return h(
    "select",
    { "aria-label": field.label, onchange: (event) => set(field, choices[event.target.selectedIndex]) },
    choices.map((choice) =>
      h("option", { key: String(choice), selected: choice === value }, valueWords(field, choice)),
    ),
  );
}

function row(field, { base, changes, set }) {
  const before = base[field.name] ?? field.default;
  const changed = field.name in changes;
  return h(
    "li",
    { class: changed ? "option changed" : "number", key: field.name },
    h(
      "span",
      { class: "number-name", title: field.help },
      parted(field.label)[1],
      " ",
      h("span", { class: "clause" }, field.clause),
    ),
    changed ? h("s", { "aria-label": `standard: ${valueWords(field, before)}` }, valueWords(field, before)) : null,
    control(field, changed ? changes[field.name] : before, set),
  );
}

/** Renders the form. `model` is { game, base, changes, filter, set(field, value), find(text) }. */
export function numbers(model) {
  const { game, filter } = model;
  const fields = changeable(game);
  const sought = filter.toLowerCase();
  const shown = fields.filter(
    (field) => !sought || `${field.label} ${field.help} ${field.clause}`.toLowerCase().includes(sought),
  );
  return [
    fields.length > 8
      ? h("input", {
          type: "search",
          class: "lab-search",
          placeholder: "Search the options",
          "aria-label": "Search the options",
          value: filter,
          oninput: (event) => model.find(event.target.value),
        })
      : null,
    chips(model),
    h(
      "div",
      { class: "lab-numbers", key: "numbers" },
      shown.length ? null : h("p", { class: "hint" }, `Nothing here is called “${filter}”.`),
      grouped(shown).map(([owner, members]) =>
        h(
          "section",
          { key: `of ${owner}` },
          owner ? h("h3", {}, owner) : null,
          h(
            "ul",
            {},
            members.map((field) => row(field, model)),
          ),
        ),
      ),
    ),
  ];
}

/** Chips of the changes; a press reverts one. */
export function chips({ game, base, changes, set }) {
  const names = Object.keys(changes);
  const setAll = (values) => {
    for (const field of changeable(game)) if (field.name in values) set(field, values[field.name]);
  };
  if (!names.length)
    return h(
      "div",
      { class: "lab-chips", key: "chips" },
      h("span", { class: "hint" }, "Nothing is changed yet: these are the standard rules."),
      (game.presets ?? []).map((preset) =>
        h(
          "button",
          {
            type: "button",
            class: "chip",
            key: preset.name,
            title: preset.says,
            onclick: () => setAll(changesOf(preset)),
          },
          `Try ${preset.name}`,
        ),
      ),
    );
  const words = changeWords(game, changes, base);
  return h(
    "div",
    { class: "lab-chips", key: "chips" },
    h("strong", {}, `${names.length} changed`),
    names.map((name, at) => {
      const field = game.fields.find((one) => one.name === name);
      return h(
        "button",
        {
          type: "button",
          class: "chip",
          key: name,
          "aria-label": `Undo: ${words[at]}`,
          onclick: () => set(field, base[name] ?? field.default),
        },
        words[at],
        icon("close"),
      );
    }),
  );
}
