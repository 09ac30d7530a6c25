"""Every number of the rules, with its default; a deployment may change each (spec, first paragraph)."""

from enum import StrEnum
from typing import Annotated, Any, cast

from pydantic import BaseModel, ConfigDict, Field, model_validator

from graphmem.domain.memory import MemoryType, Source
from graphmem.domain.routing import RouteKind

Share = Annotated[float, Field(ge=0.0, le=1.0)]
Amount = Annotated[float, Field(ge=0.0)]


class _Numbers(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _complete_tables(cls, values: Any) -> Any:
        """Let one entry of a table be set without losing the others."""
        if not isinstance(values, dict):
            return values
        given = cast("dict[str, Any]", values)
        tables = {n: cast("dict[str, Any]", f.default) for n, f in cls.model_fields.items() if _is_table(f.default)}
        return given | {n: tables[n] | part for n, part in given.items() if n in tables and _is_table(part)}


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


class ConfidencePolicy(_Numbers):
    """Ceilings of confidence by source (rule W7)."""

    ceiling: dict[Source, Share] = {
        Source.USER_CONFIRMED: 1.0,
        Source.USER_STATED: 1.0,
        Source.SYSTEM_EVENT: 1.0,
        Source.BEHAVIOUR_INFERRED: 0.9,
        Source.IMPORTED: 0.9,
        Source.AGENT_INFERRED: 0.85,
        Source.CONVERSATION_SUMMARY: 0.85,
        Source.CONSOLIDATION: 1.0,
        Source.AGENT_GENERATED: 0.5,
    }


class ImportancePolicy(_Numbers):
    """Importance: a base by type and what is added or taken (rule W8)."""

    base: dict[MemoryType, Share] = {
        MemoryType.PROFILE: 0.8,
        MemoryType.DECISION: 0.7,
        MemoryType.CORRECTION: 0.7,
        MemoryType.PLAN: 0.6,
        MemoryType.PREFERENCE: 0.6,
        MemoryType.OUTCOME: 0.6,
        MemoryType.FACT: 0.5,
        MemoryType.INSIGHT: 0.6,
    }
    emphasis: Amount = 0.2
    goal: Amount = 0.1
    """For what touches the goal of the session."""
    situational: Amount = 0.3


class GatePreset(StrEnum):
    """How much is asked of a candidate."""

    NORMAL = "normal"
    STRICT = "strict"
    """Every threshold of the gate a step higher: for the first weeks of a deployment."""


class GatePolicy(_Numbers):
    """What a candidate needs to become active, or to be written at all (rule W9)."""

    preset: GatePreset = GatePreset.NORMAL
    confidence: Share = 0.6
    importance: Share = 0.3
    inferred_confidence: Share = 0.8
    inferred_least: Share = 0.85
    strict_step: Share = 0.1

    def least(self, threshold: float) -> float:
        """A threshold under the preset, 1 at most."""
        step = self.strict_step if self.preset is GatePreset.STRICT else 0.0
        return min(round(threshold + step, 4), 1.0)

    def is_passed(self, confidence: float, importance: float, *, is_inferred: bool = False) -> bool:
        """Whether what is so sure and so important becomes active by itself."""
        needed = self.least(self.inferred_confidence if is_inferred else self.confidence)
        return confidence >= needed and importance >= self.least(self.importance)


class PromotionPolicy(_Numbers):
    """What makes an observed memory active (rule W10)."""

    mentions: int = Field(default=2, ge=1)
    passing_mentions: int = Field(default=3, ge=1)
    apart_hours: int = Field(default=24, ge=1)
    confirmed_confidence: Share = 0.8


class ConflictPolicy(_Numbers):
    """Thresholds of the conflict table (rules D1 to D9, W11, W12); similarities are calibrated (rule R5)."""

    same_similarity: Share = 0.85
    echo_similarity: Share = 0.85
    same_thing_overlap: Share = 0.5
    frame_share: Share = 0.6
    related_similarity: Share = 0.6
    related_limit: int = Field(default=20, ge=1, le=100)
    surer_by: Share = 0.15
    unsure_below: Share = 0.6
    exception_days: int = Field(default=7, ge=1)
    used_hits: int = Field(default=5, ge=1)
    used_days: int = Field(default=30, ge=1)
    contested_weight: Share = 0.7
    merged_characters: int = Field(default=400, ge=40, le=4000)


class RankingPolicy(_Numbers):
    """Shares of the score of recall (rule Q2), and the depth of each candidate list (rule Q1)."""

    relevance: Share = 0.6
    importance: Share = 0.3
    recency: Share = 0.1
    recent_days: int = Field(default=30, ge=0)
    relevance_rate: Amount = 1.2
    date_fit: Amount = 0.2
    """What a period that the query names adds to the relevance of what is of it."""
    slot_fit: Amount = 0.8
    """What a slot that the query asks for adds to the relevance of what fills it."""
    date_margin_days: int = Field(default=1, ge=0)
    nearness: Amount = 1.5
    """What the share of a memory in walks from the things that the query names adds (rule E4)."""
    most_near: Amount = 0.3
    """The most that it adds."""
    neighbours: Amount = 0.8
    """Weight of what was said beside a memory, against its own."""
    session: Amount = 0.4
    """Weight of the best of its session."""
    around: int = Field(default=20, ge=0, le=100)
    """How many of the best bring their neighbours along."""
    personal_lead: Share = 0.05
    """How much more than a personal memory a shared one must score to stand before it (rule L2)."""
    depth: int = Field(default=50, ge=1, le=200)
    embedding_seconds: Amount = 3.0
    """A query whose vector is not there by then is looked for by words alone, with a warning."""
    default_limit: int = Field(default=5, ge=1, le=100)
    bm25_k1: Amount = 1.2
    bm25_b: Share = 0.75


class ContextPolicy(_Numbers):
    """Budgets of a context in tokens, and what goes into it (rule Q6)."""

    total: int = Field(default=4_000, ge=100)
    shares: dict[RouteKind, dict[str, Share]] = {
        RouteKind.FACTUAL: {"working_memory": 0.4, "long_term": 0.2, "knowledge_base": 0.4},
        RouteKind.PERSONAL: {"working_memory": 0.5, "long_term": 0.3, "knowledge_base": 0.2},
        RouteKind.CONTINUATION: {"working_memory": 0.6, "long_term": 0.2, "knowledge_base": 0.2},
        RouteKind.MIXED: {"working_memory": 0.5, "long_term": 0.2, "knowledge_base": 0.3},
    }
    caps: dict[str, int] = {"working_memory": 1_500, "long_term": 800, "knowledge_base": 1_200}
    standing_tokens: int = Field(default=300, ge=0)
    """What is always there, whatever the query, takes no more."""
    least_importance: Share = 0.3
    """What is below gives way first."""
    firm: Share = 0.8
    most_tentative: int = Field(default=2, ge=0)
    recalled: int = Field(default=30, ge=1, le=100)
    """Memories that are asked for, of which the budget decides how many go in."""
    deadline_seconds: Amount = 5.0
    """A layer that has not answered by then is left out, with a warning."""


class DecayPolicy(_Numbers):
    """Decay per day and type after the grace days without a hit (rule F1)."""

    grace_days: int = Field(default=30, ge=0)
    fruitless_renders: int = Field(default=10, ge=1)
    """Times in a row that a memory was rendered and reported unhelpful."""
    fruitless_weight: Share = 0.7
    rate: dict[MemoryType, Amount] = {
        MemoryType.DECISION: 0.005,
        MemoryType.PROFILE: 0.005,
        MemoryType.PREFERENCE: 0.01,
        MemoryType.FACT: 0.01,
        MemoryType.CORRECTION: 0.01,
        MemoryType.INSIGHT: 0.02,
        MemoryType.OUTCOME: 0.02,
        MemoryType.PLAN: 0.05,
    }


class MissPolicy(_Numbers):
    """Which recalls count as misses, and how many are kept (rule Q10)."""

    relevance: Share = 0.35
    """A recall without any result above it is a miss."""
    kept: int = Field(default=200, ge=1, le=10_000)
    """Misses kept of one user; the oldest give way."""
    notice_at: int = Field(default=40, ge=1)
    """New misses of a tenant that are worth a notice."""


class RerankPolicy(_Numbers):
    """How far a reranker reaches (rule Q2)."""

    depth: int = Field(default=30, ge=2, le=100)


class EntityPolicy(_Numbers):
    """When two names are of one thing (rule E2)."""

    same_name: Share = 0.9
    """From here on a name is a spelling of a known one, if no other is as near."""
    maybe_same_name: Share = 0.744
    """From here on it may be one: listed for review, never merged."""
    maybe_same_meaning: Share = 0.85
    """From this similarity of meaning on a name in the other script may be one: for review, never merged."""
    clear_by: Share = 0.05
    most_maybe: int = Field(default=5, ge=1, le=20)
    compared: int = Field(default=300, ge=0, le=2_000)
    """Names of the user, the newest first, that a new name is compared with."""


class SessionPolicy(_Numbers):
    """Working memory: how long it lives, how much is rendered, when it is compressed (rules M1, M3)."""

    hours: dict[str, Annotated[float, Field(gt=0)]] = {"guest": 2.0, "standard": 168.0, "paid": 720.0}
    """Time to live after the last turn, by the plan of the user."""
    default_plan: str = "standard"
    tokens: int = Field(default=1_500, ge=200, le=100_000)
    summary_tokens: int = Field(default=400, ge=50, le=10_000)
    turn_tokens: int = Field(default=300, ge=20, le=10_000)
    """Most that one message takes of the rendered text."""
    compress_after: int = Field(default=5, ge=1, le=20)
    """Exchanges after which the turns are compressed."""
    kept_exchanges: int = Field(default=2, ge=1, le=20)
    """The last ones, which compressing leaves as they are."""
    most_exchanges: int = Field(default=20, ge=1, le=50)
    most_questions: int = Field(default=2, ge=1, le=10)
    most_heard: int = Field(default=20, ge=0, le=100)
    """Words of the user that are facts of the session only."""

    @model_validator(mode="after")
    def _has_default_plan(self) -> "SessionPolicy":
        if self.default_plan not in self.hours:
            raise ValueError(f"default_plan must be one of {', '.join(sorted(self.hours))}")
        return self


class Policy(_Numbers):
    """All numbers of the rules, one group a concern."""

    confidence: ConfidencePolicy = ConfidencePolicy()
    importance: ImportancePolicy = ImportancePolicy()
    gate: GatePolicy = GatePolicy()
    promotion: PromotionPolicy = PromotionPolicy()
    conflict: ConflictPolicy = ConflictPolicy()
    ranking: RankingPolicy = RankingPolicy()
    context: ContextPolicy = ContextPolicy()
    decay: DecayPolicy = DecayPolicy()
    misses: MissPolicy = MissPolicy()
    rerank: RerankPolicy = RerankPolicy()
    entities: EntityPolicy = EntityPolicy()
    sessions: SessionPolicy = SessionPolicy()
    screening_allowed_slots: frozenset[str] = frozenset(
        {"name", "city", "home_address", "shipping_address", "employer", "birthday", "time_zone"}
    )
