"""Cuts a document into chunks: by heading, within a size, with nothing torn that belongs together (rule K1)."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from markdown_it import MarkdownIt

from graphmem.language.sentences import split_sentences
from graphmem.language.token_count import count_tokens

_PARAGRAPH: Final = "\n\n"
_PROSE: Final = frozenset({"paragraph_open"})
_UNTEXTED: Final = frozenset({"hr"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkSize:
    """Limits of a chunk, in tokens."""

    most: int = 320
    """What prose is packed into; the text that the chunk shares with the one before is part of it."""
    whole: int = 960
    """Up to here a list, table, quotation or code stays in one piece; a longer one is cut between its lines."""
    overlap: int = 48
    """Most that a chunk repeats of the one before, in whole sentences of the same section."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentChunk:
    """A piece of a document and the headings above it, outermost first."""

    heading_path: tuple[str, ...]
    text: str

    @property
    def digest(self) -> str:
        """Name what is embedded: two chunks of one digest have one vector (rule K5)."""
        parts = (*self.heading_path, self.text)
        framed = "".join(f"{len(part)}:{part}" for part in parts)
        return hashlib.sha256(framed.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _Unit:
    """What is never cut: a sentence, or a block that stays whole."""

    text: str
    gap: str
    """What stood between it and the unit before."""
    tokens: int
    is_prose: bool


@dataclass(slots=True)
class _Section:
    path: tuple[str, ...]
    units: list[_Unit] = field(default_factory=list["_Unit"])


def chunk_markdown(text: str, size: ChunkSize | None = None) -> list[DocumentChunk]:
    """Cut Markdown at its headings, then by size; one with nothing right under it is in paths only."""
    limits = size or ChunkSize()
    return [chunk for section in _sections(text, limits) for chunk in _pack(section, limits)]


def chunk_text(text: str, size: ChunkSize | None = None) -> list[DocumentChunk]:
    """Cut plain text by size, at the ends of its sentences; a `#` in it is no heading."""
    limits = size or ChunkSize()
    return list(_pack(_Section((), _prose(text, limits)), limits))


def _sections(text: str, size: ChunkSize) -> list[_Section]:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    sections = [_Section(())]
    headings: list[tuple[int, str]] = []
    blocks = MarkdownIt("commonmark").enable("table").parse(text)
    for place, block in enumerate(blocks):
        if block.level or block.map is None or block.type in _UNTEXTED:
            continue
        source = "\n".join(lines[block.map[0] : block.map[1]]).strip("\n")
        if block.type == "heading_open":
            depth = int(block.tag[1:])
            headings = [*((d, title) for d, title in headings if d < depth), (depth, blocks[place + 1].content)]
            sections.append(_Section(tuple(title for _, title in headings if title)))
        elif block.type in _PROSE:
            sections[-1].units += _prose(source, size)
        else:
            sections[-1].units += _whole(source, size)
    return sections


def _prose(text: str, size: ChunkSize) -> list[_Unit]:
    units: list[_Unit] = []
    end = 0
    for sentence in split_sentences(text):
        gap = text[end : sentence.start] if units else _PARAGRAPH
        pieces = list(_cut(sentence.text.split(" "), " ", size.most))
        units += [_Unit(p, gap if n == 0 else "", count_tokens(p), is_prose=True) for n, p in enumerate(pieces)]
        end = sentence.end
    return units


def _whole(source: str, size: ChunkSize) -> list[_Unit]:
    """Keep a block in one piece, or cut it between lines where it is longer than a reader can be given."""
    if (tokens := count_tokens(source)) <= size.whole:
        return [_Unit(source, _PARAGRAPH, tokens, is_prose=False)]
    return [_Unit(p, "\n", count_tokens(p), is_prose=False) for p in _cut(source.split("\n"), "\n", size.most)]


def _cut(parts: Sequence[str], joint: str, most: int) -> Iterator[str]:
    """Join parts again up to the limit; a part that is longer by itself, such as a run without a blank, is halved."""
    held = ""
    for n, part in enumerate(_short_enough(parts, joint, most)):
        if n and held and count_tokens(held + part) > most:
            yield held
            held = ""
        held += part
    if held:
        yield held


def _short_enough(parts: Sequence[str], joint: str, most: int) -> Iterator[str]:
    for n, part in enumerate(parts):
        yield from _halved(part + joint if n < len(parts) - 1 else part, most)


def _halved(text: str, most: int) -> Iterator[str]:
    if len(text) <= 1 or count_tokens(text) <= most:
        yield text
        return
    middle = len(text) // 2
    yield from _halved(text[:middle], most)
    yield from _halved(text[middle:], most)


def _pack(section: _Section, size: ChunkSize) -> Iterator[DocumentChunk]:
    held: list[_Unit] = []
    fresh = 0
    for unit in section.units:
        if fresh and _tokens(held) + unit.tokens > size.most:
            yield _chunk(section.path, held)
            held, fresh = _repeated(held, min(size.overlap, size.most - unit.tokens)), 0
        held.append(unit)
        fresh += 1
    if fresh:
        yield _chunk(section.path, held)


def _repeated(units: Sequence[_Unit], room: int) -> list[_Unit]:
    """Last sentences of a chunk that the next one repeats, fewer than all."""
    kept: list[_Unit] = []
    for unit in reversed(units[1:]):
        if not unit.is_prose or _tokens(kept) + unit.tokens > room:
            break
        kept.insert(0, unit)
    return kept


def _tokens(units: Iterable[_Unit]) -> int:
    return sum(unit.tokens for unit in units)


def _chunk(path: tuple[str, ...], units: Sequence[_Unit]) -> DocumentChunk:
    first = replace(units[0], gap="")
    text = "".join(unit.gap + unit.text for unit in (first, *units[1:]))
    return DocumentChunk(heading_path=path, text=text.strip("\n"))
