"""The one way in for every text of a caller that can be stored or rendered later (rules W1, W2, P3, P5)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphmem.domain.candidate import Candidate
from graphmem.domain.memory import Flag
from graphmem.domain.policy import Policy
from graphmem.pipelines.bounds import checked_text
from graphmem.screening.injection import Suspicion, suspicions
from graphmem.screening.personal_data import find, redact, seal
from graphmem.screening.sensitive import sensitive_kinds

QUOTED_ATTACK = "[QUOTED INSTRUCTION]"
"""What stands in a memory for an attempt to instruct that the user only quoted."""

BLOT = "■"
"""Fills up a placeholder that is shorter than what it stands for."""

_LONG_GAP = re.compile(r"\s{8,}")
"""Says nothing, and would make patterns that look across blanks take quadratic time."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A text as it may be stored, and what in it tries to instruct (rule W2)."""

    text: str
    suspicions: tuple[Suspicion, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict[str, str])
    """What is behind its numbered placeholders (`[PHONE_1]`); unnumbered ones have lost theirs."""

    @property
    def is_suspected(self) -> bool:
        """Whether the text itself tries to instruct; one that only quotes such words doesn't."""
        return any(not suspicion.is_quoted for suspicion in self.suspicions)

    def is_suspected_at(self, start: int, end: int) -> bool:
        """Whether an attempt to instruct overlaps the characters `start` to `end`; a quotation is none."""
        return any(s.start < end and s.end > start and not s.is_quoted for s in self.suspicions)


def taken_in(value: str, name: str, longest: int, policy: Policy) -> Taken:
    """Check a text's bounds, clean it, and redact personal data; InvalidInput where it is empty or too long."""
    text = redact(_clean(value, name, longest), allowed=policy.screening_allowed_slots).text
    return Taken(text, suspicions(text))


def sealed_in(values: Sequence[tuple[str, str]], longest: int) -> list[Taken]:
    """Check and clean texts to be read together, each with its name, and seal their personal data (rule W1).

    What is read of them goes through `put_back`; InvalidInput where a text is empty or too long.
    """
    sealed = seal([_clean(value, name, longest) for value, name in values])
    return [Taken(s.text, suspicions(s.text), s.values) for s in sealed]


def flagged(candidate: Candidate) -> Candidate:
    """Mark what a candidate's own words make it: sensitive (rule P5), or kept apart as an attempt to instruct (W2).

    Words that it only quotes give way to a placeholder, and the rest of it is an ordinary memory.
    """
    content = without_quoted_attacks(candidate.content)
    flags = set(candidate.flags)
    if tries_to_instruct(content, candidate.reason or "", *candidate.search_phrases):
        flags.add(Flag.SUSPECTED_INJECTION)
    if is_sensitive(content, candidate.reason):
        flags.add(Flag.SENSITIVE)
    return replace(candidate, content=content, flags=frozenset(flags))


def is_sensitive(content: str, reason: str | None) -> bool:
    """Tell whether a memory's words, or the reason given for it, touch a sensitive matter (rule P5)."""
    return any(sensitive_kinds(text) for text in (content, reason) if text)


def tries_to_instruct(*texts: str) -> bool:
    """Tell whether one of the texts tries to instruct, itself and not only in a quotation (rule W2)."""
    return any(not suspicion.is_quoted for text in texts for suspicion in suspicions(text))


def suspected_places(text: str) -> tuple[tuple[int, int], ...]:
    """The characters of a text that try to instruct, themselves and not only in a quotation (rule W2)."""
    return tuple((s.start, s.end) for s in suspicions(text) if not s.is_quoted)


def personal_kinds(text: str, allowed: frozenset[str]) -> tuple[str, ...]:
    """The kinds of personal data in a text, one entry each, in the order in which they stand (rule W1)."""
    return tuple(finding.kind for finding in find(text, allowed=allowed))


def redacted(text: str, allowed: frozenset[str]) -> str:
    """The text with placeholders for personal data."""
    return redact(text, allowed=allowed).text


def with_its_name(name: str, value: str, screened: Callable[[str], str]) -> str:
    """The value of a field, screened together with its name, which tells what a number is ("phone")."""
    before = f"{name}: "
    return screened(before + value).removeprefix(before)


def blotted(text: str, allowed: frozenset[str]) -> str:
    """The text with placeholders that are as long as what they stand for, so that places in it stay the same."""
    for finding in reversed(find(text, allowed=allowed)):
        length = finding.end - finding.start
        stands = finding.placeholder if len(finding.placeholder) <= length else ""
        text = text[: finding.start] + stands.ljust(length, BLOT) + text[finding.end :]
    return text


def without_quoted_attacks(text: str) -> str:
    """The text with a placeholder for each attempt to instruct that it only quotes."""
    position = len(text)
    for suspicion in sorted(suspicions(text), key=lambda s: s.start, reverse=True):
        if suspicion.is_quoted and suspicion.end <= position:
            text = text[: suspicion.start] + QUOTED_ATTACK + text[suspicion.end :]
            position = suspicion.start
    return text


def _clean(value: str, name: str, longest: int) -> str:
    return _LONG_GAP.sub(_short_gap, checked_text(value, name, longest))


def _short_gap(gap: re.Match[str]) -> str:
    return "\n\n" if "\n" in gap[0] else " "
