/** Signs of the game: movements, the nine chance cards, abilities. */

import { h, icon } from "/static/js/drawing.js";
import * as art from "./art.js";

export const BREEDS = ["Persian", "Ragdoll", "Maine Coon", "Exotic Shorthair", "Siamese", "Abyssinian"];
/** Each breed's ability. */
export const ABILITIES = ["Rejuvenation", "Gentleman", "Hunting", "Recycling", "Loneliness", "Spotlight"];
export const MOVEMENTS = ["purr", "guard", "scratch"];

/** Each card's movement, its word in the notation, its short sign and its effect. */
export const CARDS = {
  "Double Purring": { movement: "purr", word: "double", short: "×2", does: "+2 instead of +1" },
  "Guaranteed Purring": { movement: "purr", word: "guaranteed", short: "✓", does: "+1 for sure" },
  "Purr and Draw": { movement: "purr", word: "draw", short: "draw", does: "and draw a card" },
  "Reverse Scratch": { movement: "guard", word: "reverse", short: "↩", does: "reflects the scratch" },
  "Guard and Heal": { movement: "guard", word: "heal", short: "+1", does: "+1 if you dodge" },
  "Guard and Draw": { movement: "guard", word: "draw", short: "draw", does: "draw if you dodge" },
  "Can't Reverse": { movement: "scratch", word: "noreverse", short: "no ↩", does: "cannot be reflected" },
  "Can't Guard": { movement: "scratch", word: "noguard", short: "no guard", does: "ignores a guard" },
  "Double Scratch": { movement: "scratch", word: "double", short: "×2", does: "−2 instead of −1" },
};
export const CARD_NAMES = Object.keys(CARDS);

export const capital = (words) => words[0].toUpperCase() + words.slice(1);
export const sign = (name) => icon("0 0 24 24", art.SIGNS[name], { class: "cb-sign" });
export const portrait = (breed, mood) =>
  icon("-82 -98 164 190", art.portrait(breed, mood), { class: `cb-cat mood-${mood}` });

/** Parses "scratch 2 +double" into movement, target and card. */
export function parsed(strategy) {
  const [movement, ...rest] = strategy.split(" ");
  const word = rest.find((part) => part.startsWith("+"))?.slice(1);
  const target = rest.find((part) => /^\d$/.test(part));
  const card = word ? CARD_NAMES.find((name) => CARDS[name].movement === movement && CARDS[name].word === word) : "";
  return { movement, target: target === undefined ? null : Number(target), card: card || "" };
}

/** An ability in its ring: gold if usable, else the rounds of its cooldown. */
export function power(name, rest, active) {
  const hidden = name === "hidden";
  const says = hidden
    ? "A secret bonus ability: Attacker or Critical Hit."
    : rest
      ? `Resting: ready in ${rest} ${rest === 1 ? "round" : "rounds"}.`
      : active
        ? "In use this round."
        : "Ready.";
  return h(
    "span",
    {
      class: `cb-power ${rest ? "rests" : "ready"} ${active ? "active" : ""}`,
      key: `power ${name}`,
      tabindex: 0,
      role: "img",
      "data-explain": hidden ? "Bonus ability" : name,
      "data-meet": active && !hidden ? name : null,
      "data-says": says,
      "aria-label": `${hidden ? "Bonus ability" : name}. ${says}`,
    },
    icon("0 0 24 24", art.POWERS[name] || art.POWERS.hidden, { class: "cb-power-sign" }),
    rest ? h("b", {}, rest) : null,
  );
}
