"""Whether two statements say the same, and the one that holds both where one adds to the other (rules D1, D2)."""

from dataclasses import dataclass, replace

from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import Claim, Polarity
from graphmem.domain.contradiction import adds_nothing, are_contradictory, same_claim, says_nothing
from graphmem.domain.memory import Memory
from graphmem.domain.near_duplicate import covers, is_near_duplicate
from graphmem.domain.policy import ConflictPolicy
from graphmem.domain.status import Status
from graphmem.domain.things import is_detail, names_less
from graphmem.language.concepts import Concept
from graphmem.language.cues import cues
from graphmem.language.script import Language, detect_language
from graphmem.language.topics import concepts_in

_SEPARATORS = {Language.ENGLISH: "; ", Language.CHINESE: "；"}
_END = " .。;；!！"


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """What a merge says (rule D2)."""

    content: str
    claim: Claim
    is_as_said: bool
    """Whether the candidate says all of it already, so that its own vector and words do."""


def says_the_same(candidate: Candidate, memory: Memory, similarity: float, policy: ConflictPolicy) -> bool:
    """Whether the candidate says what is held, in full or in part (rule D1); likeness decides only among words."""
    new, known = candidate.claim, memory.claim
    if are_contradictory(candidate, memory, policy):
        return False
    if same_claim(new, known) and (memory.type is candidate.type or new.attribute is not None):
        return True
    if memory.type is not candidate.type:
        return False
    if adds_nothing(known, new) or (_is_same_thing(new, memory, similarity, policy) and is_detail(new, known)):
        return True
    return _may_be_same(new, known) and is_near_duplicate(candidate.content, memory.content, similarity, policy)


def _may_be_same(new: Claim, known: Claim) -> bool:
    """Likeness decides only where a side was not understood."""
    return new.subject == known.subject and (says_nothing(new) or says_nothing(known))


def _is_same_thing(new: Claim, memory: Memory, similarity: float, policy: ConflictPolicy) -> bool:
    """Whether both say the same of things that may be one, said in more or fewer words.

    What is only observed takes less likeness: it is held as a guess anyway.
    """
    known = memory.claim
    is_guess = memory.status is Status.OBSERVED
    is_alike = similarity >= (policy.related_similarity if is_guess else policy.same_similarity)
    is_comparable = new.subject == known.subject and new.condition == known.condition
    return is_alike and is_comparable and new.polarity is known.polarity


def join(candidate: Candidate, memory: Memory, similarity: float, policy: ConflictPolicy) -> Joined | None:
    """What a version says that holds both; None where neither adds to the other, or both are statements by themselves.

    A detail joins what it belongs to ("the cup" and "the red cup"), and so does another side of one thing (its material
    and its size); two likes of different things never do (rule D2).
    """
    if memory.type is not candidate.type or memory.claim.subject != candidate.claim.subject:
        return None
    if are_contradictory(candidate, memory, policy):
        return None
    claim = _joined_claim(candidate, memory, similarity, policy)
    return None if claim is None else _joined(candidate, memory, claim, policy)


def _joined_claim(candidate: Candidate, memory: Memory, similarity: float, policy: ConflictPolicy) -> Claim | None:
    new, known = candidate.claim, memory.claim
    if new.condition != known.condition or new.polarity is not known.polarity:
        return None
    has_more_words = covers(candidate.content, memory.content) and not covers(memory.content, candidate.content)
    if says_nothing(new) and says_nothing(known):
        says_more = has_more_words and similarity >= policy.same_similarity
        return replace(new, topic=new.topic or known.topic) if says_more else None
    if same_claim(new, known):
        gives_a_reason = candidate.reason is not None and memory.reason is None
        return new if has_more_words or gives_a_reason else None
    if adds_nothing(new, known):
        return replace(new, topic=new.topic or known.topic)
    if _is_same_thing(new, memory, similarity, policy) and is_detail(known, new):
        return new
    return _with_other_side(new, known)


def _with_other_side(new: Claim, known: Claim) -> Claim | None:
    """One thing with two qualities of different classes: its material, and its size."""
    is_about_one_thing = new.attribute is None and known.attribute is None and new.topic == known.topic is not None
    if not is_about_one_thing or new.polarity is Polarity.NEGATIVE or new.value is None or known.value is None:
        return None
    if new.topic in new.value.split() or new.topic in known.value.split():
        return None
    kinds_new, kinds_known = _kinds(new.value), _kinds(known.value)
    if not kinds_new or not kinds_known or kinds_new & kinds_known:
        return None
    return replace(new, value=" ".join(dict.fromkeys([*known.value.split(), *new.value.split()])))


def _kinds(value: str) -> set[str]:
    """The classes of a value's concepts; empty where a word of it is unknown."""
    concepts: tuple[Concept, ...] = concepts_in(value)
    return {concept.kind for concept in concepts} if len(concepts) == len(value.split()) else set()


def _joined(candidate: Candidate, memory: Memory, claim: Claim, policy: ConflictPolicy) -> Joined | None:
    holds_all = claim == candidate.claim and (
        candidate.language != memory.language
        or covers(candidate.content, memory.content)
        or names_less(memory.claim, candidate.claim)
    )
    if holds_all:
        return Joined(content=candidate.content, claim=claim, is_as_said=True)
    if candidate.language != memory.language:
        return None
    content = in_one_sentence(memory.content, candidate.content, detect_language(candidate.content))
    if len(content) > policy.merged_characters:
        return None
    return Joined(content=content, claim=claim, is_as_said=False)


def in_one_sentence(first: str, second: str, language: Language) -> str:
    """Two canonical sentences in one: the second without its subject, where both have the same."""
    user = cues(language).user
    first, rest = first.rstrip(_END), second.rstrip(_END)
    if first.startswith(user) and rest.startswith(user):
        rest = rest.removeprefix(user).lstrip()
    return f"{first}{_SEPARATORS[language]}{rest}"
