"""What the server is told."""

from graphmem.local_neo4j.configuration import neo4j_conf


def settings(**further: str) -> dict[str, str]:
    text = neo4j_conf(port=7688, page_cache="64m", further=further)
    return dict(line.split("=", 1) for line in text.splitlines())


def test_the_server_listens_on_loopback_only_and_asks_for_a_password() -> None:
    told = settings()
    addresses = {value for name, value in told.items() if name.endswith("_address")}
    assert addresses == {"127.0.0.1", "127.0.0.1:7688"}
    assert told["dbms.security.auth_enabled"] == "true"
    assert told["server.http.enabled"] == told["server.https.enabled"] == "false"


def test_further_settings_win() -> None:
    assert settings(**{"db.transaction.timeout": "5m"})["db.transaction.timeout"] == "5m"
