"""Going through a write and a recall once, so that the first caller does not pay for models, word lists and plans."""

from graphmem.domain.candidate import MessageRole, Turn
from graphmem.domain.change import Message
from graphmem.domain.ledger import Ledger
from graphmem.domain.memory import Evidence
from graphmem.domain.owner import Owner
from graphmem.domain.principal import Principal, Role
from graphmem.ids import MessageId, new_id
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.recall import recall
from graphmem.pipelines.requests import Call, RecallRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.decide import decide_all
from graphmem.pipelines.steps.prepare import Occasion, prepare
from graphmem.pipelines.writing import commit
from graphmem.store import owners
from graphmem.store.connection import Transaction

NOBODY = Owner("graphmem", "warm-up")
WORDS = ("I like tea.", "我喜欢茶。", "I don't like tea.")


class _Undone(Exception):
    """Rolls the warm-up's transaction back."""


async def warm_up(services: Services) -> None:
    """Write and recall for an owner that nobody is, and leave nothing behind; some seconds at a first start."""
    now = services.clock.now()
    call = Call(principal=Principal(subject="warm-up", tenant=NOBODY.tenant, role=Role.AGENT), owner=NOBODY)
    turns = [Turn(role=MessageRole.USER, content=words, at=now) for words in WORDS]
    extraction = await services.decider.extract(turns, recent=())
    message = Message(id=MessageId(new_id()), session_id="warm-up", role=MessageRole.USER, content=WORDS[0], at=now)
    occasion = Occasion(occurred_at=now, evidence=(Evidence(message_id=message.id, start=0, end=1),))
    prepared = await prepare(services, [(candidate, occasion) for candidate in extraction.candidates])

    async def unit(tx: Transaction) -> None:
        await owners.lock(tx, NOBODY, at=now)
        draft = Draft(tx, NOBODY.key, Ledger(at=now), call)
        draft.ledger.changes.messages.append(message)
        await decide_all(services, draft, prepared, session_id="warm-up")
        await commit(services, draft)
        await owners.unlock(tx, NOBODY.key, last_at=now)
        raise _Undone

    try:
        await services.database.write(unit)
    except _Undone:
        await recall(services, NOBODY, RecallRequest(query=WORDS[0]))
