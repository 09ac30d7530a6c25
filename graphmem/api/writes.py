"""What every write does with its result: count it, forget what was read before, and show the decisions."""

from graphmem.api.context import Context, Info
from graphmem.api.types.decision import Decision
from graphmem.api.types.memory import Memory, load_memory
from graphmem.domain.owner import Owner
from graphmem.pipelines.written import Written


def finish(context: Context, written: Written) -> None:
    """Count the decisions, and let later fields of the document read what was written."""
    context.metrics.count_decisions(written)
    context.loaders.clear()


def decisions_of(context: Context, owner: Owner, written: Written) -> list[Decision]:
    """The decisions as the caller sees them."""
    context.spend(len(written.decisions))
    scope = context.scope(owner)
    return [Decision.of(made, scope) for made in written.decisions]


async def written_memory(info: Info, owner: Owner, written: Written) -> Memory | None:
    """The version that the first decision wrote or changed."""
    ids = [made.memory_id for made in written.decisions if made.memory_id is not None]
    return await load_memory(info, info.context.scope(owner), ids[0] if ids else None)
