"""Splits a text of either language into sentences, each with its place in the text."""

import re
from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from graphmem.language.script import HAN_RANGES


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and where it stands: `text == whole[start:end]`, without blanks at its ends."""

    text: str
    start: int
    end: int


_MARK: Final = re.compile(r"(?P<line>\n+)|(?P<ellipsis>…+|\.{3,}|。{2,})|(?P<strong>[。！？｡!?]+)|(?P<period>\.)")
_CLOSERS: Final = re.compile(r"""["'”’」』）)\]】》]*""")
_EMOJI: Final = re.compile("[\u2600-\u27bf\U0001f000-\U0001faff\ufe0f\u200d~～]*")
_QUOTATION: Final = re.compile(
    r"“[^”\n]{1,200}”|「[^」\n]{1,200}」|『[^』\n]{1,200}』|（[^）\n]{1,200}）|\([^)\n]{1,200}\)|\"[^\"\n]{1,200}\""
)
_GOES_ON: Final = re.compile(
    r"\s*(?:[,，、;；:：—–]|[a-z]|(?:[他她我你您它]们?)?(?:回答|心想|表示|说|道|问|答|喊)|[的地得])"
)
_PARENTHESIS: Final = frozenset("）)")
_LEAST_BEFORE_ELLIPSIS: Final = 4
_LETTER: Final = re.compile(r"\w")

_LIST_NUMBER: Final = re.compile(rf"(?:^|[\n：:；;。！？]|[{HAN_RANGES}]\s)\s*(?:[-*•]\s*)?\d{{1,2}}\Z")
_INITIAL: Final = re.compile(r"(?:^|\b[A-Z][\w.]*\s+|\b[A-Z]\.)[A-HJ-Z]\Z")
_BEFORE_A_NAME: Final = re.compile(r"\b(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|u\.s|u\.k)\Z", re.IGNORECASE)
_BEFORE_A_NUMBER: Final = re.compile(
    r"\b(?:no|nr|vol|fig|approx|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\Z", re.IGNORECASE
)
_ABBREVIATION: Final = re.compile(r"\b(?:etc|inc|ltd|co|jr|sr|a\.m|p\.m)\Z", re.IGNORECASE)
_AFTER_A_PERIOD: Final = re.compile(rf"\s|\Z|[{HAN_RANGES}]")
_SIGHT: Final = 40
"""How many characters on either side decide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Context:
    beginning: str
    """First characters of the sentence so far."""
    before: str
    """Its last ones, up to the mark."""
    closers: str
    """Quotation marks and brackets that the mark is followed by."""
    following: str


def split_sentences(text: str) -> list[Sentence]:
    """Split a text at line ends and where sentences end; a piece without letter or digit joins the sentence before it.

    None of these ends a sentence: the number of a list ("1. 不吃辣"), an abbreviation, a decimal, what ends inside a
    quotation that goes on, an ellipsis that a speaker falters with ("我……不想去").
    """
    sentences: list[Sentence] = []
    for start, stop in pairwise([0, *_cuts(text), len(text)]):
        piece = text[start:stop]
        first, last = start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
        if _LETTER.search(piece):
            sentences.append(Sentence(text[first:last], first, last))
        elif first < last and sentences:
            sentences[-1] = Sentence(text[sentences[-1].start : last], sentences[-1].start, last)
    return sentences


def _cuts(text: str) -> list[int]:
    """Places behind the marks that end a line or a sentence, in order."""
    quotations = _quotations(text)
    cuts = [0]
    for mark in _MARK.finditer(text):
        if mark.lastgroup == "line":
            cuts.append(mark.end())
            continue
        closed = _end(_CLOSERS, text, mark.end())
        after = _end(_EMOJI, text, closed)
        around = bisect_left(quotations, (mark.start(),)) - 1
        if around >= 0 and after < quotations[around][1]:
            continue
        context = _Context(
            beginning=text[cuts[-1] : cuts[-1] + _SIGHT],
            before=text[max(cuts[-1], mark.start() - _SIGHT) : mark.start()],
            closers=text[mark.end() : closed],
            following=text[after : after + _SIGHT],
        )
        if _ends_sentence(mark, context):
            cuts.append(after)
    return cuts[1:]


def _end(pattern: re.Pattern[str], text: str, place: int) -> int:
    match = pattern.match(text, place)
    return match.end() if match else place


def _quotations(text: str) -> list[tuple[int, int]]:
    """Quotations and brackets within a line, in order; one that is the whole line is but a way to write it."""
    found: list[tuple[int, int]] = []
    for match in _QUOTATION.finditer(text):
        starts_line = match.start() == 0 or text[match.start() - 1] == "\n"
        ends_line = match.end() == len(text) or text[match.end()] == "\n"
        if not (starts_line and ends_line):
            found.append(match.span())
    return found


def _ends_sentence(mark: re.Match[str], context: _Context) -> bool:
    if mark.lastgroup == "ellipsis":
        enough = len(_LETTER.findall(context.before)) >= _LEAST_BEFORE_ELLIPSIS
        return enough and not _GOES_ON.match(context.following)
    if mark.lastgroup == "period":
        return _period_ends_sentence(context)
    if context.closers:
        in_parenthesis = context.closers[0] in _PARENTHESIS and mark.group() != "。"
        return not in_parenthesis and not _GOES_ON.match(context.following)
    # a question mark inside an address is followed by a letter at once
    following = context.following[:1]
    return mark.group()[-1] not in "!?" or not (following.isascii() and following.isalnum())


def _period_ends_sentence(context: _Context) -> bool:
    before, following = context.before, context.following
    if _LIST_NUMBER.search(before) or not _AFTER_A_PERIOD.match(following):
        return False
    rest = following.strip()
    if _BEFORE_A_NAME.search(before) or _INITIAL.search(before):
        return not rest
    if _BEFORE_A_NUMBER.search(before) and rest[:1].isdigit():
        return False
    if rest[:1].islower():  # a writer who doesn't start sentences with a capital
        first = _LETTER.search(context.beginning)
        return first is not None and first.group().islower() and not _ABBREVIATION.search(before)
    return True
