"""The decider with a model: it proposes, the table decides; where it fails, the rules read instead (rules W4, W5)."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from typing import Final

import structlog
from structlog.typing import FilteringBoundLogger

from graphmem.clock import Clock
from graphmem.deciding.decider import MOST_KNOWN, Known
from graphmem.deciding.model.breaker import CircuitBreaker
from graphmem.deciding.model.checks import Shown
from graphmem.deciding.model.endpoint import Answered, ChatEndpoint, ModelOptions
from graphmem.deciding.model.failure import OF_THE_SERVER, WORDS, Failure, ModelFailed
from graphmem.deciding.model.prompt import Prompt, write_prompt
from graphmem.deciding.model.proposal import LONGEST_ANSWER, Answer, read_answer
from graphmem.deciding.model.translation import translate
from graphmem.deciding.model.usage import ModelUsage
from graphmem.deciding.rules import RuleDecider
from graphmem.domain.candidate import Candidate, Extraction, MessageRole, Notice, Turn
from graphmem.errors import InvalidSettings

log: FilteringBoundLogger = structlog.get_logger("graphmem.deciding.model")

FELL_BACK: Final = "MODEL_FALLBACK"
_PACKAGE: Final = "openai"

DROPPED: Final = "MODEL_PROPOSALS_DROPPED"


async def open_model_decider(options: ModelOptions, clock: Clock) -> "ModelDecider":
    """Make the decider that the options name; nothing is sent yet. InvalidSettings where something is missing."""
    if find_spec(_PACKAGE) is None:
        raise InvalidSettings("The decider 'openai' needs a package. Install it: pip install 'graphmem[openai]'")
    if not options.model:
        raise InvalidSettings("The decider 'openai' needs the name of a model: set GRAPHMEM_DECIDER_MODEL.")
    if options.api_key is None and options.base_url is None:
        raise InvalidSettings(
            "OpenAI's models need a key: set GRAPHMEM_DECIDER_KEY. "
            "For a server that needs none, set GRAPHMEM_DECIDER_URL."
        )
    return await asyncio.to_thread(ModelDecider, options, clock)


class ModelDecider:
    """Asks a model once for each exchange (rule W15); every failure of it ends in what the rules read, and a notice."""

    def __init__(self, options: ModelOptions, clock: Clock) -> None:
        """Imports the library, which takes a second: call it away from the event loop."""
        self.usage = ModelUsage(prompt_price=options.prompt_price, completion_price=options.completion_price)
        self._with_schema = options.answer_format != "json_schema"
        self._endpoint = ChatEndpoint(options)
        self._breaker = CircuitBreaker(clock)
        self._rules = RuleDecider()

    @property
    def wants_known(self) -> bool:
        return not self._breaker.is_open

    async def extract(
        self, turns: Sequence[Turn], *, recent: Sequence[Turn], known: Sequence[Known] = ()
    ) -> Extraction:
        """Read candidates out of the user's turns; see `Decider.extract`. Where no user speaks, none is asked."""
        if not any(turn.role is MessageRole.USER for turn in turns):
            return await self._rules.extract(turns, recent=recent)
        try:
            return await self._read(Shown(turns=turns, recent=recent, known=known[:MOST_KNOWN]))
        except ModelFailed as failed:
            self.usage.fallbacks[failed.failure] += 1
            log.warning("model_fallback", reason=failed.failure.value)
            read = await self._rules.extract(turns, recent=recent)
            notice = Notice(code=FELL_BACK, message=f"Read by the rules: {WORDS[failed.failure]}.")
            return replace(read, notices=(*read.notices, notice))

    async def read_statement(self, content: str, turn: Turn) -> Candidate:
        """Understand one statement by the rules: it stays as given, so no model is asked. See `Decider`."""
        return await self._rules.read_statement(content, turn)

    async def close(self) -> None:
        """Let go of the connections; calls after this fail."""
        await self._endpoint.close()

    async def _read(self, shown: Shown) -> Extraction:
        # Loads tables and words at its first use: not on the event loop, where everybody else waits.
        prompt = await asyncio.to_thread(
            write_prompt, shown.turns, shown.recent, shown.known, with_schema=self._with_schema
        )
        answered = await self._ask(prompt)
        answer = await asyncio.to_thread(_checked, prompt, answered)
        translated = await translate(answer, shown)
        if not translated.dropped:
            return translated.extraction
        self.usage.dropped += translated.dropped
        message = f"{translated.dropped} of the model's proposals were dropped: they quote nothing that the user said."
        return replace(translated.extraction, notices=(Notice(code=DROPPED, message=message),))

    async def _ask(self, prompt: Prompt) -> Answered:
        """Make the call where the breaker lets it through, and tell the breaker how it ended."""
        if not self._breaker.admit():
            raise ModelFailed(Failure.BREAKER_OPEN)
        self.usage.calls += 1
        try:
            answered = await self._endpoint.ask(prompt.system, prompt.user)
        except ModelFailed as failed:
            if failed.failure in OF_THE_SERVER:
                self._breaker.failed()
            else:
                self._breaker.succeeded()
            raise
        except BaseException:
            self._breaker.abandoned()
            raise
        self._breaker.succeeded()
        self.usage.count_tokens(answered.prompt_tokens, answered.completion_tokens)
        return answered


def _checked(prompt: Prompt, answered: Answered) -> Answer:
    """Read an answer that repeats nothing of the prompt; ModelFailed otherwise."""
    if len(answered.text) > LONGEST_ANSWER:
        raise ModelFailed(Failure.WRONG_SCHEMA)
    if prompt.is_repeated_in(answered.text):
        raise ModelFailed(Failure.PROMPT_ECHO)
    if not answered.is_whole:
        raise ModelFailed(Failure.CUT_JSON)
    answer = read_answer(answered.text)
    # Once more without JSON's escapes, which may have hidden it.
    if prompt.is_repeated_in(*answer.words()):
        raise ModelFailed(Failure.PROMPT_ECHO)
    return answer
