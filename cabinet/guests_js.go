package cabinet

import "parlour/lab/arena"

// A program inside a browser has no guests.
var checkersGuests, backgammonGuests []arena.Guest
