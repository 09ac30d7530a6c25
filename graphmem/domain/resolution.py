"""Which known entity a name means: by its key, then by likeness within its kind (rule E2)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphmem.domain.entity import KnownName, Mention, NearName
from graphmem.domain.name_meaning import may_mean_one
from graphmem.domain.names import SOUNDS_ALIKE, EntityKind, has_nickname, normalised, similarity, sound_alike
from graphmem.domain.policy import EntityPolicy
from graphmem.ids import EntityId


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a name means: a known entity, or a thing not known yet that may be one of some known ones."""

    entity_id: EntityId | None
    root_id: EntityId | None = None
    maybe: tuple[EntityId, ...] = ()


def resolve(
    mention: Mention, known: Iterable[KnownName], policy: EntityPolicy, near: Sequence[NearName] = ()
) -> Resolution:
    """Decide which known entity a name means (rule E2): by its key, then by likeness within its kind.

    The user's own entity comes before a shared one. A name that things of several kinds have means none of them where
    nothing tells the kind. A likeness that is not clear, or that two entities have, is no match: the thing is new, and
    `maybe` names whom it may be, the most alike first, by spelling before by meaning. What only means the same is
    never a match.
    """
    names = list(known)
    exact = [n for n in names if n.key == mention.key and _are_compatible(n.kind, mention.kind)]
    if _fits_several(mention, exact):
        return Resolution(None, maybe=tuple(dict.fromkeys(n.root_id for n in exact))[: policy.most_maybe])
    if exact:
        best = min(exact, key=lambda n: (n.kind is not mention.kind, not n.is_personal, n.entity_id))
        return Resolution(best.entity_id, best.root_id)
    scores = _scores(mention, names)
    ranked = sorted(scores.items(), key=lambda item: (-item[1][0], item[0]))
    if ranked:
        best_score, best_name = ranked[0][1]
        rivals = [score for _, (score, _) in ranked[1:] if score > best_score - policy.clear_by]
        if best_score >= policy.same_name and not rivals:
            return Resolution(best_name.entity_id, best_name.root_id)
    spelled = [root for root, (score, _) in ranked if score >= policy.maybe_same_name]
    maybe = dict.fromkeys([*spelled, *_of_one_meaning(mention, near)])
    return Resolution(None, maybe=tuple(maybe)[: policy.most_maybe])


def _of_one_meaning(mention: Mention, near: Sequence[NearName]) -> list[EntityId]:
    """Whom a name may mean by its vector, the nearest first."""
    alike = [
        n
        for n in near
        if n.key == mention.key
        and n.known.kind is mention.kind
        and may_mean_one(mention.name, n.known.name, mention.kind)
    ]
    return [n.known.root_id for n in sorted(alike, key=lambda n: (-n.cosine, n.known.entity_id))]


def _fits_several(mention: Mention, exact: Sequence[KnownName]) -> bool:
    """Whether a name of which nothing tells the kind may be that of a person as well as that of a place, say."""
    kinds = {name.kind for name in exact}
    return mention.kind is EntityKind.OTHER and len(kinds) > 1 and EntityKind.OTHER not in kinds


def _are_compatible(known: EntityKind, kind: EntityKind) -> bool:
    """Whether a name of one kind can be looked for among those of another: where no kind was told, any will do."""
    return known is kind or EntityKind.OTHER in {known, kind}


def _scores(mention: Mention, names: Sequence[KnownName]) -> dict[EntityId, tuple[float, KnownName]]:
    """The best score and name of each entity, entities merged counting as one."""
    best: dict[EntityId, tuple[float, KnownName]] = {}
    for name in names:
        if name.kind is not mention.kind or not _may_be_alike(mention, name):
            continue
        score = max(similarity(mention.name, name.name, name.kind), _by_sound(mention.name, name.name))
        if score > best.get(name.root_id, (0.0, name))[0]:
            best[name.root_id] = (score, name)
    return best


def _may_be_alike(mention: Mention, name: KnownName) -> bool:
    """Whether two names are worth comparing: Latin ones without two letters in a row in common are not alike.

    Nicknames may have none (Peggy, Margaret), other scripts are transcribed first.
    """
    one, other = normalised(mention.name), normalised(name.name)
    if not (one.isascii() and other.isascii()) or has_nickname(mention.name) or has_nickname(name.name):
        return True
    return any(one[i : i + 2] in other for i in range(len(one) - 1))


def _by_sound(one: str, other: str) -> float:
    """章伟 may have been written for 张伟: a signal for review, never a match."""
    return SOUNDS_ALIKE if sound_alike(one, other) else 0.0
