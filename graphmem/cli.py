"""The command line: serve, demo, migrate, screen, misses, replay, schema, eval."""

import asyncio
import signal
import sys
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer
from rich.console import Console

from graphmem import __version__
from graphmem.api.schema import sdl
from graphmem.bootstrap import open_services, other_embedder
from graphmem.demo.player import play
from graphmem.domain.owner import Owner
from graphmem.embedding import open_embedder
from graphmem.errors import GraphmemError
from graphmem.evaluation.results import Results
from graphmem.evaluation.results import show as show_measured
from graphmem.evaluation.run import evaluate
from graphmem.evaluation.sets import chosen_sets
from graphmem.logs import configure_logs
from graphmem.pipelines.access import DEFAULT_TENANT
from graphmem.pipelines.reading_misses import every_miss
from graphmem.pipelines.replay import Replay
from graphmem.pipelines.rescreen import rescreen
from graphmem.pipelines.rescreened import UserReport
from graphmem.progress import TerminalProgress
from graphmem.replaying import export, read_misses, replay, setting_of
from graphmem.replaying import show as show_replayed
from graphmem.serving import Running, running
from graphmem.settings import Settings, load_settings

app = typer.Typer(
    help="graphmem: memory for AI agents, in a Neo4j graph.", no_args_is_help=True, pretty_exceptions_enable=False
)
console = Console()
USERS_A_LINE = 100
"""Screened users without findings after which one line says how far it got."""


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Run a command; a known error is told in its words, an interruption ends quietly."""

    async def main() -> None:
        task = asyncio.current_task()
        if task is not None:
            # A stop unwinds whatever is under way, so that the local Neo4j is stopped too, at any moment.
            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, task.cancel)
        await work

    try:
        asyncio.run(main())
    except GraphmemError as error:
        console.print(f"[bold red]{error.code}[/bold red] {error.message}", highlight=False, soft_wrap=True)
        raise typer.Exit(1) from error
    except asyncio.CancelledError:
        console.print("Stopped.")
        raise typer.Exit(130) from None


def _settings(**overrides: object) -> Settings:
    try:
        return load_settings(**overrides)
    except GraphmemError as error:
        console.print(f"[bold red]{error.code}[/bold red] {error.message}", highlight=False, soft_wrap=True)
        raise typer.Exit(1) from error


Host = Annotated[str | None, typer.Option(help="Address to listen on (GRAPHMEM_HOST).")]
Port = Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one (GRAPHMEM_PORT).")]
DataDir = Annotated[Path | None, typer.Option(help="Folder of the local Neo4j (GRAPHMEM_DATA_DIR).")]


@app.command()
def serve(
    host: Host = None,
    port: Port = None,
    data_dir: DataDir = None,
    no_auth: Annotated[bool, typer.Option("--no-auth", help="Serve without keys; loopback only.")] = False,
) -> None:
    """Run the service, on the local Neo4j or on the one that GRAPHMEM_NEO4J_URI names."""
    settings = _settings(host=host, port=port, data_dir=data_dir, no_auth=no_auth or None)
    configure_logs(settings.log_level)

    async def work() -> None:
        with TerminalProgress(console) as progress:
            async with running(settings, progress) as service:
                _tell(service, settings)
                await service.until_stopped()

    _run(work())


@app.command()
def demo(
    exit: Annotated[bool, typer.Option("--exit", help="End when the story is told.")] = False,  # noqa: A002
    port: Port = None,
    data_dir: DataDir = None,
) -> None:
    """Play a bilingual story against the service and print it; then leave the service running."""
    settings = _settings(port=port, data_dir=data_dir)
    configure_logs("warning" if settings.log_level == "info" else settings.log_level)

    async def work() -> None:
        await play(settings, console, stays=not exit)

    _run(work())


@app.command()
def migrate(data_dir: DataDir = None) -> None:
    """Bring the database to this version's schema, and say what was done."""
    settings = _settings(data_dir=data_dir)
    configure_logs(settings.log_level)

    async def work() -> None:
        with TerminalProgress(console) as progress:
            async with open_services(settings, progress):
                console.print("The database is up to date.")

    _run(work())


@app.command()
def screen(
    tenant: Annotated[str, typer.Option(help="Whose users to screen again.")],
    user: Annotated[str | None, typer.Option(help="Only this user.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only report what would be done.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Screen again what is stored, after the rules of screening changed; tells kinds and counts, never text."""
    settings = _settings(data_dir=data_dir)
    configure_logs(settings.log_level)

    async def work() -> None:
        with TerminalProgress(console) as progress:
            async with open_services(settings, progress) as services:
                count = 0
                async for report in rescreen(services, tenant, dry_run=dry_run, user_id=user):
                    count += 1
                    if report.has_findings:
                        console.print(_screened(report), highlight=False, markup=False)
                    elif count % USERS_A_LINE == 0:
                        console.print(f"{count} users screened", highlight=False)
                done = "would be changed; nothing was written" if dry_run else "done"
                console.print(f"{count} users screened, {done}.", highlight=False)

    _run(work())


@app.command()
def misses(
    out: Annotated[Path, typer.Option(help="File to write, a line of JSON each.", dir_okay=False)],
    tenant: Annotated[str, typer.Option(help="Whose users' misses.")] = DEFAULT_TENANT,
    user: Annotated[str | None, typer.Option(help="Only this user's.")] = None,
    data_dir: DataDir = None,
) -> None:
    """Export the questions that recall did not answer, screened; sensitive ones are among them."""
    settings = _settings(data_dir=data_dir)
    configure_logs(settings.log_level)

    async def work() -> None:
        with TerminalProgress(console) as progress:
            async with open_services(settings, progress) as services:
                owner = None if user is None else Owner(tenant, user)
                count = await export(every_miss(services, tenant, owner), out)
                console.print(f"{count} misses written to {out}.", highlight=False)

    _run(work())


@app.command("replay")
def replay_misses(
    file: Annotated[Path, typer.Option("--misses", help="File of `graphmem misses`.", exists=True, dir_okay=False)],
    tenant: Annotated[str, typer.Option(help="Whose users they are of.")] = DEFAULT_TENANT,
    embedder: Annotated[str | None, typer.Option(help="Another embedding provider to try.")] = None,
    model: Annotated[str | None, typer.Option(help="Its model, where it has several.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Where results are kept; a stopped run goes on from there.", dir_okay=False)
    ] = None,
    data_dir: DataDir = None,
) -> None:
    """Ask missed questions again, with these settings or another embedder, and show what changed; writes no memory."""
    settings = _settings(data_dir=data_dir)
    configure_logs(settings.log_level)
    kept = out or file.with_suffix(".replayed.jsonl")

    async def work() -> None:
        found = read_misses(file)
        async with AsyncExitStack() as stack:
            with TerminalProgress(console) as progress:
                services = await stack.enter_async_context(open_services(settings, progress))
                other = None
                if embedder is not None:
                    other = await open_embedder(other_embedder(settings, embedder, model))
                    stack.push_async_callback(other.close)
            setting = setting_of((other or services.embedder).space.key, settings.policy)
            results = await replay(Replay(services, tenant, other), found, kept, setting, console)
        show_replayed(results, settings.policy.misses.relevance, console)

    _run(work())


@app.command()
def schema(
    write: Annotated[Path | None, typer.Option(help="Write to this file instead of printing.")] = None,
) -> None:
    """Print the GraphQL schema."""
    if write is None:
        sys.stdout.write(sdl())
    else:
        write.write_text(sdl(), encoding="utf-8")


@app.command("eval")
def evaluate_sets(
    data: Annotated[
        Path | None,
        typer.Option(help="Folder that holds public sets; without it, our own set.", exists=True, file_okay=False),
    ] = None,
    only: Annotated[list[str] | None, typer.Option("--set", help="Only this set; may be given several times.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Ask at most so many questions of each set.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Keep figures as JSON; a stopped run goes on from there.", dir_okay=False)
    ] = None,
) -> None:
    """Measure graphmem, beside BM25 and vectors alone, on a local Neo4j that is thrown away afterwards."""

    async def work() -> None:
        sets = chosen_sets(data, only or [])
        results = Results(out)
        with TemporaryDirectory(prefix="graphmem-eval-") as folder:
            settings = _settings(data_dir=Path(folder)).model_copy(update={"neo4j_uri": None})
            configure_logs("warning")
            async with AsyncExitStack() as stack:
                with TerminalProgress(console) as progress:
                    services = await stack.enter_async_context(open_services(settings, progress))
                try:
                    await evaluate(services, data, sets, results, console, limit=limit)
                finally:
                    show_measured(results.measures, console)

    _run(work())


@app.command()
def version() -> None:
    """Print the version."""
    console.print(__version__, highlight=False)


def _screened(report: UserReport) -> str:
    """A line about one user: kinds and counts."""
    parts = {
        "suspected": report.suspected,
        "withdrawn": report.withdrawn,
        "sensitive": report.sensitive,
        **{f"{kind} in memories": n for kind, n in sorted(report.in_memories.items())},
        **{f"{kind} in old versions": n for kind, n in sorted(report.in_old_versions.items())},
        **{f"{kind} in messages": n for kind, n in sorted(report.in_messages.items())},
        **{f"{kind} in outcomes": n for kind, n in sorted(report.in_outcomes.items())},
        "names": report.names,
    }
    return f"{report.user_id}: " + ", ".join(f"{n} {name}" for name, n in parts.items() if n)


def _tell(service: Running, settings: Settings) -> None:
    console.print(
        f"graphmem answers at [bold]{service.url}[/bold] (GraphQL: POST {service.url}/graphql)", highlight=False
    )
    if settings.no_auth:
        console.print("[bold yellow]No keys are asked for: everybody on this machine is admin.[/bold yellow]")
    if service.first_key is not None:
        console.print(
            f"Admin key, shown once and kept in {settings.admin_key_file}: [bold]{service.first_key}[/bold]",
            soft_wrap=True,
        )
