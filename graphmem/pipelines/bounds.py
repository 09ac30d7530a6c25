"""How large an input may be, and in which form it is taken (rule P3)."""

from datetime import datetime, timedelta

from graphmem.errors import InvalidInput, LimitExceeded
from graphmem.language.text import clean_text

MAX_TURN = 20_000
MAX_CONTENT = 4_000
MAX_QUERY = 20_000
MAX_REASON = 500
MAX_TURNS = 50
MAX_CANDIDATES = 100
"""Statements that one observe decides; each is compared with those before it, under the user's lock."""
MAX_OBSERVED = 60_000
"""Characters of all turns of one observe."""
MAX_IMPORT = 100
MAX_PHRASES = 5
MAX_KIND = 100
MAX_FIELDS = 50
MAX_FIELD_NAME = 100
MAX_FIELD_VALUE = 1_000
MAX_OUTCOME_STATUS = 200
SKEW = timedelta(days=1)
"""How far a caller's clock may be ahead."""


def checked_text(value: str, name: str, longest: int) -> str:
    """The text without control characters and surrogates; InvalidInput where nothing is left, or too much."""
    if len(value) > longest:
        raise InvalidInput(f"{name} may have {longest} characters; it has {len(value)}. Shorten it.", path=(name,))
    text = clean_text(value)
    if not text:
        raise InvalidInput(f"{name} is empty. Give it some text.", path=(name,))
    return text


def checked_count(count: int, name: str, most: int) -> None:
    """LimitExceeded for a list that is empty or too long."""
    if not 1 <= count <= most:
        remedy = "Split the call." if count else "Send at least one."
        raise LimitExceeded(f"{name} takes 1 to {most} items; it has {count}. {remedy}", path=(name,))


def checked_instant(value: datetime | None, name: str, *, now: datetime) -> datetime | None:
    """Refuse an instant without an offset, and one in the future."""
    if value is None:
        return None
    if value.tzinfo is None:
        raise InvalidInput(f"{name} has no offset. Write it like 2026-11-30T12:00:00Z.", path=(name,))
    if value > now:
        raise InvalidInput(f"{name} lies in the future ({value.isoformat()}). Name an instant up to now.", path=(name,))
    return value


def checked_said_at(value: datetime | None, name: str, *, now: datetime) -> None:
    """Refuse a time at which nothing can have been said yet, a day of wrong clocks aside, and one without an offset."""
    if value is not None:
        checked_instant(value, name, now=now + SKEW)
