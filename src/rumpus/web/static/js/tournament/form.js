/** "New tournament": the game, the kind, the clock, bots, and when it starts. */

import { CLOCKS, clockWords } from "../ui/clocks.js";
import { h } from "../ui/dom.js";
import { changesOf } from "../ui/games.js";
import { BOTS } from "../ui/bots.js";
import { dialog, icon, nameField, toast } from "../ui/parts.js";
import { newToken } from "../ui/storage.js";
import { STANDARD, numberField, presetNames, select } from "../lobby/fields.js";
import { go } from "../transport.js";
import { FORMATS } from "./words.js";

/** Built-in strengths that may play. */
export const STRENGTHS = ["easy", "normal", "hard", "champion"];
const BEST_OF = Object.fromEntries(
  [1, 2, 3, 5, 7].map((games) => [games, games === 1 ? "1 game" : `best of ${games}`]),
);
const NO_SHOW = { 60: "1 minute", 180: "3 minutes", 300: "5 minutes", 900: "15 minutes", 3600: "1 hour" };
const STARTS = { hand: "when I say so", players: "with enough players", time: "at a time" };
const WHO = { link: "whoever has the link", lobby: "everybody, it is listed" };

/** Games that two can play. @param {import("../protocol.js").GameInfo[]} games */
export const forTwo = (games) => games.filter(({ seats }) => seats.includes(2));

/** Opens the dialog. @param {import("../socket.js").Connection} connection @param {import("../protocol.js").GameInfo[]} games */
export function newTournament(connection, games) {
  const offered = forTwo(games);
  const wish = {
    game: offered[0]?.name ?? "",
    preset: STANDARD,
    format: "swiss",
    bestOf: 1,
    clock: "game5",
    title: "",
    bots: 0,
    bot: "normal",
    start: "hand",
    players: 8,
    at: "",
    who: "link",
    rounds: "",
    late: "",
    noShow: 300,
    join: true,
  };
  const token = newToken();
  let busy = false;
  dialog(
    "New tournament",
    (_, redraw) => {
      const game = offered.find(({ name }) => name === wish.game);
      const submit = async (event) => {
        event.preventDefault();
        if (busy) return;
        busy = true;
        redraw();
        try {
          const made = await connection.ask(message(wish, game, token));
          go(`/tournament/${made.tournament}`);
        } catch (error) {
          busy = false;
          toast(error.message, "warn");
          redraw();
        }
      };
      const set = (name, value) => {
        wish[name] = value;
        redraw();
      };
      const titles = Object.fromEntries(offered.map(({ name, title }) => [name, title]));
      return h(
        "form",
        { class: "friend-form", onsubmit: submit },
        nameField(),
        h(
          "div",
          { class: "seek-selects" },
          select("Game", titles, wish.game, (chosen) => {
            wish.preset = STANDARD;
            set("game", chosen);
          }),
          game?.presets?.length
            ? select("Rules", presetNames(game), wish.preset, (chosen) => set("preset", chosen))
            : null,
          select("Kind", FORMATS, wish.format, (chosen) => set("format", chosen)),
          select("Clock", clockNames(), wish.clock, (chosen) => set("clock", chosen)),
          select("Each pairing", BEST_OF, wish.bestOf, (chosen) => set("bestOf", Number(chosen))),
          select("Who may join", WHO, wish.who, (chosen) => set("who", chosen)),
          select("It starts", STARTS, wish.start, (chosen) => set("start", chosen)),
          wish.start === "players" ? numberField("Players", wish.players, (text) => (wish.players = text), 2) : null,
          wish.start === "time" ? timeField(wish) : null,
          select("Bots", botCounts(), wish.bots, (chosen) => set("bots", Number(chosen))),
          wish.bots ? select("Strength", strengths(), wish.bot, (chosen) => set("bot", chosen)) : null,
        ),
        h(
          "details",
          { class: "offer" },
          h("summary", {}, "More choices"),
          h(
            "div",
            { class: "seek-selects" },
            textField("Title", wish.title, (text) => (wish.title = text)),
            select("Come within", NO_SHOW, wish.noShow, (chosen) => set("noShow", Number(chosen))),
            wish.format === "swiss"
              ? [
                  numberField("Rounds", wish.rounds, (text) => (wish.rounds = text), 1, "usual"),
                  numberField("Join until round", wish.late, (text) => (wish.late = text), 0, "the start"),
                ]
              : null,
          ),
          h(
            "label",
            { class: "check" },
            h("input", {
              type: "checkbox",
              checked: wish.join,
              onchange: (event) => set("join", event.target.checked),
            }),
            h("span", {}, "I play too"),
          ),
        ),
        h("p", { class: "hint" }, "Every pairing plays at a table for two that opens by itself."),
        h("button", { class: "primary", disabled: busy }, icon("crown"), busy ? "One moment …" : "Create tournament"),
      );
    },
    "friend",
  );
}

/** The message that makes it. */
function message(wish, game, token) {
  const preset = game?.presets?.find(({ name }) => name === wish.preset);
  const swiss = wish.format === "swiss";
  return {
    do: /** @type {const} */ ("tournament_new"),
    game: wish.game,
    token,
    clock: CLOCKS[wish.clock],
    title: wish.title,
    format: wish.format,
    options: preset ? changesOf(preset) : {},
    best_of: wish.bestOf,
    rounds: swiss ? Number(wish.rounds) : 0,
    late: swiss ? Number(wish.late) : 0,
    no_show: wish.noShow,
    listed: wish.who === "lobby",
    start_at: wish.start === "time" ? new Date(wish.at).getTime() || 1 : 0,
    start_with: wish.start === "players" ? Number(wish.players) : 0,
    bots: Array.from({ length: wish.bots }, () => wish.bot),
    join: wish.join,
  };
}

function clockNames() {
  const clocks = Object.entries(CLOCKS).filter(([, rule]) => rule);
  return Object.fromEntries(clocks.map(([name, rule]) => [name, clockWords(rule)]));
}

function botCounts() {
  return Object.fromEntries(Array.from({ length: 9 }, (_, count) => [count, count ? String(count) : "none"]));
}

export function strengths() {
  return Object.fromEntries(STRENGTHS.map((bot) => [bot, `${bot}, ${BOTS[bot]}`]));
}

function timeField(wish) {
  return h(
    "label",
    { class: "seek-field" },
    h("span", {}, "Start"),
    h("input", {
      type: "datetime-local",
      required: true,
      value: wish.at,
      oninput: (event) => (wish.at = event.target.value),
    }),
  );
}

function textField(label, value, take) {
  return h(
    "label",
    { class: "seek-field" },
    h("span", {}, label),
    h("input", { type: "text", value, maxlength: 60, oninput: (event) => take(event.target.value) }),
  );
}
