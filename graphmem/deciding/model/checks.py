"""What a proposal must be to stand: founded on words of the user, bounded, and without anything made up (rule W5)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from graphmem.deciding.decider import Known
from graphmem.deciding.model.prompt import LONGEST_KNOWN, LONGEST_RECENT
from graphmem.deciding.model.proposal import PROPOSED_TYPES, Proposal
from graphmem.deciding.rules.reading import PLACEHOLDER, fills_slot
from graphmem.domain.candidate import MessageRole, Span, Turn
from graphmem.language.concepts import lexicon
from graphmem.language.cues import cues
from graphmem.language.script import Language, detect_language, han_share
from graphmem.language.tokens import tokens, weight

LONGEST_CONTENT: Final = 500
"""Characters."""
_LONGEST_FRAGMENT: Final = 1_000
_LONG_NUMBER: Final = re.compile(r"\d{5,}")
_LETTER: Final = re.compile(r"\w")


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What the model was shown, which its proposals are held against."""

    turns: Sequence[Turn]
    recent: Sequence[Turn]
    known: Sequence[Known]

    @cached_property
    def before(self) -> tuple[str, ...]:
        """What was shown beside the turns, as far as it was shown."""
        recent = (turn.content[:LONGEST_RECENT] for turn in self.recent)
        return (*recent, *(memory.content[:LONGEST_KNOWN] for memory in self.known))

    @cached_property
    def telling_before(self) -> frozenset[str]:
        """Words and concepts of it that say something."""
        return frozenset(_telling(" \n".join(self.before)))

    def holds(self, words: str) -> bool:
        """Whether the words stand in anything that was shown."""
        return any(words in text for text in (*(turn.content for turn in self.turns), *self.before))


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a proposal can't stand, and by which rule."""

    rule: str
    reason: str


def quoted(fragment: str, turns: Sequence[Turn]) -> Span | None:
    """Find an exact quotation in what the user says, or None."""
    words = fragment.strip()
    if len(words) > _LONGEST_FRAGMENT or not _LETTER.search(words):
        return None
    for number, turn in enumerate(turns):
        if turn.role is MessageRole.USER and (start := turn.content.find(words)) >= 0:
            return Span(turn=number, start=start, end=start + len(words))
    return None


def fault(proposal: Proposal, content: str, fragment: str, shown: Shown) -> Fault | None:
    """Find what is wrong with a proposal; None where it can stand."""
    if proposal.type not in PROPOSED_TYPES:
        return Fault("W4", f"the model proposed the type {proposal.type.value}, which is not read from turns")
    if not _LETTER.search(content) or len(content) > LONGEST_CONTENT:
        return Fault("P3", f"the model's sentence is empty or longer than {LONGEST_CONTENT} characters")
    if not fills_slot(proposal.attribute, f"{proposal.value} {proposal.topic}"):
        return Fault("W1", "says nothing without the personal data that was taken out")
    return _made_up(content, fragment, shown)


def _made_up(content: str, fragment: str, shown: Shown) -> Fault | None:
    if _is_of_another_language(content, fragment):
        return Fault("W5", "the model's sentence is not in the speaker's language")
    invented = [mark for mark in PLACEHOLDER.findall(content) if mark not in fragment]
    invented += [n for n in _LONG_NUMBER.findall(content) if not shown.holds(n)]
    if invented:
        return Fault("W5", "the model's sentence holds a number or a name that nobody said")
    if not _is_founded(content, fragment, shown):
        return Fault("W5", "the model's sentence has nothing in common with the words it stands on")
    return None


def _is_of_another_language(content: str, fragment: str) -> bool:
    if detect_language(fragment) is Language.CHINESE:
        return han_share(content) == 0.0
    return detect_language(content) is Language.CHINESE and han_share(fragment) == 0.0


def _is_founded(content: str, fragment: str, shown: Shown) -> bool:
    """Whether one telling word or concept of the sentence is in the fragment, or in what the fragment points to."""
    ours = _telling(content)
    return not ours.isdisjoint(_telling(fragment)) or not ours.isdisjoint(shown.telling_before)


def _telling(text: str) -> set[str]:
    mentions = {mention.concept.id for mention in lexicon().mentions(text)}
    subject = {token for language in Language for token in tokens(cues(language).user)}
    return ({token for token in tokens(text) if weight(token) == 1.0} - subject) | mentions
