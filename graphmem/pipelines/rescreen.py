"""Screening again what is stored, after the rules of screening changed (rules W1, W2, P5)."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace

from graphmem.domain.change import Message, NewVersion
from graphmem.domain.claim import Claim
from graphmem.domain.event import Action
from graphmem.domain.ledger import Why
from graphmem.domain.memory import Evidence, Flag, Memory
from graphmem.domain.owner import Commons, Owner, SharedSpace
from graphmem.domain.page import MAX_PAGE, PageRequest
from graphmem.domain.principal import Principal, Role
from graphmem.domain.status import Status
from graphmem.ids import EntityId, MemoryId, MessageId, new_id
from graphmem.language.tokens import search_text
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call
from graphmem.pipelines.rescreen_names import rescreen_names
from graphmem.pipelines.rescreen_outcomes import rescreen_outcomes
from graphmem.pipelines.rescreened import UserReport, in_one_write
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.screen import blotted, is_sensitive, personal_kinds, redacted, tries_to_instruct
from graphmem.store import memories, messages, shared_spaces, users

SUBJECT = "screen"
"""Who the audit names for it."""
SHARED = "(shared names)"
"""Stands for the tenant itself in reports."""
EVERY_VERSION = memories.ListFilter(statuses=frozenset(Status), heads_only=False)


@dataclass(frozen=True, slots=True)
class _Finding:
    """What is new about one version."""

    memory: Memory
    flags: frozenset[Flag]
    """Those it lacks."""
    kinds: tuple[str, ...]
    """Personal data in it, one entry each."""

    @property
    def needs_successor(self) -> bool:
        """Whether it is a current version with personal data."""
        return bool(self.kinds) and self.memory.is_head and self.memory.state.is_live


async def rescreen(
    services: Services, tenant: str, *, dry_run: bool, user_id: str | None = None
) -> AsyncIterator[UserReport]:
    """Screen again all that is stored of a tenant's users and shared spaces, or of one user, a report each.

    Reads in batches; only a batch with findings takes the owner's lock, in one transaction with its audit. What was
    done is not found again, so a run that was stopped is simply started again. With `dry_run` nothing is written.
    Names that the tenant shares come first, unless one user is asked for; they have a report where something was found.
    """
    after_id = ""
    shared: list[EntityId] = []
    if user_id is None:
        of_all, shared = await _screen_shared(services, tenant, dry_run=dry_run)
        if of_all.has_findings:
            yield of_all
    while True:
        found = await services.database.read(
            lambda tx, after_id=after_id: users.page(tx, tenant, prefix=user_id, after_id=after_id, limit=MAX_PAGE)
        )
        for user in found:
            if user_id in {None, user.id}:
                yield await _screen_owner(services, Owner(tenant, user.id), shared, dry_run=dry_run)
        if len(found) < MAX_PAGE:
            break
        after_id = found[-1].id
    if user_id is None:
        async for space in _spaces(services, tenant):
            yield await _screen_owner(services, space, shared, dry_run=dry_run)


async def _screen_shared(services: Services, tenant: str, *, dry_run: bool) -> tuple[UserReport, list[EntityId]]:
    """Screen the names that all users of a tenant share; a report, and the entities that lost a name."""
    report = UserReport(user_id=SHARED)
    call = Call(principal=_principal(tenant), owner=Commons(tenant))
    return report, await rescreen_names(services, call, report, shared=(), dry_run=dry_run)


async def _spaces(services: Services, tenant: str) -> AsyncIterator[SharedSpace]:
    """The shared spaces of a tenant, in the order of their names."""
    after_name = ""
    while True:
        found = await services.database.read(
            lambda tx, after_name=after_name: shared_spaces.page(
                tx, tenant, names=None, after_name=after_name, limit=MAX_PAGE
            )
        )
        for known in found:
            yield SharedSpace(tenant, known.name)
        if len(found) < MAX_PAGE:
            return
        after_name = found[-1].name


async def _screen_owner(services: Services, owner: Owner, shared: Sequence[EntityId], *, dry_run: bool) -> UserReport:
    report = UserReport(user_id=owner.user_id if owner.space is None else f"(space {owner.space})")
    call = Call(principal=_principal(owner.tenant), owner=owner)
    await _screen_messages(services, call, report, dry_run=dry_run)
    await _screen_memories(services, call, report, dry_run=dry_run)
    found = await rescreen_outcomes(services, call, report, dry_run=dry_run)
    if found and not dry_run:
        await _mend(services, call, [_Finding(m, frozenset({Flag.SUSPECTED_INJECTION}), ()) for m in found])
    await rescreen_names(services, call, report, shared=shared, dry_run=dry_run)
    return report


def _principal(tenant: str) -> Principal:
    return Principal(subject=SUBJECT, tenant=tenant, role=Role.ADMIN)


async def _screen_messages(services: Services, call: Call, report: UserReport, *, dry_run: bool) -> None:
    place: tuple[str, int] | None = None
    allowed = services.policy.screening_allowed_slots
    while True:
        rows = await services.database.read(
            lambda tx, place=place: messages.page(tx, call.owner.key, after=place, limit=MAX_PAGE)
        )
        clean = await asyncio.to_thread(_blotted_messages, [message for _, message in rows], allowed, report)
        report.messages += len(rows)
        if clean and not dry_run:
            await in_one_write(
                services, call, lambda draft, clean=clean: messages.rewrite(draft.tx, draft.owner, clean)
            )
        if len(rows) < MAX_PAGE:
            return
        place = rows[-1][0]


def _blotted_messages(found: Sequence[Message], allowed: frozenset[str], report: UserReport) -> dict[MessageId, str]:
    """The new text of the messages that hold personal data."""
    clean: dict[MessageId, str] = {}
    for message in found:
        kinds = personal_kinds(message.content, allowed)
        if kinds:
            report.in_messages.update(kinds)
            clean[message.id] = blotted(message.content, allowed)
    return clean


async def _screen_memories(services: Services, call: Call, report: UserReport, *, dry_run: bool) -> None:
    request = PageRequest(MAX_PAGE)
    while True:
        page = await services.database.read(
            lambda tx, request=request: memories.page(tx, call.owner.key, request, EVERY_VERSION)
        )
        report.memories += len(page.items)
        found = await asyncio.to_thread(_find_all, page.items, services.policy.screening_allowed_slots)
        _count(found, report)
        if found and not dry_run:
            await _mend(services, call, found)
        if not page.has_next:
            return
        request = PageRequest(MAX_PAGE, page.cursors[-1])


def _find_all(versions: Sequence[Memory], allowed: frozenset[str]) -> list[_Finding]:
    return [finding for memory in versions if (finding := _find(memory, allowed)) is not None]


def _find(memory: Memory, allowed: frozenset[str]) -> _Finding | None:
    flags = {Flag.SUSPECTED_INJECTION} if tries_to_instruct(*_texts(memory)) else set[Flag]()
    if is_sensitive(memory.content, memory.reason):
        flags.add(Flag.SENSITIVE)
    kinds = tuple(kind for text in _texts(memory) for kind in personal_kinds(text, allowed))
    finding = _Finding(memory, frozenset(flags) - memory.flags, kinds)
    return finding if finding.flags or finding.kinds else None


def _texts(memory: Memory) -> tuple[str, ...]:
    """All of a version's words; what its claim holds is taken from its content."""
    return (memory.content, *memory.search_phrases, *([memory.reason] if memory.reason else []))


def _count(found: Sequence[_Finding], report: UserReport) -> None:
    for finding in found:
        is_new = Flag.SUSPECTED_INJECTION in finding.flags
        report.suspected += is_new
        report.withdrawn += is_new and finding.memory.is_head and finding.memory.status is Status.ACTIVE
        report.sensitive += Flag.SENSITIVE in finding.flags
        (report.in_memories if finding.needs_successor else report.in_old_versions).update(finding.kinds)


async def _mend(services: Services, call: Call, found: Sequence[_Finding]) -> None:
    """Mark, withdraw and succeed versions in one transaction; vectors are made before the lock (rule R3)."""
    allowed = services.policy.screening_allowed_slots
    successors = [f for f in found if f.needs_successor]
    contents = [redacted(f.memory.content, allowed) for f in successors]
    vectors = await services.embedder.embed_passages(contents) if contents else []
    vector_of = {f.memory.id: vector for f, vector in zip(successors, vectors, strict=True)}

    async def work(draft: Draft) -> None:
        held = await memories.by_ids(draft.tx, draft.owner, [f.memory.id for f in found])
        flags: dict[MemoryId, frozenset[Flag]] = {}
        for finding in found:
            memory = held.get(finding.memory.id)
            if memory is None:
                continue
            if finding.flags:
                memory = replace(memory, flags=memory.flags | finding.flags)
                flags[memory.id] = memory.flags
            if memory.is_head and memory.state.is_live:
                memory = _marked(draft, memory, finding.flags)
                if memory.id in vector_of:
                    await _succeed(draft, memory, vector_of[memory.id], allowed)
        await memories.flag(draft.tx, draft.owner, flags)

    await in_one_write(services, call, work)


def _marked(draft: Draft, memory: Memory, flags: frozenset[Flag]) -> Memory:
    """Enter in the audit that a current version was marked; an active one that tries to instruct becomes observed."""
    if Flag.SENSITIVE in flags:
        memory = draft.ledger.change(memory, memory.state, _why(draft, "P5", "sensitive, when screened again"))
    if Flag.SUSPECTED_INJECTION in flags:
        status = Status.OBSERVED if memory.status is Status.ACTIVE else memory.status
        why = _why(draft, "W2", "tries to instruct, when screened again")
        memory = draft.ledger.change(memory, replace(memory.state, status=status), why)
    return memory


async def _succeed(draft: Draft, memory: Memory, vector: list[float], allowed: frozenset[str]) -> None:
    """Enter a version without the personal data; what it stands on, its state and its source stay."""
    stands_on = await memories.sources(draft.tx, draft.owner, [memory.id])
    content = redacted(memory.content, allowed)
    phrases = tuple(redacted(phrase, allowed) for phrase in memory.search_phrases)
    version = replace(
        memory,
        id=MemoryId(new_id()),
        version=memory.version + 1,
        content=content,
        search_phrases=phrases,
        reason=redacted(memory.reason, allowed) if memory.reason else None,
        claim=_redacted_claim(memory.claim, allowed),
        external_id=None,
    )
    draft.ledger.supersede(
        memory,
        NewVersion(
            memory=version,
            vector=vector,
            search_text=search_text(content, *phrases),
            evidence=tuple(Evidence(message_id=s.message.id, start=s.start, end=s.end) for s in stands_on),
        ),
        replace(_why(draft, "W1", "personal data, when screened again"), action=Action.CORRECT),
    )


def _redacted_claim(claim: Claim, allowed: frozenset[str]) -> Claim:
    """The claim without personal data; folded values have no words around them, so their own form must tell."""
    value = redacted(claim.value, allowed) if claim.value else claim.value
    condition = redacted(claim.condition, allowed) if claim.condition else claim.condition
    return replace(claim, value=value, condition=condition)


def _why(draft: Draft, rule: str, reason: str) -> Why:
    return Why(action=Action.OBSERVE, rule=rule, reason=reason, actor=draft.call.principal.actor)
