/** What games there are, their rules and what can be explained in them: asked for once and kept. */

import { read } from "./transport.js";

const kept = new Map();

/** What was not to be had is asked for again the next time. */
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
 * The games in the server's order.
 * @returns {Promise<{ games: import("./protocol.js").GameSheet[] }>}
 */
export const catalogue = () => fetched("/api/games");

/** The game of that name as the server offers it; nothing if it is not installed there (any more). */
export const gameSheet = async (name) => (await catalogue()).games.find((game) => game.name === name);

export const rules = (game) => fetched(`/api/games/${encodeURIComponent(game)}/rules`, "text");

/** How it is won: { goal, cells, pictures }. @returns {Promise<import("./protocol.js").HowSheet>} */
export const how = (game) => fetched(`/api/games/${encodeURIComponent(game)}/how`);

/** Who can be asked to a table of that game with these options and so many seats. */
export async function botsFor(game, options, seats) {
  const asked = new URLSearchParams({ options: JSON.stringify(options), seats: String(seats) });
  return (await fetched(`/api/games/${encodeURIComponent(game)}/bots?${asked}`)).bots;
}

export const topics = async (game) => (await fetched(`/api/games/${encodeURIComponent(game)}/topics`)).topics;

/** The numbers, switches and choices of this game that an address names (?hp=9), as far as they differ from the book. */
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

/** A game's picture out of these, or everybody's. */
export function pictureOf(games, name) {
  return games.find((game) => game.name === name)?.picture || "/static/art/any.svg";
}

/** A game's own colour, as a wish for the style of whatever shows that game. */
export function dyed(game) {
  return game?.accent ? { "--accent": game.accent } : {};
}
