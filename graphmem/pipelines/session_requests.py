"""What a caller can ask of working memory, and what it is told (rules M1 to M3)."""

from dataclasses import dataclass

from graphmem.domain.policy import Policy
from graphmem.domain.principal import Operation, Principal
from graphmem.errors import InvalidInput
from graphmem.pipelines.bounds import checked_count
from graphmem.pipelines.steps.screen import taken_in, without_quoted_attacks
from graphmem.pipelines.written import Result

MAX_GOAL = 500
MAX_NOTE = 300
MAX_NOTES = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSessionRequest:
    """A session to begin; its id is made where none is named, its plan is the user's where none is."""

    session_id: str | None = None
    goal: str | None = None
    plan: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateWorkingMemoryRequest:
    """What holds from now on in a session; null leaves as it is, an empty goal or list takes away."""

    session_id: str
    goal: str | None = None
    facts: tuple[str, ...] | None = None
    open_items: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSessionRequest:
    """A session to end."""

    session_id: str


class SessionWritten(Result):
    """Which session was started, changed or ended."""

    session_id: str


def screened_goal(goal: str | None, policy: Policy) -> str | None:
    """A goal as it may be stored; InvalidInput where it tries to instruct (rule W2)."""
    return None if not goal else _screened(goal, "goal", MAX_GOAL, policy)


def screened_notes(texts: tuple[str, ...] | None, name: str, policy: Policy) -> tuple[str, ...] | None:
    """Facts or items as they may be stored, none twice; LimitExceeded for too many, InvalidInput as for a goal."""
    if not texts:
        return None if texts is None else ()
    checked_count(len(texts), name, MAX_NOTES)
    found = [_screened(text, f"{name}[{i}]", MAX_NOTE, policy) for i, text in enumerate(texts)]
    return tuple(dict.fromkeys(found))


def checked_plan(plan: str | None, principal: Principal, policy: Policy) -> None:
    """Refuse a plan that is not set up, and any from a caller that may not name one."""
    if plan is None:
        return
    principal.require(Operation.SET_PLAN)
    if plan not in policy.sessions.hours:
        known = ", ".join(sorted(policy.sessions.hours))
        raise InvalidInput(f"There is no such plan; there are {known}. Choose one of them.", path=("plan",))


def _screened(text: str, name: str, longest: int, policy: Policy) -> str:
    taken = taken_in(text, name, longest, policy)
    if taken.is_suspected:
        raise InvalidInput(f"{name} tries to instruct. Say what the session is about.", path=(name,))
    return without_quoted_attacks(taken.text)
