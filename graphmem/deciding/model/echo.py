"""Whether an answer repeats the instructions it was given: then nothing of it is believed."""

from functools import lru_cache
from typing import Final

from graphmem.language.folding import fold
from graphmem.language.script import han_share

_LONGEST_CHANCE: Final = {False: 40, True: 14}
"""Letters that a text may share with the instructions by chance, by whether it is Han; every run is longer."""


def repeats(text: str, instructions: str) -> bool:
    """Tell whether a run of letters of the instructions stands in the text, blanks and marks aside; linear time."""
    runs, length = _runs(instructions)
    letters = _letters(text)
    return any(letters[start : start + length] in runs for start in range(len(letters) - length + 1))


@lru_cache(maxsize=8)
def _runs(instructions: str) -> tuple[frozenset[str], int]:
    letters = _letters(instructions)
    length = _LONGEST_CHANCE[han_share(instructions) > 1 / 2]
    return frozenset(letters[start : start + length] for start in range(len(letters) - length + 1)), length


def _letters(text: str) -> str:
    return "".join(letter for letter in fold(text) if letter.isalnum())
