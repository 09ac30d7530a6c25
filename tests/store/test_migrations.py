"""Bringing a database to a schema: once each, in order, alone, and taken up again where a run died."""

import asyncio
from collections.abc import AsyncGenerator

import pytest
from neo4j.exceptions import Neo4jError

from graphmem.clock import SettableClock
from graphmem.errors import MigrationChanged, SchemaTooNew
from graphmem.store import schema
from graphmem.store.connection import Database
from graphmem.store.migrations import Migration, known_migrations, migrate
from tests.store.scribe import options_of

FIRST, SECOND = 9001, 9002
"""Numbers far above those that graphmem will reach."""

INDEX = "CREATE INDEX test_first IF NOT EXISTS FOR (n:TestOnly) ON (n.x);"
CONSTRAINT = "CREATE CONSTRAINT test_second IF NOT EXISTS FOR (n:TestOnly) REQUIRE n.y IS UNIQUE;"


@pytest.fixture
async def emptied(database: Database) -> AsyncGenerator[Database]:
    """The database, cleaned of what these tests migrate."""
    yield database
    await database.execute("MATCH (n:SchemaMigration) WHERE n.version > 9000 DELETE n")
    await database.execute("MATCH (n:TestOnly) DELETE n")
    await database.execute("DROP INDEX test_first IF EXISTS")
    await database.execute("DROP CONSTRAINT test_second IF EXISTS")


def known_and(*further: Migration) -> list[Migration]:
    return [*known_migrations(), *further]


async def names_of_schema(database: Database) -> set[str]:
    indexes = await database.execute("SHOW INDEXES YIELD name RETURN name")
    return {row["name"] for row in indexes} & {"test_first", "test_second"}


def test_the_migrations_of_this_version_are_numbered_from_one_without_a_gap() -> None:
    known = known_migrations()
    assert [m.version for m in known] == list(range(1, len(known) + 1))
    assert all(m.name and m.statements for m in known)


def test_every_statement_of_a_migration_can_be_repeated() -> None:
    """A run that died half-way is taken up by running its file again."""
    for migration in known_migrations():
        for text in migration.statements:
            assert not text.startswith("CREATE") or "IF NOT EXISTS" in text, text
            assert not text.startswith("DROP") or "IF EXISTS" in text, text


def test_a_file_is_cut_into_statements_without_its_comments() -> None:
    migration = Migration(1, "x", "// a; b\nRETURN 1;\n\n  // c\nRETURN\n  2;\n")
    assert migration.statements == ["RETURN 1", "RETURN\n  2"]
    assert migration.checksum != Migration(1, "x", "RETURN 1;").checksum


async def test_a_second_run_applies_nothing(emptied: Database, clock: SettableClock) -> None:
    migrations = known_and(Migration(FIRST, "first", INDEX), Migration(SECOND, "second", CONSTRAINT))
    assert await migrate(emptied, clock, migrations) == ["9001 first", "9002 second"]
    assert await names_of_schema(emptied) == {"test_first", "test_second"}
    assert await migrate(emptied, clock, migrations) == []
    assert set(await schema.applied(emptied)) >= {1, FIRST, SECOND}


async def test_a_started_service_has_every_migration_of_this_version(emptied: Database, clock: SettableClock) -> None:
    assert await migrate(emptied, clock) == []
    assert await schema.applied(emptied) == {m.version: m.checksum for m in known_migrations()}


async def test_of_many_at_once_one_applies_and_the_others_find_it_done(emptied: Database, clock: SettableClock) -> None:
    migrations = known_and(Migration(FIRST, "first", INDEX))
    async with Database(options_of(emptied)) as other:
        await other.verify()
        applied = await asyncio.gather(*(migrate(d, clock, migrations) for d in (emptied, other) * 2))
    assert sorted(applied) == [[], [], [], ["9001 first"]]


async def test_two_that_meet_in_an_empty_database_both_get_their_lease(emptied: Database) -> None:
    async with Database(options_of(emptied)) as other:
        for _ in range(3):
            await emptied.execute("DROP CONSTRAINT lease_name IF EXISTS")
            await asyncio.gather(*(schema.lease_constraint(d) for d in (emptied, other, emptied, other)))


async def test_a_database_ahead_of_this_version_is_left_alone(emptied: Database, clock: SettableClock) -> None:
    await migrate(emptied, clock, known_and(Migration(FIRST, "first", INDEX)))
    newest = known_migrations()[-1].version
    with pytest.raises(SchemaTooNew, match=f"at schema 9001; this graphmem knows schemas up to {newest}"):
        await migrate(emptied, clock)


async def test_an_applied_migration_with_another_text_is_refused_before_anything_is_done(
    emptied: Database, clock: SettableClock
) -> None:
    await migrate(emptied, clock, known_and(Migration(FIRST, "first", INDEX)))
    changed = known_and(Migration(FIRST, "first", INDEX + "\n"), Migration(SECOND, "second", CONSTRAINT))
    with pytest.raises(MigrationChanged, match="Migration 9001 first was applied with another text"):
        await migrate(emptied, clock, changed)
    assert await names_of_schema(emptied) == {"test_first"}


async def test_a_run_that_died_half_way_is_taken_up_again(emptied: Database, clock: SettableClock) -> None:
    migrations = known_and(Migration(FIRST, "first", f"{INDEX}\n{CONSTRAINT}"))
    await emptied.execute("UNWIND [1, 1] AS y CREATE (:TestOnly {y: y})")
    with pytest.raises(Neo4jError):
        await migrate(emptied, clock, migrations)
    assert await names_of_schema(emptied) == {"test_first"}
    assert FIRST not in await schema.applied(emptied)
    await emptied.execute("MATCH (n:TestOnly) DELETE n")
    assert await migrate(emptied, clock, migrations) == ["9001 first"]
    assert await names_of_schema(emptied) == {"test_first", "test_second"}
