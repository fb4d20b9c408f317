"""Measures how many steps a second a program can play: python3 bench.py [SECONDS]

A step is a throw or a move of a random game, with the list of what is legal
afterwards.
"""

import random
import sys
import time

import parlour


def one(engine, name, seconds, rng):
    """One game after another, one question at a time."""
    game, steps, state = engine.game(name), 0, None
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if state is None or state.is_terminal():
            state = game.new_initial_state()
        state.apply_action(rng.choice(state.legal_actions()))
        steps += 1
    return steps / seconds


def many(engine, name, seconds, rng, games=256):
    """Many games in step, with one write for all of them."""
    game, steps = engine.game(name), 0
    states = [game.new_initial_state() for _ in range(games)]
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        questions = [s.question(rng.choice(s.legal_actions())) for s in states]
        states = [s.answered(a) for s, a in zip(states, engine.ask_many(questions))]
        states = [s if not s.is_terminal() else game.new_initial_state() for s in states]
        steps += games
    return steps / seconds


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2
    print(f"{'game':12} {'one by one':>12} {'256 at once':>12}   steps a second")
    with parlour.Engine() as engine:
        for game in engine.games():
            rng = random.Random(1)
            print(f"{game.id:12} {one(engine, game.id, seconds, rng):12,.0f} {many(engine, game.id, seconds, rng):12,.0f}", flush=True)


if __name__ == "__main__":
    main()
