"""Reads a FAQ, JSON or CSV, into one chunk a question with its answer (rule K1)."""

import csv
import io
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, StringConstraints, TypeAdapter, ValidationError

from graphmem.domain.chunking import DocumentChunk
from graphmem.errors import InvalidInput

_Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
_HEADER: Final = ["question", "answer"]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid")

    question: _Words
    answer: _Words


_ENTRIES: Final = TypeAdapter(list[_Entry])


def faq_from_json(text: str) -> list[DocumentChunk]:
    """Read a JSON list of objects with `question` and `answer`; InvalidInput names the first entry that is not one."""
    try:
        entries = _ENTRIES.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the list"
        raise InvalidInput(
            f"The FAQ can't be read at {place}: {first['msg']}. "
            'Write it as a list of {"question": "…", "answer": "…"}, neither of them empty.',
            path=("content",),
        ) from error
    return [_chunk(entry.question, entry.answer) for entry in entries]


def faq_from_csv(text: str) -> list[DocumentChunk]:
    """Read lines of question and answer, after a header that says so or without one; InvalidInput names the line."""
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    chunks: list[DocumentChunk] = []
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            is_header = not chunks and [cell.lower() for cell in cells] == _HEADER
            if not any(cells) or is_header:
                continue
            if len(cells) != len(_HEADER) or not all(cells):
                raise _unreadable(reader.line_num, f"{len(cells)} columns, of which {cells.count('')} are empty")
            chunks.append(_chunk(*cells))
    except csv.Error as error:
        raise _unreadable(reader.line_num, str(error)) from error
    return chunks


def _unreadable(line: int, reason: str) -> InvalidInput:
    return InvalidInput(
        f"The FAQ can't be read at line {line}: {reason}. "
        "Write two columns, question and answer; put one that holds a comma or a line end into double quotes.",
        path=("content",),
    )


def _chunk(question: str, answer: str) -> DocumentChunk:
    """One question and its answer are one chunk however long: half an answer misleads."""
    return DocumentChunk(heading_path=(), text=f"{question}\n{answer}")
