"""When working memory is compressed, and what is left of it then (rule M1)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphmem.domain.candidate import MessageRole
from graphmem.domain.policy import Policy
from graphmem.domain.session import LoggedMessage, WorkingMemory, exchanges
from graphmem.domain.summary import sentences_of, summarised
from graphmem.language.token_count import estimated_tokens

_FRAME = 100
"""Tokens of the headings of the rendered text."""


def room_of(policy: Policy) -> int:
    """Tokens that the turns and the notes of a session may take before it is compressed."""
    return max(policy.sessions.tokens - policy.sessions.summary_tokens - _FRAME, 1)


def seconds_of(policy: Policy) -> dict[str, int]:
    """Time to live by plan."""
    return {plan: round(hours * 3600) for plan, hours in policy.sessions.hours.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """How much a session's turns that are not compressed take."""

    exchanges: int
    tokens: int


def load_of(contents: Sequence[tuple[bool, str]], policy: Policy) -> Load:
    """What messages, each with whether the user said it, add to the prompt."""
    most = policy.sessions.turn_tokens
    return Load(
        exchanges=sum(is_user for is_user, _ in contents),
        tokens=sum(min(estimated_tokens(text), most) for _, text in contents),
    )


def tokens_of_notes(working: WorkingMemory) -> int:
    """About how much the notes of the caller take."""
    notes = (*working.goals, *working.facts, *working.open_items)
    return sum(estimated_tokens(note.text) for note in notes if note.until is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compressed:
    """Working memory with the turns before `covered` in its summary, and what is left of them."""

    working: WorkingMemory
    covered: int
    left: Load


def compressed(
    working: WorkingMemory, log: Sequence[LoggedMessage], *, covered: int, policy: Policy, room: int
) -> Compressed:
    """Take all but the last exchanges into the summary, which is chosen anew from the messages themselves.

    `log` holds the messages that the summary is linked to and those that are not compressed, oldest first; `room` is
    what the turns may take. Fewer exchanges are kept where these alone are too long; the very last one always is.
    """
    pending = [logged for logged in log if logged.message.position >= covered]
    kept = exchanges(pending)[-policy.sessions.kept_exchanges :]
    while len(kept) > 1 and _load(kept, policy).tokens > room:
        kept = kept[1:]
    start = kept[0][0].message.position if kept else covered
    chosen = summarised(
        sentences_of([logged for logged in log if logged.message.position < start]),
        goal=working.goal,
        budget=policy.sessions.summary_tokens,
        frame_share=policy.conflict.frame_share,
    )
    return Compressed(working=replace(working, summary=chosen), covered=start, left=_load(kept, policy))


def _load(kept: Sequence[Sequence[LoggedMessage]], policy: Policy) -> Load:
    contents = [(m.message.role is MessageRole.USER, m.message.content) for exchange in kept for m in exchange]
    return load_of(contents, policy)
