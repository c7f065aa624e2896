/** Creature Wars: two Empires, two hands, the duel between them, and all the magic that hangs over it. */

import { picture } from "/static/js/drawing.js";
import { CREST, PORTRAITS, SYMBOLS, witch } from "./art.js";

const TYPES = ["Ancient", "Fire", "Nightmare", "Holy"];
const TIERS = { L: ["Lesser", "#5f8f96", "#3f6b73"], S: ["Sacred", "#7d5bbd", "#4b367e"], X: ["Sinful", "#8f2636", "#4a1626"] };

/** Everything is on the board. */
export const tray = () => null;

export function asked(view, offers) {
  if (!view.question) return offers.length ? "choose a card for the duel" : "";
  return `${view.question.by}: ${view.question.prompt}`;
}

export function board(view, offers, tools) {
  const { send } = tools;
  const scene = { view, offers, send, tools, h: tools.h, state: tools.state };
  scene.duel = lastDuel(scene);
  const below = tools.viewer ?? 0;
  if (tools.lines.length) tools.after((root) => blows(root, tools));
  return tools.h(
    "div",
    { class: "cw" },
    empire(scene, 1 - below, "above"),
    middle(scene, below),
    view.question ? question(scene) : null,
    empire(scene, below, "below"),
    piles(scene),
  );
}

// --- cards as words ---

/** `Lvl.4 Fire! Wolf {2}: (1) #2` as its parts. */
export function parse(text) {
  const [, level = "", full = text, base = "", rest = ""] = /^(?:Lvl\.(\d+) )?(.*?) \{([^}]*)\}(?:: \(([^)]*)\))?(?: #\d+)?$/.exec(text) || [];
  const first = /^(Ancient|Fire|Nightmare|Holy)(!?) (.*)$/.exec(full);
  const bare = (name) => name.replace(/!$/, "");
  if (first && PORTRAITS[bare(first[3])]) {
    return { text, level, base, rest, type: first[1], name: bare(first[3]), marks: [first[2] ? "Type" : "", first[3].endsWith("!") ? "Tribe" : ""].filter(Boolean), witch: false };
  }
  const name = bare(full);
  return { text, level, base, rest, type: "", name, marks: full.endsWith("!") ? [PORTRAITS[name] ? "Tribe" : "Witch"] : [], witch: Boolean(level) && !PORTRAITS[name] };
}

/** The same without what changes from turn to turn: under this name a card flies. */
const flight = (text) => text.replace(/: \([^)]*\)/, "").replace(/ #\d+$/, "");

function portrait(h, card, clause) {
  const [, hat, gown] = TIERS[clause?.[0]] || TIERS.S;
  return h("svg", { class: "cw-picture", viewBox: "0 0 100 70", "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" }, picture(card.witch ? witch(hat, gown) : PORTRAITS[card.name] || PORTRAITS.Militia));
}

function symbol(h, type) {
  return h("svg", { class: "cw-symbol", viewBox: "-1 -1 26 26", role: "img", "aria-label": type }, h("path", { d: SYMBOLS[type] }));
}

const power = (card) => (card.level || /^\d+$/.test(card.base) ? Number(card.level || 0) + Number(card.base || 0) : "?");

function says(card, entry, offer) {
  const beats = card.type ? `${card.type} beats ${TYPES[(TYPES.indexOf(card.type) + 1) % 4]} (+3).` : "";
  const rest = card.rest === "-" ? "It may never be played again." : card.rest ? `It rests for ${card.rest} more turn${card.rest === "1" ? "" : "s"}.` : "";
  const rallied = card.marks.length ? `Rallied (${card.marks.join(" and ")}).` : "";
  // What a witch does is explained under her name already.
  const words = card.witch ? `Power ${power(card)}.` : offer?.explanation || beats;
  return [card.text, rallied, words, rest, ...(entry?.notes || []).map((note) => `${note[0].toUpperCase()}${note.slice(1)}.`), entry?.inside ? `Inside: ${entry.inside.join(", ")}.` : ""].filter(Boolean).join(" · ");
}

/** What is printed on a card. */
function front(scene, card, entry = {}) {
  const { h, tools } = scene;
  const topic = card.witch ? tools.topic(card.name) : null;
  const text = entry.text || topic?.text || (card.type ? `+3 against ${TYPES[(TYPES.indexOf(card.type) + 1) % 4]}` : "");
  const clause = entry.clause || topic?.clause;
  return [
    h("span", { class: "cw-head", key: "head" }, card.level ? h("span", { class: "cw-level" }, card.level) : null, card.type ? symbol(h, card.type) : card.witch ? h("span", { class: "cw-tier" }, (TIERS[clause?.[0]] || TIERS.S)[0]) : null),
    h("span", { class: "cw-window", key: "window" }, portrait(h, card, clause)),
    h("span", { class: "cw-name", key: "name" }, card.name),
    text ? h("span", { class: "cw-text", key: "text" }, text) : null,
    h("span", { class: "cw-foot", key: "foot" }, card.base !== "" ? [h("span", { class: "cw-base" }, `base ${card.base}`), h("strong", {}, `power ${power(card)}`)] : null),
    h(
      "span",
      { class: "cw-badges", key: "badges" },
      card.rest ? h("span", { class: "cw-badge rest" }, card.rest === "-" ? "locked" : `rests ${card.rest}`) : null,
      card.marks.length ? h("span", { class: "cw-badge rally" }, `★ ${card.marks.join(" + ")}`) : null,
      (entry.notes || []).length ? h("span", { class: "cw-badge note" }, entry.notes.length > 1 ? `${entry.notes.length} notes` : short(entry.notes[0])) : null,
    ),
  ];
}

function short(note) {
  const turn = /turn (\d+)/.exec(note)?.[1];
  if (note.startsWith("explodes")) return `bomb: turn ${turn}`;
  if (note.startsWith("falls")) return `deal: turn ${turn}`;
  if (note.startsWith("doomed")) return "doomed";
  if (note.startsWith("must")) return "play first";
  return note.length > 18 ? `${note.slice(0, 17)}…` : note;
}

const dress = (card) => `cw-card ${card.type ? `type-${card.type.toLowerCase()}` : card.witch ? "is-witch" : "plain"}`;

// --- an Empire with its hand ---

function empire(scene, seat, where) {
  const { view, h, tools, state } = scene;
  const own = view.seats[seat];
  state.most = Math.max(state.most || 1, ...view.seats.map((one) => one.hp));
  const share = Math.max(0, Math.min(100, (100 * own.hp) / state.most));
  const hers = tools.viewer === seat;
  return h(
    "section",
    { key: `empire ${seat}`, class: `cw-empire seat-${seat} ${where} ${tools.waiting.includes(seat) ? "turn" : ""}`, "aria-label": `Empire of ${tools.names[seat]}` },
    h(
      "div",
      { class: "cw-realm", "data-place": `empire ${seat}`, "data-realm": seat },
      h("svg", { class: "cw-castle", viewBox: "0 0 80 66", "aria-hidden": "true" }, h("path", { d: CREST }), h("path", { class: "door", d: "M33 62V48c0-9 14-9 14 0v14z" })),
      h(
        "div",
        { class: "cw-realm-words" },
        h("h3", {}, tools.mark(seat), tools.names[seat]),
        h("div", { class: `cw-hp ${share < 30 ? "low" : ""}`, role: "img", "aria-label": `${own.hp} HP` }, h("span", { class: "cw-hp-fill", style: { width: `${share}%` } }), h("strong", {}, `${own.hp} HP`)),
        h("small", {}, `${own.won} won · ${own.lost} lost${own["formed a rally"] ? " · rallied" : ""}${own["skips this turn"] ? " · sits this turn out" : ""}`),
      ),
      own.charges.length || own["tribes slain"].length
        ? h(
            "ul",
            { class: "cw-charges", "aria-label": "Charges" },
            own.charges.map((words, key) => h("li", { key, class: "charge" }, "★ ", words)),
            own["tribes slain"].length ? h("li", { key: "slain", class: "slain", title: "Tribes that have been slain" }, "slain: ", own["tribes slain"].join(", ")) : null,
          )
        : null,
    ),
    h(
      "ul",
      { class: `cw-hand ${hers ? "own" : "theirs"}`, "data-place": `hand ${seat}`, "aria-label": hers ? "Your hand" : `Hand of ${tools.names[seat]}, ${own.cards} cards` },
      hand(scene, seat, own.hand),
    ),
  );
}

function hand(scene, seat, cards) {
  const { view, offers, send, tools, h } = scene;
  const choosing = offers.length > 0 && seat === tools.you && (!view.question || view.question.prompt === "choose a card of your hand");
  const seen = new Map();
  const home = choosing ? cards.findIndex((_, place) => offers.some((one) => one.move === place)) : -1;
  return cards.map((entry, place) => {
    if (entry.card === "?") {
      return h("li", { key: `back ${place}`, "data-fly": `back ${seat} ${place}`, "data-from": "deck" }, h("span", { class: "cw-back", role: "img", "aria-label": "an unseen card" }));
    }
    const card = parse(entry.card);
    const name = flight(entry.card);
    const number = (seen.get(name) || 0) + 1;
    seen.set(name, number);
    const offer = choosing ? offers.find((one) => one.move === place) : null;
    const no = offer ? "" : entry["why not"] || (choosing && view.question ? "This card is not among those asked for." : "");
    return h(
      "li",
      { key: `${name} ${number}`, "data-fly": number === 1 ? `card ${seat} ${name}` : `card ${seat} ${name} ${number}`, "data-from": "deck" },
      h(
        "button",
        {
          type: "button",
          class: `${dress(card)} ${offer ? "playable" : choosing || no ? "greyed" : "idle"}`,
          "data-spot": "",
          "data-home": place === home ? "" : null,
          "data-explain": card.name,
          "data-says": says(card, entry, offer),
          "data-no": no || null,
          "aria-disabled": offer ? null : "true",
          "aria-label": `${entry.card}${no ? `. ${no}` : ""}`,
          onclick: () => offer && send(offer),
        },
        front(scene, card, entry),
        no ? h("span", { class: "cw-why" }, no.replace(/ \([A-Z]+-\d+\)/, "")) : null,
      ),
    );
  });
}

// --- the duel ---

/** The duel is over by the time a page shows it; so it is put together from what was told. */
function lastDuel({ view, tools }) {
  const fresh = (turn, cards, hurt) => ({ turn, cards, power: [null, null], hurt, fate: ["", ""], casts: [] });
  let duel = null;
  let turn = 0;
  let begun = false;
  for (const { kind, facts } of tools.story) {
    if (kind === "turn") [turn, begun] = [facts.turn, false];
    if (kind === "plays" && !begun) [duel, begun] = [fresh(turn || view.turn, [null, null], [0, 0]), true];
    if (!begun) continue;
    const { seat } = facts;
    if (kind === "plays" || kind === "becomes" || kind === "unwraps" || kind === "steps in") duel.cards[seat] = facts.card;
    else if (kind === "powers") [duel.power[seat], duel.power[1 - seat]] = [facts.power, facts.against];
    else if (kind === "hurt") duel.hurt[seat] += facts.points;
    else if (kind === "fate" && duel.cards[seat]) duel.fate[seat] = facts.fate;
    else if (kind === "casts") duel.casts.push({ seat, name: facts.card, text: facts.text, clause: facts.clause });
  }
  if (duel) return duel;
  const last = view["last duel"]; // the story begins later than this duel
  return last ? fresh(view.turn - 1, last.cards.map((text) => (text === "?" ? null : text)), [...last.lost]) : null;
}

function middle(scene, below) {
  const { view, h, tools } = scene;
  const now = view.duel.some(Boolean);
  const duel = scene.duel && (!now || view.duel.every((text, seat) => !text || !scene.duel.cards[seat] || flight(text) === flight(scene.duel.cards[seat]))) ? scene.duel : null;
  const sealed = view.seats.map((seat) => seat.committed || null);
  const sides = [below, 1 - below];
  return h(
    "section",
    { class: "cw-middle", key: "middle", "aria-label": "The duel" },
    stack(scene, "deck", "Deck", view.deck, null),
    h(
      "div",
      { class: "cw-arena" },
      h("h3", {}, sealed.some(Boolean) ? "Your card lies face down" : now ? `The duel of turn ${view.turn}` : duel ? `The duel of turn ${duel.turn}` : `Turn ${view.turn}`),
      h(
        "div",
        { class: "cw-duel" },
        sides.map((seat, at) => [at ? h("span", { class: "cw-versus", key: "versus", "aria-hidden": "true" }, "vs") : null, slot(scene, seat, sealed[seat], view.duel[seat] || duel?.cards[seat] || null, sealed.some(Boolean) ? null : duel)]),
      ),
      sealed.some(Boolean) && duel?.cards.some(Boolean) ? h("p", { class: "cw-before" }, `The duel of turn ${duel.turn}: ${sides.map((seat) => recalled(duel, seat, tools)).join(" against ")}.`) : null,
      duel?.casts.length ? h("ul", { class: "cw-casts" }, duel.casts.slice(-3).map((cast, key) => h("li", { key }, tools.mark(cast.seat), h("span", {}, h("strong", {}, `${parse(cast.name).name}: `), cast.text, " ", h("span", { class: "clause" }, cast.clause))))) : null,
    ),
    h(
      "div",
      { class: "cw-graves" },
      stack(scene, "graveyard", "Graveyard", view.graveyard.length, view.graveyard),
      stack(scene, "removed", "Removed", view.removed.length, view.removed),
    ),
    magic(scene),
  );
}

/** A card of the duel before, in words: whose, its power, what it cost. */
function recalled(duel, seat, { names }) {
  const card = duel.cards[seat] ? parse(duel.cards[seat]) : null;
  const figure = duel.power[seat] === null ? "" : ` (power ${duel.power[seat]})`;
  return `${names[seat]}’s ${card ? `${card.type} ${card.name}`.trim() : "card"}${figure}${duel.hurt[seat] ? `, −${duel.hurt[seat]} HP` : ""}`;
}

function slot(scene, seat, sealed, text, duel) {
  const { h, tools } = scene;
  if (sealed) {
    const card = parse(sealed);
    return h("div", { key: `slot ${seat}`, class: "cw-slot" }, h("div", { key: sealed, class: `${dress(card)} sealed`, "data-fly": `card ${seat} ${flight(sealed)}` }, front(scene, card)), h("small", {}, "sealed"));
  }
  if (!text) return h("div", { key: `slot ${seat}`, class: "cw-slot" }, h("div", { class: "cw-empty" }, tools.mark(seat)), h("small", {}, tools.names[seat]));
  const card = parse(text);
  const [mine, theirs] = duel ? [duel.power[seat], duel.power[1 - seat]] : [null, null];
  const lost = (side) => duel?.fate[side] === "slain" || duel?.fate[side] === "killed";
  const won = lost(1 - seat) && !lost(seat);
  const magic = won && mine !== null && mine <= theirs; // the stronger card fell: something in force turned the duel round
  return h(
    "div",
    { key: `slot ${seat}`, class: `cw-slot ${won ? "won" : ""} ${lost(seat) ? "fell" : ""}` },
    h(
      "div",
      { key: `${duel?.turn} ${text}`, class: `${dress(card)} shown`, tabindex: 0, "data-fly": `card ${seat} ${flight(text)}`, "data-from": `hand ${seat}`, "data-to": "graveyard", "data-explain": card.name, "data-says": says(card), role: "img", "aria-label": `${tools.names[seat]}: ${text}` },
      front(scene, card),
    ),
    mine !== null ? h("span", { class: "cw-power" }, h("span", { class: "unseen" }, "power "), mine) : null,
    won ? h("span", { class: "cw-won" }, magic ? "wins by magic" : "wins") : null,
    h("small", {}, tools.names[seat], duel?.fate[seat] ? `: ${duel.fate[seat]}` : "", duel?.hurt[seat] ? h("b", {}, ` −${duel.hurt[seat]} HP`) : null),
  );
}

/** A pile: the deck counts only, the others can be opened. */
function stack(scene, place, title, count, cards) {
  const { h, state, tools } = scene;
  const inside = [h("span", { class: `cw-stack ${place}`, "aria-hidden": "true" }, h("b", {}, count)), h("span", { class: "cw-stack-name" }, title)];
  if (!cards) return h("div", { class: "cw-pile", "data-place": place, role: "img", "aria-label": `${title}: ${count} cards` }, inside);
  const open = state.open === place;
  return h(
    "button",
    { type: "button", class: `cw-pile ${open ? "open" : ""}`, "data-place": place, "data-spot": "", "aria-disabled": count ? null : "true", "aria-expanded": String(open), "aria-label": `${title}, ${count} cards: look through them`, onclick: () => ((state.open = open || !count ? "" : place), tools.redraw()) },
    inside,
  );
}

function magic({ view, h }) {
  const entries = [...view["in force"].map((text) => ["force", text]), ...view.dates.map((text) => ["date", text])];
  if (!entries.length) return null;
  return h(
    "ul",
    { class: "cw-magic", "aria-label": "Magic in force" },
    entries.map(([kind, text], key) => {
      const [, words, clause = ""] = /^(.*?)(?: \(([A-Z]+-\d+)\))?$/.exec(text);
      return h("li", { key, class: kind }, h("strong", {}, kind === "date" ? "Date" : "In force"), ` ${words} `, clause ? h("span", { class: "clause" }, clause) : null);
    }),
  );
}

// --- questions ---

function question(scene) {
  const { view, h, tools, offers } = scene;
  const { of, by, text, clause, prompt } = view.question;
  const asked = of === "A" ? 0 : 1;
  const mine = tools.you === asked && offers.length > 0;
  const fromHand = prompt === "choose a card of your hand";
  const offered = prompt === "choose one of the cards shown";
  return h(
    "section",
    { class: `cw-question ${mine ? "mine" : ""}`, key: "question", "aria-label": "A question" },
    h("div", { class: "cw-asker" }, h("svg", { class: "cw-picture", viewBox: "0 0 100 70", "aria-hidden": "true" }, picture(witch(...(TIERS[clause[0]] || TIERS.S).slice(1))))),
    h("div", { class: "cw-ask" }, h("h3", {}, `${by} asks ${mine ? "you" : tools.names[asked]}: ${prompt}`), h("p", {}, text, " ", h("span", { class: "clause" }, clause)), mine && fromHand ? h("p", {}, h("strong", {}, "Press a lit card of your hand.")) : null),
    mine && !fromHand
      ? h(
          "ul",
          { class: "cw-answers" },
          offers.map((offer, place) => h("li", { key: offer.move }, offered ? shownCard(scene, offer, !place) : answer(scene, offer, !place))),
        )
      : null,
  );
}

function shownCard(scene, offer, home) {
  const { h, send } = scene;
  const card = parse(offer.words);
  return h("button", { type: "button", class: `${dress(card)} playable`, "data-spot": "", "data-home": home ? "" : null, "data-fly": `card offer ${flight(offer.words)}`, "data-from": "deck", "data-explain": card.name, "data-says": says(card, {}, offer), onclick: () => send(offer) }, front(scene, card));
}

function answer({ h, send }, offer, home) {
  const words = offer.words;
  const mark = SYMBOLS[words] ? h("span", { class: `cw-token type-${words.toLowerCase()}` }, symbol(h, words)) : PORTRAITS[words] ? h("svg", { class: "cw-picture small", viewBox: "0 0 100 70", "aria-hidden": "true" }, picture(PORTRAITS[words])) : null;
  return h("button", { type: "button", class: "cw-answer", "data-spot": "", "data-home": home ? "" : null, onclick: () => send(offer) }, mark, words);
}

// --- the opened pile ---

function piles(scene) {
  const { view, h, state, tools } = scene;
  if (!state.open) return null;
  const cards = view[state.open];
  return h(
    "section",
    { class: "cw-opened", key: "opened", "aria-label": state.open },
    h("h3", {}, `${state.open === "graveyard" ? "Graveyard" : "Removed from the game"}, latest first`, h("button", { type: "button", class: "small", "data-spot": "", onclick: () => ((state.open = ""), tools.redraw()) }, "Close")),
    h(
      "ul",
      {},
      [...cards].reverse().map((entry, key) => {
        const text = typeof entry === "string" ? entry : entry.card;
        const fate = typeof entry === "string" ? "" : `${entry.fate}${entry.of ? ` · ${tools.names[entry.of === "A" ? 0 : 1]}` : ""}`;
        if (text === "?") return h("li", { key }, h("span", { class: "cw-back", role: "img", "aria-label": "an unseen card" }));
        const card = parse(text);
        return h("li", { key }, h("span", { class: dress(card), tabindex: 0, "data-spot": "", "data-explain": card.name, "data-says": says(card), role: "img", "aria-label": `${text}, ${fate}` }, front(scene, card)), h("small", {}, fate));
      }),
    ),
  );
}

// --- what just happened ---

function blows(root, { lines, motion }) {
  let number = 0;
  for (const { kind, facts } of lines) {
    if ((kind !== "hurt" && kind !== "heals") || !facts.points) continue;
    const realm = root.querySelector(`[data-realm="${facts.seat}"]`);
    const bar = realm?.querySelector(".cw-hp");
    motion.later(motion.still() ? 0 : 450 + 350 * number++, () => {
      motion.floatWord(bar, kind === "hurt" ? `−${facts.points}` : `+${facts.points}`, kind === "hurt" ? "" : "good");
      if (kind === "hurt") motion.shake(realm);
    });
  }
}
