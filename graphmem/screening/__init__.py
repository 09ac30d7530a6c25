"""Screening: what must not be stored (personal data) and what must not be obeyed (injected instructions)."""
