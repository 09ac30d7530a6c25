"""Reads how much or how often something is done ("two cups of coffee a day", 每天喝两杯咖啡), and its new number."""

import re
from dataclasses import replace
from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.explicit import third_person
from graphmem.deciding.rules.reading import Reading, Statement, phrases
from graphmem.domain.candidate import Candidate, Intent
from graphmem.domain.claim import AMOUNT, Claim
from graphmem.domain.memory import MemoryType
from graphmem.language.amounts import TIMES, Amount, amount_in, bare_amount
from graphmem.language.cues import Cue, Cues, Shape
from graphmem.language.script import Language
from graphmem.language.topics import topic

_FIRST: Final = re.compile(r"^(?P<per>(?:every|each) \w+),? (?P<rest>.+)$", re.IGNORECASE)
"""Says the time first ("every day I drink …")."""
_BY_NOW: Final = re.compile("现在|如今|目前")
_ROUGHLY: Final = re.compile("大概|大约")
"""Hedges elsewhere, but beside a number they only round it."""


def read_amount(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read an amount: what is done of what in which time is the topic, how much of it is the value."""
    text = _BY_NOW.sub("", _FIRST.sub(lambda first: f"{first['rest']} {first['per'].lower()}", reading.whole))
    found = _found(text, reading.cues)
    if found is not None:
        return _stated(reading, text, *found)
    bare = bare_amount(reading.whole, reading.language)
    return () if bare is None else _renumbered(reading, bare, conversation)


def _stated(reading: Reading, text: str, match: re.Match[str], amount: Amount, offset: int) -> tuple[Candidate, ...]:
    subject = reading.subject(match)
    claim = _claim(amount, subject.id, reading.cues)
    if claim is None:
        return ()
    is_chinese = reading.language is Language.CHINESE
    content = subject.words + match["rest"] if is_chinese else third_person(text, reading.cues)
    made = _candidate(reading, content, claim, _around(text, amount, offset, reading.language))
    return (replace(made, intent=Intent.REVISE) if _BY_NOW.search(reading.plain) else made,)


def _around(text: str, amount: Amount, offset: int, language: Language) -> tuple[str, str]:
    """The words before and after the number, by which the amount is asked for."""
    before, after = text[: offset + amount.start], text[offset + amount.end :]
    if amount.unit == TIMES:
        after = f"{'次' if language is Language.CHINESE else 'times'}{after}"
    return before.strip(), after.strip()


def _found(text: str, cues: Cues) -> tuple[re.Match[str], Amount, int] | None:
    """The match of who does it, the amount, and where the words of the amount begin."""
    for pattern in cues.statements[Shape.AMOUNT]:
        match = pattern.regex.match(text)
        if match is not None and (amount := amount_in(match["rest"], cues.language)) is not None:
            return match, amount, match.start("rest")
    return None


def _claim(amount: Amount, subject: str, cues: Cues) -> Claim | None:
    thing = topic(amount.thing, cues) if amount.thing else None
    if amount.thing and thing is None:
        return None
    words = [amount.verb, *(thing or "").split(), amount.period]
    about = AMOUNT + " ".join(dict.fromkeys(word for word in words if word))
    return Claim(subject=subject, topic=about, value=_value(amount))


def _value(amount: Amount) -> str:
    return f"{amount.number} {amount.unit}".strip()


def _candidate(reading: Reading, content: str, claim: Claim, around: tuple[str, str]) -> Candidate:
    """The amount as a fact; it is asked for by the words around its number."""
    before, after = around
    made = reading.candidate(
        Statement(
            kind=MemoryType.FACT,
            content=content,
            claim=claim,
            phrases=phrases(reading.cues, "amount", before=before, after=after),
        )
    )
    is_hedged = reading.cues.has(Cue.HEDGE, _ROUGHLY.sub("", reading.plain))
    return made if is_hedged else replace(made, certainty=reading.certainty)


def _renumbered(reading: Reading, bare: Amount, conversation: Conversation) -> tuple[Candidate, ...]:
    """Write the latest amount of that unit and time with its new number ("actually three cups a day now")."""
    is_change = reading.has(Cue.REVISE) or reading.has(Cue.NOW)
    if not (is_change or bare.period):
        return ()
    for earlier in conversation.latest_first():
        if not (earlier.claim.topic or "").startswith(AMOUNT) or earlier.language != reading.language.value:
            continue
        found = _found(earlier.content, reading.cues)
        if found is None or not _is_of_it(bare, found[1], reading.cues):
            continue
        _, amount, offset = found
        start, end = offset + amount.start, offset + amount.end
        content = earlier.content[:start] + reading.whole[bare.start : bare.end] + earlier.content[end:]
        value, around = _value(bare), _around(earlier.content, amount, offset, reading.language)
        made = _candidate(reading, content, replace(earlier.claim, value=value), around)
        return (replace(made, intent=Intent.STATE if value == earlier.claim.value else Intent.REVISE),)
    return ()


def _is_of_it(bare: Amount, held: Amount, cues: Cues) -> bool:
    """Whether an amount alone is of what was spoken of: the same unit, and nothing else said of it."""
    is_of_thing = not bare.thing or topic(bare.thing, cues) == topic(held.thing, cues)
    return bare.unit == held.unit and bare.period in {"", held.period} and is_of_thing
