"""The best of a ranked list in the order of the reranker (rule Q2)."""

from collections.abc import Sequence

import structlog
from structlog.typing import FilteringBoundLogger

from graphmem.domain.ranking import Ranked
from graphmem.errors import RerankingFailed
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.ask import RecallWarning
from graphmem.pipelines.steps.screen import redacted

log: FilteringBoundLogger = structlog.get_logger("graphmem.rerank")


async def reranked(
    services: Services, query: str, ranked: Sequence[Ranked]
) -> tuple[list[Ranked], RecallWarning | None]:
    """The list with its best in the reranker's order, the rest behind them as it was; scores stay what they are.

    Without a reranker nothing changes. Where it fails or is slow the order stays, and a warning says so. Personal data
    in the query is not sent (rule W1). Equal scores keep their order.
    """
    best, rest = list(ranked[: services.policy.rerank.depth]), list(ranked[services.policy.rerank.depth :])
    if services.reranker is None or len(best) < 2:  # noqa: PLR2004 -- one alone has no order
        return [*best, *rest], None
    try:
        scores = await services.reranker.rerank(redacted(query, frozenset()), [r.memory.content for r in best])
    except RerankingFailed as error:
        log.warning("reranking failed", candidates=len(best))
        return [*best, *rest], RecallWarning(error.code, f"The results are not reranked: {error.message}")
    order = sorted(range(len(best)), key=lambda place: -scores[place])
    return [*(best[place] for place in order), *rest], None
