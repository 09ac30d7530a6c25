"""What can be set: read from the environment, checked, and named when it is wrong."""

import os
from pathlib import Path

import pytest

from graphmem.domain.memory import Source
from graphmem.errors import InvalidSettings
from graphmem.settings import load_settings


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the machine that runs the tests gets in."""
    for name in os.environ:
        if name.startswith("GRAPHMEM_") or name == "JAVA_HOME":
            monkeypatch.delenv(name)


def test_without_any_variable_it_serves_on_loopback_with_keys_and_a_local_server() -> None:
    settings = load_settings()
    assert (settings.host, settings.port, settings.no_auth) == ("127.0.0.1", 7480, False)
    assert settings.neo4j_uri is None
    assert settings.embedder == "use"


def test_a_variable_sets_its_value(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given = {
        "GRAPHMEM_PORT": "8080",
        "GRAPHMEM_ALLOWED_HOSTS": "memory.example.com, graphmem ,",
        "GRAPHMEM_CORS_ORIGINS": "https://app.example.com",
        "GRAPHMEM_DATA_DIR": str(tmp_path),
        "GRAPHMEM_NEO4J_PASSWORD": "correct horse",
        "GRAPHMEM_LOG_LEVEL": "debug",
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    settings = load_settings()
    assert settings.port == 8080
    assert settings.allowed_hosts == ("memory.example.com", "graphmem")
    assert settings.cors_origins == ("https://app.example.com",)
    assert settings.admin_key_file == tmp_path / "admin-key"
    assert settings.neo4j_password.get_secret_value() == "correct horse"
    assert settings.log_level == "debug"


def test_an_argument_wins_over_a_variable_and_none_leaves_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_PORT", "8080")
    assert load_settings(port=9090).port == 9090
    assert load_settings(port=None).port == 8080


@pytest.mark.parametrize("name", ["GRAPHMEM_PORT", "GRAPHMEM_NEO4J_URI", "GRAPHMEM_NO_AUTH", "GRAPHMEM_POLICY"])
def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    without = load_settings()
    monkeypatch.setenv(name, "")
    assert load_settings() == without


def test_one_number_of_the_rules_is_set_and_the_others_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_POLICY__GATE__CONFIDENCE", "0.7")
    monkeypatch.setenv("GRAPHMEM_POLICY__CONFIDENCE__CEILING__IMPORTED", "0.6")
    monkeypatch.setenv("GRAPHMEM_POLICY__SCREENING_ALLOWED_SLOTS", '["name"]')
    policy = load_settings().policy
    assert (policy.gate.confidence, policy.gate.importance) == (0.7, 0.3)
    assert policy.confidence.ceiling[Source.IMPORTED] == 0.6
    assert policy.confidence.ceiling[Source.USER_STATED] == 1.0
    assert policy.screening_allowed_slots == {"name"}


def test_the_numbers_can_be_given_as_json_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_POLICY", '{"gate": {"confidence": 0.7}, "decay": {"rate": {"plan": 0.2}}}')
    policy = load_settings().policy
    assert policy.gate.confidence == 0.7
    assert len(policy.decay.rate) == 8


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GRAPHMEM_PORT", "abc"),
        ("GRAPHMEM_PORT", "65536"),
        ("GRAPHMEM_NO_AUTH", "maybe"),
        ("GRAPHMEM_LOG_LEVEL", "loud"),
        ("GRAPHMEM_EMBEDDER", "word2vec"),
        ("GRAPHMEM_NEO4J_POOL_SIZE", "2"),
        ("GRAPHMEM_REQUEST_SECONDS", "0"),
        ("GRAPHMEM_POLICY__GATE__CONFIDENSE", "0.7"),
        ("GRAPHMEM_POLICY__GATE__CONFIDENCE", "7"),
        ("GRAPHMEM_POLICY__RANKING__DEPTH", "1000"),
    ],
)
def test_a_wrong_value_is_refused_with_the_name_of_its_variable(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(InvalidSettings, match=f"{name}: "):
        load_settings()


def test_everything_that_is_wrong_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_PORT", "abc")
    monkeypatch.setenv("GRAPHMEM_LOG_LEVEL", "loud")
    with pytest.raises(InvalidSettings) as refused:
        load_settings()
    assert "GRAPHMEM_PORT" in str(refused.value)
    assert "GRAPHMEM_LOG_LEVEL" in str(refused.value)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "memory.example.com", "::"])  # noqa: S104  what is refused
def test_everybody_is_admin_on_loopback_only(host: str) -> None:
    assert load_settings(no_auth=True, host="127.0.0.1").no_auth
    assert load_settings(no_auth=True, host="::1").no_auth
    with pytest.raises(
        InvalidSettings, match=r"GRAPHMEM_NO_AUTH serves everybody as admin.*GRAPHMEM_HOST=127\.0\.0\.1"
    ):
        load_settings(no_auth=True, host=host)


def test_secrets_are_not_in_what_is_printed() -> None:
    settings = load_settings(
        api_key="gm_secret", jwt_secret="s" * 32, neo4j_password="correct horse", embedder_key="sk-secret"
    )
    for secret in ("gm_secret", "sss", "correct horse", "sk-secret"):
        assert secret not in repr(settings)
        assert secret not in str(settings)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("GRAPHMEM_POLICY", "nonsense", "policy"),
        ("GRAPHMEM_PROT", "1", "There is no setting GRAPHMEM_PROT. Did you mean GRAPHMEM_PORT?"),
        ("GRAPHMEM_XYZZY", "1", "There is no setting GRAPHMEM_XYZZY."),
        ("GRAPHMEM_POLICY__GATE__CONFIDENCE", "much", "GRAPHMEM_POLICY__GATE__CONFIDENCE: "),
    ],
)
def test_a_wrong_variable_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(InvalidSettings, match=words):
        load_settings()
