"""Mutations, one module each: its input, payload, result and resolver."""
