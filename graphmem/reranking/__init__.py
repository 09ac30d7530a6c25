"""A second look at the best of a list: `open_reranker` makes a `Reranker` by name, or none."""

from graphmem.reranking.registry import PROVIDERS, RerankerOptions, open_reranker
from graphmem.reranking.reranker import Reranker

__all__ = ["PROVIDERS", "Reranker", "RerankerOptions", "open_reranker"]
