/** Cat Brawl: a ring of cats, a strategy assembled by hand, and the last fight. */

import { h } from "/static/js/drawing.js";
import * as abilities from "./abilities.js";
import { arrows, lastFight, rounds, shown } from "./fight.js";
import { cats } from "./pick.js";
import { ring } from "./ring.js";
import { BREEDS, capital, sign } from "./signs.js";
import * as plans from "./tray.js";

const isStrategy = ({ words }) => /^(purr|guard|scratch)/.test(words);
const isPick = ({ words }) => BREEDS.some((name) => name.toLowerCase() === words);

export const title = (view) => (view.round ? `Round ${view.round} · ${view.win_hp} HP wins` : "Pick your cats");

export function asked(view, offers, tools) {
  if (offers.some(isPick)) return "Pick your cat. Everyone picks in secret.";
  if (offers.some(isStrategy)) return plans.asked(plans.planned(offers, tools));
  return view.stage === "postlude" ? "Use an ability after this round?" : "Use an ability before this round?";
}

export function standing(view, offers, tools) {
  if (tools.lesson || tools.viewer === null) return null;
  const openly = view.seats.every((seat) => seat.out || seat.bonus_public);
  return abilities.standing(offers, { ...tools, openly });
}

const planOf = (offers, tools) => (offers.some(isStrategy) ? plans.planned(offers, tools) : null);

export function board(view, offers, tools) {
  const fight = lastFight(tools.story, tools);
  const plan = planOf(offers, tools);
  // The strategy of the last round is dropped.
  if (!plan && !offers.length) Object.assign(tools.state, { movement: "", target: null, card: "", use: "" });
  tools.after((root) => {
    act(root, tools);
    keepArrows(root, fight?.blows || []);
  });
  return h(
    "div",
    { class: `cb cats-${view.seats.length}` },
    h("span", { class: "cb-bank", "data-place": "bank", "aria-hidden": "true" }),
    h("svg", { class: `cb-arrows ${plan?.movement ? "aiming" : ""}`, "aria-hidden": "true", island: true }),
    ring(view, plan, { ...tools, offers }),
    view.seats.length === 2 && fight
      ? duel(view, fight, tools)
      : h(
          "p",
          { class: "cb-news", "data-essential": "news" },
          fight?.round ? h("strong", {}, `Round ${fight.round}`) : null,
          " ",
          fight ? fight.sentence : "Everyone chooses in secret. Moves are revealed together.",
        ),
  );
}

/** With two cats: both shown strategies, and the earlier rounds. */
function duel(view, fight, { viewer, names, story }) {
  const sides = viewer === 1 ? [1, 0] : [0, 1];
  const before = rounds(story).slice(-7, -1);
  return h(
    "div",
    { class: "cb-duel" },
    h("small", { class: "cb-duel-round" }, `Round ${fight.round}`),
    h(
      "div",
      { class: "cb-shown" },
      sides.map((seat) => played(view.seats[seat], seat, names)),
    ),
    h("p", { class: "cb-news", "data-essential": "news" }, fight.sentence),
    before.length
      ? h(
          "ol",
          { class: "cb-before", "aria-label": "Earlier rounds" },
          before.map(({ round, did, change }) =>
            h(
              "li",
              {
                key: round,
                "aria-label": `Round ${round}: ${sides.map((seat) => `${names[seat]} ${did[seat] || "sat out"}`).join(", ")}`,
              },
              sides.map((seat) =>
                did[seat] ? sign(did[seat]) : h("span", { class: "cb-sign", "aria-hidden": "true" }, "–"),
              ),
              h("small", { class: change[sides[0]] < 0 ? "bad" : "" }, net(change[sides[0]])),
            ),
          ),
        )
      : null,
  );
}

const net = (change) => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "·");

function played(seat, number, names) {
  const did = shown(seat);
  if (!did) return h("span", { key: number, class: "cb-played none" }, h("small", {}, `${names[number]} sat out`));
  return h(
    "span",
    { key: number, class: `cb-played ${did.movement}` },
    sign(did.movement),
    h("strong", {}, capital(did.movement)),
    did.card ? h("small", {}, `with ${did.card}`) : null,
  );
}

export function tray(view, offers, tools) {
  if (view.outcome) return null;
  if (offers.some(isPick))
    return h("section", { class: "cb-tray picking", "aria-label": "Your cat" }, cats(offers, tools));
  if (tools.viewer === null || !view.hand) return null;
  const plan = planOf(offers, tools);
  const inside = plan
    ? plans.tray(view, offers, plan, tools)
    : offers.length
      ? abilities.powers(offers, tools)
      : plans.waitingTray(view, tools);
  return h(
    "section",
    { class: `cb-tray ${plan ? "planning" : offers.length ? "asking" : "resting"}`, "aria-label": "Your move" },
    inside,
    plan || !offers.length ? abilities.rules(tools) : null,
  );
}

// --- arrows ---

let watcher = null;
let keep = () => {};

/** Redraws the arrows when the board is resized. */
function keepArrows(root, blows) {
  keep = () => arrows(root, blows);
  keep();
  if (watcher) return;
  watcher = new ResizeObserver(() => keep());
  watcher.observe(root);
}

const BLOWS = {
  hit: "hit",
  unguarded: "hit",
  startled: "hit",
  reversed: "back",
  dodged: "safe",
  not_reversed: "safe",
  unmoved: "none",
  missed: "none",
};

function act(root, { lines, motion }) {
  let wait = 0;
  const at = (seat) => root.querySelector(`[data-cat="${seat}"] .cb-face`);
  const later = (call) => {
    motion.later(wait, call);
    if (!motion.still()) wait += 380;
  };
  for (const { kind, facts } of lines) {
    if (BLOWS[kind]) {
      later(() => {
        const [from, to] = [at(facts.seat), at(facts.target)];
        if (!from || !to) return;
        const came = BLOWS[kind];
        if (!motion.still()) {
          const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
          from.animate(
            [
              { transform: "none" },
              { transform: `translate(${(b.left - a.left) * 0.3}px, ${(b.top - a.top) * 0.3}px)`, offset: 0.4 },
              { transform: "none" },
            ],
            { duration: 420, easing: "ease-in-out" },
          );
        }
        if (came === "hit") motion.shake(to, 12);
        if (came !== "none")
          motion.floatWord(
            came === "back" ? from : to,
            came === "safe" ? "dodged" : `−${facts.points}`,
            came === "safe" ? "good" : "",
          );
      });
    } else if (kind === "gained") later(() => motion.floatWord(at(facts.seat), `+${facts.points}`, "good"));
    else if (kind === "paid") later(() => motion.floatWord(at(facts.seat), `−${facts.points}`));
    else if (kind === "used") later(() => motion.flash(at(facts.seat)));
    else if (kind === "out") later(() => motion.floatWord(at(facts.seat), "out!"));
  }
}
