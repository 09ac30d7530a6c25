"""Screening again what tools reported of tasks (rules W1, W2, T1)."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from graphmem.domain.memory import Flag, Memory
from graphmem.domain.outcome import Outcome, Report
from graphmem.domain.page import MAX_PAGE, PageRequest
from graphmem.ids import MemoryId
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call
from graphmem.pipelines.rescreened import UserReport, in_one_write
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.screen import personal_kinds, redacted, tries_to_instruct, with_its_name
from graphmem.store import memories, outcomes
from graphmem.store.outcomes import Rewritten


async def rescreen_outcomes(services: Services, call: Call, report: UserReport, *, dry_run: bool) -> list[Memory]:
    """Put placeholders for personal data in all revisions; the linked versions whose report tries to instruct.

    Those are to be marked by the caller. Kind and key, by which a tool finds its task, stay.
    """
    request = PageRequest(MAX_PAGE)
    allowed = services.policy.screening_allowed_slots
    suspected: set[MemoryId] = set()
    while True:
        page = await services.database.read(
            lambda tx, request=request: outcomes.page(tx, call.owner.key, request, kind=None, as_of=None)
        )
        clean = await asyncio.to_thread(_cleaned, page.items, allowed, report, suspected)
        if clean and not dry_run:

            async def work(draft: Draft, clean: list[Rewritten] = clean) -> None:
                await outcomes.rewrite(draft.tx, draft.owner, clean)

            await in_one_write(services, call, work)
        if not page.has_next:
            break
        request = PageRequest(MAX_PAGE, page.cursors[-1])
    return await _unmarked(services, call, report, suspected)


def _cleaned(
    found: Sequence[Outcome], allowed: frozenset[str], report: UserReport, suspected: set[MemoryId]
) -> list[Rewritten]:
    clean: list[Rewritten] = []
    for outcome in found:
        for revision in outcome.revisions:
            kinds = _kinds(revision.report, allowed)
            if kinds:
                report.in_outcomes.update(kinds)
                clean.append(
                    Rewritten(
                        outcome.kind, outcome.key, revision.number, without_personal_data(revision.report, allowed)
                    )
                )
            if revision.memory_id is not None and tries_to_instruct(*_texts(revision.report)):
                suspected.add(revision.memory_id)
    return clean


def _texts(report: Report) -> list[str]:
    return [report.status, report.acceptance or "", *(text for field in report.fields for text in field)]


def _kinds(report: Report, allowed: frozenset[str]) -> list[str]:
    """The kinds of personal data; a field is read with its name, which tells what a number is ("phone")."""
    texts = [report.status, report.acceptance or "", *(f"{name}: {value}" for name, value in report.fields)]
    return [kind for text in texts for kind in personal_kinds(text, allowed)]


def without_personal_data(report: Report, allowed: frozenset[str]) -> Report:
    """The report with placeholders, as it would be recorded now."""

    def clean(text: str) -> str:
        return redacted(text, allowed)

    return replace(
        report,
        status=clean(report.status),
        acceptance=None if report.acceptance is None else clean(report.acceptance),
        fields=tuple((kept := clean(name), with_its_name(kept, value, clean)) for name, value in report.fields),
    )


async def _unmarked(services: Services, call: Call, report: UserReport, suspected: set[MemoryId]) -> list[Memory]:
    """Linked versions that are not marked by their own words, which are looked at before."""
    if not suspected:
        return []
    held = await services.database.read(lambda tx: memories.by_ids(tx, call.owner.key, sorted(suspected)))
    found = [
        m
        for m in held.values()
        if Flag.SUSPECTED_INJECTION not in m.flags and not tries_to_instruct(m.content, *m.search_phrases)
    ]
    report.suspected += len(found)
    report.withdrawn += sum(m.is_head and m.state.is_recallable for m in found)
    return found
