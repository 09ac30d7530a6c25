"""Bringing a database to this version's schema: once each, checksummed, under a lease."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.clock import Clock
from graphmem.errors import MigrationChanged, SchemaTooNew
from graphmem.store import leases, schema, server
from graphmem.store.connection import Database
from graphmem.store.cypher import folder


@dataclass(frozen=True, slots=True)
class Migration:
    """One file of `cypher/migrations`: its number, name and statements."""

    version: int
    name: str
    text: str

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def statements(self) -> list[str]:
        """The statements in order, without comments; a file ends each with a semicolon."""
        lines = [line for line in self.text.splitlines() if not line.lstrip().startswith("//")]
        return [part.strip() for part in "\n".join(lines).split(";") if part.strip()]


def known_migrations() -> list[Migration]:
    """Every migration this version brings, in order."""
    files = sorted((folder() / "migrations").glob("*.cypher"))
    return [Migration(int(f.stem[:4]), f.stem[5:], f.read_text(encoding="utf-8")) for f in files]


async def migrate(database: Database, clock: Clock, migrations: Sequence[Migration] | None = None) -> list[str]:
    """Apply what is missing and return the names of what was applied; a second run applies nothing.

    Raises ServerTooOld, SchemaTooNew where the database is ahead of this version, and MigrationChanged where an
    applied file has another text. A run that died half-way is taken up again: each statement can be repeated.
    """
    known = known_migrations() if migrations is None else migrations
    await server.version(database)
    if not await _pending(database, known):
        return []
    await schema.lease_constraint(database)
    async with leases.hold(database, "migrations", clock):
        await schema.migration_constraint(database)
        # Once more: another process may have applied them while this one waited.
        pending = await _pending(database, known)
        for migration in pending:
            for text in migration.statements:
                await database.execute(f"CYPHER 25\n{text}")
            await schema.record(
                database,
                version=migration.version,
                name=migration.name,
                checksum=migration.checksum,
                at=clock.now(),
            )
    await server.await_indexes(database)
    return [f"{m.version:04} {m.name}" for m in pending]


async def _pending(database: Database, known: Sequence[Migration]) -> list[Migration]:
    """What is not applied yet; SchemaTooNew, MigrationChanged as `migrate`."""
    applied = await schema.applied(database)
    _check(applied, known)
    return [m for m in known if m.version not in applied]


def _check(applied: dict[int, str], known: Sequence[Migration]) -> None:
    newest = max((m.version for m in known), default=0)
    ahead = max(applied, default=0)
    if ahead > newest:
        raise SchemaTooNew(
            f"The database is at schema {ahead}; this graphmem knows schemas up to {newest}. "
            "Upgrade graphmem, or connect it to another database."
        )
    for migration in known:
        if applied.get(migration.version, migration.checksum) != migration.checksum:
            raise MigrationChanged(
                f"Migration {migration.version:04} {migration.name} was applied with another text than this graphmem "
                "has. Install the version that made the database, or restore the file; never edit an applied migration."
            )
