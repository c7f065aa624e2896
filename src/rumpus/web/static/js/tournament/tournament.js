/** A tournament: who plays, the standings, and every round with its tables, as they change. */

import { h, morph, one } from "../ui/dom.js";
import { catalogue } from "../ui/games.js";
import { changeWords } from "../ui/options.js";
import { pageHead, profileLink } from "../ui/head.js";
import { copyText, dialog, icon, plural, switches, toast } from "../ui/parts.js";
import { avatarMark } from "../ui/profile.js";
import { storedProfile } from "../ui/storage.js";
import { Connection } from "../socket.js";
import { here } from "../transport.js";
import { select } from "../lobby/fields.js";
import { strengths } from "./form.js";
import { kindWords, pointWords, stateWords, timeWords } from "./words.js";

const page = one("#page");
const id = decodeURIComponent(here().split("/")[2] || "");
/** @type {import("../protocol.js").GameInfo[]} */
let games = [];
/** @type {import("../protocol.js").TournamentReply | null} */
let shown = null;
let why = "";
let busy = false;
let online = true;
let bot = "normal";

const connection = new Connection({
  onState: (said) => {
    online = said !== "lost";
    if (said === "open") load();
    draw();
  },
  onProfile: () => draw(),
  onTournament: (news) => news.tournament === id && take(news),
});

/** @param {import("../protocol.js").TournamentReply} tournament */
function take(tournament) {
  shown = tournament;
  why = "";
  document.title = `${tournament.title} · Rumpus`;
  draw();
}

async function load() {
  try {
    take(await connection.ask({ do: "tournament", tournament: id }));
  } catch (error) {
    if (!shown) why = error.message;
    draw();
  }
}

/** @param {import("../protocol.js").AnyClientMessage} message */
async function change(message) {
  if (busy) return;
  busy = true;
  draw();
  try {
    take(await connection.ask(message));
  } catch (error) {
    toast(error.message, "warn");
  }
  busy = false;
  draw();
}

/** Asks before it does what cannot be undone. */
function confirmed(title, text, label, message) {
  dialog(title, (close) => [
    h("p", {}, text),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          class: "danger",
          onclick: () => {
            close();
            change(message);
          },
        },
        label,
      ),
      h("button", { type: "button", onclick: close }, "Not now"),
    ),
  ]);
}

// --- parts ---

const ownId = () => storedProfile()?.id ?? "";

/** @param {import("../protocol.js").TournamentReply} tournament */
const ownPlayer = (tournament) => tournament.players.find(({ profile }) => profile && profile === ownId());

function named(tournament, number) {
  return tournament.players.find(({ player }) => player === number)?.name ?? "nobody";
}

/** The pairings in which a player still plays, with the open table of each. */
function openGames(tournament, number) {
  const round = tournament.pairings.at(-1) ?? [];
  return round
    .filter(({ first, second, points }) => !points && (first === number || second === number))
    .map(({ first, second, games: played }) => ({
      rival: named(tournament, first === number ? second : first),
      table: played?.at(-1)?.table,
    }));
}

function call(tournament, own) {
  if (!own || tournament.state !== "running") return null;
  return openGames(tournament, own.player).map(({ rival, table }) =>
    h(
      "a",
      { class: "button primary tournament-call", key: table, href: `/t/${table}` },
      icon("play"),
      `Play against ${rival}`,
    ),
  );
}

function actions(tournament, own) {
  const mine = tournament.owner && tournament.owner === ownId();
  const running = tournament.state === "open" || tournament.state === "running";
  const plays = own && !own.left;
  const button = (label, onclick, kind = "") =>
    h("button", { type: "button", key: label, class: kind, disabled: busy, onclick }, label);
  const started = tournament.state === "running";
  return h(
    "div",
    { class: "row tournament-ways" },
    mine && tournament.state === "open"
      ? button("Start now", () => change({ do: "tournament_start", tournament: id }), "primary")
      : null,
    !own && tournament.may_join
      ? button("Join", () => change({ do: "tournament_join", tournament: id }), mine ? "" : "primary")
      : null,
    h("button", { type: "button", key: "copy", onclick: () => copyText(location.href) }, icon("link"), "Copy link"),
    plays && tournament.state === "open"
      ? button("Leave", () => change({ do: "tournament_leave", tournament: id }))
      : null,
    plays && started
      ? button("Withdraw", () =>
          confirmed(
            "Withdraw?",
            "You lose the game that is running, and cannot come back to this tournament.",
            "Withdraw",
            { do: "tournament_leave", tournament: id },
          ),
        )
      : null,
    mine && running
      ? button("Cancel tournament", () =>
          confirmed("Cancel the tournament?", "All its running games end.", "Cancel tournament", {
            do: "tournament_cancel",
            tournament: id,
          }),
        )
      : null,
  );
}

function botForm(tournament) {
  if (tournament.state !== "open" || tournament.owner !== ownId()) return null;
  return h(
    "form",
    {
      class: "tournament-bots",
      onsubmit: (event) => {
        event.preventDefault();
        change({ do: "tournament_bot", tournament: id, bot });
      },
    },
    select("Bot", strengths(), bot, (chosen) => (bot = chosen)),
    h("button", { disabled: busy }, icon("plus"), "Add bot"),
  );
}

function facts(tournament) {
  const info = games.find(({ name }) => name === tournament.game);
  const { late = 0, no_show: seconds } = tournament;
  return h(
    "ul",
    { class: "tournament-facts" },
    h("li", {}, `${tournament.game_title} · ${kindWords(tournament)}`),
    changeWords(info, tournament.options).map((text) => h("li", { key: text }, text)),
    h("li", {}, `Whoever is not at the table after ${minutes(seconds)} loses the game.`),
    late ? h("li", {}, `New players may join until round ${late}.`) : null,
    tournament.state === "open" && tournament.start_at
      ? h("li", {}, `It starts ${timeWords(tournament.start_at)}.`)
      : null,
  );
}

function minutes(seconds) {
  return seconds % 60 ? plural(seconds, "second") : plural(seconds / 60, "minute");
}

function playerRow(tournament, row, place, own) {
  const { player, name, points, wins = 0, draws = 0, losses = 0, buchholz, sonneborn } = row;
  const started = tournament.state !== "open";
  const mine = tournament.owner === ownId();
  return h(
    "tr",
    { key: player, class: row === own ? "own" : "" },
    h("td", { class: "place" }, started ? place : ""),
    h(
      "th",
      { scope: "row" },
      h(
        "span",
        { class: "leader" },
        avatarMark(row.bot ? { avatar: "robot", colour: "slate" } : row),
        h("span", {}, name),
        row === own ? h("small", {}, "you") : null,
        row.left ? h("small", {}, "withdrawn") : null,
      ),
    ),
    started
      ? [
          h("td", {}, h("strong", {}, pointWords(points))),
          h("td", { class: "wide" }, `${wins} – ${draws} – ${losses}`),
          h("td", { class: "wide" }, pointWords(buchholz)),
          h("td", { class: "wide" }, pointWords(sonneborn)),
        ]
      : h(
          "td",
          {},
          mine && row !== own
            ? h(
                "button",
                {
                  type: "button",
                  disabled: busy,
                  "aria-label": `Remove ${name}`,
                  onclick: () => change({ do: "tournament_leave", tournament: id, player }),
                },
                "Remove",
              )
            : null,
        ),
  );
}

function standings(tournament, own) {
  const started = tournament.state !== "open";
  const heading = (text, kind = "") => h("th", { scope: "col", key: text, class: kind }, text);
  return h(
    "section",
    { class: "profile-part" },
    h("h2", {}, started ? "Standings" : plural(tournament.players.length, "player")),
    tournament.players.length
      ? h(
          "table",
          { class: "leaders" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, h("span", { class: "unseen" }, "Place")),
              heading("Player"),
              started
                ? [
                    heading("Points"),
                    heading("Won – drawn – lost", "wide"),
                    heading("Buchholz", "wide"),
                    heading("Sonneborn-Berger", "wide"),
                  ]
                : h("th", { scope: "col" }, h("span", { class: "unseen" }, "Change")),
            ),
          ),
          h(
            "tbody",
            {},
            tournament.players.map((row, at) => playerRow(tournament, row, at + 1, own)),
          ),
        )
      : h("p", { class: "nothing" }, "Nobody yet."),
    botForm(tournament),
  );
}

const REASONS = { missed: "not played", void: "closed, a draw" };

function pairingRow(tournament, pairing, own, key) {
  const { first, second = -1, points, games: played = [], withdrawn } = pairing;
  if (first < 0) return null;
  const isOwn = own && (first === own.player || second === own.player);
  const score = points
    ? `${pointWords(points[0])} : ${pointWords(points[1])}`
    : h("span", { class: "soft" }, "being played");
  const notes = [withdrawn ? "withdrawn" : "", ...played.map(({ reason }) => (reason ? REASONS[reason] : ""))].filter(
    Boolean,
  );
  return h(
    "li",
    { key, class: isOwn ? "own" : "" },
    h(
      "span",
      { class: "pairing-who" },
      second < 0 ? named(tournament, first) : `${named(tournament, first)} – ${named(tournament, second)}`,
      notes.length ? h("small", {}, [...new Set(notes)].join(", ")) : null,
    ),
    h("span", { class: "pairing-score" }, second < 0 ? "bye" : score),
    h(
      "span",
      { class: "pairing-games" },
      played
        .filter(({ reason }) => reason !== "missed")
        .map(({ table, points: result }, at) =>
          h(
            "a",
            {
              class: "button",
              key: table,
              href: `/t/${table}`,
              "aria-label": `${result ? "Review" : "Watch"} game ${at + 1} of ${named(tournament, first)} and ${named(tournament, second)}`,
            },
            result ? `Game ${at + 1}` : "Table",
          ),
        ),
    ),
  );
}

function rounds(tournament, own) {
  return tournament.pairings
    .map((some, number) =>
      h(
        "section",
        { class: "profile-part", key: `round ${number}` },
        h("h2", {}, `Round ${number + 1}`),
        h(
          "ul",
          { class: "tournament-round" },
          some.map((pairing, board) => pairingRow(tournament, pairing, own, board)),
        ),
      ),
    )
    .reverse();
}

function body() {
  if (why)
    return [h("p", { class: "nothing", role: "alert" }, why), h("a", { class: "button", href: "/" }, "To the lobby")];
  if (!shown) return h("p", {}, "One moment …");
  const own = ownPlayer(shown);
  const { pairings, players } = shown;
  return [
    h(
      "section",
      { class: "profile-part tournament-head", key: "head" },
      h("h1", {}, shown.title),
      h("p", { role: "status" }, h("strong", {}, sentence(stateWords(shown, players.length, pairings.length)))),
      shown.why ? h("p", {}, shown.why) : null,
      facts(shown),
      call(shown, own),
      actions(shown, own),
    ),
    standings(shown, own),
    rounds(shown, own),
  ];
}

/** @param {string} text */
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

function draw() {
  morph(page, [
    ...pageHead("Tournament", online, profileLink(), switches(draw)),
    h(
      "main",
      { class: "profile-page tournament-page" },
      shown ? null : h("h1", { class: "unseen" }, "Tournament"),
      body(),
    ),
  ]);
}

draw();
catalogue().then((found) => {
  games = found.games;
  draw();
});
