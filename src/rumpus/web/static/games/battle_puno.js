/** Battle Puno: cards that fly, a pool that ticks, and whose turn it is all round the table. */

import { inSight } from "../js/motion.js";
import { icon } from "../js/picture.js";

export const css = true;
export const listed = () => false;

export function phrase(view) {
  if (view.phase === "answer") return `answer the penalty of ${view.penalty}, or take it`;
  if (view.phase === "drawn") return "play the card you have drawn, or keep it";
  const match = view.symbol ? `${view.colour} or ${view.symbol}` : view.colour;
  return `play ${match} or a black card, or draw`;
}

// --- the faces ---

const COLOURS = ["red", "blue", "green", "yellow"];
const PAINT = { red: "#d8432f", blue: "#2f74c4", green: "#2a8a66", yellow: "#ffc845", black: "#1b2030" };
const INK = { red: "#fff", blue: "#fff", green: "#fff", yellow: "#1b2030", black: "#fff" };

/** Every colour has a shape of its own: triangle, circle, square, star. Each fits into 24 by 24. */
const SHAPES = {
  red: "M12 2.5L22.500 21H1.500z",
  blue: "M12 2a10 10 0 1 1-.01 0z",
  green: "M3 3h18v18H3z",
  yellow: "M12 1.500l3.200 7 7.600.800-5.700 5.100 1.600 7.500-6.700-3.800-6.700 3.800 1.600-7.500L1.200 9.300l7.600-.800z",
};

const WHEEL = `<g stroke="#1b2030" stroke-width="3"><path d="M0 0V-30a30 30 0 0 1 30 30z" fill="#d8432f"/><path d="M0 0h30a30 30 0 0 1-30 30z" fill="#ffc845"/><path d="M0 0v30a30 30 0 0 1-30-30z" fill="#2a8a66"/><path d="M0 0h-30A30 30 0 0 1 0-30z" fill="#2f74c4"/></g>`;
const big = (text, ink, size = 62, y = 21) => `<text x="0" y="${y}" class="bp-text" font-size="${size}" fill="${ink}" text-anchor="middle">${text}</text>`;
const SIGNS = {
  skip: (ink) => `<circle r="25" fill="none" stroke="${ink}" stroke-width="9"/><path d="M-17 17L17-17" stroke="${ink}" stroke-width="9"/>`,
  reverse: (ink) => `<g fill="none" stroke="${ink}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"><path d="M-18 14V-10c0-10 14-14 20-6"/><path d="M-27 6l9 10 9-10"/><path d="M18-14v24c0 10-14 14-20 6"/><path d="M27-6l-9-10-9 10"/></g>`,
  "draw 2": (ink) => `<g stroke="${ink}" stroke-width="4" fill="none"><rect x="-25" y="-32" width="26" height="38" rx="5" transform="rotate(-10)"/><rect x="-4" y="-30" width="26" height="38" rx="5" transform="rotate(8)"/></g>${big("+2", ink, 34, 38)}`,
  wild: () => WHEEL,
  "wild draw 4": () => `<g transform="translate(0 -10)">${WHEEL}</g><circle cy="-10" r="19" fill="#fffaf0" stroke="#1b2030" stroke-width="3"/>${big("+4", "#1b2030", 25, -1)}`,
  trade: () => `<g fill="none" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"><path d="M-26-12h46M8-26l14 14L8 2" stroke="#ffc845"/><path d="M26 16h-46M-8 2l-14 14 14 14" stroke="#7fc4ff"/></g>`,
  "wild hit all": () => `<path d="M0-38l9 18 19-8-8 19 18 9-18 9 8 19-19-8-9 18-9-18-19 8 8-19-18-9 18-9-8-19 19 8z" fill="#ff8a3c" stroke="#1b2030" stroke-width="3"/>${big("+2", "#1b2030", 25, 9)}`,
  "wild chaos": () => `<path d="M2 2c2-6 12-5 12 3S2 18-7 12s-10-22 2-29 34 0 33 20-20 33-40 25" fill="none" stroke="#e79ad8" stroke-width="8" stroke-linecap="round"/><circle cx="-26" cy="-20" r="5" fill="#ffc845"/><circle cx="26" cy="-26" r="4" fill="#7fc4ff"/><circle cx="-28" cy="10" r="4" fill="#d8432f"/>`,
  "discard all": () => `<g stroke="#1b2030" stroke-width="3"><rect x="-30" y="-34" width="26" height="38" rx="5" fill="#d8432f" transform="rotate(-16)"/><rect x="-13" y="-36" width="26" height="38" rx="5" fill="#ffc845"/><rect x="4" y="-34" width="26" height="38" rx="5" fill="#2f74c4" transform="rotate(16)"/></g><path d="M0 8v24M-11 22L0 33l11-11" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>`,
};
const SHORT = { skip: "⊘", reverse: "⇅", "draw 2": "+2" };

const hueOf = (name) => COLOURS.find((colour) => name.startsWith(`${colour} `)) || "black";
const signOf = (name) => (hueOf(name) === "black" ? name : name.slice(hueOf(name).length + 1));
const title = (name) => name.replace(/(^|\s)\w/g, (letter) => letter.toUpperCase());
const topicOf = (name) => (signOf(name) === "0" ? "zero" : /^\d$/.test(signOf(name)) ? "number" : signOf(name));

const faces = new Map();
function face(name) {
  if (!faces.has(name)) faces.set(name, markup(name));
  return icon("0 0 100 150", faces.get(name), { class: "bp-face" });
}

function markup(name) {
  const hue = hueOf(name);
  const sign = signOf(name);
  const ink = INK[hue];
  const number = /^\d$/.test(sign);
  const shape = (x, y, scale, extra) => (SHAPES[hue] ? `<path d="${SHAPES[hue]}" transform="translate(${x} ${y}) scale(${scale})" ${extra}/>` : "");
  const corner = `<g>${shape(13, 14, 0.8, `fill="${ink}"`)}${hue === "black" ? "" : `<text x="${number ? 43 : 49}" y="31" class="bp-text" font-size="21" fill="${ink}" text-anchor="middle">${SHORT[sign] || sign}</text>`}</g>`;
  return `<rect x="2.500" y="2.500" width="95" height="145" rx="13" fill="#fffaf0" stroke="#1b2030" stroke-width="5"/>
<rect x="9" y="9" width="82" height="132" rx="8" fill="${PAINT[hue]}"/>
${shape(8, 33, 3.5, `fill="${hue === "yellow" ? "#fff1c2" : "#fff"}" opacity="${hue === "yellow" ? ".85" : ".2"}"`)}
${corner}<g transform="rotate(180 50 75)">${corner}</g>
<g transform="translate(50 ${hue === "black" ? 66 : 75})">${number ? big(sign, ink, 66, 24) : SIGNS[sign](ink)}</g>
${hue === "black" ? `<text x="50" y="${name.length > 10 ? 118 : 126}" class="bp-text" font-size="15" fill="#fff" text-anchor="middle">${lines(name).map((line, at) => `<tspan x="50" dy="${at ? 16 : 0}">${line}</tspan>`).join("")}</text>` : ""}`;
}

function lines(name) {
  const words = title(name).split(" ");
  return name.length > 10 ? [words[0], words.slice(1).join(" ")] : [words.join(" ")];
}

const BACK = `<rect x="2.500" y="2.500" width="95" height="145" rx="13" fill="#fffaf0" stroke="#1b2030" stroke-width="5"/><rect x="9" y="9" width="82" height="132" rx="8" fill="#1b2030"/><g transform="translate(50 75)"><path d="M0-44L32 0 0 44-32 0z" fill="#e9552f"/><path d="M0-30L22 0 0 30-22 0z" fill="#ffc845"/><circle r="8" fill="#1b2030"/></g>`;
const back = () => icon("0 0 100 150", BACK, { class: "bp-face" });
const shapeIcon = (colour) => icon("0 0 24 24", `<path d="${SHAPES[colour]}" fill="${PAINT[colour]}" stroke="#1b2030" stroke-width="2" stroke-linejoin="round"/>`, { class: "bp-shape" });
const BOMB = `<path d="M12 66a44 44 0 1 1 88 0 44 44 0 0 1-88 0z" fill="#1b2030" stroke="#fffaf0" stroke-width="4"/><path d="M50 26c2-18 22-8 26-22" fill="none" stroke="#c9a26b" stroke-width="7" stroke-linecap="round"/><path d="M80-12l5 10 11-2-7 9 7 9-11-2-5 10-5-10-11 2 7-9-7-9 11 2z" fill="#ff8a3c" stroke="#1b2030" stroke-width="3" class="bp-spark"/><path d="M26 50c4-10 10-15 18-17" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".5"/>`;
const TURN = `<g fill="none" stroke="currentColor" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"><path d="M14 88A88 88 0 0 1 60 22"/><path d="M40 14l22 7-6 22"/><path d="M186 112a88 88 0 0 1-46 66"/><path d="M160 186l-22-7 6-22"/></g>`;

// --- the table ---

export function draw(view, options, send, tools) {
  const { h, state } = tools;
  const played = tools.lines.filter((line) => line.kind === "played" || line.kind === "turned_up").at(-1);
  if (played) state.throw = { number: (state.throw?.number || 0) + 1, seat: played.kind === "played" ? played.args[0] : null };
  if (!options.length) state.open = "";
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
    middle(view, options, send, tools),
    tools.viewer === null ? null : own(view, options, send, tools),
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

function middle(view, options, send, tools) {
  const { h, state, viewer, names } = tools;
  const draws = options.find((option) => option.words === "draw" || option.words === "take");
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
      icon("-6 -6 212 212", TURN, { class: "bp-turn" }),
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
            h("span", { class: "bp-bomb", style: { "--size": String(0.8 + Math.min(60, view.pool) / 150) } }, icon("0 -28 112 144", BOMB), h("b", {}, view.pool)),
            h("small", {}, "damage pool"),
          )
        : null,
      view.penalty ? h("p", { class: "bp-penalty", "data-explain": "penalty", tabindex: 0 }, h("b", {}, `+${view.penalty}`), h("small", {}, view.on === null ? "penalty" : `penalty for ${view.on === viewer ? "you" : names[view.on]}`)) : null,
    ),
  );
}

// --- one's own cards ---

const RANK = [...COLOURS, "black"];
const order = (name) => RANK.indexOf(hueOf(name)) * 100 + (/^\d$/.test(signOf(name)) ? Number(signOf(name)) : 10 + Object.keys(SIGNS).indexOf(signOf(name)));

/** What can be done with a card: as it is, with a colour, a use or a seat to trade with. */
function ways(name, options) {
  return options.filter(({ words }) => words === name || (words.startsWith(`${name} `) && /^(add|reset|red|blue|green|yellow|\d)$/.test(words.slice(name.length + 1))));
}

function reasonFor(name, { reason }) {
  return ["", " add", " red", " 0", " 1"].map((end) => reason(name + end)).find(Boolean) || "";
}

function own(view, options, send, tools) {
  const { h, state, viewer, names, mark, colour, redraw } = tools;
  const seat = view.seats[viewer];
  const seen = new Map();
  const hand = [...view.hand].sort((a, b) => order(a) - order(b));
  const plain = options.filter(({ words }) => ["draw", "take", "keep"].includes(words));
  const asked = options.length > 0;
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
        const fitting = ways(name, options);
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
    picker(options, send, tools),
    plain.length
      ? h("div", { class: "bp-acts" }, plain.map((option) => h("button", { key: option.words, type: "button", class: "bp-act", "data-spot": "", "data-act": option.words, onclick: () => send(option) }, h("strong", {}, title(option.words)), h("span", {}, option.explanation))))
      : null,
  );
}

/** Which colour, whose hand, or what a zero is for: asked right here. */
function picker(options, send, tools) {
  const { h, state, names, mark, redraw } = tools;
  const name = state.open ? state.open.replace(/ \d+$/, "") : "";
  const fitting = name ? ways(name, options) : [];
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
      fitting.map((option) => {
        const end = option.words.slice(name.length + 1);
        const label = COLOURS.includes(end) ? [shapeIcon(end), title(end)] : /^\d$/.test(end) ? [mark(Number(end)), names[Number(end)]] : [title(end)];
        return h("button", { key: option.words, type: "button", class: `bp-way-to ${end}`, "data-spot": "", "data-way": end, onclick: () => ((state.open = ""), send(option)) }, h("strong", {}, label), h("span", {}, option.explanation));
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
  for (const { kind, args } of lines) {
    if (kind === "hurt" || kind === "overload") {
      motion.shake(at(args[0]), 12);
      motion.floatWord(at(args[0]), `−${args[1]} HP`);
    } else if (kind === "skipped") motion.floatWord(at(args[0]), "skipped");
    else if (kind === "penalty") motion.floatWord(at(args[0]), `+${args[1]}?`);
    else if (kind === "puno") motion.floatWord(at(args[0]), "Puno!", "good");
    else if (kind === "traded") {
      motion.flash(at(args[0]));
      motion.flash(at(args[1]));
    } else if (kind === "reversed") motion.floatWord(root.querySelector(".bp-way"), "turned round", "good");
    else if (kind === "named" || kind === "chaos") motion.flash(root.querySelector(".bp-colour"));
  }
}
