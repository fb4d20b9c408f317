"""Historic parlour games by their rulebooks, for programs and researchers.

Eight games: Ludo by Kleefeld, by Parker, by the British leaflet and the Mensch
kind; Auto Race; Contact; checkers; backgammon. The rules, the bots and the
notation are those of the program ``parlour``, which this package runs and asks
by its line protocol. It needs nothing but Python's standard library.

    import random
    import parlour

    with parlour.Engine() as engine:
        state = engine.game("parker").new_initial_state(players=2)
        while not state.is_terminal():
            if state.is_chance_node():
                throws, chances = zip(*state.chance_outcomes())
                state.apply_action(random.choices(throws, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
        print(state.returns())

:class:`State` has the methods that users of OpenSpiel know. Actions are numbers of
a fixed list; a text in the notation of the game will do as well.
:class:`parlour.aec.Env` is an environment for PettingZoo, and
:class:`parlour.vector.VectorEnv` plays many games at once.
"""

from importlib import metadata as _metadata

from .engine import Engine, EngineError, Pool, Refused
from .game import CHANCE, TERMINAL, Encoding, Game, Option, Part, Seat, State
from .record import Entry, Record, RecordError, read_records

__all__ = [
    "CHANCE", "TERMINAL", "Encoding", "Engine", "EngineError", "Entry", "Game", "Option", "Part",
    "Pool", "Record", "RecordError", "Refused", "Seat", "State", "read_records",
]

try:
    __version__ = _metadata.version("parlour-games")
except _metadata.PackageNotFoundError:  # used from a clone, without installing it
    __version__ = "0.0.0"
