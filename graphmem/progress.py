"""Telling a person at a terminal what a start is doing; plain lines where there is no terminal."""

import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

LINE_SECONDS = 2.0


class TerminalProgress:
    """Draws steps and their progress with rich; implements `graphmem.local_neo4j.Progress`."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=30),
            DownloadColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )
        self._task: TaskID | None = None
        self._text = ""
        self._told = 0.0

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def step(self, text: str) -> None:
        """Say that a step begins."""
        self._end_bar()
        self._text = text
        self._console.print(f"[dim]·[/dim] {text}", highlight=False)

    def advance(self, done: int, total: int) -> None:
        """Show how many bytes of the step are through: as a bar, or as a line every two seconds."""
        if self._console.is_terminal:
            if self._task is None:
                self._task = self._bar.add_task(self._text, total=total)
            self._bar.update(self._task, completed=done, total=total)
        elif time.monotonic() - self._told >= LINE_SECONDS or done >= total:
            self._told = time.monotonic()
            self._console.print(f"  {done / 1e6:.0f} of {total / 1e6:.0f} MB", highlight=False)

    def _end_bar(self) -> None:
        if self._task is not None:
            self._bar.remove_task(self._task)
            self._task = None
