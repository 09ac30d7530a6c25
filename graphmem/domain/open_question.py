"""Which of two memories in conflict a short answer chooses (rule D13)."""

from dataclasses import dataclass
from enum import StrEnum

from graphmem.domain.summary import topics_of
from graphmem.domain.text_contrast import is_negated
from graphmem.language.cues import Cue, cues
from graphmem.language.script import detect_language
from graphmem.language.telling_words import telling_words


class Reply(StrEnum):
    """What a turn says that is nothing but an answer."""

    YES = "yes"
    NO = "no"
    NEWER = "newer"
    """"The new one", 新的."""
    OLDER = "older"


class Side(StrEnum):
    """The one of two memories that holds."""

    NEWER = "newer"
    OLDER = "older"

    @property
    def other(self) -> "Side":
        return Side.OLDER if self is Side.NEWER else Side.NEWER


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """What the two say."""

    newer: str
    older: str
    about: str = ""
    """Other words by which the two may be asked for."""


def chosen(sides: Sides, reply: Reply, before: str, *, was_asked: bool) -> Side | None:
    """The side that a reply chooses; none where it may answer something else.

    `before` is the sentence right before: with `was_asked` the agent's question, else what the user said itself, as
    where an application sends only what its users say; a yes to that confirms it. Empty where nothing was said.
    """
    if reply in {Reply.NEWER, Reply.OLDER}:
        return None if was_asked and _offers_others(sides, before) else Side(reply.value)
    if not was_asked:
        is_about_it = bool(topics_of(before) & topics_of(sides.newer) - _common())
        return Side.NEWER if reply is Reply.YES and is_about_it else None
    side = _asked_about(sides, before)
    if side is None:
        return None
    if reply is Reply.YES:
        return side
    return None if is_negated(before) else side.other


def _asked_about(sides: Sides, question: str) -> Side | None:
    """The one side that a question names; by whether it denies, where the two differ in nothing else."""
    newer, older, asked = (topics_of(text) - _common() for text in (sides.newer, sides.older, question))
    only_newer, only_older = newer - older, older - newer
    if only_newer & asked or only_older & asked:
        if only_newer & asked and only_older & asked:
            return None
        return Side.NEWER if only_newer & asked else Side.OLDER
    if not (newer & older & asked) or is_negated(sides.newer) == is_negated(sides.older):
        return None
    return Side.NEWER if is_negated(question) == is_negated(sides.newer) else Side.OLDER


def _offers_others(sides: Sides, question: str) -> bool:
    """Whether a question is which of two other things it shall be ("the new phone or the old one?")."""
    is_choice = cues(detect_language(question)).has(Cue.ALTERNATIVE, question)
    named = telling_words(question)
    return is_choice and bool(named) and not named & telling_words(f"{sides.newer}\n{sides.older}\n{sides.about}")


def _common() -> frozenset[str]:
    """Words of every statement about a user."""
    return topics_of("user 用户 doe like 喜欢 live 住在")
