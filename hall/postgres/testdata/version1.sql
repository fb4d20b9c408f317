-- Names are compared byte by byte: no index then depends on the languages the
-- machine knows, which change with its upgrades.
CREATE TABLE parlour.tables (
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

CREATE INDEX tables_changed ON parlour.tables (changed);
CREATE INDEX tables_status ON parlour.tables (status, changed);
CREATE INDEX tables_deadline ON parlour.tables (deadline) WHERE deadline IS NOT NULL;

-- Nobody writes an event without having moved the seq of its table in the same
-- statement; the primary key stands behind that. Texts that come from people
-- are kept as JSON or bytes, because text cannot hold every character.
CREATE TABLE parlour.events (
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

CREATE UNIQUE INDEX events_key ON parlour.events (table_id, key) WHERE key IS NOT NULL;

-- Which node drives a table, until when by the clock of this server.
CREATE TABLE parlour.leases (
	table_id text COLLATE "C" PRIMARY KEY,
	node     text NOT NULL,
	until    timestamptz NOT NULL
);

CREATE TABLE parlour.vault (
	name    text COLLATE "C" PRIMARY KEY,
	version bigint NOT NULL,
	value   bytea NOT NULL
);

CREATE TABLE parlour.notes (
	key text COLLATE "C" PRIMARY KEY,
	at  timestamptz NOT NULL
);
