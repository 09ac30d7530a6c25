"""The one analysis of text for full-text search: stored text and query pass through the same function."""

import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, Protocol, cast

from snowballstemmer import stemmer  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]

from graphmem.errors import InvalidInput
from graphmem.ids import OwnerKey
from graphmem.language.folding import fold
from graphmem.language.script import HAN_RANGES

MOST_QUERY_TOKENS: Final = 300
"""Neo4j's full-text index refuses queries of some thousands of terms."""

MOST_STORED_TOKENS: Final = 4_000
"""Lucene's cost grows with the length of a document; a chunk of the knowledge base has about 1,000."""

LONGEST_TOKEN: Final = 64
CHARACTER_WEIGHT: Final = 0.2
"""A single Han character against a bigram or a word."""

_STOP_WORDS: Final = frozenset(
    """a about am an and are as at be been being but by can could did do does doing for from had has have having he her
    hers him his how i if in into is it its me my of on or our ours she so some than that the their theirs them then
    there these they this those to too us was we were what when where which who whom whose why will with would you your
    yours lets dont doesnt didnt isnt arent wasnt werent cant couldnt wont wouldnt havent hasnt hadnt
    """.split()  # noqa: SIM905 -- words, not code
)
_HAN_RUN: Final = re.compile(f"([{HAN_RANGES}]+)")
_WORD: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?!\d)|[^\W_]+(?:['’][^\W_]+)*")
_ENDING: Final = re.compile(r"['’](?:s|ll|ve|d|m|re)\Z")
_NOT_IN_TOKEN: Final = re.compile(r"[\W_]+")
_MEASURE: Final = re.compile(r"([a-z]+)(\d+)\Z|(\d+)([a-z]+)\Z", re.ASCII)
_ENGLISH_WORD: Final = re.compile(r"[a-z]+\Z", re.ASCII)
_ONE_HAN: Final = re.compile(f"[{HAN_RANGES}]\\Z")


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 -- the library's name


_stemmer = cast("_Stemmer", stemmer("english"))
_stemmer_lock = threading.Lock()


def tokens(text: str) -> list[str]:
    """Analyse a text into search tokens, in its order and with repeats.

    English words are folded, stemmed (Snowball) and, where they carry no meaning, dropped; a Han run gives its single
    characters and its bigrams; "3kg" and "3 kg" are alike, "3,000" is "3000". A token is `LONGEST_TOKEN` letters and
    digits at most, none upper case, so a query made of tokens has no syntax in it.
    """
    found: list[str] = []
    for index, part in enumerate(_HAN_RUN.split(fold(text))):
        if index % 2:
            # the blocks have gaps that are no letters yet
            found.extend(token for token in _han_tokens(part) if token.isalnum())
        else:
            for word in _WORD.findall(part):
                found.extend(_word_tokens(word[:LONGEST_TOKEN]))
    return found


def search_text(*texts: str) -> str:
    """Join the tokens of the texts by blanks: the stored side, indexed by Lucene's `whitespace` analyser.

    At most `MOST_STORED_TOKENS` are kept, the first ones.
    """
    found = [token for text in texts for token in tokens(text)]
    return " ".join(found[:MOST_STORED_TOKENS])


def weight(token: str) -> float:
    """Tell how much a query token counts: `CHARACTER_WEIGHT` for a single Han character, 1 for any other."""
    return CHARACTER_WEIGHT if _ONE_HAN.match(token) else 1.0


def query_terms(query_tokens: Iterable[str]) -> tuple[str, ...]:
    """Choose what of a query is looked for: distinct tokens in the order given, at most `MOST_QUERY_TOKENS`.

    Single Han characters give way first. Anything that is not a token as `tokens` makes them is left out.
    """
    distinct = [token for token in dict.fromkeys(query_tokens) if _is_token(token)]
    if len(distinct) > MOST_QUERY_TOKENS:
        heavy_first = sorted(range(len(distinct)), key=lambda place: -weight(distinct[place]))
        distinct = [distinct[place] for place in sorted(heavy_first[:MOST_QUERY_TOKENS])]
    return tuple(distinct)


def lucene_query(
    query_tokens: Iterable[str], owner_key: OwnerKey, *, every_version: bool = False, days: Sequence[str] = ()
) -> str | None:
    """Write the full-text query that only finds one owner's texts, recallable or all; None with nothing to look for.

    With `days` (of `period_keys`) only what is of one of these is found; they don't count for its score.

    The form is `+recall_key:KEY +search_text:(杯子 杯^0.2)`, of the `query_terms` alone. InvalidInput for an owner key
    of other than ASCII letters and digits: it could reach another owner.
    """
    if not (owner_key.isascii() and owner_key.isalnum()):
        raise InvalidInput("The owner key holds other than letters and digits. Use the key that graphmem.domain makes.")
    chosen = query_terms(query_tokens)
    if not chosen:
        return None
    terms = " ".join(f"{token}^{CHARACTER_WEIGHT}" if weight(token) < 1.0 else token for token in chosen)
    field = "owner_key" if every_version else "recall_key"
    period = f" +day_keys:({' '.join(days)})^0" if days else ""
    return f"+{field}:{owner_key} +search_text:({terms}){period}"


def _is_token(token: str) -> bool:
    return token.isalnum() and token == token.lower() and len(token) <= LONGEST_TOKEN


def _han_tokens(run: str) -> Iterator[str]:
    for character, following in pairwise(run):
        yield character
        yield character + following
    yield run[-1]


@lru_cache(maxsize=65_536)
def _word_tokens(word: str) -> tuple[str, ...]:
    bare = _NOT_IN_TOKEN.sub("", _ENDING.sub("", word))
    if bare in _STOP_WORDS or not bare:
        return ()
    if measure := _MEASURE.match(bare):
        return tuple(_stem(part) for part in measure.groups() if part)
    return (_stem(bare),)


def _stem(word: str) -> str:
    if not _ENGLISH_WORD.match(word):
        return word
    with _stemmer_lock:  # the stemmer keeps its cursor in the object
        return _stemmer.stemWord(word)
