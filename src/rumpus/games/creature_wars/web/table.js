/** Creature Wars: two Empires, their duel, and a hand with forecasts per card. */

import { h } from "/static/js/drawing.js";
import { arena, lastDuel, news } from "./duel.js";
import { openedCard, otherHand, realm } from "./empire.js";
import { how, magic, spells } from "./rules.js";
import * as hand from "./tray.js";

export const title = (view) => (view.outcome ? "" : `Turn ${view.turn} · 0 HP loses`);

export function asked(view, offers, { viewer, called }) {
  const other = called[1 - (viewer ?? 0)];
  return view.question ? hand.prompt(view) : `${hand.prompt(view)} ${other} also chooses in secret.`;
}

export const chapter = (line) => (line.kind === "turn" ? `Turn ${line.facts.turn}` : "");

export function board(view, offers, tools) {
  const below = tools.viewer ?? 0;
  const duel = lastDuel(view, tools.story);
  if (tools.lines.length) {
    tools.state.open = ""; // what happens is never covered
    tools.after((root) => blows(root, tools));
  }
  return h(
    "div",
    { class: `cw ${tools.viewer === null ? "watched" : ""}` },
    realm(view, 1 - below, duel, "above", tools),
    otherHand(view, 1 - below, tools),
    h(
      "div",
      { class: "cw-piles" },
      pile("deck", "deck", view.deck, null, tools),
      pile("graveyard", "graveyard", view.graveyard.length, view.graveyard, tools),
      pile("removed", "removed", view.removed.length, view.removed, tools),
    ),
    arena(view, duel, below, tools),
    news(view, duel, tools),
    h("div", { class: "cw-laws" }, how(tools), magic(view, tools)),
    realm(view, below, duel, "below", tools),
    tools.viewer === null ? otherHand(view, below, tools) : null,
    opened(view, tools),
  );
}

export const tray = (view, offers, tools) =>
  view.outcome || tools.viewer === null ? null : hand.tray(view, offers, tools);

/** A pile; all but the deck can be opened. */
function pile(place, name, count, cards, { state, redraw, viewer }) {
  const inside = [
    h("span", { key: "stack", class: `cw-stack ${place}`, "aria-hidden": "true" }, h("b", {}, count)),
    h("span", { key: "name", class: "cw-pile-name" }, name),
  ];
  const words = `${name}: ${count} ${count === 1 ? "card" : "cards"}`;
  if (!cards || !count)
    return h(
      "div",
      {
        key: place,
        class: `cw-pile ${count ? "" : "none"} is-${place}`,
        "data-place": place,
        role: "img",
        "aria-label": words,
      },
      inside,
    );
  return h(
    "button",
    {
      key: place,
      type: "button",
      class: `cw-pile is-${place}`,
      "data-place": place,
      "data-spot": viewer === null ? null : "",
      "aria-expanded": String(state.open === place),
      "aria-label": `${words}, show all`,
      onclick: () => {
        state.open = state.open === place ? "" : place;
        redraw();
      },
    },
    inside,
  );
}

/** The opened panel: a pile, the known cards of a hand, or all magic. */
function opened(view, tools) {
  const { state, redraw, called } = tools;
  if (!state.open) return null;
  const owner = /^hand (\d)$/.exec(state.open)?.[1];
  const heading = owner
    ? `Known cards in ${called[owner]}’s hand`
    : { graveyard: "Graveyard, latest first", removed: "Removed from the game, latest first", magic: "Active magic" }[
        state.open
      ];
  const inside = owner
    ? view.seats[owner].hand.map((entry, key) => openedCard(entry.card, "", key, tools, entry))
    : state.open === "magic"
      ? spells(view, tools).map(([whose, words], key) =>
          h("li", { key, class: "cw-spell" }, h("strong", {}, whose), " ", words),
        )
      : [...view[state.open]]
          .reverse()
          .map((entry, key) =>
            typeof entry === "string"
              ? openedCard(entry, "", key, tools)
              : openedCard(
                  entry.card,
                  `${entry.fate}${entry.of ? `, ${called[entry.of === "A" ? 0 : 1]}` : ""}`,
                  key,
                  tools,
                ),
          );
  return h(
    "section",
    { class: "cw-opened", key: "opened", "aria-label": heading },
    h(
      "h3",
      { "aria-level": 2 },
      heading,
      h(
        "button",
        {
          type: "button",
          class: "cw-close",
          "data-spot": tools.viewer === null ? null : "",
          onclick: () => {
            state.open = "";
            redraw();
          },
        },
        "Close",
      ),
    ),
    h("ul", { tabindex: 0, "aria-label": heading }, inside),
  );
}

// --- animations ---

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
