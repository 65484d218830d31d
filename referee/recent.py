"""What was used lately, by key: a few values kept between loads, safe between threads."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """The `size` most recently used values. A value may be made twice by two threads; the later one is kept.

    `puts`: so many were put in. As long as that stays the same, so does whatever is held.
    """

    def __init__(self, size: int) -> None:
        self._size, self.puts = size, 0
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> Value | None:
        """The value, now the most recently used; None if it is not held."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: Key, value: Value) -> Value:
        """Hold the value; the least recently used one goes if there are too many."""
        with self._lock:
            self.puts += 1
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._size:
                self._values.popitem(last=False)
        return value

    def make(self, key: Key, build: Callable[[], Value]) -> Value:
        """The value, built if it is not held."""
        value = self.get(key)
        return self.put(key, build()) if value is None else value
