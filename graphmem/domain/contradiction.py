"""Whether two statements can't both hold (rule D14): by what they say, never by how alike they look."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from graphmem.domain.claim import AMOUNT, FAVOURITE, Claim, Polarity
from graphmem.domain.policy import ConflictPolicy
from graphmem.domain.text_contrast import Contrast, contrast
from graphmem.language.antonyms import are_opposed
from graphmem.language.concepts import lexicon
from graphmem.language.topics import concepts_in


class ContradictionKind(StrEnum):
    """In what two statements contradict."""

    NEGATION = "negation"
    SLOT = "slot"
    VALUE = "value"
    ANTONYM = "antonym"
    NUMBER = "number"
    DATE = "date"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two statements that can't both hold, and what they differ in."""

    kind: ContradictionKind


class _Statement(Protocol):
    """What is held or may come to be held: a memory or a candidate."""

    @property
    def claim(self) -> Claim: ...
    @property
    def content(self) -> str: ...


DEFAULT: Final = ConflictPolicy()

_PLACE_SLOTS: Final = frozenset({"city", "hometown", "work_city", "home_address", "shipping_address"})
_DATE: Final = re.compile(r"^(?:\d{4}|-)-\d{2}-\d{2}(?:/\d{4}-\d{2}-\d{2})?$")
_NUMBER: Final = re.compile(r"^\d+(?:\.\d+)?$")
_COUNTED: Final = re.compile(r"\d+ \D")
"""How many there are of what."""
_COUNT: Final = re.compile(r"\b\d+ ")
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_LATIN: Final = re.compile(r"[a-z]")
_LEAST_CONTAINED: Final = 4
"""Han characters that make the shorter of two values a part of the longer, not a coincidence."""


def contradicts(a: Claim, b: Claim, text_a: str, text_b: str, policy: ConflictPolicy = DEFAULT) -> Contradiction | None:
    """Tell in what two statements contradict, None where both can hold.

    Other subjects and other circumstances never contradict; but what is refused without one is refused under each. The
    texts count only where neither claim says anything; the order of the two makes no difference.
    """
    if a.subject != b.subject or not _meet(a, b):
        return None
    if says_nothing(a) and says_nothing(b):
        found = contrast(text_a, text_b, frame_share=policy.frame_share)
        return None if found is None else Contradiction(_OF_TEXT[found])
    if a.attribute != b.attribute:
        is_refused = a.polarity is not b.polarity and (_is_favourite(a, b) or _is_favourite(b, a))
        return Contradiction(ContradictionKind.NEGATION) if is_refused else None
    rules = _SLOT_RULES if a.attribute is not None else _TOPIC_RULES
    kind = next((kind for rule in rules if (kind := rule(a, b)) is not None), None)
    return None if kind is None else Contradiction(kind)


def are_contradictory(one: _Statement, other: _Statement, policy: ConflictPolicy = DEFAULT) -> bool:
    """Tell whether two statements contradict, in whatever."""
    return contradicts(one.claim, other.claim, one.content, other.content, policy) is not None


def _meet(a: Claim, b: Claim) -> bool:
    """Whether both can be spoken of one moment for certain: "no alcohol" and "wine on weekends" do."""
    if a.condition == b.condition:
        return True
    general, special = (a, b) if a.condition is None else (b, a)
    return (
        general.condition is None
        and general.attribute is None
        and not says_nothing(general)
        and general.polarity is Polarity.NEGATIVE
        and special.polarity is Polarity.POSITIVE
    )


def same_claim(a: Claim, b: Claim) -> bool:
    """Tell whether two statements say the same of the same; never where nothing of them was understood."""
    return not says_nothing(a) and a == b


def adds_nothing(known: Claim, new: Claim) -> bool:
    """Tell whether all that `new` says is in `known` already; never where nothing of it was understood."""
    if says_nothing(new) or known.subject != new.subject or known.polarity is not new.polarity:
        return False
    if known.condition != new.condition:
        return False
    if known.attribute != new.attribute:
        return _is_favourite(known, new)
    return new.topic in {None, known.topic} and (new.value is None or _is_said_in(new, known))


def _is_favourite(held: Claim, said: Claim) -> bool:
    """Whether a favourite is the very thing that something is said of by itself: the favourite band, and that band."""
    is_favourite = held.attribute is not None and held.attribute.startswith(FAVOURITE)
    return is_favourite and said.attribute is None and said.topic == said.value == held.value


def says_nothing(claim: Claim) -> bool:
    """A topic alone is what a text is about, and says nothing of it."""
    return claim.attribute is None and claim.value is None


def _negated_slot(a: Claim, b: Claim) -> ContradictionKind | None:
    return ContradictionKind.NEGATION if a.value == b.value and a.polarity is not b.polarity else None


def _other_slot_value(a: Claim, b: Claim) -> ContradictionKind | None:
    if not a.is_single_valued or a.topic != b.topic or not _both_positive(a, b) or not _differ(a.value, b.value):
        return None
    if a.attribute in _PLACE_SLOTS:
        return ContradictionKind.PLACE
    return _kind_of_values(a.value or "", b.value or "", otherwise=ContradictionKind.SLOT)


def _other_count(a: Claim, b: Claim) -> ContradictionKind | None:
    """Counts the same things differently: two cats and three cats."""
    one, other = a.value or "", b.value or ""
    if not _both_positive(a, b) or one == other or not _COUNTED.match(one) or not _COUNTED.match(other):
        return None
    return ContradictionKind.NUMBER if _COUNT.sub("", one) == _COUNT.sub("", other) else None


def _negated(a: Claim, b: Claim) -> ContradictionKind | None:
    """Likes and refuses the same thing, or likes a kind of what is refused (beef, and no meat)."""
    if a.polarity is b.polarity:
        return None
    liked, refused = (a, b) if a.polarity is Polarity.POSITIVE else (b, a)
    if liked.topic not in {refused.topic, liked.value}:
        return None
    if liked.value == refused.value:
        return ContradictionKind.NEGATION
    return ContradictionKind.NEGATION if _is_kind_of(liked.value or "", refused.value or "") else None


def _refused_amount(a: Claim, b: Claim) -> ContradictionKind | None:
    """Refuses altogether what is done so often or so much: no coffee, and two cups of coffee a day."""
    if a.polarity is b.polarity:
        return None
    done, refused = (a, b) if a.polarity is Polarity.POSITIVE else (b, a)
    if not _is_amount(done) or refused.value is None or refused.topic != refused.value:
        return None
    is_of_it = set(refused.value.split()) <= set((done.topic or "").split())
    return ContradictionKind.NEGATION if is_of_it else None


def _is_amount(claim: Claim) -> bool:
    return (claim.topic or "").startswith(AMOUNT)


def _other_amount(a: Claim, b: Claim) -> ContradictionKind | None:
    """Does it more or less often, by the same measure: two cups a day, and three."""
    if not _is_amount(a) or a.topic != b.topic or not _both_positive(a, b):
        return None
    (one, unit), (other, measure) = ((claim.value or "").partition(" ")[::2] for claim in (a, b))
    return ContradictionKind.NUMBER if unit == measure and one != other else None


def _opposed(a: Claim, b: Claim) -> ContradictionKind | None:
    """Says the opposite of the same: quiet rooms and noisy rooms, a vegetarian and steak."""
    if not _both_positive(a, b) or a.value is None or b.value is None:
        return None
    is_about_itself = a.topic == a.value and b.topic == b.value
    if (is_about_itself or a.topic == b.topic) and are_opposed(a.value, b.value):
        return ContradictionKind.ANTONYM
    return None


def _other_value(a: Claim, b: Claim) -> ContradictionKind | None:
    """Gives one thing two values: the titanium cup and the steel cup; likes of different things are none."""
    if not _both_positive(a, b) or a.topic != b.topic or a.topic is None or not _differ(a.value, b.value):
        return None
    if _is_amount(a):
        return None  # of different measures nothing can be told
    return _kind_of_values(a.value or "", b.value or "", otherwise=ContradictionKind.VALUE)


_Rule = Callable[[Claim, Claim], ContradictionKind | None]
_SLOT_RULES: Final[tuple[_Rule, ...]] = (_negated_slot, _other_slot_value, _other_count)
_TOPIC_RULES: Final[tuple[_Rule, ...]] = (_negated, _refused_amount, _other_amount, _other_value, _opposed)
_OF_TEXT: Final = {
    Contrast.NEGATION: ContradictionKind.NEGATION,
    Contrast.ANTONYM: ContradictionKind.ANTONYM,
    Contrast.NUMBER: ContradictionKind.NUMBER,
    Contrast.PLACE: ContradictionKind.PLACE,
    Contrast.DATE: ContradictionKind.DATE,
}


def _both_positive(a: Claim, b: Claim) -> bool:
    return a.polarity is Polarity.POSITIVE and b.polarity is Polarity.POSITIVE


def _kind_of_values(a: str, b: str, *, otherwise: ContradictionKind) -> ContradictionKind:
    if _DATE.match(a) and _DATE.match(b):
        return ContradictionKind.DATE
    if _NUMBER.match(a) and _NUMBER.match(b):
        return ContradictionKind.NUMBER
    kinds = {concept.kind for value in (a, b) for concept in concepts_in(value)}
    return ContradictionKind.PLACE if kinds == {"city"} else otherwise


def _differ(a: str | None, b: str | None) -> bool:
    """Tell whether two values exclude each other; one that only adds detail, or speaks of another side, does not."""
    if a is None or b is None or _is_part(a, b) or _is_part(b, a):
        return False
    shared = set(a.split()) & set(b.split())
    known_a, known_b = concepts_in(a), concepts_in(b)
    if not known_a and not known_b:
        return not _in_different_scripts(a, b)
    kinds_a, kinds_b = ({c.kind for c in known if c.id not in shared} for known in (known_a, known_b))
    is_all_known = len(known_a) == len(a.split()) and len(known_b) == len(b.split())
    return not is_all_known or bool(kinds_a & kinds_b)


def _is_said_in(new: Claim, known: Claim) -> bool:
    """Whether the value of `new` is within that of `known`, as the same thing said with less detail.

    Coffee is in black coffee, but swimming pools are no kind of swimming; and who refuses chicken feet has not refused
    chicken.
    """
    part, whole = new.value or "", known.value or ""
    if not _is_part(part, whole):
        return False
    if new.attribute is not None or set(part.split()) == set(whole.split()):
        return True
    is_same_head = part.split()[-1:] == whole.split()[-1:] or whole.endswith(part)
    return is_same_head and new.polarity is Polarity.POSITIVE


def _is_part(part: str, whole: str) -> bool:
    if set(part.split()) <= set(whole.split()):
        return True
    if not _HAN.search(part) or len(part) < _LEAST_CONTAINED:
        return False
    start = whole.find(part)
    # 1号 is no part of 11号
    return start >= 0 and not (part[0].isdigit() and start > 0 and whole[start - 1].isdigit())


def _in_different_scripts(a: str, b: str) -> bool:
    """A name in Han and one in Latin letters may be the same name; nothing can be told from them."""
    return bool(_HAN.search(a)) != bool(_HAN.search(b)) and bool(_LATIN.search(a)) != bool(_LATIN.search(b))


def _is_kind_of(narrow: str, broad: str) -> bool:
    known = concepts_in(narrow)
    return len(known) == len(narrow.split()) and any(broad in lexicon().broader(concept.id) for concept in known)
