"""Users of a tenant, in the order of their ids, and what is held about one."""

from dataclasses import replace
from datetime import datetime, timedelta

from graphmem.clock import SettableClock
from graphmem.domain.event import Action
from graphmem.domain.owner import Owner
from graphmem.domain.status import Status
from graphmem.store import owners, users
from graphmem.store.connection import Database
from graphmem.store.users import KnownUser
from tests.domain.factories import memory, successor, why
from tests.store.scribe import Scribe

IDS = ["u1", "u12", "u2", "Ünal", "张三"]


async def make_known(database: Database, tenant: str, at: datetime) -> None:
    for user_id in IDS:
        owner = Owner(tenant, user_id)
        await database.write(lambda tx, owner=owner: owners.lock(tx, owner, at=at))


async def listed(
    database: Database, tenant: str, *, prefix: str | None = None, after_id: str = "", limit: int = 100
) -> list[KnownUser]:
    return await database.read(lambda tx: users.page(tx, tenant, prefix=prefix, after_id=after_id, limit=limit))


async def test_users_come_in_the_order_of_their_ids_with_when_they_were_first_written_for(
    database: Database, tenant: str, now: datetime
) -> None:
    await make_known(database, tenant, now)
    await make_known(database, tenant, now + timedelta(days=1))
    assert await listed(database, tenant) == [KnownUser(id=i, created_at=now) for i in sorted(IDS)]


async def test_users_are_paged_and_searched_by_how_their_id_begins(
    database: Database, tenant: str, now: datetime
) -> None:
    await make_known(database, tenant, now)
    assert [u.id for u in await listed(database, tenant, after_id="u1", limit=2)] == ["u12", "u2"]
    assert [u.id for u in await listed(database, tenant, prefix="u1")] == ["u1", "u12"]
    assert [u.id for u in await listed(database, tenant, prefix="张")] == ["张三"]
    assert await listed(database, tenant, prefix="%") == []


async def test_users_of_another_tenant_are_not_listed(database: Database, tenant: str, now: datetime) -> None:
    await make_known(database, tenant, now)
    assert await listed(database, f"{tenant}-2") == []
    assert await listed(database, tenant[:-1]) == []


async def test_counts_are_of_heads_by_status_now_and_then(
    database: Database, owner: Owner, scribe: Scribe, clock: SettableClock
) -> None:
    first = await scribe.add(memory())
    await scribe.add(memory(status=Status.OBSERVED))
    then = clock.now() + timedelta(hours=1)
    clock.advance(timedelta(days=1))
    _, second = await scribe.supersede(first, successor(first), why(Action.SUPERSEDE, "D5"))
    await scribe.change(second, replace(second.state, status=Status.EXPIRED), why(Action.EXPIRE, "D10"))
    now_held = await database.read(lambda tx: users.stats(tx, owner.key))
    assert now_held == {Status.EXPIRED: 1, Status.OBSERVED: 1}
    held_then = await database.read(lambda tx: users.stats_as_of(tx, owner.key, as_of=then))
    assert held_then == {Status.ACTIVE: 1, Status.OBSERVED: 1}
    nobody = Owner(owner.tenant, "nobody")
    assert await database.read(lambda tx: users.stats(tx, nobody.key)) == {}
