"""Why a model gave nothing that can be used, so that the rules read instead (rule W4)."""

from enum import StrEnum
from typing import Final


class Failure(StrEnum):
    """What went wrong; the value is what metrics and logs call it."""

    TIMEOUT = "timeout"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    CUT_JSON = "cut_json"
    WRONG_SCHEMA = "wrong_schema"
    PROMPT_ECHO = "prompt_echo"
    BREAKER_OPEN = "breaker_open"


WORDS: Final = {
    Failure.TIMEOUT: "the model took too long",
    Failure.RATE_LIMITED: "the model's server takes no more calls for now (429)",
    Failure.SERVER_ERROR: "the model's server failed",
    Failure.UNREACHABLE: "the model's server could not be reached",
    Failure.REFUSED: "the model's server refused the call: check its address, key and model name",
    Failure.CUT_JSON: "the model's answer was cut off, or no JSON",
    Failure.WRONG_SCHEMA: "the model's answer had another form than asked for",
    Failure.PROMPT_ECHO: "the model's answer repeated its instructions",
    Failure.BREAKER_OPEN: "the model failed several times in a row and is left alone for a while",
}
"""What each is called in a sentence; never the text of a person."""

OF_THE_SERVER: Final = frozenset(
    {Failure.TIMEOUT, Failure.RATE_LIMITED, Failure.SERVER_ERROR, Failure.UNREACHABLE, Failure.REFUSED}
)
"""What counts for the circuit breaker.

A bad answer does not: the words of one user can bring it about, who must not take the model from all the others.
"""


class ModelFailed(Exception):
    """The model gave nothing that can be used; never leaves the decider."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.value)
        self.failure = failure
