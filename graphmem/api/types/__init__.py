"""Output types of the schema, one module a noun; each is made from a domain value by its `of`."""
