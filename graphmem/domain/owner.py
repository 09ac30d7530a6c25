"""Whose data it is: a user within a tenant, as one opaque key that every statement filters on."""

import base64
import hashlib
import unicodedata
from dataclasses import dataclass

from graphmem.errors import InvalidInput
from graphmem.ids import OwnerKey

MAX_ID_LENGTH = 200


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
    digest = hashlib.sha256(f"{tenant}\0user\0{user_id}".encode()).digest()[:20]
    return OwnerKey("u" + base64.b32encode(digest).decode().lower())
