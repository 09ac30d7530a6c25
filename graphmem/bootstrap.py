"""Putting the parts together: settings become a database, an embedder, a decider, and from these the services."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from graphmem.api.options import ApiOptions, AuthOptions, Limits
from graphmem.clock import Clock, SystemClock
from graphmem.deciding.decider import Decider
from graphmem.deciding.model import ModelDecider, ModelOptions, open_model_decider
from graphmem.deciding.rules import RuleDecider
from graphmem.embedding import EmbedderOptions
from graphmem.local_neo4j import LocalNeo4j, LocalNeo4jOptions, Progress, Silence
from graphmem.pipelines.open_space import open_space
from graphmem.pipelines.services import Services
from graphmem.pipelines.usage import UsageOptions, open_usage
from graphmem.reranking import Reranker, RerankerOptions, open_reranker
from graphmem.settings import Settings
from graphmem.store.connection import ConnectionOptions, Database
from graphmem.store.migrations import migrate


@asynccontextmanager
async def open_services(
    settings: Settings, progress: Progress | None = None, clock: Clock | None = None
) -> AsyncGenerator[Services]:
    """Start or reach Neo4j, bring it to this version's schema, open the embedding space, and close all in the end.

    Raises StartupError with the remedy where something does not fit, DatabaseUnavailable where Neo4j does not answer.
    """
    say = progress or Silence()
    async with AsyncExitStack() as stack:
        database = await _open_database(settings, say, stack)
        time = clock or SystemClock()
        applied = await migrate(database, time)
        if applied:
            say.step(f"Database brought to schema {applied[-1]}")
        embedder = await open_space(database, embedder_options(settings), time)
        stack.push_async_callback(embedder.close)
        # The model is read at its first use, which takes a second: better now than in somebody's first recall.
        await embedder.embed_query("warm-up")
        decider = await _open_decider(settings, time, stack)
        usage = await stack.enter_async_context(
            open_usage(database, time, settings.policy.misses, usage_options(settings))
        )
        yield Services(
            database=database,
            embedder=embedder,
            decider=decider,
            clock=time,
            policy=settings.policy,
            usage=usage,
            reranker=_open_reranker(settings, stack),
            model_usage=decider.usage if isinstance(decider, ModelDecider) else None,
        )


def _open_reranker(settings: Settings, stack: AsyncExitStack) -> Reranker | None:
    """What the settings name, or none; it is not asked before the first recall, and may be away."""
    reranker = open_reranker(reranker_options(settings))
    if reranker is not None:
        stack.push_async_callback(reranker.close)
    return reranker


async def _open_decider(settings: Settings, clock: Clock, stack: AsyncExitStack) -> Decider:
    """The rules, or a model that the settings name; it is not asked before the first exchange, and may be away."""
    if settings.decider == "rules":
        return RuleDecider()
    decider = await open_model_decider(model_options(settings), clock)
    stack.push_async_callback(decider.close)
    return decider


async def _open_database(settings: Settings, progress: Progress, stack: AsyncExitStack) -> Database:
    options = await _connection(settings, progress, stack)
    database = Database(options)
    stack.push_async_callback(database.close)
    await database.verify()
    return database


async def _connection(settings: Settings, progress: Progress, stack: AsyncExitStack) -> ConnectionOptions:
    """The external server's address, or that of the local one, started here."""
    if settings.neo4j_uri is not None:
        return ConnectionOptions(
            uri=settings.neo4j_uri,
            user=settings.neo4j_user,
            password=settings.neo4j_password.get_secret_value(),
            database=settings.neo4j_database,
            pool_size=settings.neo4j_pool_size,
        )
    server = LocalNeo4j(
        LocalNeo4jOptions(
            data_dir=settings.data_dir,
            cache_dir=settings.cache_dir,
            repository=settings.maven_repository,
            heap=settings.neo4j_heap,
            page_cache=settings.neo4j_page_cache,
            port=settings.neo4j_port,
            start_timeout=settings.neo4j_start_timeout,
            java=settings.java,
            java_home=settings.java_home,
        ),
        progress=progress,
    )
    endpoint = await stack.enter_async_context(server)
    keeper = asyncio.create_task(server.keep())
    stack.push_async_callback(_end, keeper)
    return ConnectionOptions(
        uri=endpoint.uri, user=endpoint.user, password=endpoint.password, pool_size=settings.neo4j_pool_size
    )


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])


def embedder_options(settings: Settings) -> EmbedderOptions:
    """What the settings say about the embedder."""
    return EmbedderOptions(
        provider=settings.embedder,
        model=settings.embedder_model,
        base_url=settings.embedder_url,
        api_key=settings.embedder_key.get_secret_value() if settings.embedder_key else None,
        revision=settings.embedder_revision,
        dimension=settings.embedder_dimension,
        prefixes=settings.embedder_prefixes,
        input_types=settings.embedder_input_types,
        device=settings.embedder_device,
        timeout=settings.embedder_timeout,
    )


def other_embedder(settings: Settings, provider: str, model: str | None) -> EmbedderOptions:
    """Another embedder beside the one that the settings name; its address and key are the settings' own."""
    return replace(embedder_options(settings), provider=provider, model=model, revision="", dimension=None)


def reranker_options(settings: Settings) -> RerankerOptions:
    """What the settings say about the reranker."""
    return RerankerOptions(
        provider=settings.reranker,
        model=settings.reranker_model,
        revision=settings.reranker_revision,
        device=settings.reranker_device,
        url=settings.reranker_url,
        texts_field=settings.reranker_texts,
        api_key=settings.reranker_key.get_secret_value() if settings.reranker_key else None,
        timeout=settings.reranker_timeout,
    )


def usage_options(settings: Settings) -> UsageOptions:
    """What the settings say about counting uses."""
    return UsageOptions(seconds=settings.usage_seconds, size=settings.usage_size, most=settings.usage_most)


def model_options(settings: Settings) -> ModelOptions:
    """What the settings say about the decider's model."""
    return ModelOptions(
        model=settings.decider_model or "",
        base_url=settings.decider_url,
        api_key=settings.decider_key.get_secret_value() if settings.decider_key else None,
        timeout=settings.decider_timeout,
        retries=settings.decider_retries,
        answer_format=settings.decider_format,
        body=settings.decider_body,
        prompt_price=settings.decider_prompt_price,
        completion_price=settings.decider_completion_price,
    )


def api_options(settings: Settings) -> ApiOptions:
    """What the settings say about the API."""
    return ApiOptions(
        auth=AuthOptions(
            no_auth=settings.no_auth,
            jwt_secret=settings.jwt_secret.get_secret_value() if settings.jwt_secret else None,
            jwt_public_key=settings.jwt_public_key,
            jwt_issuer=settings.jwt_issuer,
            jwt_audience=settings.jwt_audience,
        ),
        limits=Limits(body_bytes=settings.max_body_bytes, seconds=settings.request_seconds),
        allowed_hosts=("localhost", "127.0.0.1", "[::1]", settings.host, *settings.allowed_hosts),
        cors_origins=settings.cors_origins,
    )
