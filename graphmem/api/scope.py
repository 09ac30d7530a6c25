"""Whose memory an object belongs to, as of when, and with whose eyes it is seen; passed down to everything nested."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.domain.access import EVERY_TYPE, Types
from graphmem.domain.owner import Owner, SharedSpace
from graphmem.pipelines.reading_entities import View
from graphmem.pipelines.requests import ReadableSpace


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Every temporal object carries one and hands it on, so that no nested field mixes eras or owners (rule V3)."""

    owner: Owner
    as_of: datetime | None = None
    """The instant answered for; null is now."""
    sees_sensitive: bool = True
    """Whether the caller may read the content of sensitive memories (rule P5)."""
    types: Types = EVERY_TYPE
    """Types of memories that the caller may read (rule L2)."""

    @property
    def view(self) -> View:
        """The same, as the reading of entities takes it."""
        return View(owner=self.owner, as_of=self.as_of, sees_sensitive=self.sees_sensitive, types=self.types)

    def only(self, types: Types | None) -> Types | None:
        """Those of the types that may be read; none where all are meant and all may be."""
        if types is None:
            return None if self.types == EVERY_TYPE else self.types
        return types & self.types


@dataclass(frozen=True, slots=True)
class Scopes:
    """The scope of a user, and those of the shared spaces that were read beside it."""

    own: Scope
    shared: Mapping[SharedSpace, Scope]

    @classmethod
    def beside(cls, own: Scope, spaces: Sequence[ReadableSpace]) -> "Scopes":
        """The user's scope with one for each space."""
        return cls(own, {s.space: replace(own, owner=s.space, types=s.types) for s in spaces})

    def of(self, space: SharedSpace | None) -> Scope:
        """The scope that a memory is seen in: of its space, or the user's where it is of none."""
        return self.own if space is None else self.shared[space]
