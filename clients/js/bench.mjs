// Measures steps a second: throws and moves of random games, one question at a time.
//
//	node bench.mjs [SECONDS]

import { Engine } from "./parlour.js";

const seconds = Number(process.argv[2] ?? 2);
const program = process.env.PROGRAM && `file://${process.env.PROGRAM}`;
const engine = await Engine.start({ program });

/** Plays random games for some seconds of processor time and returns the steps in each. */
function measure(game, seconds) {
  let steps = 0;
  let state = game.newInitialState();
  const begin = process.cpuUsage();
  for (;;) {
    for (let i = 0; i < 100; i++, steps++) {
      if (state.isTerminal()) state = game.newInitialState();
      const actions = state.isChanceNode() ? [state.throwDice()] : state.legalActions();
      state.applyAction(actions[Math.floor(Math.random() * actions.length)]);
    }
    const { user, system } = process.cpuUsage(begin);
    const used = (user + system) / 1e6;
    if (used >= seconds) return steps / used;
  }
}

console.log("game         steps/s of processor time");
for (const game of engine.games()) {
  measure(game, seconds / 2); // so that Node has compiled it well
  console.log(game.id.padEnd(12), Math.round(measure(game, seconds)).toLocaleString("en"));
}
engine.close();
