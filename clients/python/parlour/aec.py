"""The games as environments for PettingZoo (AEC), which need not be installed.

    env = parlour.aec.Env(engine.game("backgammon"))
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))

The environment throws the dice with a generator of its own. An action is a number of
``env.encoding``; the text of a whole move will do as well. A turn of several actions
is several steps of the same agent.
"""

from __future__ import annotations

import random
from typing import Any, Iterator, Optional, Union

from . import spaces
from .game import Game, State

try:
    from pettingzoo import AECEnv as _Base
except ImportError:
    _Base = object


class Env(_Base):  # type: ignore[misc,valid-type]
    """One game, agent by agent."""

    def __init__(self, game: Game, *, max_steps: int = 1_000_000, render_mode: Optional[str] = "ansi", **setup: Any) -> None:
        """``setup`` is that of :meth:`Game.new_initial_state`; after ``max_steps`` actions a game is cut off."""
        self.game = game.configured(**setup)
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.metadata = {"name": "parlour_" + game.id, "render_modes": ["ansi"], "is_parallelizable": False}
        self._random = random.Random()
        self.game_state: State = self.game.new_initial_state()
        self.encoding = self.game_state.encoding
        self.possible_agents = [self.game_state.player_name(i) for i in range(self.game_state.num_players())]
        self._player = {agent: i for i, agent in enumerate(self.possible_agents)}
        size, actions = self.encoding.size, len(self.encoding.actions)
        self.state_space = spaces.numbers(size, 255)
        self.observation_spaces = {a: spaces.Dict({"observation": spaces.numbers(size, 255), "action_mask": spaces.numbers(actions, 1)}) for a in self.possible_agents}
        self.action_spaces = {a: spaces.Discrete(actions) for a in self.possible_agents}
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self.steps = 0

    @property
    def num_agents(self) -> int:
        """How many agents are left."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """How many agents there can be."""
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> "Env":
        """This environment."""
        return self

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent sees, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of the actions of an agent, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begin a game. The same seed gives the same throws. ``options`` may hold a ``first`` seat."""
        if seed is not None:
            self._random.seed(seed)
        self.game_state = self.game.new_initial_state(**(options or {}))
        self.agents = list(self.possible_agents)
        self.rewards = {a: 0.0 for a in self.agents}
        self._cumulative_rewards = {a: 0.0 for a in self.agents}
        self.terminations = {a: False for a in self.agents}
        self.truncations = {a: False for a in self.agents}
        self.infos = {a: {} for a in self.agents}
        self.steps = 0
        self._go_on()

    def _go_on(self) -> None:
        """Throw until somebody has to move or the game is over."""
        state = self.game_state
        while state.is_chance_node():
            throws, weights = zip(*state.chance_weights())
            state.apply_action(self._random.choices(throws, weights)[0])
        if state.is_terminal():
            for agent, value in zip(self.possible_agents, state.returns()):
                self.rewards[agent] = value
            self.terminations = {a: True for a in self.agents}
        else:
            self.agent_selection = self.possible_agents[state.current_player()]
            if self.steps >= self.max_steps:
                self.truncations = {a: True for a in self.agents}
        for a in self.agents:
            self._cumulative_rewards[a] += self.rewards[a]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and a mask of its legal actions: all zeros if it is not its turn."""
        state, player = self.game_state, self._player[agent]
        mask = bytes(len(self.encoding.actions)) if state.is_terminal() else bytes(state.legal_actions_mask(player))
        return {"observation": spaces.array(state.observation_bytes(player)), "action_mask": spaces.array(mask, kind="int8")}

    def state(self) -> Any:
        """What the first agent sees, which is everything."""
        return spaces.array(self.game_state.observation_bytes(0))

    def last(self, observe: bool = True) -> tuple[Optional[dict[str, Any]], float, bool, bool, dict[str, Any]]:
        """Observation, reward since the agent's last step, termination, truncation and info of the agent to act."""
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def step(self, action: Union[str, int, None]) -> None:
        """Make an action for the agent to act; ``None`` once its game has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("the game has ended: expected the action None")
            self.agents.remove(agent)
            for values in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
                del values[agent]
            self.rewards = {a: 0.0 for a in self.agents}
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        if action is None:
            raise ValueError(f"expected an action of {agent}")
        self.game_state.apply_action(action if isinstance(action, str) else int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {a: 0.0 for a in self.agents}
        self.steps += 1
        self._go_on()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order in which they act, until none is left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self) -> Optional[str]:
        """The position line."""
        return str(self.game_state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: the caller that opened the engine closes it."""
