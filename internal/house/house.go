// Package house holds no code for others: its tests keep the conventions of
// the house. They check which room may use which, that every package says what
// it is for, that every clause of the books is cited or worked through, and
// that everything the games can say has its words.
package house
