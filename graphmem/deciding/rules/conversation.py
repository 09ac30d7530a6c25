"""What was said before a clause, as far as rules need it: candidates and things that a shorter phrase refers to."""

from collections.abc import Iterator, Sequence
from typing import Final

from graphmem.domain.candidate import Candidate
from graphmem.language.concepts import Concept, lexicon

MOST_TEXTS: Final = 12
"""Turns a reference may reach back."""

_THING: Final = "thing"


class Conversation:
    """Grows while the turns of one `extract` are read, oldest first."""

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self._texts = list(texts[-MOST_TEXTS:])
        self._candidates: list[Candidate] = []

    def hear(self, text: str) -> None:
        """Take in the words of a turn, whoever said them."""
        self._texts.append(text)

    def add(self, candidate: Candidate) -> None:
        """Take in a statement of the user."""
        self._candidates.append(candidate)

    def latest_first(self) -> Iterator[Candidate]:
        """Go through the statements of the user, the latest first."""
        return reversed(self._candidates)

    def latest_thing(self) -> Concept | None:
        """Name the thing (cup, shoe, ticket) that was spoken of last."""
        for text in reversed(self._texts[-MOST_TEXTS:]):
            things = [mention.concept for mention in lexicon().mentions(text) if mention.concept.kind == _THING]
            if things:
                return things[-1]
        return None
