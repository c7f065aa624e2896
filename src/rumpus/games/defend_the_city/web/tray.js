/** The tray: two dials with their forecast, or the choice to keep a strike. */

import { h } from "/static/js/drawing.js";
import { KINDS, chance, fighters, shield, sword } from "./scene.js";

const SCORES = [0, 1, 2, 3, 4, 5];
export const isPair = (offer) => /^\d\/\d$/.test(offer.words);

/** The selected pair; starts with medium values. */
export function picked(state) {
  state.offense ??= 3;
  state.defense ??= 2;
  return { offense: state.offense, defense: state.defense };
}

export function dials(view, offers, tools) {
  const { state, main } = tools;
  const pick = picked(state);
  const offer = offers.find((one) => one.words === `${pick.offense}/${pick.defense}`);
  const facts = offer?.forecast || {};
  const last = facts.leaves <= 0 ? "your last action against this enemy" : "";
  return h(
    "section",
    { class: "dc-tray choosing", "aria-label": "Your Offense and Defense" },
    h(
      "div",
      { class: "dc-dials", "data-essential": "moves" },
      dial("offense", "Offense", "how hard you strike", sword, offers, tools),
      dial("defense", "Defense", "how well you guard", shield, offers, tools),
    ),
    h("div", { class: "dc-forecast", "data-name": "forecast" }, forecast(view, pick, facts, tools)),
    h(
      "div",
      { class: "dc-commit" },
      h(
        "p",
        {},
        "costs ",
        h("strong", {}, facts.costs),
        h("span", {}, " leaves "),
        h("strong", { class: last ? "spent" : "" }, facts.leaves),
        last ? h("small", {}, last) : null,
      ),
      main(`Reveal ${pick.offense} / ${pick.defense}`, `costs ${facts.costs}, leaves ${facts.leaves}`, offer, {
        "data-name": "show",
      }),
    ),
  );
}

function dial(what, label, does, drawn, offers, { state, redraw, advised }) {
  const chosen = state[what];
  const lit = offers.find(advised)?.words.split("/")[what === "offense" ? 0 : 1];
  return h(
    "div",
    { class: `dc-dial ${what}`, role: "radiogroup", "aria-label": label, key: what },
    h(
      "span",
      { class: "dc-dial-name" },
      drawn(),
      h("strong", { "data-explain": label, "data-meet": label, tabindex: 0 }, label),
      h("small", {}, does),
    ),
    h(
      "div",
      { class: "dc-steps" },
      SCORES.map((score) =>
        h(
          "button",
          {
            type: "button",
            key: score,
            role: "radio",
            class: `dc-step ${score === chosen ? "chosen" : ""} ${score < chosen ? "below" : ""} ${lit === String(score) ? "advised" : ""}`,
            "aria-checked": score === chosen ? "true" : "false",
            "aria-label": `${label} ${score}`,
            "data-spot": "",
            "data-home": what === "offense" && score === chosen ? "" : null,
            "data-set": `${what} ${score}`,
            "data-name": `${what} ${score}`,
            onclick: () => {
              state[what] = score;
              redraw();
            },
          },
          score,
        ),
      ),
    ),
  );
}

/** Forecast: exact probabilities against the built-in enemies, else the result of each answer. */
function forecast(view, pick, facts, { viewer }) {
  const foe = fighters(view)[viewer === 1 ? 0 : 1];
  if (facts.slays !== undefined)
    return [
      h(
        "strong",
        { class: "dc-if" },
        foe.stamina <= 0
          ? `If you reveal ${pick.offense} / ${pick.defense} now`
          : `If you reveal ${pick.offense} / ${pick.defense} to a ${KINDS[foe.kind]?.[0] || "fighter"}`,
      ),
      outcome(facts),
      h(
        "small",
        { class: "dc-rule" },
        `${Math.round(100 / view.die)} % for each point of Offense above the other's Defense. The higher Offense strikes first.`,
      ),
    ];
  const row = (title, percents) =>
    h(
      "div",
      { class: "dc-odds", key: title },
      h("small", {}, title),
      percents.map((percent, score) =>
        h("span", { key: score }, h("b", {}, `${percent} %`), h("small", {}, `at ${score}`)),
      ),
    );
  return [
    row(
      "Your chance to hit if their Defense is 0 to 5",
      SCORES.map((score) => chance(pick.offense, score, view.die)),
    ),
    row(
      "Their chance to hit if their Offense is 0 to 5",
      SCORES.map((score) => chance(score, pick.defense, view.die)),
    ),
  ];
}

const PARTS = [
  ["slays", "you slay"],
  ["both", "both fall"],
  ["stands", "both stand"],
  ["falls", "you fall"],
];

/** One bar of all outcomes, and the same in words. */
export function outcome(facts) {
  const parts = PARTS.map(([name, words]) => ({ name, words, percent: Math.round(100 * facts[name]) })).filter(
    ({ percent }) => percent > 0,
  );
  return [
    h(
      "span",
      { class: "dc-outcome", "aria-hidden": "true" },
      parts.map(({ name, percent }) =>
        h("i", { key: name, class: name, style: { "flex-grow": percent } }, percent >= 5 ? percent : ""),
      ),
    ),
    h(
      "span",
      { class: "dc-legend" },
      parts.map(({ name, words, percent }) =>
        h("span", { key: name }, h("i", { class: name }), h("b", {}, `${percent} %`), ` ${words}`),
      ),
    ),
  ];
}

const ANSWERS = { keep: [sword, "Strike"], forfeit: [shield, "Hold back"] };

/** Choice to keep or give up one's strike, each with its outcome. */
export function reaction(view, offers, tools) {
  const own = fighters(view)[tools.viewer === 1 ? 1 : 0];
  const [mine] = own.scores.split("/");
  return h(
    "section",
    { class: "dc-tray reacting", "aria-label": "Strike or hold back", "data-essential": "moves" },
    offers.map((offer) => {
      const [drawn, label] = ANSWERS[offer.words];
      return h(
        "button",
        {
          key: offer.words,
          type: "button",
          class: `dc-answer ${offer.words} ${tools.advised(offer) ? "advised" : ""}`,
          "data-spot": "",
          "data-home": offer.words === "keep" ? "" : null,
          "data-answer": offer.words,
          "data-name": offer.words,
          "data-essential": offer.words === "keep" ? "button" : null,
          "data-meet": offer.words === "forfeit" ? "Forfeit" : null,
          "data-called": offer.words === "forfeit" ? label : null,
          "aria-label": `${label}${offer.words === "keep" ? ` ${mine}` : ""}. ${offer.explanation}`,
          onclick: () => tools.send(offer),
        },
        h(
          "span",
          { class: "dc-answer-head" },
          drawn(),
          h("strong", {}, offer.words === "keep" ? `${label} ${mine}` : label),
          h("small", {}, `costs ${offer.forecast.costs}, leaves ${offer.forecast.leaves}`),
        ),
        outcome(offer.forecast),
      );
    }),
  );
}
