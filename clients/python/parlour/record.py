"""Records: games as text. See docs/RECORD.md of Parlour for the format."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Iterable, Iterator, Optional

if TYPE_CHECKING:
    from .engine import Engine
    from .game import State


class RecordError(ValueError):
    """The text is not a record, or the game breaks the rules."""


@dataclass(frozen=True)
class Entry:
    """A line of a record.

    ``kind`` is ``position``, ``throw``, ``move``, ``said`` (something that happened at
    the table) or ``comment``. A line with a throw and its move is two entries.
    """

    kind: str
    text: str
    seat: str = ""
    line: int = 0


@dataclass
class Record:
    """A game: tags, entries and the result, ``""`` if it was not finished."""

    tags: dict[str, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    end: str = ""

    def replay(self, engine: "Engine") -> Iterator["State"]:
        """Play the record by the rules and yield the state after every action.

        Raises :class:`RecordError` at the first line that does not fit.
        """
        from .engine import Refused

        state: Optional[State] = None
        for e in self.entries:
            try:
                if e.kind == "position":
                    here = engine.state(e.text)
                    if state is None:
                        state = here
                        yield state
                    elif here != state:
                        raise RecordError(f"line {e.line}: the position is {here}, expected {state}")
                elif e.kind in ("throw", "move"):
                    if state is None:
                        raise RecordError(f"line {e.line}: expected a position before the first action")
                    if (e.kind == "throw") != state.is_chance_node():
                        raise RecordError(f"line {e.line}: a {e.kind} is not due at {state}")
                    state = state.child(e.text)
                    yield state
            except Refused as err:
                raise RecordError(f"line {e.line}: {err.why}") from err
        if state is not None and self.end and state.is_terminal() and self.end != state.result():
            raise RecordError(f"the result is {state.result()}, not {self.end}")


def read_records(lines: Iterable[str]) -> Iterator[Record]:
    """Read the records of a file, or of any lines.

        with open("games.txt", encoding="utf-8") as file:
            for record in parlour.read_records(file):
                ...
    """
    record = Record()
    for number, line in enumerate(lines, 1):
        line = line.strip()
        word, _, rest = line.partition(" ")
        if not line or word == "end":
            if record.entries and any(e.kind != "comment" for e in record.entries):
                record.end = rest if line else ""
                yield record
                record = Record()
            continue
        record.entries.extend(_entries(record, number, word, rest))
    if any(e.kind != "comment" for e in record.entries):
        yield record


def _entries(record: Record, number: int, word: str, rest: str) -> Iterator[Entry]:
    """Read a line of a game."""
    first, _, more = rest.partition(" ")
    if word == "@":
        name, colon, value = rest.partition(":")
        if not colon:
            raise RecordError(f"line {number}: expected a tag such as @ Event: words")
        record.tags[name.strip()] = value.strip()
    elif word in ("=", "start", "last"):
        yield Entry("position", rest, "", number)
    elif word == "#":
        yield Entry("comment", rest, "", number)
    elif word == "!":
        yield Entry("said", rest, "", number)
    elif word == "moves":
        for move in rest.split():
            yield Entry("move", move, "", number)
    elif not rest or len(word) > 2:
        raise RecordError(f"line {number}: expected a seat with its throw or move")
    elif first == "throw":
        yield Entry("throw", more, word, number)
    elif more == "off":
        yield Entry("throw", first, word, number)
    elif first.isdigit() and more:
        yield Entry("throw", first, word, number)
        yield Entry("move", more, word, number)
    else:
        yield Entry("move", rest, word, number)
