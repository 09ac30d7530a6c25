"""The parts that every pipeline works with."""

from dataclasses import dataclass

from graphmem.clock import Clock
from graphmem.deciding.decider import Decider
from graphmem.deciding.model.usage import ModelUsage
from graphmem.domain.policy import Policy
from graphmem.embedding.embedder import Embedder
from graphmem.pipelines.usage import Usage
from graphmem.reranking.reranker import Reranker
from graphmem.store.connection import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Made once at start, shared by all requests."""

    database: Database
    embedder: Embedder
    decider: Decider
    clock: Clock
    policy: Policy
    usage: Usage
    """Counts what is used, and keeps misses, behind the answers."""
    reranker: Reranker | None = None
    """Looks at the best results once more; none by default."""
    model_usage: ModelUsage | None = None
    """What the decider's model was used for; none where no model decides."""
