"""What preferences and taboos share: a thing, and whether the speaker is for or against it."""

import re
from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.named import name_in
from graphmem.deciding.rules.reading import Reading, Statement, Subject, phrases
from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import Claim, Polarity
from graphmem.domain.memory import MemoryType
from graphmem.language.concepts import Concept, lexicon
from graphmem.language.cues import Cues, Pattern, Shape
from graphmem.language.script import Language
from graphmem.language.topics import concepts_in, split_list, topic

_TASTE: Final = "taste"
_ASPECT: Final = "aspect"
_LONGEST_THING: Final = {Language.ENGLISH: 60, Language.CHINESE: 20}
"""Characters; what is longer is no name of a thing."""
_MOST_THING_WORDS: Final = 6
_WAYS: Final = frozenset({"doneness", "sweetness", "iciness"})
"""Classes of ways in which one kind of food or drink is wanted."""
_DISHES: Final = frozenset({"food", "drink"})
_DONE_THERE: Final = re.compile(
    r"^(?:to )?(?:shop|eat|dine|charg|refuel|fill|listen|go|us|tun|buy)\w*(?: up| in)? (?:at |to |from |with |in )?"
    r"|\s(?:for|to check|to see) .*$|,.*$",
    re.IGNORECASE,
)
_PRONOUNS: Final = (
    (re.compile(r"\bI am\b|\bI'm\b", re.IGNORECASE), "they are"),
    (re.compile(r"\b(?:I|we)\b", re.IGNORECASE), "they"),
    (re.compile(r"\b(?:my|our)\b", re.IGNORECASE), "their"),
    (re.compile(r"^When"), "when"),
    (re.compile(r"^In "), "in "),
    (re.compile(r"^On "), "on "),
)
"""How the words of a speaker are written of the user."""


def attitudes(reading: Reading, shape: Shape, *, phrase_key: str) -> tuple[Candidate, ...]:
    """Read the statements of a shape: one candidate for each thing that is named (rule W6)."""
    for pattern in reading.cues.statements[shape]:
        match = pattern.regex.match(reading.body)
        if match is not None and (found := _candidates(reading, pattern, match, phrase_key)):
            return found
    return ()


def attitude_claim(
    object_words: str,
    *,
    subject: str,
    polarity: Polarity,
    condition: str | None,
    reading: Reading,
    less_liked: str | None = None,
) -> Claim | None:
    """Say in comparable form whether the subject is for or against a thing; None where the thing has no words.

    `less_liked` is what it is preferred to, where the words for the thing don't say so themselves.
    """
    less = reading.cues.folding.versus.search(object_words)
    words = object_words[: less.start()] if less is not None else object_words
    if reading.cues.folding.lacking.search(words):
        # coffee without sugar is no to sugar in coffee
        polarity = Polarity.POSITIVE if polarity is Polarity.NEGATIVE else Polarity.NEGATIVE
        words = reading.cues.folding.lacking.sub(" ", words)
    if (named := name_in(words, reading.cues)) is not None and _says_only_its_kind(words.replace(named, " "), reading):
        # of something that has a name, what it is and what is done there says nothing more
        words = named
    name = topic(words, reading.cues)
    if name is None:
        return None
    concept = lexicon().get(name)
    about = concept.kind if concept is not None and lexicon().is_exclusive(concept.kind) else _way_of(name) or name
    other = less_liked or (
        less["other"] if less is not None and reading.cues.folding.compares.search(reading.whole) else None
    )
    if other is not None and (rival := topic(other, reading.cues)) is not None and rival != name:
        # which of two is liked better is one question, with one answer
        about = " ".join(sorted((name, rival)))
    return Claim(subject=subject, topic=about, value=name, polarity=polarity, condition=condition)


def _says_only_its_kind(rest: str, reading: Reading) -> bool:
    folding = reading.cues.folding
    bare = folding.wish_kind.sub(" ", folding.wish_filler.sub(" ", _DONE_THERE.sub(" ", rest)))
    return topic(bare, reading.cues) is None


def _way_of(name: str) -> str | None:
    """Name the food or drink that is liked in one of its ways ("steak well done"), of which there is one at a time."""
    known = concepts_in(name)
    ways = [concept.id for concept in known if concept.kind in _WAYS]
    dishes = [concept.id for concept in known if concept.kind in _DISHES]
    is_all_known = len(known) == len(name.split()) == len(ways) + 1
    return dishes[0] if dishes and ways and is_all_known else None


def named_thing(phrase: str, cues: Cues) -> str | None:
    """Cut a phrase down to the thing it names; None where it names none by itself, or is no name but a sentence."""
    bare = cues.folding.object_end.sub("", phrase).strip()
    folding = cues.folding
    if not bare or folding.unresolved.match(bare) or folding.unresolved_within.search(bare):
        return None
    return bare if len(bare) <= _LONGEST_THING[cues.language] else None


def _candidates(reading: Reading, pattern: Pattern, match: re.Match[str], phrase_key: str) -> tuple[Candidate, ...]:
    parts = match.groupdict()
    verb = parts.get("verb") or ""
    said = named_thing(parts.get("object") or reading.cues.nouns.get(verb.lower(), verb), reading.cues)
    if said is None:
        return ()
    polarity = Polarity.NEGATIVE if pattern.is_negative else Polarity.POSITIVE
    subject = reading.subject(match)
    found: list[Candidate] = []
    for item in split_list(said, reading.cues):
        claim = attitude_claim(
            item,
            subject=subject.id,
            polarity=polarity,
            condition=reading.condition.id if reading.condition else None,
            reading=reading,
            less_liked=parts.get("versus"),
        )
        if claim is None:
            continue
        if not _is_thing(claim.value or "", pattern):
            return ()
        found.append(
            reading.candidate(
                Statement(
                    kind=MemoryType.PREFERENCE,
                    content=_content(reading, pattern, match, subject, item, claim),
                    claim=claim,
                    phrases=phrases(reading.cues, phrase_key, object=item),
                    revises=pattern.revises,
                )
            )
        )
    return tuple(found)


def _is_thing(words: str, pattern: Pattern) -> bool:
    known = concepts_in(words)
    if len(words.split()) > _MOST_THING_WORDS or (pattern.needs_concept and not known):
        return False
    # "I love the colour" is about something that was not named
    return not known or len(known) < len(words.split()) or any(concept.kind != _ASPECT for concept in known)


def _content(
    reading: Reading, pattern: Pattern, match: re.Match[str], subject: Subject, item: str, claim: Claim
) -> str:
    say, taste = pattern.say, _bare_taste(claim, item, reading)
    if taste is not None and claim.polarity is Polarity.NEGATIVE:
        say, item = reading.cues.say["refused"], reading.cues.say["taste"].format(taste=taste.label(reading.language))
    verb = match.groupdict().get("verb") or ""
    versus = match.groupdict().get("versus") or ""
    content = say.format(who=subject.words, object=_of_the_user(item), verb=verb.lower(), versus=versus)
    return with_condition(content, subject, reading)


def with_condition(content: str, subject: Subject, reading: Reading) -> str:
    """Put the circumstance back into the canonical sentence, where the language has it."""
    if reading.condition is None:
        return content
    rest, words = content.removeprefix(subject.words), _of_the_user(reading.condition.words)
    return reading.cues.say["when"].format(content=content, who=subject.words, when=words, rest=rest)


def _of_the_user(words: str) -> str:
    """Write the words of a speaker about the user: "my own studio" is "their own studio"."""
    for pattern, replacement in _PRONOUNS:
        words = pattern.sub(replacement, words)
    return words


def _bare_taste(claim: Claim, item: str, reading: Reading) -> Concept | None:
    concept = lexicon().get(claim.value)
    return concept if concept is not None and concept.kind == _TASTE else None


def contrasted(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read the second half of "I like tea but not coffee", which borrows its verb from the first."""
    before = next(conversation.latest_first(), None)
    if before is None or before.type is not MemoryType.PREFERENCE or before.claim.polarity is Polarity.NEGATIVE:
        return ()
    return attitudes(reading, Shape.CONTRAST, phrase_key="preference")
