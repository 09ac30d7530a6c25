"""The sets there are: which files of the folder each is read from, and what measures it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from graphmem.errors import InvalidSettings
from graphmem.evaluation import (
    bilingual,
    carmem,
    chinese_personal_data,
    chinese_time,
    duplicates,
    fact_consolidation,
    goodai,
    injection,
    locomo_plus,
    names,
    recall_cases,
    recalled,
)
from graphmem.evaluation.measure import Case, Measure, read_cases
from graphmem.evaluation.recalled import Wanted, by_prefix, nowhere
from graphmem.evaluation.stage import Stage


def _lines(paths: Sequence[Path]) -> list[Case]:
    return read_cases(paths[0])


@dataclass(frozen=True, slots=True)
class DataSet:
    """A set; one without files comes with graphmem."""

    files: tuple[str, ...]
    run: Callable[[Stage, Sequence[Case]], Awaitable[list[Measure]]]
    read: Callable[[Sequence[Path]], list[Case]] = _lines

    def missing(self, folder: Path | None) -> list[str]:
        """The files that the folder lacks; all of them where there is no folder."""
        return [file for file in self.files if folder is None or not (folder / file).is_file()]

    def cases(self, folder: Path | None) -> list[Case]:
        """Read the cases; InvalidSettings for what is no set of this kind."""
        return self.read([folder / file for file in self.files] if folder is not None else [])


def _own(_paths: Sequence[Path]) -> list[Case]:
    return bilingual.cases()


def _recalled(
    wanted: Wanted,
    files: tuple[str, ...] | None = None,
    read: Callable[[Sequence[Path]], list[Case]] = recall_cases.read,
) -> dict[str, DataSet]:
    paths = (f"recall/{wanted.set}.jsonl.gz",) if files is None else files
    return {wanted.set: DataSet(paths, recalled.runner(wanted), read)}


SETS: Mapping[str, DataSet] = {
    **_recalled(Wanted(set=bilingual.SET, depth=5, session=nowhere), (), _own),
    **_recalled(Wanted(set="locomo", depth=10, session=by_prefix(":"))),
    **_recalled(
        Wanted(set=locomo_plus.SET, depth=10, session=by_prefix(":"), counts_any=True),
        ("recall/locomo-plus.jsonl.gz", "recall/locomo.jsonl.gz"),
        locomo_plus.read,
    ),
    **_recalled(Wanted(set="memdaily", depth=5, session=nowhere)),
    **_recalled(Wanted(set="lifebench-zh", depth=10, session=nowhere, counts_any=True)),
    **_recalled(Wanted(set="madial-zh", depth=10, session=nowhere)),
    **_recalled(Wanted(set="madial-en", depth=10, session=nowhere)),
    **_recalled(Wanted(set="beam", depth=10, session=nowhere, both_sides="contradiction_resolution")),
    fact_consolidation.SET: DataSet(("updates/factconsolidation-6k.jsonl.gz",), fact_consolidation.run),
    carmem.SET: DataSet(("updates/carmem.jsonl.gz",), carmem.run),
    goodai.SET: DataSet(("updates/goodai.jsonl.gz",), goodai.run),
    injection.SET: DataSet(("safety/injection.jsonl.gz",), injection.run),
    chinese_personal_data.SET: DataSet(("safety/pii-zh.jsonl.gz",), chinese_personal_data.run),
    duplicates.SET: DataSet(("duplicates/zh-pairs.jsonl.gz",), duplicates.run),
    chinese_time.SET: DataSet(("time/zh.jsonl.gz",), chinese_time.run),
    names.SET: DataSet(("entities/names.jsonl.gz",), names.run),
}


def chosen_sets(folder: Path | None, wanted: Sequence[str]) -> dict[str, DataSet]:
    """The sets wanted, or all that can be read; InvalidSettings for an unknown or a missing one."""
    for name in wanted:
        if name not in SETS:
            raise InvalidSettings(f"There is no set {name!r}. Choose among {', '.join(SETS)}.")
        if missing := SETS[name].missing(folder):
            where = "No folder was named, and" if folder is None else folder
            lacks = "this set needs" if folder is None else "has no"
            raise InvalidSettings(f"{where} {lacks} {missing[0]}. Name the folder that holds the sets with --data.")
    found = {name: s for name, s in SETS.items() if (name in wanted if wanted else not s.missing(folder))}
    if folder is not None and not wanted and not any(s.files for s in found.values()):
        files = ", ".join(file for s in SETS.values() for file in s.files)
        raise InvalidSettings(f"{folder} has none of the files {files}. Leave --data out to measure with our own set.")
    return found
