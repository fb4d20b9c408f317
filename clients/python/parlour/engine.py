"""The program behind everything: ``parlour engine``, asked line by line."""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, Callable, Iterable, Mapping, Optional, Sequence, TypeVar

from .game import Game, State

T = TypeVar("T")
R = TypeVar("R")


class EngineError(Exception):
    """The program cannot be run, or it has ended."""


class Refused(Exception):
    """The engine refuses a question, for example an illegal move.

    ``code`` is for programs, ``why`` for people, ``clauses`` lists the rules that
    forbid it, ``instead`` what would be legal, ``faults`` everything that is wrong
    with a position or a set-up.
    """

    def __init__(self, answer: Mapping[str, Any]) -> None:
        super().__init__(answer["why"])
        self.code: str = answer["error"]
        self.why: str = answer["why"]
        self.clauses: list[str] = list(answer.get("clauses", ()))
        self.instead: list[str] = list(answer.get("instead", ()))
        self.faults: list[str] = list(answer.get("faults", ()))


def find_program() -> str:
    """Return the path of the program: ``$PARLOUR``, or ``parlour`` on the PATH."""
    path = os.environ.get("PARLOUR") or shutil.which("parlour")
    if not path:
        raise EngineError("cannot find the program parlour: put it on the PATH, name it in PARLOUR or pass Engine(program=...)")
    return path


class Engine:
    """A running ``parlour engine``. Use it in a ``with`` statement, or close it.

    An engine may be used by several threads; they take turns. Use a
    :class:`Pool` to let several processes work at the same time.
    """

    def __init__(self, program: Optional[str] = None) -> None:
        self.program = program or find_program()
        try:
            self._process = subprocess.Popen([self.program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as err:
            raise EngineError(f"cannot run {self.program}: {err}") from err
        self._lock = threading.Lock()
        self._games: Optional[dict[str, Game]] = None

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, kind: Optional[type[BaseException]], err: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()

    def close(self) -> None:
        """End the program."""
        process = self._process
        if process.stdin and not process.stdin.closed:
            try:
                process.stdin.close()
            except OSError:
                pass  # it has ended already
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()

    def ask(self, **question: Any) -> dict[str, Any]:
        """Ask one question of the protocol and return its answer.

        Raises :class:`Refused` if the answer is an error.
        """
        return checked(self.ask_many([question])[0])

    def ask_many(self, questions: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Ask many questions at once, which is much faster than one by one.

        Errors are returned like other answers: they have the field ``error``.
        """
        lines = b"".join(json.dumps(q, separators=(",", ":")).encode() + b"\n" for q in questions)
        with self._lock:
            # The program stops reading when nobody reads its answers, so a long
            # list is written by another thread.
            if len(lines) > 32_000:
                writer = threading.Thread(target=self._write, args=(lines,), daemon=True)
                writer.start()
                answers = [self._read() for _ in questions]
                writer.join()
            else:
                self._write(lines)
                answers = [self._read() for _ in questions]
        return answers

    def _write(self, lines: bytes) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(lines)
            self._process.stdin.flush()
        except (OSError, ValueError):
            pass  # the reader says what happened

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout
        try:
            line = self._process.stdout.readline()
        except ValueError:  # closed
            line = b""
        if not line.endswith(b"\n"):
            raise EngineError(f"{self.program} engine has ended with exit code {self._process.poll()}")
        return json.loads(line)

    def games(self) -> list[Game]:
        """Return all games."""
        return list(self._catalogue().values())

    def game(self, name: str) -> Game:
        """Return the game with an id, such as ``"backgammon"``."""
        games = self._catalogue()
        if name not in games:
            raise KeyError(f"no game {name!r}; the games are {', '.join(games)}")
        return games[name]

    def _catalogue(self) -> dict[str, Game]:
        if self._games is None:
            self._games = {g["id"]: Game.read(self, g) for g in self.ask(games=True)["games"]}
        return self._games

    def state(self, position: str) -> State:
        """Return the state of a position line, PDN FEN, XGID or GNU Backgammon id."""
        answer = self.ask(position=position)
        return State(self.game(answer["position"].split(None, 1)[0].split("[", 1)[0]), answer)


def checked(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer that is not an error."""
    if "error" in answer:
        raise Refused(answer)
    return answer


class Pool:
    """Several engines that work at the same time.

        with parlour.Pool(4) as pool:
            results = pool.map(play_a_game, range(1000))

    Each call of the function gets an engine of its own as its first argument.
    """

    def __init__(self, size: Optional[int] = None, program: Optional[str] = None) -> None:
        self.size = size or os.cpu_count() or 1
        self._engines: list[Engine] = []
        self._free: queue.Queue[Engine] = queue.Queue()
        try:
            for _ in range(self.size):
                self._engines.append(Engine(program))
        except EngineError:
            self.close()
            raise
        for engine in self._engines:
            self._free.put(engine)

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, kind: Optional[type[BaseException]], err: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()

    def close(self) -> None:
        """End all programs."""
        for engine in self._engines:
            engine.close()

    def map(self, work: Callable[[Engine, T], R], items: Iterable[T]) -> list[R]:
        """Return ``work(engine, item)`` for every item, in their order."""

        def run(item: T) -> R:
            engine = self._free.get()
            try:
                return work(engine, item)
            finally:
                self._free.put(engine)

        with ThreadPoolExecutor(self.size) as threads:
            return list(threads.map(run, items))
