"""A server of OpenAI's chat interface that says what a test wants, well or badly."""

import json
import re
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from graphmem.deciding.model import ModelOptions
from tests.serving import served

_SHOWN_ID = re.compile(r'"id": "([^"]+)"')


def proposal(fragment: str, content: str, kind: str = "preference", **more: Any) -> dict[str, Any]:
    """One proposal as a model writes it."""
    return {"fragment": fragment, "content": content, "type": kind} | more


@dataclass
class Stub:
    """What the server does, and what it was asked."""

    address: str
    way: str = "good"
    """good, slow, cut, html, echo, flaky, wrong, a status, or any other name of `_text`."""
    memories: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    text: str | None = None
    """The answer's words, where they are not the memories."""
    usage: Any = field(default_factory=lambda: {"prompt_tokens": 700, "completion_tokens": 50, "total_tokens": 750})
    asked: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    release: threading.Event = field(default_factory=threading.Event)

    def options(self, *, timeout: float = 10.0, retries: int = 0, **more: Any) -> ModelOptions:
        """How a decider is told to ask it."""
        return ModelOptions(
            model="stub-1",
            base_url=f"{self.address}/v1",
            api_key="secret-key",
            timeout=timeout,
            retries=retries,
            **more,
        )

    @property
    def system(self) -> str:
        return self.asked[-1]["messages"][0]["content"]

    @property
    def user(self) -> str:
        return self.asked[-1]["messages"][1]["content"]

    @property
    def shown_ids(self) -> list[str]:
        """Ids of the memories that the last call was shown."""
        return _SHOWN_ID.findall(self.user)

    def reply(self, request: dict[str, Any]) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        self.asked.append(request)
        way = self.way
        if way == "slow":
            self.release.wait(20)
        if way == "flaky":
            way = "503" if len(self.asked) == 1 else "good"
        if way.isdigit():
            return int(way), b'{"error": {"message": "no"}}'
        if way == "html":
            return 200, b"<html>Welcome</html>"
        if way == "null":
            return 200, b'{"choices": null}'
        text, reason = self._text(way, request), "length" if way == "length" else "stop"
        choice = {"index": 0, "finish_reason": reason, "message": {"role": "assistant", "content": text}}
        body = {"id": "c", "object": "chat.completion", "created": 0, "model": "stub-1", "choices": [choice]}
        written = json.dumps(body | {"usage": self.usage}).encode()
        return 200, written[: len(written) // 2] if way == "broken" else written

    def _text(self, way: str, request: dict[str, Any]) -> str | None:
        whole = self.text or json.dumps({"memories": self.memories}, ensure_ascii=False)
        messages = [message["content"] for message in request["messages"]]
        return {
            "cut": whole[: len(whole) // 2],
            "prose": "I have noted three memories.",
            "wrong": json.dumps({"memories": [{"note": "likes tea"}]}),
            "more": json.dumps({"memories": [], "note": "extra"}),
            "list": json.dumps(self.memories),
            "echo": messages[0],
            "echo_user": messages[1],
            "nothing": None,
        }.get(way, whole)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    stub: Stub

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        status, body = self.stub.reply(request)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        self.end_headers()
        with suppress(ConnectionError):  # who asked has gone, as after a time-out
            self.wfile.write(body)
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the library's name
        del format, args


@contextmanager
def serving_stub() -> Generator[Stub]:
    """A stub on a free port of loopback, until the end of the block."""
    handler = type("Handler", (_Handler,), {})
    with served(handler) as address:
        stub = Stub(address)
        handler.stub = stub  # pyright: ignore[reportAttributeAccessIssue]
        try:
            yield stub
        finally:
            stub.release.set()
