"""Takes personal data out of a text before it is embedded, stored, logged or shown to a model (rule W1)."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from graphmem.screening.identifiers import bank_cards, e_mails, ibans, identity_numbers, passports
from graphmem.screening.phones import phones
from graphmem.screening.secrets import passwords, secrets
from graphmem.screening.street_addresses import street_addresses

Finder = Callable[[str], Iterator[tuple[int, int]]]

_FINDERS: Final[tuple[tuple[str, Finder], ...]] = (
    ("SECRET", secrets),
    ("PASSWORD", passwords),
    ("EMAIL", e_mails),
    ("IBAN", ibans),
    ("ID", identity_numbers),
    ("PASSPORT", passports),
    ("CARD", bank_cards),
    ("PHONE", phones),
    ("ADDRESS", street_addresses),
)
"""Kinds and how they are found; where two overlap, the earlier one wins."""

_OWN: Final = {
    "PHONE": (
        "phone",
        re.compile(r"\b(?:my|our)\b[^.!?]{0,24}$|我们?的?(?:新)?(?:手机|电话|号码|联系)[^。！？]{0,8}$", re.IGNORECASE),
    ),
    "EMAIL": (
        "email",
        re.compile(r"\b(?:my|our)\b[^.!?]{0,24}$|我们?的?(?:新)?(?:邮箱|邮件|电子邮)[^。！？]{0,8}$", re.IGNORECASE),
    ),
}
"""The slot that lets a kind through, and the words before it that make it the user's own."""
_PLAIN_WIDTH: Final = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
"""Full-width forms and the characters they stand for: one for one, so that positions stay."""
_ADDRESS_SLOTS: Final = frozenset({"home_address", "shipping_address"})


@dataclass(frozen=True, slots=True)
class Redaction:
    """Characters `start` to `end` of the original text, and what stands for them now."""

    kind: str
    start: int
    end: int
    placeholder: str


@dataclass(frozen=True, slots=True)
class Screened:
    """A text without personal data, and what was taken out of it, in the order in which it stood."""

    text: str
    redactions: tuple[Redaction, ...] = ()


def redact(text: str, *, allowed: frozenset[str]) -> Screened:
    """Put placeholders that say the kind (`[PHONE]`) in the place of personal data.

    `allowed` names the profile slots whose value may stay. Numbers of orders, tickets and waybills stay by their
    context. Redacting a redacted text changes nothing.
    """
    found = _without_overlaps(_found(text, allowed))
    parts: list[str] = []
    position = 0
    for redaction in found:
        parts += [text[position : redaction.start], redaction.placeholder]
        position = redaction.end
    return Screened("".join([*parts, text[position:]]), tuple(found))


def _found(text: str, allowed: frozenset[str]) -> Iterator[Redaction]:
    plain = text.translate(_PLAIN_WIDTH)
    for kind, finder in _FINDERS:
        if kind == "ADDRESS" and allowed & _ADDRESS_SLOTS:
            continue
        for start, end in finder(plain):
            if not _is_own(kind, plain[:start], allowed):
                yield Redaction(kind, start, end, f"[{kind}]")


def _is_own(kind: str, before: str, allowed: frozenset[str]) -> bool:
    slot, words = _OWN.get(kind, (None, None))
    return slot in allowed and words is not None and words.search(before) is not None


def _without_overlaps(found: Iterator[Redaction]) -> list[Redaction]:
    kept: list[Redaction] = []
    for redaction in found:
        if all(redaction.end <= other.start or redaction.start >= other.end for other in kept):
            kept.append(redaction)
    return sorted(kept, key=lambda redaction: redaction.start)
