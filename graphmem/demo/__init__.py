"""The demo: a bilingual story played over HTTP against the running service."""
