"""Puts a new value in the place of an old one of its class: "no, steel" after "the titanium cup" (rules D4, W6)."""

import re
from dataclasses import replace
from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.reading import Reading, Statement
from graphmem.domain.candidate import Candidate, Intent
from graphmem.domain.claim import Claim, Polarity
from graphmem.domain.memory import MemoryType
from graphmem.language.concepts import Mention, lexicon
from graphmem.language.script import Language

_NUMBER: Final = re.compile(r"\d+(?:[.:]\d+)*")
_MOST_WORDS: Final = 5
_MOST_CHARACTERS: Final = 12


def is_elliptic(text: str, language: Language) -> bool:
    """Tell whether the words are too few to be a statement by themselves."""
    if language is Language.CHINESE:
        return len(text) <= _MOST_CHARACTERS
    return len(text.split()) <= _MOST_WORDS


def substituted(reading: Reading, text: str, conversation: Conversation) -> Candidate | None:
    """Find the latest statement that `text` gives a new value to, and write it with that value; None without one."""
    mentions = lexicon().mentions(text)
    for earlier in conversation.latest_first():
        if earlier.claim.polarity is Polarity.NEGATIVE or earlier.language != reading.language.value:
            continue
        for mention in mentions:
            if (found := _with_concept(reading, earlier, mention, text)) is not None:
                return found
        if (found := _with_number(reading, earlier, text)) is not None:
            return found
    return None


def _with_concept(reading: Reading, earlier: Candidate, new: Mention, text: str) -> Candidate | None:
    for old in lexicon().mentions(earlier.content):
        is_other = old.concept.kind == new.concept.kind and old.concept.id != new.concept.id
        if not is_other or old.concept.id not in (earlier.claim.value or "").split():
            continue
        content = earlier.content[: old.start] + text[new.start : new.end] + earlier.content[old.end :]
        claim = _claim(earlier.claim, old.concept.id, new.concept.id)
        return _revision(reading, earlier, content, claim, text)
    return None


def _with_number(reading: Reading, earlier: Candidate, text: str) -> Candidate | None:
    new, old = _NUMBER.findall(text), _NUMBER.findall(earlier.content)
    if len(new) != 1 or len(old) != 1 or new == old or earlier.type is MemoryType.PLAN:
        return None
    claim = _claim(earlier.claim, old[0], new[0])
    return _revision(reading, earlier, earlier.content.replace(old[0], new[0]), claim, text)


def _claim(claim: Claim, old: str, new: str) -> Claim:
    words = [new if word == old else word for word in (claim.value or "").split()]
    value = " ".join(dict.fromkeys(words))
    return replace(claim, value=value, topic=value if claim.topic == claim.value else claim.topic)


def _revision(reading: Reading, earlier: Candidate, content: str, claim: Claim, text: str) -> Candidate:
    candidate = reading.candidate(
        Statement(
            kind=earlier.type,
            content=_decided(content, reading),
            claim=claim,
            phrases=(*earlier.search_phrases[:1], text),
        )
    )
    return replace(candidate, intent=Intent.REVISE)


def _decided(content: str, reading: Reading) -> str:
    """Turn "User leans towards …" into the decision that a second word on it is."""
    say = reading.cues.say
    leaning = say["lean"].partition("{object}")[0].format(who=reading.cues.user)
    chosen = say["choice"].partition("{object}")[0].format(who=reading.cues.user, verb=say["verb"])
    return chosen + content.removeprefix(leaning) if content.startswith(leaning) else content
