/** The last duel: both cards, both powers and the result. */

import { h } from "/static/js/drawing.js";
import { after, aloud, dress, flight, front, parse, power } from "./cards.js";

const FELL = ["slain", "killed"];

/** Rebuilds the last duel from the log: it is over before the page shows it. */
export function lastDuel(view, log) {
  const fresh = (turn, cards, hurt) => ({
    turn,
    cards,
    power: [null, null],
    hurt,
    healed: [0, 0],
    fate: ["", ""],
    casts: [],
  });
  let duel = null;
  let turn = 0;
  let begun = false;
  for (const { kind, facts } of log) {
    if (kind === "turn") [turn, begun] = [facts.turn, false];
    if (kind === "plays" && !begun) [duel, begun] = [fresh(turn || view.turn, [null, null], [0, 0]), true];
    if (!begun) continue;
    const { seat } = facts;
    if (kind === "plays" || kind === "becomes" || kind === "unwraps" || kind === "steps in")
      duel.cards[seat] = facts.card;
    else if (kind === "powers") [duel.power[seat], duel.power[1 - seat]] = [facts.power, facts.against];
    else if (kind === "hurt") duel.hurt[seat] += facts.points;
    else if (kind === "heals") duel.healed[seat] += facts.points;
    else if (kind === "fate" && duel.cards[seat]) duel.fate[seat] = facts.fate;
    else if (kind === "casts") duel.casts.push({ seat, name: facts.card, text: facts.text });
  }
  if (duel) return duel;
  const last = view["last duel"]; // the log begins after this duel
  return last
    ? fresh(
        view.turn - 1,
        last.cards.map((text) => (text === "?" ? null : text)),
        [...last.lost],
      )
    : null;
}

const fell = (duel, seat) => FELL.includes(duel.fate[seat]);

/** True in `won` if the seat won; in `magic` if with less power. */
function result(duel, seat) {
  const won = fell(duel, 1 - seat) && !fell(duel, seat);
  return { won, magic: won && duel.power[seat] !== null && duel.power[seat] <= duel.power[1 - seat] };
}

/** The duel in one or two sentences. */
export function describeDuel(duel, { called, viewer }) {
  const mine = viewer ?? 0;
  const who = (seat) => (seat === viewer ? "You" : called[seat]);
  const whose = (seat) => (seat === viewer ? "Your" : `${called[seat]}’s`);
  const card = (seat) =>
    duel.cards[seat] ? `${whose(seat)} ${parse(duel.cards[seat]).name.replace(/^The /, "")}` : `${whose(seat)} card`;
  const lower = (words) => words.replace(/^Your /, "your ");
  const said = [];
  const winner = [mine, 1 - mine].find((seat) => result(duel, seat).won);
  const away = [mine, 1 - mine].filter((seat) => duel.fate[seat] === "fled");
  if (winner !== undefined)
    said.push(`${card(winner)} beat ${lower(card(1 - winner))}${result(duel, winner).magic ? " by magic" : ""}.`);
  else if (fell(duel, 0) && fell(duel, 1)) said.push(`${card(mine)} and ${lower(card(1 - mine))} both fell.`);
  else if (away.length === 2) said.push("Both witches escaped.");
  else if (away.length) said.push(`${card(away[0])} escaped.`);
  else if (duel.fate.every((fate) => fate.startsWith("back"))) said.push("A tie: both return to hand.");
  else if (duel.cards.some(Boolean)) {
    const met = [mine, 1 - mine].filter((seat) => duel.cards[seat]);
    said.push(`${met.map((seat, at) => (at ? lower(card(seat)) : card(seat))).join(" met ")}.`);
  }
  for (const seat of [mine, 1 - mine]) {
    if (duel.hurt[seat]) said.push(`${who(seat)} ${who(seat) === "You" ? "pay" : "pays"} ${duel.hurt[seat]} HP.`);
    if (duel.healed[seat]) said.push(`${who(seat)} ${who(seat) === "You" ? "heal" : "heals"} ${duel.healed[seat]}.`);
  }
  return said.join(" ");
}

/** The terms of a card's power. */
function powerTerms(duel, seat) {
  const card = duel.cards[seat] ? parse(duel.cards[seat]) : null;
  const other = duel.cards[1 - seat] ? parse(duel.cards[1 - seat]) : null;
  const more = card && duel.power[seat] !== null ? duel.power[seat] - Number(power(card)) : 0;
  if (!more) return "";
  const typed = card.type && other?.type === after(card.type);
  return `${card.name} ${power(card)}, ${more > 0 ? `+${more}` : `−${-more}`} ${typed && more > 0 ? `against ${other.type}` : "by magic"}`;
}

export function arena(view, duel, below, tools) {
  const now = view.duel.some(Boolean);
  const sealed = view.seats.map((seat) => seat.committed || null);
  const fits =
    duel &&
    (!now || view.duel.every((text, seat) => !text || !duel.cards[seat] || flight(text) === flight(duel.cards[seat])));
  const known = fits && !sealed.some(Boolean) ? duel : null;
  const sides = [below, 1 - below];
  const [mine] = sides.map((seat) => known?.power[seat] ?? null);
  return h(
    "section",
    { class: "cw-arena", "aria-label": "Duel", "data-name": "duel" },
    h(
      "h3",
      { "aria-level": 2 },
      sealed.some(Boolean)
        ? `Turn ${view.turn}: your card is locked in`
        : known
          ? `Duel of turn ${known.turn}`
          : `Turn ${view.turn}`,
    ),
    slot(below, sealed[below], view.duel[below] || known?.cards[below] || null, known, tools, "mine"),
    h(
      "div",
      { class: "cw-score" },
      mine === null
        ? h("b", { class: "cw-versus" }, "against")
        : h(
            "p",
            { class: "cw-powers" },
            sides.map((seat, at) => [
              at ? h("span", { key: "to", "aria-hidden": "true" }, ":") : null,
              h(
                "b",
                { key: seat, class: result(known, seat).won ? "won" : "" },
                h("span", { class: "unseen" }, `power of ${tools.names[seat]} `),
                known.power[seat],
              ),
            ]),
          ),
      mine === null
        ? null
        : sides
            .map((seat) => powerTerms(known, seat))
            .filter(Boolean)
            .map((words) => h("small", { key: words }, words)),
    ),
    slot(1 - below, sealed[1 - below], view.duel[1 - below] || known?.cards[1 - below] || null, known, tools, "theirs"),
  );
}

function slot(seat, sealed, text, duel, tools, side) {
  const { names, viewer, topic, mark } = tools;
  const own = seat === viewer;
  if (sealed) {
    const card = parse(sealed);
    return h(
      "div",
      { key: `slot ${seat}`, class: `cw-slot ${side}` },
      h(
        "div",
        { key: sealed, class: `${dress(card)} sealed`, "data-fly": `card ${seat} ${flight(sealed)}` },
        front(card, {}, null, topic(card.name)),
      ),
      h("span", { class: "cw-fate" }, "sealed"),
    );
  }
  if (!text)
    return h("div", { key: `slot ${seat}`, class: `cw-slot ${side}` }, h("div", { class: "cw-empty" }, mark(seat)));
  const card = parse(text);
  const { won, magic } = duel ? result(duel, seat) : {};
  const lost = duel && fell(duel, seat);
  const fate = lost
    ? `${duel.fate[seat]}${duel.hurt[seat] ? `: −${duel.hurt[seat]}` : ""}`
    : won
      ? own
        ? "you win"
        : "wins"
      : duel?.fate[seat] === "fled"
        ? "escaped"
        : duel?.fate[seat] || "";
  return h(
    "div",
    { key: `slot ${seat}`, class: `cw-slot ${side} ${won ? "won" : ""} ${lost ? "fell" : ""}`, "data-figure": "" },
    h(
      "div",
      {
        key: `${duel?.turn} ${text}`,
        class: `${dress(card)} shown`,
        tabindex: 0,
        role: "img",
        "data-fly": `card ${seat} ${flight(text)}`,
        "data-from": `hand ${seat}`,
        "data-to": "graveyard",
        "data-explain": card.name,
        "aria-label": `${names[seat]}: ${aloud(card)}${fate ? `, ${fate}` : ""}`,
      },
      front(card, {}, null, topic(card.name)),
    ),
    fate
      ? h(
          "span",
          { class: `cw-fate ${won ? "good" : lost ? "bad" : ""}` },
          fate,
          lost && duel.hurt[seat] ? h("span", {}, " HP") : magic ? h("span", {}, " by magic") : null,
        )
      : null,
  );
}

/** The open question, the duel and the spells cast, in words. */
export function news(view, duel, tools) {
  const { called, you, mark, topic } = tools;
  const { question } = view;
  const asked = question ? (question.of === "A" ? 0 : 1) : null;
  return h(
    "div",
    { class: "cw-news", "data-essential": "news" },
    question && asked !== you
      ? h("p", { class: "cw-asking" }, `${question.by} asks ${called[asked]}: ${question.prompt}.`)
      : null,
    h(
      "p",
      { class: "cw-told" },
      duel ? describeDuel(duel, tools) : "Both choose a card in secret, then both are revealed.",
    ),
    duel?.casts.length
      ? duel.casts
          .slice(-2)
          .map((cast, key) =>
            h(
              "p",
              { key, class: "cw-cast" },
              mark(cast.seat),
              h(
                "span",
                {},
                h("strong", {}, `${parse(cast.name).name}: `),
                topic(parse(cast.name).name)?.text || cast.text,
              ),
            ),
          )
      : null,
  );
}
