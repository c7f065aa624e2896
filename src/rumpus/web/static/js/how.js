/** "How you win": a game on one screen, goal first, a picture and a sentence for each idea. */

import { h, morph } from "./dom.js";
import { showRules } from "./explain.js";
import { dyed, gameSheet, how } from "./games.js";
import { learnt, meet, met } from "./keep.js";
import { icon } from "./parts.js";
import { icon as drawing } from "./picture.js";
import { address } from "./transport.js";

const BOX = "0 0 240 140";
const THIS = "how you win";

/**
 * Shows how that game is won. `play` is what the red button does, and without it there is none; `playWords` is what it says.
 * @param {string} name
 * @param {{ play?: () => unknown, playWords?: string }} [options]
 */
export async function showHow(name, { play, playWords = "Play" } = {}) {
  const game = await gameSheet(name);
  const sheet = await how(name);
  if (!game) return;
  const drawn = await pictures(sheet.pictures);
  if (!met(name, THIS)) meet(name, THIS);
  const box = document.createElement("dialog");
  box.className = "how";
  box.setAttribute("aria-label", `How you win ${game.title}`);
  const close = () => box.close();
  const start = () => (close(), play?.());
  morph(box, [
    h(
      "header",
      { style: dyed(game) },
      h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: close }, icon("close")),
      h("h2", {}, "How you win ", h("span", {}, game.title)),
      h("p", { class: "goal" }, sheet.goal),
      h(
        "div",
        { class: "how-ways" },
        h("button", { type: "button", class: "full", onclick: () => showRules(name, game.title) }, icon("book"), "Full rules"),
        game.lesson ? h("a", { class: "button learn", href: `/learn/${name}` }, icon("cap"), h("span", { class: "longer" }, "Learn by playing"), h("span", { class: "shorter" }, "Learn"), ` · ${game.lesson} min`) : null,
        play ? h("button", { type: "button", class: "primary", autofocus: true, onclick: start }, icon("play"), playWords) : null,
      ),
    ),
    h(
      "ol",
      { class: "cells" },
      sheet.cells.map((cell, at) =>
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

/** The same before the first game: only to somebody who has neither seen it nor learnt the game. */
export async function showHowOnce(name, options) {
  if (met(name, THIS) || learnt().includes(name)) return;
  if ((await how(name)).cells.length) await showHow(name, options);
}

/** What the game has drawn, a piece of SVG for each cell; nothing if it brings none or it cannot be had. */
async function pictures(path) {
  if (!path) return [];
  try {
    return (await import(address(path))).pictures;
  } catch (error) {
    console.error(error);
    return [];
  }
}
