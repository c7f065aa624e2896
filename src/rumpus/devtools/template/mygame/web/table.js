/** My Game: a pile that everybody climbs. The page Drawing of Rumpus's documentation says what a drawing gets and gives. */

import { h } from "/static/js/drawing.js";

export const asked = (view) => (view.pile.length ? `cover the ${view.pile.at(-1)}` : "play the first card");

/** What is: the pile, and everybody with their points. */
export function board(view, offers, tools) {
  return h(
    "div",
    { class: "mygame" },
    h(
      "ol",
      { class: "mygame-people", "aria-label": "Players" },
      view.seats.map((seat) => player(seat, tools)),
    ),
    h(
      "div",
      { class: "mygame-pile", "data-place": "pile" },
      h("p", { "data-essential": "news" }, view.pile.length ? "On the pile" : "Nothing is played yet."),
      view.pile
        .slice(-1)
        .map((card) =>
          h(
            "span",
            { key: card, class: "mygame-card", "data-fly": `card ${card}`, role: "img", "aria-label": `the ${card}` },
            card,
          ),
        ),
    ),
  );
}

function player({ seat, points, cards }, { person, colour, waiting }) {
  return h(
    "li",
    { key: seat, class: waiting.includes(seat) ? "acting" : "", style: { "--seat": colour(seat) } },
    person(seat),
    h(
      "span",
      { "data-essential": `health ${seat}`, "data-explain": "point", tabindex: 0 },
      `${points} ${points === 1 ? "point" : "points"}`,
    ),
    h("small", {}, `${cards} in hand`),
  );
}

/** What you can do: the hand. */
export function tray(view, offers, { reason, send, advised }) {
  if (!view.hand?.length) return null;
  return h(
    "section",
    { class: "mygame-hand", "aria-label": "Your cards", "data-essential": "hand" },
    view.hand.map((card, place) => {
      const offer = offers.find(({ words }) => words === `play ${card}`);
      return h(
        "button",
        {
          key: card,
          type: "button",
          class: `mygame-card ${advised(offer) ? "advised" : ""}`,
          "data-name": `card ${card}`,
          "data-spot": "",
          "data-home": place ? null : "",
          "data-fly": `card ${card}`,
          "data-says": offer ? offer.explanation : null,
          "data-no": offer ? null : reason(`play ${card}`) || null,
          "aria-disabled": offer ? null : "true",
          onclick: () => offer && send(offer),
        },
        card,
      );
    }),
  );
}
