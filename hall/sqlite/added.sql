
CREATE TABLE IF NOT EXISTS vault (
	name    TEXT PRIMARY KEY,
	version INTEGER NOT NULL,
	value   BLOB NOT NULL
) STRICT;

-- Every list is read in the order of an index, from where the page begins to
-- where it ends. These take the place of two that did not suffice for that.
DROP INDEX IF EXISTS tables_changed;
DROP INDEX IF EXISTS tables_deadline;
CREATE INDEX IF NOT EXISTS tables_by_change ON tables (changed, id);
CREATE INDEX IF NOT EXISTS tables_by_status ON tables (status, changed, id);
CREATE INDEX IF NOT EXISTS tables_listed ON tables (changed, id) WHERE listed;
CREATE INDEX IF NOT EXISTS tables_listed_by_status ON tables (status, changed, id) WHERE listed;
CREATE INDEX IF NOT EXISTS tables_due ON tables (deadline, id) WHERE deadline <> 0;

-- Nobody needs it: whoever appends knows all keys of the log. Keys are random,
-- so that nearly every event changed a page of it.
DROP INDEX IF EXISTS events_key;
