"""Games and their states, in the manner of OpenSpiel."""

from __future__ import annotations

import base64
import functools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

if TYPE_CHECKING:
    from .engine import Engine

CHANCE = -1
"""The player of a state that waits for a throw, as in OpenSpiel."""

TERMINAL = -4
"""The player of a state in which the game is over, as in OpenSpiel."""


@dataclass(frozen=True)
class Seat:
    """A colour of a game."""

    letter: str
    name: str


@dataclass(frozen=True)
class Option:
    """A choice of the rules: where a book is silent, or allows several ways."""

    key: str
    default: str
    values: Mapping[str, str]  # what each value means
    min: Optional[int] = None
    max: Optional[int] = None
    needs: str = ""


@dataclass(frozen=True)
class Part:
    """Some numbers of an observation: their name, their shape and what each or each row stands for."""

    name: str
    shape: tuple[int, ...]
    of: tuple[str, ...] = ()


@dataclass(frozen=True)
class Encoding:
    """The numbers of actions and observations. See docs/ENCODING.md of Parlour."""

    actions: tuple[str, ...]  # what each action taps: a place, a word, or "done"
    size: int  # how many numbers an observation has
    parts: tuple[Part, ...]

    @functools.cached_property
    def number(self) -> Mapping[str, int]:
        """The action by what it taps."""
        return {name: n for n, name in enumerate(self.actions)}


@dataclass(frozen=True)
class Game:
    """A game and what can be chosen about it."""

    engine: "Engine" = field(repr=False, compare=False)
    id: str
    title: str
    maker: str
    year: str
    players: Sequence[int]  # how many may play, the default first
    seats: Sequence[Seat]
    modes: Sequence[str]
    presets: Sequence[str]
    bots: Sequence[str]
    form: str  # how moves are written
    options: Mapping[str, Option]
    setup: Mapping[str, Any] = field(default_factory=dict, hash=False)  # what :meth:`configured` chose

    @classmethod
    def read(cls, engine: "Engine", answer: Mapping[str, Any]) -> "Game":
        """Read a game from the list of games of the protocol."""
        options = {}
        for o in answer["options"]:
            values = {v["name"]: v["means"] for v in o["values"]}
            options[o["key"]] = Option(o["key"], o["default"], values, o.get("min"), o.get("max"), o.get("needs", ""))
        return cls(
            engine, answer["id"], answer["title"], answer["maker"], answer["year"], tuple(answer["players"]),
            tuple(Seat(s["letter"], s["name"]) for s in answer["seats"]),
            tuple(answer["modes"]), tuple(answer["presets"]), tuple(answer["bots"]), answer["form"], options,
        )

    def configured(self, **setup: Any) -> "Game":
        """The game with some of its set-up chosen, as for :meth:`new_initial_state`."""
        return replace(self, setup={**self.setup, **setup})

    def new_initial_state(
        self, *, players: Optional[int] = None, colours: Optional[str] = None, first: Optional[str] = None, seats: Optional[str] = None,
        mode: Optional[str] = None, preset: Optional[str] = None, options: Optional[Mapping[str, Union[str, int]]] = None,
    ) -> "State":
        """Set up a game. Whatever is left out is as the book has it."""
        setup = {"players": players, "colours": colours, "first": first, "seats": seats, "mode": mode, "preset": preset, "options": options}
        made = self.engine.ask(new=self.id, **{**self.setup, **{k: v for k, v in setup.items() if v is not None}})
        return State(self, self.engine.ask(position=made["position"]))

    def deserialize_state(self, text: str) -> "State":
        """Return the state that :meth:`State.serialize` wrote."""
        position, _, taken = text.partition(" + ")
        question: dict[str, Any] = {"position": position}
        if taken:
            question["actions"] = [int(n) for n in taken.split()]
        return State(self, self.engine.ask(**question))

    @functools.cached_property
    def _initial(self) -> "State":
        return self.new_initial_state()

    @property
    def encoding(self) -> Encoding:
        """The numbers of actions and observations, for this set-up."""
        return self._initial.encoding

    def num_players(self) -> int:
        """How many players take part."""
        return self._initial.num_players()

    def num_distinct_actions(self) -> int:
        """How many actions there are."""
        return len(self.encoding.actions)

    def max_chance_outcomes(self) -> int:
        """How many throws there are, at most; 0 in a game without chance."""
        dice = {state.dice: len(state.chance_outcomes()) for state in (self._initial, *self._thrown()) if state.is_chance_node()}
        return max(dice.values(), default=0)

    def _thrown(self) -> list["State"]:
        """The states after the first throw: some games begin with other dice."""
        first = self._initial
        return [first.child(a) for a in first.legal_actions()] if first.is_chance_node() else []

    def observation_tensor_shape(self) -> list[int]:
        """The shape of an observation: it is flat, and ``encoding.parts`` says what is in it."""
        return [self.encoding.size]

    def observation_tensor_size(self) -> int:
        """How many numbers an observation has."""
        return self.encoding.size

    information_state_tensor_shape = observation_tensor_shape
    information_state_tensor_size = observation_tensor_size


@dataclass(frozen=True)
class _Who:
    """Who takes part: the players in their order, and the player of each seat."""

    owners: tuple[str, ...]
    player: Mapping[str, int]
    seats: Mapping[str, str]  # the name of each seat
    found: dict[str, Encoding] = field(default_factory=dict, compare=False)  # the encoding, once somebody asked


class State:
    """A position of a game, and what it waits for.

    A player is a person or bot who decides: the owner of two colours is one player.
    An action is a number: see :class:`Encoding`. A move may take several. Wherever an
    action is expected, the text of a whole move or throw will do.
    """

    def __init__(self, game: Game, answer: Mapping[str, Any], who: Optional[_Who] = None) -> None:
        self.game = game
        self._answer = answer
        self._who_known = who

    def __repr__(self) -> str:
        return f"State({str(self)!r})"

    def __str__(self) -> str:
        taken = self.taken
        return self.position + (" + " + " ".join(map(str, taken)) if taken else "")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    @property
    def position(self) -> str:
        """The position line: everything that the rules need to go on."""
        return str(self._answer["position"])

    @property
    def taken(self) -> list[int]:
        """The actions of a turn that is not complete; the position is the one before them."""
        return list(self._answer.get("actions", ()))

    @property
    def dice(self) -> Optional[str]:
        """What has to be thrown, as the protocol names it, or ``None``."""
        return self._answer["dice"]

    serialize = __str__
    observation_string = information_state_string = lambda self, player=None: str(self)

    @functools.cached_property
    def _who(self) -> _Who:
        if self._who_known:
            return self._who_known
        seats = self.game.engine.ask(position=self.position, who=True)["who"]
        owners = tuple(dict.fromkeys(s["owner"] for s in seats))
        names = {s.letter: s.name for s in self.game.seats}
        return _Who(owners, {s["letter"]: owners.index(s["owner"]) for s in seats}, {s["letter"]: names[s["letter"]] for s in seats})

    @property
    def encoding(self) -> Encoding:
        """The numbers of actions and observations under the rules of this state."""
        found = self._who.found
        if "encoding" not in found:
            code = self.game.engine.ask(position=self.position, code=True)
            parts = tuple(Part(p["name"], tuple(p["shape"]), tuple(p.get("of", ()))) for p in code["observation"]["parts"])
            found["encoding"] = Encoding(tuple(code["actions"]), code["observation"]["size"], parts)
        return found["encoding"]

    def num_players(self) -> int:
        """How many players take part."""
        return len(self._who.owners)

    def num_distinct_actions(self) -> int:
        """How many actions there are."""
        return len(self.encoding.actions)

    def player_name(self, player: int) -> str:
        """The name of the colour with which a player is called, such as ``"green"``."""
        return self._who.seats[self._who.owners[player]]

    def current_player(self) -> int:
        """The player who moves, :data:`CHANCE` or :data:`TERMINAL`."""
        if self.is_terminal():
            return TERMINAL
        return CHANCE if self.is_chance_node() else self._who.player[self._answer["turn"]]

    def thrower(self) -> Optional[int]:
        """The player whose throw is due, or ``None`` if no throw is due or it is nobody's."""
        return self._who.player.get(self._answer["turn"]) if self.is_chance_node() else None

    def is_chance_node(self) -> bool:
        """Whether the state waits for a throw."""
        return bool(self._answer["needs"] == "throw")

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self._answer["needs"] == "over")

    def is_player_node(self) -> bool:
        """Whether a player has to act."""
        return bool(self._answer["needs"] == "move")

    def is_simultaneous_node(self) -> bool:
        """Never: the players of these games take turns."""
        return False

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        """The legal actions in ascending order, those of :data:`CHANCE` if a throw is due; none for a player who does not act."""
        if player is not None and player != self.current_player():
            return []
        if self.is_chance_node():
            return list(range(len(self._throws())))
        if not self.is_player_node():
            return []
        if "legal" not in self._answer:
            self._answer = self.game.engine.ask(position=self.position, actions=self.taken)
        return list(self._answer["legal"])

    def legal_actions_mask(self, player: Optional[int] = None) -> list[int]:
        """A number for each action, 1 if it is legal."""
        mask = [0] * (len(self._throws()) if self.is_chance_node() else self.num_distinct_actions())
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def legal_moves(self) -> list[str]:
        """The legal moves as texts, in the order of the rules, or the possible throws; within a turn those of the whole turn."""
        if self.is_chance_node():
            return [throw for throw, _, _ in self._throws()]
        return list(self._answer["moves"])

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        """What an action taps, or what is thrown. The player may be left out."""
        number = player if action is None else action
        return self._throws()[number][0] if self.is_chance_node() else self.encoding.actions[number]

    def string_to_action(self, player: Union[int, str], text: Optional[str] = None) -> int:
        """The action with a name. The player may be left out."""
        name = str(player) if text is None else text
        if self.is_chance_node():
            return self.legal_moves().index(name)
        return self.encoding.number[name]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible throws as actions, with their probabilities."""
        return [(n, weight / total) for n, (_, weight, total) in enumerate(self._throws())]

    def chance_weights(self) -> list[tuple[str, int]]:
        """The possible throws as texts, with their integer weights."""
        return [(throw, weight) for throw, weight, _ in self._throws()]

    def _throws(self) -> list[tuple[str, int, int]]:
        dice = self.dice
        if not dice:
            raise ValueError(f"no throw is due at {self.position}")
        known: dict[str, list[tuple[str, int, int]]] = self.game.engine.__dict__.setdefault("_dice", {})
        if dice not in known:
            answer = self.game.engine.ask(position=self.position, throws=True)
            known[dice] = [(t["throw"], t["weight"], answer["weight"]) for t in answer["throws"]]
        return known[dice]

    def observation_bytes(self, player: Optional[int] = None) -> bytes:
        """What a player sees, one byte for each number; without a player, who has to act."""
        seat = "turn"
        if player is not None and player != self.current_player():
            seat = self._who.owners[player]
        return base64.b64decode(self.game.engine.ask(position=self.position, actions=self.taken, observe=seat)["observation"])

    def observation_tensor(self, player: Optional[int] = None) -> list[float]:
        """What a player sees; without a player, who has to act. All games here have perfect information."""
        return [float(n) for n in self.observation_bytes(player)]

    information_state_tensor = observation_tensor

    def child(self, action: Union[int, str]) -> "State":
        """The state after an action; this one stays as it is.

        Raises :class:`parlour.Refused` for an illegal action.
        """
        return State(self.game, self.game.engine.ask(**self.question(action)), self._who)

    def question(self, action: Union[int, str]) -> dict[str, Any]:
        """The question of the protocol for :meth:`child`, to ask many at once."""
        if self.is_chance_node():
            return {"position": self.position, "throw": action if isinstance(action, str) else self.action_to_string(int(action)), "next": True}
        if isinstance(action, str):
            if self.taken:
                raise ValueError(f"{action}: the turn has begun with actions, so it goes on with actions")
            return {"position": self.position, "move": action, "next": True}
        return {"position": self.position, "actions": [*self.taken, int(action)]}

    def answered(self, answer: Mapping[str, Any]) -> "State":
        """The state after an action whose :meth:`question` has this answer."""
        from .engine import checked

        return State(self.game, checked(dict(answer)), self._who)

    def apply_action(self, action: Union[int, str]) -> Optional[str]:
        """Make an action. Return the text of the throw or move, or ``None`` if the turn goes on.

        Raises :class:`parlour.Refused`, and changes nothing, if it is illegal.
        """
        who = self._who
        answer = self.game.engine.ask(**self.question(action))
        self._who_known, self._answer = who, answer
        return answer.get("throw") or answer.get("move")

    def clone(self) -> "State":
        """A copy."""
        return State(self.game, self._answer, self._who)

    def why_not(self, action: str) -> Optional[str]:
        """Why a move is not legal, in words; ``None`` if it is."""
        answer = self.game.engine.ask(position=self.position, why=action)
        return None if answer["legal"] else str(answer["why"])

    def choose(self, bot: str = "expert", *, ms: Optional[int] = None, seed: Optional[int] = None) -> str:
        """The move that a bot of the game chooses. See ``game.bots``."""
        limits = {k: v for k, v in {"ms": ms, "seed": seed}.items() if v is not None}
        return str(self.game.engine.ask(position=self.position, choose=bot, **limits)["move"])

    def events(self, action: str) -> list[dict[str, Any]]:
        """What a throw or a move does, piece by piece, also in words."""
        return list(self.game.engine.ask(position=self.position, **{"throw" if self.is_chance_node() else "move": action})["events"])

    def players_by_seat(self) -> Mapping[str, int]:
        """The player of each seat, by its letter."""
        return self._who.player

    def shares(self) -> list[float]:
        """How much of the win each player has, zeros until the game is over."""
        return self._shares(self._answer["result"])

    def _shares(self, result: Optional[Mapping[str, Any]]) -> list[float]:
        return [result["shares"].get(owner, 0.0) if result else 0.0 for owner in self._who.owners]

    def returns(self) -> list[float]:
        """The return of each player, zeros until the game is over.

        They add up to zero. A single winner gets the stake of the game: 1, or
        more where games are played for points. A tie of all is 0.
        """
        return self.returns_of(self._answer["result"])

    def returns_of(self, result: Optional[Mapping[str, Any]]) -> list[float]:
        """The returns for a result of the protocol, among the players of this state."""
        shares = self._shares(result)
        total, n = sum(shares), len(shares)
        if not result or n < 2 or not total:
            return [0.0] * n
        return [result["stake"] * (n * share / total - 1) / (n - 1) for share in shares]

    rewards = returns

    def player_return(self, player: int) -> float:
        """The return of one player."""
        return self.returns()[player]

    player_reward = player_return

    def result(self) -> Optional[str]:
        """The result as records write it, such as ``"win G home"``; ``None`` until the game is over."""
        result = self._answer["result"]
        return str(result["text"]) if result else None
