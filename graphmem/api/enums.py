"""The enums of the schema: those of the domain, named and described.

Strawberry marks the class itself, as its decorator would, and reads annotations early: types of the schema import
their enums from here, so that none is met before it is marked.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

import strawberry
from strawberry.types.enum import StrawberryEnumDefinition

from graphmem.domain.candidate import MessageRole
from graphmem.domain.change import EdgeKind
from graphmem.domain.claim import Polarity
from graphmem.domain.context import Band, BlockKind
from graphmem.domain.event import Action
from graphmem.domain.explanation import ListKind, Outcome, Stage
from graphmem.domain.memory import Flag, MemoryType, Source, Verdict
from graphmem.domain.miss import MissReason
from graphmem.domain.names import EntityKind
from graphmem.domain.owner import MemoryScope
from graphmem.domain.principal import Operation, Role
from graphmem.domain.routing import RouteKind
from graphmem.domain.status import Status
from graphmem.language.script import Language
from graphmem.pipelines.requests import Order, Resolution

__all__ = [
    "Action",
    "Band",
    "BlockKind",
    "EdgeKind",
    "EntityKind",
    "ErrorCode",
    "Flag",
    "Language",
    "ListKind",
    "MemoryScope",
    "MemoryType",
    "MessageRole",
    "MissReason",
    "Operation",
    "Order",
    "Outcome",
    "Polarity",
    "Resolution",
    "Role",
    "RouteKind",
    "Source",
    "Stage",
    "Status",
    "Verdict",
]

E = TypeVar("E", bound=StrEnum)


class ErrorCode(StrEnum):
    """Codes of errors that a mutation returns as data."""

    NOT_FOUND = "NOT_FOUND"
    INVALID_INPUT = "INVALID_INPUT"
    CONFLICT = "CONFLICT"
    LIMIT_EXCEEDED = "LIMIT_EXCEEDED"
    ILLEGAL_TRANSITION = "ILLEGAL_TRANSITION"


_MEMORY_TYPE = {
    MemoryType.PREFERENCE: "What the user likes, wants or rejects.",
    MemoryType.FACT: "Something about the user that holds for a while.",
    MemoryType.PLAN: "What the user intends to do.",
    MemoryType.CORRECTION: "A correction of the agent.",
    MemoryType.DECISION: "What the user settled on.",
    MemoryType.OUTCOME: "The result of a task.",
    MemoryType.PROFILE: "The value of a slot, such as a city or an address.",
    MemoryType.INSIGHT: "What was drawn from several memories.",
}
_MEMORY_SCOPE = {
    MemoryScope.PERSONAL: "About one user.",
    MemoryScope.SHARED: "About no person, in a shared space.",
}
_SOURCE = {
    Source.USER_CONFIRMED: "The user confirmed it.",
    Source.USER_STATED: "The user said it.",
    Source.SYSTEM_EVENT: "A system reported it.",
    Source.BEHAVIOUR_INFERRED: "Drawn from what the user did.",
    Source.IMPORTED: "Came from elsewhere.",
    Source.AGENT_INFERRED: "An agent drew it from what was said.",
    Source.AGENT_GENERATED: "An agent made it up; never active by itself.",
    Source.CONVERSATION_SUMMARY: "Drawn from the summary of a session.",
    Source.CONSOLIDATION: "Drawn from several memories.",
}
_STATUS = {
    Status.ACTIVE: "Held, and returned by recall.",
    Status.OBSERVED: "Not sure or important enough yet, or waiting for a conflict to be resolved; not recalled.",
    Status.NEEDS_REVIEW: "A document it relies on has changed; recalled, marked as stale.",
    Status.SUPERSEDED: "Replaced by a newer version.",
    Status.EXPIRED: "Done, no longer true, or past its time.",
    Status.INACTIVE: "Not used for long; recalled only where nothing better is found.",
    Status.ARCHIVED: "Put away by maintenance.",
    Status.DELETED: "Gone; only a tombstone without content is left in the audit.",
}
_FLAG = {
    Flag.SENSITIVE: "Health, beliefs, finances and the like: its content needs a permission of its own.",
    Flag.SUSPECTED_INJECTION: "Tries to instruct an agent; never active, never rendered.",
    Flag.EXCEPTION: "Allowed once, against a standing memory.",
    Flag.SUBJECTIVE: "About personality or emotion.",
}
_ACTION = {
    Action.ADD: "Stored as something new.",
    Action.OBSERVE: "Stored, but held back by the gate.",
    Action.REINFORCE: "Said again: what is held grew surer.",
    Action.MERGE: "Joined with what is held to a new version.",
    Action.SPLIT: "Divided into several.",
    Action.SUPERSEDE: "Replaced what was held.",
    Action.EXCEPTION: "Stored beside the standing memory it departs from once.",
    Action.KEEP_BOTH: "Contradicts what is held; both are kept until it is resolved.",
    Action.EXPIRE: "Ended what was held.",
    Action.IGNORE: "Looked at and not remembered.",
    Action.CORRECT: "Corrected on request.",
    Action.ROLLBACK: "The content of an old version became a new one.",
    Action.CONFIRM: "The user said yes to it.",
    Action.RESOLVE: "A conflict was resolved.",
    Action.REVIEW: "Somebody looked at it.",
    Action.FORGET: "Removed for good.",
    Action.IMPORT: "Taken over from elsewhere as it was.",
    Action.MERGE_ENTITIES: "Two entities were said to be one.",
    Action.SPLIT_ENTITY: "A merge of entities was taken back.",
    Action.ADD_ALIAS: "An entity was given one more name.",
    Action.IMPORT_ALIASES: "An entity was given names in bulk.",
}
_RELATION = {
    EdgeKind.SUPERSEDED_BY: "`from` was replaced by `to`.",
    EdgeKind.CONFLICT_WITH: "The two contradict each other.",
    EdgeKind.EXCEPTION_TO: "`from` is a one-off exception to `to`.",
    EdgeKind.DERIVED_FROM: "`from` was drawn from `to`.",
    EdgeKind.ROLLED_BACK_TO: "`from` is a new version with the content of `to`.",
    EdgeKind.MERGED_INTO: "`from` is a part of what `to` says.",
    EdgeKind.SPLIT_INTO: "`to` is a part of what `from` said.",
}
_POLARITY = {Polarity.POSITIVE: "Affirms its value.", Polarity.NEGATIVE: "Rejects its value."}
_VERDICT = {
    Verdict.RIGHT: "It says what the user meant.",
    Verdict.WRONG: "It should never have been held; it expires.",
    Verdict.OUTDATED: "It was so and is no longer; it expires.",
    Verdict.UNSAFE: "It tries to instruct, or must not be kept for another reason of safety; it expires.",
    Verdict.WRONGLY_REPLACED: "What took its place should not have; for a superseded version.",
}
_ORDER = {Order.SCORE: "The best first.", Order.TIME: "The oldest first, among the best: a timeline."}
_ROUTE_KIND = {
    RouteKind.FACTUAL: "The knowledge base first: it holds for anybody.",
    RouteKind.PERSONAL: "The user's long-term memory first.",
    RouteKind.CONTINUATION: "The session's working memory first.",
    RouteKind.MIXED: "Long-term memory and knowledge base alike.",
}
_LANGUAGE = {Language.ENGLISH: "English.", Language.CHINESE: "Chinese."}
_BAND = {
    Band.FIRM: "Held, and as good as certain.",
    Band.PLAIN: "Held.",
    Band.TENTATIVE: "Only observed: to be put as a question.",
}
_BLOCK_KIND = {
    BlockKind.WORKING_MEMORY: "What is going on in the session.",
    BlockKind.LONG_TERM: "What is known of the user.",
    BlockKind.KNOWLEDGE_BASE: "What is published for everybody.",
}
_RESOLUTION = {
    Resolution.KEEP_OLD: "The older side holds; the newer ends in it.",
    Resolution.KEEP_NEW: "The newer side holds; the older ends in it.",
    Resolution.MERGE: "One new version holds both.",
    Resolution.BOTH_TRUE: "Both hold; they were no contradiction.",
}
_MESSAGE_ROLE = {
    MessageRole.USER: "The user; the only role whose words become memories.",
    MessageRole.ASSISTANT: "The agent.",
    MessageRole.TOOL: "A tool.",
    MessageRole.SYSTEM: "The application.",
}
_ROLE = {
    Role.AGENT: "Acts for any user of its tenant.",
    Role.USER: "Acts for itself only.",
    Role.ANALYST: "Reads, without the content of sensitive memories.",
    Role.REVIEWER: "Reads, corrects, rolls back and forgets, without the content of sensitive memories.",
    Role.EDITOR: "Keeps the knowledge base.",
    Role.ADMIN: "Does everything, for its tenant.",
}
_OPERATION = {
    Operation.READ_MEMORY: "Read and recall memories.",
    Operation.READ_SENSITIVE: "See the content of sensitive memories.",
    Operation.OBSERVE: "Send turns of a conversation.",
    Operation.REMEMBER: "Store one statement.",
    Operation.IMPORT_MEMORIES: "Store memories from elsewhere.",
    Operation.RECORD_OUTCOME: "Keep what a tool reports of a task.",
    Operation.CORRECT_MEMORY: "Give a memory new words.",
    Operation.ROLLBACK_MEMORY: "Bring an old version back.",
    Operation.CONFIRM_MEMORY: "Say yes to a memory in the user's name.",
    Operation.RESOLVE_CONFLICT: "Say which side of a conflict holds.",
    Operation.SPLIT_MEMORY: "Divide a memory into parts.",
    Operation.REVIEW_MEMORY: "Keep a verdict on a memory.",
    Operation.FORGET_MEMORY: "Remove a memory for good.",
    Operation.EDIT_ENTITIES: "Merge, split and name the entities of a user.",
    Operation.SHARE_ENTITIES: "Merge, split and name the entities that the tenant shares.",
    Operation.KEEP_SESSION: "Start and end sessions, and note what holds in them.",
    Operation.SET_PLAN: "Say which plan a user is on.",
    Operation.GIVE_FEEDBACK: "Say whether a recall helped.",
    Operation.READ_MISSES: "See what recall did not answer.",
    Operation.SHARE_SPACES: "Make shared spaces, and say who may read and write them.",
    Operation.READ_AUDIT: "Read the audit of a user.",
    Operation.LIST_USERS: "List the users of the tenant.",
    Operation.MANAGE_KEYS: "Make and revoke API keys.",
    Operation.READ_OPERATIONS: "Read how the service is doing.",
}
_ENTITY_KIND = {
    EntityKind.PERSON: "Somebody.",
    EntityKind.ANIMAL: "A pet, or another animal with a name.",
    EntityKind.ORGANISATION: "A company, an authority, a club.",
    EntityKind.PLACE: "A city, a country, a place to go to.",
    EntityKind.PRODUCT: "Something that is made or sold.",
    EntityKind.OTHER: "Something with a name, of which nothing tells what it is.",
}
_MISS_REASON = {
    MissReason.IRRELEVANT: "Nothing that was found is relevant enough.",
    MissReason.UNHELPFUL: "`recallFeedback` said that it did not help.",
}
_STAGE = {
    Stage.OWNER: "Whose memory it is.",
    Stage.STATUS: "Whether this recall reaches memories of its status.",
    Stage.TYPE: "Whether memories of its type are asked for.",
    Stage.VALIDITY: "Whether it is true at the time that is asked about.",
    Stage.PERMISSION: "Whether the caller may be given it.",
    Stage.VECTOR: "Whether its meaning can be compared.",
    Stage.CANDIDATES: "Whether any list of candidates holds it.",
    Stage.SLOT: "Whether it is the newest value of its slot.",
    Stage.LIMIT: "Whether its place is within the number of results.",
}
_OUTCOME = {
    Outcome.PASSED: "It came through.",
    Outcome.WEAKENED: "It came through, with fewer ways to be found than others have.",
    Outcome.FAILED: "It dropped out.",
    Outcome.NOT_REACHED: "Recall does not come to this: it dropped out before.",
}
_LIST_KIND = {
    ListKind.VECTOR: "Alike in meaning.",
    ListKind.TEXT: "With words in common.",
    ListKind.ENTITY: "Mentioning what the query names.",
    ListKind.RELATED: "Mentioning what is mentioned together with what the query names.",
    ListKind.SLOT: "Filling a slot that the query asks for.",
    ListKind.NEIGHBOUR: "Said beside one of the most alike, in the same session.",
}
_ERROR_CODE = {
    ErrorCode.NOT_FOUND: "It is missing, deleted or belongs to somebody else.",
    ErrorCode.INVALID_INPUT: "A value is out of its bounds or of the wrong form.",
    ErrorCode.CONFLICT: "It clashes with what is stored.",
    ErrorCode.LIMIT_EXCEEDED: "It asks for more than a limit allows.",
    ErrorCode.ILLEGAL_TRANSITION: "The status can't change in this way.",
}


def _register(kind: type[E], name: str, description: str, values: Mapping[E, str]) -> None:
    marked: Any = strawberry.enum(kind, name=name, description=description)
    definition: StrawberryEnumDefinition = marked.__strawberry_definition__
    for value in definition.values:
        value.description = values[kind(value.value)]


_register(MemoryType, "MemoryType", "What kind of statement a memory is.", _MEMORY_TYPE)
_register(MemoryScope, "MemoryScope", "Whose a memory is.", _MEMORY_SCOPE)
_register(Source, "Source", "How a memory came to be known.", _SOURCE)
_register(Status, "Status", "Where a version stands.", _STATUS)
_register(Flag, "Flag", "What is special about a memory.", _FLAG)
_register(Action, "Action", "What was done to what is known.", _ACTION)
_register(EdgeKind, "RelationKind", "How two versions relate.", _RELATION)
_register(Polarity, "Polarity", "Whether a statement affirms or rejects.", _POLARITY)
_register(Verdict, "ReviewVerdict", "What somebody found who looked at a memory.", _VERDICT)
_register(Resolution, "ConflictResolution", "How a conflict ends.", _RESOLUTION)
_register(Language, "Language", "A language of what is written around memories.", _LANGUAGE)
_register(Band, "CertaintyBand", "How sure a memory is.", _BAND)
_register(BlockKind, "ContextBlockKind", "A part of a context.", _BLOCK_KIND)
_register(Order, "RecallOrder", "How results are ordered.", _ORDER)
_register(RouteKind, "RouteKind", "Where the answer to a question is looked for first.", _ROUTE_KIND)
_register(MessageRole, "MessageRole", "Who said a turn.", _MESSAGE_ROLE)
_register(Role, "Role", "What a key or token is for.", _ROLE)
_register(Operation, "Operation", "What a caller may do.", _OPERATION)
_register(EntityKind, "EntityKind", "What kind of thing a name is the name of.", _ENTITY_KIND)
_register(Stage, "RecallStage", "Where a memory may drop out of a recall.", _STAGE)
_register(Outcome, "StageOutcome", "How a memory came through a stage of recall.", _OUTCOME)
_register(ListKind, "CandidateListKind", "How the candidates of a list are found.", _LIST_KIND)
_register(MissReason, "MissReason", "Why a recall counts as a miss.", _MISS_REASON)
_register(ErrorCode, "ErrorCode", "Code of an error that a mutation returns as data.", _ERROR_CODE)
