"""A write under way: its transaction, and the ledger that its changes are entered in."""

from dataclasses import dataclass

from graphmem.domain.access import EVERY_TYPE, Types
from graphmem.domain.ledger import Ledger
from graphmem.ids import OwnerKey
from graphmem.pipelines.requests import Call
from graphmem.store.connection import Transaction


@dataclass(frozen=True, slots=True)
class Draft:
    """One owner's write, under the owner's lock, until it is committed."""

    tx: Transaction
    owner: OwnerKey
    ledger: Ledger
    call: Call
    writes: Types = EVERY_TYPE
    """Types of memories that the caller may write here (rule L2)."""
