// Edges that touch any of some versions, in time order, up to an instant.
// params: owner, ids, as_of
// returns: kind, source, target, rule, reason, actor, note, at, until
MATCH (m:Memory) WHERE m.id IN $ids AND m.owner_key = $owner
MATCH (m)-[r:SUPERSEDED_BY|CONFLICT_WITH|EXCEPTION_TO|DERIVED_FROM|ROLLED_BACK_TO|MERGED_INTO|SPLIT_INTO]-(other:Memory)
WHERE other.owner_key = $owner AND r.at <= $as_of
WITH DISTINCT r ORDER BY r.at, elementId(r)
RETURN type(r) AS kind, startNode(r).id AS source, endNode(r).id AS target, r.rule AS rule,
       r.reason AS reason, r.actor AS actor, r.note AS note, r.at.epochSeconds * 1000000 + r.at.microsecond AS at,
       CASE WHEN r.until <= $as_of THEN r.until.epochSeconds * 1000000 + r.until.microsecond END AS until
