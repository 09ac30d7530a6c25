"""What is known of names while a write resolves its own, and what it adds to that (rules E1, E2)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from graphmem.domain.entity import (
    Doubt,
    KnownName,
    Mention,
    NameVector,
    NearName,
    NewAlias,
    NewEntities,
    NewEntity,
    Origin,
    ToldKind,
)
from graphmem.domain.name_meaning import is_han
from graphmem.domain.names import EntityKind
from graphmem.domain.policy import EntityPolicy
from graphmem.domain.resolution import resolve
from graphmem.embedding import FreshVectors
from graphmem.ids import EntityId, new_id

Vectors = Mapping[tuple[EntityKind, str], NameVector]
"""Of names in a write, by kind and key."""


class NameBook:
    """Names of one write: each mention sees what the ones before it made known."""

    def __init__(
        self, known: list[KnownName], near: Sequence[NearName], vectors: Vectors, policy: EntityPolicy, least: float
    ) -> None:
        self.known = known
        self.new = NewEntities()
        self._near = list(near)
        self._vectors = vectors
        self._policy = policy
        self._least = least
        """Cosine from which two names may be of one thing."""
        self._made: dict[tuple[EntityKind, bool], tuple[FreshVectors, list[KnownName]]] = {}
        """Names that this write made, by kind and script, which no index knows yet."""

    def enter(self, mention: Mention, *, at: datetime) -> tuple[EntityId, EntityId]:
        """The entity that a name means and the one it is part of; made where it is new, and known from here on."""
        resolution = resolve(mention, self.known, self._policy, self._near_to(mention))
        if resolution.entity_id is not None:
            entity_id, root_id = resolution.entity_id, resolution.root_id or resolution.entity_id
            self._learn_kind(mention, entity_id)
            owned = [n for n in self.known if n.entity_id == entity_id]
            same = next((n for n in owned if n.key == mention.key), None)
            if same is not None:
                self._learn_vector(same)
                return entity_id, root_id
            kind = owned[0].kind
        else:
            entity_id = root_id = EntityId(new_id())
            kind = mention.kind
            new = NewEntity(id=entity_id, kind=kind, name=mention.name, origin=Origin.CONVERSATION, at=at)
            self.new.entities.append(new)
            self.new.doubts.extend(Doubt(entity_id=entity_id, other_id=other, at=at) for other in resolution.maybe)
        self._add(
            KnownName(
                entity_id=entity_id, root_id=root_id, kind=kind, name=mention.name, key=mention.key, is_personal=True
            ),
            at,
        )
        return entity_id, root_id

    def names_of(self, root_id: EntityId) -> list[str]:
        """Every name by which an entity is known here."""
        return [name for n in self.known if n.root_id == root_id for name in (n.name, *n.names)]

    def _add(self, name: KnownName, at: datetime) -> None:
        key, kind, origin = name.key, name.kind, Origin.CONVERSATION
        self.new.aliases.append(
            NewAlias(entity_id=name.entity_id, kind=kind, name=name.name, key=key, origin=origin, at=at)
        )
        self.known.append(name)
        found = self._vectors.get((kind, key))
        if found is not None:
            self.new.vectors.append(found)
            fresh, names = self._made.setdefault((kind, is_han(name.name)), (FreshVectors(), []))
            fresh.add(found.vector)
            names.append(name)

    def _near_to(self, mention: Mention) -> list[NearName]:
        """Names near to one: those that the index found, and those that this write made."""
        stored = [n for n in self._near if n.key == mention.key]
        found = self._vectors.get((mention.kind, mention.key))
        made = self._made.get((mention.kind, not is_han(mention.name)))
        if found is None or made is None:
            return stored
        fresh, names = made
        near = fresh.near(found.vector, least=self._least)
        return [*stored, *(NearName(key=mention.key, known=names[place], cosine=cosine) for place, cosine in near)]

    def _learn_vector(self, name: KnownName) -> None:
        """Give a name of the user's the vector that it lacks, as those of before do."""
        found = self._vectors.get((name.kind, name.key))
        if name.has_vector or not name.is_personal or found is None:
            return
        self.new.vectors.append(found)
        self._replace(name, replace(name, has_vector=True))

    def _learn_kind(self, mention: Mention, entity_id: EntityId) -> None:
        """Let an entity of the user's be of the kind that is told of it now, where nothing had told it."""
        names = [n for n in self.known if n.entity_id == entity_id]
        is_untold = all(n.kind is EntityKind.OTHER and n.is_personal for n in names)
        if mention.kind is EntityKind.OTHER or not is_untold:
            return
        self.new.kinds.append(ToldKind(entity_id=entity_id, kind=mention.kind))
        for name in names:
            self._replace(name, replace(name, kind=mention.kind))

    def _replace(self, name: KnownName, by: KnownName) -> None:
        self.known[self.known.index(name)] = by
