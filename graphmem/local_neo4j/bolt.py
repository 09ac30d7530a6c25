"""Ports of the local server: find a free one, and ask whether Bolt answers on it."""

import asyncio
import contextlib
import socket

from graphmem.errors import PortTaken
from graphmem.local_neo4j.configuration import HOST

ANSWER_WITHIN = 2.0  # seconds
# Bolt's magic number, then four proposals: 5.8 down to 5.0, 4.4, and two empty ones (Bolt handshake specification).
HANDSHAKE = bytes.fromhex("6060b017 00080805 00000404 00000000 00000000")


def free_port(wanted: int) -> int:
    """Return the wanted port, or any free one for 0; PortTaken when another program listens on it."""
    with socket.socket() as probe:
        probe.setsockopt(
            socket.SOL_SOCKET, socket.SO_REUSEADDR, 1
        )  # as the server does: closing connections don't count
        try:
            probe.bind((HOST, wanted))
        except OSError as error:
            raise PortTaken(
                f"Port {wanted} of {HOST} can't be used ({error.strerror}). End the program that listens there, "
                "or set GRAPHMEM_NEO4J_PORT to another port, or to 0 for any free one."
            ) from error
        port: int = probe.getsockname()[1]
        return port


async def answers(port: int) -> bool:
    """Whether a Bolt server answers the handshake on the port, with a version both sides know."""
    try:
        async with asyncio.timeout(ANSWER_WITHIN):
            reader, writer = await asyncio.open_connection(HOST, port)
            try:
                writer.write(HANDSHAKE)
                return any(await reader.readexactly(4))
            finally:
                writer.close()
                with contextlib.suppress(OSError):
                    await writer.wait_closed()
    except (OSError, TimeoutError, asyncio.IncompleteReadError):
        return False
