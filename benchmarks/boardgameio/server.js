// boardgame.io's server with a game of the same kind as ours: four players, a small state with a hidden hand for
// each, dice, one choice a move. node server.js PORT [FOLDER]: with a folder every match is kept there (FlatFile).
const { Server, FlatFile, Origins } = require('boardgame.io/server');
const { PlayerView } = require('boardgame.io/core');

const SHOPS = 48;
const WEEKS = 3;

const game = {
  name: 'serai-bench',
  setup: ({ ctx, random }) => ({
    week: 0,
    shops: Array(SHOPS).fill(-1),
    dice: random.D6(4),
    players: Object.fromEntries(
      Array.from({ length: ctx.numPlayers }, (_, seat) => [
        seat,
        { hand: random.Shuffle([1, 2, 3, 4, 5, 6]), gold: 2, camels: 0, score: 0 },
      ])
    ),
    table: Array.from({ length: ctx.numPlayers }, () => ({ gold: 2, camels: 0, score: 0 })),
  }),
  playerView: PlayerView.STRIP_SECRETS,
  moves: {
    take: ({ G, playerID, random }, shop) => {
      const seat = Number(playerID);
      G.shops[shop] = seat;
      const own = G.table[seat];
      own.score += 1 + (shop % 6);
      own.gold += G.dice[shop % 4];
      own.camels += shop % 2;
      const hidden = G.players[playerID];
      hidden.hand.push(hidden.hand.shift());
      hidden.gold = own.gold;
      hidden.camels = own.camels;
      hidden.score = own.score;
      G.dice = random.D6(4);
      if (G.shops.every((owner) => owner >= 0)) {
        G.week += 1;
        if (G.week < WEEKS) G.shops = Array(SHOPS).fill(-1);
      }
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => (G.week >= WEEKS ? { scores: G.table.map((own) => own.score) } : undefined),
};

const [port, folder] = process.argv.slice(2);
const options = { games: [game], origins: [Origins.LOCALHOST] };
if (folder) options.db = new FlatFile({ dir: folder });
Server(options)
  .run({ port: Number(port), callback: () => console.log('ready') })
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
