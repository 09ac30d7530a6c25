"""Texts to vectors: `open_embedder` makes an `Embedder` by name; see `embedder.py` for what it promises."""

from graphmem.embedding.calibration import Calibration
from graphmem.embedding.centred_embedder import CentredEmbedder
from graphmem.embedding.embedder import Embedder, EmbeddingSpace, Vector, cosine
from graphmem.embedding.fit import SpaceFit
from graphmem.embedding.fresh_vectors import FreshVectors
from graphmem.embedding.registry import PROVIDERS, EmbedderOptions, open_embedder

__all__ = [
    "PROVIDERS",
    "Calibration",
    "CentredEmbedder",
    "Embedder",
    "EmbedderOptions",
    "EmbeddingSpace",
    "FreshVectors",
    "SpaceFit",
    "Vector",
    "cosine",
    "open_embedder",
]
