"""What a text passes before any embedding model sees it: models choke on lone surrogates, NUL and endless runs."""

import re
from typing import Final

from graphmem.errors import InvalidInput
from graphmem.language.text import clean_text

LONGEST_TEXT: Final = 2_000
"""Characters that a model sees unless it says less; what follows would only blur the vector, and cost."""

_LONGEST_RUN: Final = 8
_RUN: Final = re.compile(rf"(.)\1{{{_LONGEST_RUN},}}", re.DOTALL)
_BLANKS: Final = re.compile(r"\s+")


def prepare(text: str, *, longest: int = LONGEST_TEXT) -> str:
    """Clean a text, make its white space single blanks, shorten runs of one character, cut it to `longest`.

    InvalidInput when nothing visible is left.
    """
    beginning = clean_text(text[: longest * 10])
    prepared = _RUN.sub(lambda run: run.group(1) * _LONGEST_RUN, _BLANKS.sub(" ", beginning))[:longest].strip()
    if not prepared:
        raise InvalidInput("There is no text to embed. Send at least one visible character.")
    return prepared
