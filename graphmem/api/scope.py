"""Whose memory an object belongs to, as of when, and with whose eyes it is seen; passed down to everything nested."""

from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.owner import Owner
from graphmem.pipelines.reading_entities import View


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Every temporal object carries one and hands it on, so that no nested field mixes eras or owners (rule V3)."""

    owner: Owner
    as_of: datetime | None = None
    """The instant answered for; null is now."""
    sees_sensitive: bool = True
    """Whether the caller may read the content of sensitive memories (rule P5)."""

    @property
    def view(self) -> View:
        """The same, as the reading of entities takes it."""
        return View(owner=self.owner, as_of=self.as_of, sees_sensitive=self.sees_sensitive)
