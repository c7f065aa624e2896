/** Defend the City: the wall, two fighters, and two dials for Offense and Defense. */

import { h } from "/static/js/drawing.js";
import { chance, stage } from "./scene.js";
import { dials, isPair, picked, reaction } from "./tray.js";

export const place = "bar";

export const title = (view) => `Turn ${view.turn} · enemy ${Math.min(view.slain + 1, view.enemies)} of ${view.enemies}`;

export function asked(view, offers) {
  if (offers.some(isPair)) return "Set Offense and Defense.";
  return "Your Offense is lower. Strike?";
}

export function board(view, offers, tools) {
  tools.after((root) => act(root, tools));
  return stage(view, offers.some(isPair) ? picked(tools.state) : null, tools);
}

export function tray(view, offers, tools) {
  if (offers.some(isPair)) return dials(view, offers, tools);
  if (offers.length) return reaction(view, offers, tools);
  if (tools.viewer === null || view.outcome) return null;
  return h(
    "section",
    { class: "dc-tray resting", "aria-label": "Your move" },
    h(
      "p",
      {},
      view.stage === "reaction" ? "The other side may still hold back." : "Locked in. Both are revealed together.",
    ),
  );
}

function act(root, { lines, motion }) {
  let wait = 0;
  for (const { kind, facts } of lines) {
    if (kind !== "hits" && kind !== "misses") continue;
    const { side, offense, defense, die } = facts;
    const striker = root.querySelector(`[data-fighter="${side}"]`);
    const target = root.querySelector(`[data-fighter="${1 - side}"]`);
    motion.later(wait, () => {
      if (striker && !motion.still())
        striker.animate(
          [
            { transform: "none" },
            { transform: `translateX(${side ? -70 : 70}px) rotate(${side ? -8 : 8}deg)`, offset: 0.35 },
            { transform: "none" },
          ],
          { duration: 520, easing: "ease-in-out" },
        );
      motion.floatWord(
        target,
        `${kind === "hits" ? "Hit!" : "miss"} ${chance(offense, defense, die)} %`,
        kind === "hits" ? "" : "good",
      );
      if (kind === "hits") motion.shake(target, 14);
    });
    wait += motion.still() ? 0 : 480;
  }
}
