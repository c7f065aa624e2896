/** The tray: three movements, their cards, and the button that seals. */

import { h } from "/static/js/drawing.js";
import { CARDS, CARD_NAMES, MOVEMENTS, capital, parsed, sign } from "./signs.js";

/** The strategy so far; nothing is sent before the last button. */
export function planned(offers, { state }) {
  const can = (movement) => offers.filter(({ words }) => words.split(" ")[0] === movement);
  const targets = [...new Set(can("scratch").map(({ words }) => Number(words.split(" ")[1])))];
  if (state.movement && !can(state.movement).length) state.movement = "";
  if (targets.length === 1) state.target = targets[0];
  else if (!targets.includes(state.target)) state.target = null;
  if (state.card && !can(state.movement).some(({ words }) => parsed(words).card === state.card)) state.card = "";
  const find = (movement, target, card) =>
    offers.find(
      ({ words }) =>
        words === `${movement}${movement === "scratch" ? ` ${target}` : ""}${card ? ` +${CARDS[card].word}` : ""}`,
    );
  const offer = state.movement ? find(state.movement, state.target, state.card) : null;
  return { movement: state.movement || "", target: state.target, card: state.card || "", targets, can, find, offer };
}

export function asked(plan) {
  if (!plan.movement) return "Choose a move. Everyone chooses in secret.";
  if (plan.movement === "scratch" && plan.target === null) return "Choose a cat to scratch.";
  return "Add a card, or lock in.";
}

export function tray(view, offers, plan, tools) {
  return [moves(view, offers, plan, tools), hand(view, offers, plan, tools), commit(plan, tools)];
}

/** Why a movement, perhaps with a card, is illegal; for a scratch, the first reason of any target. */
function whyNot(movement, card, { reason, names }) {
  const end = card ? ` +${CARDS[card].word}` : "";
  return (
    (movement === "scratch" ? names.map((_, seat) => `scratch ${seat}${end}`) : [`${movement}${end}`])
      .map(reason)
      .find(Boolean) || ""
  );
}

function moves(view, offers, plan, tools) {
  const { state, redraw, advised } = tools;
  return h(
    "div",
    { class: "cb-moves", role: "group", "aria-label": "Move", "data-essential": "moves" },
    MOVEMENTS.map((movement) => {
      const able = plan.can(movement).length > 0;
      const lit = offers.some((offer) => advised(offer) && parsed(offer.words).movement === movement);
      return h(
        "button",
        {
          key: movement,
          type: "button",
          class: `cb-move ${movement} ${plan.movement === movement ? "chosen" : ""} ${lit ? "advised" : ""}`,
          "aria-pressed": String(plan.movement === movement),
          "data-spot": "",
          "data-home": movement === "purr" ? "" : null,
          "data-move": movement,
          "data-name": movement,
          "data-meet": capital(movement),
          "data-no": able ? null : whyNot(movement, "", tools) || null,
          "data-explain": able ? null : capital(movement),
          "aria-disabled": able ? null : "true",
          onclick: () => {
            if (!able) return;
            state.movement = movement;
            redraw();
          },
        },
        h("span", { class: "cb-move-name" }, sign(movement), h("strong", {}, capital(movement))),
        view.seats.length === 2
          ? answers(view, movement, plan, tools)
          : h("small", { class: "cb-does" }, does(movement, plan)),
      );
    }),
  );
}

/** Effect of a movement in one short sentence, with this table's numbers. */
function does(movement, plan) {
  const purr = plan.find("purr", null, "")?.forecast;
  const scratch = plan.can("scratch")[0]?.forecast;
  if (movement === "guard") return "You dodge every scratch.";
  if (movement === "purr")
    return purr ? `You +${purr.to - purr.from}, or −${purr.from - purr.scratched} if scratched.` : "";
  return scratch ? `A cat −${scratch.from - scratch.to}, unless it guards.` : "";
}

/** Gains and losses against each answer of the only other cat. */
function answers(view, movement, plan, { called, viewer }) {
  const card = plan.movement === movement ? plan.card : "";
  const offer = plan.find(movement, 1 - viewer, card);
  const purr = plan.find("purr", null, "")?.forecast;
  const scratch = plan.find("scratch", 1 - viewer, "")?.forecast;
  if (!offer || !purr || !scratch || scratch.purring === undefined)
    return h("small", { class: "cb-does" }, does(movement, plan));
  const name = called[1 - viewer];
  const [gain, blow] = [purr.to - purr.from, scratch.from - scratch.to];
  const facts = offer.forecast;
  const change = (who, by) =>
    by === 0
      ? ["", "nothing"]
      : [(who === "you") === by > 0 ? "good" : "bad", `${who} ${by > 0 ? `+${by}` : `−${-by}`}`];
  const rows = {
    purr: {
      purr: change("you", facts.to - facts.from),
      guard: change("you", facts.to - facts.from),
      scratch: change("you", facts.scratched - facts.from),
    },
    guard: {
      purr: change(name, gain),
      guard: ["", "nothing"],
      scratch:
        card === "Reverse Scratch"
          ? change(name, -blow)
          : facts.scratched > facts.from
            ? change("you", facts.scratched - facts.from)
            : ["", facts.cards ? "a card" : "nothing"],
    },
    scratch: {
      purr: change(name, facts.purring - facts.from),
      guard: facts.guarding < facts.from ? change(name, facts.guarding - facts.from) : ["", "nothing"],
      scratch:
        facts.from - facts.to === blow
          ? ["", `both −${blow}`]
          : ["", `you −${blow}, ${name} −${facts.from - facts.to}`],
    },
  }[movement];
  return h(
    "span",
    { class: "cb-answers" },
    MOVEMENTS.map((answer) =>
      h(
        "span",
        { key: answer },
        sign(answer),
        h("small", {}, `${name} ${answer}s`.replace("scratchs", "scratches")),
        h("b", { class: rows[answer][0] }, rows[answer][1]),
      ),
    ),
    h("small", { class: "cb-does" }, does(movement, plan)),
  );
}

function hand(view, offers, plan, tools) {
  const { state, redraw, advised } = tools;
  const kinds = CARD_NAMES.filter((name) => view.hand.includes(name));
  return h(
    "div",
    {
      class: `cb-hand kinds-${kinds.length}`,
      role: "group",
      "aria-label": "Your cards",
      "data-essential": kinds.length ? "hand" : null,
      "data-name": "cards",
    },
    kinds.length ? null : h("p", { class: "cb-none" }, "No cards. Some moves and abilities draw one."),
    kinds.map((name) => {
      const { movement, does: effect } = CARDS[name];
      const count = view.hand.filter((one) => one === name).length;
      const fits = plan?.can(movement).some(({ words }) => words.endsWith(`+${CARDS[name].word}`));
      const chosen = plan?.card === name;
      const lit = offers.some((offer) => advised(offer) && parsed(offer.words).card === name);
      return h(
        "button",
        {
          key: name,
          type: "button",
          class: `cb-card ${movement} ${chosen ? "chosen" : ""} ${plan?.movement && plan.movement !== movement ? "other" : ""} ${lit ? "advised" : ""}`,
          "data-spot": "",
          "data-fly": `card ${name}`,
          "data-from": "bank",
          "data-card": name,
          "data-name": name,
          "data-explain": name,
          "data-no": plan && !fits ? whyNot(movement, name, tools) || null : null,
          "aria-disabled": fits ? null : "true",
          "aria-pressed": plan ? String(chosen) : null,
          "aria-label": `${name}${count > 1 ? `, ${count} of them` : ""}: ${capital(movement)} ${effect}`,
          onclick: () => {
            if (!fits) return;
            Object.assign(state, chosen ? { card: "" } : { card: name, movement });
            redraw();
          },
        },
        sign(movement),
        h("strong", {}, name),
        h("small", {}, effect),
        count > 1 ? h("b", { class: "cb-count" }, `×${count}`) : null,
      );
    }),
  );
}

function commit(plan, { main }) {
  const { offer } = plan;
  const hint = plan.movement
    ? plan.movement === "scratch" && plan.target === null
      ? "choose a cat to scratch"
      : ""
    : "Choose a move (and a card, if you like)";
  return h(
    "div",
    { class: "cb-commit" },
    h(
      "p",
      { "aria-live": "polite" },
      h("strong", {}, offer ? offer.says : ""),
      h("span", {}, offer ? offer.explanation : hint),
    ),
    main("Lock in", offer ? `${offer.says}: ${offer.explanation}` : hint, offer),
  );
}

/** The cards, shown while others decide. */
export function waitingTray(view, tools) {
  const plan = null;
  const sealed = view.sealed ? parsed(view.sealed) : null;
  const what = sealed
    ? `${capital(sealed.movement)}${sealed.target === null ? "" : ` ${tools.names[sealed.target]}`}${sealed.card ? ` with ${sealed.card}` : ""}`
    : "";
  const others = tools.waiting.filter((seat) => seat !== tools.viewer);
  return [
    h(
      "div",
      { class: "cb-sealed" },
      sealed
        ? [sign(sealed.movement), h("span", {}, h("small", {}, "You locked in"), h("strong", {}, what))]
        : h(
            "span",
            {},
            h("strong", {}, `Waiting for ${others.length === 1 ? tools.called[others[0]] : "the others"}`),
            h("small", {}, "moves are revealed together"),
          ),
    ),
    hand(view, [], plan, tools),
  ];
}
