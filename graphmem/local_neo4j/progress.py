"""What a long start tells the person who waits for it."""

from typing import Protocol


class Progress(Protocol):
    """Listener to the steps of a start; its methods are called from the event loop and must not block."""

    def step(self, text: str) -> None:
        """A new step begins; `text` says which, in a few words and without a full stop."""
        ...

    def advance(self, done: int, total: int) -> None:
        """`done` of `total` bytes of the running step are through."""
        ...


class Silence:
    """A listener that says nothing."""

    def step(self, text: str) -> None:
        """Drop the step."""

    def advance(self, done: int, total: int) -> None:
        """Drop the count."""
