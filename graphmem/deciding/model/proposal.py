"""The form of a model's answer; the schema it is asked for and the check of what comes are the same classes."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

from pydantic import AllowInfNan, BaseModel, ConfigDict, ValidationError
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from graphmem.deciding.model.failure import Failure, ModelFailed
from graphmem.domain.candidate import Intent
from graphmem.domain.claim import USER, Polarity
from graphmem.domain.memory import MemoryType, Source

PROPOSED_TYPES: Final = frozenset(
    {
        MemoryType.PREFERENCE,
        MemoryType.FACT,
        MemoryType.PLAN,
        MemoryType.CORRECTION,
        MemoryType.DECISION,
        MemoryType.PROFILE,
    }
)
"""What can be read out of turns; outcomes and insights come by other ways."""
LONGEST_ANSWER: Final = 200_000
"""Characters; a longer answer is not looked at."""


_FORM: Final = ConfigDict(frozen=True, extra="forbid", json_schema_serialization_defaults_required=True)


class Proposal(BaseModel):
    """One statement of the user that may become a memory."""

    model_config = _FORM

    fragment: str
    content: str
    type: MemoryType
    intent: Intent = Intent.STATE
    is_inferred: bool = False
    subject: str = USER
    attribute: str | None = None
    topic: str | None = None
    value: str | None = None
    polarity: Polarity = Polarity.POSITIVE
    condition: str | None = None
    certainty: Annotated[float, AllowInfNan(False)] = 1.0
    reason: str | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    related_ids: tuple[str, ...] = ()

    @property
    def source(self) -> Source:
        return Source.AGENT_INFERRED if self.is_inferred else Source.USER_STATED


class Answer(BaseModel):
    """All that a model proposes for one exchange."""

    model_config = _FORM

    memories: tuple[Proposal, ...]

    def words(self) -> Iterator[str]:
        """Everything that the model wrote in words of its own choice."""
        for proposal in self.memories:
            given = (value for value in dict(proposal).values() if isinstance(value, str))
            yield from (*given, *proposal.related_ids)


class _Strict(GenerateJsonSchema):
    """Strict structured output takes no defaults: every property is required, and null where it may be missing."""

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])


def answer_schema() -> dict[str, Any]:
    """Write the JSON schema of an answer, as strict structured output wants it."""
    return Answer.model_json_schema(mode="serialization", schema_generator=_Strict)


def read_answer(text: str) -> Answer:
    """Check a model's words against the form; ModelFailed with CUT_JSON or WRONG_SCHEMA."""
    try:
        return Answer.model_validate_json(_unwrapped(text))
    except ValidationError as error:
        is_cut = any(fault["type"] == "json_invalid" for fault in error.errors(include_input=False, include_url=False))
        # no "from": pydantic's message holds the words of the answer
        raise ModelFailed(Failure.CUT_JSON if is_cut else Failure.WRONG_SCHEMA) from None


def _unwrapped(text: str) -> str:
    """Take off the fence of Markdown that some models put round their JSON."""
    bare = text.strip()
    if bare.startswith("```") and bare.endswith("```"):
        return bare.removesuffix("```").partition("\n")[2]
    return bare
