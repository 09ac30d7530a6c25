"""Which entities new versions mention, and what that adds to what recall can find them by (rules E1, E2, W5)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest

from graphmem.domain.change import NewVersion
from graphmem.domain.entity import Mention, Merges, NewEntities, NewMention, concept_of
from graphmem.domain.entity_mentions import Phrase, mentions, phrases
from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.memory import Flag
from graphmem.domain.names import normalised
from graphmem.ids import EntityId, MemoryId
from graphmem.language.tokens import search_text
from graphmem.pipelines.off_the_loop import off_the_loop
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.name_book import NameBook
from graphmem.store import entities
from graphmem.store.connection import Transaction
from graphmem.store.entities import Reach, Sought

MOST_KEYS = 3_000
"""Phrases of one write that are looked up."""
MOST_NAMES = 20
"""Further names of all entities of one statement that it can be found by."""
MOST_REINDEXED = 2_000
"""Versions, the newest first, that learn of a name given later."""


@dataclass(slots=True)
class Naming:
    """New versions, found by all names of what they mention, and what is to be written once they are."""

    versions: list[NewVersion]
    new: NewEntities


async def name_things(services: Services, tx: Transaction, reach: Reach, versions: Sequence[NewVersion]) -> Naming:
    """Resolve the names in new versions by one statement; under the owner's lock. Nothing is written.

    Text that tries to instruct names nothing (rule W2). A new thing belongs to the owner, never to the tenant.
    """
    policy = services.policy.entities
    length = sum(len(v.memory.content) for v in versions)
    found = await off_the_loop(length, lambda: _phrases(versions))
    keys = await off_the_loop(length, lambda: _keys(versions, found))
    if not keys:
        return Naming(list(versions), NewEntities())
    vectors = {(n.kind, n.key): n for version in versions for n in version.names}
    least = services.embedder.calibration.cosine(policy.maybe_same_meaning)
    sought = Sought(names=list(vectors.values()), nearest=policy.most_maybe, least_cosine=least)
    names = await entities.known(tx, reach, keys, compared=policy.compared, sought=sought)
    book = NameBook(names.known, names.near, vectors, policy, least)
    return await off_the_loop(length, lambda: _naming(versions, found, book))


def _phrases(versions: Sequence[NewVersion]) -> dict[int, list[Phrase]]:
    return {
        i: phrases(version.memory.content)
        for i, version in enumerate(versions)
        if Flag.SUSPECTED_INJECTION not in version.memory.flags
    }


def _naming(versions: Sequence[NewVersion], found: dict[int, list[Phrase]], book: NameBook) -> Naming:
    naming = Naming(list(versions), book.new)
    for i, its_phrases in found.items():
        version = versions[i]
        memory = version.memory
        names: list[str] = []
        for mention in mentions(memory.content, memory.claim, book.known, found=its_phrases):
            entity_id, root_id = book.enter(mention, at=memory.recorded_at)
            book.new.mentions.append(NewMention(memory_id=memory.id, entity_id=entity_id, key=mention.key))
            names += book.names_of(root_id)
        if more := further_names(memory.content, names):
            naming.versions[i] = replace(version, search_text=_found_by(memory.content, memory.search_phrases, more))
    return naming


def further_names(content: str, names: Iterable[str]) -> tuple[str, ...]:
    """Names that the content does not say, with their words in the other language; each once, at most MOST_NAMES."""
    said = normalised(content)
    all_names: dict[str, str] = {}
    for name in names:
        concept = concept_of(name)
        for word in (name, *(concept.words if concept is not None else ())):
            folded = normalised(word)
            if folded and folded not in said:
                all_names.setdefault(folded, word)
    return tuple(all_names[folded] for folded in sorted(all_names))[:MOST_NAMES]


async def reindex(tx: Transaction, reach: Reach, entity_ids: Sequence[EntityId]) -> None:
    """Let the versions that mention some entities be found by the names that these have now, and by no others."""
    merges = Merges.at(await entities.merges(tx, reach), END_OF_TIME)
    groups = merges.parts_of({merges.root_of(i) for i in entity_ids})
    said = await entities.texts(tx, reach, list(chain(*groups.values(), entity_ids)), limit=MOST_REINDEXED)
    wanted = merges.parts_of({merges.root_of(i) for text in said for i in text.entity_ids})
    found = await entities.by_ids(tx, reach, list(chain(*wanted.values())), as_of=END_OF_TIME)
    texts: dict[MemoryId, str] = {}
    for text in said:
        roots = dict.fromkeys(merges.root_of(i) for i in text.entity_ids)
        parts = [found[part][0] for root in roots for part in wanted[root] if part in found]
        names = [name for entity in parts for name in (entity.name, *(a.name for a in entity.aliases))]
        texts[text.id] = _found_by(text.content, text.search_phrases, further_names(text.content, names))
    await entities.reindex(tx, reach.owner, texts)


async def forget_names(tx: Transaction, reach: Reach, entity_ids: Sequence[EntityId]) -> None:
    """Take away what only memories that are gone have named, and keep what is left from being found by it (rule F5)."""
    if entity_ids:
        merges = Merges.at(await entities.merges(tx, reach), END_OF_TIME)
        groups = merges.parts_of({merges.root_of(i) for i in entity_ids})
        await entities.prune(tx, reach.owner, entity_ids)
        await reindex(tx, reach, list(chain(*groups.values())))


def _found_by(content: str, phrases: Sequence[str], names: Sequence[str]) -> str:
    return search_text(content, *phrases, *names)


def _keys(versions: Sequence[NewVersion], found: dict[int, list[Phrase]]) -> list[str]:
    """What to look up: names that rules see, then other phrases, those of every version in turn."""
    by_rule = [m.key for i in found for m in _seen(versions[i])]
    in_turn = chain.from_iterable(zip_longest(*([p.key for p in some] for some in found.values())))
    return list(dict.fromkeys([*by_rule, *(key for key in in_turn if key is not None)]))[:MOST_KEYS]


def _seen(version: NewVersion) -> tuple[Mention, ...]:
    if version.names_seen is not None:
        return version.names_seen
    return mentions(version.memory.content, version.memory.claim, found=())
