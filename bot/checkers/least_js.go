package checkers

// least is the number of nodes that are searched even after the deadline. It is
// small, because a browser computes the nets slowly.
const least = 1_000
