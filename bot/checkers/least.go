//go:build !js

package checkers

// least is the number of nodes that are searched even after the deadline, a few
// milliseconds of work, because on a busy machine a deadline can pass before the
// search begins. Only a cancelled context ends it sooner.
const least = 20_000

// judging divides the nodes of a search that judges moves instead of playing.
const judging = 1
