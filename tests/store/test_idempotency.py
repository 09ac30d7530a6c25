"""Records of calls: found again by the same owner only, and never two under one key (rule W13)."""

from datetime import datetime

import pytest

from graphmem.domain.owner import Owner
from graphmem.errors import Conflict
from graphmem.ids import new_id
from graphmem.store import idempotency
from graphmem.store.connection import Database
from graphmem.store.idempotency import Earlier

RESULT = Earlier(input_hash="abc", result='{"decisions": []}')


async def test_a_record_is_found_again_by_its_owner_and_nobody_else(
    database: Database, owner: Owner, now: datetime
) -> None:
    key = new_id()
    await database.write(lambda tx: idempotency.record(tx, owner.key, key, RESULT, at=now))
    assert await database.read(lambda tx: idempotency.find(tx, owner.key, key)) == RESULT
    stranger = Owner(owner.tenant, "bob")
    assert await database.read(lambda tx: idempotency.find(tx, stranger.key, key)) is None
    assert await database.read(lambda tx: idempotency.find(tx, owner.key, new_id())) is None


async def test_a_second_record_under_one_key_is_refused(database: Database, owner: Owner, now: datetime) -> None:
    key = new_id()
    await database.write(lambda tx: idempotency.record(tx, owner.key, key, RESULT, at=now))
    with pytest.raises(Conflict, match="Another writer was first"):
        await database.write(lambda tx: idempotency.record(tx, owner.key, key, RESULT, at=now))
