"""What the model was used for and what that cost, counted since the start."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from graphmem.deciding.model.failure import Failure

_PRICED_TOKENS: Final = 1_000_000


@dataclass(slots=True)
class ModelUsage:
    """Running totals of one process; prices are those of a million tokens, in whatever currency."""

    prompt_price: float = 0.0
    completion_price: float = 0.0
    calls: int = 0
    """Calls to the model, retries not counted by themselves."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    fallbacks: Counter[Failure] = field(default_factory=Counter[Failure])
    """Times the rules read instead, by reason."""
    dropped: int = 0
    """Proposals that were not taken over: without words of the user, too long, beyond the number read."""

    @property
    def cost(self) -> float:
        """What the tokens cost by the prices set."""
        paid = self.prompt_tokens * self.prompt_price + self.completion_tokens * self.completion_price
        return paid / _PRICED_TOKENS

    def count_tokens(self, prompt: int, completion: int) -> None:
        """Add what an answer says it took; nonsense counts as nothing."""
        self.prompt_tokens += max(prompt, 0)
        self.completion_tokens += max(completion, 0)
