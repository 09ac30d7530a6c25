"""Shared spaces: made and shared by an admin, reached by whom a grant names (rule L2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.domain.access import NOTHING, Access, Types, united
from graphmem.domain.owner import Owner, SharedSpace, check_id
from graphmem.domain.principal import Operation, Principal, Role
from graphmem.errors import Forbidden, InvalidInput, LimitExceeded, NotFound
from graphmem.pipelines.requests import ReadableSpace
from graphmem.pipelines.services import Services
from graphmem.store import owners, shared_spaces
from graphmem.store.connection import Transaction
from graphmem.store.shared_spaces import Grant, KnownSpace

MOST_READ = 20
"""Shared spaces that one recall looks through: each has candidate lists of its own."""
MOST_GRANTS = 100
"""Grants of one call."""
_WHAT = "shared space"
_MISSING = "No shared space of this name is open to this caller. Check the name, or ask an admin for a grant."
_TWICE = 2
"""Grants that one caller may have on one space: by its subject, and by its role."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachedSpace:
    """A shared space, and what the caller may do there."""

    known: KnownSpace
    access: Access


async def share_space(services: Services, principal: Principal, name: str, grants: Sequence[Grant]) -> None:
    """Make a space where there is none, and grant; each grant takes the place of the one its grantee had."""
    principal.require(Operation.SHARE_SPACES)
    space = SharedSpace(principal.tenant, name)
    if len(grants) > MOST_GRANTS:
        raise LimitExceeded(f"grants takes {MOST_GRANTS} items; it has {len(grants)}.", path=("grants",))
    for i, grant in enumerate(grants):
        _check_grant(grant, f"grants[{i}]")
    if len({(g.role, g.subject) for g in grants}) < len(grants):
        raise InvalidInput("grants name somebody twice. Name each once, with all it may do.", path=("grants",))

    async def work(tx: Transaction) -> None:
        now = services.clock.now()
        await owners.lock(tx, space, at=now)
        await shared_spaces.grant(tx, space, grants, at=now)

    await services.database.write(work, turn=space.key)


async def unshare_space(services: Services, principal: Principal, name: str, role: Role, subject: str | None) -> None:
    """End a grant, from the next statement on; NotFound where there is none. What is remembered there stays."""
    principal.require(Operation.SHARE_SPACES)
    space = SharedSpace(principal.tenant, name)

    async def work(tx: Transaction) -> None:
        await owners.lock(tx, space, at=services.clock.now())
        await shared_spaces.revoke(tx, space, role, subject)

    await services.database.write(work, turn=space.key)


async def spaces_page(services: Services, principal: Principal, *, after_name: str, limit: int) -> list[ReachedSpace]:
    """Spaces of the caller's tenant that it may read or write, in the order of their names; an admin's are all."""

    async def read(tx: Transaction) -> list[ReachedSpace]:
        is_admin = principal.role is Role.ADMIN
        granted = {} if is_admin else await _granted(tx, principal, None, limit=_TWICE * MOST_GRANTS)
        names = None if is_admin else sorted(name for name, access in granted.items() if not access.is_empty)
        found = await shared_spaces.page(tx, principal.tenant, names=names, after_name=after_name, limit=limit)
        return [ReachedSpace(known=known, access=granted.get(known.name, principal.access)) for known in found]

    return await services.database.read(read)


async def known_space(services: Services, space: SharedSpace) -> KnownSpace:
    """A space with its grants, for whom reached it; NotFound where there is none such."""
    found = await services.database.read(
        lambda tx: shared_spaces.page(tx, space.tenant, names=[space.name], after_name="", limit=1)
    )
    if not found:
        raise NotFound(_WHAT, _MISSING)
    return found[0]


async def reach(services: Services, principal: Principal, name: str) -> tuple[SharedSpace, Access]:
    """A space and what the caller may do there; NotFound where that is nothing, or there is no such space."""
    try:
        space = SharedSpace(principal.tenant, name)
    except InvalidInput:
        raise NotFound(_WHAT, _MISSING) from None
    access = await services.database.read(lambda tx: access_to(tx, principal, space))
    if access.is_empty:
        raise NotFound(_WHAT, _MISSING)
    return space, access


async def access_to(tx: Transaction, principal: Principal, owner: Owner) -> Access:
    """What a caller may do with an owner's memories: what its key allows, in a shared space only what was granted.

    Under the owner's lock the answer holds until the end of the transaction: grants change under the same lock.
    """
    if not isinstance(owner, SharedSpace):
        return principal.access
    if principal.role is Role.ADMIN:
        known = await shared_spaces.page(tx, owner.tenant, names=[owner.name], after_name="", limit=1)
        return principal.access if known else NOTHING
    return (await _granted(tx, principal, [owner.name], limit=_TWICE)).get(owner.name, NOTHING)


async def checked_write(tx: Transaction, principal: Principal, owner: Owner) -> Types:
    """The types that a caller may write, under the owner's lock; NotFound for a space that it can't see at all."""
    access = await access_to(tx, principal, owner)
    if isinstance(owner, SharedSpace) and not access.writes:
        if not access.reads:
            raise NotFound(_WHAT, _MISSING)
        raise Forbidden("This key may read the space, but not write. Ask an admin for a grant that includes writing.")
    return access.writes


async def readable_spaces(
    services: Services, principal: Principal, names: Sequence[str] | None
) -> tuple[ReadableSpace, ...]:
    """The spaces that a recall looks through: those named, or all that the caller may read, the first 20 by name.

    NotFound where the caller may not read one that is named; LimitExceeded for more than 20 names.
    """
    wanted = None if names is None else sorted(set(names))
    if wanted is not None and len(wanted) > MOST_READ:
        raise LimitExceeded(f"spaces takes {MOST_READ} names; it has {len(wanted)}.", path=("spaces",))
    if wanted == []:
        return ()
    access = await services.database.read(lambda tx: _accesses(tx, principal, wanted))
    found = tuple(
        ReadableSpace(space=SharedSpace(principal.tenant, name), types=a.reads) for name, a in access.items() if a.reads
    )
    if wanted is not None and {f.space.name for f in found} != set(wanted):
        raise NotFound(_WHAT, _MISSING)
    return found[:MOST_READ]


async def _accesses(tx: Transaction, principal: Principal, names: Sequence[str] | None) -> dict[str, Access]:
    limit = _TWICE * MOST_READ
    if principal.role is not Role.ADMIN:
        return await _granted(tx, principal, names, limit=limit)
    known = await shared_spaces.page(tx, principal.tenant, names=names, after_name="", limit=limit)
    return {space.name: principal.access for space in known}


async def _granted(
    tx: Transaction, principal: Principal, names: Sequence[str] | None, *, limit: int
) -> dict[str, Access]:
    """What all grants of a caller on a space allow together, within what its key does; by the names of the spaces."""
    by_name: dict[str, list[Access]] = {}
    for name, access in await shared_spaces.granted(tx, principal, names, limit=limit):
        by_name.setdefault(name, []).append(access)
    return {name: united(parts).within(principal.access) for name, parts in by_name.items()}


def _check_grant(grant: Grant, place: str) -> None:
    if grant.subject is not None:
        check_id(grant.subject, f"{place}.subject")
    if grant.access.is_empty:
        raise InvalidInput("A grant must allow to read or to write; take one back by unshareSpace.", path=(place,))
    if grant.role is Role.ADMIN:
        raise InvalidInput("An admin reaches every shared space already. Grant to another role.", path=(place,))
