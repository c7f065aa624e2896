/** The result screen: places, reasons and next steps. */

import { h } from "../ui/dom.js";
import { icon, seatMark } from "../ui/parts.js";
import { listed, nameOf } from "../ui/people.js";
import { ratingMark } from "../ui/ratings.js";
import { reviewCard } from "./review.js";

const RESULTS = { won: "You win!", drew: "A draw", lost: "You lose" };
const PLACES = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"];

/** @param {any} table */
export function ending(tableView, table) {
  const ranks = tableView.seats
    .map((seat, number) => ({ seat, number, place: tableView.places[number] }))
    .sort((a, b) => a.place - b.place);
  const own = tableView.you !== null && tableView.you !== undefined;
  // Games with a ranking give the losers more than one place.
  const placed = new Set(tableView.places).size > 2;
  const winners = ranks.filter(({ place }) => place === 1);
  const heading = own
    ? RESULTS[tableView.fared] || `${tableView.fared} of ${tableView.seats.length}`
    : winners.length === 1
      ? `${winners[0].seat.name} wins`
      : winners.length
        ? "A draw"
        : `${ranks[0].seat.name} loses`;
  const how = (seat, number) =>
    table.drawing?.fate?.(tableView.view, number, table.lines) ||
    (seat.fared === "won" || seat.fared === "drew" ? seat.fared : "");
  return h(
    "div",
    { class: "ending-veil", key: "ending" },
    h(
      "section",
      { class: "ending", "aria-label": "Result" },
      h(
        "header",
        {},
        h("h2", { tabindex: -1 }, heading),
        tableView.view?.outcome ? h("p", {}, tableView.view.outcome) : null,
      ),
      h(
        "div",
        { class: "ending-body" },
        h(
          "ol",
          { class: `ranks ${ranks.length > 4 ? "many" : ""}` },
          ranks.map(({ seat, number, place }) =>
            h(
              "li",
              { key: number, class: `rank ${seat.fared} ${number === tableView.you ? "own" : ""}` },
              h("b", {}, placed ? PLACES[place - 1] || `${place}th` : seat.fared === "won" ? icon("crown") : ""),
              seatMark(number),
              h(
                "span",
                { class: "rank-name", "data-place": `seat ${number}` },
                h("strong", {}, seat.name),
                ratingMark(tableView, number),
                number === tableView.you ? h("small", {}, "you") : null,
              ),
              h("span", { class: "rank-how" }, [how(seat, number), seat.payoff].filter(Boolean).join(", ")),
            ),
          ),
        ),
        again(tableView, table, own),
        h(
          "div",
          { class: "ending-ways" },
          h("a", { class: "button", href: `/r/${tableView.table}` }, icon("play"), "Replay"),
          h("button", { type: "button", onclick: () => table.showBoard(true) }, icon("eye"), "Show board"),
          tableView.tournament
            ? h("a", { class: "button", href: `/tournament/${tableView.tournament}` }, icon("crown"), "Tournament")
            : h("a", { class: "button", href: "/" }, "Other games"),
        ),
        table.review ? reviewCard(table.review, tableView) : null,
      ),
    ),
  );
}

/** Rematch panel: the request, who accepts, who declines. */
function again(tableView, table, own) {
  if (tableView.rematch)
    return h(
      "div",
      { class: "again alone" },
      h(
        "a",
        { class: "button primary", href: `/t/${tableView.rematch}` },
        icon("again"),
        own ? "Go to the rematch" : "Watch the rematch",
      ),
    );
  const request = tableView.rematch_wish;
  const answer = (label, yes, kind = "") =>
    h("button", { type: "button", class: kind, key: label, onclick: () => table.rematch(yes) }, label);
  if (!request)
    return own
      ? h(
          "div",
          { class: "again alone" },
          h(
            "button",
            { type: "button", class: "primary", onclick: () => table.rematch(true) },
            icon("again"),
            "Rematch",
          ),
        )
      : null;
  const mine = request.seat === tableView.you;
  const people = tableView.seats.map((seat, number) => ({ ...seat, number })).filter((seat) => seat.kind === "person");
  const { you } = tableView;
  const answered = (number) => request.agreed.includes(number) || request.declined.includes(number);
  const open = people.filter(({ number, here }) => here && number !== you && !answered(number));
  const gone = people.filter(({ number, here }) => !here && !request.agreed.includes(number));
  const alone = request.agreed.length === 1 && request.declined.length > 0 && !open.length;
  const text = alone
    ? `${listed(request.declined.map((seat) => nameOf(tableView, seat)))} declined.`
    : [
        open.length
          ? `${listed(open.map((seat) => seat.name))} ${open.length > 1 ? "have" : "has"} not answered yet.`
          : "",
        gone.length ? `${listed(gone.map((seat) => seat.name))} ${gone.length > 1 ? "have" : "has"} left.` : "",
        "The rematch and its clocks start when everyone is there.",
      ]
        .filter(Boolean)
        .join(" ");
  return h(
    "div",
    { class: "again", role: "status" },
    h(
      "div",
      {},
      h(
        "h3",
        {},
        seatMark(request.seat),
        mine ? "You asked for a rematch" : `${nameOf(tableView, request.seat)} asks for a rematch`,
      ),
      h("p", {}, text),
    ),
    own
      ? h(
          "div",
          { class: "again-ways" },
          mine
            ? [
                gone.length && !open.length && !alone ? answer("Start without them", true, "primary") : null,
                answer("Cancel request", false),
              ]
            : request.agreed.includes(tableView.you)
              ? answer("Cancel", false)
              : [
                  answer("Accept", true, "primary"),
                  request.declined.includes(tableView.you) ? null : answer("Decline", false),
                ],
        )
      : null,
    h(
      "ul",
      { class: "again-who" },
      people.map(({ number, name }) =>
        h(
          "li",
          {
            key: number,
            class: request.agreed.includes(number) ? "in" : request.declined.includes(number) ? "out" : "",
          },
          seatMark(number),
          name,
          request.agreed.includes(number) ? " ✓" : "",
        ),
      ),
    ),
  );
}
