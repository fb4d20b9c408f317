// Package house contains only tests. They enforce the project's conventions:
// which package may import which, that every package says what it is for, that
// every clause of the books is cited or covered by a scenario, and that
// everything the games can say has words.
package house
