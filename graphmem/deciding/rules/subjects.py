"""Writes a clause about two at once as one about each ("my mother and I …", 我和我妈都…)."""

from graphmem.deciding.rules.reading import Said
from graphmem.language.cues import Cues


def each_subject(said: Said, cues: Cues) -> tuple[Said, ...]:
    """Write a clause once for each of the two it opens with; the clause alone where it opens with one.

    The verb stays as it was said: patterns read "my mother are allergic" as they read "is".
    """
    text = cues.rewrite(said.text)
    match = cues.both.match(text)
    if match is None:
        return (said,)
    rest = text[match.end() :].lstrip()
    gap = " " if text[: match.end()].isascii() else ""
    own = match["own"] or match["own_last"]
    others = match["other"] or match["other_last"]
    return tuple(Said(f"{who}{gap}{rest}", said.certainty) for who in (own, others))
