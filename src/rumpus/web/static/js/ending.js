/** After the game: your place, everybody's, why, and what next. */

import { h } from "./dom.js";
import { icon, seatMark } from "./parts.js";

const FARED = { won: "You win!", drew: "A draw", lost: "You lose" };
const PLACES = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"];

/** @param {any} table */
export function ending(sheet, table) {
  const ranks = sheet.seats.map((seat, number) => ({ seat, number, place: sheet.places[number] })).sort((a, b) => a.place - b.place);
  const own = sheet.you !== null && sheet.you !== undefined;
  // A game that tells places apart gives more than one to those who have not won.
  const placed = new Set(sheet.places).size > 2 || sheet.seats.length === 2;
  const winners = ranks.filter(({ place }) => place === 1);
  const heading = own ? FARED[sheet.fared] || `${sheet.fared} of ${sheet.seats.length}` : winners.length === 1 ? `${winners[0].seat.name} wins` : "A draw";
  return h(
    "div",
    { class: "ending-veil", key: "ending" },
    h(
      "section",
      { class: "ending", "aria-label": "The end" },
      h("header", {}, h("h2", { tabindex: -1 }, heading), sheet.view?.outcome ? h("p", {}, sheet.view.outcome) : null),
      h(
        "div",
        { class: "ending-body" },
        h(
          "ol",
          { class: `ranks ${ranks.length > 4 ? "many" : ""}` },
          ranks.map(({ seat, number, place }) =>
            h(
              "li",
              { key: number, class: `rank ${seat.fared} ${number === sheet.you ? "own" : ""}` },
              h("b", {}, placed || place === 1 ? PLACES[place - 1] || `${place}th` : ""),
              seatMark(number),
              h("span", { class: "rank-name" }, h("strong", {}, seat.name), number === sheet.you ? h("small", {}, "you") : null),
              h("span", { class: "rank-how" }, seat.fared === "won" ? "won" : seat.fared === "drew" ? "drew" : ""),
            ),
          ),
        ),
        table.rematchPart?.() || null,
        h(
          "div",
          { class: "ending-ways" },
          h("a", { class: "button", href: `/r/${sheet.table}` }, icon("play"), "Watch again"),
          h("button", { type: "button", onclick: () => table.look(true) }, icon("eye"), "Look at the table"),
          h("a", { class: "button", href: "/" }, "Other games"),
        ),
      ),
    ),
  );
}
