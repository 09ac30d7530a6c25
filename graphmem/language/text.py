"""What every text passes before it is stored, analysed or embedded: no character that a later step can't carry."""

import re
import unicodedata

_LINE_ENDS = re.compile(r"\r\n?")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SURROGATES = re.compile(r"[\ud800-\udfff]")
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def clean_text(text: str) -> str:
    """Drop control characters other than line feed and tab, mend surrogates, compose (NFC), strip the ends.

    A pair of surrogates becomes the character it stands for, a lone one U+FFFD. Carriage returns become line feeds.
    Compatibility forms stay as written: folding them is the business of `graphmem.language.tokens`.
    Cleaning a clean text changes nothing.
    """
    if text.isascii() and text.isprintable():
        return text.strip()
    if _SURROGATES.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    text = _CONTROLS.sub("", _LINE_ENDS.sub("\n", text))
    return unicodedata.normalize("NFC", text).strip()
