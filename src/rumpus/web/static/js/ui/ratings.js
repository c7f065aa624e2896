/** Ratings beside names. */

import { h } from "./dom.js";

/** Ratings that the server has told, by game, number of seats and player. @type {Map<string, any>} */
const known = new Map();

const keyOf = (game, seats, player) => `${game} ${seats} ${player}`;

/** The player of a seat, as ratings name it; empty for people without a profile. */
export function playerOf(seat) {
  return seat.kind === "bot" ? `bot:${seat.bot}` : seat.profile || "";
}

/** "1240", or "1010?" while it is provisional. */
export function ratingWords({ rating, provisional = false }) {
  return `${rating}${provisional ? "?" : ""}`;
}

/** A sentence about a rating, for its title. */
export function ratingTitle({ rating, deviation, games, provisional = false }) {
  const played = `${games} rated ${games === 1 ? "game" : "games"}`;
  return `Rating ${rating} ± ${deviation} after ${played}${provisional ? "; provisional" : ""}`;
}

/** The rating of a seat of a listed table, if it is known. */
export function ratingOf(tableView, seat) {
  const info = tableView.listed ? tableView.seats?.[seat] : null;
  return info ? known.get(keyOf(tableView.game, tableView.seats.length, playerOf(info))) : undefined;
}

/** The rating beside a name, or null. */
export function ratingMark(tableView, seat) {
  const rating = ratingOf(tableView, seat);
  return rating ? h("small", { class: "rating", title: ratingTitle(rating) }, ratingWords(rating)) : null;
}

/**
 * Asks for the ratings of a listed table's players.
 * @param {import("../socket.js").Connection} connection
 */
export async function askRatings(connection, tableView) {
  const players = [...new Set(tableView.seats.map(playerOf).filter(Boolean))];
  const seats = tableView.seats.length;
  if (!tableView.listed || seats < 2 || !players.length) return false;
  const { ratings = {} } = await connection.ask({ do: "ratings", game: tableView.game, seats, players });
  for (const [player, rating] of Object.entries(ratings)) known.set(keyOf(tableView.game, seats, player), rating);
  return Object.keys(ratings).length > 0;
}
