"""Finds street addresses: a road and a house number."""

import re
from collections.abc import Iterator
from typing import Final

_ENGLISH: Final = re.compile(
    r"\b\d{1,5}[A-Za-z]?\s+(?:[A-Z][\w'.-]*\s+){1,4}"
    r"(?:(?:Street|Road|Avenue|Lane|Drive|Square|Way|Court|Boulevard|Close|Place|Terrace)\b|(?:St|Rd|Ave|Ln|Dr|Ct|Blvd)\b\.?)"
)
_CHINESE: Final = re.compile(
    r"(?:[\u4e00-\u9fff]{2,8}(?:省|自治区))?(?:[\u4e00-\u9fff]{2,8}市)?(?:[\u4e00-\u9fff]{1,8}(?:区|县|镇))?"
    r"[\u4e00-\u9fff]{1,8}(?:路|街|大道|巷|弄|胡同)\s*\d{1,5}(?:号|弄)(?:[\u4e00-\u9fffA-Za-z0-9-]{0,16}?\d{1,5}(?:号楼|栋|幢|单元|室|层|楼)){0,3}"
)


def street_addresses(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of street addresses in either language."""
    for pattern in (_ENGLISH, _CHINESE):
        for match in pattern.finditer(text):
            yield match.span()
