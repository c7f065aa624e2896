/** "How you win": a game on one screen, the goal first, then illustrated rules. */

import { h, morph } from "./dom.js";
import { showRules } from "./explain.js";
import { dyed, gameInfo, how } from "./games.js";
import { learnt, meet, met } from "./storage.js";
import { icon } from "./parts.js";
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
  const game = await gameInfo(name);
  const guide = await how(name);
  if (!game) return;
  const drawn = await pictures(guide.pictures);
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
    h(
      "ol",
      { class: "cells" },
      guide.cells.map((cell, at) =>
        h(
          "li",
          { key: at },
          h("h3", {}, h("span", { class: "number", "aria-hidden": "true" }, at + 1), cell.title),
          drawn[at] ? drawing(BOX, drawn[at], { class: "how-picture" }) : null,
          h("p", {}, cell.say),
        ),
      ),
    ),
  ]);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && close());
  document.body.append(box);
  box.showModal();
}

/** Shows it once, before the first game, unless the person knows the game. */
export async function showHowOnce(name, options) {
  if (met(name, THIS) || learnt().includes(name)) return;
  if ((await how(name)).cells.length) await showHow(name, options);
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
