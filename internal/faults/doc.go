// Package faults only contains tests. They attack a real server, which runs as
// a process of its own with real files, and check that nothing it acknowledged
// is ever lost, duplicated or changed. They kill it at random moments, skip
// syncs of the disk, tear its write-ahead log, fill its disk, send it forged,
// late, duplicate and malformed requests, and open streams that nobody reads.
// They play honest games with accidents, in which nobody may be called a liar.
// They also kill the lab's workers and the NATS server between them: the
// results must be the same bytes that a single process makes.
//
// PARLOUR_SOAK=1 raises the counts: 12 kills become 1,000.
package faults
