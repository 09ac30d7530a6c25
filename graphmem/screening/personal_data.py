"""Takes personal data out of a text before it is embedded, stored, logged or shown to a model (rule W1)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from graphmem.screening.e_mails import e_mails
from graphmem.screening.identifiers import bank_cards, ibans, identity_numbers, number_plates, passports
from graphmem.screening.online_addresses import coordinates, ip_addresses
from graphmem.screening.phones import phones
from graphmem.screening.secrets import passwords, secrets
from graphmem.screening.spelled_digits import spelled_phones, with_plain_digits
from graphmem.screening.street_addresses import street_addresses
from graphmem.screening.words_around import owner_named

Finder = Callable[[str], Iterator[tuple[int, int]]]

_FINDERS: Final[tuple[tuple[str, Finder], ...]] = (
    ("SECRET", secrets),
    ("EMAIL", e_mails),
    ("PASSWORD", passwords),
    ("IBAN", ibans),
    ("ID", identity_numbers),
    ("PASSPORT", passports),
    ("CARD", bank_cards),
    ("IP", ip_addresses),
    ("LOCATION", coordinates),
    ("PHONE", phones),
    ("PHONE", spelled_phones),
    ("PLATE", number_plates),
    ("ADDRESS", street_addresses),
)
"""Kinds and how they are found; where two overlap, the earlier one wins."""

KINDS: Final = tuple(dict.fromkeys(kind for kind, _ in _FINDERS))

SLOTS: Final[Mapping[str, frozenset[str]]] = {
    "PHONE": frozenset({"phone"}),
    "EMAIL": frozenset({"email"}),
    "ADDRESS": frozenset({"home_address", "shipping_address"}),
}
"""The user's slots that let a kind through."""
_KEPT_UNLESS_ANOTHERS: Final = frozenset({"ADDRESS"})
"""Kinds that count as the user's where the sentence names nobody: "12 Elm Street" answers a question."""
_PLAIN_WIDTH: Final = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
"""Full-width forms and the characters they stand for: one for one, so that positions stay."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Personal data of a kind: characters `start` to `end` of the text."""

    kind: str
    start: int
    end: int

    @property
    def placeholder(self) -> str:
        """What stands for it in the redacted text."""
        return f"[{self.kind}]"


@dataclass(frozen=True, slots=True)
class Screened:
    """A text without personal data, and what was taken out of it, in the order in which it stood."""

    text: str
    redactions: tuple[Finding, ...] = ()


def find(text: str, *, allowed: frozenset[str] = frozenset()) -> tuple[Finding, ...]:
    """Find personal data, in the order in which it stands, without overlaps.

    `allowed` names the profile slots whose value may stay where the sentence makes it the user's own. Numbers of
    orders, tickets and waybills are none, by the words before them.
    """
    plain = with_plain_digits(text.translate(_PLAIN_WIDTH))
    taken = bytearray(len(plain))
    found: list[Finding] = []
    for kind, finder in _FINDERS:
        for start, end in finder(plain):
            if not any(taken[start:end]):
                taken[start:end] = b"\x01" * (end - start)
                if not _may_stay(kind, plain, start, end, allowed):
                    found.append(Finding(kind, start, end))
    return tuple(sorted(found, key=lambda finding: finding.start))


def redact(text: str, *, allowed: frozenset[str]) -> Screened:
    """Put placeholders that say the kind (`[PHONE]`) in the place of personal data; `allowed` as for `find`.

    Redacting a redacted text changes nothing.
    """
    found = find(text, allowed=allowed)
    parts: list[str] = []
    position = 0
    for finding in found:
        parts += [text[position : finding.start], finding.placeholder]
        position = finding.end
    return Screened("".join([*parts, text[position:]]), found)


@dataclass(frozen=True, slots=True)
class Sealed:
    """A text with numbered placeholders (`[PHONE_1]`) for all personal data, and the value behind each of them."""

    text: str
    values: Mapping[str, str]


def seal(texts: Sequence[str]) -> list[Sealed]:
    """Swap all personal data of texts that belong together for numbered placeholders; a value has one number."""
    numbers: Counter[str] = Counter()
    marks: dict[tuple[str, str], str] = {}
    sealed: list[Sealed] = []
    for text in texts:
        values: dict[str, str] = {}
        parts: list[str] = []
        position = 0
        for finding in find(text):
            key = (finding.kind, text[finding.start : finding.end])
            if key not in marks:
                numbers[finding.kind] += 1
                marks[key] = f"[{finding.kind}_{numbers[finding.kind]}]"
            values[marks[key]] = key[1]
            parts += [text[position : finding.start], marks[key]]
            position = finding.end
        sealed.append(Sealed("".join([*parts, text[position:]]), values))
    return sealed


def _may_stay(kind: str, text: str, start: int, end: int, allowed: frozenset[str]) -> bool:
    if not allowed & SLOTS.get(kind, frozenset()):
        return False
    is_own = owner_named(text, start, end)
    return is_own is True or (is_own is None and kind in _KEPT_UNLESS_ANOTHERS)
