/** What games there are, their rules and what can be explained in them: asked for once and kept. */

const kept = new Map();

async function fetched(path, kind) {
  if (!kept.has(path)) {
    kept.set(
      path,
      fetch(path).then((answer) => {
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        return kind === "text" ? answer.text() : answer.json();
      }),
    );
  }
  return kept.get(path);
}

const ORDER = ["cat_brawl", "creature_wars", "battle_puno", "ultimatum", "defend_the_city"];

/** { games, bots, drawings }, ours in their usual order and then the others. */
export async function catalogue() {
  const all = await fetched("/api/games");
  const rank = (game) => (ORDER.includes(game.name) ? ORDER.indexOf(game.name) : ORDER.length);
  all.games.sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));
  return all;
}

export const rules = (game) => fetched(`/api/games/${encodeURIComponent(game)}/rules`, "text");

export const topics = async (game) => (await fetched(`/api/games/${encodeURIComponent(game)}/topics`)).topics;

export const PICTURES = new Set(ORDER);

export function picture(game) {
  return `/static/art/${PICTURES.has(game) ? game : "any"}.svg`;
}
