"""How the real server would run each statement: by an index, in bounded work, and without a word of warning."""

import secrets
from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, LiteralString, cast

import neo4j
import pytest
from neo4j import NotificationClassification

from graphmem.domain.candidate import MessageRole
from graphmem.domain.change import Message
from graphmem.domain.claim import Claim
from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.ledger import Ledger
from graphmem.domain.memory import Evidence, MemoryType
from graphmem.domain.miss import Miss, MissReason
from graphmem.domain.owner import Owner
from graphmem.domain.page import PageRequest
from graphmem.domain.principal import Principal, Role
from graphmem.domain.status import Status
from graphmem.ids import MessageId, new_id
from graphmem.pipelines.requests import Call
from graphmem.pipelines.services import Services
from graphmem.store import memories, misses
from graphmem.store.candidates import BOUNDS
from graphmem.store.cypher import statement
from graphmem.store.memories import ListFilter
from tests.architecture.statements import StatementFile, statement_files
from tests.architecture.test_statements import PERSONAL
from tests.domain.factories import AT, memory, new_version, why
from tests.store.scribe import Scribe, options_of

FILES = statement_files()
HELD = 200
"""Memories of the owner that is asked for; another owner has as many."""

PAGE = 10
UNBOUNDED = {"AllNodesScan", "NodeByLabelScan", "UnionNodeByLabelsScan", "DirectedAllRelationshipsScan"}
SEEKS = {"NodeIndexSeek", "NodeUniqueIndexSeek", "NodeVectorIndexSearch", "NodeFulltextIndexSearch"}


@dataclass(frozen=True)
class Step:
    """One operator of a plan."""

    operator: str
    details: str
    rows: int


@dataclass(frozen=True)
class Planner:
    """Asks the server how it runs a statement."""

    session: neo4j.AsyncSession
    owner: Owner
    explained: dict[str, neo4j.ResultSummary] = field(default_factory=dict[str, neo4j.ResultSummary])

    async def explain(self, name: str) -> neo4j.ResultSummary:
        """The summary of a statement that is planned and not run; asked for once."""
        if name not in self.explained:
            self.explained[name] = await self._summary(name, "EXPLAIN", {})
        return self.explained[name]

    async def profile(self, name: str, **parameters: object) -> list[Step]:
        """The operators of a statement that was run, the last one first."""
        summary = await self._summary(name, "PROFILE", {"owner": self.owner.key, **parameters})
        return list(steps(cast(Any, summary).profile))

    async def _summary(self, name: str, mode: str, parameters: dict[str, object]) -> neo4j.ResultSummary:
        text = statement(name).replace("CYPHER 25\n", f"CYPHER 25 {mode}\n", 1)
        result = await self.session.run(cast(LiteralString, text), parameters)
        return await result.consume()


def steps(plan: dict[str, Any]) -> Iterator[Step]:
    """A plan's operators, from the result down to the leaves."""
    arguments = plan["args"]
    yield Step(plan["operatorType"].split("@")[0], str(arguments.get("Details", "")), int(arguments.get("Rows", 0)))
    for child in plan.get("children", []):
        yield from steps(child)


@pytest.fixture(scope="session")
async def planner(started: Services) -> AsyncGenerator[Planner]:
    """A planner on a database that holds two owners' memories, so that a plan is chosen as it would be in service."""
    tenant = f"tenant-{secrets.token_hex(6)}"
    owners = [Owner(tenant, "ada"), Owner(tenant, "bob")]
    for owner in owners:
        principal = Principal(subject="agent-1", tenant=owner.tenant, role=Role.AGENT)
        scribe = Scribe(started, Call(principal=principal, owner=owner))
        await scribe.enter(lambda ledger, scribe=scribe: fill(ledger, scribe))
    options = options_of(started.database)
    async with (
        neo4j.AsyncGraphDatabase.driver(  # pyright: ignore[reportUnknownMemberType]  untyped options
            options.uri, auth=(options.user, options.password)
        ) as driver,
        driver.session(database=options.database) as session,  # pyright: ignore[reportUnknownMemberType]
    ):
        await (await session.run("CALL db.prepareForReplanning()")).consume()
        yield Planner(session, owners[0])


def fill(ledger: Ledger, scribe: Scribe) -> None:
    """Some of each slot and topic, in sessions of twenty, each on a message of its own."""
    for i in range(HELD):
        claim = Claim(attribute="city" if i % 10 == 0 else None, topic=f"topic {i % 20}", value=str(i))
        held = memory(f"memory {i}", claim=claim, session_id=f"s{i // 20}")
        message = Message(id=MessageId(new_id()), session_id="s1", role=MessageRole.USER, content="tea", at=AT)
        evidence = (Evidence(message_id=message.id, start=0, end=3),)
        ledger.changes.messages.append(message)
        ledger.add(replace(new_version(held, vector=scribe.vector(i / HELD)), evidence=evidence), why())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
async def test_the_server_knows_every_word_of_a_statement(planner: Planner, file: StatementFile) -> None:
    """Names of nodes it has not seen yet, and values that come with the run, are all it may miss."""
    summary = await planner.explain(file.name)
    expected = {NotificationClassification.UNRECOGNIZED, NotificationClassification.GENERIC}
    said = [o for o in summary.gql_status_objects if o.is_notification and o.classification not in expected]
    assert [o.status_description for o in said] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
async def test_no_statement_reads_every_node_of_a_personal_label(planner: Planner, file: StatementFile) -> None:
    summary = await planner.explain(file.name)
    root = cast(Any, summary).plan
    plan = [] if root is None else list(steps(root))
    scans = [s for s in plan if s.operator in UNBOUNDED and any(f":{label}" in s.details for label in PERSONAL)]
    assert scans == []
    assert "AllNodesScan" not in {s.operator for s in plan}


def unit_vector(services: Services) -> list[float]:
    """A vector of the space."""
    return [1.0, *[0.0] * (services.embedder.space.dimension - 1)]


HEADS = ListFilter(statuses=frozenset(Status))
LIST: dict[str, object] = {
    "statuses": ["active"],
    "types": None,
    "attribute": None,
    "heads_only": True,
    "actions": None,
    "rule": None,
    "lineage_id": None,
    "before_at": END_OF_TIME,
    "before_id": "~",
    "as_of": END_OF_TIME,
    "limit": PAGE,
}


@pytest.mark.parametrize("name", ["memories/page", "memories/page_as_of", "events/page"])
async def test_a_page_is_read_from_its_index_in_order_and_no_further_than_it_goes(planner: Planner, name: str) -> None:
    plan = await planner.profile(name, **LIST)
    assert [s.rows for s in plan if s.operator == "NodeIndexSeek"] == [PAGE]
    assert not {s.operator for s in plan} & {"Sort", "Top", "PartialSort", "PartialTop"}


MISSES = 50


async def test_a_page_of_misses_is_read_from_its_index_in_order(planner: Planner, started: Services) -> None:
    kept = [
        Miss(
            id=new_id(), user_id="ada", query=f"question {i}", is_sensitive=False, reason=MissReason.IRRELEVANT,
            space="s", scores=(), first_at=AT, at=AT + timedelta(minutes=i),
        )
        for i in range(MISSES)
    ]  # fmt: skip
    await started.database.write(lambda tx: misses.keep(tx, planner.owner.key, kept, kept=MISSES))
    parameters = {"tenant": planner.owner.tenant, "before_at": END_OF_TIME, "before_id": "~", "limit": PAGE}
    for name in ("misses/page", "misses/page_of_tenant"):
        plan = await planner.profile(name, **parameters)
        assert [s.rows for s in plan if s.operator == "NodeIndexSeek"] == [PAGE]
        assert not {s.operator for s in plan} & {"Sort", "Top", "PartialSort", "PartialTop"}


async def test_recording_a_use_reads_the_version_and_its_lineage(planner: Planner, started: Services) -> None:
    (held,) = (
        await started.database.read(lambda tx: memories.page(tx, planner.owner.key, PageRequest(1), HEADS))
    ).items
    use: dict[str, object] = {"id": held.id, "days": [], "accesses": 0, "hits": 0, "accessed_at": None, "hit_at": None}
    plan = await planner.profile("uses/record", uses=[use], since_day=0)
    assert [s.rows for s in plan if "Seek" in s.operator] == [1, 1]


async def test_the_last_messages_of_a_session_are_read_from_its_end(planner: Planner) -> None:
    plan = await planner.profile("messages/recent", session_key=f"{planner.owner.key}/s1", limit=PAGE)
    assert [s.rows for s in plan if s.operator in SEEKS] == [PAGE]


AROUND = 2


def asked(planner: Planner, started: Services, **further: object) -> dict[str, object]:
    """What a plain question sends: one probe, no period, slot or name."""
    words = f"+owner_key:{planner.owner.key} +search_text:(tea)"
    return {
        "tenant": planner.owner.tenant,
        "probes": [{"vector": unit_vector(started), "words": words}],
        "periods": [],
        "names": [],
        "slots": [],
        "reach": [True],
        "statuses": ["active"],
        "types": [kind.value for kind in MemoryType],
        "valid_at": AT,
        "depth": PAGE,
        "around": AROUND,
        "bounds": BOUNDS,
    } | further


async def test_recall_reads_two_indexes_to_its_depth_and_the_neighbours_of_the_best(
    planner: Planner, started: Services
) -> None:
    plan = await planner.profile("candidates/current", **asked(planner, started))
    leaves = [s for s in plan if s.operator in SEEKS and s.rows]
    assert {s.operator for s in leaves} >= {"NodeFulltextIndexSearch", "NodeVectorIndexSearch"}
    assert all(s.rows <= max(PAGE, 5 * AROUND) for s in leaves)


async def test_a_period_is_read_from_the_same_indexes(planner: Planner, started: Services) -> None:
    words = f"+owner_key:{planner.owner.key} +search_text:(tea) +day_keys:(2026)^0"
    period = {"begins": AT - timedelta(days=400), "ends": AT + timedelta(days=400), "words": words}
    plan = await planner.profile("candidates/current", **asked(planner, started, periods=[period]))
    leaves = [s for s in plan if s.operator in SEEKS and s.rows]
    assert all(s.rows <= max(PAGE, 5 * AROUND) for s in leaves)
    assert len([s for s in leaves if s.operator == "NodeVectorIndexSearch"]) == 2


async def test_relating_reads_the_vectors_and_the_slots_topics_and_sessions_of_one_owner(
    planner: Planner, started: Services
) -> None:
    vector = unit_vector(started)
    candidates = [{"position": 0, "vector": vector, "attribute": "city", "topic": "topic 3"}]
    plan = await planner.profile(
        "memories/relate", candidates=candidates, session_key=f"{planner.owner.key}/s1", limit=PAGE, since_day=0
    )
    leaves = [s for s in plan if s.operator in SEEKS]
    assert sorted(s.operator for s in leaves) == [*["NodeIndexSeek"] * 3, "NodeVectorIndexSearch"]
    in_slot, of_topic, in_session = HELD // 10, HELD // 20, 20
    assert sorted(s.rows for s in leaves) == sorted([PAGE, in_slot, of_topic, in_session])


async def test_recall_as_of_reads_the_versions_of_one_owner(planner: Planner, started: Services) -> None:
    plan = await planner.profile(
        "candidates/as_of",
        probes=[{"vector": unit_vector(started), "words": None}],
        statuses=["active"],
        types=None,
        valid_at=END_OF_TIME,
        as_of=END_OF_TIME,
        depth=PAGE,
    )
    assert [s.rows for s in plan if s.operator in SEEKS] == [HELD, 0]  # no words were asked for
