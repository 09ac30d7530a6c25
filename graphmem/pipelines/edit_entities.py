"""mergeEntities, splitEntity, addAlias: what somebody knows of names, entered by hand and audited (rule E3)."""

from collections.abc import Sequence

from graphmem.domain.entity import Entity, Mention, Merges, NewAlias, NewEntities, Origin, alias_key
from graphmem.domain.event import Action, Event
from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.ledger import TICK
from graphmem.domain.names import LONGEST_NAME, EntityKind
from graphmem.errors import Conflict, InvalidInput, NotFound
from graphmem.ids import EntityId, EventId, new_id
from graphmem.pipelines.bounds import checked_count
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.entity_requests import (
    AddAliasRequest,
    EditedEntities,
    MergeEntitiesRequest,
    SplitEntityRequest,
)
from graphmem.pipelines.requests import Call
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.mention import reindex
from graphmem.pipelines.steps.name_vectors import vectors_of, with_vectors
from graphmem.pipelines.steps.screen import taken_in
from graphmem.pipelines.writing import write
from graphmem.store import entities
from graphmem.store.entities import reach_of

RULE = "E3"
MOST_MERGED = 20


async def merge_entities(services: Services, call: Call, request: MergeEntitiesRequest) -> EditedEntities:
    """Make entities one: the others become part of `into_id`, with their names and mentions, and can be split off.

    Nothing is moved or lost, so `split_entity` restores the state before exactly. What is named is taken as what it is
    part of now. The parts must be the owner's; the whole may be shared by the tenant. Raises NotFound, InvalidInput for
    different kinds, Conflict where they are one already.
    """
    checked_count(len(request.ids), "entityIds", MOST_MERGED)

    async def work(draft: Draft) -> EditedEntities:
        merges = await _merges(draft)
        into = merges.root_of(request.into_id)
        parts = [i for i in dict.fromkeys(merges.root_of(i) for i in request.ids) if i != into]
        found = await _found(draft, [request.into_id, *request.ids, into, *parts])
        if not parts:
            raise Conflict("These are one entity already; there is nothing to merge.", path=("entityIds",))
        for part in parts:
            _check_pair(draft, found[part], found[into])
        await entities.merge(draft.tx, reach_of(draft.call.owner), whole=into, parts=parts, at=draft.ledger.at)
        for part in parts:
            _audit(draft, Action.MERGE_ENTITIES, part, "merged on request", related=into)
        draft.ledger.at += TICK
        await reindex(draft.tx, reach_of(draft.call.owner), [into])
        return EditedEntities(entity_ids=(into,))

    return await write(services, call, request, work, EditedEntities)


async def split_entity(services: Services, call: Call, request: SplitEntityRequest) -> EditedEntities:
    """Take a merge back: the entity, what was part of it and its mentions stand by themselves again.

    What was said since by one of its names goes with it. Raises NotFound, and Conflict where it is part of nothing.
    """

    async def work(draft: Draft) -> EditedEntities:
        reach = reach_of(draft.call.owner)
        await _found(draft, [request.entity_id])
        merges = await _merges(draft)
        whole = merges.wholes.get(request.entity_id)
        if whole is None or not await entities.split(draft.tx, reach, request.entity_id, at=draft.ledger.at):
            raise Conflict("This entity is not merged into another; there is nothing to split.", path=("entityId",))
        _audit(draft, Action.SPLIT_ENTITY, request.entity_id, "split on request", related=whole)
        draft.ledger.at += TICK
        await reindex(draft.tx, reach, [request.entity_id, whole])
        return EditedEntities(entity_ids=(request.entity_id, merges.root_of(whole)))

    return await write(services, call, request, work, EditedEntities)


async def add_alias(services: Services, call: Call, request: AddAliasRequest) -> EditedEntities:
    """Give an entity one more name; one that it has already changes nothing.

    Memories that mention it are found by the new name from here on. Raises NotFound, InvalidInput for what is no name,
    Conflict where the name is another entity's of that kind.
    """
    name = checked_name(services, request.name, "alias")
    vectors = await vectors_of(services, [name])

    async def work(draft: Draft) -> EditedEntities:
        reach = reach_of(draft.call.owner)
        entity = (await _found(draft, [request.entity_id]))[request.entity_id]
        _check_own(draft, entity)
        root = (await _merges(draft)).root_of(entity.id)
        key = alias_key(name)
        known = await entities.known(draft.tx, reach, [key])
        holder = next((n for n in known.known if n.kind is entity.kind and n.is_personal is entity.is_personal), None)
        if holder is not None and holder.root_id != root:
            raise Conflict(
                "Another entity of this kind has this name. Merge the two if they are one (mergeEntities).",
                path=("alias",),
            )
        if holder is None:
            alias = NewAlias(
                entity_id=entity.id, kind=entity.kind, name=name, key=key, origin=Origin.CALLER, at=draft.ledger.at
            )
            meaning = with_vectors([Mention(name=name, kind=entity.kind, key=key)], vectors)
            await entities.store(draft.tx, reach, NewEntities(aliases=[alias], vectors=list(meaning)))
            _audit(draft, Action.ADD_ALIAS, entity.id, "named on request")
            draft.ledger.at += TICK
            await reindex(draft.tx, reach, [entity.id])
        return EditedEntities(entity_ids=(root,))

    return await write(services, call, request, work, EditedEntities)


def checked_name(services: Services, value: str, path: str) -> str:
    """A name as it may be kept; InvalidInput for one that holds personal data, an instruction, or too little."""
    taken = taken_in(value, path, LONGEST_NAME, services.policy)
    if taken.is_suspected:
        raise InvalidInput(f"{path} reads like an instruction to an agent. Give a plain name.", path=(path,))
    if taken.text != value.strip() and "[" in taken.text:
        raise InvalidInput(f"{path} holds personal data such as a number or an address. Give a name.", path=(path,))
    if not alias_key(taken.text):
        raise InvalidInput(f"{path} must have at least two letters or digits.", path=(path,))
    return " ".join(taken.text.split())


def audit(draft: Draft, action: Action, entity_id: EntityId, reason: str) -> None:
    """Enter an event about one entity at the instant of the entry under way."""
    _audit(draft, action, entity_id, reason)


def _audit(draft: Draft, action: Action, entity_id: EntityId, reason: str, *, related: EntityId | None = None) -> None:
    draft.ledger.changes.events.append(
        Event(
            id=EventId(new_id()),
            at=draft.ledger.at,
            action=action,
            rule=RULE,
            reason=reason,
            actor=draft.call.principal.actor,
            entity_id=entity_id,
            related_entity_id=related,
        )
    )


async def _merges(draft: Draft) -> Merges:
    return Merges.at(await entities.merges(draft.tx, reach_of(draft.call.owner)), END_OF_TIME)


async def _found(draft: Draft, ids: Sequence[EntityId]) -> dict[EntityId, Entity]:
    rows = await entities.by_ids(draft.tx, reach_of(draft.call.owner), list(dict.fromkeys(ids)), as_of=END_OF_TIME)
    if any(i not in rows for i in ids):
        raise NotFound("entity")
    return {i: entity for i, (entity, _) in rows.items()}


def _check_own(draft: Draft, entity: Entity) -> None:
    if entity.is_personal != bool(draft.call.owner.user_id):
        raise InvalidInput(
            "This entity is shared by the tenant; a user's call can't change it. Name it by its own id, as an admin.",
            path=("entityId",),
        )


def _check_pair(draft: Draft, part: Entity, into: Entity) -> None:
    _check_own(draft, part)
    if part.kind is not into.kind and EntityKind.OTHER not in {part.kind, into.kind}:
        raise InvalidInput(
            f"A {part.kind} and a {into.kind} can't be one entity. Merge entities of one kind.", path=("entityIds",)
        )
