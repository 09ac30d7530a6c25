"""Misses in files, and replaying them at a terminal: resumable, with a bar, and a table of what became of each."""

import hashlib
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from graphmem.domain.miss import Miss, MissReason, RawScore
from graphmem.domain.policy import Policy
from graphmem.errors import InvalidInput
from graphmem.ids import MemoryId
from graphmem.pipelines.replay import Answer, Replay, Replayed

LONGEST_SHOWN = 60


async def export(misses: AsyncIterator[Miss], out: Path) -> int:
    """Write misses to a file, a line of JSON each, and return how many there were."""
    count = 0
    with out.open("w", encoding="utf-8") as file:
        async for miss in misses:
            file.write(_line(_plain(miss)))
            count += 1
    return count


def read_misses(path: Path) -> list[Miss]:
    """Misses of a file that `export` wrote; InvalidInput names the line that is none."""
    found: list[Miss] = []
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            found.append(_miss_of(json.loads(text)))
        except (ValueError, TypeError, KeyError) as error:
            raise InvalidInput(f"Line {number} of {path} is no miss. Write the file with `graphmem misses`.") from error
    return found


def setting_of(space: str, policy: Policy) -> str:
    """What tells one replay from another: the embedding space that is tried, and every number of the rules."""
    return hashlib.sha256(f"{space}\n{policy.model_dump_json()}".encode()).hexdigest()[:16]


async def replay(
    replaying: Replay, misses: Sequence[Miss], kept: Path, setting: str, console: Console
) -> list[Replayed]:
    """Ask each question again, users one after another, and keep each result as it comes.

    Results that an earlier run of the same setting kept are taken over, so a run that was stopped is simply started
    again.
    """
    done = dict(_kept(kept, setting))
    columns = (TextColumn("Asking again"), BarColumn(bar_width=30), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True)
    results: list[Replayed] = []
    _end_cut_line(kept)
    with bar, kept.open("a", encoding="utf-8") as file:
        task = bar.add_task("", total=len(misses))
        for miss in sorted(misses, key=lambda m: (m.user_id, m.at)):
            answers = done.get(miss.id)
            if answers is None:
                result = await replaying.ask(miss)
                file.write(
                    _line({"setting": setting, "id": miss.id, "now": _row(result.now), "other": _row(result.other)})
                )
                file.flush()
            else:
                result = Replayed(miss=miss, now=answers[0], other=answers[1])
            results.append(result)
            bar.advance(task)
    return results


def show(results: Sequence[Replayed], least: float, console: Console) -> None:
    """Print what became of each question, and how many are found now."""
    has_other = any(r.other is not None for r in results)
    table = Table(title=f"Missed questions, asked again (relevant: above {least:g})")
    table.add_column("user")
    table.add_column("question", overflow="ellipsis", no_wrap=True, max_width=LONGEST_SHOWN)
    for name in ("then", "now", *(("other",) if has_other else ())):
        table.add_column(name, justify="right")
    table.add_column("what changed")
    for r in sorted(results, key=lambda r: (not r.is_found(least), not r.is_lost(least), r.miss.user_id, r.miss.at)):
        bests = [f"{a.best:.2f}" for a in (r.then, r.now, r.other) if a is not None]
        table.add_row(Text(r.miss.user_id), Text(r.miss.query.replace("\n", " ")), *bests, _told(r, least))
    console.print(table)
    found, lost, other = (
        sum(r.is_found(least) for r in results),
        sum(r.is_lost(least) for r in results),
        sum(r.has_other_order for r in results),
    )
    console.print(
        f"{len(results)} questions: {found} found now, {lost} lost, {other} with other results or another order.",
        highlight=False,
    )


def _told(replayed: Replayed, least: float) -> str:
    parts = [
        "found" if replayed.is_found(least) else "",
        "lost" if replayed.is_lost(least) else "",
        "other order" if replayed.has_other_order else "",
    ]
    return ", ".join(part for part in parts if part) or "nothing"


def _kept(path: Path, setting: str) -> Iterator[tuple[str, tuple[Answer, Answer | None]]]:
    """Results of the same setting in a file; a line that was cut when a run ended is passed over."""
    if not path.exists():
        return
    for text in path.read_text(encoding="utf-8").splitlines():
        try:
            row: dict[str, Any] = json.loads(text)
            if row["setting"] == setting:
                other = None if row["other"] is None else _answer_of(row["other"])
                yield row["id"], (_answer_of(row["now"]), other)
        except (ValueError, TypeError, KeyError):
            continue


def _end_cut_line(path: Path) -> None:
    """Begin a new line where the last one was cut."""
    if path.exists() and path.stat().st_size and not path.read_bytes().endswith(b"\n"):
        with path.open("a", encoding="utf-8") as file:
            file.write("\n")


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"


def _row(answer: Answer | None) -> dict[str, Any] | None:
    return None if answer is None else {"best": answer.best, "order": list(answer.order)}


def _answer_of(row: dict[str, Any]) -> Answer:
    return Answer(float(row["best"]), tuple(MemoryId(i) for i in row["order"]))


def _plain(miss: Miss) -> dict[str, Any]:
    return {
        "id": miss.id,
        "userId": miss.user_id,
        "query": miss.query,
        "isSensitive": miss.is_sensitive,
        "reason": miss.reason.value,
        "space": miss.space,
        "count": miss.count,
        "firstAt": miss.first_at.isoformat(),
        "at": miss.at.isoformat(),
        "scores": [
            {"memoryId": s.memory_id, "relevance": s.relevance, "cosine": s.cosine, "coverage": s.coverage}
            for s in miss.scores
        ],
    }


def _miss_of(row: dict[str, Any]) -> Miss:
    return Miss(
        id=row["id"],
        user_id=row["userId"],
        query=row["query"],
        is_sensitive=row["isSensitive"],
        reason=MissReason(row["reason"]),
        space=row["space"],
        count=row["count"],
        first_at=datetime.fromisoformat(row["firstAt"]),
        at=datetime.fromisoformat(row["at"]),
        scores=tuple(
            RawScore(
                memory_id=MemoryId(s["memoryId"]),
                relevance=float(s["relevance"]),
                cosine=float(s["cosine"]),
                coverage=float(s["coverage"]),
            )
            for s in row["scores"]
        ),
    )
