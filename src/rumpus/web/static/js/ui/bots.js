/** What the bots are, in the words of `players/catalogue.py`. */

/** @type {Record<string, string>} */
export const BOTS = {
  random: "plays random moves",
  greedy: "plays the best-looking move",
  easy: "a gentle opponent",
  normal: "a fair opponent",
  hard: "a strong opponent",
  champion: "the strongest",
  exact: "plays perfectly",
};

/** "normal, a fair opponent"; the name alone if a package brought the bot. @param {string} bot */
export const describedBot = (bot) => (BOTS[bot] ? `${bot}, ${BOTS[bot]}` : bot);
