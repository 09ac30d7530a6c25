"""The protocol of a decider (rule W4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from graphmem.domain.candidate import Candidate, Extraction, Turn
from graphmem.domain.claim import Claim
from graphmem.domain.memory import MemoryType
from graphmem.ids import MemoryId

MOST_KNOWN = 20
"""Memories that a decider is shown before it reads (rule W5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A memory of the same owner that may have to do with the turns, for proposals to name (rule W5)."""

    id: MemoryId
    type: MemoryType
    content: str
    claim: Claim


class Decider(Protocol):
    """Turns the words of a user into candidates; never touches what is stored."""

    @property
    def wants_known(self) -> bool:
        """Whether it makes use of what is known; nobody looks it up otherwise (rule W15)."""
        ...

    async def extract(
        self, turns: Sequence[Turn], *, recent: Sequence[Turn], known: Sequence[Known] = ()
    ) -> Extraction:
        """Read candidates out of the new `turns`; `recent` are the session's turns before them, oldest first.

        Spans point into `turns`. Order of candidates is the order in which they were said. `known` are at most
        `MOST_KNOWN` memories, the most related first; what is said of them is decided later, under the lock.
        """
        ...

    async def read_statement(self, content: str, turn: Turn) -> Candidate:
        """Understand one statement given to `remember`, as far as the words allow; never fails on odd text.

        `turn` carries the same words with their speaker and time. Content stays as given; the claim is filled where it
        was understood.
        """
        ...
