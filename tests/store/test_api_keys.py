"""API keys: found by their hash until they are revoked (rule P2)."""

from datetime import datetime

import pytest

from graphmem.domain.principal import Principal, Role
from graphmem.errors import Conflict, NotFound
from graphmem.ids import new_id
from graphmem.store import api_keys
from graphmem.store.api_keys import NewApiKey
from graphmem.store.connection import Database


def new_key(tenant: str, role: Role = Role.AGENT) -> NewApiKey:
    return NewApiKey(id=new_id(), hash=new_id(), tenant=tenant, role=role, subject="shop", name="the shop's key")


@pytest.mark.parametrize("role", list(Role))
async def test_a_key_stands_for_its_subject_tenant_and_role(
    database: Database, tenant: str, now: datetime, role: Role
) -> None:
    key = new_key(tenant, role)
    await database.write(lambda tx: api_keys.create(tx, key, at=now))
    found = await database.read(lambda tx: api_keys.by_hash(tx, key.hash))
    assert found == Principal(subject="shop", tenant=tenant, role=role)
    assert await database.read(api_keys.exists)


async def test_an_unknown_hash_stands_for_nobody(database: Database) -> None:
    assert await database.read(lambda tx: api_keys.by_hash(tx, new_id())) is None


async def test_a_revoked_key_stands_for_nobody_and_ends_once(database: Database, tenant: str, now: datetime) -> None:
    key = new_key(tenant)
    await database.write(lambda tx: api_keys.create(tx, key, at=now))
    await database.write(lambda tx: api_keys.revoke(tx, key.id, tenant=tenant, at=now))
    assert await database.read(lambda tx: api_keys.by_hash(tx, key.hash)) is None
    with pytest.raises(NotFound):
        await database.write(lambda tx: api_keys.revoke(tx, key.id, tenant=tenant, at=now))


async def test_a_key_of_another_tenant_is_not_found(database: Database, tenant: str, now: datetime) -> None:
    key = new_key(tenant)
    await database.write(lambda tx: api_keys.create(tx, key, at=now))
    with pytest.raises(NotFound, match="No API key with this id"):
        await database.write(lambda tx: api_keys.revoke(tx, key.id, tenant=f"{tenant}-2", at=now))
    assert await database.read(lambda tx: api_keys.by_hash(tx, key.hash)) is not None


async def test_two_keys_never_share_an_id_or_a_hash(database: Database, tenant: str, now: datetime) -> None:
    key = new_key(tenant)
    await database.write(lambda tx: api_keys.create(tx, key, at=now))
    with pytest.raises(Conflict):
        await database.write(lambda tx: api_keys.create(tx, key, at=now))
