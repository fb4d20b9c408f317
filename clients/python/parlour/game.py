"""Games and their states, in the manner of OpenSpiel."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
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

    def new_initial_state(
        self, *, players: Optional[int] = None, colours: Optional[str] = None, first: Optional[str] = None, seats: Optional[str] = None,
        mode: Optional[str] = None, preset: Optional[str] = None, options: Optional[Mapping[str, Union[str, int]]] = None,
    ) -> "State":
        """Set up a game. Whatever is left out is as the book has it."""
        setup = {"players": players, "colours": colours, "first": first, "seats": seats, "mode": mode, "preset": preset, "options": options}
        made = self.engine.ask(new=self.id, **{k: v for k, v in setup.items() if v is not None})
        return State(self, self.engine.ask(position=made["position"]))

    def deserialize_state(self, text: str) -> "State":
        """Return the state that :meth:`State.serialize` wrote."""
        return State(self, self.engine.ask(position=text))


@dataclass(frozen=True)
class _Who:
    """Who takes part: the players in their order, and the player of each seat."""

    owners: tuple[str, ...]
    player: Mapping[str, int]
    seats: Mapping[str, str]  # the name of each seat


class State:
    """A position of a game, and what it waits for.

    A player is a person or bot who decides: the owner of two colours is one player.
    Actions are texts in the notation of the game; throws are actions of
    :data:`CHANCE`.
    """

    def __init__(self, game: Game, answer: Mapping[str, Any], who: Optional[_Who] = None) -> None:
        self.game = game
        self._answer = answer
        self._who_known = who

    def __repr__(self) -> str:
        return f"State({str(self)!r})"

    def __str__(self) -> str:
        return str(self._answer["position"])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    @property
    def position(self) -> str:
        """The position line: everything that the rules need to go on."""
        return str(self)

    serialize = __str__

    @functools.cached_property
    def _who(self) -> _Who:
        if self._who_known:
            return self._who_known
        seats = self.game.engine.ask(position=self.position, who=True)["who"]
        owners = tuple(dict.fromkeys(s["owner"] for s in seats))
        names = {s.letter: s.name for s in self.game.seats}
        return _Who(owners, {s["letter"]: owners.index(s["owner"]) for s in seats}, {s["letter"]: names[s["letter"]] for s in seats})

    def num_players(self) -> int:
        """How many players take part."""
        return len(self._who.owners)

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

    def legal_actions(self) -> list[str]:
        """The legal moves in the order of the rules, or the possible throws."""
        if self.is_chance_node():
            return [throw for throw, _ in self.chance_outcomes()]
        return list(self._answer["moves"])

    def chance_outcomes(self) -> list[tuple[str, float]]:
        """The possible throws with their probabilities."""
        return [(throw, weight / total) for throw, weight, total in self._throws()]

    def chance_weights(self) -> list[tuple[str, int]]:
        """The possible throws with their integer weights."""
        return [(throw, weight) for throw, weight, _ in self._throws()]

    def _throws(self) -> list[tuple[str, int, int]]:
        dice = self._answer["dice"]
        if not dice:
            raise ValueError(f"no throw is due at {self.position}")
        known: dict[str, list[tuple[str, int, int]]] = self.game.engine.__dict__.setdefault("_dice", {})
        if dice not in known:
            answer = self.game.engine.ask(position=self.position, throws=True)
            known[dice] = [(t["throw"], t["weight"], answer["weight"]) for t in answer["throws"]]
        return known[dice]

    def child(self, action: str) -> "State":
        """The state after an action; this one stays as it is.

        Raises :class:`parlour.Refused` for an illegal action.
        """
        return State(self.game, self.game.engine.ask(**self.question(action)), self._who)

    def question(self, action: str) -> dict[str, Any]:
        """The question of the protocol for :meth:`child`, to ask many at once."""
        return {"position": self.position, "throw" if self.is_chance_node() else "move": action, "next": True}

    def answered(self, answer: Mapping[str, Any]) -> "State":
        """The state after an action whose :meth:`question` has this answer."""
        from .engine import checked

        return State(self.game, checked(dict(answer)), self._who)

    def apply_action(self, action: str) -> str:
        """Make a throw or a move, and return its canonical text.

        Raises :class:`parlour.Refused`, and changes nothing, if it is illegal.
        """
        who = self._who
        answer = self.game.engine.ask(**self.question(action))
        self._who_known, self._answer = who, answer
        return str(answer["throw"] if "throw" in answer else answer["move"])

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
        """What an action does, piece by piece, also in words."""
        return list(self.game.engine.ask(position=self.position, **{"throw" if self.is_chance_node() else "move": action})["events"])

    def shares(self) -> list[float]:
        """How much of the win each player has, zeros until the game is over."""
        result = self._answer["result"]
        return [result["shares"].get(owner, 0.0) if result else 0.0 for owner in self._who.owners]

    def returns(self) -> list[float]:
        """The return of each player, zeros until the game is over.

        They add up to zero. A single winner gets the stake of the game: 1, or
        more where games are played for points. A tie of all is 0.
        """
        result = self._answer["result"]
        shares = self.shares()
        total, n = sum(shares), len(shares)
        if not result or n < 2 or not total:
            return [0.0] * n
        return [result["stake"] * (n * share / total - 1) / (n - 1) for share in shares]

    def result(self) -> Optional[str]:
        """The result as records write it, such as ``"win G home"``; ``None`` until the game is over."""
        result = self._answer["result"]
        return str(result["text"]) if result else None
