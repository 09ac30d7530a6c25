"""Rule R5: from a cosine, which means something else in every model, to one scale that rules can name numbers on."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Self

from graphmem.errors import InvalidSettings

PARAPHRASE: Final = 0.85
"""Where R5 puts what true paraphrases typically pass."""

ANSWER: Final = 0.35
"""Where a question meets what true answers typically pass: rule Q10 takes anything below for no answer."""

_LEAST_STEP: Final = 0.01


@dataclass(frozen=True, slots=True)
class Calibration:
    """A monotone map from cosine to similarity, straight between its knots."""

    knots: tuple[tuple[float, float], ...]
    """(cosine, similarity), both ascending; the first has similarity 0, the last 1."""

    def __post_init__(self) -> None:
        rising = all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(self.knots))
        if len(self.knots) < 2 or not rising or self.knots[0][1] != 0.0 or self.knots[-1][1] != 1.0:  # noqa: PLR2004
            message = f"The calibration knots {self.knots} don't rise from 0 to 1. Fit the embedding space anew."
            raise InvalidSettings(message)

    def similarity(self, cosine: float) -> float:
        """Map a cosine to [0, 1]; what lies beyond the first or last knot is 0 or 1."""
        place = bisect_right(self.knots, cosine, key=lambda knot: knot[0])
        if place == 0:
            return 0.0
        if place == len(self.knots):
            return 1.0
        (x0, y0), (x1, y1) = self.knots[place - 1], self.knots[place]
        return y0 + (y1 - y0) * (cosine - x0) / (x1 - x0)

    def cosine(self, similarity: float) -> float:
        """Map a similarity back to the least cosine that reaches it: the form in which an index takes a threshold."""
        for (x0, y0), (x1, y1) in pairwise(self.knots):
            if similarity <= y1:
                return x0 + (x1 - x0) * max(0.0, similarity - y0) / (y1 - y0)
        return self.knots[-1][0]

    @classmethod
    def through(cls, points: Sequence[tuple[float, float]]) -> Self:
        """Lay the map through (cosine, similarity) points, the lowest first, and the identical text.

        Where a model tells the kinds badly apart, one not below the next is moved a small step below it.
        """
        knots = [(1.0, 1.0)]
        for cosine, similarity in reversed(points):
            knots.insert(0, (round(min(cosine, knots[0][0] - _LEAST_STEP), 4), similarity))
        return cls(tuple(knots))
