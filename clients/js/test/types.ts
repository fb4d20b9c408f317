// What users write in TypeScript. The type checker reads it; nothing runs it.

import { CHANCE, Engine, type Event, type Game, type Limits, type Option, Refused, type Setup, type State, readRecords } from "../parlour.js";

export async function play(setup: Setup, limits: Limits): Promise<number[]> {
  const engine: Engine = await Engine.start({ program: new URL("file:///tmp/program") });
  const game: Game = engine.game("parker");
  const options: readonly Option[] = game.options;
  const state: State = game.newInitialState({ ...setup, options: { [options[0].key]: options[0].default } });
  while (!state.isTerminal()) {
    const action: string = state.currentPlayer() === CHANCE ? state.throwDice() : await state.choose("casual", limits);
    const events: Event[] = state.events(action);
    console.log(events.map((e) => e.text).join("; "));
    try {
      state.applyAction(action);
    } catch (err) {
      if (err instanceof Refused) console.log(err.message, err.code, err.clauses, err.instead);
    }
  }
  for (const record of readRecords("")) for (const here of record.replay(engine)) console.log(here.position, record.tags.get("Event"));
  // @ts-expect-error a position is a text
  engine.state(7);
  engine.close();
  return state.returns();
}
