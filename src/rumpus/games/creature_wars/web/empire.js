/** An Empire: castle, health and the known part of its hand. */

import { h } from "/static/js/drawing.js";
import { CREST } from "./art.js";
import { aloud, dress, flight, front, parse } from "./cards.js";

const hpWords = (hp) => (hp < 0 ? `${-hp} HP below 0` : `${hp} HP`);

export function realm(view, seat, duel, where, tools) {
  const own = view.seats[seat];
  const most = Math.max(1, ...view.seats.map((one) => Math.max(one.hp, one["full hp"] || 0)));
  const part = (hp) => `${Math.max(0, Math.min(100, (100 * hp) / most))}%`;
  const lost = duel?.hurt[seat] || 0;
  const plain = `${own.won} ${own.won === 1 ? "duel" : "duels"} won, ${own.lost} lost`;
  return h(
    "section",
    {
      key: `empire ${seat}`,
      class: `cw-realm ${where} ${tools.waiting.includes(seat) ? "turn" : ""}`,
      "aria-label": `Empire of ${tools.names[seat]}`,
      "data-place": `empire ${seat}`,
      "data-realm": seat,
      style: { "--seat": tools.colour(seat) },
    },
    h(
      "svg",
      { class: "cw-castle", viewBox: "0 0 80 66", "aria-hidden": "true" },
      h("path", { d: CREST }),
      h("path", { class: "door", d: "M33 62V48c0-9 14-9 14 0v14z" }),
    ),
    tools.person(seat),
    h(
      "div",
      {
        class: `cw-hp ${own.hp < most * 0.3 ? "low" : ""}`,
        role: "meter",
        "data-essential": `health ${seat}`,
        "data-name": `health ${seat}`,
        "aria-label": `HP of ${tools.names[seat]}`,
        "aria-valuemin": 0,
        "aria-valuemax": most,
        "aria-valuenow": Math.max(0, Math.min(most, own.hp)),
        "aria-valuetext": hpWords(own.hp),
      },
      lost ? h("i", { class: "lost", style: { width: part(own.hp + lost) } }) : null,
      h("i", { style: { width: part(own.hp) } }),
      h("b", {}, hpWords(own.hp)),
    ),
    h(
      "small",
      { class: "cw-record" },
      own["skips this turn"] ? "sits out this turn" : lost ? `lost ${lost} in the last duel` : plain,
    ),
  );
}

/** The opponent's hand: known cards face up, the others face down. */
export function otherHand(view, seat, tools) {
  const { names, called, state, redraw, viewer, topic } = tools;
  const { hand, cards } = view.seats[seat];
  const known = hand.filter((entry) => entry.card !== "?").length;
  const name = called[seat];
  const seen = new Map();
  const words = `${cards} ${cards === 1 ? "card" : "cards"}${known ? `, you know ${known === cards ? "all" : known}` : ""}`;
  const sorted = hand
    .map((entry, place) => ({ entry, place }))
    .sort((a, b) => Number(a.entry.card !== "?") - Number(b.entry.card !== "?"));
  return h(
    known ? "button" : "div",
    {
      key: `hand ${seat}`,
      type: known ? "button" : null,
      class: "cw-other",
      "data-place": `hand ${seat}`,
      "data-name": `hand ${seat}`,
      "data-spot": known && viewer !== null ? "" : null,
      role: known ? null : "img",
      "aria-label": `Hand of ${names[seat]}: ${words}${known ? ". Show the known ones." : ""}`,
      onclick: known
        ? () => {
            state.open = state.open === `hand ${seat}` ? "" : `hand ${seat}`;
            redraw();
          }
        : null,
    },
    h(
      "span",
      { class: "cw-fan", "aria-hidden": "true" },
      sorted.map(({ entry, place }) => {
        if (entry.card === "?")
          return h(
            "span",
            { key: `back ${place}`, class: "cw-held", "data-fly": `back ${seat} ${place}`, "data-from": "deck" },
            h("span", { class: "cw-back" }),
          );
        const key = flight(entry.card);
        const number = (seen.get(key) || 0) + 1;
        seen.set(key, number);
        const card = parse(entry.card);
        return h(
          "span",
          {
            key: `${key} ${number}`,
            class: "cw-held known",
            "data-fly": number === 1 ? `card ${seat} ${key}` : `card ${seat} ${key} ${number}`,
            "data-from": "deck",
          },
          h("span", { class: dress(card) }, front(card, entry, null, topic(card.name))),
        );
      }),
    ),
    h("small", { class: "cw-count" }, h("span", {}, `${name}’s hand: `), words),
  );
}

/** A card of an opened pile or hand. */
export function openedCard(text, note, key, { topic }, entry = {}) {
  if (text === "?")
    return h(
      "li",
      { key },
      h("span", { class: "cw-back", role: "img", "aria-label": "an unknown card" }),
      note ? h("small", {}, note) : null,
    );
  const card = parse(text);
  return h(
    "li",
    { key },
    h(
      "span",
      {
        class: `${dress(card)} looked`,
        tabindex: 0,
        "data-explain": card.name,
        role: "img",
        "aria-label": `${aloud(card)}${note ? `, ${note}` : ""}`,
      },
      front(card, entry, null, topic(card.name)),
    ),
    note ? h("small", {}, note) : null,
  );
}
