/** Recent actions: earlier cards as a trail, and each player's last action. */

import { counted, first, who } from "./cards.js";

/** Number of log lines that cover everybody's last action. */
const MAX_LINES = 240;

/** Actions of this round, oldest first: { seat, card, note, aside }; `seat` is null for the turned-up card. */
export function deeds(story, tools) {
  let found = [];
  let card = null;
  const note = (text) => {
    if (card) card.note = card.note ? `${card.note}, ${text}` : text;
  };
  const add = (seat, text, aside = false) => {
    const last = found.at(-1);
    if (last && last.seat === seat && !last.card) last.note += `, ${text}`;
    else found.push({ seat, card: "", note: text, aside });
  };
  const lay = (seat, name, text = "") => {
    card = { seat, card: name, note: text, aside: false };
    found.push(card);
  };
  for (const { kind, facts } of story.slice(-MAX_LINES)) {
    const name = facts?.seat === undefined ? "" : who(facts.seat, tools);
    if (kind === "round") found = [];
    else if (kind === "turned_up") lay(null, facts.card);
    else if (kind === "played") lay(facts.seat, facts.card);
    else if (kind === "named") note(facts.colour);
    else if (kind === "chaos") note(`${facts.colour} or ${facts.number}`);
    else if (kind === "added") note(`pool ${facts.pool}`);
    else if (kind === "zeroed") note("pool empty");
    else if (kind === "reversed") note("direction reversed");
    else if (kind === "penalty") note(`${name} ${name === "you" ? "draw" : "draws"} ${facts.cards}`);
    else if (kind === "traded") note(`swapped hands with ${who(facts.other, tools)}`);
    else if (kind === "threw_off") facts.count && note(`${facts.count} more discarded`);
    else if (kind === "emptied") note("last card");
    else if (kind === "skipped") {
      note(`${name} ${name === "you" ? "are" : "is"} skipped`);
      add(facts.seat, "skipped", true);
    } else if (kind === "hurt") add(facts.seat, `−${facts.points} HP`);
    else if (kind === "overload") add(facts.seat, `−${facts.points} HP: overload`);
    else if (kind === "fell" || kind === "stuck") add(facts.seat, "out");
    else if (kind === "drew" || kind === "drew_unseen") {
      if (facts.why !== "fill") add(facts.seat, `drew ${facts.count ?? facts.cards.length}`, facts.why === "hit");
    }
  }
  return found;
}

/** Last action of each player. */
export function lastOf(found) {
  return new Map(found.filter(({ seat }) => seat !== null).map((deed) => [deed.seat, deed]));
}

/** Cards under the top one, oldest first. */
export const trail = (found) => found.filter(({ card }) => card).slice(-5, -1);

/** The last event in a few words, shown at the pile. Until the viewer has acted, the result of the last round too. */
export function news(found, tools) {
  return [lastRound(found, tools), lastDeed(found, tools)].filter(Boolean).join(" ");
}

function lastRound(found, { story, viewer }) {
  const end = story.findLastIndex(({ kind }) => kind === "round");
  if (end < 0 || found.some(({ seat }) => seat === viewer)) return "";
  const scored = story.slice(0, end).findLast(({ kind, facts }) => kind === "scored" && facts.seat === viewer);
  return scored ? `Last round: ${points(scored.facts.hp)} for you.` : "";
}

export const points = (count) => `${count < 0 ? "−" : "+"}${counted(Math.abs(count), "point")}`;

function lastDeed(found, tools) {
  const last = found.findLast(({ aside }) => !aside);
  if (!last) return "";
  if (last.seat === null) return `Starting card${last.note ? `: ${last.note}` : ""}`;
  const name = first(who(last.seat, tools));
  return last.card ? (last.note ? `${name}: ${last.note}` : `${name} played it`) : `${name} ${last.note}`;
}
