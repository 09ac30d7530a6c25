"""A proposal's fields as a claim, folded by the tables that the rules use, so that both deciders' claims compare."""

import re
from dataclasses import dataclass, replace
from typing import Final

from graphmem.deciding.decider import Known
from graphmem.deciding.model.proposal import Proposal
from graphmem.deciding.rules import RuleDecider
from graphmem.deciding.rules.explicit import named_topic
from graphmem.deciding.rules.profile import address_key, slot_content
from graphmem.deciding.rules.reading import Subject
from graphmem.domain.candidate import Candidate, Intent, Turn
from graphmem.domain.claim import USER, Claim
from graphmem.domain.memory import MemoryType
from graphmem.language.concepts import fold_in_place, lexicon
from graphmem.language.cues import Cues
from graphmem.language.topics import topic

_SLOT_NAME: Final = re.compile(r"[a-z][a-z_]{0,39}")
_LONGEST_NAME: Final = 40
_LONGEST_WORDS: Final = 80
_ADDRESSES: Final = frozenset({"home_address", "shipping_address"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """What a proposal says in comparable form."""

    claim: Claim
    type: MemoryType
    search_phrases: tuple[str, ...] = ()


async def understand(
    proposal: Proposal, readings: tuple[Candidate, ...], known: Known | None, cues: Cues, turn: Turn
) -> Understood:
    """Fill the claim: as the rules read the same words where both agree, else from the model's fields, folded.

    `readings` are what the rules made of the content and of the fragment. `known` is the memory that the proposal
    names; it says what a change is about where the words don't ("never mind that one").
    """
    own = _own_claim(proposal, cues)
    agreed = next((r for r in readings if _agrees(r.claim, own)), None)
    if agreed is None and own.attribute is not None:
        agreed = await _slot_reading(own.attribute, proposal, cues, turn)
    if agreed is not None:
        condition = agreed.claim.condition or own.condition
        claim = replace(agreed.claim, subject=own.subject, polarity=own.polarity, condition=condition)
        return Understood(claim=claim, type=agreed.type, search_phrases=agreed.search_phrases)
    slot = cues.slots.get(own.attribute or "")
    return Understood(
        claim=_completed(own, proposal, known, cues), type=proposal.type, search_phrases=slot.asks if slot else ()
    )


def _own_claim(proposal: Proposal, cues: Cues) -> Claim:
    subject = _subject(proposal.subject, cues)
    attribute = _attribute(proposal.attribute, subject, cues)
    about, value = _folded(proposal.topic, cues), _folded(proposal.value, cues)
    if attribute in _ADDRESSES and proposal.value:
        value = address_key(proposal.value[:_LONGEST_WORDS]) or None
    return Claim(
        subject=subject,
        attribute=attribute,
        topic=None if attribute is not None else about,
        value=value,
        polarity=proposal.polarity,
        condition=_condition(proposal.condition, cues),
    )


def _folded(words: str | None, cues: Cues) -> str | None:
    return topic(words[:_LONGEST_WORDS], cues) if words else None


def _subject(words: str, cues: Cues) -> str:
    """Name the subject as the rules do: kin and pets by their concept, whoever else by name."""
    bare = fold_in_place(words.strip()[:_LONGEST_NAME])
    if bare in {"", USER, fold_in_place(cues.user)}:
        return USER
    name = cues.kin_strip.sub("", bare).removesuffix("'s").strip()
    mentions = lexicon().mentions(name)
    return mentions[-1].concept.id if mentions else name or USER


def _attribute(name: str | None, subject: str, cues: Cues) -> str | None:
    """Keep a slot's name: of the user only those that the tables have."""
    folded = "_".join((name or "").lower().split())
    if folded in cues.slots:
        return folded
    return folded if subject != USER and _SLOT_NAME.fullmatch(folded) else None


def _condition(words: str | None, cues: Cues) -> str | None:
    if not words:
        return None
    named = (name for name, pattern in cues.conditions if pattern.search(words[:_LONGEST_WORDS]))
    return next(named, None) or _folded(words, cues)


def _agrees(read: Claim, own: Claim) -> bool:
    """Whether the rules understood the same words, and nothing that the model denies."""
    return (
        read.value is not None
        and read.subject == own.subject
        and read.polarity is own.polarity
        and own.attribute in {None, read.attribute}
        and (own.attribute is not None or own.value is None or _share_words(read, own))
    )


def _share_words(read: Claim, own: Claim) -> bool:
    said = {*(read.value or "").split(), *(read.topic or "").split()}
    return not said.isdisjoint({*(own.value or "").split(), *(own.topic or "").split()})


async def _slot_reading(attribute: str, proposal: Proposal, cues: Cues, turn: Turn) -> Candidate | None:
    """Let the rules read the canonical sentence of a slot, which folds its value as they would."""
    value = (proposal.value or "").strip()[:_LONGEST_WORDS]
    if not value or attribute not in cues.slots:
        return None
    sentence = slot_content(attribute, value, Subject(USER, cues.user), cues)
    read = await RuleDecider().read_statement(sentence, replace(turn, content=sentence))
    return read if read.claim.attribute == attribute and read.claim.value is not None else None


def _completed(own: Claim, proposal: Proposal, known: Known | None, cues: Cues) -> Claim:
    """Fill what the model left out: by the memory it names, by the kind of thing, by the concepts of the sentence."""
    if known is not None and proposal.intent is not Intent.STATE and own.attribute is None:
        held = known.claim
        if own.topic is None or held.topic is not None:
            takes_value = proposal.intent in {Intent.FINISH, Intent.DENY, Intent.CONFIRM}
            return replace(
                own,
                subject=held.subject,
                attribute=held.attribute,
                topic=held.topic,
                value=held.value if takes_value else own.value or own.topic,
                condition=own.condition or held.condition,
            )
    if own.attribute is not None:
        return own
    if proposal.type is MemoryType.PREFERENCE and (name := own.value or own.topic) is not None:
        return replace(own, topic=_kind(name) or own.topic or name, value=name)
    return replace(own, topic=own.topic or named_topic(proposal.content, cues))


def _kind(name: str) -> str | None:
    """The class that a thing has one member of at a time, which is what a liking for it is about."""
    concept = lexicon().get(name)
    return concept.kind if concept is not None and lexicon().is_exclusive(concept.kind) else None
