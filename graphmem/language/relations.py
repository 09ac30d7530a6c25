"""What things of the world are to each other, alike in both languages: "written by" and 作者 are `author`."""

import re
from typing import Final

from graphmem.language.concepts import fold_in_place, lexicon
from graphmem.language.cues import Cues
from graphmem.language.script import Language
from graphmem.language.topics import topic

_BLANKS: Final = re.compile(r"\s+")
_AROUND: Final = re.compile(r"^[\s\"'“”‘’《》「」]+|[\s\"'“”‘’《》「」.,，。!！;；]+$")
_ARTICLE: Final = re.compile(r"^(?:the|a|an) (?=\S)")
_OF_PLACE: Final = re.compile(r"^(?:located in |situated in )?(?:the )?(?:city|town|country|state|continent) of ")
_ATTRIBUTE_FILLER: Final = re.compile(r"^(?:the |a |an |current |present |new |official name of )+")


def attribute(words: str, cues: Cues) -> str:
    """Fold the words for a relation to the name of a slot; words that no table knows are their own slot."""
    bare = _BLANKS.sub(" ", _ATTRIBUTE_FILLER.sub("", fold_in_place(words).strip()))
    known = cues.relations.get(bare) or cues.relations.get(fold_in_place(words).strip())
    return known or bare.replace(" ", "_")


def thing(words: str) -> str | None:
    """Fold the name of a thing or person, so that two ways of writing it are alike; None where nothing is left."""
    folded = _BLANKS.sub(" ", _AROUND.sub("", fold_in_place(words)))
    bare = _ARTICLE.sub("", folded)
    mentions = lexicon().mentions(bare)
    if len(mentions) == 1 and mentions[0].end - mentions[0].start == len(bare) and mentions[0].concept.kind != "kin":
        return mentions[0].concept.id
    return bare or None


def relation_value(words: str, cues: Cues) -> str | None:
    """Fold what a relation leads to: concepts by their ids, other names as they are written."""
    bare = words if cues.language is Language.CHINESE else _OF_PLACE.sub("", words)
    return thing(bare) if lexicon().mentions(bare) == () else topic(bare, cues) or thing(bare)
