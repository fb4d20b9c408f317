"""The games as environments in the manner of PettingZoo's AEC, without needing it.

    env = parlour.aec.Env(engine.game("backgammon"))
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination else random.choice(observation["legal_moves"]))

The environment throws the dice with a generator of its own. An action is a move
as text, or its number in ``observation["legal_moves"]``.
"""

from __future__ import annotations

import random
from typing import Any, Iterator, Optional, Union

from .game import Game, State


class Env:
    """One game, agent by agent."""

    metadata = {"name": "parlour", "render_modes": ["ansi"], "is_parallelizable": False}
    render_mode = "ansi"

    def __init__(self, game: Game, *, max_steps: int = 1_000_000, **setup: Any) -> None:
        """``setup`` is that of :meth:`Game.new_initial_state`; after ``max_steps`` moves a game is cut off."""
        self.game = game
        self.setup = setup
        self.max_steps = max_steps
        self._random = random.Random()
        state = game.new_initial_state(**setup)
        self.possible_agents = [state.player_name(i) for i in range(state.num_players())]
        self.agents: list[str] = []
        self.state_now = state
        self.agent_selection = self.possible_agents[0]
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self.steps = 0

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begin a game. The same seed gives the same throws."""
        if seed is not None:
            self._random.seed(seed)
        self.state_now = self.game.new_initial_state(**{**self.setup, **(options or {})})
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
        state = self.state_now
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
        """What an agent sees: everything, and its legal moves if it is its turn."""
        state = self.state_now
        own = not state.is_terminal() and agent == self.agent_selection
        return {"position": state.position, "legal_moves": state.legal_actions() if own else []}

    def state(self) -> State:
        """The state behind the environment."""
        return self.state_now

    def last(self, observe: bool = True) -> tuple[Optional[dict[str, Any]], float, bool, bool, dict[str, Any]]:
        """Observation, reward since the agent's last step, termination, truncation and info of the agent to act."""
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def step(self, action: Union[str, int, None]) -> None:
        """Make a move for the agent to act; ``None`` once its game has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("the game has ended: expected the action None")
            self.agents.remove(agent)
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        if action is None:
            raise ValueError(f"expected a move of {agent}")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {a: 0.0 for a in self.agents}
        move = self.state_now.legal_actions()[action] if isinstance(action, int) else action
        self.state_now.apply_action(move)
        self.steps += 1
        self._go_on()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order in which they act, until none is left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self) -> str:
        """The position line."""
        return self.state_now.position

    def close(self) -> None:
        """Do nothing: the caller that opened the engine closes it."""
