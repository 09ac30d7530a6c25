"""What one exchange changes in working memory beside its turns (rules M1, W9, D13)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from graphmem.domain.change import ChangeSet, EdgeKind
from graphmem.domain.memory import Evidence, Flag, Memory
from graphmem.domain.session import Heard, OpenQuestion, WorkingMemory, closed, trimmed
from graphmem.domain.status import Status
from graphmem.domain.text_contrast import is_negated
from graphmem.ids import new_id
from graphmem.language.tokens import tokens

NOT_WRITTEN = "W9"
"""Rule by which something is kept in no memory, and only matters in its session."""
_SPEAKER = frozenset({"user", "用户", "用", "户", "我"})


def after_changes(
    working: WorkingMemory,
    changes: ChangeSet,
    current: Sequence[Memory],
    *,
    at: datetime,
    most_heard: int,
    most_questions: int,
) -> WorkingMemory:
    """Working memory after a write: what became long-term memory leaves it, what did not is kept for the session.

    `current` are the versions that the write made or changed, as they stand after it.
    """
    distilled = [m for m in current if m.is_head and m.status is Status.ACTIVE]
    held = {note.id for note in working.facts if any(is_held_by(note.text, m.content) for m in distilled)}
    return replace(
        working,
        facts=trimmed(closed(working.facts, held, at=at)),
        heard=_heard(working.heard, changes, current, most=most_heard),
        questions=_questions(working.questions, changes, current, at=at, most=most_questions),
    )


def is_held_by(fact: str, content: str) -> bool:
    """Whether a memory says all that a fact of the session says; it may say more."""
    words = set(tokens(fact)) - _SPEAKER
    return bool(words) and words <= set(tokens(content)) and is_negated(fact) == is_negated(content)


def _heard(heard: Sequence[Heard], changes: ChangeSet, current: Sequence[Memory], *, most: int) -> tuple[Heard, ...]:
    """What was heard and is still no more than that, with the new; the last ones."""
    settled = {m.lineage_id for m in current if m.status is not Status.OBSERVED}
    kept = [h for h in heard if h.lineage_id is None or h.lineage_id not in settled]
    for version in changes.versions:
        memory = version.memory
        if memory.status is Status.OBSERVED and Flag.SUSPECTED_INJECTION not in memory.flags:
            kept += [Heard(words=words, lineage_id=memory.lineage_id) for words in version.evidence[:1]]
    for event in changes.events:
        if event.memory_id is None and event.rule == NOT_WRITTEN:
            kept += [Heard(words=words) for words in event.evidence[:1]]
    last: dict[Evidence, Heard] = {h.words: h for h in kept}
    return tuple(last.values())[-most:] if most else ()


def _questions(
    questions: Sequence[OpenQuestion],
    changes: ChangeSet,
    current: Sequence[Memory],
    *,
    at: datetime,
    most: int,
) -> tuple[OpenQuestion, ...]:
    """The open questions, the newest first: those of new conflicts, and the old ones of which both sides go on."""
    ended = {m.id for m in current if not (m.is_head and m.state.is_live)}
    settled = {frozenset(pair) for pair in changes.resolved}
    new = [
        OpenQuestion(id=new_id(), newer=edge.source, older=edge.target, since=at)
        for edge in changes.edges
        if edge.kind is EdgeKind.CONFLICT_WITH and edge.until is None
    ]
    going_on = [
        q
        for q in (*reversed(new), *questions)
        if not {q.newer, q.older} & ended and frozenset((q.newer, q.older)) not in settled
    ]
    return tuple(going_on[:most])
