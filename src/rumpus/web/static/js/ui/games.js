/** Fetches and caches games, their rules and their help topics. */

import { read } from "../transport.js";

const kept = new Map();

/** Fetches a path once; a failed request is retried the next time. */
function fetched(path, kind) {
  if (!kept.has(path)) kept.set(path, ask(path, kind));
  return kept.get(path);
}

async function ask(path, kind) {
  try {
    const text = await read(path);
    return kind === "text" ? text : JSON.parse(text);
  } catch (error) {
    kept.delete(path);
    throw error;
  }
}

/**
 * Returns the games in the server's order.
 * @returns {Promise<{ games: import("../protocol.js").GameInfo[] }>}
 */
export const catalogue = () => fetched("/api/games");

/** Returns a game by name; undefined if it is not installed. */
export const gameInfo = async (name) => (await catalogue()).games.find((game) => game.name === name);

export const rules = (game) => fetched(`/api/games/${encodeURIComponent(game)}/rules`, "text");

/** Fetches how a game is won: { goal, cells, pictures }. @returns {Promise<import("../protocol.js").HowInfo>} */
export const how = (game) => fetched(`/api/games/${encodeURIComponent(game)}/how`);

/** Fetches the bots available for a game with these options and seats. */
export async function botsFor(game, options, seats) {
  const asked = new URLSearchParams({ options: JSON.stringify(options), seats: String(seats) });
  return (await fetched(`/api/games/${encodeURIComponent(game)}/bots?${asked}`)).bots;
}

export const topics = async (game) => (await fetched(`/api/games/${encodeURIComponent(game)}/topics`)).topics;

/** Reads the options of a URL (?hp=9) that differ from the rulebook. */
export function optionsOf(game, words) {
  const found = {};
  for (const field of game.fields) {
    const text = words.get(field.name);
    if (text === null || !["int", "bool", "choice"].includes(field.kind)) continue;
    const value = field.kind === "int" ? Number(text) : field.kind === "bool" ? text === "true" : text;
    if (value !== field.default) found[field.name] = value;
  }
  return found;
}

/** Returns the picture of a game, or the default one. */
export function pictureOf(games, name) {
  return games.find((game) => game.name === name)?.picture || "/static/art/any.svg";
}

/** Style attribute with a game's own colour. */
export function dyed(game) {
  return game?.accent ? { "--accent": game.accent } : {};
}
