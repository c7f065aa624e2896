/** Cat Brawl: a ring of cats with moods, a strategy put together by hand, and a fight that says who hit whom and why. */

import { h, icon } from "/static/js/drawing.js";
import * as art from "./art.js";

/** Everything is on the board. */
export const tray = () => null;

export function asked(view, offers) {
  if (view.phase === "pick a cat") return "pick your cat";
  if (view.phase === "prelude") return "use an ability before the round, or keep it";
  if (view.phase === "postlude") return "use an ability after the round, or keep it";
  return offers.length ? "choose your strategy" : "";
}

// --- cats, signs and cards ---

const BREEDS = ["Persian", "Ragdoll", "Maine Coon", "Exotic Shorthair", "Siamese", "Abyssinian"];
const portrait = (breed, mood) => icon("-82 -98 164 190", art.portrait(breed, mood), { class: `cb-cat mood-${mood}` });
const head = (breed, mood) => h("span", { class: "cb-headonly" }, portrait(breed, mood));
const sign = (name) => icon("0 0 24 24", art.SIGNS[name], { class: "cb-sign" });
const MOVEMENTS = ["purr", "guard", "scratch"];
const CARDS = {
  "Double Purring": ["purr", "double", "×2"],
  "Guaranteed Purring": ["purr", "guaranteed", "✓"],
  "Purr and Draw": ["purr", "draw", "draw"],
  "Reverse Scratch": ["guard", "reverse", "↩"],
  "Guard and Heal": ["guard", "heal", "+HP"],
  "Guard and Draw": ["guard", "draw", "draw"],
  "Can't Reverse": ["scratch", "noreverse", "no ↩"],
  "Can't Guard": ["scratch", "noguard", "no guard"],
  "Double Scratch": ["scratch", "double", "×2"],
};
const NAMES = Object.keys(CARDS);

// --- what has happened ---

const TOLD = {
  hit: ({ points }) => ["hit", `hits: −${points} HP`],
  unguarded: ({ points }) => ["hit", `right through the guard: −${points} HP`],
  startled: ({ points }) => ["hit", `startles the purr: −${points} HP`],
  startled_already: () => ["none", "startled already: no more is lost"],
  unmoved: () => ["none", "purrs on, unmoved"],
  dodged: () => ["safe", "dodged"],
  not_reversed: () => ["safe", "dodged, but not reversed"],
  reversed: ({ points }) => ["back", `turned around: −${points} HP for the attacker`],
  missed: () => ["none", "scratches the air"],
};
const GAINS = { guard: "guards and heals", rejuvenation: "Rejuvenation" };
const ALONE = {
  gained: ({ points, why }) => ["purr", `${GAINS[why] || "purrs"}: +${points} HP`],
  paid: ({ points }) => ["scratch", `pays ${points} HP for the Critical Hit`],
  out: () => ["out", "is out"],
  too_late: () => ["out", "is out before its scratch"],
};

/** The last fight, as the story tells it: everything since the strategies were shown. */
function lastFight(story) {
  const at = story.map((line) => line.kind).lastIndexOf("showed");
  if (at < 0) return null;
  const rows = [];
  for (const { kind, facts, clause } of story.slice(at + 1)) {
    if (TOLD[kind]) rows.push({ from: facts.seat, to: facts.target, said: TOLD[kind](facts), clause });
    else if (ALONE[kind]) rows.push({ from: facts.seat, to: null, said: ALONE[kind](facts), clause });
  }
  return { at, rows };
}

/** How a cat feels, from its HP and from what happened to it. */
function moodOf(view, seat, wish) {
  if (seat.out) return "out";
  if (view.outcome) return view.winner === seat.seat ? "happy" : "worried";
  if (wish) return { purr: "happy", guard: "stern", scratch: "angry" }[wish];
  if (seat.change < 0) return "hurt";
  const did = seat.strategy?.split(" ")[0];
  if (did === "scratch") return "angry";
  if (did === "guard") return "stern";
  if (seat.change > 0 || did === "purr") return "happy";
  return seat.hp <= 3 ? "worried" : "calm";
}

// --- the drawing ---

export function board(view, offers, tools) {
  const { send } = tools;
  const { h, state, viewer } = tools;
  const fight = lastFight(tools.story);
  const strategies = offers.some(({ words }) => /^(purr|guard|scratch)/.test(words));
  if (!strategies) Object.assign(state, { movement: "", target: null, card: "" });
  const plan = strategies ? planned(view, offers, tools) : null;
  tools.after((root) => act(root, tools));
  const picking = view.phase === "pick a cat";
  return h(
    "div",
    { class: "cb" },
    h("p", { class: "cb-round" }, h("strong", {}, view.round ? `Round ${view.round}` : "Before the brawl"), h("span", {}, view.phase), h("span", {}, `${view.win_hp} HP win at once`)),
    h("ol", { class: `cb-ring cats-${view.seats.length}` }, view.seats.map((seat) => cat(view, seat, plan, tools))),
    picking ? null : h("div", { class: "cb-between" }, story(view, fight, tools), piles(view, tools)),
    picking ? picker(offers, send, tools) : null,
    h(
      "div",
      { class: `cb-decide ${view.hand?.length ? "" : "bare"}` },
      plan ? planner(view, offers, plan, send, tools) : null,
      offers.length && !picking && !plan ? powers(view, offers, send, tools) : null,
      !offers.length && viewer !== null && view.sealed ? h("p", { class: "cb-sealed" }, h("span", {}, "Sealed: ", h("strong", {}, view.sealed)), h("small", {}, "It is shown when everyone has decided.")) : null,
      viewer !== null && view.hand && !picking ? hand(view, offers, plan, tools) : null,
    ),
  );
}

function cat(view, seat, plan, tools) {
  const { h, names, mark, colour, waiting, viewer, state, redraw } = tools;
  const number = seat.seat;
  const acting = waiting.includes(number);
  const who = h("span", { class: "cb-who" }, mark(number), h("strong", {}, names[number]), number === viewer ? h("small", {}, "you") : null);
  if (seat.cat === null) return h("li", { key: number, class: `cb-seat empty ${acting ? "acting" : ""}`, style: { "--seat": colour(number) } }, h("span", { class: "cb-mystery", "aria-hidden": "true" }, "?"), who, h("small", {}, acting ? "is picking a cat" : "has picked"));
  const mood = moodOf(view, seat, number === viewer ? plan?.movement : "");
  const aims = plan?.movement === "scratch" && plan.targets.includes(number);
  const aimed = aims && plan.target === number;
  const [did, ...rest] = (seat.strategy || "").split(" ");
  const used = rest.find((word) => word.startsWith("+"));
  const against = rest.find((word) => /^\d$/.test(word));
  const card = used ? NAMES.find((name) => CARDS[name][0] === did && CARDS[name][1] === used.slice(1)) : "";
  return h(
    "li",
    { key: number, class: `cb-seat ${acting ? "acting" : ""} ${seat.out ? "gone" : ""} ${aims ? "aim" : ""} ${aimed ? "aimed" : ""} ${number === viewer ? "own" : ""}`, "data-cat": number, style: { "--seat": colour(number) } },
    acting ? h("span", { class: "cb-think" }, number === viewer ? "your decision" : "deciding …") : null,
    h(
      aims ? "button" : "div",
      {
        key: aims ? "aim" : "face",
        class: "cb-face",
        type: aims ? "button" : null,
        tabindex: aims ? null : 0,
        role: aims ? null : "img",
        "data-spot": aims ? "" : null,
        "data-target": aims ? number : null,
        "aria-pressed": aims ? String(aimed) : null,
        "aria-label": `${names[number]}, ${seat.cat}, ${seat.hp} HP, ${mood}`,
        "data-explain": seat.cat,
        onclick: aims ? () => ((state.target = number), redraw()) : null,
      },
      portrait(seat.breed, mood),
      did ? h("span", { class: `cb-did ${did}` }, sign(did), card ? h("b", {}, CARDS[card][2]) : null, against !== undefined ? tools.mark(Number(against)) : null) : null,
      seat.change ? h("span", { class: `cb-change ${seat.change < 0 ? "minus" : "plus"}` }, seat.change < 0 ? `−${-seat.change}` : `+${seat.change}`) : null,
      aims ? h("span", { class: "cb-aim" }, sign("scratch")) : null,
    ),
    who,
    h("span", { class: "cb-breed" }, seat.cat),
    h(
      "span",
      { class: `cb-hp ${seat.hp <= 3 ? "low" : ""}`, role: "meter", "aria-label": `HP of ${names[number]}`, "aria-valuemin": 0, "aria-valuemax": view.win_hp, "aria-valuenow": Math.max(0, Math.min(view.win_hp, seat.hp)) },
      h("i", { style: { width: `${Math.max(0, Math.min(100, (100 * seat.hp) / view.win_hp))}%` } }),
      h("b", {}, `${Math.max(0, seat.hp)} HP`),
    ),
    h(
      "span",
      { class: "cb-row" },
      power(seat.ability, seat.ready_in, seat.uses.includes(seat.ability), tools),
      seat.bonus === "none" ? null : power(seat.bonus, seat.bonus_ready_in, seat.uses.includes(seat.bonus), tools),
      h("span", { class: "cb-cards", "aria-label": `${seat.cards} cards`, role: "img", "data-place": `cards ${number}` }, h("i", {}), h("b", {}, seat.cards)),
    ),
  );
}

/** An ability in its ring: full and gold when it can be used, a number of rounds when it rests. */
function power(name, rest, active, { h }) {
  const share = rest ? Math.max(8, 100 - 33 * rest) : 100;
  const says = name === "hidden" ? "A secret bonus ability: Attacker or Critical Hit." : rest ? `Rests: ready in ${rest} ${rest === 1 ? "round" : "rounds"}.` : active ? "In use this round." : "Ready.";
  return h(
    "span",
    { class: `cb-power ${rest ? "rests" : "ready"} ${active ? "active" : ""}`, key: `power ${name}`, tabindex: 0, role: "img", "data-explain": name === "hidden" ? "Bonus ability" : name, "data-says": says, "aria-label": `${name}. ${says}` },
    h("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, h("circle", { cx: 20, cy: 20, r: 17, class: "cb-ring-back" }), h("circle", { cx: 20, cy: 20, r: 17, class: "cb-ring-fill", pathLength: 100, "stroke-dasharray": `${share} 100`, transform: "rotate(-90 20 20)" })),
    icon("0 0 24 24", art.POWERS[name] || art.POWERS.hidden, { class: "cb-power-sign" }),
    rest ? h("b", {}, rest) : null,
  );
}

/** "Bix (easy)" is Bix where there is little room. */
const short = (name) => name.replace(/ \([^)]*\)$/, "");

function story(view, fight, { h, names }) {
  const breed = (seat) => view.seats[seat].breed;
  return h(
    "section",
    { class: "cb-fight", "aria-label": "The last fight" },
    fight?.rows.length
      ? h(
          "ol",
          {},
          fight.rows.map((row, number) =>
            h(
              "li",
              { key: `${fight.at} ${number}`, class: `said-${row.said[0]}` },
              head(breed(row.from), row.said[0] === "out" ? "out" : row.to === null ? "happy" : "angry"),
              row.to === null ? sign(row.said[0] === "out" ? "out" : row.said[0]) : [h("span", { class: "cb-claws", "aria-hidden": "true" }, sign(row.said[0] === "safe" || row.said[0] === "back" ? "guard" : "scratch")), head(breed(row.to), row.said[0] === "hit" ? "hurt" : "stern")],
              h("span", { class: "cb-said" }, h("strong", {}, row.to === null ? short(names[row.from]) : `${short(names[row.from])} → ${short(names[row.to])}`), " ", row.said[1], h("small", {}, row.clause)),
            ),
          ),
        )
      : h("p", { class: "cb-quiet" }, fight ? "A quiet round: nobody was scratched." : "Strategies are chosen in secret and shown together."),
  );
}

function piles(view, { h }) {
  const top = view.pile.slice(-3);
  return h(
    "div",
    { class: "cb-piles" },
    h("span", { class: "cb-bank", "data-place": "bank", role: "img", "aria-label": "Chance cards to draw" }, h("i", {}), h("small", {}, "chance cards")),
    h(
      "span",
      { class: "cb-used", "data-place": "pile", tabindex: 0, role: "img", "aria-label": `Used pile: ${view.pile.length} cards`, "data-explain": "Used cards", "data-says": view.pile.length ? view.pile.join(", ") : "No card has been used yet." },
      h("span", { class: "cb-heap" }, top.map((name, at) => h("span", { key: view.pile.length - top.length + at, class: `cb-mini ${CARDS[name][0]}` }, sign(CARDS[name][0]), h("b", {}, CARDS[name][2])))),
      h("small", {}, `used: ${view.pile.length}`),
    ),
  );
}

// --- deciding ---

function picker(offers, send, { h, topic }) {
  if (!offers.length) return h("p", { class: "cb-quiet" }, "Everyone picks a cat; the picks are shown together.");
  return h(
    "section",
    { class: "cb-pick", "aria-label": "Pick a cat" },
    offers.map((offer) => {
      const breed = BREEDS.findIndex((name) => name.toLowerCase() === offer.words);
      const name = BREEDS[breed] || offer.words;
      return h("button", { key: offer.words, type: "button", class: "cb-choice", "data-spot": "", "data-pick": offer.words, onclick: () => send(offer) }, portrait(Math.max(0, breed), "calm"), h("span", {}, h("strong", {}, name), h("small", {}, offer.explanation || topic(name)?.text)));
    }),
  );
}

function powers(view, offers, send, { h, viewer }) {
  const own = view.seats[viewer];
  return h(
    "section",
    { class: "cb-powers", "aria-label": "Use an ability?" },
    offers.map((offer) => {
      const name = Object.keys(art.POWERS).find((power) => power.toLowerCase() === offer.words) || (offer.words === "decline" ? "" : own.ability);
      return h("button", { key: offer.words, type: "button", class: `cb-use ${name ? "" : "no"}`, "data-spot": "", "data-use": offer.words, onclick: () => send(offer) }, name ? icon("0 0 24 24", art.POWERS[name], { class: "cb-power-sign" }) : null, h("span", {}, h("strong", {}, name ? offer.words : "Not now"), h("small", {}, offer.explanation)));
    }),
  );
}

/** The strategy so far, put together here; nothing is sent before the last button. */
function planned(view, offers, { state }) {
  const can = (movement) => offers.filter(({ words }) => words.split(" ")[0] === movement);
  const targets = [...new Set(can("scratch").map(({ words }) => Number(words.split(" ")[1])))];
  if (state.movement && !can(state.movement).length) state.movement = "";
  if (targets.length === 1) state.target = targets[0];
  else if (!targets.includes(state.target)) state.target = null;
  if (state.card && CARDS[state.card][0] !== state.movement) state.card = "";
  const written = (card) => `${state.movement}${state.movement === "scratch" ? ` ${state.target}` : ""}${card ? ` +${CARDS[card][1]}` : ""}`;
  const find = (card) => offers.find(({ words }) => words === written(card));
  return { movement: state.movement, target: state.target, card: state.card, targets, can, find, offer: state.movement ? find(state.card) : null };
}

const title = (words) => words[0].toUpperCase() + words.slice(1);

/** Why a movement, perhaps with a card, cannot be made now; of a scratch, the first reason there is for any target. */
function whyNot(movement, card, { reason, names }) {
  const end = card ? ` +${CARDS[card][1]}` : "";
  return (movement === "scratch" ? names.map((_, seat) => `scratch ${seat}${end}`) : [`${movement}${end}`]).map(reason).find(Boolean) || "";
}

function planner(view, offers, plan, send, tools) {
  const { h, state, names, mark, redraw } = tools;
  const pick = (changes) => {
    Object.assign(state, changes);
    redraw();
  };
  const says = { purr: "gain HP, unless attacked", guard: "dodge every scratch", scratch: "deal damage to one cat" };
  const what = !plan.movement ? "Choose a movement" : plan.movement === "scratch" && plan.target === null ? "Whom? Press a cat or a name" : `${plan.movement[0].toUpperCase()}${plan.movement.slice(1)}${plan.movement === "scratch" ? ` ${names[plan.target]}` : ""}${plan.card ? ` with ${plan.card}` : ""}`;
  return h(
    "section",
    { class: "cb-plan", "aria-label": "Your strategy" },
    h(
      "div",
      { class: "cb-moves", role: "group", "aria-label": "Movement" },
      MOVEMENTS.map((movement) => h("button", { key: movement, type: "button", class: `cb-move ${movement} ${plan.movement === movement ? "chosen" : ""}`, "aria-pressed": String(plan.movement === movement), "data-spot": "", "data-move": movement, "data-explain": title(movement), "data-says": `${title(says[movement])}.`, "data-no": plan.can(movement).length ? null : whyNot(movement, "", tools) || null, "aria-disabled": plan.can(movement).length ? null : "true", onclick: () => plan.can(movement).length && pick({ movement }) }, sign(movement), h("span", {}, h("strong", {}, movement), h("small", {}, says[movement])))),
    ),
    plan.movement === "scratch"
      ? h("div", { class: "cb-targets", role: "group", "aria-label": "Target" }, plan.targets.map((seat) => h("button", { key: seat, type: "button", class: `cb-target ${plan.target === seat ? "chosen" : ""}`, "aria-pressed": String(plan.target === seat), "data-spot": "", "data-whom": seat, onclick: () => pick({ target: seat }) }, mark(seat), names[seat])))
      : null,
    h("div", { class: "cb-commit" }, h("p", {}, h("strong", {}, what), plan.offer ? h("span", {}, plan.offer.explanation) : null), h("button", { type: "button", class: "primary cb-go", "data-spot": "", "data-go": "", disabled: !plan.offer, onclick: () => plan.offer && send(plan.offer) }, "Seal it")),
  );
}

function hand(view, offers, plan, tools) {
  const { h, state, redraw } = tools;
  const seen = new Map();
  const cards = [...view.hand].sort((a, b) => NAMES.indexOf(a) - NAMES.indexOf(b));
  return h(
    "section",
    { class: "cb-hand-box", "aria-label": "Your hand" },
    h("h3", {}, "Your hand ", h("small", {}, cards.length ? "a card goes with the movement of its sign" : "no cards"), view.hunger ? h("small", {}, ` · ${view.hunger} ${view.hunger === 1 ? "round" : "rounds"} without claws`) : null),
    h(
      "div",
      { class: "cb-hand" },
      cards.map((name) => {
        const count = (seen.get(name) || 0) + 1;
        seen.set(name, count);
        const [movement, , short] = CARDS[name];
        const fits = plan && plan.can(movement).length > 0;
        const chosen = plan?.card === name && count === 1;
        return h(
          "button",
          {
            key: `${name} ${count}`,
            type: "button",
            class: `cb-card ${movement} ${chosen ? "chosen" : ""} ${plan?.movement && plan.movement !== movement ? "other" : ""}`,
            "data-spot": "",
            "data-fly": `${name} ${count}`,
            "data-from": "bank",
            "data-to": "pile",
            "data-card": name,
            "data-explain": name,
            "data-no": plan && !fits ? whyNot(movement, name, tools) || null : null,
            "aria-disabled": fits ? null : "true",
            "aria-pressed": plan ? String(chosen) : null,
            onclick: () => {
              if (!fits) return;
              Object.assign(state, chosen ? { card: "" } : { card: name, movement });
              redraw();
            },
          },
          h("span", { class: "cb-card-signs" }, sign(movement), h("b", {}, short)),
          h("span", { class: "cb-card-name" }, name),
        );
      }),
    ),
  );
}

// --- blows ---

function act(root, { lines, motion }) {
  let wait = 0;
  const at = (seat) => root.querySelector(`[data-cat="${seat}"]`);
  const later = (call) => {
    motion.later(wait, call);
    if (!motion.still()) wait += 380;
  };
  for (const { kind, facts } of lines) {
    if (TOLD[kind]) {
      later(() => {
        const [from, to] = [at(facts.seat), at(facts.target)];
        if (!from || !to) return;
        if (!motion.still()) {
          const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
          from.animate([{ transform: "none", zIndex: 3 }, { transform: `translate(${(b.left - a.left) * 0.45}px, ${(b.top - a.top) * 0.45 - 10}px) rotate(${b.left > a.left ? 6 : -6}deg)`, offset: 0.4, zIndex: 3 }, { transform: "none", zIndex: 3 }], { duration: 420, easing: "ease-in-out" });
        }
        const [outcome] = TOLD[kind](facts);
        if (outcome === "hit") motion.shake(to, 12);
        motion.floatWord(outcome === "back" ? from : to, outcome === "hit" || outcome === "back" ? `−${facts.points}` : outcome === "safe" ? "dodged" : "–", outcome === "safe" ? "good" : "");
      });
    } else if (kind === "gained") later(() => motion.floatWord(at(facts.seat), `+${facts.points}`, "good"));
    else if (kind === "paid") later(() => motion.floatWord(at(facts.seat), `−${facts.points}`));
    else if (kind === "used") later(() => motion.flash(at(facts.seat)));
    else if (kind === "out") later(() => motion.floatWord(at(facts.seat), "out!"));
  }
}
