/** The cats to choose from, before the first round: what each can do, and how it fares against the others. */

import { h } from "/static/js/drawing.js";
import { ABILITIES, BREEDS, portrait } from "./signs.js";

/** Win rates from which a match-up is shown as good or bad. */
const [GOOD, BAD] = [0.55, 0.45];

const percent = (rate) => Math.round(100 * rate);
const look = (rate) => (rate >= GOOD ? "good" : rate <= BAD ? "bad" : "");

export function cats(offers, tools) {
  const { state, redraw, main, advised } = tools;
  const chosen = offers.find((offer) => offer.words === state.pick);
  return [
    h(
      "div",
      { class: "cb-pick", role: "group", "aria-label": "Pick a cat", "data-essential": "hand" },
      offers.map((offer) => {
        const breed = breedOf(offer);
        const { forecast } = offer;
        return h(
          "button",
          {
            key: offer.words,
            type: "button",
            class: `cb-choice ${chosen === offer ? "chosen" : ""} ${advised(offer) ? "advised" : ""}`,
            "aria-pressed": String(chosen === offer),
            "data-spot": "",
            "data-pick": offer.words,
            "data-name": offer.words,
            onclick: () => {
              state.pick = offer.words;
              redraw();
            },
          },
          portrait(breed, chosen === offer ? "happy" : "calm"),
          h(
            "span",
            { class: "cb-about" },
            h("strong", {}, BREEDS[breed], " ", h("b", { class: "cb-start" }, `${forecast.to} HP`)),
            h("small", {}, h("b", {}, `${ABILITIES[breed]}. `), tools.topic(ABILITIES[breed])?.text),
          ),
          forecast.wins ? bar(forecast.wins) : null,
        );
      }),
    ),
    h(
      "div",
      { class: "cb-commit" },
      chosen ? detail(chosen, tools) : null,
      fares(chosen || offers[0], chosen),
      main(
        chosen ? `Pick the ${BREEDS[breedOf(chosen)]}` : "Choose a cat",
        chosen ? "everyone picks in secret" : "",
        chosen,
      ),
    ),
  ];
}

const breedOf = (offer) =>
  Math.max(
    0,
    BREEDS.findIndex((name) => name.toLowerCase() === offer.words),
  );

/** HP and ability of the chosen cat, where a card has no room for them. */
function detail(offer, tools) {
  const ability = ABILITIES[breedOf(offer)];
  return h(
    "p",
    { class: "cb-detail", "aria-live": "polite" },
    h("b", {}, `${offer.forecast.to} HP. ${ability}. `),
    tools.topic(ability)?.text,
  );
}

/** Wins against all other cats together. */
function bar({ rate }) {
  return h(
    "span",
    { class: `cb-wins ${look(rate)}`, role: "img", "aria-label": `Wins ${percent(rate)} % of bot games` },
    h("i", { style: { width: `${percent(rate)}%` } }),
    h("b", {}, `wins ${percent(rate)} %`),
  );
}

/** The chosen cat against each other one. Other rules than the measured ones have no figures. */
function fares({ forecast }, chosen) {
  const { against, bots } = forecast;
  if (!against) return null;
  const wide = Math.max(...against.map(({ low, high }) => Math.ceil(50 * (high - low))));
  const games = Math.min(...against.map((rate) => rate.games));
  const basis = `Games between ${bots} bots: ${games.toLocaleString("en")} or more per pair, ± ${wide} % or less.`;
  return h(
    "div",
    { class: "cb-fares" },
    chosen
      ? h(
          "ul",
          { "aria-label": `Wins of the ${BREEDS[breedOf(chosen)]} against each` },
          against.map(({ cat, rate }) =>
            h(
              "li",
              { key: cat, class: look(rate), title: cat },
              portrait(BREEDS.indexOf(cat), "calm"),
              h("span", { class: "unseen" }, `${cat}: `),
              h("b", {}, `${percent(rate)} %`),
            ),
          ),
        )
      : h("p", {}, "Choose a cat to see its chances against each other one."),
    h("small", {}, basis),
  );
}
