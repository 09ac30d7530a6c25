"""Whether two sentences that nobody understood further say the same: very like, and not just with a part swapped."""

from graphmem.domain.policy import ConflictPolicy
from graphmem.domain.text_contrast import contrast, is_negated
from graphmem.language.gist import gist


def is_near_duplicate(a: str, b: str, similarity: float, policy: ConflictPolicy) -> bool:
    """Whether likeness and words together say that it is one statement (rule D1).

    Likeness alone says little: sentences with one place, number or noun swapped are more alike than most paraphrases.
    So the words that tell something must be the same too.
    """
    if (
        similarity < policy.same_similarity
        or is_negated(a) != is_negated(b)
        or contrast(a, b, frame_share=policy.frame_share)
    ):
        return False
    return gist(a).is_same_as(gist(b))


def covers(whole: str, part: str) -> bool:
    """Whether every word of `part` that tells something is in `whole`, which says no where it does."""
    words = set(gist(part).words)
    return bool(words) and words <= set(gist(whole).words) and is_negated(whole) == is_negated(part)


def is_echo(words: str, heard: str, similarity: float, policy: ConflictPolicy, *, is_resolve: bool) -> bool:
    """Whether the words only repeat a sentence of the agent (rule W11).

    A decision or a plan (`is_resolve`) is the user's own even where the agent proposed it, unless it has no word more.
    """
    if (
        similarity < policy.echo_similarity
        or is_negated(words) != is_negated(heard)
        or contrast(words, heard, frame_share=policy.frame_share)
    ):
        return False
    return not is_resolve or covers(heard, words)
