"""Which of the two languages a text is in, by its script and, where both scripts meet, by its function words."""

import re
from enum import StrEnum

HAN_WEIGHT = 2.5
"""One Han character says about as much as so many Latin letters."""

HAN_RANGES = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f\U00030000-\U000323af"
"""Body of a regular expression's character class: the Han blocks, the iteration mark 々 and the zero 〇."""

_CHINESE_FROM = 1 / 3
_HAN = re.compile(f"[{HAN_RANGES}]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_ENGLISH_FUNCTION_WORD = re.compile(
    r"(?<![\w.@/-])(?:a|an|and|are|at|but|did|do|does|for|from|have|has|how|i|i'm|in|is|it|me|my|not|of|on|or|she|he|that|the"
    r"|they|this|to|was|we|what|when|where|which|who|why|will|with|you|your)(?![\w@/-]|\.\w)",
    re.IGNORECASE,
)
_CHINESE_FUNCTION_CHARACTER = re.compile("[的了是在我你您他她它们不没有和就都也这那吗呢吧把被给让很还要会]")


class Language(StrEnum):
    """The languages that rules, cue words and templates exist in; the value is the ISO 639-1 code."""

    ENGLISH = "en"
    CHINESE = "zh"


def han_share(text: str) -> float:
    """Tell how much of the text's letters is Han, from 0 to 1, one Han character weighing `HAN_WEIGHT` Latin letters.

    Other scripts and digits don't count; a text without Han and Latin letters has the share 0.
    """
    if text.isascii():
        return 0.0
    han = HAN_WEIGHT * len(_HAN.findall(text))
    return han / (han + len(_LATIN.findall(text))) if han else 0.0


def detect_language(text: str) -> Language:
    """Name the language of a text; one without letters counts as English.

    A mixed text is in the language of which it has more function words ("我喜欢 Visual Studio Code", "I live in 杭州");
    one with as many of both is Chinese from a Han share of a third on: Latin names in Chinese are commoner than Han
    names in English.
    """
    share = han_share(text)
    if share == 0.0:
        return Language.ENGLISH
    english = len(_ENGLISH_FUNCTION_WORD.findall(text))
    chinese = len(_CHINESE_FUNCTION_CHARACTER.findall(text))
    if english != chinese:
        return Language.CHINESE if chinese > english else Language.ENGLISH
    return Language.CHINESE if share >= _CHINESE_FROM else Language.ENGLISH
