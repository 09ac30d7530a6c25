"""What is learnt about a model from our own sentences before it is used: its means and its calibration.

`fitted/` holds it for the models that need no server; `graphmem.embedding.refit` writes it.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final, Self

import numpy as np

from graphmem.embedding.calibration import ANSWER, PARAPHRASE, Calibration
from graphmem.embedding.centring import Centre, unit_rows
from graphmem.embedding.model import Matrix, Model, ModelIdentity, Side
from graphmem.embedding.sentence_sets import Likeness, centring_revision, generic_sentences, pairs, pairs_revision
from graphmem.errors import InvalidSettings
from graphmem.language.script import Language

_DIGITS: Final = 5
_REACHED: Final = 0.95
"""What unrelated pairs reach: 95 of 100 stay below."""
_PASSED: Final = 0.2
"""What true pairs typically pass: 80 of 100 lie above."""

_ByLanguages = Mapping[frozenset[Language], Matrix]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cosines:
    pairs: _ByLanguages
    """Of the pairs themselves."""
    others: _ByLanguages
    """Of each left sentence and the right ones of the other pairs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceFit:
    """Means and calibration of one model; kept with the space, so that a model that drifts is not refitted unseen."""

    centre: Centre
    calibration: Calibration
    """For two stored texts."""
    query_calibration: Calibration
    """For a query and a stored text: a question is far less like its answer than two statements of one thing."""

    def to_json(self, *, made_for: str = "") -> str:
        """Write it as JSON: about 10 bytes a dimension and mean, headed by what it was made for."""
        means = {
            side: {language: [round(float(x), _DIGITS) for x in row] for language, row in rows.items()}
            for side, rows in self.centre.means.items()
        }
        content = {
            "for": made_for,
            "knots": self.calibration.knots,
            "query_knots": self.query_calibration.knots,
            "means": means,
        }
        return json.dumps(content, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what `to_json` wrote; InvalidSettings for anything else."""
        try:
            data: dict[str, Any] = json.loads(text)
            means = {
                side: {language: np.array(data["means"][side][language], dtype=np.float32) for language in Language}
                for side in Side
            }
            knots, query_knots = (
                tuple((float(x), float(y)) for x, y in data[name]) for name in ("knots", "query_knots")
            )
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidSettings("The fit of the embedding space can't be read. Rebuild the space.") from error
        return cls(centre=Centre(means), calibration=Calibration(knots), query_calibration=Calibration(query_knots))


def shipped_fit(identity: ModelIdentity) -> SpaceFit | None:
    """Read the fit that comes with graphmem for this very model and these very sentences; None when there is none."""
    file = files("graphmem.embedding") / "fitted" / f"{identity.provider}.json"
    if not file.is_file():
        return None
    text = file.read_text(encoding="utf-8")
    return SpaceFit.from_json(text) if json.loads(text)["for"] == fingerprint(identity) else None


def fingerprint(identity: ModelIdentity) -> str:
    """Name what a fit holds for: model, revision and sentences."""
    return f"{identity.name} {identity.revision} {centring_revision()} {pairs_revision()}"


async def fit_model(model: Model) -> SpaceFit:
    """Embed our own sentences, some 500, and fit means and calibrations; raises what the model raises."""
    means = {
        side: {language: await _mean(model, generic_sentences(language), side) for language in Language}
        for side in Side
    }
    centre = Centre(means)
    paraphrases = (await _cosines(model, centre, Likeness.PARAPHRASE)).pairs
    unrelated = (await _cosines(model, centre, Likeness.UNRELATED)).pairs
    questions = await _cosines(model, centre, Likeness.ANSWER)
    said = _told_apart(paraphrases, unrelated)
    asked = _told_apart(questions.pairs, questions.others)
    paraphrase = (_quantile(paraphrases, said, _PASSED), PARAPHRASE)
    answer = (_quantile(questions.pairs, asked, _PASSED), ANSWER)
    return SpaceFit(
        centre=centre,
        calibration=Calibration.through([(_quantile(unrelated, said, _REACHED), 0.0), paraphrase]),
        query_calibration=Calibration.through(
            [(_quantile(questions.others, asked, _REACHED), 0.0), answer, paraphrase]
        ),
    )


async def encode_all(model: Model, texts: Sequence[str], side: Side) -> Matrix:
    """Embed any number of texts, a batch at a time."""
    size = model.batch_size
    batches = [await model.encode(texts[start : start + size], side) for start in range(0, len(texts), size)]
    return np.concatenate(batches)


async def _mean(model: Model, sentences: Sequence[str], side: Side) -> Matrix:
    rows = await encode_all(model, sentences, side)
    return unit_rows(rows, count=len(sentences), dimension=model.identity.dimension).mean(axis=0)


async def _cosines(model: Model, centre: Centre, likeness: Likeness) -> _Cosines:
    """Compare every left sentence with every right one of the same languages."""
    left_side = Side.QUERY if likeness is Likeness.ANSWER else Side.PASSAGE
    left = [pair.left for pair in pairs(likeness)]
    right = [pair.right for pair in pairs(likeness)]
    left_rows = centre.centred(left, await encode_all(model, left, left_side), left_side)
    right_rows = centre.centred(right, await encode_all(model, right, Side.PASSAGE), Side.PASSAGE)
    places: defaultdict[frozenset[Language], list[int]] = defaultdict(list)
    for place, pair in enumerate(pairs(likeness)):
        places[pair.languages].append(place)
    squares = {languages: left_rows[chosen] @ right_rows[chosen].T for languages, chosen in places.items()}
    return _Cosines(
        pairs={languages: square.diagonal() for languages, square in squares.items()},
        others={languages: square[~np.eye(len(square), dtype=bool)] for languages, square in squares.items()},
    )


def _told_apart(true: _ByLanguages, false: _ByLanguages) -> list[frozenset[Language]]:
    """Leave out the languages that the model doesn't know: an English one would spoil the map by its Chinese."""
    known = [
        languages for languages in true if _quantile(true, [languages], 0.5) > _quantile(false, [languages], _REACHED)
    ]
    return known or list(true)


def _quantile(cosines: _ByLanguages, chosen: Sequence[frozenset[Language]], share: float) -> float:
    return float(np.quantile(np.concatenate([cosines[languages] for languages in chosen]), share))
