"""Gives a statement the circumstance that the next clause takes out of it ("…, but not in the evening")."""

from collections.abc import Sequence
from dataclasses import replace

from graphmem.deciding.rules.reading import EXCEPT, Reading
from graphmem.domain.candidate import Candidate, Ignored
from graphmem.domain.memory import MemoryType


def limited(items: Sequence[Candidate | Ignored], reading: Reading) -> Candidate | None:
    """Write the latest preference of the sentence with the limit this clause sets it; None where it sets none."""
    limit = reading.cues.limit.fullmatch(reading.body)
    if reading.condition is None or limit is None or not items:
        return None
    earlier = items[-1]
    if not isinstance(earlier, Candidate) or earlier.type is not MemoryType.PREFERENCE or earlier.claim.condition:
        return None
    key = "only_when" if limit.groupdict().get("only") else "except_when"
    condition = reading.condition.id if key == "only_when" else EXCEPT + reading.condition.id.removeprefix(EXCEPT)
    return replace(
        earlier,
        content=reading.cues.say[key].format(content=earlier.content, when=reading.condition.words),
        claim=replace(earlier.claim, condition=condition),
    )
