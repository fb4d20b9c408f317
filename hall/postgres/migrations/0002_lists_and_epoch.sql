-- Every list is read in the order of an index, from where the page begins to
-- where it ends. These take the place of three that did not suffice for that.
DROP INDEX IF EXISTS parlour.tables_changed;
DROP INDEX IF EXISTS parlour.tables_status;
DROP INDEX IF EXISTS parlour.tables_deadline;
CREATE INDEX tables_by_change ON parlour.tables (changed, id);
CREATE INDEX tables_by_status ON parlour.tables (status, changed, id);
CREATE INDEX tables_listed ON parlour.tables (changed, id) WHERE listed;
CREATE INDEX tables_listed_by_status ON parlour.tables (status, changed, id) WHERE listed;
CREATE INDEX tables_due ON parlour.tables (deadline, id) WHERE deadline IS NOT NULL;

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
