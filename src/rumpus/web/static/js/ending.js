/** After the game: your place, everybody's, why, and what next. */

import { h } from "./dom.js";
import { icon, seatMark } from "./parts.js";
import { listed, nameOf } from "./people.js";
import { reviewCard } from "./review.js";

const FARED = { won: "You win!", drew: "A draw", lost: "You lose" };
const PLACES = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"];

/** @param {any} table */
export function ending(sheet, table) {
  const ranks = sheet.seats.map((seat, number) => ({ seat, number, place: sheet.places[number] })).sort((a, b) => a.place - b.place);
  const own = sheet.you !== null && sheet.you !== undefined;
  // A game that tells places apart gives more than one to those who have not won.
  const placed = new Set(sheet.places).size > 2;
  const winners = ranks.filter(({ place }) => place === 1);
  const heading = own ? FARED[sheet.fared] || `${sheet.fared} of ${sheet.seats.length}` : winners.length === 1 ? `${winners[0].seat.name} wins` : winners.length ? "A draw" : `${ranks[0].seat.name} loses`;
  const how = (seat, number) => table.drawing?.fate?.(sheet.view, number, table.lines) || (seat.fared === "won" || seat.fared === "drew" ? seat.fared : "");
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
              h("b", {}, placed ? PLACES[place - 1] || `${place}th` : seat.fared === "won" ? icon("crown") : ""),
              seatMark(number),
              h("span", { class: "rank-name" }, h("strong", {}, seat.name), number === sheet.you ? h("small", {}, "you") : null),
              h("span", { class: "rank-how" }, [how(seat, number), seat.payoff].filter(Boolean).join(", ")),
            ),
          ),
        ),
        again(sheet, table, own),
        h(
          "div",
          { class: "ending-ways" },
          h("a", { class: "button", href: `/r/${sheet.table}` }, icon("play"), "Watch again"),
          h("button", { type: "button", onclick: () => table.look(true) }, icon("eye"), "Look at the table"),
          h("a", { class: "button", href: "/" }, "Other games"),
        ),
        table.review ? reviewCard(table.review, sheet) : null,
      ),
    ),
  );
}

/** Once more? Asked, who is in, who would rather not. */
function again(sheet, table, own) {
  if (sheet.rematch) return h("div", { class: "again alone" }, h("a", { class: "button primary", href: `/t/${sheet.rematch}` }, icon("again"), own ? "To the rematch" : "Watch the rematch"));
  const wish = sheet.rematch_wish;
  const answer = (label, yes, kind = "") => h("button", { type: "button", class: kind, key: label, onclick: () => table.rematch(yes) }, label);
  if (!wish) return own ? h("div", { class: "again alone" }, h("button", { type: "button", class: "primary", onclick: () => table.rematch(true) }, icon("again"), "Rematch")) : null;
  const mine = wish.seat === sheet.you;
  const people = sheet.seats.map((seat, number) => ({ ...seat, number })).filter((seat) => seat.kind === "person");
  const open = people.filter(({ number, here }) => here && !wish.agreed.includes(number) && !wish.declined.includes(number));
  const gone = people.filter(({ number, here }) => !here && !wish.agreed.includes(number));
  const alone = wish.agreed.length === 1 && wish.declined.length > 0 && !open.length;
  const text = alone
    ? `${listed(wish.declined.map((seat) => nameOf(sheet, seat)))} would rather not.`
    : [open.length ? `${listed(open.map((seat) => seat.name))} ${open.length > 1 ? "have" : "has"} not answered yet.` : "", gone.length ? `${listed(gone.map((seat) => seat.name))} ${gone.length > 1 ? "have" : "has"} left.` : "", "It starts when everybody is there; clocks wait till then."].filter(Boolean).join(" ");
  return h(
    "div",
    { class: "again", role: "status" },
    h("div", {}, h("h3", {}, seatMark(wish.seat), mine ? "You asked for a rematch" : `${nameOf(sheet, wish.seat)} asks for a rematch`), h("p", {}, text)),
    own
      ? h(
          "div",
          { class: "again-ways" },
          mine ? [gone.length && !open.length && !alone ? answer("Start without them", true, "primary") : null, answer("Take it back", false)] : wish.agreed.includes(sheet.you) ? answer("Rather not", false) : [answer("I’m in", true, "primary"), wish.declined.includes(sheet.you) ? null : answer("No, thanks", false)],
        )
      : null,
    h("ul", { class: "again-who" }, people.map(({ number, name }) => h("li", { key: number, class: wish.agreed.includes(number) ? "in" : wish.declined.includes(number) ? "out" : "" }, seatMark(number), name, wish.agreed.includes(number) ? " ✓" : ""))),
  );
}
