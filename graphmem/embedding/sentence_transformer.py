"""Any model of the sentence-transformers library (extra `sentence-transformers`), by name or as a local folder."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final, Protocol, cast

from graphmem.embedding.model import Matrix, ModelIdentity, Side
from graphmem.embedding.worker import Encode, WorkerLimits, WorkerModel

PROVIDER: Final = "sentence-transformers"
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalModel:
    """Which model is loaded, and how it is asked."""

    model: str
    """Name on the hub, or path of a folder."""
    revision: str
    """Commit on the hub; empty for a folder, whose hash stands for it."""
    device: str | None
    """Such as "cpu" or "cuda"; None lets the library choose."""
    prefixes: tuple[str, str] | None
    """Put before every query and passage; None for the prompts that the model itself brings."""


class _Transformer(Protocol):
    def encode_query(self, texts: list[str], *, prompt: str | None, show_progress_bar: bool) -> Matrix: ...
    def encode_document(self, texts: list[str], *, prompt: str | None, show_progress_bar: bool) -> Matrix: ...


class _Library(Protocol):
    def SentenceTransformer(self, name: str, *, revision: str | None, device: str | None) -> _Transformer: ...  # noqa: N802


def sentence_transformer(wanted: LocalModel, limits: WorkerLimits) -> WorkerModel:
    """Make the model; it is loaded by the first call. Reads a local folder once to hash it, 1 s a gigabyte."""
    folder = Path(wanted.model)
    identity = ModelIdentity(
        provider=PROVIDER,
        name=folder.name if folder.is_dir() else wanted.model,
        revision=wanted.revision or (_hash(folder) if folder.is_dir() else "unpinned"),
        dimension=None,
        prefixes=" | ".join(wanted.prefixes) if wanted.prefixes else "",
    )
    return WorkerModel(identity, lambda: _load(wanted), limits)


def _load(wanted: LocalModel) -> Encode:
    # by name: the library is only there with its extra, and takes 5 s to import
    library = cast("_Library", import_module("sentence_transformers"))
    model = library.SentenceTransformer(wanted.model, revision=wanted.revision or None, device=wanted.device)
    query_prefix, passage_prefix = wanted.prefixes or (None, None)

    def encode_side(texts: Sequence[str], side: Side) -> Matrix:
        if side is Side.QUERY:
            return model.encode_query(list(texts), prompt=query_prefix, show_progress_bar=False)
        return model.encode_document(list(texts), prompt=passage_prefix, show_progress_bar=False)

    return encode_side


def _hash(folder: Path) -> str:
    total = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        total.update(file.relative_to(folder).as_posix().encode())
        with file.open("rb") as content:
            while chunk := content.read(_CHUNK):
                total.update(chunk)
    return total.hexdigest()[:16]
