"""What Prometheus is told: counts and durations, by names that come from the schema, never from a caller."""

from collections.abc import Iterator

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector

from graphmem.deciding.model.failure import Failure
from graphmem.deciding.model.usage import ModelUsage
from graphmem.pipelines.usage import UsageCounts
from graphmem.pipelines.written import Written

MEDIA_TYPE = CONTENT_TYPE_LATEST
_BUCKETS = (0.005, 0.01, 0.02, 0.03, 0.06, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)


class _ModelCollector(Collector):
    """Reads what the decider has counted, when it is asked for (rule O1)."""

    def __init__(self, usage: ModelUsage) -> None:
        self._usage = usage

    def collect(self) -> Iterator[Metric]:
        usage = self._usage
        yield CounterMetricFamily("graphmem_model_calls", "Calls to the decider's model.", usage.calls)
        tokens = CounterMetricFamily("graphmem_model_tokens", "Tokens of the decider's model by kind.", labels=["kind"])
        tokens.add_metric(["prompt"], usage.prompt_tokens)
        tokens.add_metric(["completion"], usage.completion_tokens)
        yield tokens
        yield CounterMetricFamily("graphmem_model_cost", "Cost of these tokens by the prices set.", usage.cost)
        yield CounterMetricFamily("graphmem_model_dropped", "Proposals of the model not taken over.", usage.dropped)
        fallbacks = CounterMetricFamily(
            "graphmem_model_fallbacks", "Times the rules read instead of the model, by reason.", labels=["reason"]
        )
        for failure in Failure:
            fallbacks.add_metric([failure.value], usage.fallbacks[failure])
        yield fallbacks


class _UsageCollector(Collector):
    """Reads what was counted after recalls, when it is asked for (rule O1)."""

    def __init__(self, counts: UsageCounts) -> None:
        self._counts = counts

    def collect(self) -> Iterator[Metric]:
        counts = self._counts
        uses = CounterMetricFamily("graphmem_uses", "Uses of memories by kind.", labels=["kind"])
        uses.add_metric(["returned"], counts.accesses)
        uses.add_metric(["hit"], counts.hits)
        uses.add_metric(["unhelpful"], counts.unhelpful)
        yield uses
        yield CounterMetricFamily("graphmem_misses", "Recalls that counted as misses.", counts.misses)
        yield CounterMetricFamily("graphmem_miss_notices", "Times that enough new misses came up.", counts.notices)
        yield CounterMetricFamily("graphmem_uses_lost", "Uses and misses that could not be kept.", counts.lost)


class Metrics:
    """The collectors of one application, in a registry of their own."""

    def __init__(self, usage: UsageCounts, model_usage: ModelUsage | None = None) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_UsageCollector(usage))
        if model_usage is not None:
            self._registry.register(_ModelCollector(model_usage))
        self._requests = Counter(
            "graphmem_requests", "GraphQL requests by first root field and code.", ["operation", "code"],
            registry=self._registry,
        )  # fmt: skip
        self._seconds = Histogram(
            "graphmem_request_seconds", "Duration of GraphQL requests by first root field.", ["operation"],
            buckets=_BUCKETS, registry=self._registry,
        )  # fmt: skip
        self._decisions = Counter(
            "graphmem_decisions", "Decisions of writes by action and rule.", ["action", "rule"],
            registry=self._registry,
        )  # fmt: skip
        self._recall_seconds = Histogram(
            "graphmem_recall_seconds", "Duration of recalls within the service.", buckets=_BUCKETS,
            registry=self._registry,
        )  # fmt: skip

    def count_request(self, operation: str, code: str, seconds: float) -> None:
        """Note a finished request; `code` is OK or the code of its first error."""
        self._requests.labels(operation, code).inc()
        self._seconds.labels(operation).observe(seconds)

    def count_decisions(self, written: Written) -> None:
        """Note what a write decided; a replay decided nothing."""
        if not written.is_replay:
            for decision in written.decisions:
                self._decisions.labels(decision.action.value, decision.rule).inc()

    def count_recall(self, seconds: float) -> None:
        """Note how long a recall took."""
        self._recall_seconds.observe(seconds)

    def text(self) -> bytes:
        """Everything, in the text format of Prometheus."""
        return generate_latest(self._registry)
