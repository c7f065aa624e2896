/** "How you win": a game on one screen, the goal first, then illustrated rules. */

import { h, morph } from "./dom.js";
import { showRules } from "./explain.js";
import { dyed, gameInfo, how } from "./games.js";
import { learnt, meet, met } from "./storage.js";
import { icon, openBox } from "./parts.js";
import { icon as drawing } from "./picture.js";
import { address } from "../transport.js";

const BOX = "0 0 240 140";
const THIS = "how you win";

/**
 * Shows how a game is won. `play` is the action of the red button, if any; `playWords` is its label.
 * @param {string} name
 * @param {{ play?: () => unknown, playWords?: string }} [options]
 */
export async function showHow(name, { play, playWords = "Play" } = {}) {
  const guide = await guideOf(name);
  if (!guide) return;
  const { game } = guide;
  if (!met(name, THIS)) meet(name, THIS);
  const box = document.createElement("dialog");
  box.className = "how";
  box.setAttribute("aria-label", `How you win ${game.title}`);
  const close = () => box.close();
  const start = () => {
    close();
    play?.();
  };
  morph(box, [
    h(
      "header",
      { style: dyed(game) },
      h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: close }, icon("close")),
      h("h2", {}, "How you win ", h("span", {}, game.title)),
      h("p", { class: "goal" }, guide.goal),
      h(
        "div",
        { class: "how-ways" },
        h(
          "button",
          { type: "button", class: "full", onclick: () => showRules(name, game.title) },
          icon("book"),
          "Full rules",
        ),
        game.lesson
          ? h(
              "a",
              { class: "button learn", href: `/learn/${name}` },
              icon("cap"),
              h("span", { class: "longer" }, "Learn by playing"),
              h("span", { class: "shorter" }, "Learn"),
              ` · ${game.lesson} min`,
            )
          : null,
        play
          ? h("button", { type: "button", class: "primary", autofocus: true, onclick: start }, icon("play"), playWords)
          : null,
      ),
    ),
    cellsOf(guide),
  ]);
  openBox(box);
}

/**
 * Loads a game with its goal, cells and their pictures; null if it is not installed.
 * @param {string} name
 */
export async function guideOf(name) {
  const game = await gameInfo(name);
  const guide = await how(name);
  return game ? { ...guide, game, drawn: await pictures(guide.pictures) } : null;
}

/** The illustrated rules of a guide. @param {NonNullable<Awaited<ReturnType<typeof guideOf>>>} guide */
export function cellsOf({ cells, drawn }) {
  return h(
    "ol",
    { class: "cells" },
    cells.map((cell, at) =>
      h(
        "li",
        { key: at },
        h("h3", {}, h("span", { class: "number", "aria-hidden": "true" }, at + 1), cell.title),
        drawn[at] ? drawing(BOX, drawn[at], { class: "how-picture" }) : null,
        h("p", {}, cell.say),
      ),
    ),
  );
}

/** Shows it once, before the first game, unless the person knows the game. Returns false if it was not shown. */
export async function showHowOnce(name, options) {
  if (met(name, THIS) || learnt().includes(name) || !(await how(name)).cells.length) return false;
  await showHow(name, options);
  return true;
}

/** Loads the game's SVG for each cell; empty if it has none or loading fails. */
async function pictures(path) {
  if (!path) return [];
  try {
    return (await import(address(path))).pictures;
  } catch (error) {
    console.error(error);
    return [];
  }
}
