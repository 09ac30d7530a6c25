"""The plain pages beside GraphQL: schema text, health, metrics and the page to try queries on."""

import base64
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from graphmem import __version__
from graphmem.api.metrics import MEDIA_TYPE, Metrics
from graphmem.api.readiness import OK, readiness
from graphmem.api.schema import sdl
from graphmem.pipelines.services import Services

_INLINE = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Pages:
    """Handlers of GET routes; none needs a key, none shows anything of a user."""

    services: Services
    metrics: Metrics
    is_started: Callable[[], bool]

    async def schema_text(self, request: Request) -> Response:
        """The schema in its definition language."""
        return PlainTextResponse(sdl())

    async def healthz(self, request: Request) -> Response:
        """That the process answers."""
        return JSONResponse({"service": "graphmem", "status": OK, "version": __version__})

    async def readyz(self, request: Request) -> Response:
        """Whether every part is ready; 503 where one is not."""
        parts = {"start": OK if self.is_started() else "still starting"} | await readiness(self.services)
        is_ready = all(state == OK for state in parts.values())
        return JSONResponse({"status": OK if is_ready else "not ready", "parts": parts}, 200 if is_ready else 503)

    async def metrics_text(self, request: Request) -> Response:
        """Everything measured, for Prometheus."""
        return Response(self.metrics.text(), headers={"Content-Type": MEDIA_TYPE})

    async def try_it(self, request: Request) -> Response:
        """A page with a field for a query; everything it needs is in it."""
        html = (files("graphmem.api") / "static" / "try.html").read_text(encoding="utf-8")
        return HTMLResponse(html, headers={"Content-Security-Policy": policy_of(html)})


def policy_of(html: str) -> str:
    """A content security policy that lets a page's own inline script and style run, and nothing else."""
    hashes: dict[str, list[str]] = {"script": [], "style": []}
    for kind, text in _INLINE.findall(html):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        hashes[kind].append(f"'sha256-{digest}'")
    return (
        f"default-src 'none'; script-src {' '.join(hashes['script'])}; style-src {' '.join(hashes['style'])}; "
        "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
