// boardgame.io on node: a crazy eights of our own through its reducer and its client.
'use strict';
const path = require('path');
const base = path.resolve(process.env.BOARDGAMEIO, 'node_modules', 'boardgame.io', 'dist', 'cjs');
const { Client } = require(path.join(base, 'client.js'));
const { InitializeGame, CreateGameReducer } = require(path.join(base, 'internal.js'));
const { INVALID_MOVE } = require(path.join(base, 'core.js'));

const REPEATS = Number(process.env.BENCH_REPEATS || 5);
const SECONDS = Number(process.env.BENCH_SECONDS || 0.8);
const cpu = () => { const used = process.cpuUsage(); return (used.user + used.system) / 1e6; };
const any = (list) => list[Math.floor(Math.random() * list.length)];

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

function measure(task, play, note) {
  const rates = [];
  let moves = 0, games = 0;
  play();
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    let made = 0;
    const began = cpu();
    do { const n = play(); made += n; moves += n; games += 1; } while (cpu() - began < SECONDS);
    rates.push(made / (cpu() - began));
  }
  rates.sort((a, b) => a - b);
  const line = { system: 'boardgame.io', task, metric: 'moves/s', median: rates[rates.length >> 1], low: rates[0], high: rates[rates.length - 1], note };
  console.log(JSON.stringify(line));
  console.log(JSON.stringify({ system: 'boardgame.io', task, metric: 'moves/game', median: moves / games, note }));
}

const reducer = CreateGameReducer({ game });
measure('crazy eights, reducer', () => {
  let state = InitializeGame({ game, numPlayers: 2 }), made = 0;
  while (!state.ctx.gameover) {
    const [type, ...args] = any(options(state.G, state.ctx.currentPlayer));
    state = reducer(state, { type: 'MAKE_MOVE', payload: { type, args, playerID: state.ctx.currentPlayer } });
    made += 1;
  }
  return made;
}, 'the reducer itself');

const client = Client({ game, numPlayers: 2, debug: false });
client.start();
measure('crazy eights, client', () => {
  client.reset();
  let made = 0;
  for (;;) {
    const state = client.getState();
    if (state.ctx.gameover) return made;
    const [type, ...args] = any(options(state.G, state.ctx.currentPlayer));
    client.moves[type](...args);
    made += 1;
  }
}, 'one local client');
client.stop();
