CREATE TABLE tables (
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

-- Events lie in the order they were written in, so that what many tables
-- append at once shares pages.
CREATE TABLE events (
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

CREATE TABLE notes (
	key   TEXT PRIMARY KEY,
	value INTEGER NOT NULL
) STRICT;
