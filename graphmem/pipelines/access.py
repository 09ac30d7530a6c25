"""API keys: made once, shown once, kept by their hash (rule P2)."""

import hashlib
import secrets
from dataclasses import dataclass

from graphmem.domain.access import EVERYTHING, Access
from graphmem.domain.owner import check_id
from graphmem.domain.principal import Operation, Principal, Role
from graphmem.errors import Forbidden, InvalidInput, NotFound
from graphmem.ids import new_id
from graphmem.pipelines.services import Services
from graphmem.store import api_keys
from graphmem.store.api_keys import NewApiKey

DEFAULT_TENANT = "default"
PREFIX = "gm_"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewKeyRequest:
    """For whom a key is; the tenant is the caller's own where none is named."""

    role: Role
    subject: str
    name: str
    tenant: str | None = None
    access: Access = EVERYTHING
    """Types of memories it may read and write (rule L2)."""


async def create_api_key(services: Services, principal: Principal, request: NewKeyRequest) -> tuple[str, str]:
    """Make a key and return its id and the secret, which can't be had again."""
    principal.require(Operation.MANAGE_KEYS)
    if request.tenant not in {None, principal.tenant} and principal.tenant != DEFAULT_TENANT:
        raise Forbidden("A key for another tenant can only be made by an admin of the tenant 'default'.")
    if request.role is Role.ADMIN and request.access != EVERYTHING:
        raise InvalidInput("A key of the role admin reads and writes every type.", path=("readTypes",))
    secret = new_secret()
    return await _create(services, request, request.tenant or principal.tenant, secret), secret


async def has_keys(services: Services) -> bool:
    """Whether any key was ever made."""
    return await services.database.read(api_keys.exists)


async def create_first_key(services: Services, secret: str) -> None:
    """Make the secret the admin key of tenant `default`."""
    request = NewKeyRequest(role=Role.ADMIN, subject="admin", name="first key")
    await _create(services, request, DEFAULT_TENANT, secret)


def new_secret() -> str:
    """Draw a key: 256 random bits."""
    return PREFIX + secrets.token_urlsafe(32)


async def _create(services: Services, request: NewKeyRequest, tenant: str, secret: str) -> str:
    for value, field in ((tenant, "tenant"), (request.subject, "subject"), (request.name, "name")):
        check_id(value, field)
    key = NewApiKey(
        id=new_id(),
        hash=hash_of(secret),
        tenant=tenant,
        role=request.role,
        subject=request.subject,
        name=request.name,
        access=request.access,
    )
    now = services.clock.now()
    await services.database.write(lambda tx: api_keys.create(tx, key, at=now))
    return key.id


async def revoke_api_key(services: Services, principal: Principal, key_id: str) -> None:
    """End a key of the caller's tenant; NotFound where there is none such."""
    principal.require(Operation.MANAGE_KEYS)
    if not key_id.isascii():
        raise NotFound("API key")
    now = services.clock.now()
    await services.database.write(lambda tx: api_keys.revoke(tx, key_id, tenant=principal.tenant, at=now))


async def principal_of_key(services: Services, secret: str) -> Principal | None:
    """Whom a key stands for; none where it is unknown or was revoked."""
    return await services.database.read(lambda tx: api_keys.by_hash(tx, hash_of(secret)))


def hash_of(secret: str) -> str:
    """SHA-256 of a key; keys are 256 random bits, which need no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()
