// A crazy eights of our own for boardgame.io.
'use strict';
const path = require('path');
const base = path.resolve(process.env.BOARDGAMEIO, 'node_modules', 'boardgame.io', 'dist', 'cjs');
const { INVALID_MOVE } = require(path.join(base, 'core.js'));

const rank = (card) => card % 13;
const suit = (card) => Math.floor(card / 13);
const fits = (card, top) => rank(card) === 7 || rank(card) === rank(top) || suit(card) === suit(top);
const options = (G, seat) => {
  const top = G.pile[G.pile.length - 1];
  const plays = G.hands[seat].filter((card) => fits(card, top)).map((card) => ['play', card]);
  return plays.length ? plays : [['draw']];
};
const game = {
  name: 'eights',
  setup: ({ random }) => {
    const deck = random.Shuffle(Array.from({ length: 52 }, (_, card) => card));
    return { hands: [deck.splice(0, 7), deck.splice(0, 7)], pile: [deck.pop()], deck, passes: 0 };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, card) => {
      const at = G.hands[playerID].indexOf(card);
      if (at < 0 || !fits(card, G.pile[G.pile.length - 1])) return INVALID_MOVE;
      G.hands[playerID].splice(at, 1); G.pile.push(card); G.passes = 0;
    },
    draw: ({ G, playerID, random }) => {
      if (!G.deck.length && G.pile.length > 1) { const top = G.pile.pop(); G.deck = random.Shuffle(G.pile); G.pile = [top]; }
      if (G.deck.length) { G.hands[playerID].push(G.deck.pop()); G.passes = 0; } else G.passes += 1;
    },
  },
  endIf: ({ G }) => {
    for (const seat of [0, 1]) if (!G.hands[seat].length) return { winner: String(seat) };
    return G.passes > 1 ? { draw: true } : undefined;
  },
};

module.exports = { game, options };
