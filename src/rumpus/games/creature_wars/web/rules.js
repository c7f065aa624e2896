/** Reminders for every duel: the result, the cycle of Types, magic in force. */

import { h, icon } from "/static/js/drawing.js";
import { TYPES, symbol } from "./cards.js";

export const how = ({ lesson }) =>
  h(
    "section",
    {
      class: `cw-how ${lesson?.spot?.includes("types") ? "teaches" : ""}`,
      "aria-label": "How a duel is won",
      "data-name": "how",
    },
    h("h3", { "aria-level": 2 }, "How a duel is won"),
    h(
      "p",
      {},
      "The higher power wins. ",
      h(
        "span",
        {},
        "The loser’s card costs its base in HP",
        h("span", { class: "cw-long" }, "; on a tie both return to hand"),
        ".",
      ),
    ),
    h(
      "div",
      {
        class: "cw-ring",
        role: "img",
        "aria-label":
          "Ancient has 3 more power against Fire, Fire against Nightmare, Nightmare against Holy, Holy against Ancient.",
        "data-name": "types",
      },
      TYPES.map((type) =>
        h(
          "span",
          { key: type, class: `cw-type at-${type.toLowerCase()}` },
          h("i", { class: `cw-token type-${type.toLowerCase()}` }, symbol(type)),
          h("b", {}, type),
          h("em", {}, icon("0 0 26 18", "<path d='M3 9h19m-7-6 7 6-7 6'/>", { class: "cw-arrow" })),
        ),
      ),
      h("span", { class: "cw-type cw-first" }, h("b", {}, TYPES[0])),
      h("small", {}, "each beats the next: +3"),
    ),
  );

const capital = (words) => words[0].toUpperCase() + words.slice(1);

/** Magic in force: for both, for a date, or for one Empire. */
export const spells = (view, { called, viewer }) => [
  ...view["in force"].map(({ says }) => ["Active", capital(says)]),
  ...view.dates.map(({ says }) => ["Date", capital(says)]),
  ...view.seats.flatMap((seat, number) =>
    seat.charges.map(({ says }) => [`${number === viewer ? "You" : called[number]}:`, says]),
  ),
];

export function magic(view, tools) {
  const entries = spells(view, tools);
  if (!entries.length) return null;
  const { state, redraw, viewer } = tools;
  return h(
    "section",
    {
      class: `cw-magic ${entries.length > 3 ? "many" : ""} ${entries.length > 1 ? "several" : ""}`,
      "aria-label": "Active magic",
    },
    h(
      "ul",
      {},
      entries.map(([whose, words], key) => h("li", { key }, h("strong", {}, whose), " ", words)),
    ),
    entries.length > 1
      ? h(
          "button",
          {
            type: "button",
            class: "cw-all",
            "data-spot": viewer === null ? null : "",
            onclick: () => {
              state.open = "magic";
              redraw();
            },
          },
          `All ${entries.length}`,
        )
      : null,
  );
}
