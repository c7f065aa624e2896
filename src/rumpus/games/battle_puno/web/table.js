/** Battle Puno: players in turn order, the pile with the current colour, the pool, and one's hand. */

import { h } from "/static/js/drawing.js";
import { common, lifted } from "./cards.js";
import { middle } from "./pile.js";
import { others, own } from "./players.js";
import { deeds, lastOf, points } from "./plays.js";
import * as hand from "./tray.js";

const GOALS = {
  traditional: () => "Traditional · first without cards wins",
  "battle puno": (view) => `Round ${view.round} · ${view.goal} points win`,
  "death match": () => "Death Match · last one standing wins",
};

export const title = (view) => GOALS[view.mode](view);
export const asked = hand.asked;

export function board(view, offers, tools) {
  if (!offers.length) Object.assign(tools.state, { lift: "", open: "" });
  const found = deeds(tools.story, tools);
  const facts = foreseen(view, offers, tools);
  tools.after((root) => happen(root, tools));
  return h(
    "div",
    { class: `bp players-${view.seats.length} ${view.direction === "clockwise" ? "cw" : "ccw"}` },
    others(view, lastOf(found), facts, tools),
    middle(view, offers, found, facts, tools),
    tools.viewer === null ? null : own(view, facts, tools),
  );
}

export function tray(view, offers, tools) {
  if (view.outcome || tools.viewer === null) return null;
  return hand.tray(view, offers, tools);
}

/** Forecast of the selection; without one, the next player if no card is played. */
function foreseen(view, offers, { state }) {
  const moves = lifted(offers, state);
  if (moves.length) return common(moves);
  const out = offers.find(({ words }) => ["draw", "take", "keep"].includes(words));
  return view.seats.length === 2 || out?.forecast.next === undefined ? null : { next: out.forecast.next };
}

/** Animates hits and floating words at their place. */
function happen(root, { lines, motion }) {
  const at = (seat) => root.querySelector(`[data-seat="${seat}"]`);
  for (const { kind, facts } of lines) {
    if (kind === "hurt" || kind === "overload") {
      motion.shake(at(facts.seat), 12);
      motion.floatWord(at(facts.seat), `−${facts.points} HP`);
    } else if (kind === "scored") motion.floatWord(at(facts.seat), points(facts.hp), facts.hp < 0 ? "" : "good");
    else if (kind === "skipped") motion.floatWord(at(facts.seat), "skipped");
    else if (kind === "penalty") motion.floatWord(at(facts.seat), `+${facts.cards}?`);
    else if (kind === "puno") motion.floatWord(at(facts.seat), "Puno!", "good");
    else if (kind === "traded") {
      motion.flash(at(facts.seat));
      motion.flash(at(facts.other));
    } else if (kind === "reversed") motion.flash(root.querySelector(".bp-pile"));
    else if (kind === "named" || kind === "chaos") motion.flash(root.querySelector(".bp-fits"));
  }
}
