"""The running service: the parts, the app and the HTTP server, started and stopped together."""

import asyncio
import errno
import socket
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass

import uvicorn

from graphmem.admin_key import ensure_admin_key
from graphmem.api.app import create_app
from graphmem.api.json_web_tokens import TokenVerifier
from graphmem.bootstrap import api_options, open_services
from graphmem.clock import Clock
from graphmem.errors import GraphmemError, InvalidSettings, PortTaken
from graphmem.local_neo4j import Progress
from graphmem.pipelines.services import Services
from graphmem.pipelines.warm_up import warm_up
from graphmem.settings import Settings

GRACE_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Running:
    """A service that answers."""

    url: str
    first_key: str | None
    """The admin key, where this start made it."""
    serving: asyncio.Task[None]

    async def until_stopped(self) -> None:
        """Wait until the process is asked to stop, which cancels the task that waits here."""
        try:
            await asyncio.wait([self.serving])
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None:
                task.uncancel()


class _Server(uvicorn.Server):
    """A server that leaves the process's signals alone: the command line turns them into one orderly end."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


@asynccontextmanager
async def running(
    settings: Settings, progress: Progress | None = None, clock: Clock | None = None
) -> AsyncGenerator[Running]:
    """Start everything, yield once requests are answered, and stop everything in the end.

    The block waits by `Running.until_stopped`. Raises StartupError.
    """
    options = api_options(settings)
    TokenVerifier.of(options.auth)  # a wrong key is told before anything slow is done
    listener = _listen(settings)
    try:
        async with open_services(settings, progress, clock) as services:
            first_key = None if settings.no_auth else await ensure_admin_key(services, settings)
            app = create_app(services, options)
            server = _Server(
                uvicorn.Config(
                    app,
                    log_config=None,
                    access_log=False,
                    server_header=False,
                    date_header=True,
                    timeout_graceful_shutdown=GRACE_SECONDS,
                )
            )
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            warming = asyncio.create_task(_warm_up(services))
            try:
                while not server.started and not serving.done():  # noqa: ASYNC110 -- uvicorn has no event for it
                    await asyncio.sleep(0.02)
                yield Running(_url(settings, listener), first_key, serving)
            finally:
                server.should_exit = True
                warming.cancel()
                await asyncio.wait([serving, warming], timeout=GRACE_SECONDS + 2)
    finally:
        listener.close()


async def _warm_up(services: Services) -> None:
    """Warm up beside the first requests; where it fails, they will say why better."""
    with suppress(GraphmemError):
        await warm_up(services)


def _listen(settings: Settings) -> socket.socket:
    """Take the port before anything slow is done, so that a taken one is told at once."""
    try:
        family, _, _, _, address = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise InvalidSettings(
            f"GRAPHMEM_HOST={settings.host} is no address of this machine: {error.strerror}."
        ) from error
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(
                f"Port {settings.port} of {settings.host} is taken. Stop the program that listens there, or set "
                "GRAPHMEM_PORT to another port (0 takes a free one)."
            ) from error
        raise InvalidSettings(
            f"{settings.host}:{settings.port} can't be listened on: {error.strerror}. "
            "Check GRAPHMEM_HOST and GRAPHMEM_PORT."
        ) from error
    return listener


def _url(settings: Settings, listener: socket.socket) -> str:
    host = "127.0.0.1" if settings.host in {"0.0.0.0", ""} else settings.host  # noqa: S104 -- compared, not bound
    return f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"
