"""From a provider's name in the settings to a ready reranker."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Final

from graphmem.errors import InvalidSettings
from graphmem.reranking.cross_encoder import CrossEncoderReranker
from graphmem.reranking.endpoint import EndpointReranker, RerankEndpoint
from graphmem.reranking.reranker import Reranker


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankerOptions:
    """Everything that can be said about a reranker; a provider reads what concerns it."""

    provider: str = "off"
    """One of `PROVIDERS`."""
    model: str | None = None
    revision: str | None = None
    device: str | None = None
    url: str | None = None
    texts_field: str = "documents"
    api_key: str | None = field(default=None, repr=False)
    timeout: float = 2.0
    """Seconds that one call may take; a recall goes on without it then."""


def _http(options: RerankerOptions) -> Reranker:
    if options.url is None:
        raise InvalidSettings("The reranker 'http' needs an address: set GRAPHMEM_RERANKER_URL, such as …/v1/rerank.")
    return EndpointReranker(
        RerankEndpoint(
            url=options.url,
            texts_field=options.texts_field,
            model=options.model,
            api_key=options.api_key,
            timeout=options.timeout,
        )
    )


def _cross_encoder(options: RerankerOptions) -> Reranker:
    if options.model is None:
        raise InvalidSettings(
            "The reranker 'sentence-transformers' needs the name or folder of a model: set GRAPHMEM_RERANKER_MODEL."
        )
    if find_spec("sentence_transformers") is None:
        raise InvalidSettings(
            "The reranker 'sentence-transformers' needs its package. Install it: "
            "pip install 'graphmem[sentence-transformers]'"
        )
    return CrossEncoderReranker(
        options.model, revision=options.revision, device=options.device, timeout=options.timeout
    )


_PROVIDERS: Final[Mapping[str, Callable[[RerankerOptions], Reranker | None]]] = {
    "off": lambda _: None,
    "sentence-transformers": _cross_encoder,
    "http": _http,
}
PROVIDERS: Final = tuple(_PROVIDERS)


def open_reranker(options: RerankerOptions) -> Reranker | None:
    """Make the reranker that the options name, none for `off`; InvalidSettings for a missing option or extra.

    Nothing is loaded or asked before the first recall, which may go on without it.
    """
    if options.provider not in _PROVIDERS:
        raise InvalidSettings(
            f"There is no reranker {options.provider!r}. Set GRAPHMEM_RERANKER to one of: {', '.join(PROVIDERS)}."
        )
    return _PROVIDERS[options.provider](options)
