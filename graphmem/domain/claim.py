"""What a statement says in a comparable form: subject, slot, value, polarity and condition."""

from dataclasses import dataclass
from enum import StrEnum

from graphmem.language.asked_slots import AskedSlot

USER = "user"
"""The subject of statements about the user; anything else names a personal entity (rule D1–D9)."""


SINGLE_VALUED_SLOTS = frozenset(
    {
        "name",
        "age",
        "birthday",
        "city",
        "home_address",
        "shipping_address",
        "employer",
        "occupation",
        "phone",
        "email",
        "time_zone",
        "language",
        "marital_status",
    }
)
"""Slots of the user that hold one value at a time (rule D5); any other may hold several."""


ADDITIVE_SLOTS = frozenset({"child", "sibling", "pet", "speaks"})
"""Slots in which one value never takes the place of another: a dog does not end the cat."""


FAVOURITE = "favourite "
"""Begins the slot of a favourite, before the kind of thing."""


def slot_asked(asked: AskedSlot) -> tuple[str, str]:
    """Subject and attribute of the claims that answer a question for a slot."""
    attribute = FAVOURITE + asked.kind if asked.kind is not None else asked.attribute
    return (asked.subject or USER, attribute)


class Polarity(StrEnum):
    """Whether a statement affirms its value or rejects it."""

    POSITIVE = "positive"
    NEGATIVE = "negative"


AMOUNT = "amount "
"""Begins the topic of how much is done of what in which time ("amount drink coffee day"); its value is "2 cup"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The comparable side of a statement; all empty where nothing was understood but the words.

    `attribute` is the slot it fills ("home_address"); null for preferences, plans and decisions about a thing.
    `topic` says what it is about and `value` what is said of it, both folded to concepts that English and Chinese
    share where the lexicon knows them ("spicy food" and "辣" are both `spicy`).
    """

    subject: str = USER
    attribute: str | None = None
    topic: str | None = None
    value: str | None = None
    polarity: Polarity = Polarity.POSITIVE
    condition: str | None = None
    """The circumstance it holds under ("morning"); different conditions are no contradiction (rule D14)."""

    @property
    def is_empty(self) -> bool:
        return self.attribute is None and self.topic is None and self.value is None

    @property
    def is_single_valued(self) -> bool:
        """Whether its slot holds one value at a time (rule D5): some of the user's, every one of another subject.

        "The capital of X is Y" fills the slot `capital` of x; what may hold several times is a topic, not a slot.
        Of one kind of thing there is one: one favourite (`favourite colour`), one device (the phone, the car).
        """
        if self.attribute is None:
            return False
        is_of_a_kind = self.topic is not None
        return self.attribute in SINGLE_VALUED_SLOTS or self.subject != USER or is_of_a_kind
