"""The raw log of a session, and whose it is (rules V5, M2, F5)."""

from datetime import datetime, timedelta

from graphmem.domain.candidate import MessageRole
from graphmem.domain.change import Message
from graphmem.domain.ledger import Ledger
from graphmem.domain.memory import Evidence, Memory
from graphmem.domain.owner import Owner
from graphmem.domain.policy import Policy
from graphmem.ids import MessageId, new_id
from graphmem.store import memories, messages
from graphmem.store.connection import Database
from graphmem.store.messages import ForgottenWords
from tests.domain.factories import memory, new_version, why
from tests.store.scribe import Scribe


def said(text: str, at: datetime, session_id: str = "s1", role: MessageRole = MessageRole.USER) -> Message:
    return Message(id=MessageId(new_id()), session_id=session_id, role=role, content=text, at=at)


async def append(database: Database, owner: Owner, *log: Message, session_id: str = "s1") -> None:
    await database.write(lambda tx: messages.append(tx, owner.key, session_id, log, at=log[0].at, policy=Policy()))


async def recent(database: Database, owner: Owner, session_id: str = "s1", limit: int = 100) -> list[Message]:
    return await database.read(lambda tx: messages.recent(tx, owner.key, session_id, limit=limit))


async def stand_on(scribe: Scribe, message: Message, *spans: tuple[int, int]) -> Memory:
    """A memory that stands on characters of a message."""
    held = memory()
    evidence = tuple(Evidence(message_id=message.id, start=a, end=b) for a, b in spans)

    def entries(ledger: Ledger) -> None:
        version = new_version(held, vector=scribe.vector())
        ledger.add(version, why())
        ledger.changes.evidence.extend((held.id, e) for e in evidence)

    await scribe.enter(entries)
    return held


async def test_a_log_comes_back_in_the_order_it_was_said_with_every_field(
    database: Database, owner: Owner, now: datetime
) -> None:
    log = [said(f"消息 {i}", now, role=role) for i, role in enumerate(MessageRole)]
    await append(database, owner, *log[:3])
    await append(database, owner, *log[3:])
    read = await recent(database, owner)
    assert [(m.id, m.role, m.content, m.at, m.session_id) for m in read] == [
        (m.id, m.role, m.content, m.at, m.session_id) for m in log
    ]
    assert [m.position for m in read] == list(range(len(log)))


async def test_only_the_last_messages_are_read_and_they_come_oldest_first(
    database: Database, owner: Owner, now: datetime
) -> None:
    log = [said(str(i), now + timedelta(minutes=i)) for i in range(5)]
    await append(database, owner, *log)
    assert [m.content for m in await recent(database, owner, limit=2)] == ["3", "4"]


async def test_a_session_of_the_same_name_belongs_to_each_user_alone(
    database: Database, owner: Owner, now: datetime
) -> None:
    other = Owner(owner.tenant, "bob")
    await append(database, owner, said("mine", now))
    await append(database, other, said("theirs", now))
    assert [(m.content, m.position) for m in await recent(database, owner)] == [("mine", 0)]
    assert [(m.content, m.position) for m in await recent(database, other)] == [("theirs", 0)]
    assert await recent(database, Owner(owner.tenant, "eve")) == []


async def test_no_session_id_reaches_into_another_users_session(
    database: Database, owner: Owner, now: datetime
) -> None:
    other = Owner(owner.tenant, "bob")
    await append(database, owner, said("mine", now))
    for attempt in (f"{owner.key}/s1", f"/{owner.key}/s1", f"../{owner.key}/s1", "s1/"):
        await append(database, other, said("theirs", now), session_id=attempt)
        assert [m.content for m in await recent(database, other, attempt)] == ["theirs"]
    assert [m.content for m in await recent(database, owner)] == ["mine"]


async def test_an_empty_log_makes_no_session(database: Database, owner: Owner, now: datetime) -> None:
    await database.write(lambda tx: messages.append(tx, owner.key, "s1", [], at=now, policy=Policy()))
    assert await recent(database, owner) == []


async def test_a_memory_leads_to_the_words_it_stands_on_in_the_order_they_were_said(
    database: Database, owner: Owner, scribe: Scribe, now: datetime
) -> None:
    first, second = said("I like green tea", now), said("真的很喜欢", now + timedelta(minutes=1))
    await append(database, owner, first, second)
    held = await stand_on(scribe, first, (2, 6), (7, 16))
    other = await stand_on(scribe, second, (3, 5))
    found = await database.read(lambda tx: memories.sources(tx, owner.key, [held.id, other.id]))
    assert [(s.memory_id, s.message.content[s.start : s.end]) for s in found] == [
        (held.id, "like"),
        (held.id, "green tea"),
        (other.id, "喜欢"),
    ]


async def test_forgetting_names_the_words_of_a_lineage_and_those_that_others_stand_on(
    database: Database, owner: Owner, scribe: Scribe, now: datetime
) -> None:
    message = said("tea and cake", now)
    await append(database, owner, message)
    tea = await stand_on(scribe, message, (0, 3))
    await stand_on(scribe, message, (8, 12))
    fragments = await database.read(lambda tx: messages.fragments_of_lineage(tx, owner.key, tea.lineage_id))
    assert fragments == [ForgottenWords(id=message.id, content="tea and cake", forgotten=((0, 3),), kept=((8, 12),))]
    await database.write(lambda tx: messages.rewrite(tx, owner.key, {message.id: "■■■ and cake"}))
    assert [m.content for m in await recent(database, owner)] == ["■■■ and cake"]


async def test_another_user_rewrites_nothing_and_stands_on_nothing_of_mine(
    database: Database, owner: Owner, scribe: Scribe, now: datetime
) -> None:
    message = said("mine", now)
    await append(database, owner, message)
    stranger = scribe.about("bob")
    await database.write(lambda tx: messages.rewrite(tx, stranger.call.owner.key, {message.id: "theirs"}))
    held = await stand_on(stranger, message, (0, 4))
    assert await database.read(lambda tx: memories.sources(tx, stranger.call.owner.key, [held.id])) == []
    assert [m.content for m in await recent(database, owner)] == ["mine"]
