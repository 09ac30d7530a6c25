"""Keep one Neo4j running as long as somebody uses it; a process of its own, run by path.

    python -I -S supervisor.py RUN_FOLDER SERVER_LOCK_DESCRIPTOR CONSOLE_LOG PORT SETTLED COMMAND…

Who lives how long:

- A process that uses the server holds a shared lock on `users.lock`. The kernel drops it when the process ends, however
  it ends: kill -9 of the last user stops the server, kill -9 of one of two users does not.
- The supervisor inherits a lock on `server.lock` and holds it for its life. When nobody holds `users.lock` it takes
  that one for itself, so that nobody joins any more, stops Neo4j and ends.
- The kernel stops Neo4j when the supervisor is killed (Linux: the death signal of the parent, sound here because the
  supervisor has one thread). Elsewhere the next start finds Neo4j by the number in `server.json` and ends it.
- A server that dies after it has run for SETTLED seconds (killed, out of memory) is started again on its port;
  one that dies sooner ends the supervisor.

It imports the standard library only, because it lives as long as the server: 10 MB instead of 60.
"""

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

if sys.platform != "win32":
    import fcntl

USERS_LOCK = "users.lock"
STATE = "server.json"
POLL = 0.2  # seconds between two looks
STOP_WITHIN = 60.0  # seconds for a clean stop, which writes a checkpoint; then SIGKILL
PR_SET_PDEATHSIG = 1


def main(arguments: list[str]) -> None:
    """Run the server, in the background, until nobody uses it, SIGTERM comes or it dies young."""
    run, _server_lock, console, port, settled, *command = arguments  # the descriptor is held by being open
    if os.fork():
        return  # the caller waits for this process only, and the supervisor is no child of it
    os.umask(0o077)
    asked: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda received, _frame: asked.append(received))
    users_lock = os.open(Path(run, USERS_LOCK), os.O_RDWR | os.O_CREAT, 0o600)
    state = Path(run, STATE)
    while True:
        started = time.monotonic()
        server = _launch(command, Path(console))
        _write(state, {"port": int(port), "java": server.pid})
        while server.poll() is None and not asked and not _take(users_lock):
            time.sleep(POLL)
        if server.returncode is None:
            _take(users_lock)
            _stop(server)
            break
        with Path(console).open("a") as log:
            log.write(f"Neo4j ended by itself: {_ending(server.returncode)}.\n")
        if asked or time.monotonic() - started < float(settled):
            break
    state.unlink(missing_ok=True)


def _take(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _launch(command: list[str], console: Path) -> subprocess.Popen[bytes]:
    if console.exists():
        console.replace(console.with_suffix(".previous.log"))  # tells why a server had to be started again
    with console.open("wb") as log:
        return subprocess.Popen(  # noqa: S603  our own command
            command,
            env={"LANG": "C.UTF-8"},  # nothing of the caller's environment changes the JVM
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            preexec_fn=_death_with_parent(),  # noqa: PLW1509  one thread
        )


def _death_with_parent() -> Callable[[], None] | None:
    """Return what a child calls so that the kernel ends it with this process; None where there is no such call."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl  # looked up before the fork
    parent = os.getpid()

    def ask_kernel() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it died before the call
            os._exit(1)

    return ask_kernel


def _write(state: Path, content: dict[str, int]) -> None:
    part = state.with_suffix(".part")
    part.write_text(json.dumps(content))
    part.replace(state)


def _stop(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.wait(STOP_WITHIN)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def _ending(code: int) -> str:
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name


if __name__ == "__main__":
    main(sys.argv[1:])
