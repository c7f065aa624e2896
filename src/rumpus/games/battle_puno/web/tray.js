/** The tray: the hand with each card's effect, the alternative, and the play button for touch. */

import { h, icon } from "/static/js/drawing.js";
import { BULB, COLOURS, signOf, title } from "./art.js";
import {
  cardOf,
  counted,
  effect,
  face,
  first,
  idOf,
  lifted,
  order,
  outcome,
  reasonFor,
  shape,
  topicOf,
  ways,
  who,
} from "./cards.js";

const WAYS_OUT = ["draw", "take", "keep"];
const isPlay = ({ words }) => !WAYS_OUT.includes(words);

/** Cards of 44 px that fit in one row of a narrow tray. */
const CARDS_PER_ROW = 7;

export function tray(view, offers, tools) {
  const question = asking(offers, tools);
  return h(
    "section",
    { class: `bp-tray ${offers.length ? "" : "resting"} ${question ? "asking" : ""}`, "aria-label": "Your cards" },
    question ? choice(view, question, tools) : hand(view, offers, tools),
    offers.length ? commit(view, offers, question, tools) : null,
  );
}

/** The pressed card, if it can be played in several ways. */
function asking(offers, { state }) {
  const fitting = state.open ? ways(state.open, offers) : [];
  return fitting.length > 1 ? { name: state.open, fitting } : null;
}

function hand(view, offers, tools) {
  const seen = new Map();
  const cards = view.hand
    .map((name) => ({ name, fitting: ways(name, offers) }))
    .sort((a, b) => Number(!a.fitting.length) - Number(!b.fitting.length) || order(a.name) - order(b.name));
  const home = cards.findIndex(({ fitting }) => fitting.length);
  const rows = Math.max(1, Math.ceil(cards.length / CARDS_PER_ROW));
  const columns = Math.max(1, Math.ceil(cards.length / rows));
  // A frame later: the first drawing of all comes before its place on the page.
  if (home >= 0) tools.after((root) => requestAnimationFrame(() => showFront(root.ownerDocument, view.hand.join())));
  return h(
    "div",
    {
      class: `bp-hand ${rows > 2 ? "deep" : ""}`,
      role: "group",
      "aria-label": counted(cards.length, "card"),
      "data-essential": cards.length ? "hand" : null,
      style: {
        "--cards": Math.max(1, cards.length),
        "--columns": columns,
        "--rows": rows,
      },
    },
    cards.map(({ name, fitting }, at) => {
      const number = (seen.get(name) || 0) + 1;
      seen.set(name, number);
      const row = Math.floor(at / columns);
      return card(view, offers, { name, fitting, id: idOf(name, number), home: at === home, row }, tools);
    }),
  );
}

/** The hand last scrolled to its front, by element. */
const scrolled = new WeakMap();

/** Scrolls a new hand of many rows to the front one, which holds the playable cards. */
function showFront(page, cards) {
  const box = page.querySelector(".bp-hand.deep");
  if (!box || scrolled.get(box) === cards) return;
  scrolled.set(box, cards);
  box.scrollTop = box.scrollHeight;
}

function card(view, offers, { name, fitting, id, home, row }, tools) {
  const { state, redraw, send, coarse, advised, lesson } = tools;
  const asked = offers.length > 0;
  const able = fitting.length > 0;
  const no = asked && !able ? reasonFor(name, tools) : "";
  const does = able ? effect(view, fitting, tools) : "";
  const best = fitting.some(advised);
  const lift = (to) => {
    if (state.lift === to) return;
    state.lift = to;
    redraw();
  };
  const bright = able && (!lesson?.allow || fitting.some(({ move }) => lesson.allow.includes(move)));
  return h(
    "button",
    {
      key: id,
      type: "button",
      class: `bp-card ${able ? "can" : asked ? "cannot" : ""} ${asked && able && !bright ? "later" : ""} ${state.lift === id ? "lifted" : ""} ${view.drawn === name ? "drawn" : ""} ${best ? "advised" : ""}`,
      style: { "--row": row },
      "data-spot": "",
      "data-home": home ? "" : null,
      "data-fly": id,
      "data-from": "deck",
      "data-place": `hand ${name}`,
      "data-name": name,
      "data-card": name,
      "data-explain": topicOf(name),
      "data-says": fitting.length === 1 ? fitting[0].explanation : null,
      "data-no": no || null,
      "data-try": asked && !able && !no ? name : null,
      "aria-label": does ? `${title(name)}: ${does}` : title(name),
      "aria-disabled": able ? null : "true",
      "aria-pressed": coarse && asked ? String(state.lift === id) : null,
      onmouseenter: () => asked && !coarse && lift(id),
      onmouseleave: () => !coarse && state.lift === id && lift(""),
      onfocus: (event) => asked && !coarse && event.target.matches(":focus-visible") && lift(id),
      onclick: () => {
        if (fitting.length > 1) {
          Object.assign(state, { lift: id, open: name, focus: true });
          redraw();
        } else if (coarse) lift(state.lift === id ? "" : id);
        else if (able) send(fitting[0]);
      },
    },
    h("span", { class: "bp-flip" }, face(name)),
    best ? h("span", { class: "bp-bulb" }, icon("0 0 24 24", BULB)) : null,
    does ? h("small", { class: "bp-effect", "data-lit": "" }, does) : null,
  );
}

const QUESTIONS = { trade: "Choose who to swap hands with", 0: "Choose what the 0 does" };

/** Choice of a colour, of a hand, or of the use of a zero. */
function choice(view, { name, fitting }, tools) {
  const { state, send, redraw, advised, coarse } = tools;
  if (state.focus) {
    state.focus = false;
    tools.after((root) => root.ownerDocument.querySelector(".bp-way-to")?.focus({ preventScroll: true }));
  }
  const close = () => {
    Object.assign(state, { open: "", lift: "" });
    redraw();
  };
  const question = QUESTIONS[signOf(name)] || "Name a colour";
  return h(
    "div",
    {
      class: `bp-choice ways-${fitting.length}`,
      key: "choice",
      role: "group",
      "aria-label": `${title(name)}: ${question}`,
      "data-essential": "hand",
      onkeydown: (event) => event.key === "Escape" && close(),
    },
    h("span", { class: "bp-chosen", "data-place": `hand ${name}`, "aria-hidden": "true" }, face(name)),
    h("strong", {}, question),
    h(
      "div",
      { class: "bp-ways" },
      fitting.map((offer) => {
        const end = offer.words.slice(name.length + 1);
        const [label, more] = wayWords(view, offer, end, tools);
        return h(
          "button",
          {
            key: offer.words,
            type: "button",
            class: `bp-way-to ${COLOURS.includes(end) ? `hue ${end}` : ""} ${advised(offer) ? "advised" : ""}`,
            "data-spot": "",
            "data-way": end,
            "data-name": offer.words,
            "aria-label": `${offer.says}. ${offer.explanation}`,
            onmouseenter: () => {
              if (coarse || state.lift === offer.words) return;
              state.lift = offer.words;
              redraw();
            },
            onclick: () => {
              Object.assign(state, { open: "", lift: "" });
              send(offer);
            },
          },
          h("strong", {}, label),
          h("small", {}, more),
        );
      }),
    ),
  );
}

function wayWords(view, offer, end, tools) {
  if (COLOURS.includes(end))
    return [[shape(end), title(end)], `you hold ${view.hand.filter((card) => card.startsWith(end)).length}`];
  if (/^\d$/.test(end))
    return [[tools.mark(Number(end)), who(Number(end), tools)], counted(view.seats[Number(end)].cards, "card")];
  return [end === "reset" ? "Empty the pool" : "Add to the pool", `${view.pool} → ${offer.forecast.pool}`];
}

function commit(view, offers, question, tools) {
  const { way, main, coarse, state, redraw } = tools;
  if (question) {
    const back = () => {
      Object.assign(state, { open: "", lift: "" });
      redraw();
    };
    return h(
      "div",
      { class: "bp-commit" },
      way("Another card", "", null, { onclick: back, "data-name": "another", "aria-disabled": null }),
    );
  }
  const out = offers.find((offer) => !isPlay(offer));
  const plays = offers.filter(isPlay);
  const hover = (to) => () => {
    if (coarse || state.lift === to) return;
    state.lift = to;
    redraw();
  };
  return h(
    "div",
    { class: "bp-commit" },
    out
      ? way(...outWords(out, coarse), out, {
          "data-name": out.words,
          "data-act": out.words,
          class: plays.length ? "" : "only",
          "data-home": plays.length ? null : "",
          onmouseenter: hover(out.words),
          onmouseleave: hover(""),
        })
      : null,
    coarse && plays.length ? player(view, offers, tools, main) : null,
  );
}

/** Play button for touch: plays the selection and shows its outcome. */
function player(view, offers, tools, main) {
  const { state } = tools;
  const fitting = state.lift ? lifted(offers, state) : [];
  if (fitting.length === 1)
    return main(fitting[0].says.replace("Play the", "Play"), first(outcome(view, fitting[0], tools)), fitting[0]);
  const name = state.lift ? cardOf(state.lift) : "";
  if (name && view.hand.includes(name))
    return main("Does not fit", reasonFor(name, tools).replace(/ \([^)]*\)/g, ""), null);
  return main("Choose a card", "tap a bright one", null);
}

function outWords(offer, coarse) {
  const { pays, leaves } = offer.forecast;
  if (offer.words === "take") return [coarse ? `Take ${offer.forecast.draws}` : offer.says, "and lose this turn"];
  if (offer.words === "keep") return [offer.says, offer.explanation];
  const label = coarse ? "Draw" : offer.says;
  if (pays && coarse) return [label, leaves > 0 ? `pay ${pays} HP` : `pay ${pays} HP, all you have`];
  if (pays) return [label, `pay ${pays} HP, ${leaves > 0 ? `${leaves} left` : "all you have"}`];
  return [label, pays === 0 ? "costs nothing" : offer.explanation];
}

/** How each card answers a penalty. */
const ANSWERS = {
  skip: "pass them on with",
  reverse: "throw them back with",
  "draw 2": "add to them with",
  "wild draw 4": "add to them with",
};

export function asked(view, offers, { coarse }) {
  const plays = offers.filter(isPlay);
  if (view.stage === "drawn") return `Play the ${view.drawn} you drew, or keep it.`;
  if (view.stage === "answer") {
    const signs = Object.keys(ANSWERS).filter((sign) =>
      plays.some(({ words }) => words.replace(/^(red|blue|green|yellow) /, "").startsWith(sign)),
    );
    const at = `Draw ${counted(view.penalty, "card")}!`;
    if (!signs.length) return `${at} You have no answer: take them.`;
    if (coarse) return `${at} ${[...signs.map(title), "or take"].join(", ")}.`;
    return `${at} ${first(signs.map((sign) => `${ANSWERS[sign]} the ${title(sign)}`).join(", "))}, or take them.`;
  }
  if (!plays.length) return "No card fits: draw.";
  return `Play ${[view.colour, view.symbol ? `any ${view.symbol}` : "", "or black"].filter(Boolean).join(", ")}.`;
}
