"""From the environment to a decider with a model."""

import pytest

from graphmem.bootstrap import model_options
from graphmem.errors import InvalidSettings
from graphmem.settings import load_settings


def test_what_is_set_about_the_model_reaches_it(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {
        "GRAPHMEM_DECIDER": "openai",
        "GRAPHMEM_DECIDER_MODEL": "m-1",
        "GRAPHMEM_DECIDER_URL": "http://localhost:8000/v1",
        "GRAPHMEM_DECIDER_KEY": "a secret",
        "GRAPHMEM_DECIDER_TIMEOUT": "7.5",
        "GRAPHMEM_DECIDER_RETRIES": "1",
        "GRAPHMEM_DECIDER_FORMAT": "json_object",
        "GRAPHMEM_DECIDER_BODY": '{"temperature": 0}',
        "GRAPHMEM_DECIDER_PROMPT_PRICE": "0.5",
        "GRAPHMEM_DECIDER_COMPLETION_PRICE": "1.5",
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    settings = load_settings()
    options = model_options(settings)
    assert settings.decider == "openai"
    assert (options.model, options.base_url, options.api_key) == ("m-1", "http://localhost:8000/v1", "a secret")
    assert (options.timeout, options.retries, options.answer_format) == (7.5, 1, "json_object")
    assert (options.body, options.prompt_price, options.completion_price) == ({"temperature": 0}, 0.5, 1.5)
    assert "a secret" not in repr(settings) + repr(options)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GRAPHMEM_DECIDER", "llm"),
        ("GRAPHMEM_DECIDER_TIMEOUT", "0"),
        ("GRAPHMEM_DECIDER_FORMAT", "yaml"),
        ("GRAPHMEM_DECIDER_BODY", "temperature"),
        ("GRAPHMEM_DECIDER_PROMPT_PRICE", "-1"),
    ],
)
def test_a_wrong_value_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(InvalidSettings, match=r"GRAPHMEM_|setting"):
        load_settings()
