"""Put `cypher/` into wheels as `graphmem/_cypher`; an editable install reads the checkout instead."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CypherHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and version != "editable":
            build_data["force_include"]["cypher"] = "graphmem/_cypher"
            build_data["force_include"]["schema.graphql"] = "graphmem/schema.graphql"
