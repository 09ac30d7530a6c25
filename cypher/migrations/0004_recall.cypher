// A memory's place in its session, for its neighbours, the days it is of, for questions that name a period, and its kind,
// for what every context holds.

DROP INDEX memory_text IF EXISTS;
CREATE FULLTEXT INDEX memory_text IF NOT EXISTS FOR (n:Memory)
ON EACH [n.search_text, n.owner_key, n.recall_key, n.day_keys]
OPTIONS { indexConfig: { `fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false } };
CREATE INDEX memory_kind IF NOT EXISTS FOR (n:Memory) ON (n.owner_key, n.type, n.recorded_at);
CREATE INDEX memory_place IF NOT EXISTS FOR (n:Memory) ON (n.session_key, n.position);

MATCH (m:Memory) WHERE m.session_key IS NOT NULL
WITH m ORDER BY m.session_key, m.recorded_at, m.id
WITH m.session_key AS key, collect(m) AS said
UNWIND range(0, size(said) - 1) AS place
WITH said[place] AS m, place
SET m.position = place;

MATCH (m:Memory) WHERE m.id IS NOT NULL
WITH m, toString(m.occurred_at.year) AS year, right('0' + toString(m.occurred_at.month), 2) AS month,
     right('0' + toString(m.occurred_at.day), 2) AS day
SET m.day_keys = year + ' ' + year + month + ' ' + year + month + day;
