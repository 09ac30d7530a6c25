"""Names of one thing in two scripts: listed for review by what they mean, never merged by it (rule E2)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from graphmem.clock import SettableClock
from graphmem.domain.candidate import MessageRole
from graphmem.domain.names import EntityKind
from graphmem.domain.owner import Commons, Owner
from graphmem.embedding import CentredEmbedder, Vector
from graphmem.pipelines.entity_requests import NamedThing
from graphmem.pipelines.forget import forget
from graphmem.pipelines.import_memories import import_memories
from graphmem.pipelines.observe import observe
from graphmem.pipelines.requests import ForgetRequest, ImportItem, ImportRequest, ObserveRequest, SaidTurn
from graphmem.pipelines.services import Services
from tests.pipelines.test_entities import Namer

TOM = ("My friend Tom plays chess.", "我的朋友叫汤姆。")
SNOWBALL = ("My dog is called Snowball.", "我的狗叫雪球。")
CAFE = "My company is Green Leaf Café."


@pytest.fixture
def ada(services: Services, tenant: str) -> Namer:
    return Namer(services, Owner(tenant, "ada"))


class CountedEmbedder(CentredEmbedder):
    """The real embedder, which remembers what it was given."""

    def __init__(self, of: CentredEmbedder) -> None:
        self.__dict__.update(of.__dict__)
        self.batches: list[list[str]] = []

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        self.batches.append(list(texts))
        return await super().embed_passages(texts)


async def says(namer: Namer, content: str) -> None:
    turn = SaidTurn(role=MessageRole.USER, content=content)
    await observe(namer.services, namer.call(), ObserveRequest(turns=(turn,)))


async def doubts(namer: Namer) -> set[frozenset[str]]:
    """The names of each two that are listed as maybe the same."""
    listed = await namer.entities()
    named = {e.id: e.name for e in listed}
    return {frozenset({e.name, named[i]}) for e in listed for i in e.maybe_same_as}


@pytest.mark.parametrize("is_chinese_first", [False, True])
@pytest.mark.parametrize("twins", [TOM, SNOWBALL])
async def test_a_name_said_in_the_other_language_is_listed_for_review_and_not_merged(
    ada: Namer, twins: tuple[str, str], *, is_chinese_first: bool
) -> None:
    for said in reversed(twins) if is_chinese_first else twins:
        await says(ada, said)
    one, other = await ada.entities()
    assert (one.maybe_same_as, other.maybe_same_as) == ((other.id,), (one.id,))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("User's friend Tom plays chess", "用户的朋友安娜喜欢喝茶"),
        ("用户的狗叫可可", "User's dog Coffee sings"),
        ("User's friend Li Fang plays chess", "用户的朋友王小红喜欢喝茶"),
        ("User's dog Tom sings", "用户的朋友叫汤姆"),
    ],
)
async def test_other_names_and_names_of_another_kind_are_not_linked(ada: Namer, first: str, second: str) -> None:
    await ada.tells(first)
    await ada.tells(second)
    assert len(await ada.entities()) == 2
    assert await doubts(ada) == set()


async def test_two_that_are_made_by_one_write_are_compared_too(ada: Namer) -> None:
    items = tuple(ImportItem(content=content) for content in ("User's friend Tom sings", "用户的朋友叫汤姆"))
    await import_memories(ada.services, ada.call(), ImportRequest(items=items))
    assert await doubts(ada) == {frozenset({"Tom", "汤姆"})}


@pytest.mark.parametrize("owner", ["user", "tenant"])
async def test_what_was_imported_by_name_is_found_by_meaning(ada: Namer, owner: str) -> None:
    giver = ada if owner == "user" else Namer(ada.services, Commons(ada.owner.tenant))
    await giver.imports(NamedThing(kind=EntityKind.ORGANISATION, name="绿叶咖啡馆", aliases=("绿叶",)))
    (shop,) = await giver.entities()
    await says(ada, CAFE)
    assert (await ada.one("green")).maybe_same_as == (shop.id,)


async def test_an_alias_given_later_is_found_by_meaning(ada: Namer) -> None:
    await ada.imports(NamedThing(kind=EntityKind.ORGANISATION, name="东门店"))
    shop = await ada.one("东门")
    await ada.alias(shop, "绿叶咖啡馆")
    await says(ada, CAFE)
    assert (await ada.one("green")).maybe_same_as == (shop.id,)


async def test_names_of_others_are_never_found(ada: Namer, tenant: str) -> None:
    for stranger in (Owner(tenant, "bob"), Owner(f"{tenant}-x", "ada"), Commons(f"{tenant}-x")):
        other = Namer(ada.services, stranger)
        await other.imports(NamedThing(kind=EntityKind.ORGANISATION, name="绿叶咖啡馆"))
    await says(ada, CAFE)
    assert (await ada.one("green")).maybe_same_as == ()


async def test_a_name_that_was_forgotten_is_not_found(ada: Namer) -> None:
    memory_id = await ada.tells("User's friend Tom plays chess")
    await forget(ada.services, ada.call(), ForgetRequest(memory_id=memory_id))
    await says(ada, TOM[1])
    (only,) = await ada.entities()
    assert only.maybe_same_as == ()


async def test_a_name_without_a_vector_gets_one_when_it_is_said_again(ada: Namer) -> None:
    await says(ada, TOM[0])
    await ada.services.database.execute(
        "MATCH (a:Alias {owner_key: $owner}) REMOVE a.embedding_a, a.is_han", owner=ada.owner.key
    )
    await says(ada, TOM[1])
    assert await doubts(ada) == set()
    await says(ada, "My friend Tom was born in Oslo.")
    await says(ada, "我的朋友叫汤姆森。")
    rows = await ada.services.database.execute(
        "MATCH (a:Alias {owner_key: $owner, key: 'tom'}) RETURN a.embedding_a IS NOT NULL AS has", owner=ada.owner.key
    )
    assert [row["has"] for row in rows] == [True]


async def test_one_who_was_found_by_meaning_is_merged_and_split_like_any(ada: Namer, clock: SettableClock) -> None:
    await says(ada, TOM[0])
    clock.advance(timedelta(seconds=60))
    await says(ada, TOM[1])
    clock.advance(timedelta(seconds=60))
    before = await ada.everything()
    tom, chinese = await ada.one("tom"), await ada.one("汤姆")
    await ada.merge(tom, chinese)
    assert await ada.names() == {frozenset({"Tom", "汤姆"})}
    clock.advance(timedelta(seconds=60))
    await ada.split(chinese.id)
    assert await ada.everything() == before


async def test_a_doubt_points_to_the_whole_of_what_was_merged(ada: Namer) -> None:
    await ada.imports(
        NamedThing(kind=EntityKind.ORGANISATION, name="东门店"),
        NamedThing(kind=EntityKind.ORGANISATION, name="绿叶咖啡馆"),
    )
    whole, part = await ada.one("东门"), await ada.one("绿叶")
    await ada.merge(whole, part)
    await says(ada, CAFE)
    assert (await ada.one("green")).maybe_same_as == (whole.id,)


@pytest.mark.parametrize(
    ("said", "batch"),
    [
        (SNOWBALL[0], ["User's dog's name is Snowball", "Snowball"]),
        (SNOWBALL[1], ["用户的狗狗的名字是雪球", "雪球"]),
        ("I live in Hangzhou.", ["User lives in Hangzhou"]),
    ],
)
async def test_names_are_embedded_with_what_says_them(ada: Namer, said: str, batch: list[str]) -> None:
    real = ada.services.embedder
    assert isinstance(real, CentredEmbedder)
    counted = CountedEmbedder(real)
    await says(Namer(replace(ada.services, embedder=counted), ada.owner), said)
    assert counted.batches == [batch]
