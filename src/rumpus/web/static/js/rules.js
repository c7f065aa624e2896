/** The page of a game's rules: /rules/GAME, or at a clause, /rules/GAME#CLAUSE. */

import { h, morph, one } from "./dom.js";
import { gameSheet, rules } from "./games.js";
import { showHow } from "./how.js";
import { icon, switches, wordmark } from "./parts.js";
import { rulebook, showClause } from "./rulebook.js";
import { here } from "./transport.js";

const page = one("#page");
const name = decodeURIComponent(here().split("/").pop());
const [game, text] = await Promise.all([gameSheet(name), rules(name)]);
const book = rulebook(text);
document.title = `Rules of ${game.title} · Rumpus`;

function draw() {
  morph(page, [
    h(
      "header",
      { class: "bar" },
      h("a", { href: "/", "aria-label": "Rumpus, to the lobby" }, wordmark(true)),
      h("h1", { class: "tagline" }, `Rules of ${game.title}`),
      h("div", { class: "head-tools" }, h("button", { type: "button", class: "quiet", onclick: () => showHow(name) }, icon("bulb"), "How you win"), switches(draw)),
    ),
    h("main", { class: "rules-page" }, book),
  ]);
}

draw();
const toClause = () => location.hash && showClause(page, decodeURIComponent(location.hash.slice(1)));
toClause();
addEventListener("hashchange", toClause);
