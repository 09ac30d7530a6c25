"""Playing the story: against a service that runs already, else one that the demo starts."""

from contextlib import AsyncExitStack
from datetime import timedelta

import httpx2
from rich.console import Console

from graphmem.admin_key import read_admin_key
from graphmem.demo.client import Client
from graphmem.demo.screen import Screen
from graphmem.demo.story import Story
from graphmem.demo.story_clock import StoryClock
from graphmem.progress import TerminalProgress
from graphmem.serving import Running, running
from graphmem.settings import Settings

BACK = timedelta(minutes=100)
REQUEST_SECONDS = 60.0


async def play(settings: Settings, console: Console, *, stays: bool) -> None:
    """Play the story and print it; with `stays`, leave the service running until it is interrupted."""
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(httpx2.AsyncClient(timeout=REQUEST_SECONDS))
        url = f"http://{settings.host}:{settings.port}"
        service: Running | None = None
        clock = StoryClock(BACK)
        if await _runs_already(http, url):
            console.print(f"graphmem answers at {url} already; the story is played there, in real time.")
            clock = StoryClock(timedelta(0))
        else:
            with TerminalProgress(console) as progress:
                service = await stack.enter_async_context(running(settings, progress, clock))
            url = service.url
        await Story(Client(http, url, read_admin_key(settings)), Screen(console), clock).play()
        clock.advance(BACK)
        await _farewell(settings, console, url, service if stays else None)


async def _runs_already(http: httpx2.AsyncClient, url: str) -> bool:
    try:
        answer = await http.get(f"{url}/healthz", timeout=2.0)
    except httpx2.HTTPError:
        return False
    return answer.is_success and "graphmem" in answer.text


async def _farewell(settings: Settings, console: Console, url: str, service: Running | None) -> None:
    console.print()
    if service is None:
        console.print("That was the story.")
        return
    console.print(f"The service goes on at [bold]{url}[/bold]: open it in a browser, or send GraphQL to {url}/graphql.")
    console.print(f"Your key is in {settings.admin_key_file}. Ctrl-C ends the service.", soft_wrap=True)
    await service.until_stopped()
