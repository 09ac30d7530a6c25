"""Whether two claims speak of one thing in more or fewer words: "restrooms" and "restroom facilities"."""

from typing import Final

from graphmem.domain.claim import Claim, Polarity
from graphmem.language.concepts import lexicon

JOURNEY: Final = "travel"
"""What "the trip" and 旅行 fold to."""


def words_of(claim: Claim) -> frozenset[str]:
    """The folded words of what a claim is about and says of it."""
    return frozenset(f"{claim.topic or ''} {claim.value or ''}".split())


def is_about_itself(claim: Claim) -> bool:
    """Whether it is about a thing as such (a like, a wish), not about a quality of one."""
    return claim.attribute is None and claim.topic is not None and claim.value in {None, claim.topic}


def names_less(short: Claim, long: Claim) -> bool:
    """Whether the words of one are among those of the other, and the rest of these names no further thing.

    "AC charging" is "AC charging at stations"; coffee is not coffee and cake.
    """
    few, many = words_of(short), words_of(long)
    if not few or not few <= many or not (is_about_itself(short) and is_about_itself(long)):
        return False
    return not any(lexicon().get(word) for word in many - few)


def is_detail(short: Claim, long: Claim) -> bool:
    """Whether `long` likes the thing of `short`, told more closely, so that one may stand for both (rules D1, D2).

    Coffee is in black coffee, but swimming pools are no kind of swimming; and who refuses chicken feet has not refused
    chicken.
    """
    has_same_head = (short.topic or "").split()[-1:] == (long.topic or "").split()[-1:]
    return long.polarity is Polarity.POSITIVE and has_same_head and names_less(short, long)


def overlap(a: Claim, b: Claim) -> float:
    """Share of the words of the shorter that the longer has, 0 to 1."""
    few, many = sorted((words_of(a), words_of(b)), key=len)
    return len(few & many) / len(few) if few else 0.0
