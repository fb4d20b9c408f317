"""Measures how many steps a second a program can play: python3 bench.py [ROUNDS]

A step is a throw or a move of a random game, with the list of what is legal
afterwards. A round takes a fifth of a second. The best round counts, because other
programs on the machine can only make it slower.
"""

import random
import sys
import time

import parlour


ROUND = 0.2


def one(engine, name, rounds, rng):
    """One game after another, one question at a time."""
    game, state, best = engine.game(name), None, 0
    for _ in range(rounds):
        steps, start = 0, time.perf_counter()
        while time.perf_counter() < start + ROUND:
            if state is None or state.is_terminal():
                state = game.new_initial_state()
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        best = max(best, steps / (time.perf_counter() - start))
    return best


def many(engine, name, rounds, rng, games=256):
    """Many games in step, with one write for all of them."""
    game, best = engine.game(name), 0
    states = [game.new_initial_state() for _ in range(games)]
    for _ in range(rounds):
        steps, start = 0, time.perf_counter()
        while time.perf_counter() < start + ROUND:
            questions = [s.question(rng.choice(s.legal_actions())) for s in states]
            states = [s.answered(a) for s, a in zip(states, engine.ask_many(questions))]
            states = [s if not s.is_terminal() else game.new_initial_state() for s in states]
            steps += games
        best = max(best, steps / (time.perf_counter() - start))
    return best


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    print(f"{'game':12} {'one by one':>12} {'256 at once':>12}   steps a second")
    with parlour.Engine() as engine:
        for game in engine.games():
            rng = random.Random(1)
            print(f"{game.id:12} {one(engine, game.id, rounds, rng):12,.0f} {many(engine, game.id, rounds, rng):12,.0f}", flush=True)


if __name__ == "__main__":
    main()
