// boardgame.io's own server with crazy eights on it: node boardgameio_server.cjs PORT memory|FOLDER
'use strict';
const path = require('path');
const base = path.resolve(process.env.BOARDGAMEIO, 'node_modules', 'boardgame.io', 'dist', 'cjs');
const { Server, FlatFile } = require(path.join(base, 'server.js'));
const { game } = require('./eights.cjs');

const [port, store] = process.argv.slice(2);
// Nobody is sent another one's cards, nor the deck.
const playerView = ({ G, playerID }) => ({
  ...G,
  deck: G.deck.length,
  hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
});
const db = store === 'memory' ? undefined : new FlatFile({ dir: store });
Server({ games: [{ ...game, playerView }], db, origins: ['http://127.0.0.1'] }).run(Number(port));
