"""The rule-based decider."""

from graphmem.deciding.rules.rule_decider import RuleDecider

__all__ = ["RuleDecider"]
