"""context: what is known, ready for a prompt: working memory, long-term memory, knowledge base (rules Q6 to Q8)."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from graphmem.domain.context import BlockKind, LongTermBlock, Traced, Wanted, limits, long_term_block
from graphmem.domain.memory import Memory, MemoryType
from graphmem.domain.owner import Owner
from graphmem.domain.page import PageRequest
from graphmem.domain.rendering import Rendered
from graphmem.domain.routing import Route, route
from graphmem.domain.status import RECALLABLE
from graphmem.errors import GraphmemError, InvalidInput
from graphmem.ids import RecallId
from graphmem.language.context_words import context_words
from graphmem.language.routes import signs
from graphmem.language.script import Language, detect_language
from graphmem.pipelines.after_recall import note_recall
from graphmem.pipelines.asking_again import kept_as_asked, left_open, with_open_ones
from graphmem.pipelines.bounds import MAX_QUERY, checked_instant, checked_text
from graphmem.pipelines.reading_sessions import (
    LEAST_BUDGET,
    AskedQuestion,
    WorkingMemoryView,
    rendered,
    resolved_query,
    session,
)
from graphmem.pipelines.recall import Recalled, recall
from graphmem.pipelines.requests import ContextRequest, RecallRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.ask import RecallWarning
from graphmem.store import memories
from graphmem.store.connection import Transaction
from graphmem.store.memories import ListFilter

T = TypeVar("T")

MOST_TOTAL = 1_000_000_000
_QUESTIONS = "list of open questions"
STANDING = frozenset({MemoryType.PROFILE, MemoryType.PLAN, MemoryType.OUTCOME})
_MOST_STANDING = 20
"""Of each kind; their budget holds fewer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One part of a context as it is written."""

    kind: BlockKind
    text: str
    tokens: int
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What goes into a prompt; `text` is its blocks one after another."""

    query: str | None
    """What was looked for, with what it refers back to written out."""
    route: Route
    blocks: tuple[Block, ...]
    long_term: LongTermBlock
    warnings: tuple[RecallWarning, ...] = ()
    recall_id: RecallId | None = None
    """By which feedback may name it; none where nothing is counted."""

    @property
    def text(self) -> str:
        """All blocks as plain text."""
        return "\n\n".join(block.text for block in self.blocks if block.text)

    @property
    def tokens(self) -> int:
        """Tokens of all blocks."""
        return sum(block.tokens for block in self.blocks)

    @property
    def trace(self) -> tuple[Traced, ...]:
        """Why each memory is in or out."""
        return self.long_term.trace


async def context(services: Services, owner: Owner, request: ContextRequest) -> Context:
    """Assemble the blocks for a query, or for the opening of a session.

    A layer that fails, or is too slow, leaves its block empty and a warning; nothing here fails the caller but wrong
    input (rule Q8). Raises InvalidInput.
    """
    policy = services.policy.context
    total = policy.total if request.budget is None else request.budget
    if not 0 <= total <= MOST_TOTAL:
        raise InvalidInput(f"budget must be 0 to {MOST_TOTAL}; it is {total}.", path=("budget",))
    query = None if request.query is None else checked_text(request.query, "query", MAX_QUERY)
    checked_instant(request.as_of, "asOf", now=services.clock.now())
    warnings: list[RecallWarning] = []
    view, standing, waiting = await asyncio.gather(
        _within(services, _view(services, owner, request), None, "working memory", warnings),
        _within(services, _standing(services, owner, request), [], "long-term memory", warnings),
        _within(services, left_open(services, owner, request), [], _QUESTIONS, warnings),
    )
    looked_for = query if query is None else resolved_query(query, view)
    recalled = await _within(
        services, _recalled(services, owner, request, looked_for), None, "long-term memory", warnings
    )
    way = recalled.route if recalled is not None else route(signs(""), has_session=False, chosen=request.route)
    sizes = limits(total, way.kind, policy)
    language = request.language or _language(query, standing, recalled)
    found = [Wanted(memory=r.memory, score=r.score.total, space=r.space) for r in (recalled.hits if recalled else ())]
    block = LongTermBlock()
    if total:
        block = await asyncio.to_thread(
            long_term_block,
            [Wanted(memory=m) for m in standing],
            found,
            context_words(language),
            policy,
            limit=sizes[BlockKind.LONG_TERM],
        )
    limit = sizes[BlockKind.WORKING_MEMORY]
    asking = with_open_ones(services, view, waiting, request)
    working = await asyncio.to_thread(_working, services, asking, limit)
    if asking is not None and (fresh := _first_asked(view, asking, working)):
        keeping = kept_as_asked(services, owner, asking, (*(view.questions if view else ()), *fresh))
        kept = await _within(services, keeping, view, _QUESTIONS, warnings)
        if not {a.question.id for a in fresh} <= _ids_of(kept):
            working = await asyncio.to_thread(_working, services, kept, limit)
    return Context(
        recall_id=_noted(services, owner, request, recalled, block),
        query=looked_for,
        route=way,
        blocks=(
            Block(kind=BlockKind.WORKING_MEMORY, text=working.text, tokens=working.tokens, limit=limit),
            Block(kind=BlockKind.LONG_TERM, text=block.text, tokens=block.tokens, limit=sizes[BlockKind.LONG_TERM]),
            Block(kind=BlockKind.KNOWLEDGE_BASE, text="", tokens=0, limit=sizes[BlockKind.KNOWLEDGE_BASE]),
        ),
        long_term=block,
        warnings=(*(recalled.warnings if recalled else ()), *dict.fromkeys(warnings)),
    )


def _noted(
    services: Services, owner: Owner, request: ContextRequest, recalled: Recalled | None, block: LongTermBlock
) -> RecallId | None:
    """Count what of the recall is written in the context as rendered (rule Q4)."""
    if recalled is None:
        return None
    written = {item.memory.id for item in block.items}
    return note_recall(
        services,
        owner,
        RecallRequest(query=recalled.query, as_of=request.as_of, is_counted=request.is_counted),
        [r for r in recalled.hits if r.memory.id in written],
        best_relevance=recalled.best_relevance,
        is_rendered=True,
        is_partial=bool(recalled.warnings),
    )


async def _within(services: Services, work: Awaitable[T], otherwise: T, layer: str, warnings: list[RecallWarning]) -> T:
    """What a layer answers in time; else a warning, and the answer is poorer."""
    try:
        async with asyncio.timeout(services.policy.context.deadline_seconds):
            return await work
    except InvalidInput:
        raise
    except TimeoutError:
        message = f"The {layer} did not answer within {services.policy.context.deadline_seconds:g} s; it is left out."
        warnings.append(RecallWarning("DEADLINE_EXCEEDED", message))
    except GraphmemError as error:
        warnings.append(RecallWarning(error.code, f"The {layer} is left out: {error.message}"))
    return otherwise


async def _view(services: Services, owner: Owner, request: ContextRequest) -> WorkingMemoryView | None:
    if request.session_id is None:
        return None
    return await session(services, owner, request.session_id, as_of=request.as_of)


async def _standing(services: Services, owner: Owner, request: ContextRequest) -> list[Memory]:
    """Profile, open plans and outcomes that the caller may see."""
    now, as_of = services.clock.now(), request.as_of

    async def read(tx: Transaction) -> list[Memory]:
        if as_of is None:
            return await memories.standing(tx, owner.key, now=now, limit=_MOST_STANDING)
        wanted = ListFilter(statuses=RECALLABLE, types=STANDING)
        page = await memories.page_as_of(tx, owner.key, PageRequest(3 * _MOST_STANDING), wanted, as_of=as_of)
        return [m for m in page.items if m.valid_to is None or m.valid_to > as_of]

    found = await services.database.read(read)
    kinds = request.types
    return [
        m for m in found if (kinds is None or m.type in kinds) and m.may_be_given(sees_sensitive=request.sees_sensitive)
    ]


async def _recalled(services: Services, owner: Owner, request: ContextRequest, query: str | None) -> Recalled | None:
    if query is None:
        return None
    return await recall(
        services,
        owner,
        RecallRequest(
            query=query,
            limit=services.policy.context.recalled,
            types=request.types,
            spaces=request.spaces,
            as_of=request.as_of,
            asked_at=request.asked_at,
            route=request.route,
            includes_past=request.includes_past,
            tentative=services.policy.context.most_tentative,
            sees_sensitive=request.sees_sensitive,
        ),
    )


def _working(services: Services, view: WorkingMemoryView | None, limit: int) -> Rendered:
    most = min(limit, services.policy.sessions.tokens)
    if view is None or most < LEAST_BUDGET:
        return Rendered("", 0)
    return rendered(view, services.policy, budget=most)


def _first_asked(
    view: WorkingMemoryView | None, asking: WorkingMemoryView, written: Rendered
) -> tuple[AskedQuestion, ...]:
    """The questions of a text that its session has not asked before."""
    known = _ids_of(view)
    return tuple(a for a in asking.questions if a.question.id not in known and a.question.id in written.text)


def _ids_of(view: WorkingMemoryView | None) -> set[str]:
    """Ids of the questions that a session asks."""
    return {asked.question.id for asked in view.questions} if view else set()


def _language(query: str | None, standing: Sequence[Memory], recalled: Recalled | None) -> Language:
    """The language of the query; at an opening, the one that most of what is known is in."""
    if query is not None and any(letter.isalpha() for letter in query):
        return detect_language(query)
    known = Counter(m.language for m in (*standing, *(r.memory for r in (recalled.hits if recalled else ()))))
    best = known.most_common(1)
    return Language(best[0][0]) if best and best[0][0] in set(Language) else Language.ENGLISH
