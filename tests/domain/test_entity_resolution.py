"""Which known entity a name means: identity is the name within a kind (rule E2)."""

import pytest

from graphmem.domain.entity import KnownName, Mention
from graphmem.domain.names import EntityKind
from graphmem.domain.policy import EntityPolicy
from graphmem.domain.resolution import resolve
from graphmem.ids import EntityId

POLICY = EntityPolicy()
PERSON, PLACE, PRODUCT, OTHER = EntityKind.PERSON, EntityKind.PLACE, EntityKind.PRODUCT, EntityKind.OTHER


def known(entity_id: str, name: str, kind: EntityKind) -> KnownName:
    own = EntityId(entity_id)
    return KnownName(entity_id=own, root_id=own, kind=kind, name=name, key=name.lower(), is_personal=True)


@pytest.mark.parametrize("name", ["Jordan", "乔丹"])
@pytest.mark.parametrize(("kind", "wanted"), [(PERSON, "wife"), (PLACE, "country"), (PRODUCT, None)])
def test_one_name_of_two_kinds_is_two_things(name: str, kind: EntityKind, wanted: str | None) -> None:
    names = [known("wife", name, PERSON), known("country", name, PLACE)]
    found = resolve(Mention(name=name, kind=kind, key=name.lower()), names, POLICY)
    assert (found.entity_id, found.maybe) == (wanted, ())


@pytest.mark.parametrize("name", ["Jordan", "乔丹"])
def test_a_name_without_a_kind_that_fits_several_may_be_any(name: str) -> None:
    names = [known("wife", name, PERSON), known("country", name, PLACE)]
    found = resolve(Mention(name=name, kind=OTHER, key=name.lower()), names, POLICY)
    assert (found.entity_id, set(found.maybe)) == (None, {"wife", "country"})
    assert resolve(Mention(name=name, kind=OTHER, key=name.lower()), names[:1], POLICY).entity_id == "wife"
