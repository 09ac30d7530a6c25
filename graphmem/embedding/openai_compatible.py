"""Any server that speaks OpenAI's embeddings interface (extra `openai`): a cloud's, or one of your own."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from graphmem.embedding.model import Matrix, ModelIdentity, Side, single_precision
from graphmem.errors import EmbeddingFailed, InvalidSettings

PROVIDER: Final = "openai"


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where the model answers, and how it is asked."""

    model: str
    revision: str
    base_url: str | None
    """None for OpenAI's own."""
    api_key: str | None = field(repr=False)
    dimension: int | None
    """Asked for and checked; None takes what comes."""
    input_types: tuple[str, str] | None
    """What `input_type` says for queries and passages, for servers that tell them apart so."""
    prefixes: tuple[str, str]
    """Put before every query and passage, for models that tell them apart so."""
    timeout: float
    """Seconds for one call with all its retries."""
    retries: int
    batch_size: int


class OpenAICompatibleModel:
    """One model behind one address."""

    def __init__(self, endpoint: Endpoint) -> None:
        """Imports the library, which takes a second: call it away from the event loop."""
        from openai import AsyncOpenAI  # noqa: PLC0415 -- only with the extra

        if endpoint.api_key is None and endpoint.base_url is None:
            raise InvalidSettings(
                "OpenAI's embeddings need a key: set GRAPHMEM_EMBEDDER_KEY. "
                "For a server that needs none, set GRAPHMEM_EMBEDDER_URL."
            )
        self.batch_size = endpoint.batch_size
        self.identity = ModelIdentity(
            provider=PROVIDER,
            name=endpoint.model,
            revision=endpoint.revision,
            dimension=endpoint.dimension,
            prefixes=" | ".join((endpoint.input_types or ()) + (endpoint.prefixes if any(endpoint.prefixes) else ())),
        )
        self._endpoint = endpoint
        self._client = AsyncOpenAI(
            api_key=endpoint.api_key or "none",
            base_url=endpoint.base_url,
            timeout=endpoint.timeout / (endpoint.retries + 1),
            max_retries=endpoint.retries,
        )

    async def encode(self, texts: Sequence[str], side: Side) -> Matrix:
        from openai import APIStatusError, OpenAIError  # noqa: PLC0415 -- only with the extra

        endpoint = self._endpoint
        try:
            async with asyncio.timeout(endpoint.timeout):
                rows = await self._ask(texts, side)
        except (TimeoutError, OpenAIError, ValueError, TypeError, AttributeError) as error:
            cause = f"status {error.status_code}" if isinstance(error, APIStatusError) else type(error).__name__
            message = (
                f"The embedding server gave no vectors for model {endpoint.model!r} ({cause}). Check its address, key"
            )
            raise EmbeddingFailed(f"{message} and model name, or try again.") from error
        expected = endpoint.dimension or (rows.shape[1] if rows.ndim > 1 else 0)
        if rows.shape != (len(texts), expected):
            message = f"The embedding server gave vectors of shape {rows.shape}, not {(len(texts), expected)}."
            raise EmbeddingFailed(f"{message} Check the configured model and dimension.")
        return rows

    async def close(self) -> None:
        await self._client.close()

    async def _ask(self, texts: Sequence[str], side: Side) -> Matrix:
        endpoint = self._endpoint
        place = 0 if side is Side.QUERY else 1
        extra: dict[str, Any] = {"input_type": endpoint.input_types[place]} if endpoint.input_types else {}
        if endpoint.dimension is not None:
            extra["dimensions"] = endpoint.dimension
        answer = await self._client.embeddings.create(
            model=endpoint.model,
            input=[endpoint.prefixes[place] + text for text in texts],
            encoding_format="float",
            extra_body=extra,
        )
        ordered = sorted(answer.data, key=lambda item: item.index)
        return single_precision([item.embedding for item in ordered])
