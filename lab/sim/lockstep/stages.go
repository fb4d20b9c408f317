package lockstep

// stages are the stages of a step, in this order.
type stages struct {
	throw, look, walls  func(*block)
	ludo, mensch, jumps func(*block)
	pick, pickOwn       func(*block)
	greed, play         func(*block)
}

var plainStages = stages{
	throw: plainThrow, look: plainLook, walls: plainWalls,
	ludo: plainLudo, mensch: plainMensch, jumps: plainJumps,
	pick: plainPick, pickOwn: plainPickOwn,
	greed: plainGreed, play: plainPlay,
}
