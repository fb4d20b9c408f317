package lockstep

import "parlour/bot"

// fast reports whether the processor and the system have AVX2.
var fast = bot.AVX2

var fastStages = stages{
	throw: fastThrow, look: fastLook, walls: fastWalls,
	ludo: fastLudo, mensch: fastMensch, jumps: fastJumps,
	pick: fastPick, pickOwn: fastPickOwn,
	greed: fastGreed, play: fastPlay,
}

// The stages in assembly. Each does what the plain one of its name does.

//go:noescape
func fastThrow(b *block)

//go:noescape
func fastLook(b *block)

//go:noescape
func fastWalls(b *block)

//go:noescape
func fastLudo(b *block)

//go:noescape
func fastMensch(b *block)

//go:noescape
func fastJumps(b *block)

//go:noescape
func fastPick(b *block)

//go:noescape
func fastPickOwn(b *block)

//go:noescape
func fastGreed(b *block)

//go:noescape
func fastPlay(b *block)
