"""Keyset pages: a list in a fixed order, continued after the last item seen."""

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, TypeVar

from graphmem.errors import InvalidInput

T = TypeVar("T")
MAX_PAGE = 100
_VERSION = 2
AFTER_EVERY_ID = "~"
"""Sorts after every id, which begins with a hexadecimal digit."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a page ended: which list, instant and id of its last item, the instant the whole list answers for."""

    of: str
    """Name of the list."""
    at: datetime
    id: str
    as_of: datetime | None = None

    def encode(self) -> str:
        """The cursor as opaque text."""
        values = [_VERSION, self.of, self.at.isoformat(), self.id, self.as_of.isoformat() if self.as_of else None]
        return base64.urlsafe_b64encode(json.dumps(values).encode()).decode().rstrip("=")

    @staticmethod
    def decode(text: str) -> "Cursor":
        """Read a cursor that `encode` made; InvalidInput for anything else."""
        try:
            padded = text + "=" * (-len(text) % 4)
            version, of, at, last_id, as_of = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
            if version != _VERSION or not isinstance(last_id, str) or not isinstance(of, str):
                raise ValueError
            last_id.encode()  # a lone surrogate could not be sent to the database
            return Cursor(of, _instant(at), last_id, None if as_of is None else _instant(as_of))
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise InvalidInput(
                "`after` is not a cursor of this list. Pass the endCursor of the page before, unchanged.",
                path=("after",),
            ) from error


def _instant(text: str) -> datetime:
    """An aware instant in UTC, which the first hours of the calendar don't have in every zone."""
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError
    return instant.astimezone(UTC)


@dataclass(frozen=True, slots=True)
class PageRequest:
    """How many items, and after which."""

    first: int = 20
    after: Cursor | None = None

    @staticmethod
    def of(first: int, after: str | None) -> "PageRequest":
        """Check the bounds of the arguments of a connection; InvalidInput outside."""
        if not 1 <= first <= MAX_PAGE:
            raise InvalidInput(f"`first` must be 1 to {MAX_PAGE}; it is {first}.", path=("first",))
        return PageRequest(first, Cursor.decode(after) if after is not None else None)

    def before_at(self, start: datetime) -> datetime:
        """The instant that the page lies before: that of the last item seen, or the start of the list."""
        return self.after.at if self.after else start

    @property
    def before_id(self) -> str:
        """The id that the page lies before, among items of that instant."""
        return self.after.id if self.after else AFTER_EVERY_ID

    @property
    def fetched(self) -> int:
        """How many rows to read: one more than asked for tells whether there is a next page."""
        return self.first + 1


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A part of a list, in its order, with a cursor for each item."""

    items: tuple[T, ...]
    cursors: tuple[Cursor, ...]
    has_next: bool

    @staticmethod
    def cut(rows: Sequence[T], request: PageRequest, cursor: Callable[[T], Cursor]) -> "Page[T]":
        """Make a page of rows that were fetched with one more than asked for."""
        items = tuple(rows[: request.first])
        return Page(items, tuple(cursor(item) for item in items), len(rows) > request.first)
