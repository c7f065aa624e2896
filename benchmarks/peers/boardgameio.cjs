// boardgame.io on node: a crazy eights of our own through its reducer and its client.
'use strict';
const path = require('path');
const base = path.resolve(process.env.BOARDGAMEIO, 'node_modules', 'boardgame.io', 'dist', 'cjs');
const { Client } = require(path.join(base, 'client.js'));
const { InitializeGame, CreateGameReducer } = require(path.join(base, 'internal.js'));
const { game, options } = require('./eights.cjs');

const REPEATS = Number(process.env.BENCH_REPEATS || 5);
const SECONDS = Number(process.env.BENCH_SECONDS || 0.8);
const cpu = () => { const used = process.cpuUsage(); return (used.user + used.system) / 1e6; };
const any = (list) => list[Math.floor(Math.random() * list.length)];

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
