/** The rules page: /rules/GAME, or /rules/GAME#CLAUSE for a clause. */

import { h, morph, one } from "../ui/dom.js";
import { gameInfo, rules } from "../ui/games.js";
import { showHow } from "../ui/how.js";
import { icon, switches, wordmark } from "../ui/parts.js";
import { rulebook, showClause } from "../ui/rulebook.js";
import { here } from "../transport.js";

const page = one("#page");
const name = decodeURIComponent(here().split("/").pop());
const [game, text] = await Promise.all([gameInfo(name), rules(name)]);
const book = rulebook(text);
document.title = `Rules of ${game.title} · Rumpus`;

function draw() {
  morph(page, [
    h(
      "header",
      { class: "bar" },
      h("a", { href: "/", "aria-label": "Rumpus, to the lobby" }, wordmark(true)),
      h("h1", { class: "tagline" }, `Rules of ${game.title}`),
      h(
        "div",
        { class: "head-tools" },
        h("button", { type: "button", class: "quiet", onclick: () => showHow(name) }, icon("bulb"), "How you win"),
        switches(draw),
      ),
    ),
    h("main", { class: "rules-page" }, book),
  ]);
}

draw();
const toClause = () => location.hash && showClause(page, decodeURIComponent(location.hash.slice(1)));
toClause();
addEventListener("hashchange", toClause);
