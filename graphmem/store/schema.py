"""The record of which migrations a database has seen."""

from datetime import datetime

from graphmem.store.connection import Database


async def lease_constraint(database: Database) -> None:
    """Make leases unique, before the first is taken; by a transaction, which is tried again when two processes meet."""
    await database.write(lambda tx: tx.run("schema/lease_constraint"))


async def migration_constraint(database: Database) -> None:
    """Make the record of a migration unique."""
    await database.auto("schema/migration_constraint")


async def applied(database: Database) -> dict[int, str]:
    """Checksum of each applied migration by its number."""
    return {int(row["version"]): str(row["checksum"]) for row in await database.auto("schema/applied")}


async def record(database: Database, *, version: int, name: str, checksum: str, at: datetime) -> None:
    """Note a migration as applied; a second note of the same changes nothing."""
    await database.auto("schema/record", version=version, name=name, checksum=checksum, at=at)
