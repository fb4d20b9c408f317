"""The spaces of observations and actions: Gymnasium's if it is installed, otherwise their like.

Arrays are numpy's if numpy is installed, otherwise ``bytes``, which have a length
and numbers from 0 to 255.
"""

from __future__ import annotations

import random
from typing import Any, Mapping, Optional, Sequence

try:
    import numpy
except ImportError:  # pragma: no cover
    numpy = None  # type: ignore[assignment]

try:
    from gymnasium.spaces import Box as _Box, Dict, Discrete

    def numbers(size: int, high: int) -> Any:
        """The space of ``size`` numbers from 0 to ``high``."""
        return _Box(0, high, (size,), numpy.uint8 if high > 1 else numpy.int8)

except ImportError:

    class Discrete:  # type: ignore[no-redef]
        """The numbers from 0 to n-1."""

        def __init__(self, n: int) -> None:
            self.n, self.shape, self.dtype = n, (), int
            self._random = random.Random()

        def contains(self, x: Any) -> bool:
            return isinstance(x, int) and 0 <= x < self.n

        __contains__ = contains

        def seed(self, seed: Optional[int] = None) -> None:
            self._random.seed(seed)

        def sample(self, mask: Optional[Sequence[int]] = None) -> int:
            """One of the numbers, of those only whose mask is 1."""
            if mask is None:
                return self._random.randrange(self.n)
            return self._random.choice([n for n in range(self.n) if mask[n]])

    class Numbers:
        """Lists of numbers from 0 to ``high``."""

        def __init__(self, size: int, high: int) -> None:
            self.shape, self.low, self.high, self.dtype = (size,), 0, high, int
            self._random = random.Random()

        def contains(self, x: Any) -> bool:
            return len(x) == self.shape[0] and all(0 <= n <= self.high for n in x)

        __contains__ = contains

        def seed(self, seed: Optional[int] = None) -> None:
            self._random.seed(seed)

        def sample(self) -> Any:
            return array(bytes(self._random.randint(0, self.high) for _ in range(self.shape[0])))

    class Dict:  # type: ignore[no-redef]
        """Several spaces by name."""

        def __init__(self, spaces: Mapping[str, Any]) -> None:
            self.spaces = dict(spaces)

        def __getitem__(self, name: str) -> Any:
            return self.spaces[name]

        def contains(self, x: Any) -> bool:
            return x.keys() == self.spaces.keys() and all(space.contains(x[name]) for name, space in self.spaces.items())

        __contains__ = contains

        def seed(self, seed: Optional[int] = None) -> None:
            for space in self.spaces.values():
                space.seed(seed)

        def sample(self) -> dict[str, Any]:
            return {name: space.sample() for name, space in self.spaces.items()}

    def numbers(size: int, high: int) -> Any:
        """The space of ``size`` numbers from 0 to ``high``."""
        return Numbers(size, high)


def array(data: bytes, rows: int = 0, kind: str = "uint8") -> Any:
    """Numbers as numpy's array if it is installed, otherwise as they are; with ``rows`` as that many rows."""
    if numpy is not None:
        flat = numpy.frombuffer(data, dtype=kind)
        return flat.reshape(rows, -1) if rows else flat
    if not rows:
        return data
    width = len(data) // rows
    return [data[i * width : (i + 1) * width] for i in range(rows)]
