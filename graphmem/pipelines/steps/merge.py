"""What a merged version consists of: the words, the vector and the provenance of its parts (rule D2)."""

import math
from collections.abc import Sequence
from dataclasses import replace

from graphmem.domain.conflict import Decision, reliability
from graphmem.domain.memory import Flag, Memory
from graphmem.language.tokens import search_text
from graphmem.pipelines.bounds import MAX_PHRASES
from graphmem.pipelines.steps.prepare import Prepared
from graphmem.pipelines.steps.relate import Neighbourhood


async def merged(prepared: Prepared, decision: Decision, around: Neighbourhood) -> Prepared:
    """The candidate with all that the merge takes over from what is held; the candidate itself where nothing merges.

    The vector of joined words is the mean of both parts', since a write embeds once, before it knows what is held
    (rule W15).
    """
    joined, target = decision.joined, decision.target
    if joined is None or target is None:
        return prepared
    held, c = target.memory, prepared.candidate
    candidate = replace(
        c,
        content=joined.content,
        claim=joined.claim,
        reason=c.reason or held.reason,
        source=max(c.source, held.source, key=reliability),
        search_phrases=tuple(dict.fromkeys([*c.search_phrases, *held.search_phrases]))[:MAX_PHRASES],
        valid_from=c.valid_from or held.valid_from,
        valid_to=c.valid_to or held.valid_to,
        flags=(c.flags | held.flags) - {Flag.EXCEPTION},
    )
    vector = prepared.vector if joined.is_as_said else mean(prepared.vector, await around.vector_of(held))
    return replace(
        prepared,
        candidate=candidate,
        confidence=max(prepared.confidence, held.state.confidence),
        importance=max(prepared.importance, held.state.importance),
        vector=vector,
        search_text=search_text(candidate.content, *candidate.search_phrases),
        names_seen=None,
    )


def mean(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """The direction between two vectors, at unit length; the first where they are opposite."""
    total = [a + b for a, b in zip(one, other, strict=True)]
    norm = math.hypot(*total)
    return [x / norm for x in total] if norm else list(one)


def carried_over(held: Memory, version: Memory) -> Memory:
    """The merged version with the counts and marks of what it continues."""
    state = replace(
        version.state,
        mention_count=held.state.mention_count + 1,
        mention_sessions=held.state.mention_sessions,
        weight=held.state.weight,
        is_pinned=held.state.is_pinned,
        is_confirmed=held.state.is_confirmed,
    )
    return replace(version, state=state)
