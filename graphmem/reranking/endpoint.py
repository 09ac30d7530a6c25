"""A server with a `/rerank` address, in the form of Cohere and Jina, or of text-embeddings-inference."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

import httpx2

from graphmem.errors import InvalidSettings, RerankingFailed
from graphmem.reranking.reranker import checked_scores

MOST_BYTES: Final = 1_000_000
"""Longest answer that is read; that for 100 texts has some 10,000 bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankEndpoint:
    """Where the reranker answers, and how it is asked."""

    url: str
    """The whole address, such as `https://api.jina.ai/v1/rerank`."""
    texts_field: str
    """What the texts are called: `documents` at Cohere, Jina and most, `texts` at text-embeddings-inference."""
    model: str | None
    """None where the server has one model and takes no name."""
    api_key: str | None = field(repr=False)
    timeout: float
    """Seconds for one call."""


class EndpointReranker:
    """One model behind one address."""

    def __init__(self, endpoint: RerankEndpoint) -> None:
        scheme = endpoint.url.partition("://")[0]
        if scheme not in {"http", "https"}:
            raise InvalidSettings(
                f"The reranker's address begins with {scheme[:20]!r}, not with http or https. "
                "Check GRAPHMEM_RERANKER_URL."
            )
        headers = {} if endpoint.api_key is None else {"Authorization": f"Bearer {endpoint.api_key}"}
        self._endpoint = endpoint
        self._client = httpx2.AsyncClient(headers=headers, timeout=endpoint.timeout)

    async def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        if not texts:
            return []
        try:
            async with asyncio.timeout(self._endpoint.timeout):
                answer = await self._ask(query, texts)
        except TimeoutError as error:
            raise RerankingFailed(
                f"The reranker took longer than {self._endpoint.timeout} s. Raise GRAPHMEM_RERANKER_TIMEOUT, or switch "
                "it off."
            ) from error
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise RerankingFailed(
                f"The reranker could not be asked ({type(error).__name__}). Check its address."
            ) from error
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise RerankingFailed(
                f"The reranker's answer can't be read ({type(error).__name__}). Check its address and model."
            ) from error
        return checked_scores(answer, len(texts))

    async def close(self) -> None:
        await self._client.aclose()

    async def _ask(self, query: str, texts: Sequence[str]) -> list[float]:
        body: dict[str, Any] = {"query": query, self._endpoint.texts_field: list(texts)}
        if self._endpoint.model is not None:
            body["model"] = self._endpoint.model
        async with self._client.stream("POST", self._endpoint.url, json=body) as response:
            if not response.is_success:
                raise RerankingFailed(
                    f"The reranker answered with status {response.status_code}. Check its address, key and model."
                )
            received = b""
            async for chunk in response.aiter_bytes():
                received += chunk
                if len(received) > MOST_BYTES:
                    raise ValueError("the answer has no end")
        return _scores_of(json.loads(received), len(texts))


def _scores_of(answer: object, count: int) -> list[float]:
    """The scores in the order of the texts; ValueError, TypeError or KeyError where the answer has another form."""
    items = cast("Any", answer)["results"] if isinstance(answer, dict) else answer
    scores: dict[int, float] = {}
    for item in cast("list[dict[str, Any]]", items):
        place: Any = item["index"]
        score: Any = item["relevance_score"] if "relevance_score" in item else item["score"]
        if not isinstance(place, int) or isinstance(score, bool) or not isinstance(score, int | float):
            raise TypeError(f"a result of {type(place).__name__} and {type(score).__name__}")
        scores[place] = float(score)
    if set(scores) - set(range(count)):
        raise ValueError("a result of no text")
    return [scores[place] for place in sorted(scores)]
