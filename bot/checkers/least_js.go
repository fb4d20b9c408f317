package checkers

// least is the number of nodes that are searched even after the deadline. It is
// small, because a browser computes the nets slowly.
const least = 1_000

// judging divides the nodes of a search that judges moves instead of playing. Without
// it a browser would need minutes to analyse a game.
const judging = 10
