"""The last recalls of this process, so that feedback can name one by its id (rule Q10)."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.domain.miss import RawScore
from graphmem.domain.owner import Owner
from graphmem.ids import MemoryId, OwnerKey, RecallId

MOST = 5_000
"""Some 10 MB; an older recall is named by its words instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRecall:
    """What was asked, and what came back."""

    id: RecallId
    owner: OwnerKey
    query: str
    """Its beginning."""
    scores: tuple[RawScore, ...]
    at: datetime
    returned: Mapping[MemoryId, Owner] = field(default_factory=dict[MemoryId, Owner])
    """What came back, and whose it is: the user's, or of a shared space."""
    is_rendered: bool = False
    """Whether it was rendered in a context, which was a hit of each memory."""
    is_missed: bool = False
    """Whether it was counted as a miss, so that a report does not count it again."""
    reported: set[tuple[MemoryId | None, bool]] = field(default_factory=set[tuple[MemoryId | None, bool]])
    """What feedback was counted: of a memory, or of the whole; so that a repeated report counts once."""


class RecentRecalls:
    """Recalls by id, the oldest giving way."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._by_id: OrderedDict[RecallId, PastRecall] = OrderedDict()

    def note(self, recall: PastRecall) -> None:
        """Keep a recall for a while."""
        self._by_id[recall.id] = recall
        while len(self._by_id) > self._most:
            self._by_id.popitem(last=False)

    def find(self, owner: OwnerKey, recall_id: RecallId) -> PastRecall | None:
        """The recall of an id, where it was this owner's and is not too long ago."""
        found = self._by_id.get(recall_id)
        return found if found is not None and found.owner == owner else None

    def forget(self, owner: OwnerKey) -> None:
        """Drop all that was asked of one owner (rule P4)."""
        for recall_id in [i for i, recall in self._by_id.items() if recall.owner == owner]:
            del self._by_id[recall_id]
