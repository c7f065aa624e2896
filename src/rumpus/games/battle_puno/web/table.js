/** Battle Puno: cards that fly, a pool that ticks, and whose turn it is all round the table. */

import { icon, inSight } from "/static/js/drawing.js";
import * as art from "./art.js";

const { COLOURS, hueOf, signOf, title } = art;

/** Everything is on the board. */
export const tray = () => null;

export function asked(view) {
  if (view.stage === "answer") return `answer the penalty of ${view.penalty}, or take it`;
  if (view.stage === "drawn") return "play the card you have drawn, or keep it";
  const match = view.symbol ? `${view.colour} or ${view.symbol}` : view.colour;
  return `play ${match} or a black card, or draw`;
}

// --- the faces ---

const topicOf = (name) => (signOf(name) === "0" ? "zero" : /^\d$/.test(signOf(name)) ? "number" : signOf(name));
const face = (name) => icon("0 0 100 150", art.face(name), { class: "bp-face" });
const back = () => icon("0 0 100 150", art.BACK, { class: "bp-face" });
const shapeIcon = (colour) => icon("0 0 24 24", art.badge(colour), { class: "bp-shape" });

// --- the table ---

export function board(view, offers, tools) {
  const { send } = tools;
  const { h, state } = tools;
  const played = tools.lines.filter((line) => line.kind === "played" || line.kind === "turned_up").at(-1);
  if (played) state.throw = { number: (state.throw?.number || 0) + 1, seat: played.facts.seat ?? null };
  if (!offers.length) state.open = "";
  const others = seatsAround(view, tools);
  tools.after((root) => happen(root, tools));
  return h(
    "div",
    { class: `bp ${view.direction === "clockwise" ? "cw" : "ccw"}` },
    h(
      "ol",
      { class: "bp-others", "aria-label": `Players, ${view.direction}` },
      others.map((seat) => player(view, seat, tools)),
    ),
    middle(view, offers, send, tools),
    tools.viewer === null ? null : own(view, offers, send, tools),
  );
}

/** Whoever comes after the viewer first, round the table; onlookers see everyone. */
function seatsAround(view, { viewer }) {
  const all = view.seats.map((seat) => seat.seat);
  return viewer === null ? all : [...all.slice(viewer + 1), ...all.slice(0, viewer)];
}

function player(view, number, tools) {
  const { h, names, mark, colour } = tools;
  const seat = view.seats[number];
  const shown = Math.min(seat.cards, 12);
  const known = seat.known || [];
  return h(
    "li",
    { class: `bp-player ${view.on === number ? "on" : ""} ${seat.in ? "" : "out"}`, key: number, "data-seat": number, style: { "--seat": colour(number) } },
    h("span", { class: "bp-who" }, mark(number), h("strong", {}, names[number]), view.on === number ? h("em", {}, "on turn") : null, !seat.in ? h("em", {}, "out") : null),
    h(
      "span",
      {
        class: "bp-fan",
        "data-place": `fan ${number}`,
        role: "img",
        tabindex: known.length ? 0 : null,
        "aria-label": known.length ? `${seat.cards} cards, of which you know ${known.join(", ")}` : `${seat.cards} cards`,
        "data-explain": known.length ? "Cards you know" : null,
        "data-says": known.length ? known.join(", ") : null,
      },
      seat.hand
        ? seat.hand.slice(0, 12).map((name, at) => h("span", { class: "bp-mini", key: at, style: lean(at, Math.min(seat.hand.length, 12)) }, face(name)))
        : Array.from({ length: shown }, (_, at) => h("span", { class: "bp-mini", key: at, "data-fly": `back ${number} ${at}`, "data-from": "deck", style: lean(at, shown) }, known[at] ? face(known[at]) : back())),
      h("b", { class: `bp-count ${seat.cards === 1 ? "puno" : ""}`, key: "count" }, seat.cards === 1 ? "Puno!" : seat.cards),
    ),
    meters(view, seat, tools),
  );
}

function lean(at, count) {
  const middle = (count - 1) / 2;
  return { "--tilt": `${(at - middle) * Math.min(7, 40 / Math.max(1, count))}deg`, "--drop": `${Math.abs(at - middle) * 1.6}px` };
}

function meters(view, seat, { h, names }) {
  const hurt = seat.hp !== undefined;
  return h(
    "span",
    { class: "bp-meters" },
    hurt
      ? h(
          "span",
          { class: `bp-hp ${seat.hp <= view.full_hp / 4 ? "low" : ""}`, role: "meter", "aria-label": `HP of ${names[seat.seat]}`, "aria-valuemin": 0, "aria-valuemax": view.full_hp, "aria-valuenow": Math.max(0, Math.min(view.full_hp, seat.hp)) },
          h("i", { style: { width: `${Math.max(0, Math.min(100, (100 * seat.hp) / view.full_hp))}%` } }),
          h("b", {}, `${seat.hp} HP`),
        )
      : null,
    seat.score !== undefined ? h("span", { class: "bp-score" }, `${seat.score} / ${view.goal}`) : null,
    seat.overloaded ? h("span", { class: "bp-over", "data-explain": "overload" }, `overload ×${seat.overloaded}`) : null,
    seat.place ? h("span", { class: "bp-score" }, `place ${seat.place}`) : null,
  );
}

function middle(view, offers, send, tools) {
  const { h, state, viewer, names } = tools;
  const draws = offers.find((offer) => offer.words === "draw" || offer.words === "take");
  const from = state.throw ? (state.throw.seat === null ? "deck" : state.throw.seat === viewer ? `hand ${view.table}` : `fan ${state.throw.seat}`) : null;
  const below = view.discard.at(-1) === view.table ? view.discard.at(-2) : view.discard.at(-1);
  return h(
    "div",
    { class: "bp-middle" },
    h(
      draws ? "button" : "div",
      {
        key: "deck",
        class: `bp-deck ${draws ? "can" : ""}`,
        type: draws ? "button" : null,
        "data-spot": draws ? "" : null,
        "data-place": "deck",
        "data-act": draws ? "deck" : null,
        "aria-label": draws ? `${title(draws.words)}. ${draws.explanation}` : `Deck, ${view.deck} cards`,
        role: draws ? null : "img",
        onclick: draws ? () => send(draws) : null,
      },
      h("span", { class: "bp-stack" }, view.deck > 0 ? back() : null),
      h("b", {}, draws ? `${title(draws.words)} · ${view.deck}` : view.deck),
    ),
    h(
      "div",
      { class: `bp-centre hue-of-${view.colour}`, key: "centre" },
      icon("-6 -6 212 212", art.TURN, { class: "bp-turn" }),
      below ? h("span", { class: "bp-below", key: "below", "aria-hidden": "true" }, face(below)) : null,
      h("span", { class: `bp-top ${state.throw && state.throw.seat !== viewer ? "turning" : ""}`, key: `top ${state.throw?.number || 0} ${view.table}`, "data-fly": `top ${state.throw?.number || 0}`, "data-from": from, "data-explain": topicOf(view.table), tabindex: 0, role: "img", "aria-label": `On the table: ${view.table}` }, face(view.table)),
    ),
    h(
      "div",
      { class: "bp-facts", key: "facts" },
      h("p", { class: "bp-colour" }, COLOURS.includes(view.colour) ? shapeIcon(view.colour) : null, h("span", {}, h("small", {}, "now asked for"), h("strong", {}, view.symbol ? `${view.colour} or ${view.symbol}` : view.colour))),
      h("p", { class: "bp-way" }, h("b", { "aria-hidden": "true" }, view.direction === "clockwise" ? "↻" : "↺"), h("span", {}, view.direction)),
      view.pool !== undefined
        ? h(
            "p",
            { class: `bp-pool ${view.pool >= 20 ? "hot" : ""}`, "data-explain": "pool", tabindex: 0, "aria-label": `Damage pool: ${view.pool}` },
            h("span", { class: "bp-bomb", style: { "--size": String(0.8 + Math.min(60, view.pool) / 150) } }, icon("0 -28 112 144", art.BOMB), h("b", {}, view.pool)),
            h("small", {}, "damage pool"),
          )
        : null,
      view.penalty ? h("p", { class: "bp-penalty", "data-explain": "penalty", tabindex: 0 }, h("b", {}, `+${view.penalty}`), h("small", {}, view.on === null ? "penalty" : `penalty for ${view.on === viewer ? "you" : names[view.on]}`)) : null,
    ),
  );
}

// --- one's own cards ---

const RANK = [...COLOURS, "black"];
const order = (name) => RANK.indexOf(hueOf(name)) * 100 + (/^\d$/.test(signOf(name)) ? Number(signOf(name)) : 10 + Object.keys(art.SIGNS).indexOf(signOf(name)));

/** What can be done with a card: as it is, with a colour, a use or a seat to trade with. */
function ways(name, offers) {
  return offers.filter(({ words }) => words === name || (words.startsWith(`${name} `) && /^(add|reset|red|blue|green|yellow|\d)$/.test(words.slice(name.length + 1))));
}

function reasonFor(name, { reason }) {
  return ["", " add", " red", " 0", " 1"].map((end) => reason(name + end)).find(Boolean) || "";
}

function own(view, offers, send, tools) {
  const { h, state, viewer, names, mark, colour, redraw } = tools;
  const seat = view.seats[viewer];
  const seen = new Map();
  const hand = [...view.hand].sort((a, b) => order(a) - order(b));
  const plain = offers.filter(({ words }) => ["draw", "take", "keep"].includes(words));
  const asked = offers.length > 0;
  return h(
    "section",
    { class: `bp-own ${view.on === viewer ? "on" : ""}`, "data-seat": viewer, "data-place": `fan ${viewer}`, "aria-label": "Your cards", style: { "--seat": colour(viewer) } },
    h("div", { class: "bp-own-head" }, h("span", { class: "bp-who" }, mark(viewer), h("strong", {}, names[viewer]), view.on === viewer ? h("em", {}, "on turn") : null, seat.in ? null : h("em", {}, "out"), h("small", {}, `${hand.length} cards`)), meters(view, seat, tools)),
    h(
      "div",
      { class: "bp-hand" },
      hand.map((name) => {
        const count = (seen.get(name) || 0) + 1;
        seen.set(name, count);
        const id = `${name} ${count}`;
        const fitting = ways(name, offers);
        const no = asked && !fitting.length ? reasonFor(name, tools) : "";
        return h(
          "button",
          {
            key: id,
            type: "button",
            class: `bp-card ${fitting.length ? "can" : asked ? "cannot" : ""} ${state.open === id ? "open" : ""} ${view.drawn === name ? "drawn" : ""}`,
            "data-spot": "",
            "data-fly": id,
            "data-from": "deck",
            "data-place": `hand ${name}`,
            "data-explain": topicOf(name),
            "data-says": fitting.length === 1 ? fitting[0].explanation : null,
            "data-no": no || null,
            "data-try": asked && !fitting.length && !no ? name : null,
            "data-card": name,
            "aria-label": title(name),
            "aria-disabled": fitting.length ? null : "true",
            "aria-expanded": fitting.length > 1 ? String(state.open === id) : null,
            onclick: () => {
              if (fitting.length === 1) send(fitting[0]);
              else if (fitting.length) {
                state.open = state.open === id ? "" : id;
                state.focus = Boolean(state.open);
                redraw();
              }
            },
          },
          h("span", { class: "bp-flip" }, face(name)),
        );
      }),
    ),
    picker(offers, send, tools),
    plain.length
      ? h("div", { class: "bp-acts" }, plain.map((offer) => h("button", { key: offer.words, type: "button", class: "bp-act", "data-spot": "", "data-act": offer.words, onclick: () => send(offer) }, h("strong", {}, title(offer.words)), h("span", {}, offer.explanation))))
      : null,
  );
}

/** Which colour, whose hand, or what a zero is for: asked right here. */
function picker(offers, send, tools) {
  const { h, state, names, mark, redraw } = tools;
  const name = state.open ? state.open.replace(/ \d+$/, "") : "";
  const fitting = name ? ways(name, offers) : [];
  if (fitting.length < 2) return null;
  if (state.focus) {
    state.focus = false;
    tools.after((root) => root.querySelector(".bp-pick button")?.focus());
  }
  const close = () => {
    state.open = "";
    redraw();
  };
  return h(
    "div",
    { class: "bp-pick", key: "pick", role: "group", "aria-label": `${title(name)}: which way?`, onkeydown: (event) => event.key === "Escape" && close() },
    h("strong", {}, name === "trade" ? "Trade hands with …" : signOf(name) === "0" ? "What is the zero for?" : "Name a colour"),
    h(
      "div",
      { class: "bp-ways" },
      fitting.map((offer) => {
        const end = offer.words.slice(name.length + 1);
        const label = COLOURS.includes(end) ? [shapeIcon(end), title(end)] : /^\d$/.test(end) ? [mark(Number(end)), names[Number(end)]] : [title(end)];
        return h("button", { key: offer.words, type: "button", class: `bp-way-to ${end}`, "data-spot": "", "data-way": end, onclick: () => ((state.open = ""), send(offer)) }, h("strong", {}, label), h("span", {}, offer.explanation));
      }),
    ),
    h("button", { type: "button", class: "quiet small", "data-spot": "", onclick: close }, "Another card"),
  );
}

// --- what just happened ---

function happen(root, { lines, motion, state }) {
  const on = root.querySelector(".bp-player.on");
  if (on !== state.seen) inSight(root.querySelector(".bp-others"), (state.seen = on));
  const at = (seat) => root.querySelector(`[data-seat="${seat}"]`);
  for (const { kind, facts } of lines) {
    if (kind === "hurt" || kind === "overload") {
      motion.shake(at(facts.seat), 12);
      motion.floatWord(at(facts.seat), `−${facts.points} HP`);
    } else if (kind === "skipped") motion.floatWord(at(facts.seat), "skipped");
    else if (kind === "penalty") motion.floatWord(at(facts.seat), `+${facts.cards}?`);
    else if (kind === "puno") motion.floatWord(at(facts.seat), "Puno!", "good");
    else if (kind === "traded") {
      motion.flash(at(facts.seat));
      motion.flash(at(facts.other));
    } else if (kind === "reversed") motion.floatWord(root.querySelector(".bp-way"), "turned round", "good");
    else if (kind === "named" || kind === "chaos") motion.flash(root.querySelector(".bp-colour"));
  }
}
