"""A server with a `/rerank` address that answers as a test wants, well or badly."""

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.serving import served


@dataclass
class RerankStub:
    """What the server does, and what it was asked."""

    url: str
    way: str = "good"
    """good, texts, slow, cut, html, short, long, nan, infinite, words, endless, or a status."""
    favourite: str = ""
    """The words of the text that fits best."""
    asked: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    keys: list[str | None] = field(default_factory=list[str | None])
    release: threading.Event = field(default_factory=threading.Event)

    def reply(self, request: dict[str, Any]) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        self.asked.append(request)
        way = self.way
        if way == "slow":
            self.release.wait(20)
        if way.isdigit():
            return int(way), b'{"error": "no"}'
        if way == "html":
            return 200, b"<html>Welcome</html>"
        if way == "endless":
            return 200, b" " * 2_000_000
        texts: list[str] = request.get("documents") or request["texts"]
        scores: list[Any] = [1.0 if self.favourite and self.favourite in text else 0.1 for text in texts]
        broken = {"nan": float("nan"), "infinite": float("inf"), "words": "good", "truth": True}
        if way in broken:
            scores[0] = broken[way]
        name = "score" if way == "texts" else "relevance_score"
        results = [{"index": i, name: score} for i, score in enumerate(scores)]
        results.sort(key=lambda r: str(r[name]), reverse=True)
        if way == "short":
            results.pop()
        if way == "long":
            results.append({"index": len(texts), name: 0.5})
        body = json.dumps(results if way == "texts" else {"id": "r", "results": results}).encode()
        return 200, body[: len(body) // 2] if way == "cut" else body


@contextmanager
def serving() -> Generator[RerankStub]:
    """The server, on a port of its own."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            stub.keys.append(self.headers["Authorization"])
            status, body = stub.reply(request)
            with suppress(BrokenPipeError, ConnectionResetError):
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the base class's own name
            """Say nothing."""

    with served(Handler) as address:
        stub = RerankStub(f"{address}/v1/rerank")
        try:
            yield stub
        finally:
            stub.release.set()
