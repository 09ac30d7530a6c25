"""The decider with a model; see `model_decider.py` for what it promises."""

from graphmem.deciding.model.endpoint import ModelOptions
from graphmem.deciding.model.model_decider import ModelDecider, open_model_decider
from graphmem.deciding.model.usage import ModelUsage

__all__ = ["ModelDecider", "ModelOptions", "ModelUsage", "open_model_decider"]
