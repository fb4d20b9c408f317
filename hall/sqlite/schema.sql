-- The schema. It is run whenever a file is opened, so that a file of an earlier
-- release gets what it lacks.
CREATE TABLE IF NOT EXISTS tables (
	n        INTEGER PRIMARY KEY,
	id       TEXT NOT NULL UNIQUE,
	game     TEXT NOT NULL,
	status   TEXT NOT NULL,
	listed   INTEGER NOT NULL,
	free     INTEGER NOT NULL,
	people   TEXT NOT NULL,
	changed  INTEGER NOT NULL, -- milliseconds
	deadline INTEGER NOT NULL, -- milliseconds, 0 for none
	seq      INTEGER NOT NULL
) STRICT;

-- Every list is read in the order of an index, from where the page begins to
-- where it ends.
CREATE INDEX IF NOT EXISTS tables_by_change ON tables (changed, id);
CREATE INDEX IF NOT EXISTS tables_by_status ON tables (status, changed, id);
CREATE INDEX IF NOT EXISTS tables_listed ON tables (changed, id) WHERE listed;
CREATE INDEX IF NOT EXISTS tables_listed_by_status ON tables (status, changed, id) WHERE listed;
CREATE INDEX IF NOT EXISTS tables_due ON tables (deadline, id) WHERE deadline <> 0;

-- Events lie in the order they were written in, so that what many tables
-- append at once shares pages. There is no index of keys: whoever appends knows
-- all keys of the log.
CREATE TABLE IF NOT EXISTS events (
	n      INTEGER NOT NULL REFERENCES tables (n),
	seq    INTEGER NOT NULL,
	schema INTEGER NOT NULL,
	at     INTEGER NOT NULL, -- milliseconds
	kind   TEXT NOT NULL,
	who    INTEGER NOT NULL,
	key    TEXT,
	line   TEXT NOT NULL,
	body   BLOB NOT NULL,
	secret BLOB,
	UNIQUE (n, seq)
) STRICT;

CREATE TABLE IF NOT EXISTS notes (
	key   TEXT PRIMARY KEY,
	value INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS vault (
	name    TEXT PRIMARY KEY,
	version INTEGER NOT NULL,
	value   BLOB NOT NULL
) STRICT;

-- Indexes of an earlier release that nobody reads.
DROP INDEX IF EXISTS tables_changed;
DROP INDEX IF EXISTS tables_deadline;
DROP INDEX IF EXISTS events_key;
