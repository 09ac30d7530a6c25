"""Keeps what a speaker asks to be remembered and no pattern understands."""

import re
from collections.abc import Callable
from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.reading import Reading, Statement, phrases, tidy
from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import Claim
from graphmem.domain.memory import MemoryType
from graphmem.language.concepts import lexicon
from graphmem.language.cues import Cue, Cues
from graphmem.language.script import Language
from graphmem.language.topics import topic

_LEAST_CHARACTERS: Final = {Language.ENGLISH: 8, Language.CHINESE: 4}
_POINTS_BACK: Final = {
    Language.ENGLISH: re.compile(
        r"(?:\W|\b(?:always|please|do|just|and|so|you|to|must|remember|keep|bear|in|mind|note|never|don't|forget|about"
        r"|that|this|it|them|well)\b)+",
        re.IGNORECASE,
    ),
    Language.CHINESE: re.compile(r"[\W请一定千万务必要你帮我给都牢记住好下来清楚别忘这那个点件事些话儿哦啊吧呀了哈]+"),
}
"""Words that ask to remember what was said before, and say nothing themselves."""
_TO_DO: Final = re.compile(r"^(?:to|me)\b", re.IGNORECASE)
_PERSONS: Final = (
    (re.compile(r"\bI am\b"), "User is"),
    (re.compile(r"\bI have\b"), "User has"),
    (re.compile(r"\bI do\b"), "User does"),
    (
        re.compile(r"\b(?:I|we) (?=(?:was|were|will|would|can|cannot|could|should|must|had|did)\b)", re.IGNORECASE),
        "User ",
    ),
    (re.compile(r"\b(?:my|our)\b", re.IGNORECASE), "user's"),
    (re.compile(r"\b(?:me|us|myself)\b", re.IGNORECASE), "user"),
)
_I_VERB: Final = re.compile(r"\b(?:I|we) ((?:also|always|never|usually|often) )?([a-z]+)", re.IGNORECASE)
_SIBILANT: Final = re.compile(r"(?:s|x|z|ch|sh|o)$")


def read_explicit(reading: Reading, _conversation: Conversation) -> tuple[Candidate, ...]:
    """Keep the words after "remember that …", 记住…: a fact about whatever concept they name, with an empty claim."""
    words = reading.whole
    if (
        not reading.has(Cue.EXPLICIT)
        or reading.has(Cue.REMIND)
        or len(words) < _LEAST_CHARACTERS[reading.language]
        or _TO_DO.match(words)
        or _POINTS_BACK[reading.language].fullmatch(words)
    ):
        return ()
    return (
        reading.candidate(
            Statement(
                kind=MemoryType.FACT,
                content=third_person(words, reading.cues),
                claim=Claim(topic=named_topic(words, reading.cues)),
                phrases=phrases(reading.cues, "explicit", object=words),
            )
        ),
    )


def named_topic(words: str, cues: Cues) -> str | None:
    """Fold the concepts that a text names; None where it names none."""
    mentions = lexicon().mentions(words)
    return topic(" ".join(words[mention.start : mention.end] for mention in mentions), cues)


def third_person(words: str, cues: Cues) -> str:
    """Write a sentence of the first person about the user."""
    if cues.language is Language.CHINESE:
        return re.sub(r"我们?", cues.user, words)
    for pattern, replacement in _PERSONS:
        words = pattern.sub(replacement, words)
    words = tidy(_I_VERB.sub(_inflected(cues), words))
    return words[:1].upper() + words[1:]


def _inflected(cues: Cues) -> Callable[[re.Match[str]], str]:
    def write(match: re.Match[str]) -> str:
        adverb, verb = match[1] or "", match[2]
        if verb.endswith("ed") or verb in cues.words["past"]:
            return f"{cues.user} {adverb}{verb}"
        if verb.endswith("y") and verb[-2:-1] not in "aeiou":
            return f"{cues.user} {adverb}{verb[:-1]}ies"
        return f"{cues.user} {adverb}{verb}{'es' if _SIBILANT.search(verb) else 's'}"

    return write
