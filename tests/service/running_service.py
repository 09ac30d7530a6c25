"""A `graphmem serve` of its own, as a user starts it: in a process that can be killed."""

import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2

START_SECONDS = 120.0
_URL = re.compile(r"graphmem answers at (http://\S+)")


@dataclass(slots=True)
class RunningService:
    """One service process with a data folder; may be killed and started again."""

    data_dir: Path
    environment: dict[str, str] = field(default_factory=dict[str, str])
    url: str = ""
    process: subprocess.Popen[bytes] | None = None

    @property
    def output(self) -> str:
        """What the service printed so far, in all its starts."""
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    @property
    def _log(self) -> Path:
        return self.data_dir / "service.log"

    def start(self) -> None:
        """Start the process and return once it answers; AssertionError with its output where it ends before."""
        self.data_dir.mkdir(parents=True, exist_ok=True)
        seen = len(self.output)
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "graphmem", "serve", "--port", "0", "--data-dir", str(self.data_dir)],
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                env=os.environ | {"COLUMNS": "500", "PYTHONUNBUFFERED": "1"} | self.environment,
            )
        deadline = time.monotonic() + START_SECONDS
        while (found := _URL.search(self.output[seen:])) is None:
            assert self.process.poll() is None, self.output
            assert time.monotonic() < deadline, self.output
            time.sleep(0.05)
        self.url = found[1]

    @property
    def key(self) -> str:
        """The admin key of the first start."""
        return (self.data_dir / "admin-key").read_text(encoding="utf-8").strip()

    def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask the process to stop, wait for it, and return its exit code."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(timeout=90)

    async def ask(self, http: httpx2.AsyncClient, document: str, **variables: Any) -> Any:
        """Send an operation and return the whole answer's body."""
        answer = await http.post(
            f"{self.url}/graphql",
            json={"query": document, "variables": variables},
            headers={"authorization": f"Bearer {self.key}"},
        )
        return answer.json()
