"""Deciders: what turns the words of a conversation into candidates for memories."""
