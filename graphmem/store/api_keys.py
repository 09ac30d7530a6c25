"""API keys, kept by their hashes."""

from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.access import EVERYTHING, Access
from graphmem.domain.principal import Principal, Role
from graphmem.store.connection import Transaction
from graphmem.store.records import types_of, types_property


@dataclass(frozen=True, slots=True, kw_only=True)
class NewApiKey:
    """A key to keep; `hash` is the SHA-256 of the key, which itself is never stored."""

    id: str
    hash: str
    tenant: str
    role: Role
    subject: str
    name: str
    access: Access = EVERYTHING
    """Types of memories it lets its holder read and write (rule L2)."""


async def create(tx: Transaction, key: NewApiKey, *, at: datetime) -> None:
    """Keep a key by its hash."""
    await tx.run(
        "api_keys/create",
        id=key.id, hash=key.hash, tenant=key.tenant, role=key.role.value, subject=key.subject, name=key.name,
        reads=types_property(key.access.reads), writes=types_property(key.access.writes), at=at,
    )  # fmt: skip


async def by_hash(tx: Transaction, key_hash: str) -> Principal | None:
    """Whom the key with this hash stands for; none where it is unknown or revoked."""
    row = await tx.maybe("api_keys/by_hash", hash=key_hash)
    if row is None:
        return None
    access = Access(reads=types_of(row["reads"]), writes=types_of(row["writes"]))
    return Principal(subject=row["subject"], tenant=row["tenant"], role=Role(row["role"]), access=access)


async def exists(tx: Transaction) -> bool:
    """Whether any key was ever made."""
    row = await tx.one("api_keys/exists", what="key")
    return bool(row["found"])


async def revoke(tx: Transaction, key_id: str, *, tenant: str, at: datetime) -> None:
    """End a key of a tenant; NotFound where it has none such, or it was ended before."""
    await tx.one("api_keys/revoke", what="API key", id=key_id, tenant=tenant, at=at)
