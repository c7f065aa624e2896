/** Tournaments in the lobby: one's own, the listed ones, and a new one. */

import { h } from "../ui/dom.js";
import { pictureOf } from "../ui/games.js";
import { alone } from "../transport.js";
import { forTwo, newTournament } from "./form.js";
import { kindWords, stateWords } from "./words.js";

/** Milliseconds between two looks at the list. */
const POLL_MS = 5000;

export class Tournaments {
  /** @param {import("../socket.js").Connection} connection @param {() => void} redraw */
  constructor(connection, redraw) {
    this.connection = connection;
    this.redraw = redraw;
    /** @type {import("../protocol.js").TournamentRow[]} */
    this.rows = [];
    if (!alone) setInterval(() => document.hidden || this.refresh(), POLL_MS);
  }

  async refresh() {
    try {
      const { own, listed } = await this.connection.ask({ do: "tournaments" });
      const known = new Set(own.map(({ tournament }) => tournament));
      this.rows = [...own, ...listed.filter(({ tournament }) => !known.has(tournament))];
      this.redraw();
    } catch {
      // The next look tells.
    }
  }

  /** @param {import("../protocol.js").GameInfo[]} games */
  ask(games) {
    newTournament(this.connection, games);
  }

  /** @param {import("../protocol.js").GameInfo[]} games */
  list(games) {
    if (!forTwo(games).length) return null;
    return h(
      "section",
      { class: "tournaments" },
      h(
        "h2",
        {},
        "Tournaments",
        h(
          "small",
          {},
          h("button", { type: "button", class: "quiet", onclick: () => this.ask(games) }, "new tournament"),
        ),
      ),
      this.rows.length
        ? h(
            "ul",
            {},
            this.rows.map((row) => this.row(row, games)),
          )
        : null,
    );
  }

  row(row, games) {
    const words = [row.game_title, stateWords(row, row.players, row.round ?? 0)];
    return h(
      "li",
      { class: `table-row ${row.state === "over" || row.state === "cancelled" ? "quiet" : ""}`, key: row.tournament },
      h(
        "a",
        { href: `/tournament/${row.tournament}`, title: kindWords(row) },
        h("img", { src: pictureOf(games, row.game), alt: "", width: 54, height: 40 }),
        h("span", { class: "who" }, h("strong", {}, row.title), h("small", {}, words.join(" · "))),
        h("span", { class: "end" }, row.state === "open" ? h("b", { class: "join" }, "Join") : ""),
      ),
    );
  }
}
