"""Which layer a question is put to first, and whether to what is over too: a decision that shows its reason (rule Q5).

A route sets order and shares and excludes nothing: an empty first source falls through to the others.
"""

from dataclasses import dataclass
from enum import StrEnum

from graphmem.language.routes import Signs


class RouteKind(StrEnum):
    """Where the answer is looked for first."""

    FACTUAL = "factual"
    """In the knowledge base: the same for anybody."""
    PERSONAL = "personal"
    """In the user's long-term memory."""
    CONTINUATION = "continuation"
    """In the session's working memory."""
    MIXED = "mixed"
    """In long-term memory and the knowledge base alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """The decision, and the words that it stands on."""

    kind: RouteKind
    reaches_past: bool
    """Whether superseded, expired and archived versions answer too."""
    reason: str
    is_chosen_by_caller: bool = False


def route(signs: Signs, *, has_session: bool, chosen: RouteKind | None = None, past: bool | None = None) -> Route:
    """Decide by the signs of a query; the caller may choose the kind, and whether the past answers."""
    kind, reason = (chosen, "the caller chose it") if chosen is not None else _kind(signs, has_session=has_session)
    reaches_past = signs.past is not None if past is None else past
    if past is None and signs.past is not None:
        reason += f"; “{signs.past}” asks for what was"
    return Route(kind=kind, reaches_past=reaches_past, reason=reason, is_chosen_by_caller=chosen is not None)


def _kind(signs: Signs, *, has_session: bool) -> tuple[RouteKind, str]:
    if signs.factual is not None and signs.personal is not None:
        return RouteKind.MIXED, f"“{signs.personal}” is about the user, “{signs.factual}” about what holds for anybody"
    if has_session and signs.continuation is not None:
        return RouteKind.CONTINUATION, f"“{signs.continuation}” goes on with what is being talked about"
    if signs.factual is not None:
        return RouteKind.FACTUAL, f"“{signs.factual}” is about what holds for anybody"
    if signs.personal is not None:
        return RouteKind.PERSONAL, f"“{signs.personal}” is about the user"
    return RouteKind.PERSONAL, "nothing points elsewhere"
