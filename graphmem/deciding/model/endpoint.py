"""Any server that speaks OpenAI's chat completions (extra `openai`): a cloud's, or one of your own."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from json import JSONDecodeError
from typing import Any, Final, Literal

from graphmem.deciding.model.failure import Failure, ModelFailed
from graphmem.deciding.model.proposal import answer_schema

AnswerFormat = Literal["json_schema", "json_object", "text"]
"""How the server is told that JSON is wanted: by the schema, as JSON of any form, or by the prompt alone."""

_TOO_MANY: Final = 429
_SERVER_FAULTS: Final = 500
_TAKES_TOO_LONG: Final = 408


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOptions:
    """Which model is asked, where, and how."""

    model: str
    base_url: str | None = None
    """None for OpenAI's own."""
    api_key: str | None = field(default=None, repr=False)
    timeout: float = 15.0
    """Seconds for one call with all its retries."""
    retries: int = 2
    """Further tries after 429, 5xx and broken connections, with back-off, within the same `timeout`."""
    answer_format: AnswerFormat = "json_schema"
    body: Mapping[str, Any] | None = None
    """What else goes into the request's body, such as {"temperature": 0}."""
    prompt_price: float = 0.0
    """Of a million tokens."""
    completion_price: float = 0.0


@dataclass(frozen=True, slots=True)
class Answered:
    """A model's words, and the tokens that they took."""

    text: str
    is_whole: bool
    """False where the server says that the answer was cut."""
    prompt_tokens: int
    completion_tokens: int


class ChatEndpoint:
    """One model behind one address."""

    def __init__(self, options: ModelOptions) -> None:
        """Imports the library, which takes a second: call it away from the event loop."""
        from openai import AsyncOpenAI  # noqa: PLC0415 -- only with the extra

        self._options = options
        # One try may take all the time there is: a slow model that is asked again costs more and answers no sooner.
        self._client = AsyncOpenAI(
            api_key=options.api_key or "none",
            base_url=options.base_url,
            timeout=options.timeout,
            max_retries=options.retries,
        )

    async def ask(self, system: str, user: str) -> Answered:
        """Make one call; ModelFailed with what went wrong, never with words."""
        from openai import APIStatusError, APITimeoutError, OpenAIError  # noqa: PLC0415 -- only with the extra

        try:
            async with asyncio.timeout(self._options.timeout):
                completion = await self._client.chat.completions.create(
                    model=self._options.model,
                    messages=[{"role": "system", "content": system}, {"role": "user", "content": user}],
                    extra_body=self._extra_body(),
                )
            return _answered(completion)
        except (TimeoutError, APITimeoutError) as error:
            raise ModelFailed(Failure.TIMEOUT) from error
        except APIStatusError as error:
            raise ModelFailed(_of_status(error.status_code)) from error
        except OpenAIError as error:
            raise ModelFailed(Failure.UNREACHABLE) from error
        except JSONDecodeError as error:
            raise ModelFailed(Failure.CUT_JSON) from error
        except (ValueError, TypeError, AttributeError, LookupError) as error:
            raise ModelFailed(Failure.WRONG_SCHEMA) from error

    async def close(self) -> None:
        await self._client.close()

    def _extra_body(self) -> dict[str, Any]:
        body: dict[str, Any] = dict(self._options.body or {})
        if self._options.answer_format == "json_object":
            body["response_format"] = {"type": "json_object"}
        if self._options.answer_format == "json_schema":
            schema = {"name": "memories", "strict": True, "schema": answer_schema()}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        return body


def _answered(completion: Any) -> Answered:
    """Take out what is needed; the library does not check what a server sends, so anything may be missing."""
    choice = completion.choices[0]
    text = choice.message.content
    if not isinstance(text, str):
        raise ModelFailed(Failure.REFUSED if getattr(choice.message, "refusal", None) else Failure.WRONG_SCHEMA)
    usage = getattr(completion, "usage", None)
    return Answered(
        text=text,
        is_whole=choice.finish_reason != "length",
        prompt_tokens=_count(getattr(usage, "prompt_tokens", 0)),
        completion_tokens=_count(getattr(usage, "completion_tokens", 0)),
    )


def _count(value: object) -> int:
    return value if isinstance(value, int) else 0


def _of_status(status: int) -> Failure:
    if status == _TOO_MANY:
        return Failure.RATE_LIMITED
    if status == _TAKES_TOO_LONG:
        return Failure.TIMEOUT
    return Failure.SERVER_ERROR if status >= _SERVER_FAULTS else Failure.REFUSED
