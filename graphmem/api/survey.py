"""What a valid document asks for, read off before anything runs: permissions, depth, aliases, objects (rule P3).

A fragment is surveyed once however often it is spread, so that the survey's own work stays linear where what it
describes grows exponentially.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, cast

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    OperationDefinitionNode,
    OperationType,
    SelectionNode,
    get_named_type,
    get_operation_ast,
    is_leaf_type,
)
from graphql.execution.values import VariableValues, get_argument_values, get_variable_values

from graphmem.api.permissions import Need, need_of
from graphmem.domain.page import MAX_PAGE

MAX_COUNTED = 10**9
"""Counts stop here; a product of pages may be astronomically large."""
MOST_ROOT_FIELDS = 1_000
"""Root fields are listed up to here, far above every limit: fragments that spread each other double them per level."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What one operation asks for."""

    is_mutation: bool
    root_fields: tuple[str, ...]
    needs: frozenset[Need]
    unguarded: tuple[str, ...]
    """Root fields that declare no need; a fault of the schema, refused."""
    depth: int
    aliases: int
    nodes: int
    """The most objects that the pages asked for can hold."""

    @property
    def name(self) -> str:
        """The first root field: what logs and metrics call the operation."""
        return self.root_fields[0] if self.root_fields else "introspection"


@dataclass(frozen=True, slots=True)
class _Totals:
    depth: int = 0
    aliases: int = 0
    nodes: int = 0
    needs: frozenset[Need] = frozenset()
    fields: tuple[str, ...] = ()
    unguarded: tuple[str, ...] = ()

    @staticmethod
    def of_siblings(parts: Iterable["_Totals"]) -> "_Totals":
        found = list(parts)
        return _Totals(
            depth=max((t.depth for t in found), default=0),
            aliases=min(sum(t.aliases for t in found), MAX_COUNTED),
            nodes=min(sum(t.nodes for t in found), MAX_COUNTED),
            needs=frozenset[Need]().union(*(t.needs for t in found)),
            fields=tuple(islice((f for t in found for f in t.fields), MOST_ROOT_FIELDS)),
            unguarded=tuple(islice((f for t in found for f in t.unguarded), MOST_ROOT_FIELDS)),
        )


def survey(
    schema: GraphQLSchema, document: DocumentNode, operation_name: str | None, variables: Mapping[str, Any]
) -> Survey:
    """Survey the operation of a document that was validated; faulty variables are left for execution to report."""
    operation = get_operation_ast(document, operation_name)
    if operation is None:
        raise GraphQLError("Name the operation to run in `operationName`.", extensions={"code": "INVALID_DOCUMENT"})
    root = schema.get_root_type(operation.operation)
    if root is None:
        raise GraphQLError(f"There are no {operation.operation.value}s here.", extensions={"code": "INVALID_DOCUMENT"})
    walk = _Walk(
        schema=schema,
        fragments={d.name.value: d for d in document.definitions if isinstance(d, FragmentDefinitionNode)},
        variables=_variable_values(schema, operation, variables),
    )
    totals = walk.selections(operation.selection_set.selections, root, is_root=True)
    return Survey(
        is_mutation=operation.operation is OperationType.MUTATION,
        root_fields=totals.fields,
        needs=totals.needs,
        unguarded=totals.unguarded,
        depth=totals.depth,
        aliases=totals.aliases,
        nodes=totals.nodes,
    )


def _variable_values(
    schema: GraphQLSchema, operation: OperationDefinitionNode, variables: Mapping[str, Any]
) -> VariableValues | None:
    values = get_variable_values(schema, operation.variable_definitions or (), dict(variables))
    return None if isinstance(values, list) else values


@dataclass(slots=True)
class _Walk:
    schema: GraphQLSchema
    fragments: Mapping[str, FragmentDefinitionNode]
    variables: VariableValues | None
    _known: dict[tuple[str, bool], _Totals] = field(default_factory=dict[tuple[str, bool], _Totals])

    def selections(
        self, selections: Iterable[SelectionNode], parent: GraphQLNamedType, *, is_root: bool = False
    ) -> _Totals:
        return _Totals.of_siblings(self._selection(node, parent, is_root) for node in selections)

    def _selection(self, node: SelectionNode, parent: GraphQLNamedType, is_root: bool) -> _Totals:
        if isinstance(node, FieldNode):
            return self._field(node, parent, is_root)
        if isinstance(node, FragmentSpreadNode):
            return self._fragment(node.name.value, is_root)
        if not isinstance(node, InlineFragmentNode):
            raise TypeError(f"a selection of kind {node.kind} is unknown")
        inner = self.schema.type_map[node.type_condition.name.value] if node.type_condition else parent
        return self.selections(node.selection_set.selections, inner, is_root=is_root)

    def _fragment(self, name: str, is_root: bool) -> _Totals:
        if (name, is_root) not in self._known:
            fragment = self.fragments[name]
            inner = self.schema.type_map[fragment.type_condition.name.value]
            self._known[name, is_root] = self.selections(fragment.selection_set.selections, inner, is_root=is_root)
        return self._known[name, is_root]

    def _field(self, node: FieldNode, parent: GraphQLNamedType, is_root: bool) -> _Totals:
        name = node.name.value
        aliases = 1 if node.alias else 0
        if name.startswith("__") or not isinstance(parent, GraphQLObjectType | GraphQLInterfaceType):
            return _Totals(aliases=aliases)
        definition = parent.fields[name]
        need = need_of(definition)
        inner = cast(GraphQLNamedType, get_named_type(definition.type))  # pyright: ignore[reportUnknownArgumentType]
        below = self.selections(node.selection_set.selections, inner) if node.selection_set else _Totals()
        size = None if is_leaf_type(inner) else self._size(definition, node)
        return _Totals(
            depth=below.depth + (1 if node.selection_set else 0),
            aliases=below.aliases + aliases,
            nodes=below.nodes if size is None else min(size * (1 + below.nodes), MAX_COUNTED),
            needs=below.needs | ({need} if need is not None else frozenset[Need]()),
            fields=(name,) if is_root else (),
            unguarded=(name,) if is_root and need is None else (),
        )

    def _size(self, definition: GraphQLField, node: FieldNode) -> int | None:
        """How many objects a field may hold by its arguments; other lists are counted when they are given out."""
        try:
            values = get_argument_values(definition, node, self.variables)
        except GraphQLError:
            return None
        wanted: object = values.get("first")
        if wanted is None and isinstance(values.get("ids"), list):
            wanted = len(values["ids"])
        if wanted is None and isinstance(values.get("input"), dict):
            wanted = values["input"].get("limit")
        return min(max(wanted, 1), MAX_PAGE) if isinstance(wanted, int) else None
