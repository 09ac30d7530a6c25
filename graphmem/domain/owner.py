"""Whose data it is: a user or a shared space within a tenant, as one opaque key that every statement filters on."""

import base64
import hashlib
import unicodedata
from dataclasses import dataclass, field
from enum import StrEnum

from graphmem.errors import InvalidInput
from graphmem.ids import OwnerKey

MAX_ID_LENGTH = 200


class MemoryScope(StrEnum):
    """Whether memories are about one user, or about no person."""

    PERSONAL = "personal"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Owner:
    """One user of one tenant (rules L2, L3); both ids are the application's own words."""

    tenant: str
    user_id: str

    def __post_init__(self) -> None:
        check_id(self.tenant, "tenant")
        check_id(self.user_id, "userId")

    @property
    def key(self) -> OwnerKey:
        """The opaque token of letters and digits that stands for this owner in the database."""
        return owner_key(self.tenant, self.user_id)

    @property
    def space(self) -> str | None:
        """Name of the shared space that it is; none for a user."""
        return None


@dataclass(frozen=True, slots=True)
class Commons(Owner):
    """What a tenant shares among its users: named things that were given for all; nothing of a person (rule L2)."""

    user_id: str = field(default="", init=False)

    def __post_init__(self) -> None:
        check_id(self.tenant, "tenant")

    @property
    def key(self) -> OwnerKey:
        """The opaque token that stands for the tenant's shared things; no user has it."""
        return commons_key(self.tenant)


@dataclass(frozen=True, slots=True)
class SharedSpace(Owner):
    """Memories of a tenant that are about no person, for those who were granted to read or write them (rule L2).

    Not to be confused with an embedding space, which is what vectors live in.
    """

    user_id: str = field(default="", init=False)
    name: str

    def __post_init__(self) -> None:
        check_id(self.tenant, "tenant")
        check_id(self.name, "space")

    @property
    def key(self) -> OwnerKey:
        """The opaque token that stands for this space; no user and no commons has it."""
        return space_key(self.tenant, self.name)

    @property
    def space(self) -> str | None:
        """Its name."""
        return self.name


def check_id(value: str, name: str) -> None:
    """Refuse an id that is empty, too long, padded with blanks or holds control characters or surrogates."""
    if not value or len(value) > MAX_ID_LENGTH:
        raise InvalidInput(f"{name} must have 1 to {MAX_ID_LENGTH} characters; it has {len(value)}.", path=(name,))
    if value != value.strip() or any(unicodedata.category(c) in {"Cc", "Cs"} for c in value):
        raise InvalidInput(
            f"{name} must not begin or end with a blank, nor hold control characters or lone surrogates.", path=(name,)
        )


def owner_key(tenant: str, user_id: str) -> OwnerKey:
    """Hash tenant and user to one token: no id with a blank, quote, prefix or other script reaches another's data.

    NUL can't be in either id, so the joined text has one reading only. 160 bits of SHA-256 in lower-case base 32,
    after a letter, so that full-text analysis keeps it as one token.
    """
    return OwnerKey("u" + _digest(f"{tenant}\0user\0{user_id}"))


def commons_key(tenant: str) -> OwnerKey:
    """Hash a tenant to the token of what it shares, made as `owner_key` is and never the same."""
    return OwnerKey("t" + _digest(f"{tenant}\0commons"))


def space_key(tenant: str, name: str) -> OwnerKey:
    """Hash a tenant and the name of a shared space to one token, made as `owner_key` is and never the same."""
    return OwnerKey("s" + _digest(f"{tenant}\0space\0{name}"))


def _digest(text: str) -> str:
    return base64.b32encode(hashlib.sha256(text.encode()).digest()[:20]).decode().lower()
