"""Many games at once, in the manner of Gymnasium's vector environments.

    env = parlour.vector.VectorEnv(engine.game("kleefeld"), 256)
    observations, infos = env.reset(seed=7)
    while learning:
        actions = [choose(row, mask) for row, mask in zip(observations, infos["action_mask"])]
        observations, rewards, terminations, truncations, infos = env.step(actions)

One line of the protocol makes the next action of all games. Each is made for the player
whose turn it is in that game, ``infos["player"]``, and the observation is what that player
sees. The engine throws the dice, from the seed. A game that ends begins again in the same
step: ``terminations`` is true, ``rewards`` has the returns of all players of the game that
ended, and the observation is that of the new game.
"""

from __future__ import annotations

import base64
import random
from typing import Any, Mapping, Optional, Sequence

from . import spaces
from .game import Game


class VectorEnv:
    """Several games of the same set-up."""

    def __init__(self, game: Game, num_envs: int, *, max_steps: int = 0, **setup: Any) -> None:
        """``max_steps`` cuts games off after that many actions; 0 never does."""
        self.game = game.configured(**setup)
        self.num_envs = num_envs
        self.max_steps = max_steps
        self._start = self.game.new_initial_state()
        self.encoding = self._start.encoding
        self.single_observation_space = spaces.numbers(self.encoding.size, 255)
        self.single_action_space = spaces.Discrete(len(self.encoding.actions))
        self._random = random.Random()
        self._games: Mapping[str, Any] = {}
        self._steps: list[int] = []

    @property
    def num_players(self) -> int:
        """How many players take part in each game."""
        return self._start.num_players()

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[Any, dict[str, Any]]:
        """Begin all games. The same seed and actions give the same games."""
        if seed is not None:
            self._random.seed(seed)
        self._steps = [0] * self.num_envs
        self._games = self._ask(games=self.num_envs)
        return self._seen()

    def _ask(self, **what: Any) -> dict[str, Any]:
        return self.game.engine.ask(batch={"start": self._start.position, "seed": self._random.getrandbits(64), **what})

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        """The observations and the infos of all games."""
        games, player = self._games, self._start.players_by_seat()
        infos = {
            "action_mask": spaces.array(base64.b64decode(games["legal"]), self.num_envs, "int8"),
            "player": [player[letter] for letter in games["turns"]],
        }
        return spaces.array(base64.b64decode(games["observations"]), self.num_envs), infos

    def step(self, actions: Sequence[int]) -> tuple[Any, list[list[float]], list[bool], list[bool], dict[str, Any]]:
        """Make an action in every game.

        Rewards have a row for each game and in it a number for each player. Raises
        :class:`parlour.Refused`, and changes nothing, if an action is illegal.
        """
        before = self._games
        self._games = self._ask(positions=before["positions"], taken=before["taken"], actions=[int(a) for a in actions])
        rewards = [[0.0] * self.num_players for _ in range(self.num_envs)]
        terminations, truncations = [False] * self.num_envs, [False] * self.num_envs
        self._steps = [n + 1 for n in self._steps]
        for over in self._games["over"]:
            n = over["game"]
            terminations[n], self._steps[n] = True, 0
            rewards[n] = self._start.returns_of(over["result"])
        late = [n for n in range(self.num_envs) if self.max_steps and self._steps[n] >= self.max_steps]
        if late:
            self._cut(late)
        for n in late:
            truncations[n], self._steps[n] = True, 0
        observations, infos = self._seen()
        return observations, rewards, terminations, truncations, infos

    def _cut(self, late: list[int]) -> None:
        """Begin some games again."""
        fresh, games = self._ask(games=len(late)), dict(self._games)
        for name, width in (("legal", len(self.encoding.actions)), ("observations", self.encoding.size)):
            rows, new = bytearray(base64.b64decode(games[name])), base64.b64decode(fresh[name])
            for i, n in enumerate(late):
                rows[n * width : (n + 1) * width] = new[i * width : (i + 1) * width]
            games[name] = base64.b64encode(rows)
        for name in ("positions", "taken", "turns"):
            rows = list(games[name])
            for i, n in enumerate(late):
                rows[n] = fresh[name][i]
            games[name] = rows
        self._games = games

    def close(self) -> None:
        """Do nothing: the caller that opened the engine closes it."""
