"""`make bench`: how fast the service is on this machine, as a table and JSON; a report, not a test.

python -m tests.benchmarks.bench --memories 10000 --users 100 [--largest 0] [--out bench-10k.json]
"""

import argparse
import asyncio
import json
import os
import resource
import signal
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from graphmem.bootstrap import open_services
from graphmem.domain.candidate import MessageRole
from graphmem.domain.owner import Owner
from graphmem.domain.principal import Principal, Role
from graphmem.local_neo4j import LocalNeo4j, LocalNeo4jOptions
from graphmem.pipelines.import_memories import import_memories
from graphmem.pipelines.observe import observe
from graphmem.pipelines.recall import recall
from graphmem.pipelines.requests import Call, ImportItem, ImportRequest, ObserveRequest, RecallRequest, SaidTurn
from graphmem.pipelines.services import Services
from graphmem.settings import Settings, load_settings
from tests.benchmarks.texts import QUESTIONS, sentence

BATCH = 100
ROUNDS = 200
WARM_UP_ROUNDS = 10
STEADY = 0.95
"""A round as fast as this share of the one before ends the warm-up: Java compiles what is hot while it runs."""
CLIENTS = 8
IMPORTERS = 4


@dataclass(slots=True)
class Report:
    """Figures by name, each with what it is measured against."""

    figures: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])

    def add(self, name: str, value: float, unit: str, must: str = "", aim: str = "") -> None:
        self.figures[name] = {"value": round(value, 2), "unit": unit, "must": must, "aim": aim}

    def times(self, name: str, seconds: list[float], must: str = "", aim: str = "") -> None:
        ordered = sorted(seconds)
        p50, p95 = statistics.median(ordered) * 1000, ordered[int(len(ordered) * 0.95)] * 1000
        self.figures[name] = {"value": f"{p50:.1f} / {p95:.1f}", "unit": "ms, p50 / p95", "must": must, "aim": aim}

    def show(self, console: Console) -> None:
        table = Table("what", "measured", "unit", "must", "aim")
        for name, figure in self.figures.items():
            table.add_row(name, str(figure["value"]), figure["unit"], figure["must"], figure["aim"])
        console.print(table)


def _call(user: str) -> Call:
    return Call(principal=Principal(subject="bench", tenant="bench", role=Role.AGENT), owner=Owner("bench", user))


async def _timed(work: Callable[[], Awaitable[object]]) -> float:
    start = time.perf_counter()
    await work()
    return time.perf_counter() - start


async def _fill(services: Services, sizes: dict[str, int], report: Report, console: Console) -> None:
    """Import each user's memories in batches, a few users at a time, as an importer would."""
    first_of = dict(zip(sizes, accumulate(sizes.values(), initial=0), strict=False))
    room = asyncio.Semaphore(IMPORTERS)
    start = time.perf_counter()
    with Progress(console=console) as progress:
        task = progress.add_task("importing", total=sum(sizes.values()))

        async def fill_one(user: str) -> None:
            async with room:
                for done in range(0, sizes[user], BATCH):
                    numbers = range(first_of[user] + done, first_of[user] + min(done + BATCH, sizes[user]))
                    items = tuple(ImportItem(content=sentence(number)) for number in numbers)
                    await import_memories(services, _call(user), ImportRequest(items=items))
                    progress.advance(task, len(items))

        await asyncio.gather(*(fill_one(user) for user in sizes))
    rate = sum(sizes.values()) / (time.perf_counter() - start)
    report.add(f"bulk import, embedding included, {IMPORTERS} users at a time", rate, "memories/s", "300", "600")


async def _recalls(services: Services, users: list[str], report: Report, label: str) -> None:
    async def one(i: int, query: str) -> None:
        await recall(services, Owner("bench", users[i % len(users)]), RecallRequest(query=query))

    trip = [await _timed(lambda: services.database.execute("RETURN 1 AS one")) for _ in range(ROUNDS)]
    report.times("one round trip to Neo4j, to read the rest by", trip)
    report.times(f"recall{label}, the first {ROUNDS} after the import", await _warm_up(one))
    cached = [await _timed(lambda i=i: one(i, QUESTIONS[i % len(QUESTIONS)])) for i in range(ROUNDS)]
    report.times(f"recall{label}, vector cached, 1 client", cached, "20 / 60", "10 / 30")
    fresh = [await _timed(lambda i=i: one(i, f"{QUESTIONS[i % len(QUESTIONS)]} {i}")) for i in range(ROUNDS)]
    report.times(f"recall{label}, default embedder, 1 client", fresh, "25 / 70", "13 / 35")

    async def client(n: int) -> list[float]:
        return [
            await _timed(lambda i=i: one(n * ROUNDS + i, QUESTIONS[i % len(QUESTIONS)])) for i in range(ROUNDS // 2)
        ]

    start = time.perf_counter()
    many = [t for times in await asyncio.gather(*(client(n) for n in range(CLIENTS))) for t in times]
    report.add(
        f"recall{label}, vector cached, {CLIENTS} clients",
        len(many) / (time.perf_counter() - start),
        "a second",
        "80",
        "150",
    )
    report.times(f"recall{label}, vector cached, {CLIENTS} clients, each", many)


async def _warm_up(one: Callable[[int, str], Awaitable[None]]) -> list[float]:
    """Recall until it gets no faster, and return the times of the first round."""
    rounds: list[list[float]] = []
    while len(rounds) < WARM_UP_ROUNDS:
        rounds.append([await _timed(lambda i=i: one(i, QUESTIONS[i % len(QUESTIONS)])) for i in range(ROUNDS)])
        if len(rounds) > 1 and statistics.median(rounds[-1]) > STEADY * statistics.median(rounds[-2]):
            break
    return rounds[0]


async def _observes(services: Services, users: list[str], report: Report) -> None:
    async def one(i: int) -> None:
        says = (
            f"I live in {sentence(2 * i)[-3:]} and I like {sentence(2 * i)}."
            if i % 2
            else f"我喜欢{sentence(2 * i + 1)}。"
        )
        turn = SaidTurn(role=MessageRole.USER, content=says)
        await observe(services, _call(users[i % len(users)]), ObserveRequest(turns=(turn,), session_id=f"s{i % 7}"))

    for i in range(10):
        await one(10_000 + i)
    report.times("observe of one turn, rules", [await _timed(lambda i=i: one(i)) for i in range(ROUNDS)], "80", "40")


def _rss(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def _java_pids() -> list[int]:
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        try:
            command = (entry / "cmdline").read_bytes() if entry.name.isdigit() else b""
            if b"Neo4jCommunity" in command and b"supervisor.py" not in command:
                found.append(int(entry.name))
        except OSError:
            continue
    return found


async def _starts(settings: Settings, report: Report) -> None:
    """Start times of the local server: after a clean stop, and after kill -9."""
    options = LocalNeo4jOptions(data_dir=settings.data_dir, cache_dir=settings.cache_dir)
    before = set(_java_pids())
    server = LocalNeo4j(options)
    report.add("start of the local server, after a clean stop", await _timed(server.start), "s", "12", "8")
    for pid in set(_java_pids()) - before:
        os.kill(pid, signal.SIGKILL)
    await server.stop()
    again = LocalNeo4j(options)
    report.add("start of the local server, after kill -9", await _timed(again.start), "s", "20", "10")
    await again.stop()


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--users", type=int, default=100)
    parser.add_argument("--largest", type=int, default=0, help="memories of one more user, who has many")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    console, report = Console(), Report()
    with tempfile.TemporaryDirectory(prefix="graphmem-bench-") as folder:
        settings = load_settings(data_dir=Path(folder))
        before = set(_java_pids())
        async with open_services(settings) as services:
            share = (given.memories - given.largest) // given.users
            sizes = {f"user{i}": share for i in range(given.users)} | (
                {"largest": given.largest} if given.largest else {}
            )
            await _fill(services, sizes, report, console)
            users = [user for user in sizes if user != "largest"]
            await _recalls(services, users, report, "")
            if given.largest:
                await _recalls(services, ["largest"], report, f" of {given.largest:,}")
            await _observes(services, users, report)
            report.add(
                "memory of the service, peak",
                resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
                "MB",
                "600",
                "400",
            )
            for pid in set(_java_pids()) - before:
                report.add("memory of Neo4j", _rss(pid), "MB", "2000", "1500")
        await _starts(settings, report)
    console.print(f"{given.memories:,} memories of {given.users} users")
    report.show(console)
    if given.out:
        given.out.write_text(json.dumps(report.figures, indent=2), encoding="utf-8")
        console.print(f"Written to {given.out}")


if __name__ == "__main__":
    asyncio.run(main())
