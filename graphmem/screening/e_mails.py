"""Finds e-mail addresses: in any script, and as people spell them out ("bob (at) example.com")."""

import re
from collections.abc import Iterator
from typing import Final

from graphmem.screening.words_around import is_e_mail

_PLAIN: Final = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9_](?:[A-Za-z0-9._%+'-]{0,62}[A-Za-z0-9_+-])?@(?:[A-Za-z0-9-]{1,63}\.){1,4}[A-Za-z]{2,24}(?![A-Za-z0-9])"
)
_HAN: Final = r"\u4e00-\u9fff"
_ANY_SCRIPT: Final = re.compile(
    r"(?<![\w.%+-])(?P<local>\w(?:[\w.%+'-]{0,62}[\w+-])?)@(?:[\w-]{1,63}\.){1,4}"
    rf"(?:(?![\w]*[{_HAN}])[^\W\d_]{{2,24}}|[A-Za-z]{{2,24}}|中国|中國|公司|网络|網絡|集团|在线|中文网|商城|网址|香港|台湾|我爱你)"
)
_LEADS: Final = re.compile(r"(?:是|为|到|给|发|箱|址|至|用|件|在)(?=[^@]+$)")
"""What a Chinese sentence says right before an address without a blank."""
_AT: Final = r"\s?(?:[(\[{<]\s?(?:at|@|艾特)\s?[)\]}>]|艾特|小老鼠)\s?"
_DOT: Final = r"(?:\s?[(\[{<]\s?(?:dot|点|\.)\s?[)\]}>]\s?|\s?点|\s(?:dot)\s|\.)"
_LOCAL: Final = r"[A-Za-z0-9][A-Za-z0-9._%+-]{0,62}"
_LABEL: Final = r"[A-Za-z0-9-]{1,63}"
_MARKED: Final = re.compile(
    rf"(?<![A-Za-z0-9._%+-]){_LOCAL}{_AT}{_LABEL}(?:{_DOT}{_LABEL}){{0,3}}{_DOT}[A-Za-z]{{2,24}}(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_SPOKEN: Final = re.compile(
    rf"(?<![A-Za-z0-9._%+-])(?P<local>{_LOCAL}(?: dot {_LABEL}){{0,2}}) at "
    rf"{_LABEL}(?: dot {_LABEL}){{0,2}} dot (?P<end>[A-Za-z]{{2,6}})(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_NO_LOCAL: Final = frozenset(
    "me us it him her them you look shop buy work bought works working find order me/us or this that".split()  # noqa: SIM905 -- words, not code
)


def e_mails(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of e-mail addresses; words that say "at" and "dot" only where the text speaks of mail."""
    if "@" in text:
        for match in _PLAIN.finditer(text):
            yield match.span()
        if not text.isascii():
            for match in _ANY_SCRIPT.finditer(text):
                leads = [lead.end() for lead in _LEADS.finditer(match["local"])]
                yield match.start() + max(leads, default=0), match.end()
    for match in _MARKED.finditer(text):
        yield match.span()
    for match in _SPOKEN.finditer(text):
        if match["local"].lower() not in _NO_LOCAL and is_e_mail(text, match.start()):
            yield match.span()
