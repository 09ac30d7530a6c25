"""A session with its working memory (rules M1 to M3)."""

from datetime import datetime
from typing import Annotated, Self

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.enums import MessageRole
from graphmem.api.scope import Scope
from graphmem.api.types.memory import Memory
from graphmem.api.types.source import WITHHELD
from graphmem.domain.memory import Evidence
from graphmem.domain.session import LoggedMessage, Note
from graphmem.domain.session import Session as StoredSession
from graphmem.domain.summary import Sentence
from graphmem.errors import NotFound
from graphmem.pipelines import reading_sessions
from graphmem.pipelines.reading_sessions import AskedQuestion, SessionFact, WorkingMemoryView


@strawberry.type(name="WordsOfMessage", description="Characters of a message of the raw log.")
class WordsOfMessage:
    """What a sentence stands on."""

    message_id: strawberry.ID = strawberry.field(description="Id of the message.")
    start: int = strawberry.field(description="First character, from 0.")
    end: int = strawberry.field(description="Character after the last.")

    @classmethod
    def of(cls, words: Evidence) -> Self:
        """The words of a link."""
        return cls(message_id=strawberry.ID(words.message_id), start=words.start, end=words.end)


@strawberry.type(description="A sentence of the rolling summary, exactly as it was said.")
class SummarySentence:
    """One line of the summary."""

    text: str = strawberry.field(description="The sentence; `[SENSITIVE]` where the caller may not see messages.")
    role: MessageRole = strawberry.field(description="Who said it.")
    words: WordsOfMessage = strawberry.field(description="Where it stands.")

    @classmethod
    def of(cls, sentence: Sentence, scope: Scope) -> Self:
        """The sentence as the scope sees it."""
        return cls(text=shown(sentence.text, scope), role=sentence.role, words=WordsOfMessage.of(sentence.words))


@strawberry.type(name="SessionFact", description="Something that holds in this session and is not long-term memory.")
class SessionFactType:
    """A note of the caller, or words of the user."""

    text: str = strawberry.field(description="What holds; `[SENSITIVE]` where the caller may not see messages.")
    words: WordsOfMessage | None = strawberry.field(
        description="The user's words, where it was heard; null where the caller noted it."
    )

    @classmethod
    def of(cls, fact: SessionFact, scope: Scope) -> Self:
        """The fact as the scope sees it."""
        return cls(text=shown(fact.text, scope), words=WordsOfMessage.of(fact.words) if fact.words else None)


@strawberry.type(description="Something that is still to be done in this session.")
class OpenItem:
    """A note of the caller."""

    id: strawberry.ID = strawberry.field(description="Stays the same as long as the item is open.")
    text: str = strawberry.field(description="What is open; `[SENSITIVE]` where the caller may not see messages.")
    since: datetime = strawberry.field(description="Since when.")

    @classmethod
    def of(cls, note: Note, scope: Scope) -> Self:
        """The item as the scope sees it."""
        return cls(id=strawberry.ID(note.id), text=shown(note.text, scope), since=note.since)


@strawberry.type(
    description=(
        "A conflict to ask the user about. The next turn answers it: a yes to a question about one side, "
        'or which of the two holds ("the new one", 新的).'
    )
)
class OpenQuestion:
    """Two memories in conflict."""

    id: strawberry.ID = strawberry.field(description="Id of the question.")
    newer: Memory = strawberry.field(description="The side that was said later.")
    older: Memory = strawberry.field(description="The side that was held before.")
    since: datetime = strawberry.field(description="Since when it is open.")

    @classmethod
    def of(cls, asked: AskedQuestion, scope: Scope) -> Self:
        """The question as the scope sees it."""
        return cls(
            id=strawberry.ID(asked.question.id),
            newer=Memory.of(asked.newer, scope),
            older=Memory.of(asked.older, scope),
            since=asked.question.since,
        )


@strawberry.type(description="One message of the last exchanges.")
class SessionTurn:
    """From the raw log, screened."""

    message_id: strawberry.ID = strawberry.field(description="Id of the message.")
    role: MessageRole = strawberry.field(description="Who said it.")
    content: str = strawberry.field(
        description="What was said, its first 4,000 characters; `[SENSITIVE]` where the caller may not see messages."
    )
    said_at: datetime = strawberry.field(description="When.")
    is_compressed: bool = strawberry.field(description="Whether the summary stands for it, so that it is not rendered.")

    @classmethod
    def of(cls, logged: LoggedMessage, scope: Scope, *, covered: int) -> Self:
        """The message as the scope sees it."""
        message = logged.message
        return cls(
            message_id=strawberry.ID(message.id),
            role=message.role,
            content=shown(message.content, scope),
            said_at=message.at,
            is_compressed=message.position < covered,
        )


@strawberry.type(description="Working memory as text for a prompt.")
class RenderedSession:
    """Bounded."""

    text: str = strawberry.field(description="The text; empty where there is nothing to render.")
    token_count: int = strawberry.field(description="Its tokens, counted as o200k does.")
    left_out_count: int = strawberry.field(description="Lines there was no room for; those off the goal go first.")


@strawberry.type(description="What is kept of one conversation while it runs; it belongs to one user.")
class Session:
    """A session that runs, or ran at the user's instant."""

    scope: strawberry.Private[Scope]
    view: strawberry.Private[WorkingMemoryView | None]
    covered: strawberry.Private[int]
    session_id: strawberry.ID = strawberry.field(description="The id that the caller names it by.")
    plan: str = strawberry.field(description="The plan that its time to live goes by.")
    started_at: datetime = strawberry.field(description="When it began.")
    last_turn_at: datetime = strawberry.field(description="When something was last said in it.")
    expires_at: datetime = strawberry.field(description="When it is left out, unless something is said before.")

    @classmethod
    def of(cls, session: StoredSession, scope: Scope, view: WorkingMemoryView | None = None) -> Self:
        """The session as the scope sees it; its working memory is read when it is asked for."""
        return cls(
            scope=scope,
            view=view,
            covered=session.covered,
            session_id=strawberry.ID(session.id),
            plan=session.plan,
            started_at=session.started_at,
            last_turn_at=session.last_at,
            expires_at=session.expires_at,
        )

    @strawberry.field(description="The working memory; null where the session ended while the answer was made.")
    async def working_memory(self, info: Info) -> "SessionWorkingMemory | None":
        view = self.view or await reading_sessions.session(
            info.context.services, self.scope.owner, self.session_id, as_of=self.scope.as_of
        )
        if view is None:
            return None
        info.context.spend(len(view.turns) + len(view.summary))
        return SessionWorkingMemory(scope=self.scope, view=view)


@strawberry.type(name="WorkingMemory", description="What an agent needs to go on with a conversation.")
class SessionWorkingMemory:
    """Of one session."""

    scope: strawberry.Private[Scope]
    view: strawberry.Private[WorkingMemoryView]

    @strawberry.field(description="What the session is about.")
    def goal(self) -> str | None:
        return None if self.view.goal is None else shown(self.view.goal, self.scope)

    @strawberry.field(description="What the compressed turns said, in the order it was said.")
    def summary(self) -> list[SummarySentence]:
        return [SummarySentence.of(s, self.scope) for s in self.view.summary]

    @strawberry.field(description="What holds in this session and is not long-term memory.")
    def facts(self) -> list[SessionFactType]:
        return [SessionFactType.of(f, self.scope) for f in self.view.facts]

    @strawberry.field(description="What is still to be done.")
    def open_items(self) -> list[OpenItem]:
        return [OpenItem.of(n, self.scope) for n in self.view.open_items]

    @strawberry.field(description="Conflicts to ask the user about, at most two.")
    def open_questions(self) -> list[OpenQuestion]:
        return [OpenQuestion.of(q, self.scope) for q in self.view.questions]

    @strawberry.field(description="The messages of the last 20 exchanges, oldest first.")
    def turns(self) -> list[SessionTurn]:
        covered = self.view.session.covered
        return [SessionTurn.of(t, self.scope, covered=covered) for t in self.view.turns]

    @strawberry.field(
        description="All of it as text, history for reference; null for callers who may not see messages."
    )
    def rendered(
        self,
        info: Info,
        budget: Annotated[
            int | None, strawberry.argument(description="Tokens it may take, 50 to 1,500; 1,500 where left out.")
        ] = strawberry.UNSET,
    ) -> RenderedSession | None:
        if not self.scope.sees_sensitive:
            return None
        found = reading_sessions.rendered(self.view, info.context.services.policy, budget=given(budget))
        return RenderedSession(text=found.text, token_count=found.tokens, left_out_count=found.left_out)


def shown(text: str, scope: Scope) -> str:
    """The words of a conversation, for those who may see them (rule P5)."""
    return text if scope.sees_sensitive else WITHHELD


async def load_session(info: Info, scope: Scope, session_id: str) -> Session:
    """A session with its working memory; NotFound for one that is over, missing or somebody else's."""
    view = await reading_sessions.session(info.context.services, scope.owner, session_id, as_of=scope.as_of)
    if view is None:
        raise NotFound("session")
    return Session.of(view.session, scope, view)
