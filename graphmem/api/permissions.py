"""Which operation of the role table each field needs (rule P2): declared beside the field, read before it runs."""

from collections.abc import Mapping
from enum import Enum

from graphql import GraphQLField
from strawberry.types.field import StrawberryField

from graphmem.domain.principal import Operation

_KEY = "graphmem.needs"
_DEFINITION = "strawberry-definition"


class Anyone(Enum):
    """A need that every authenticated caller meets."""

    AUTHENTICATED = "authenticated"


Need = Operation | Anyone
AUTHENTICATED = Anyone.AUTHENTICATED


def needs(need: Need) -> Mapping[str, Need]:
    """Metadata for `strawberry.field` that says what a caller must be allowed to do."""
    return {_KEY: need}


def need_of(field: GraphQLField) -> Need | None:
    """What a field needs, none where it says nothing."""
    definition = (field.extensions or {}).get(_DEFINITION)
    return definition.metadata.get(_KEY) if isinstance(definition, StrawberryField) else None
