"""What was said before a clause, as far as rules need it: statements, people and things that a word may refer to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import USER
from graphmem.language.concepts import PLACES, Concept, fold_in_place, lexicon
from graphmem.language.cues import Cues
from graphmem.language.script import Language

MOST_TEXTS: Final = 12
"""Turns a reference may reach back."""

_THING: Final = "thing"
_NO_OBJECTS: Final = PLACES | {"kin", "weekday", "speech", "aspect", "occupation"}
"""Classes that "it" doesn't stand for after a verb of liking or taking."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody named by a speaker, in the speaker's words."""

    words: str
    language: Language
    gender: str | None


class Conversation:
    """Grows while the turns of one `extract` are read, oldest first."""

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self._texts = list(texts[-MOST_TEXTS:])
        self._candidates: list[Candidate] = []
        self._people: list[Person] = []
        self._agent: str | None = None
        self._turn = ""
        self._said: tuple[Candidate, ...] = ()
        self._said_before: tuple[Candidate, ...] = ()
        self._taken_back: list[Candidate] = []

    @property
    def agent_text(self) -> str | None:
        """What the agent said right before this turn of the user; None where it said nothing."""
        return self._agent

    @property
    def texts(self) -> tuple[str, ...]:
        """What was said, of both sides, the latest last."""
        return tuple(self._texts)

    def begin_turn(self, text: str) -> None:
        """Take in what a turn of the user is about, before its clauses are read."""
        self._turn = text
        self._said_before, self._said = self._said, ()

    def end_sentence(self, candidates: Sequence[Candidate]) -> None:
        """Take in all that one sentence of the user states; what was said last is what can be taken back."""
        self._said = tuple(candidates) or self._said

    @property
    def latest_said(self) -> Candidate | None:
        """What was stated last, in this turn or in the one before; None where neither states anything."""
        return next(reversed(self._said or self._said_before), None)

    def take_back(self) -> tuple[Candidate, ...]:
        """Let the sentence that stated something last, of this turn or of the one before, not count any more."""
        said = self._said or self._said_before
        self._said = self._said_before = ()
        self._taken_back.extend(said)
        self._candidates = [c for c in self._candidates if not _is_among(c, said)]
        return said

    def is_taken_back(self, candidate: Candidate) -> bool:
        """Tell whether it was taken back by a later sentence."""
        return _is_among(candidate, self._taken_back)

    def hear(self, text: str, cues: Cues) -> None:
        """Take in the words of a clause of the user."""
        self._texts.append(text)
        for match in cues.kin_mention.finditer(text):
            mentions = lexicon().mentions(match[0])
            gender = lexicon().gender(mentions[-1].concept.id) if mentions else None
            self._meet(Person(match[0], cues.language, gender))

    def hear_agent(self, text: str) -> None:
        """Take in the words of another role."""
        self._texts.append(text)
        self._agent = text

    def end_turn(self) -> None:
        """Forget what the agent said: it was answered."""
        self._agent = None

    def add(self, candidate: Candidate) -> None:
        """Take in a statement of the user."""
        self._candidates.append(candidate)
        subject = candidate.claim.subject
        if subject != USER and fold_in_place(candidate.content).startswith(subject):
            self._meet(Person(candidate.content[: len(subject)], Language(candidate.language), None))

    def latest_first(self) -> Iterator[Candidate]:
        """Go through the statements of the user, the latest first."""
        return reversed(self._candidates)

    def latest_texts(self, count: int) -> str:
        """What was said last, of both sides, and the turn that is being read; one text a line."""
        return "\n".join([*self._texts[-count:], self._turn])

    def people(self, gender: str | None, language: Language) -> tuple[Person, ...]:
        """List those whom a word of that gender may stand for, the latest first, none twice."""
        found: dict[str, Person] = {}
        for person in reversed(self._people):
            if person.language is language and (gender is None or person.gender in {None, gender}):
                found.setdefault(person.words.lower(), person)
        return tuple(found.values())

    def latest_thing(self) -> Concept | None:
        """Name the thing (cup, shoe, ticket) that was spoken of last."""
        for text in reversed(self._texts[-MOST_TEXTS:]):
            things = [mention.concept for mention in lexicon().mentions(text) if mention.concept.kind == _THING]
            if things:
                return things[-1]
        return None

    def latest_objects(self) -> tuple[Concept, ...]:
        """List what "it" may stand for: all that the last text that names something names."""
        for text in reversed(self._texts[-MOST_TEXTS:]):
            found = [m.concept for m in lexicon().mentions(text) if m.concept.kind not in _NO_OBJECTS]
            if found:
                return tuple(dict.fromkeys(found))
        return ()

    def _meet(self, person: Person) -> None:
        self._people.append(person)
        del self._people[:-MOST_TEXTS]


def _is_among(candidate: Candidate, others: Sequence[Candidate]) -> bool:
    return any(candidate.span == other.span and candidate.claim == other.claim for other in others)
