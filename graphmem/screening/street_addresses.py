"""Finds street addresses: a road and a house number, a building and a flat, a post-office box."""

import re
from collections.abc import Iterator
from typing import Final

_TYPES: Final = (
    r"(?:(?:Street|Road|Avenue|Lane|Drive|Square|Way|Court|Boulevard|Close|Place|Terrace|Crescent|Highway|Parkway|Circle|Trail|Alley|Row|Gardens)\b"
    r"|(?:St|Rd|Ave|Ln|Dr|Ct|Blvd|Pl|Sq|Hwy|Pkwy)\b\.?)"
)
_UNIT: Final = r"(?:,? ?(?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Room|#)\.? ?[A-Za-z]?\d{1,5}[A-Za-z]?\b)?"
_ENGLISH: Final = re.compile(
    r"(?:(?:Flat|Apt|Apartment|Unit|Suite) ?\d{1,4}[A-Za-z]?, ?)?(?<![\w.-])\d{1,6}[A-Za-z]?,?\s{1,2}"
    r"(?:(?:[NSEW]\.?|North|South|East|West)\s)?(?:(?:[A-Z][\w'.-]{0,24}|\d{1,3}(?:st|nd|rd|th))\s{1,2}){1,4}"
    + _TYPES
    + _UNIT
)
_SMALL: Final = re.compile(
    r"(?:\b(?:lives?|living|address|addresses|ship|deliver|delivered|send|moved?|house|home|flat|apartment|office"
    r"|stays?|staying)\b[^.\n]{0,16}?\s)(?P<address>\d{1,5}[a-z]? "
    r"(?!minutes?|miles?|km|kilomet|hours?|days?|blocks?|meters|metres|people)(?:[a-z'-]{2,20} ){1,2}"
    r"(?:street|road|avenue|lane|drive|boulevard|square)\b" + rf"(?i:{_UNIT})" + ")"
)
_BOX: Final = re.compile(r"\bP\.? ?O\.? ?Box \d{1,6}\b", re.IGNORECASE)
_HAN: Final = r"[\u4e00-\u9fff]"
_NUMBER: Final = r"(?:\d{1,5}|[一二三四五六七八九十百零〇]{1,5})"
_PART: Final = (
    rf"[，, ]?{_HAN}{{0,8}}?[A-Za-z]?{_NUMBER}[A-Za-z]?"
    r"(?:号楼|栋|幢|座|单元|室|层|楼|号(?!线|车|公交|店|院))(?:[A-Za-z]座)?(?:-\d{1,5})?"
)
_FLAT: Final = rf"(?:{_PART}){{0,4}}" + r"(?:[- ]?\d{2,5}(?:室|号)?(?![\d年月日]))?"
_CHINESE: Final = (
    re.compile(rf"(?:路|街|大道|巷|胡同|里弄|道) ?{_NUMBER} ?(?:号|弄)(?!线|车|公交){_FLAT}"),
    re.compile(
        rf"(?:小区|花园|公寓|家园|新村|家属院|苑|大厦|宿舍|城|府) ?[A-Za-z]?{_NUMBER} ?(?:号楼|栋|幢|座|单元|期){_FLAT}"
    ),
    re.compile(rf"村{_HAN}{{0,4}}?{_NUMBER}(?:组|队|号)(?:\d{{1,4}}号)?(?!线|车|公交)"),
)
"""What addresses end in, from the kind of road, estate or village on; the name stands before it."""
_NAME: Final = re.compile(rf"{_HAN}{{1,24}}$")
_NO_NAME: Final = re.compile(r"(?:这|那|哪|每|几|条|个|一)$")
_BEFORE: Final = re.compile(
    r"住在|住到|住|位于|坐落在|搬到|搬去|寄到|寄给|寄往|送到|送去|发到|快递到|地址是|地址为|地址改为|地址改成|改成|改为|地址|家在|公司在|就在|来到|到了|在|是|到|去|给|于|从|和|的"
)
"""What leads to an address, and isn't part of it."""
_LONGEST_NAME: Final = 24


def street_addresses(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of street addresses in either language, without the words that lead to them."""
    for match in _ENGLISH.finditer(text):
        yield match.span()
    for match in _SMALL.finditer(text):
        yield match.span("address")
    for match in _BOX.finditer(text):
        yield match.span()
    for pattern in _CHINESE:
        for match in pattern.finditer(text):
            start = _beginning(text, match.start())
            if start is not None:
                yield start, match.end()


def _beginning(text: str, kind: int) -> int | None:
    """Where the name begins that ends at the kind of road at `kind`; None where none stands there (这条路12号)."""
    name = _NAME.search(text[max(0, kind - _LONGEST_NAME) : kind])
    if name is None or _NO_NAME.search(name[0]):
        return None
    begins = [lead.end() for lead in _BEFORE.finditer(name[0]) if lead.end() < len(name[0])]
    return kind - len(name[0]) + max(begins, default=0)
