"""What of long-term memory goes into a prompt, and how it is written there, within its budget (rules Q6, Q7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graphmem.domain.memory import Memory
from graphmem.domain.owner import SharedSpace
from graphmem.domain.policy import ContextPolicy
from graphmem.domain.rendering import neutral
from graphmem.domain.routing import RouteKind
from graphmem.domain.status import Status
from graphmem.ids import MemoryId
from graphmem.language.context_words import ContextWords
from graphmem.language.token_count import count_tokens


class BlockKind(StrEnum):
    """A part of a context; the order of writing is that of this list."""

    WORKING_MEMORY = "working_memory"
    LONG_TERM = "long_term"
    KNOWLEDGE_BASE = "knowledge_base"


class Band(StrEnum):
    """How sure a memory is; the number itself is never written (rule Q6)."""

    FIRM = "firm"
    PLAIN = "plain"
    TENTATIVE = "tentative"
    """To be put as a question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A memory that may go into the block, with its score; none for what is always there."""

    memory: Memory
    score: float | None = None
    space: SharedSpace | None = None
    """The shared space that it is of; none for the user's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextItem:
    """A memory as it is written: one line of the block."""

    memory: Memory
    band: Band
    text: str
    tokens: int
    space: SharedSpace | None = None


@dataclass(frozen=True, slots=True)
class Traced:
    """Why a memory is in a context, or is not."""

    memory_id: MemoryId
    is_in: bool
    reason: str
    space: SharedSpace | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LongTermBlock:
    """The items in the order they are written, and why each candidate is in or out."""

    text: str = ""
    tokens: int = 0
    items: tuple[ContextItem, ...] = ()
    trace: tuple[Traced, ...] = ()


def limits(total: int, kind: RouteKind, policy: ContextPolicy) -> dict[BlockKind, int]:
    """The most tokens of each block: its share of the total under the route, and no more than its cap.

    Caps are those of the default total and grow or shrink with it.
    """
    shares = policy.shares[kind]
    scale = total / policy.total
    return {block: min(int(shares[block.value] * total), int(policy.caps[block.value] * scale)) for block in BlockKind}


def band_of(memory: Memory, policy: ContextPolicy) -> Band:
    """Firm from .8 on where it is held; what is only observed is a question."""
    if memory.status is Status.OBSERVED:
        return Band.TENTATIVE
    return Band.FIRM if memory.state.confidence >= policy.firm else Band.PLAIN


def long_term_block(
    standing: Sequence[Wanted], recalled: Sequence[Wanted], words: ContextWords, policy: ContextPolicy, *, limit: int
) -> LongTermBlock:
    """Choose and write the block: first what is always there, then what was recalled, held before observed.

    What is too much goes in this order: of little importance, only observed, of the lowest score. No line is cut; of
    what matters alike, a shorter one may still find room.
    """
    trace: list[Traced] = []
    chosen: list[ContextItem] = []
    room = limit - count_tokens(words.long_term) - 1
    if any(wanted.space for wanted in recalled):
        room -= count_tokens(words.shared) + 1
    always = min(policy.standing_tokens, room)
    for wanted in standing:
        item = _item(wanted, words, policy)
        fits = item.tokens <= always
        trace.append(Traced(item.memory.id, fits, "always there" if fits else "no room among what is always there"))
        if fits:
            chosen.append(item)
            always -= item.tokens
            room -= item.tokens
    held = {item.memory.id for item in chosen}
    fresh = [w for w in recalled if w.memory.id not in held]
    closed = _NEVER
    for wanted in sorted(fresh, key=lambda w: _need(w, policy)):
        item, (kind, _) = _item(wanted, words, policy), _need(wanted, policy)
        reason = "no room for what matters more" if kind > closed else _why_out(item, chosen, room, policy)
        trace.append(Traced(item.memory.id, reason is None, reason or "answers the query", item.space))
        if reason is None:
            chosen.append(item)
            room -= item.tokens
        elif reason == _NO_ROOM:
            closed = kind
    ordered = _ordered(chosen, {w.memory.id for w in standing})
    if not ordered:
        return LongTermBlock(trace=tuple(trace))
    text = _written(ordered, words)
    return LongTermBlock(text=text, tokens=count_tokens(text), items=tuple(ordered), trace=tuple(trace))


_NO_ROOM = "no room"
_NEVER = 3


def _need(wanted: Wanted, policy: ContextPolicy) -> tuple[int, float]:
    """The smaller, the sooner it is given room: its class, then its score."""
    is_observed = wanted.memory.status is Status.OBSERVED
    is_slight = wanted.memory.state.importance < policy.least_importance
    return (2 if is_slight else 1 if is_observed else 0, -(wanted.score or 0.0))


def _why_out(item: ContextItem, chosen: Sequence[ContextItem], room: int, policy: ContextPolicy) -> str | None:
    tentative = sum(c.band is Band.TENTATIVE for c in chosen)
    if item.band is Band.TENTATIVE and tentative >= policy.most_tentative:
        return f"more than {policy.most_tentative} that are only observed"
    return _NO_ROOM if item.tokens > room else None


def _ordered(items: Sequence[ContextItem], standing: set[MemoryId]) -> list[ContextItem]:
    """What is always there, the user's own, what is shared, what is only observed; within each by importance."""
    return sorted(
        items,
        key=lambda i: (
            i.band is Band.TENTATIVE,
            i.space is not None,
            i.memory.id not in standing,
            -i.memory.state.importance,
            -i.memory.occurred_at.timestamp(),
            i.memory.id,
        ),
    )


def _item(wanted: Wanted, words: ContextWords, policy: ContextPolicy) -> ContextItem:
    memory = wanted.memory
    band = band_of(memory, policy)
    text = words.item.format(
        type=words.type[memory.type.value],
        source=words.of_space.format(space=neutral(wanted.space.name))
        if wanted.space
        else words.source[memory.source.value],
        date=_day(memory.occurred_at),
        band=words.band[band.value],
        content=_content(memory, words),
    )
    return ContextItem(memory=memory, band=band, text=text, tokens=count_tokens(text) + 1, space=wanted.space)


def _content(memory: Memory, words: ContextWords) -> str:
    """The sentence; of what is over, with until when it held (rule Q3)."""
    content = neutral(memory.content)
    until = memory.retired_at
    if memory.status in {Status.ACTIVE, Status.NEEDS_REVIEW, Status.OBSERVED} or until is None:
        return content
    return words.over.format(content=content, until=_day(until))


def _day(moment: datetime) -> str:
    return moment.date().isoformat()


def _written(items: Sequence[ContextItem], words: ContextWords) -> str:
    held = [item.text for item in items if item.band is not Band.TENTATIVE and not item.space]
    shared = [item.text for item in items if item.band is not Band.TENTATIVE and item.space]
    tentative = [item.text for item in items if item.band is Band.TENTATIVE]
    return "\n".join(
        [
            words.long_term,
            *held,
            *([words.shared, *shared] if shared else []),
            *([words.tentative, *tentative] if tentative else []),
        ]
    )
