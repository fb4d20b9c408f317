-- The schema. It is run on a new database and on those of earlier versions, which
-- get what they lack.

-- Names are compared byte by byte: no index then depends on the languages the
-- machine knows, which change with its upgrades.
CREATE TABLE IF NOT EXISTS parlour.tables (
	id       text COLLATE "C" PRIMARY KEY,
	game     text NOT NULL,
	status   text NOT NULL,
	listed   boolean NOT NULL,
	free     integer NOT NULL,
	people   json NOT NULL,
	changed  timestamptz NOT NULL,
	deadline timestamptz, -- null for none
	seq      bigint NOT NULL -- of the last event
);

-- Every list is read in the order of an index, from where the page begins to
-- where it ends.
CREATE INDEX IF NOT EXISTS tables_by_change ON parlour.tables (changed, id);
CREATE INDEX IF NOT EXISTS tables_by_status ON parlour.tables (status, changed, id);
CREATE INDEX IF NOT EXISTS tables_listed ON parlour.tables (changed, id) WHERE listed;
CREATE INDEX IF NOT EXISTS tables_listed_by_status ON parlour.tables (status, changed, id) WHERE listed;
CREATE INDEX IF NOT EXISTS tables_due ON parlour.tables (deadline, id) WHERE deadline IS NOT NULL;

-- Nobody writes an event without having moved the seq of its table in the same
-- statement; the primary key stands behind that. There is no index of keys:
-- whoever appends knows all keys of the log. Texts that come from people are kept
-- as JSON or bytes, because text cannot hold every character.
CREATE TABLE IF NOT EXISTS parlour.events (
	table_id text COLLATE "C" NOT NULL,
	seq      bigint NOT NULL,
	schema   integer NOT NULL,
	at       timestamptz NOT NULL,
	kind     text NOT NULL,
	who      integer NOT NULL,
	key      bytea,
	line     text NOT NULL,
	body     json NOT NULL,
	secret   json,
	PRIMARY KEY (table_id, seq)
);

-- Which node drives a table, until when by the clock of this server.
CREATE TABLE IF NOT EXISTS parlour.leases (
	table_id text COLLATE "C" PRIMARY KEY,
	node     text NOT NULL,
	until    timestamptz NOT NULL
);

CREATE TABLE IF NOT EXISTS parlour.vault (
	name    text COLLATE "C" PRIMARY KEY,
	version bigint NOT NULL,
	value   bytea NOT NULL
);

CREATE TABLE IF NOT EXISTS parlour.notes (
	key text COLLATE "C" PRIMARY KEY,
	at  timestamptz NOT NULL
);

-- The epoch, and where the database was when it was last looked at: the
-- cluster, its timeline, the database and the table of the tables. Whoever
-- finds another place than this one raises the epoch. The dump of an earlier
-- release may have been restored over a database that has it already.
CREATE TABLE IF NOT EXISTS parlour.epoch (
	one      boolean PRIMARY KEY DEFAULT true CHECK (one),
	epoch    bigint NOT NULL,
	cluster  bigint NOT NULL,
	timeline bigint NOT NULL,
	tables   text NOT NULL
);

INSERT INTO parlour.epoch (epoch, cluster, timeline, tables) VALUES (0, 0, 0, '') ON CONFLICT DO NOTHING;

-- Indexes of earlier versions that nobody reads.
DROP INDEX IF EXISTS parlour.tables_changed;
DROP INDEX IF EXISTS parlour.tables_status;
DROP INDEX IF EXISTS parlour.tables_deadline;
DROP INDEX IF EXISTS parlour.events_key;
