// Package faults holds no code for others: its tests hurt a real server, a
// process of its own with a real file, and check that nothing acknowledged is
// ever lost, doubled or changed. They kill it at random instants, take away the
// sync of the disk, tear its write-ahead log, fill its disk, send it forged,
// late, doubled and malformed requests, and let people watch who do not read.
// The workers of the laboratory are killed as well, and the NATS server between
// them: what they work out must be the same bytes that one process makes.
//
// PARLOUR_SOAK=1 raises the counts: 20 kills become 1,000.
package faults
