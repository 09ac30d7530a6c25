// Sessions with working memory: listed by their last turn; those from before expire a week after it.

CREATE INDEX session_time IF NOT EXISTS FOR (n:Session) ON (n.owner_key, n.last_at, n.id);

MATCH (s:Session) WHERE s.key IS NOT NULL AND s.expires_at IS NULL AND s.last_at IS NOT NULL
SET s.expires_at = s.last_at + duration({days: 7}), s.covered = coalesce(s.length, 0), s.plan = 'standard',
    s.since = 0, s.pending = 0;
