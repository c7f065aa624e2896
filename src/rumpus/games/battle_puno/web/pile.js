/** The middle of the table: deck, discard pile with the current colour, earlier cards, pool. */

import { h, icon } from "/static/js/drawing.js";
import * as art from "./art.js";
import { back, face, isNumber, mini, shape, topicOf } from "./cards.js";
import { news, trail } from "./plays.js";

export function middle(view, offers, found, facts, tools) {
  return h(
    "div",
    { class: "bp-middle" },
    h("div", { class: "bp-left" }, before(found, tools), deck(view, offers, tools)),
    pile(view, found, tools),
    h("div", { class: "bp-right" }, fits(view), pool(view, offers, facts)),
  );
}

function before(found, tools) {
  const cards = trail(found);
  if (!cards.length) return null;
  return h(
    "ol",
    { class: "bp-trail", "aria-label": "Cards played before", "data-figure": "" },
    cards.map(({ seat, card, note }, at) =>
      h(
        "li",
        { key: at, "aria-label": `${seat === null ? "starting card" : tools.names[seat]}: ${card}` },
        h("span", { class: "bp-mini" }, mini(card)),
        h("span", { class: "bp-by" }, seat === null ? null : tools.mark(seat), h("small", {}, note || "·")),
      ),
    ),
  );
}

function deck(view, offers, { send, coarse }) {
  const draw = coarse ? null : offers.find(({ words }) => words === "draw" || words === "take");
  const inside = [
    h("span", { class: `bp-stack ${view.deck ? "" : "empty"}` }, view.deck ? back() : null),
    h("small", {}, `${view.deck} left`),
  ];
  const props = { class: "bp-deck", "data-place": "deck", "data-name": "deck" };
  if (!draw)
    return h("div", { ...props, key: "deck", role: "img", "aria-label": `Deck, ${view.deck} cards left` }, inside);
  return h(
    "button",
    {
      ...props,
      key: "deck to press",
      type: "button",
      "data-spot": "",
      "aria-label": `${draw.says}. ${draw.explanation}`,
      onclick: () => send(draw),
    },
    inside,
  );
}

function pile(view, found, tools) {
  const { viewer, story } = tools;
  const laid = story.filter(({ kind }) => kind === "played" || kind === "turned_up");
  const by = laid.at(-1)?.facts.seat ?? null;
  const text = news(found, tools);
  return h(
    "div",
    { class: `bp-centre hue-of-${view.colour} ${view.direction === "clockwise" ? "cw" : "ccw"}`, key: "centre" },
    h(
      "span",
      {
        class: "bp-pile",
        "data-figure": "",
        "data-name": "pile",
        "data-explain": topicOf(view.table),
        "data-meet": isNumber(view.table) ? null : topicOf(view.table),
        tabindex: 0,
        role: "img",
        "aria-label": `On the pile: ${view.table}. Current colour: ${view.colour}${view.symbol ? ` or ${view.symbol}` : ""}. Play goes ${view.direction}.`,
      },
      icon("0 0 200 200", art.TURN, { class: "bp-turn" }),
      h(
        "span",
        {
          class: "bp-top",
          key: `top ${laid.length} ${view.table}`,
          "data-fly": `top ${laid.length}`,
          "data-from": by === null ? "deck" : by === viewer ? `hand ${view.table}` : `seat ${by}`,
        },
        face(view.table),
      ),
    ),
    h(
      "p",
      {
        class: `bp-news ${view.penalty && view.on === viewer ? "mine" : ""}`,
        "data-essential": "news",
        "data-name": "news",
        "data-meet": view.penalty ? "penalty" : null,
      },
      text || "The cards are dealt.",
    ),
  );
}

/** What may be played on the pile; under a penalty, the colour of possible answers. */
function fits(view) {
  const free = !view.penalty;
  const words = free && view.symbol ? `${view.colour}, any ${view.symbol}` : view.colour;
  return h(
    "p",
    { class: "bp-fits", "data-name": "fits", "data-figure": "" },
    shape(view.colour),
    h(
      "span",
      {},
      h("small", {}, free ? "Playable now" : "Current colour"),
      h("strong", {}, words, free ? h("span", { class: "bp-black" }, ", black") : null),
    ),
  );
}

function pool(view, offers, facts) {
  if (view.pool === undefined) return null;
  const then = facts?.pool !== undefined && facts.pool !== view.pool ? facts.pool : null;
  const pays = offers.some(({ forecast }) => forecast.pays);
  return h(
    "p",
    {
      class: `bp-pool ${view.pool >= 20 ? "hot" : ""}`,
      "data-name": "pool",
      "data-figure": "",
      "data-explain": "pool",
      "data-meet": view.pool ? "pool" : null,
      tabindex: 0,
      "aria-label": `Damage pool: ${view.pool}`,
    },
    h("span", { class: "bp-bomb" }, icon("0 -28 112 144", art.BOMB), h("b", {}, view.pool)),
    then === null
      ? h("small", {}, pays ? "paid if you draw" : "damage pool")
      : h("strong", { class: "bp-then" }, `→ ${then}`),
  );
}
