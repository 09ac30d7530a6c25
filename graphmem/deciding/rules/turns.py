"""Reads one turn: cuts it into sentences and clauses and lets the rules read each in the light of what was said."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from graphmem.deciding.rules import signal
from graphmem.deciding.rules.agreement import agrees, as_said_by_user
from graphmem.deciding.rules.amount import read_amount
from graphmem.deciding.rules.answers import put_right, refuses
from graphmem.deciding.rules.asides import with_asides
from graphmem.deciding.rules.choice import as_chosen_by_user
from graphmem.deciding.rules.clauses import MOST_CLAUSES, Clause, clauses
from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.correction import lasts, read_exception, read_revision, read_withdrawal
from graphmem.deciding.rules.decision import read_decision, read_leaning
from graphmem.deciding.rules.denial import denial, denied_words
from graphmem.deciding.rules.ending import read_ending
from graphmem.deciding.rules.explicit import read_explicit
from graphmem.deciding.rules.fact import read_fact, read_personality
from graphmem.deciding.rules.frames import frames, own_words
from graphmem.deciding.rules.habit import read_habit, read_restated
from graphmem.deciding.rules.limits import limited
from graphmem.deciding.rules.matter import read_matter
from graphmem.deciding.rules.names import read_names
from graphmem.deciding.rules.parting import read_parting
from graphmem.deciding.rules.plan import read_plan
from graphmem.deciding.rules.preference import read_diet, read_preference
from graphmem.deciding.rules.profile import read_profile
from graphmem.deciding.rules.reading import HEDGED, Reading, Subject, read
from graphmem.deciding.rules.reasons import with_reasons
from graphmem.deciding.rules.reference import resolve
from graphmem.deciding.rules.relation import read_relation, read_taste
from graphmem.deciding.rules.retraction import (
    TAKEN_BACK,
    is_unsaid,
    retracted,
    taken_back,
    takes_back,
    takes_back_and_goes_on,
)
from graphmem.deciding.rules.subjects import each_subject
from graphmem.deciding.rules.taboo import read_taboo
from graphmem.deciding.rules.unreadable import is_foreign, verbatim, why_not_read, without_fences
from graphmem.deciding.rules.wish import read_wish
from graphmem.domain.candidate import Candidate, Ignored, Intent, MessageRole, Span, Turn
from graphmem.domain.claim import USER
from graphmem.domain.memory import Source
from graphmem.domain.text_contrast import is_negated
from graphmem.language.cues import Cue, Cues, cues
from graphmem.language.script import detect_language
from graphmem.language.sentences import Sentence, split_sentences

Item = Candidate | Ignored
_Rule = Callable[[Reading, Conversation], tuple[Candidate, ...]]

_RULES: Final[tuple[_Rule, ...]] = (
    read_withdrawal,
    read_exception,
    read_parting,
    read_ending,
    read_diet,
    read_names,
    read_amount,
    read_profile,
    read_matter,
    read_taboo,
    read_preference,
    read_personality,
    read_plan,
    read_decision,
    read_leaning,
    read_revision,
    read_wish,
    read_habit,
    read_taste,
    read_relation,
    read_fact,
    read_restated,
    read_explicit,
)
"""Tried in this order; the first that reads something in a clause decides what it is."""

LIMIT_RULE: Final = "P3"
_BEYOND: Final = "beyond what is read of one message; send it in parts"
_OPENS_QUOTATION: Final = re.compile(r"\s*[:：]|\s*[,，]?\s*[\"“「]")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a turn stands among the turns given, and whose words it is read beside."""

    turn: Turn
    number: int
    conversation: Conversation


def read_turn(turn: Turn, number: int, conversation: Conversation) -> list[Item]:
    """Read one turn, clause by clause; whatever is said becomes part of the conversation."""
    if turn.role is not MessageRole.USER:
        conversation.hear_agent(turn.content)
        return []
    place = _Place(turn, number, conversation)
    why = why_not_read(turn.content)
    if why is not None:
        conversation.end_turn()
        return [_ignored(place, 0, len(turn.content), why)] if turn.content.strip() else []
    conversation.begin_turn(turn.content)
    items = _sentences(place, without_fences(turn.content))
    conversation.end_turn()
    return items


def _sentences(place: _Place, text: str) -> list[Item]:
    whole = split_sentences(text)
    material = frames(text, whole)
    sentences = [piece for sentence in whole for piece in own_words(sentence, material)]
    jokes = signal.jokes([s.text for s in sentences], cues(detect_language(text)))
    items: list[Item] = [_ignored(place, frame.start, frame.end, signal.QUOTED) for frame in material]
    budget = MOST_CLAUSES
    for index, sentence in enumerate(sentences):
        if budget <= 0:
            items.append(_ignored(place, sentence.start, sentences[-1].end, _BEYOND, LIMIT_RULE))
            break
        special = _special(place, sentence, is_first=index == 0)
        if special is not None:
            items.extend(special)
            budget -= 1
            continue
        if index == 0 and takes_back_and_goes_on(sentence.text):
            items.extend(retracted(place.conversation, Span(turn=place.number, start=0, end=sentence.end)))
        # Sentence by sentence: people who speak two languages use both in one breath.
        words = cues(detect_language(sentence.text))
        cut = clauses(text, [(sentence.start, sentence.end)], words)
        parts = list(with_asides(cut[:budget], words))
        around = frozenset({Cue.JOKE}) if index in jokes else frozenset[Cue]()
        found = _sentence_items(place, parts, words, around)
        place.conversation.end_sentence([item for item in found if isinstance(item, Candidate)])
        items.extend(found)
        budget -= len(parts)
        if budget <= 0 and parts and parts[-1].end < sentence.end:
            items.append(_ignored(place, parts[-1].end, sentences[-1].end, _BEYOND, LIMIT_RULE))
            break
    return items


def _special(place: _Place, sentence: Sentence, *, is_first: bool) -> list[Item] | None:
    """Read a sentence that no clause rule is for: in another language, or a plain yes to what the agent said."""
    if is_foreign(sentence.text):
        span = Span(turn=place.number, start=sentence.start, end=sentence.end)
        kept = verbatim(sentence.text, span)
        return [kept if kept is not None else Ignored(span=span, rule=signal.RULE, reason=signal.NOTHING)]
    if takes_back(sentence.text, is_first=is_first):
        taken = retracted(place.conversation, Span(turn=place.number, start=sentence.start, end=sentence.end))
        return list(taken) or [_ignored(place, sentence.start, sentence.end, TAKEN_BACK)]
    if is_unsaid(sentence.text):
        return [_ignored(place, sentence.start, sentence.end, TAKEN_BACK)]
    if not is_first or place.conversation.agent_text is None:
        return None
    if (chosen := as_chosen_by_user(place.conversation.agent_text, sentence.text)) is not None:
        answered = _read_as(place, sentence, chosen, Conversation(place.conversation.texts))
    elif agrees(sentence.text):
        answered = [
            replace(said, intent=Intent.CONFIRM, source=Source.USER_CONFIRMED)
            for said in _said_by_agent(place, sentence)
        ]
    elif refuses(sentence.text):
        # "no" to "you don't eat pork?" may be a yes
        is_clear = not is_negated(as_said_by_user(place.conversation.agent_text) or "")
        return [taken_back(said) for said in _said_by_agent(place, sentence) if is_clear] or None
    else:
        answered = _put_right(place, sentence)
    for candidate in answered:
        place.conversation.add(candidate)
    place.conversation.end_sentence(answered)
    return [*answered] or None


def _said_by_agent(place: _Place, sentence: Sentence) -> list[Candidate]:
    """Read the agent's last sentence as if the user had said it in `sentence` (rules W10, W11, D13)."""
    statement = as_said_by_user(place.conversation.agent_text or "")
    return [] if statement is None else _read_as(place, sentence, statement, Conversation())


def _read_as(place: _Place, sentence: Sentence, statement: str, before: Conversation) -> list[Candidate]:
    """Read a statement that `sentence` stands for, after what was said before it."""
    asked = Turn(role=MessageRole.USER, content=statement, at=place.turn.at)
    span = Span(turn=place.number, start=sentence.start, end=sentence.end)
    words = cues(detect_language(sentence.text))
    certainty = HEDGED if words.has(Cue.HEDGE, sentence.text) else 1.0
    return [
        replace(item, span=span, reason_span=None, certainty=item.certainty * certainty)
        for item in read_turn(asked, 0, before)
        if isinstance(item, Candidate) and item.intent in {Intent.STATE, Intent.REVISE}
    ]


def _put_right(place: _Place, sentence: Sentence) -> list[Candidate]:
    """Read a no with another value than the one the agent said."""
    words = cues(detect_language(sentence.text))
    if not words.has(Cue.NO, sentence.text):
        return []
    whole = Clause(
        text=sentence.text, start=sentence.start, end=sentence.end, is_question=False, sentence=0, is_reason=False
    )
    reading = read(
        whole, turn=place.number, at=place.turn.at, cues=words, inherited=Subject(USER, words.user), said=None
    )
    found = [put_right(reading, said) for said in _said_by_agent(place, sentence)]
    return [candidate for candidate in found if candidate is not None]


def _sentence_items(place: _Place, parts: list[Clause], words: Cues, around: frozenset[Cue]) -> list[Item]:
    """Read the clauses of one sentence; a clause that only says why, or when not, goes with its neighbour."""
    items: list[Item] = []
    subject = Subject(USER, words.user)
    for clause in parts:
        said = resolve(clause.text, place.conversation, words)
        reading, *others = [
            read(clause, turn=place.number, at=place.turn.at, cues=words, inherited=subject, said=each)
            for each in each_subject(said, words)
        ]
        around |= _reaching(reading, place.turn.content)
        subject = reading.opening
        if (other := limited(items, reading) or lasts(items, reading)) is not None:
            items[-1] = other
            place.conversation.add(other)
            continue
        for item in (item for each in (reading, *others) for item in _clause_items(each, place, around)):
            if isinstance(item, Candidate):
                place.conversation.add(item)
            items.append(item)
        if not reading.has(Cue.QUOTATION):
            # what others spoke of is not what "it" stands for
            place.conversation.hear(clause.text, words)
    return with_reasons(items, parts)


def _reaching(reading: Reading, text: str) -> frozenset[Cue]:
    """What a clause opens for the rest of its sentence: a supposition, a dream, the words of somebody else."""
    found = {cue for cue in (Cue.HYPOTHETICAL, Cue.FICTION) if reading.has(cue)}
    if reading.has(Cue.QUOTATION) and _OPENS_QUOTATION.match(text, reading.clause.end):
        found.add(Cue.QUOTATION)
    if reading.cues.has(Cue.REPORTED, reading.plain):
        found.add(Cue.QUOTATION)
    return frozenset(found)


def _clause_items(reading: Reading, place: _Place, around: frozenset[Cue]) -> tuple[Item, ...]:
    reason = signal.barred(reading, around=around)
    if reason is None:
        if (said := denied_words(reading)) is not None:
            found = _denied(reading, said, place)
            return (found,) if found is not None else (_as_ignored(reading, signal.NOTHING),)
        for rule in _RULES:
            if candidates := rule(reading, place.conversation):
                return tuple(c for c in candidates if not signal.ends_in_personal_data(c)) or (
                    _as_ignored(reading, signal.PERSONAL),
                )
        reason = signal.idle(reading)
    elif reason == signal.QUESTION and (
        wishes := read_matter(reading, place.conversation) or read_wish(reading, place.conversation)
    ):
        # "could you find …" asks for no answer
        return wishes
    return (_as_ignored(reading, reason),)


def _denied(reading: Reading, said: str, place: _Place) -> Candidate | None:
    """Read the words that were never said as if they had been (rule D16)."""
    agent_text = place.conversation.agent_text or ""
    read_as = Turn(role=MessageRole.USER, content=said or as_said_by_user(agent_text) or "", at=place.turn.at)
    said = read_as.content
    found = [i for i in read_turn(read_as, 0, Conversation()) if isinstance(i, Candidate)] if said else []
    return denial(reading, said, found[0] if found else None, place.conversation)


def _as_ignored(reading: Reading, reason: str) -> Ignored:
    return Ignored(span=reading.span, rule=signal.RULE, reason=reason)


def _ignored(place: _Place, start: int, end: int, reason: str, rule: str = signal.RULE) -> Ignored:
    return Ignored(span=Span(turn=place.number, start=start, end=end), rule=rule, reason=reason)
