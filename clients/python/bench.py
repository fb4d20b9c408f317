"""Measures how many steps a second a program can play: python3 bench.py [ROUNDS]

A step is an action of a random game, with the observation and the mask of legal
actions after it, and with the throws in between. One game at a time is
parlour.aec.Env, many at once are parlour.vector.VectorEnv. Both take turns. A round
takes a fifth of a second, and the best round counts, because other programs on the
machine can only make it slower.
"""

import random
import sys
import time

import parlour
from parlour import aec, vector

ROUND, GAMES = 0.2, 256


def choose(rng, mask):
    """A random legal action."""
    return rng.choice([n for n, legal in enumerate(mask) if legal])


def one(game, rng):
    """One game after another. Each call plays a round and returns its steps a second."""
    env = aec.Env(game)
    env.reset(seed=1)
    while True:
        steps, start = 0, time.perf_counter()
        while time.perf_counter() < start + ROUND:
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.reset()
            else:
                env.step(choose(rng, observation["action_mask"]))
                steps += 1
        yield steps / (time.perf_counter() - start)


def many(game, rng):
    """Many games at once."""
    env = vector.VectorEnv(game, GAMES)
    _, infos = env.reset(seed=1)
    while True:
        steps, start = 0, time.perf_counter()
        while time.perf_counter() < start + ROUND:
            *_, infos = env.step([choose(rng, mask) for mask in infos["action_mask"]])
            steps += GAMES
        yield steps / (time.perf_counter() - start)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    print(f"{'game':12} {'one by one':>12} {f'{GAMES} at once':>12}   steps a second")
    with parlour.Engine() as engine:
        for game in engine.games():
            rng = random.Random(1)
            ways = [one(game, rng), many(game, rng)]
            best = [0, 0]
            for _ in range(rounds):
                for i, way in enumerate(ways):
                    best[i] = max(best[i], next(way))
            print(f"{game.id:12} {best[0]:12,.0f} {best[1]:12,.0f}", flush=True)


if __name__ == "__main__":
    main()
