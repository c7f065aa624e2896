/** The profile's tables, and their words in lists. */

import { listed } from "../ui/people.js";
import { span } from "./times.js";

/** Finished tables that the lobby shows. */
const LATEST = 2;
/** @type {Record<string, string>} */
const RESULTS = { won: "you won", drew: "a draw", lost: "you lost" };

/** The running tables of the profile, and the latest finished ones. @param {import("../socket.js").Connection} connection */
export async function openGames(connection) {
  const [playing, over] = await Promise.all(
    ["playing", "over"].map((state) =>
      connection.ask({ do: "my_games", state: /** @type {"playing" | "over"} */ (state) }),
    ),
  );
  return [...playing.games, ...over.games.slice(0, LATEST)];
}

/** "with Ann and Bob". @param {{ others: string[], state: string }} game */
export function company({ others, state }) {
  if (others.length) return `with ${listed(others)}`;
  return state === "open" ? "no one else yet" : "on your own";
}

/** "you won", or "" before the end. @param {string} [fared] */
export function resultWords(fared) {
  return fared ? RESULTS[fared] || fared : "";
}

/** Time left on one's own clock, or "" without one. @param {{ left?: number | null, until?: number }} game */
export function timeLeft({ left = null, until = 0 }, now) {
  if (left === null) return "";
  return `${span(until ? until - now : left)} left`;
}

/** Who has to decide: "Your turn", "Bob’s turn", "Bob and Cog to play". */
export function turnWords(game) {
  if (game.state === "open") return "waiting for players";
  if (game.turn) return "Your turn";
  const { waiting = [] } = game;
  return waiting.length ? `waiting for ${listed(waiting)}` : "waiting";
}
