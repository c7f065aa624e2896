/** The tray: hand or question, an explanation of the selection, and the button. */

import { h } from "/static/js/drawing.js";
import { PORTRAITS, SYMBOLS } from "./art.js";
import { aloud, dress, flight, front, parse, preview, remarks, symbol, tribe } from "./cards.js";

const FROM_HAND = "choose a card of your hand";
const FROM_CARDS = "choose one of the cards shown";

/** The selected card or answer; reset at each decision. */
function lifted(view, state) {
  const at = `${view.turn} ${view.question?.by || ""} ${view.question?.prompt || ""}`;
  if (state.at !== at) Object.assign(state, { at, chosen: "", over: "", peek: false });
  return state.over || state.chosen;
}

export function tray(view, offers, tools) {
  const { question } = view;
  const { state } = tools;
  const mine = offers.length > 0;
  const asks = mine && question && question.prompt !== FROM_HAND;
  lifted(view, state);
  const things =
    asks && !state.peek ? (question.prompt === FROM_CARDS ? shownCards(offers) : []) : handCards(view, offers, tools);
  const answers = asks && !state.peek && question.prompt !== FROM_CARDS;
  const key = lifted(view, state);
  const held = answers ? answerOf(offers, key) : things.find((one) => one.key === key);
  return h(
    "section",
    { class: `cw-tray ${mine ? "" : "resting"} ${asks ? "asking" : ""}`, "aria-label": "Your hand" },
    answers ? answerList(offers, tools) : cardList(things, asks, tools),
    h(
      "div",
      { class: "cw-commit" },
      reading(view, held, answers, mine, tools),
      commit(
        view,
        offers,
        asks,
        answers ? answerOf(offers, state.chosen) : things.find((one) => one.key === state.chosen),
        tools,
      ),
    ),
  );
}

/** The cards of the hand, each with its offer if it has one. */
function handCards(view, offers, { viewer }) {
  const seen = new Map();
  const choosing = offers.length > 0 && (!view.question || view.question.prompt === FROM_HAND);
  return view.seats[viewer].hand.map((entry, place) => {
    const name = flight(entry.card);
    const number = (seen.get(name) || 0) + 1;
    seen.set(name, number);
    const offer = choosing ? offers.find((one) => one.move === place) || null : null;
    const no = offer
      ? ""
      : (entry["why not"] || (choosing && view.question ? "This card is not one of the choices." : "")).replace(
          / \([A-Z]+-\d+\)/,
          "",
        );
    return {
      key: `${name} ${number}`,
      card: parse(entry.card),
      entry,
      offer,
      no,
      name: entry.card,
      fly: `card ${viewer} ${name}${number === 1 ? "" : ` ${number}`}`,
    };
  });
}

const shownCards = (offers) =>
  offers.map((offer) => ({
    key: offer.words,
    card: parse(offer.words),
    entry: {},
    offer,
    no: "",
    name: offer.words,
    fly: `card offer ${flight(offer.words)}`,
  }));

const answerOf = (offers, key) => {
  const offer = offers.find(({ words }) => words === key);
  return offer ? { key, offer } : undefined;
};

/** Listeners: hovering explains, a press selects, a second press plays. */
function lifting(one, { state, redraw, send, coarse }) {
  const hover = (over) => {
    if (state.over === over) return;
    state.over = over;
    redraw();
  };
  return {
    onpointerenter: coarse ? null : () => hover(one.key),
    onpointerleave: coarse ? null : () => hover(""),
    onclick: () => {
      if (one.offer && state.chosen === one.key) return send(one.offer);
      Object.assign(state, { chosen: one.key });
      redraw();
    },
  };
}

function cardList(things, asks, tools) {
  const { state, advised, topic, viewer, sent } = tools;
  const home = things.findIndex((one) => one.offer);
  const choosing = home >= 0;
  const size = things.length <= 5 ? "few" : things.length <= 10 ? "some" : "many";
  return h(
    "ul",
    {
      class: `cw-hand ${asks ? "offered" : "own"} ${size} ${things.length > 11 ? "crowd" : ""}`,
      style: { "--count": Math.max(4, things.length) },
      "data-essential": "hand",
      "data-place": asks ? null : `hand ${viewer}`,
      "aria-label": asks ? "Cards to choose from" : "Your hand",
    },
    things.map((one, place) => {
      const { card, entry, offer, no } = one;
      const seen = preview(card, offer?.forecast);
      return h(
        "li",
        { key: one.key, "data-fly": one.fly, "data-from": "deck" },
        h(
          "button",
          {
            type: "button",
            class: `${dress(card)} ${offer ? "playable" : choosing || no ? "greyed" : "idle"} ${state.chosen === one.key ? "chosen" : ""} ${advised(offer) ? "advised" : ""}`,
            "data-spot": "",
            "data-home": place === home ? "" : null,
            "data-name": one.name,
            "data-meet": card.type || card.witch ? null : card.name,
            "data-explain": offer || card.witch ? null : card.name,
            "data-no": no || null,
            "aria-disabled": offer && !sent ? null : "true",
            "aria-pressed": offer ? String(state.chosen === one.key) : null,
            "aria-label": [aloud(card), seen?.detail, card.witch ? topic(card.name)?.text || entry.text : "", no]
              .filter(Boolean)
              .join(". ")
              .replaceAll("..", "."),
            ...lifting(one, tools),
          },
          front(card, entry, offer?.forecast, topic(card.name)),
        ),
      );
    }),
    things.length ? null : h("li", { key: "none", class: "cw-none" }, "No cards: a Militia fights for you."),
  );
}

function answerList(offers, tools) {
  const { state, advised } = tools;
  return h(
    "ul",
    { class: `cw-answers ${offers.length > 8 ? "many" : ""}`, "data-essential": "hand", "aria-label": "Answers" },
    offers.map((offer, place) => {
      const { words } = offer;
      const mark = SYMBOLS[words]
        ? h("span", { class: `cw-token type-${words.toLowerCase()}` }, symbol(words))
        : PORTRAITS[words]
          ? tribe(words)
          : null;
      return h(
        "li",
        { key: offer.move },
        h(
          "button",
          {
            type: "button",
            class: `cw-answer ${state.chosen === words ? "chosen" : ""} ${advised(offer) ? "advised" : ""}`,
            "data-spot": "",
            "data-home": place ? null : "",
            "data-name": words,
            "aria-pressed": String(state.chosen === words),
            ...lifting({ key: words, offer }, tools),
          },
          mark,
          offer.says,
        ),
      );
    }),
  );
}

/** Explains the selection, or the question if there is none. */
function reading(view, held, answers, mine, { topic, sent }) {
  const { question } = view;
  if (held?.card) {
    const { card, entry, offer, no } = held;
    const text = offer
      ? offer.explanation
      : card.witch
        ? topic(card.name)?.text || entry.text
        : topic(card.name)?.text || "";
    return h(
      "p",
      { class: "cw-reading", "aria-live": "polite" },
      h("strong", {}, `${card.type ? `${card.type} ` : ""}${card.name}${card.level ? `, level ${card.level}` : ""}.`),
      " ",
      no ? h("b", { class: "cw-why" }, `${no} `) : null,
      text,
      " ",
      remarks(card, entry),
    );
  }
  if (question && mine)
    return h(
      "p",
      { class: "cw-reading" },
      h("strong", {}, `${question.by}.`),
      " ",
      topic(question.by)?.text || question.text,
    );
  if (!mine) return h("p", { class: "cw-reading" }, sent ? "Sending your card …" : "Tap a card to read it.");
  return h(
    "p",
    { class: "cw-reading" },
    h("strong", {}, "Choose a card."),
    " Each card shows its odds and what losing costs. Tap for details.",
  );
}

/** "Send the level 5 Fire Wolf" without the words on the card. */
const brief = (words) => words.replace(/ level \d+( (?:Ancient|Fire|Nightmare|Holy)\b)?/, "");

function commit(view, offers, asks, chosen, { main, way, state, redraw, sent }) {
  if (!offers.length) return null;
  const offer = chosen?.offer || null;
  const { card } = chosen || {};
  const seen = card ? preview(card, offer?.forecast) : null;
  const label = !offer
    ? view.question
      ? "Choose"
      : "Choose a card"
    : view.question
      ? offer.says
      : card.witch
        ? "Send her"
        : brief(offer.says);
  const detail = !offer ? (asks ? "tap an answer" : "tap one") : !view.question && seen ? seen.detail : "";
  return h(
    "div",
    { class: `cw-buttons ${asks ? "two" : ""}` },
    asks
      ? way(state.peek ? "Question" : "My hand", "", null, {
          onclick: () => {
            Object.assign(state, { peek: !state.peek, chosen: "", over: "" });
            redraw();
          },
        })
      : null,
    main(sent ? "Sending …" : label, detail, offer, { "data-name": "send" }),
  );
}

export const prompt = (view) =>
  view.question ? `${view.question.by}: ${view.question.prompt}` : "Choose a card for the duel.";
