/** Pigeons: the square, a crumb on it, and whoever lands hardest. */

import { h, icon } from "/static/js/drawing.js";
import { CRUMB, pigeon } from "./art.js";

export const asked = (view) => `bid a card for the crumb of ${view.crumb}`;

export const title = (view) => (view.crumb ? `a crumb of ${view.crumb}` : "");

/** The square and who sits on it: what is. */
export function board(view, offers, tools) {
  const last = lastRound(tools.story);
  tools.after((root) => flap(root, tools));
  return h(
    "div",
    { class: "pg" },
    h(
      "ol",
      { class: "pg-birds", "aria-label": "Pigeons" },
      view.seats.map((seat) => bird(seat, last, tools)),
    ),
    h(
      "div",
      { class: "pg-middle", "data-place": "square" },
      view.crumb
        ? [
            icon("0 0 64 56", CRUMB, { class: "pg-crumb" }),
            h(
              "p",
              { "data-explain": "crumb", "data-meet": "crumb", tabindex: 0 },
              "A crumb of ",
              h("strong", {}, view.crumb),
            ),
          ]
        : h("p", {}, "Not a crumb is left."),
      h(
        "p",
        { class: "pg-news", "data-essential": "news" },
        last.eater === null ? "No card has been played yet." : `Played so far: ${view.gone.join(", ")}`,
      ),
    ),
  );
}

/** The hand: what you can do. */
export function tray(view, offers, tools) {
  return view.hand?.length ? hand(view, offers, tools) : null;
}

/** What was shown in the round before, by seat, and who ate; put together from the story. */
function lastRound(story) {
  const shown = new Map();
  let eater = null;
  for (const { kind, facts } of story) {
    if (kind === "showed" && eater !== null) {
      shown.clear();
      eater = null;
    }
    if (kind === "showed") shown.set(facts.seat, facts.card);
    if (kind === "ate") eater = facts.seat;
  }
  return { shown, eater };
}

function bird({ seat, crumbs, cards }, { shown, eater }, { person, colour, waiting }) {
  const ate = eater === seat;
  return h(
    "li",
    {
      key: seat,
      class: `pg-bird ${waiting.includes(seat) ? "acting" : ""}`,
      "data-bird": seat,
      style: { "--seat": colour(seat) },
    },
    icon("0 0 120 110", pigeon(ate), { class: "pg-pigeon" }),
    person(seat),
    h(
      "span",
      { "data-essential": `health ${seat}` },
      `${crumbs} ${crumbs === 1 ? "crumb" : "crumbs"}`,
      h("small", {}, ` · ${cards} in hand`),
    ),
    shown.has(seat)
      ? h(
          "span",
          {
            key: `shown ${shown.get(seat)}`,
            class: `pg-card shown ${ate ? "ate" : ""}`,
            "data-fly": `card ${shown.get(seat)}`,
            "data-from": `seat ${seat}`,
            role: "img",
            "aria-label": `showed ${shown.get(seat)}${ate ? " and ate" : ""}`,
          },
          shown.get(seat),
        )
      : null,
  );
}

function hand(view, offers, { reason, send, advised }) {
  return h(
    "section",
    { class: "pg-hand", "aria-label": "Your cards", "data-essential": "hand" },
    view.hand.map((card, place) => {
      const offer = offers.find(({ words }) => words === `play ${card}`);
      const sealed = view.bid === card;
      return h(
        "button",
        {
          key: card,
          type: "button",
          class: `pg-card ${sealed ? "sealed" : ""} ${advised(offer) ? "advised" : ""}`,
          "data-name": `card ${card}`,
          "data-spot": "",
          "data-home": place ? null : "",
          "data-fly": `card ${card}`,
          "data-no": offer ? null : reason(`play ${card}`) || null,
          "aria-disabled": offer ? null : "true",
          "aria-label": `${card}${sealed ? ", your bid" : ""}`,
          onclick: () => offer && send(offer),
        },
        card,
        sealed ? h("small", {}, "your bid") : null,
      );
    }),
  );
}

/** Whoever has eaten just now is told so where it sits. */
function flap(root, { lines, motion }) {
  for (const { kind, facts } of lines) {
    if (kind !== "ate") continue;
    const eater = root.querySelector(`[data-bird="${facts.seat}"]`);
    motion.flash(eater);
    motion.floatWord(eater, `+${facts.crumb}`, "good");
  }
}
