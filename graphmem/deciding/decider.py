"""The protocol of a decider (rule W4)."""

from collections.abc import Sequence
from typing import Protocol

from graphmem.domain.candidate import Candidate, Extraction, Turn


class Decider(Protocol):
    """Turns the words of a user into candidates; never touches what is stored."""

    async def extract(self, turns: Sequence[Turn], *, recent: Sequence[Turn]) -> Extraction:
        """Read candidates out of the new `turns`; `recent` are the session's turns before them, oldest first.

        Spans point into `turns`. Order of candidates is the order in which they were said.
        """
        ...

    async def read_statement(self, content: str, turn: Turn) -> Candidate:
        """Understand one statement given to `remember`, as far as the words allow; never fails on odd text.

        `turn` carries the same words with their speaker and time. Content stays as given; the claim is filled where it
        was understood.
        """
        ...
