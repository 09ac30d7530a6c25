"""Screening again the names by which entities are known (rules W1, W2, E2)."""

import asyncio
from collections.abc import Sequence

from graphmem.domain.page import MAX_PAGE
from graphmem.ids import EntityId
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call
from graphmem.pipelines.rescreened import UserReport, in_one_write
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.mention import reindex
from graphmem.pipelines.steps.screen import personal_kinds, tries_to_instruct
from graphmem.store import entities
from graphmem.store.entities import StoredName, reach_of


async def rescreen_names(
    services: Services, call: Call, report: UserReport, *, shared: Sequence[EntityId], dry_run: bool
) -> list[EntityId]:
    """Take away names that would be refused now, and let nothing be found by them; the entities that lost one.

    An entity without a name left goes, too. `shared` are the tenant's entities that lost a name before.
    """
    allowed = services.policy.screening_allowed_slots
    after_id = ""
    lost: list[StoredName] = []
    while True:
        found = await services.database.read(
            lambda tx, after_id=after_id: entities.names(tx, call.owner.key, after_id=after_id, limit=MAX_PAGE)
        )
        lost += await asyncio.to_thread(_refused, found, allowed)
        if len(found) < MAX_PAGE:
            break
        after_id = found[-1].id
    report.names += len(lost)
    touched = list(dict.fromkeys([*(n.entity_id for n in lost), *shared]))
    if touched and not dry_run:

        async def work(draft: Draft) -> None:
            await entities.drop_names(draft.tx, draft.owner, [n.id for n in lost])
            await reindex(draft.tx, reach_of(call.owner), touched)

        await in_one_write(services, call, work)
    return list(dict.fromkeys(n.entity_id for n in lost))


def _refused(found: Sequence[StoredName], allowed: frozenset[str]) -> list[StoredName]:
    return [n for n in found if personal_kinds(n.name, allowed) or tries_to_instruct(n.name)]
