"""The admin key of the first start: made once, kept in a file that only its owner can read."""

import os
from pathlib import Path

from graphmem.errors import FolderNotWritable
from graphmem.pipelines.access import create_first_key, has_keys, new_secret
from graphmem.pipelines.services import Services
from graphmem.settings import Settings
from graphmem.store import leases

OWNER_ONLY = 0o600


async def ensure_admin_key(services: Services, settings: Settings) -> str | None:
    """Make the first admin key where there is none, keep it in its file, and return it; none where keys exist.

    The file is written first: a key whose file can't be written would lock everybody out for ever.
    """
    async with leases.hold(services.database, "first key", services.clock):
        if await has_keys(services):
            return None
        secret = new_secret()
        _write(settings.admin_key_file, secret)
        await create_first_key(services, secret)
    return secret


def read_admin_key(settings: Settings) -> str | None:
    """The key that commands use: the one set, else the one kept at the first start; none where there is neither."""
    if settings.api_key is not None:
        return settings.api_key.get_secret_value()
    try:
        return settings.admin_key_file.read_text(encoding="utf-8").strip() or None
    except FileNotFoundError:
        return None


def _write(path: Path, secret: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            os.fchmod(file.fileno(), OWNER_ONLY)
            file.write(secret + "\n")
    except OSError as error:
        raise FolderNotWritable(
            f"The admin key can't be kept in {path}: {error.strerror}. Make the folder writable, or set "
            "GRAPHMEM_DATA_DIR to one that is."
        ) from error
