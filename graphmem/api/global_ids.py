"""Global ids: `Memory:<id>:<user id>`, `Entity:<id>:<user id>` and `User:<user id>`, opaque to clients.

What is of a shared space is `SharedMemory:<id>:<space>` and `SharedEntity:<id>:<space>`. A memory's id names its
owner, so that every look-up is restricted to one owner (rules L3, P1).
"""

import base64
import binascii
import re
from dataclasses import dataclass

import strawberry

from graphmem.domain.owner import MAX_ID_LENGTH
from graphmem.errors import NotFound
from graphmem.ids import EntityId, MemoryId

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_LONGEST = 4 * (MAX_ID_LENGTH * 4 + 50)


@dataclass(frozen=True, slots=True)
class MemoryRef:
    """A memory version of a user, or of a shared space."""

    memory_id: MemoryId
    user_id: str
    space: str | None = None


@dataclass(frozen=True, slots=True)
class EntityRef:
    """An entity as a user or a shared space reaches it; with neither, as the tenant shares it."""

    entity_id: EntityId
    user_id: str
    space: str | None = None


@dataclass(frozen=True, slots=True)
class UserRef:
    """A user, by the application's own id."""

    user_id: str


def encode_memory(memory_id: MemoryId, user_id: str, space: str | None = None) -> strawberry.ID:
    """The global id of a memory version of a user, or of a shared space."""
    if space is not None:
        return _encode(f"SharedMemory:{memory_id}:{space}")
    return _encode(f"Memory:{memory_id}:{user_id}")


def encode_entity(entity_id: EntityId, user_id: str, space: str | None = None) -> strawberry.ID:
    """The global id of an entity of a user, of a shared space, or with neither of the tenant."""
    if space is not None:
        return _encode(f"SharedEntity:{entity_id}:{space}")
    return _encode(f"Entity:{entity_id}:{user_id}")


def encode_user(user_id: str) -> strawberry.ID:
    """The global id of a user."""
    return _encode(f"User:{user_id}")


def decode(text: str) -> MemoryRef | EntityRef | UserRef:
    """What a global id names; NotFound, in the same words, for anything that is none."""
    kind, _, rest = _decoded(text).partition(":")
    memory_id, _, user_id = rest.partition(":")
    match kind:
        case "Memory" if _UUID.fullmatch(memory_id) and user_id:
            return MemoryRef(MemoryId(memory_id), user_id)
        case "Entity" if _UUID.fullmatch(memory_id):
            return EntityRef(EntityId(memory_id), user_id)
        case "SharedMemory" if _UUID.fullmatch(memory_id) and user_id:
            return MemoryRef(MemoryId(memory_id), "", user_id)
        case "SharedEntity" if _UUID.fullmatch(memory_id) and user_id:
            return EntityRef(EntityId(memory_id), "", user_id)
        case "User" if rest:
            return UserRef(rest)
        case _:
            raise NotFound("object")


def decode_memory(text: str) -> MemoryRef:
    """The memory that a global id names; NotFound for an id of another type, too."""
    try:
        ref = decode(text)
    except NotFound:
        ref = None
    if not isinstance(ref, MemoryRef):
        raise NotFound("memory")
    return ref


def decode_entity(text: str) -> EntityRef:
    """The entity that a global id names; NotFound for an id of another type, too."""
    try:
        ref = decode(text)
    except NotFound:
        ref = None
    if not isinstance(ref, EntityRef):
        raise NotFound("entity")
    return ref


def _encode(text: str) -> strawberry.ID:
    return strawberry.ID(base64.b64encode(text.encode()).decode())


def _decoded(text: str) -> str:
    if len(text) > _LONGEST:
        return ""
    try:
        return base64.b64decode(text, validate=True).decode()
    except (binascii.Error, ValueError):
        return ""
