"""The application: routes and guards round the schema, put together from the services and the options."""

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import Route
from starlette.types import Lifespan

from graphmem.api.endpoint import GraphQLEndpoint
from graphmem.api.metrics import Metrics
from graphmem.api.options import ApiOptions
from graphmem.api.pages import Pages
from graphmem.api.principals import Principals
from graphmem.api.problems import on_fault, on_http_exception
from graphmem.api.schema import build_schema
from graphmem.api.security import HostGuard, SecurityHeaders
from graphmem.pipelines.services import Services


def create_app(services: Services, options: ApiOptions, *, lifespan: Lifespan[Starlette] | None = None) -> Starlette:
    """Make the ASGI application; the services' life is the caller's business. InvalidSettings for bad JWT keys."""
    metrics = Metrics(services.usage.counts, services.model_usage)
    endpoint = GraphQLEndpoint(
        schema=build_schema(),
        services=services,
        principals=Principals(services, options.auth),
        metrics=metrics,
        limits=options.limits,
    )
    pages = Pages(services, metrics, options.is_ready)
    return Starlette(
        routes=[
            Route("/graphql", endpoint.respond, methods=["POST"]),
            Route("/schema.graphql", pages.schema_text),
            Route("/healthz", pages.healthz),
            Route("/readyz", pages.readyz),
            Route("/metrics", pages.metrics_text),
            Route("/", pages.try_it),
        ],
        middleware=_guards(options),
        exception_handlers={HTTPException: on_http_exception, Exception: on_fault},
        lifespan=lifespan,
    )


def _guards(options: ApiOptions) -> list[Middleware]:
    guards = [Middleware(SecurityHeaders), Middleware(HostGuard, allowed_hosts=options.allowed_hosts)]
    if options.cors_origins:
        cors = Middleware(
            CORSMiddleware,
            allow_origins=options.cors_origins,
            allow_methods=["POST"],
            allow_headers=["Authorization", "Content-Type"],
            expose_headers=["X-Request-ID"],
            max_age=600,
        )
        guards.append(cors)
    return guards
