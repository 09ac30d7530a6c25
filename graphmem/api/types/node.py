"""What can be fetched again by its global id."""

import strawberry


@strawberry.interface(description="An object that `node(id:)` finds again.")
class Node:
    """Implemented by objects of their own identity."""

    id: strawberry.ID = strawberry.field(description="Opaque id, unique among all objects.")
