"""Running sets one after another."""

from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from graphmem.evaluation.measure import thinned, units
from graphmem.evaluation.results import Results, setting_of
from graphmem.evaluation.sets import DataSet
from graphmem.evaluation.stage import Stage
from graphmem.pipelines.services import Services


async def evaluate(
    services: Services,
    folder: Path | None,
    sets: Mapping[str, DataSet],
    results: Results,
    console: Console,
    *,
    limit: int | None = None,
) -> None:
    """Run the sets in turn, with a bar for each, and add what comes out to the results; known ones are taken over.

    `limit` is how many questions of each set are asked at most. Raises InvalidSettings for a file that can't be read.
    """
    columns = (TextColumn("{task.description}"), BarColumn(bar_width=30), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        for name, data_set in sets.items():
            cases = thinned(data_set.cases(folder), limit)
            setting = setting_of(services, cases)
            total = sum(map(units, cases))
            task = progress.add_task(name, total=total)
            if not results.take_over(name, setting):
                if not console.is_terminal:
                    console.print(f"· {name}", highlight=False)  # a bar would show only in the end
                stage = Stage(services, lambda steps, task=task: progress.advance(task, steps))
                results.add(name, setting, await data_set.run(stage, cases))
            progress.update(task, completed=total)
