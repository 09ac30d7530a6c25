"""Guards around every request: which host it may name (DNS rebinding), and headers that every response carries."""

from starlette.datastructures import URL, Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphmem.api.errors import Refusal
from graphmem.api.problems import problem_response

ANY_HOST = "*"
UNGUARDED_PATHS = frozenset({"/healthz", "/readyz"})
"""Probes of an orchestrator name an address, not a host; they show nothing worth rebinding for."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class HostGuard:
    """Refuses requests that name another host than the service's own."""

    def __init__(self, app: ASGIApp, allowed_hosts: tuple[str, ...]) -> None:
        self._app = app
        self._allowed = frozenset(_bare(host) for host in allowed_hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] not in UNGUARDED_PATHS and ANY_HOST not in self._allowed:
            host = _host_of(Headers(scope=scope).get("host", ""))
            if host not in self._allowed:
                refusal = Refusal(
                    "HOST_NOT_ALLOWED",
                    "The Host header names a host that this service is not known by. Add it to the allowed hosts.",
                )
                await problem_response(refusal)(scope, receive, send)
                return
        await self._app(scope, receive, send)


class SecurityHeaders:
    """Adds headers that keep browsers from guessing types, framing pages and passing addresses on."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _host_of(header: str) -> str | None:
    """The host of a Host header without its port, none where it is malformed."""
    try:
        return URL(f"http://{header}").hostname
    except ValueError:
        return None


def _bare(host: str) -> str:
    return host.strip().strip("[]").lower()
