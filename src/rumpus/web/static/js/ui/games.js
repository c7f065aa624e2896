/** Fetches and caches games, their rules and their help topics. */

import { read } from "../transport.js";

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * Fetches a path once; a failed request is retried the next time.
 * @param {string} path
 * @param {"json" | "text"} [kind]
 * @returns {Promise<any>}
 */
function fetched(path, kind = "json") {
  let answer = kept.get(path);
  if (!answer) {
    answer = ask(path, kind);
    kept.set(path, answer);
  }
  return answer;
}

/**
 * @param {string} path
 * @param {"json" | "text"} kind
 */
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

/** Returns a game by name; undefined if it is not installed. @param {string} name */
export const gameInfo = async (name) => (await catalogue()).games.find((game) => game.name === name);

/** Fetches the rules as Markdown. @param {string} game @returns {Promise<string>} */
export const rules = (game) => fetched(`/api/games/${encodeURIComponent(game)}/rules`, "text");

/**
 * Fetches how a game is won: { goal, cells, pictures }.
 * @param {string} game
 * @returns {Promise<import("../protocol.js").HowInfo>}
 */
export const how = (game) => fetched(`/api/games/${encodeURIComponent(game)}/how`);

/**
 * Fetches the names of the bots available for a game with these options and seats.
 * @param {string} game
 * @param {Record<string, unknown>} options
 * @param {number} seats
 * @returns {Promise<string[]>}
 */
export async function botsFor(game, options, seats) {
  const asked = new URLSearchParams({ options: JSON.stringify(options), seats: String(seats) });
  return (await fetched(`/api/games/${encodeURIComponent(game)}/bots?${asked}`)).bots;
}

/**
 * Fetches the help topics of a game.
 * @param {string} game
 * @returns {Promise<import("../protocol.js").TopicInfo[]>}
 */
export const topics = async (game) => (await fetched(`/api/games/${encodeURIComponent(game)}/topics`)).topics;

/**
 * Reads the options of a URL (?hp=9) that differ from the rulebook.
 * @param {import("../protocol.js").GameInfo} game
 * @param {URLSearchParams} words
 */
export function optionsOf(game, words) {
  /** @type {Record<string, number | boolean | string>} */
  const found = {};
  for (const field of game.fields) {
    const text = words.get(field.name);
    if (text === null || !["int", "bool", "choice"].includes(field.kind)) continue;
    const value = field.kind === "int" ? Number(text) : field.kind === "bool" ? text === "true" : text;
    if (value !== field.default) found[field.name] = value;
  }
  return found;
}

/**
 * Returns the option changes of a preset by name.
 * @param {import("../protocol.js").PresetInfo} preset
 * @returns {Record<string, any>}
 */
export const changesOf = (preset) => Object.fromEntries(preset.changes.map(({ name, value }) => [name, value]));

/**
 * Returns the picture of a game, or the default one.
 * @param {import("../protocol.js").GameInfo[]} games
 * @param {string} name
 */
export function pictureOf(games, name) {
  return games.find((game) => game.name === name)?.picture || "/static/art/any.svg";
}

/** Style attribute with a game's own colour. @param {{ accent?: string } | undefined} game */
export function dyed(game) {
  return game?.accent ? { "--accent": game.accent } : {};
}
