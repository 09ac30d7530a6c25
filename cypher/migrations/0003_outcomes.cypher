// Outcomes of tasks: found by owner, kind and key; listed by the time they were first recorded.

CREATE CONSTRAINT outcome_key IF NOT EXISTS FOR (n:Outcome) REQUIRE (n.owner_key, n.kind, n.key) IS UNIQUE;
CREATE INDEX outcome_time IF NOT EXISTS FOR (n:Outcome) ON (n.owner_key, n.created_at, n.id);
CREATE INDEX outcome_lineage IF NOT EXISTS FOR (n:Outcome) ON (n.owner_key, n.lineage_id);
