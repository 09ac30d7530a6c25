"""Media types of GraphQL over HTTP (draft of 2026-08): what is accepted, and what is answered."""

GRAPHQL_RESPONSE = "application/graphql-response+json"
JSON = "application/json"
_OFFERED = (GRAPHQL_RESPONSE, JSON)
_EXACT, _RANGE, _ANY = 2, 1, 0


def response_type(accept: str | None) -> str | None:
    """The media type to answer with: the one of the highest quality, a type named outright before a range.

    Without a preference `application/graphql-response+json`; none where the client takes neither type.
    """
    if accept is None or not accept.strip():
        return GRAPHQL_RESPONSE
    ranked: list[tuple[float, int, int]] = []
    for part in accept.split(","):
        name, quality = _range_of(part)
        for place, offered in enumerate(_OFFERED):
            how = _match(name, offered)
            if how is not None and quality > 0:
                ranked.append((quality, how, -place))
    if not ranked:
        return None
    return _OFFERED[-max(ranked)[2]]


def is_json(content_type: str | None) -> bool:
    """Whether a request's body is declared as JSON in UTF-8."""
    name, _, parameters = (content_type or "").partition(";")
    if name.strip().lower() != JSON:
        return False
    charsets = [p.partition("=")[2] for p in parameters.split(";") if p.strip().lower().startswith("charset")]
    return all(charset.strip().strip('"').lower() in {"utf-8", "utf8"} for charset in charsets)


def _range_of(part: str) -> tuple[str, float]:
    """Name and quality, 0 to 1, of one item of an Accept header."""
    name, *parameters = (p.strip().lower() for p in part.split(";"))
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip() == "q":
            try:
                return name, min(max(float(value), 0.0), 1.0)
            except ValueError:
                return name, 0.0
    return name, 1.0


def _match(name: str, offered: str) -> int | None:
    if name == offered:
        return _EXACT
    if name == "application/*":
        return _RANGE
    return _ANY if name == "*/*" else None
