"""What is known around the words of an exchange, for a decider's model to name (rule W5)."""

from collections.abc import Sequence

from graphmem.deciding.decider import MOST_KNOWN, Known
from graphmem.domain.candidate import MessageRole, Turn
from graphmem.domain.memory import Flag
from graphmem.domain.status import Status
from graphmem.errors import EmbeddingFailed, InvalidInput
from graphmem.ids import OwnerKey
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.screen import redacted
from graphmem.store.memories import Probe, relate

_OUT = frozenset({Status.SUPERSEDED, Status.DELETED})
_NOT_SHOWN = frozenset({Flag.SUSPECTED_INJECTION, Flag.SENSITIVE})
"""Never rendered into a prompt (rule W2), and not given to a server of others without a grant (rule P5)."""


async def known_around(
    services: Services, owner: OwnerKey, turns: Sequence[Turn], session_id: str
) -> tuple[Known, ...]:
    """Look up heads of the owner alike to what the user says, or of the session, the most alike first.

    One embedding of the words and one statement, before any lock; none where the words can't be embedded: the model
    then reads without, and the table finds what is held under the lock in any case.
    """
    said = "\n".join(turn.content for turn in turns if turn.role is MessageRole.USER)
    if not said:
        return ()
    try:
        vector = await services.embedder.embed_query(said)
    except (EmbeddingFailed, InvalidInput):
        return ()
    probe = Probe(position=0, vector=vector, attribute=None, topic=None)
    found = await services.database.read(lambda tx: relate(tx, owner, [probe], session_id=session_id, limit=MOST_KNOWN))
    heads = [f.memory for f in found[0]]
    shown = [m for m in heads if m.status not in _OUT and not _NOT_SHOWN & m.flags]
    return tuple(
        Known(id=m.id, type=m.type, content=redacted(m.content, frozenset()), claim=m.claim) for m in shown[:MOST_KNOWN]
    )
