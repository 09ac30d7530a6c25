"""New words for something held, given on purpose: screened, understood, and counted as the user's own (rule R2)."""

from dataclasses import replace
from datetime import datetime

from graphmem.domain.candidate import Candidate, MessageRole, Turn
from graphmem.domain.memory import Flag, Source
from graphmem.pipelines.bounds import MAX_CONTENT
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.put_back import put_back
from graphmem.pipelines.steps.screen import sealed_in


async def reworded(services: Services, text: str, name: str, *, at: datetime) -> Candidate:
    """The words as a statement that the user confirmed, flagged where they try to instruct (rule W2).

    `name` is the input's, for errors. InvalidInput where the text is empty or too long.
    """
    (taken,) = sealed_in([(text, name)], MAX_CONTENT)
    read = await services.decider.read_statement(taken.text, Turn(role=MessageRole.USER, content=taken.text, at=at))
    injected = frozenset({Flag.SUSPECTED_INJECTION}) if taken.is_suspected else frozenset[Flag]()
    given = replace(
        read,
        content=taken.text,
        span=None,
        reason_span=None,
        source=Source.USER_CONFIRMED,
        certainty=1.0,
        flags=read.flags - {Flag.EXCEPTION} | injected,
    )
    return put_back(given, taken.values, services.policy)
