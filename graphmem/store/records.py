"""Between rows of Neo4j and values of the domain, both ways."""

import json
import struct
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import cast

from neo4j.vector import Vector

from graphmem.domain.access import EVERY_TYPE, Types
from graphmem.domain.candidate import MessageRole
from graphmem.domain.change import Edge, EdgeKind, Message, NewVersion
from graphmem.domain.claim import Claim, Polarity
from graphmem.domain.event import Action, Actor, Event
from graphmem.domain.memory import Evidence, Flag, Memory, MemoryType, Source, State, Verdict
from graphmem.domain.status import Status
from graphmem.domain.use import Use
from graphmem.ids import EntityId, EventId, LineageId, MemoryId, MessageId
from graphmem.language.day_keys import day_keys
from graphmem.store.connection import Row

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ABSENT: Row = {"mentioned_at": None, "last_session_id": None, "verdict": None}
"""What an event with all its properties lacks where it is null."""


def instant(microseconds: int) -> datetime:
    """A stored instant as an aware datetime in UTC.

    Statements return microseconds since 1970, computed by the server: the driver takes 0.1 ms to make one zoned
    datetime, and a recall returns some hundreds.
    """
    return EPOCH + timedelta(microseconds=microseconds)


def optional_instant(microseconds: int | None) -> datetime | None:
    """As `instant`; none stays none."""
    return None if microseconds is None else instant(microseconds)


def microseconds(at: datetime) -> int:
    """The inverse of `instant`."""
    return (at - EPOCH) // timedelta(microseconds=1)


def instant_parameter(at: datetime | None) -> dict[str, int] | None:
    """An instant as a statement's `datetime(…)` takes it: the driver takes 0.2 ms to send an aware datetime."""
    if at is None:
        return None
    since = at - EPOCH
    return {"epochSeconds": since.days * 86_400 + since.seconds, "nanosecond": since.microseconds * 1_000}


def node_row(properties: dict[str, object], *instants: str) -> dict[str, object]:
    """Properties of a node to create, those that are instants apart, for the statement to make them."""
    times = {name: instant_parameter(cast("datetime | None", properties.pop(name))) for name in instants}
    return {"properties": properties, "instants": times}


def vector_parameter(vector: list[float] | None) -> Vector | None:
    """A vector as a parameter: 4 bytes a number instead of 9, and half the time of a call with a list of 512."""
    return None if vector is None else Vector(struct.pack(f">{len(vector)}f", *vector), "f32")


def cosine_of(score: float) -> float:
    """Neo4j's cosine score, (1 + cos) / 2, as a cosine."""
    return 2.0 * score - 1.0


def score_of(cosine: float) -> float:
    """The inverse of `cosine_of`."""
    return (1.0 + cosine) / 2.0


def types_property(types: Types) -> list[str] | None:
    """Types as they are stored: none where all of them are meant, those to come included."""
    return None if types == EVERY_TYPE else sorted(t.value for t in types)


def types_of(stored: Sequence[str] | None) -> Types:
    """The inverse of `types_property`."""
    return EVERY_TYPE if stored is None else frozenset(MemoryType(t) for t in stored)


def state_properties(state: State) -> dict[str, object]:
    """A state as it stands on a memory node and on an event; its instant in microseconds, as JSON can hold it."""
    return {
        "status": state.status.value,
        "confidence": state.confidence,
        "importance": state.importance,
        "weight": state.weight,
        "mention_count": state.mention_count,
        "mention_sessions": state.mention_sessions,
        "mentioned_at": None if state.mentioned_at is None else microseconds(state.mentioned_at),
        "last_session_id": state.last_session_id,
        "confirmed": state.is_confirmed,
        "denial_count": state.denial_count,
        "verdict": None if state.verdict is None else state.verdict.value,
        "pinned": state.is_pinned,
    }


def state_of(row: Row) -> State:
    """The state in a row's properties."""
    return State(
        status=Status(row["status"]),
        confidence=row["confidence"],
        importance=row["importance"],
        weight=row["weight"],
        mention_count=row["mention_count"],
        mention_sessions=row["mention_sessions"],
        mentioned_at=optional_instant(row["mentioned_at"]),
        last_session_id=row["last_session_id"],
        is_confirmed=row["confirmed"],
        denial_count=row["denial_count"],
        verdict=None if row["verdict"] is None else Verdict(row["verdict"]),
        is_pinned=row["pinned"],
    )


def head_properties(memory: Memory) -> dict[str, object]:
    """What of a memory node follows from its state and place; written together, always."""
    return state_properties(memory.state) | {
        "status_reason": memory.status_reason,
        "updated_at": memory.updated_at,
        "retired_at": memory.retired_at,
        "recallable": memory.state.is_recallable and memory.is_head,
        "current": memory.is_head,
    }


def version_row(version: NewVersion, owner: str) -> dict[str, object]:
    """Every property of a new memory node but its vector."""
    m = version.memory
    head = head_properties(m)
    properties = head | {
        "id": m.id,
        "lineage_id": m.lineage_id,
        "version": m.version,
        "head_key": m.lineage_id if m.is_head else None,
        "recall_key": owner if head["recallable"] else None,
        "type": m.type.value,
        "content": m.content,
        "language": m.language,
        "subject": m.claim.subject,
        "attribute": m.claim.attribute,
        "topic": m.claim.topic,
        "value": m.claim.value,
        "polarity": m.claim.polarity.value,
        "condition": m.claim.condition,
        "source": m.source.value,
        "recorded_at": m.recorded_at,
        "occurred_at": m.occurred_at,
        "reason": m.reason,
        "search_phrases": list(m.search_phrases),
        "session_id": m.session_id,
        "session_key": None if m.session_id is None else session_key(owner, m.session_id),
        "agent_id": m.agent_id,
        "external_id": m.external_id,
        "valid_from": m.valid_from,
        "valid_to": m.valid_to,
        "flags": sorted(flag.value for flag in m.flags),
        "search_text": version.search_text,
        "day_keys": day_keys(m.occurred_at),
    }
    return node_row(properties, "recorded_at", "occurred_at", "updated_at", "retired_at", "valid_from", "valid_to")


def session_key(owner: str, session_id: str) -> str:
    """The key of a session: its owner's key and its id, so that another user's session can't be reached (rule M2)."""
    return f"{owner}/{session_id}"


def memory_of(row: Row, state: Row | None = None, *, as_of: datetime | None = None) -> Memory:
    """A memory from its projection; in the state of an event where one is given."""
    retired_at = optional_instant(row["retired_at"])
    current = row["current"] if as_of is None else retired_at is None or retired_at > as_of
    source = row if state is None else state
    return Memory(
        id=MemoryId(row["id"]),
        lineage_id=LineageId(row["lineage_id"]),
        version=row["version"],
        type=MemoryType(row["type"]),
        content=row["content"],
        language=row["language"],
        claim=Claim(
            subject=row["subject"],
            attribute=row["attribute"],
            topic=row["topic"],
            value=row["value"],
            polarity=Polarity(row["polarity"]),
            condition=row["condition"],
        ),
        state=state_of(source),
        status_reason=(row["status_reason"] if state is None else state["reason"]) or "",
        source=Source(row["source"]),
        recorded_at=instant(row["recorded_at"]),
        updated_at=instant(row["updated_at"] if state is None else state["at"]),
        occurred_at=instant(row["occurred_at"]),
        reason=row["reason"],
        search_phrases=tuple(row["search_phrases"] or ()),
        session_id=row["session_id"],
        agent_id=row["agent_id"],
        external_id=row["external_id"],
        valid_from=optional_instant(row["valid_from"]),
        valid_to=optional_instant(row["valid_to"]),
        retired_at=retired_at if current is False else None,
        flags=frozenset(Flag(flag) for flag in row["flags"]),
        is_head=current,
        use=_use_of(row, as_of),
    )


def _use_of(row: Row, as_of: datetime | None) -> Use:
    """How a version was used; no event counts it, so of the past only that the last hit was not before is known."""
    last_hit_at = optional_instant(row.get("last_hit_at"))
    if as_of is not None:
        return Use(last_hit_at=None if last_hit_at is None or last_hit_at > as_of else last_hit_at)
    return Use(
        access_count=row.get("access_count") or 0,
        hit_count=row.get("hit_count") or 0,
        fruitless_count=row.get("fruitless_count") or 0,
        last_accessed_at=optional_instant(row.get("last_accessed_at")),
        last_hit_at=last_hit_at,
    )


def event_row(event: Event) -> dict[str, object]:
    """Every property of an event node; the state after it lies flat, as as-of statements read it."""
    after = state_properties(event.after) if event.after is not None else {}
    properties = after | {
        "id": event.id,
        "at": event.at,
        "until": event.until,
        "action": event.action.value,
        "rule": event.rule,
        "reason": event.reason,
        "actor": event.actor.subject,
        "role": event.actor.role,
        "agent_id": event.actor.agent_id,
        "memory_id": event.memory_id,
        "lineage_id": event.lineage_id,
        "related_id": event.related_id,
        "entity_id": event.entity_id,
        "related_entity_id": event.related_entity_id,
        "similarity": event.similarity,
        "before": json.dumps(state_properties(event.before)) if event.before is not None else None,
        "evidence": [f"{e.message_id}:{e.start}:{e.end}" for e in event.evidence],
    }
    return node_row(properties, "at", "until")


def event_of(row: Row) -> Event:
    """An event from all its properties."""
    before = row.get("before")
    return Event(
        id=EventId(row["id"]),
        at=instant(row["at"]),
        until=optional_instant(row.get("until")),
        action=Action(row["action"]),
        rule=row["rule"],
        reason=row["reason"],
        actor=Actor(subject=row["actor"], role=row["role"], agent_id=row.get("agent_id")),
        memory_id=MemoryId(row["memory_id"]) if row.get("memory_id") else None,
        lineage_id=LineageId(row["lineage_id"]) if row.get("lineage_id") else None,
        related_id=MemoryId(row["related_id"]) if row.get("related_id") else None,
        entity_id=EntityId(row["entity_id"]) if row.get("entity_id") else None,
        related_entity_id=EntityId(row["related_entity_id"]) if row.get("related_entity_id") else None,
        similarity=row.get("similarity"),
        before=state_of(json.loads(before)) if before else None,
        after=state_of({**_ABSENT, **row}) if row.get("status") else None,
        evidence=tuple(_evidence_of(text) for text in row.get("evidence") or ()),
    )


def _evidence_of(text: str) -> Evidence:
    message_id, start, end = text.rsplit(":", 2)
    return Evidence(message_id=MessageId(message_id), start=int(start), end=int(end))


def edge_of(row: Row) -> Edge:
    """An edge from its projection."""
    return Edge(
        kind=EdgeKind(row["kind"]),
        source=MemoryId(row["source"]),
        target=MemoryId(row["target"]),
        at=instant(row["at"]),
        rule=row["rule"],
        reason=row["reason"],
        actor=row["actor"],
        note=row["note"],
        until=optional_instant(row["until"]),
    )


def message_properties(message: Message) -> dict[str, object]:
    """Every property of a message node but its owner, session key and place, which the statement sets."""
    return {
        "id": message.id,
        "session_id": message.session_id,
        "role": message.role.value,
        "content": message.content,
        "at": message.at,
        "suspected": None if message.suspected is None else [place for span in message.suspected for place in span],
    }


def message_of(row: Row) -> Message:
    """A message from its projection."""
    return Message(
        id=MessageId(row["id"]),
        session_id=row["session_id"],
        role=MessageRole(row["role"]),
        content=row["content"],
        at=instant(row["at"]),
        position=row["position"],
        suspected=_spans_of(row.get("suspected")),
    )


def _spans_of(places: list[int] | None) -> tuple[tuple[int, int], ...] | None:
    return None if places is None else tuple(zip(places[::2], places[1::2], strict=True))
