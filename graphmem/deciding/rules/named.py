"""Finds a name among the words for a thing: a brand, a title, an artist ("episodes of Night Desk on the radio")."""

import re
from typing import Final

from graphmem.language.concepts import lexicon
from graphmem.language.cues import Cues
from graphmem.language.script import Language

_CAPITAL: Final = r"(?:[A-Z][\w&'’.-]*|\d+(?:\.\d+)?(?![\w%]))"
_LINK: Final = r"(?:of|the|by|to|my|in|and|&|de|la)"
_RUN: Final = re.compile(rf"[A-Z][\w&'’.-]*(?:(?:\s+{_LINK}){{0,3}}\s+{_CAPITAL})*")
_TITLE: Final = re.compile(
    r"(?:(?<=\s)|^)['\"“‘](?P<title>[^'\"“”‘]{2,60}?)['\"”’](?=\W|$)(?P<by>\s+by\s+[A-Z][\w .&'-]*)?"
)
BRAND: Final = re.compile(r"\b[A-Z]+[a-z0-9]+[A-Z]")
"""Written as brands are ("NightDesk")."""
_HAN_TITLE: Final = re.compile(r"《(?P<title>[^》]{1,40})》")
_HAN_LATIN: Final = re.compile(r"[A-Za-z][\w.&'-]*(?:\s+[A-Za-z0-9][\w.&'-]*)*")


def name_in(words: str, cues: Cues) -> str | None:
    """Cut out the name among the words: a quoted title with its author, else the longest run written as names are.

    None where there is none; what the lexicon knows ("Italian", "Wi-Fi") is a kind and no name.
    """
    if cues.language is Language.CHINESE:
        title = _HAN_TITLE.search(words) or _HAN_LATIN.search(words)
        return title.groupdict().get("title") or title[0] if title and not _is_known(title[0]) else None
    if (title := _TITLE.search(words)) is not None:
        return title["title"] + (title["by"] or "")
    runs = [run for match in _RUN.finditer(words) if (run := _without_opening(match)) and not _is_known(run)]
    return max(runs, key=lambda run: (BRAND.search(run) is not None, len(run)), default=None)


def _without_opening(match: re.Match[str]) -> str:
    """Leave out the first word of a sentence, which is written large whatever it is."""
    if match.start() > 0 or BRAND.match(match[0]):
        return match[0]
    return match[0].partition(" ")[2].lstrip("'’.&-")


def _is_known(run: str) -> bool:
    mentions = lexicon().mentions(run)
    return sum(mention.end - mention.start for mention in mentions) >= len(run.replace(" ", "")) or run == "I"
