"""Finds what are not the speaker's own words now: a text to work on, an example, somebody's speech.

A frame is opened by words and a colon ("Translate this: …", 她说：…). What is in quotation marks ends with them; a text
to work on goes on to the end of its paragraph, speech to the end of its line.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from graphmem.language.cues import Cue, Cues, cues
from graphmem.language.script import detect_language
from graphmem.language.sentences import Sentence

_COLON: Final = re.compile(r"[:：](?![\d/])")
_LONGEST_HEAD: Final = 120
_QUOTES: Final = {'"': '"', "“": "”", "「": "」", "『": "』", "'": "'", "‘": "’", "《": "》"}
_PARAGRAPH: Final = re.compile(r"\n[ \t\r]*\n")
_BLANK: Final = re.compile(r"\s*")
_LINE: Final = re.compile(r"[ \t\r]*\n\s*")


@dataclass(frozen=True, slots=True)
class Frame:
    """Characters `start` to `end` of a text that are not the speaker's own words."""

    start: int
    end: int


def frames(text: str, sentences: Sequence[Sentence]) -> tuple[Frame, ...]:
    """Find the frames of a text, in order; none lies in another."""
    found: list[Frame] = []
    for sentence in sentences:
        if found and sentence.start < found[-1].end:
            continue
        frame = _opened(text, sentence)
        if frame is not None and frame.start < frame.end:
            found.append(frame)
    return tuple(found)


def own_words(sentence: Sentence, found: Sequence[Frame]) -> Iterator[Sentence]:
    """Cut out of a sentence what frames hold of it."""
    start = sentence.start
    for left, right in [*((f.start, f.end) for f in found), (sentence.end, sentence.end)]:
        if right < start or left > sentence.end:
            continue
        piece = sentence.text[start - sentence.start : max(start, left) - sentence.start]
        stripped = piece.strip()
        if any(character.isalnum() for character in stripped):
            first = start + len(piece) - len(piece.lstrip())
            yield Sentence(stripped, first, first + len(stripped))
        start = max(start, min(right, sentence.end))


def _opened(text: str, sentence: Sentence) -> Frame | None:
    words = cues(detect_language(sentence.text))
    colon = _COLON.search(text, sentence.start, min(sentence.end, sentence.start + _LONGEST_HEAD))
    end = colon.start() if colon else sentence.end
    head = text[sentence.start : end].strip(" .。:：").replace("’", "'")
    if colon is None and not (_LINE.match(text, end) and words.has(Cue.FRAME_BELOW, head)):
        return None
    is_speech = _is_speech(head, words)
    if words.has(Cue.EXPLICIT, head) or not (is_speech or words.has(Cue.FRAME, head)):
        return None
    return _material(text, colon.end() if colon else end, is_speech=is_speech)


def _is_speech(head: str, words: Cues) -> bool:
    return words.has(Cue.SPEECH, head) or words.has(Cue.QUOTATION, head)


def _material(text: str, place: int, *, is_speech: bool) -> Frame:
    below = _LINE.match(text, place)
    start = _end_of(_BLANK, text, place)
    closing = _QUOTES.get(text[start : start + 1])
    if closing is not None and (end := text.find(closing, start + 1)) >= 0:
        return Frame(start, end + 1)
    if is_speech and below is None:
        end = text.find("\n", start)
        return Frame(start, end if end >= 0 else len(text))
    paragraph = _PARAGRAPH.search(text, start)
    return Frame(start, paragraph.start() if paragraph else len(text))


def _end_of(pattern: re.Pattern[str], text: str, place: int) -> int:
    match = pattern.match(text, place)
    return match.end() if match else place
