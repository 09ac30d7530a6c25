"""Cuts a turn into clauses, each of which may hold one statement; positions are exact."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from graphmem.language.concepts import lexicon
from graphmem.language.cues import Cue, Cues
from graphmem.language.script import Language

_SAME_SUBJECT: Final = (
    r"allergic to|work (?:at|for|as|in)|live in|love|like|hate|prefer|enjoy|dislike|own|speak|study"
    r"|(?<!drink and )drive"
)
"""How a second statement of the same "I" may go on after "and"."""
_GOES_ON_AS_I: Final = re.compile(rf"(?:{_SAME_SUBJECT})\b", re.IGNORECASE)
_SAYS_I: Final = re.compile(r"\b(?:i|i'm|i’m|i've|i’ve)\b", re.IGNORECASE)
_ENGLISH_CUT: Final = re.compile(
    r"[,;:]\s*(?:and |but |so |because |or |also )?(?=(?:i|i'm|i’m|i've|i'll|my|we|our|he|she|they|you|it's|it|this"
    r"|please|don't|do not|no|not|never|remember|make|let's|call|ship|send|use|always|can|could|would|what|which|do"
    r"|does|right|allergic|just|although|though|since|find|play|show|avoid|exclude|skip|refrain|locate|switch"
    r"|stop|ensure|i’d|i'd|how about|what about)\b(?=\s+\w))"
    r"|(?<!everything)(?<!anything)(?<!nothing)(?<!anyone)[,;]?\s+(?:but|because|although|though|whereas|while)\s+(?=\w)"
    r"|[,;]?\s+and\s+(?=(?:i|i'm|i’m|my|we|our|he|she|please|don't|do not|also i|also my|" + _SAME_SUBJECT + r")\b)"
    r"|,\s+(?=(?:now|nowadays|today|these days|currently),? (?:i|we|my)\b)"
    r"|,\s+(?=(?:[\w-]+ ){1,4}(?:is |are )?(?:not |doesn't |isn't )(?:needed|required|necessary|important|matter"
    r"|an issue|a priority))"
    r"|,\s+(?=(?:\w+ ){0,2}(?:disregard|ignore|indifferent|regardless|prioriti[sz]e|no matter)\b)"
    r"|\s+[-–—]+\s+|;\s*",
    re.IGNORECASE,
)
_CHINESE_CUT: Final = re.compile(
    r"[，,；;：:](?!\d)|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])|(?<!不)(?=但是|不过(?!是|敏|分|度|关|期|瘾)|可是|因为|所以)|(?<!不)(?=但不|但我)|——+"
    r"|(?<=[\u4e00-\u9fff])(?<![我他她它们谁点些])(?=[也又]不(?:喜欢|爱|吃|喝|能|用|抽|会|想|要|看|玩|住|在))"
)
_SPEAKS_ANEW: Final = re.compile(r"\s*我")
_NOT_EITHER: Final = re.compile(r"[也又]不")
_REASON_WORD: Final = re.compile(r"\b(?:because|since)\s+$", re.IGNORECASE)
_REASON_START: Final = re.compile(r"(?:because|since|as)\s+(?:i|my|it|of|the|we)\b|因为|由于|毕竟", re.IGNORECASE)
_GOES_TOGETHER: Final = (
    (re.compile(r"有|养"), re.compile(r"\s*(?:它|他|她)?(?:名字)?(?:叫|名叫)")),
    (
        re.compile(r"[地住]址"),
        re.compile(r"\s*[^，,。]{0,20}?\d+\s*(?:号|室|栋|幢|单元|楼|弄|层)|\s*[^，,。我]{1,12}(?:路|街|区|镇|县)"),
    ),
    (re.compile(r"[都全][^，,]{0,4}$"), re.compile(r"\s*(?:就)?除了")),
    (
        re.compile(r"换了(?:新的?|个新的?)?(?:手机|电脑|笔记本|车|相机|平板|手表)$"),
        re.compile(r"\s*(?:现在)?(?:是|用的是|换成)"),
    ),
    (re.compile(r"^\s*(?:我)?(?:比起|相比|[跟和与][^，,]{1,10}比)"), re.compile(r".*更")),
)
"""How a Chinese clause ends, and how the next begins, where both are one statement."""
_SIGHT: Final = 60
"""Characters that decide whether a mark ends a clause."""
MOST_CLAUSES: Final = 200
LONGEST_CLAUSE: Final = 300
"""Characters; a longer clause holds no statement that a pattern could read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """Characters `start` to `end` of a turn."""

    text: str
    start: int
    end: int
    is_question: bool
    """Ends in a question mark or stands before a tag that asks for a yes ("right?")."""
    sentence: int
    """Number of the sentence it is part of."""
    is_reason: bool
    """Says why another clause of the sentence is so ("because …", 因为…)."""
    is_elliptic: bool = False
    """Goes on about the same "I" without saying it ("… and work at Google")."""


def clauses(text: str, sentences: Sequence[tuple[int, int]], cues: Cues) -> tuple[Clause, ...]:
    """Cut a text whose sentences lie at `sentences`; blanks at the ends of a clause are left out."""
    found: list[Clause] = []
    for number, (start, end) in enumerate(sentences):
        found.extend(_cut_sentence(text, start, end, number, cues))
        if len(found) >= MOST_CLAUSES:
            break
    return tuple(found[:MOST_CLAUSES])


def _cut_sentence(text: str, start: int, end: int, number: int, cues: Cues) -> Iterator[Clause]:
    spans = list(islice(_join_lead_ins(text, _spans(text, start, end, cues), cues), MOST_CLAUSES))
    asks = text[start:end].rstrip().endswith(("?", "？"))
    has_tag = len(spans) > 1 and cues.has(Cue.TAG_QUESTION, text[slice(*spans[-1])])
    for index, (left, right) in enumerate(spans):
        is_last = index == len(spans) - 1
        yield Clause(
            text=text[left:right],
            start=left,
            end=right,
            is_question=(asks and is_last) or (has_tag and index == len(spans) - 2),
            sentence=number,
            is_reason=_gives_reason(text, left, right),
            is_elliptic=index > 0 and _GOES_ON_AS_I.match(text, left, right) is not None,
        )


def _gives_reason(text: str, left: int, right: int) -> bool:
    return (
        _REASON_WORD.search(text, max(0, left - _SIGHT), left) is not None
        or _REASON_START.match(text, left, right) is not None
    )


def _spans(text: str, start: int, end: int, cues: Cues) -> list[tuple[int, int]]:
    is_chinese = cues.language is Language.CHINESE
    cut = _CHINESE_CUT if is_chinese else _ENGLISH_CUT
    spans: list[tuple[int, int]] = []
    left = start
    for match in cut.finditer(text, start, end):
        if match.start() <= left and match.end() <= left:
            continue
        if is_chinese and _goes_on(text, left, match, end):
            continue
        if not is_chinese and _opens_with_both(text[left : match.end() + _SIGHT], match.end() - left, cues):
            continue
        if (
            not is_chinese
            and _GOES_ON_AS_I.match(text, match.end(), end)
            and not _SAYS_I.search(text, left, match.start())
        ):
            continue
        spans.append((left, match.start()))
        # a connecting word belongs to the clause it opens, the mark before it to none
        left = match.end()
    spans.append((left, end))
    return [trimmed for span in spans if (trimmed := _trim(text, *span)) is not None]


def _opens_with_both(text: str, place: int, cues: Cues) -> bool:
    """Tell whether a place lies between two who are spoken of together ("my wife and I")."""
    both = cues.both.match(text)
    return both is not None and both.end() >= place


def _goes_on(text: str, left: int, match: re.Match[str], end: int) -> bool:
    before = text[max(left, match.start() - LONGEST_CLAUSE) : match.start()]
    after = text[match.end() : min(end, match.end() + _SIGHT)]
    if _NOT_EITHER.match(after) and not match[0]:
        return "不" not in before
    if match[0] in {"：", ":"} and not _SPEAKS_ANEW.match(after):
        return True
    return any(opening.search(before) and rest.match(after) for opening, rest in _GOES_TOGETHER)


def _trim(text: str, left: int, right: int) -> tuple[int, int] | None:
    part = text[left:right]
    stripped = part.strip()
    if not any(character.isalnum() for character in stripped):
        return None
    left += len(part) - len(part.lstrip())
    return left, left + len(stripped)


def _join_lead_ins(text: str, spans: list[tuple[int, int]], cues: Cues) -> Iterator[tuple[int, int]]:
    """Join what only leads in ("no,", 算了，) to the clause it leads into."""
    waiting: int | None = None
    for index, (left, right) in enumerate(spans):
        start = left if waiting is None else waiting
        if index < len(spans) - 1 and _leads_in(text[left:right], text[slice(*spans[index + 1])], cues):
            waiting = start
        else:
            yield start, right
            waiting = None


def _leads_in(text: str, following: str, cues: Cues) -> bool:
    if cues.barring.fullmatch(text) is not None and cues.all_others.search(following):
        return True
    opens_exception = cues.has(Cue.EXCEPT, text) and not lexicon().mentions(text)
    return opens_exception or not without_lead(text, cues) or is_circumstance(text, cues)


def is_circumstance(text: str, cues: Cues) -> bool:
    """Tell whether the words are nothing but a circumstance ("in the morning", 早上)."""
    if cues.leading_condition.fullmatch(text) is not None:
        return True
    matches = (pattern.search(text) for _, pattern in cues.conditions)
    return any(
        match.end() == len(text) and (match.start() == 0 or cues.exception.fullmatch(text, 0, match.start()))
        for match in matches
        if match is not None
    )


def without_lead(text: str, cues: Cues) -> str:
    """Strip what leads into a statement, as often as something does."""
    position = 0
    while (match := cues.lead.match(text, position)) is not None and match.end() > position:
        position = match.end()
    return text[position:]
