// Questions that recall did not answer: one of a user and its words, listed by user and by tenant; `new_of` names the
// tenant until somebody was told.

CREATE CONSTRAINT miss_key IF NOT EXISTS FOR (n:Miss) REQUIRE n.key IS UNIQUE;
CREATE INDEX miss_time IF NOT EXISTS FOR (n:Miss) ON (n.owner_key, n.at, n.id);
CREATE INDEX miss_tenant IF NOT EXISTS FOR (n:Miss) ON (n.tenant, n.at, n.id);
CREATE INDEX miss_new IF NOT EXISTS FOR (n:Miss) ON (n.new_of);
