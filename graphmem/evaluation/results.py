"""What was measured so far: kept in a file set by set, so that a stopped run goes on, and shown as a table."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from pydantic import TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass
from rich.console import Console
from rich.table import Table

from graphmem import __version__
from graphmem.errors import InvalidSettings
from graphmem.evaluation.measure import Case, Measure
from graphmem.pipelines.services import Services


@dataclass(frozen=True)
class Measured:
    """The figures of a set, and what they hold for: the cases and the settings they were measured with."""

    setting: str
    measures: tuple[Measure, ...]


_FILE = TypeAdapter(dict[str, Measured])


class Results:
    """Figures by set, in the order measured; with a path, each set is written as soon as it is done."""

    def __init__(self, path: Path | None) -> None:
        """Read what an earlier run kept; InvalidSettings for a file that is something else."""
        self._path = path
        self._kept = _read(path) if path is not None and path.exists() else {}
        self.measures: list[Measure] = []

    def take_over(self, name: str, setting: str) -> bool:
        """Take a set's figures from an earlier run, where it had the same cases and settings."""
        kept = self._kept.get(name)
        if kept is None or kept.setting != setting:
            return False
        self.measures += kept.measures
        return True

    def add(self, name: str, setting: str, measures: Sequence[Measure]) -> None:
        """Keep the figures of a set."""
        self.measures += measures
        self._kept[name] = Measured(setting, tuple(measures))
        if self._path is not None:
            plain = {
                name: {"setting": m.setting, "measures": [asdict(each) for each in m.measures]}
                for name, m in self._kept.items()
            }
            cut = self._path.with_name(self._path.name + ".part")
            cut.write_text(json.dumps(plain, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
            cut.replace(self._path)


def setting_of(services: Services, cases: Sequence[Case]) -> str:
    """What tells one measurement from another: the version, the models, the numbers of the rules, and the cases."""
    parts = (
        __version__,
        services.embedder.space.key,
        type(services.decider).__name__,
        type(services.reranker).__name__,
        services.policy.model_dump_json(),
        json.dumps(cases, sort_keys=True),
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def show(measures: Sequence[Measure], console: Console) -> None:
    """Print the figures as a table; nothing where there are none."""
    if not measures:
        return
    table = Table("set", "what")
    for name in ("graphmem", "BM25", "vectors", "cases"):
        table.add_column(name, justify="right")
    last = None
    for m in measures:
        if last not in (None, m.set):
            table.add_section()
        table.add_row("" if m.set == last else m.set, m.name, *map(_figure, (m.value, m.bm25, m.vectors)), str(m.cases))
        last = m.set
    console.print(table)


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _read(path: Path) -> dict[str, Measured]:
    try:
        return _FILE.validate_json(path.read_bytes())
    except ValidationError as error:
        raise InvalidSettings(
            f"{path} holds something else than figures of `graphmem eval`. Name another file."
        ) from error
