-- Nobody needs it: whoever appends knows all keys of the log. Keys are random,
-- so that nearly every event changed a page of it.
DROP INDEX IF EXISTS parlour.events_key;
