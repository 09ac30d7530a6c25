"""Running the sets of a folder one after another, and showing what came out."""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from graphmem.errors import InvalidSettings
from graphmem.evaluation import (
    carmem,
    chinese_personal_data,
    chinese_time,
    duplicates,
    fact_consolidation,
    goodai,
    injection,
    names,
    recalled,
)
from graphmem.evaluation.measure import Case, Measure, read_cases
from graphmem.evaluation.recalled import Wanted, by_prefix, nowhere
from graphmem.evaluation.stage import Stage
from graphmem.pipelines.services import Services


@dataclass(frozen=True, slots=True)
class DataSet:
    """A set: where its file lies in the folder, and what measures it."""

    path: str
    run: Callable[[Stage, Sequence[Case]], Awaitable[list[Measure]]]


RECALLED = (
    Wanted(
        set="locomo",
        depth=10,
        session=by_prefix(":"),
        at_least={"": 0.77, "multi-hop": 0.43},
    ),
    Wanted(set="memdaily", depth=5, session=nowhere, at_least={"": 0.895}),
    Wanted(set="lifebench-zh", depth=10, session=nowhere, at_least={"": 0.88}, counts_any=True),
    Wanted(set="madial-zh", depth=10, session=nowhere, at_least={"": 0.62}),
    Wanted(set="madial-en", depth=10, session=nowhere, at_least={"": 0.67}),
    Wanted(set="beam", depth=10, session=nowhere, at_least={}),
    Wanted(set="kb-cmrc", depth=5, session=nowhere, at_least={"": 0.98}),
    Wanted(set="kb-drcd", depth=5, session=nowhere, at_least={"": 0.98}),
)
"""Conversations and documents to recall from, and what should be reached of each."""

SETS = {
    fact_consolidation.SET: DataSet("updates/factconsolidation-6k.jsonl.gz", fact_consolidation.run),
    carmem.SET: DataSet("updates/carmem.jsonl.gz", carmem.run),
    goodai.SET: DataSet("updates/goodai.jsonl.gz", goodai.run),
    injection.SET: DataSet("safety/injection.jsonl.gz", injection.run),
    chinese_personal_data.SET: DataSet("safety/pii-zh.jsonl.gz", chinese_personal_data.run),
    duplicates.SET: DataSet("duplicates/zh-pairs.jsonl.gz", duplicates.run),
    chinese_time.SET: DataSet("time/zh.jsonl.gz", chinese_time.run),
    names.SET: DataSet("entities/names.jsonl.gz", names.run),
    **{w.set: DataSet(f"recall/{w.set}.jsonl.gz", recalled.runner(w)) for w in RECALLED},
}


def chosen_sets(folder: Path, wanted: Sequence[str]) -> dict[str, DataSet]:
    """The sets wanted, or all that the folder has; InvalidSettings for an unknown or a missing one."""
    unknown = [name for name in wanted if name not in SETS]
    if unknown:
        raise InvalidSettings(f"There is no set {unknown[0]!r}. Choose among {', '.join(SETS)}.")
    missing = [name for name in wanted if not (folder / SETS[name].path).is_file()]
    if missing:
        raise InvalidSettings(f"{folder} has no {SETS[missing[0]].path}. Name the folder that holds the sets.")
    found = {name: s for name, s in SETS.items() if (folder / s.path).is_file() and (not wanted or name in wanted)}
    if not found:
        raise InvalidSettings(f"{folder} has none of the sets {', '.join(s.path for s in SETS.values())}.")
    return found


async def evaluate(services: Services, folder: Path, sets: dict[str, DataSet], console: Console) -> list[Measure]:
    """Run the sets in turn, with a bar for each."""
    measures: list[Measure] = []
    with Progress(console=console) as progress:
        for name, data_set in sets.items():
            cases = read_cases(folder / data_set.path)
            task = progress.add_task(name, total=len(cases))
            stage = Stage(services, lambda task=task: progress.advance(task))
            measures += await data_set.run(stage, cases)
            progress.update(task, completed=len(cases))
    return measures


def show(measures: Sequence[Measure], console: Console) -> None:
    """Print the figures as a table."""
    table = Table("set", "what", "measured", "wanted", "cases")
    for m in measures:
        wanted = "" if m.at_least is None else f"≥ {m.at_least:g}"
        wanted = wanted if m.at_most is None else f"≤ {m.at_most:g}"
        colour = {True: "green", False: "red", None: "default"}[m.is_reached]
        table.add_row(m.set, m.name, f"[{colour}]{m.value:.3f}[/{colour}]", wanted, str(m.cases))
    console.print(table)


def write(measures: Sequence[Measure], path: Path) -> None:
    """Write the figures as JSON."""
    path.write_text(json.dumps([asdict(m) for m in measures], ensure_ascii=False, indent=2), encoding="utf-8")
