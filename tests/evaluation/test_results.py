"""Figures that outlive their run, and samples of sets."""

import asyncio
import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.console import Console

from graphmem.errors import Busy, InvalidSettings, Unavailable
from graphmem.evaluation.measure import Case, Measure, thinned, units
from graphmem.evaluation.results import Results, show
from graphmem.evaluation.run import evaluate
from graphmem.evaluation.sets import DataSet
from graphmem.evaluation.stage import Stage
from graphmem.pipelines.services import Services


def counting(name: str, ran: list[str], cases: Sequence[Case]) -> DataSet:
    async def run(_stage: Stage, given: Sequence[Case]) -> list[Measure]:
        ran.append(name)
        return [Measure(set=name, name="cases", value=0.5, bm25=0.25, vectors=None, cases=len(given))]

    return DataSet((), run, lambda _: list(cases))


def stopping() -> DataSet:
    async def run(_stage: Stage, _cases: Sequence[Case]) -> list[Measure]:
        raise asyncio.CancelledError

    return DataSet((), run, lambda _: [{}])


async def test_a_stopped_run_keeps_what_is_done_and_goes_on_from_there(services: Services, tmp_path: Path) -> None:
    out, ran, console = tmp_path / "out.json", list[str](), Console(file=io.StringIO())
    first, second = counting("first", ran, [{}]), counting("second", ran, [{}])
    stopped = Results(out)
    with pytest.raises(asyncio.CancelledError):
        await evaluate(services, None, {"first": first, "second": stopping()}, stopped, console)
    assert [m.set for m in stopped.measures] == ["first"]
    again = Results(out)
    await evaluate(services, None, {"first": first, "second": second}, again, console)
    assert ran == ["first", "second"]
    assert [m.set for m in again.measures] == ["first", "second"]
    assert again.measures[0] == stopped.measures[0]


async def test_other_cases_are_measured_anew(services: Services, tmp_path: Path) -> None:
    out, ran, console = tmp_path / "out.json", list[str](), Console(file=io.StringIO())
    cases: list[Case] = [{"n": n} for n in range(10)]
    for limit in (None, 3, 3):
        results = Results(out)
        await evaluate(services, None, {"own": counting("own", ran, cases)}, results, console, limit=limit)
    assert len(ran) == 2
    assert [m.cases for m in results.measures] == [3]


@pytest.mark.parametrize("content", ["", "[]", "hello", '{"own": {"setting": 1}}'])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: str) -> None:
    out = tmp_path / "notes.txt"
    out.write_text(content, encoding="utf-8")
    with pytest.raises(InvalidSettings, match=r"notes\.txt holds something else"):
        Results(out)
    assert out.read_text(encoding="utf-8") == content


def test_what_has_no_baseline_shows_none() -> None:
    screen = io.StringIO()
    measures = [
        Measure(set="a", name="recall@5", value=0.5, bm25=0.25, vectors=0.125, cases=4),
        Measure(set="b", name="F1", value=1.0, cases=2),
    ]
    show(measures, Console(file=screen, width=100))
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in screen.getvalue().splitlines() if "│" in line]
    assert rows == [["a", "recall@5", "0.500", "0.250", "0.125", "4"], ["b", "F1", "1.000", "", "", "2"]]


def with_questions(*counts: int) -> list[Case]:
    return [{"items": ["i"], "queries": [f"{n}-{k}" for k in range(count)]} for n, count in enumerate(counts)]


def test_a_sample_is_spread_over_all_questions() -> None:
    chosen = thinned(with_questions(6, 0, 2), 4)
    assert [case["queries"] for case in chosen] == [["0-0", "0-2", "0-4"], ["2-0"]]
    assert thinned([{"n": n} for n in range(6)], 2) == [{"n": 0}, {"n": 3}]


@pytest.mark.parametrize("limit", [None, 8, 100])
def test_a_sample_as_large_as_the_set_is_the_set(limit: int | None) -> None:
    cases = with_questions(6, 2)
    assert thinned(cases, limit) == cases
    assert [units(case) for case in [*cases, {"text": "t"}]] == [7, 3, 1]


async def test_what_is_away_for_a_moment_is_asked_again(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphmem.evaluation.stage.PAUSES", (0.0, 0.0))
    left = [Busy("Every connection is taken."), Unavailable("Neo4j is starting.")]

    async def attempt() -> str:
        if left:
            raise left.pop()
        return "done"

    assert await Stage(services, lambda _: None).patiently(attempt) == "done"
    left = [Unavailable("away")] * 3
    with pytest.raises(Unavailable):
        await Stage(services, lambda _: None).patiently(attempt)
