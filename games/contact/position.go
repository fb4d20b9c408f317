package contact

import (
	"strconv"

	"parlour"
)

// A Crossing is a crossing of two of the fifteen inner lines each way. The
// zero Crossing is none.
//
//	  7..4   3..0
//	+------+------+
//	| rank | file |   both count from 1: rank 1 in front of South, file 1 is "a"
//	+------+------+
type Crossing uint8

const lines = 15 // usable lines each way [contact/board] [contact/r-edge-lines]

func crossing(file, rank int) Crossing { return Crossing(rank<<4 | file) }

// File returns 1 for the file "a" to 15 for "o".
func (c Crossing) File() int { return int(c & 15) }

// Rank returns 1 for the line in front of South to 15 for that of North.
func (c Crossing) Rank() int { return int(c >> 4) }

// String returns the name: "h8".
func (c Crossing) String() string { return string(c.appendName(nil)) }

func (c Crossing) appendName(dst []byte) []byte {
	return strconv.AppendInt(append(dst, byte('a'-1+c.File())), int64(c.Rank()), 10)
}

// parseCrossing reads a name; ok is false if there is no such crossing.
func parseCrossing(name string) (c Crossing, ok bool) {
	if len(name) < 2 || len(name) > 3 || name[0] < 'a' || name[0] > 'o' || name[1] < '1' || name[1] > '9' {
		return 0, false
	}
	rank := int(name[1] - '0')
	if len(name) == 3 {
		if name[2] < '0' || name[2] > '9' {
			return 0, false
		}
		rank = rank*10 + int(name[2]-'0')
	}
	if rank > lines {
		return 0, false
	}
	return crossing(int(name[0]-'a'+1), rank), true
}

// A Colour is the colour of a tile. Except in duel12 it is also the number of
// the seat that owns it.
type Colour uint8

// The colours, in the order of their seats. [contact/r-seats]
const (
	Green Colour = iota
	Blue
	Red
	Yellow
)

const colourLetters = "GBRY"

var colourNames = [4]string{"green", "blue", "red", "yellow"}

// Letter returns the letter in positions: "G".
func (c Colour) Letter() string { return colourLetters[c : c+1] }

// String returns the word for the catalogue: "green".
func (c Colour) String() string { return colourNames[c] }

// A Tile is a tile lying on the board: what it is, where it lies and which way
// it is turned, its sides parallel to the lines. [contact/sides-parallel]
// Tiles are ordered by rank, then by file. The zero Tile is none.
//
//	 15..8      7..6   5..4  3     2    1..0
//	+----------+--------+---+-----+----+------+
//	| crossing | colour | 0 | two | up | spin |
//	+----------+--------+---+-----+----+------+
//	two   1 for a TWO STEP tile
//	up    1 if its reverse lies up; then spin is 0
//	spin  quarter spins to the right from lowest number at the north-west
type Tile uint16

const (
	twoBit   Tile = 1 << 3
	upBit    Tile = 1 << 2
	spinBits Tile = 3
	faceBits Tile = 15
)

// The corners of a tile, clockwise.
const (
	northWest = iota
	northEast
	southEast
	southWest
)

// faces holds the four numbers of every face clockwise from the north-west
// corner, by the lowest four bits of a Tile. [contact/kinds]
// [contact/reverse-values] [contact/r-numbers-round]
var faces = func() (f [16][4]int8) {
	for i := range f {
		t := Tile(i)
		for corner := range f[i] {
			low, back := 3, 5
			if t&twoBit != 0 {
				low, back = 1, 4
			}
			f[i][corner] = int8(low + (corner-int(t&spinBits))&3)
			if t&upBit != 0 {
				f[i][corner] = int8(back)
			}
		}
	}
	return
}()

func newTile(at Crossing, colour Colour, face Tile) Tile {
	return Tile(at)<<8 | Tile(colour)<<6 | face
}

// At returns the crossing of the tile's centre.
func (t Tile) At() Crossing { return Crossing(t >> 8) }

// Colour returns the colour.
func (t Tile) Colour() Colour { return Colour(t >> 6 & 3) }

// Steps returns 1 for a ONE STEP tile, 2 for a TWO STEP tile.
func (t Tile) Steps() int { return 1 + int(t&twoBit)/int(twoBit) }

// Turned reports whether the tile has been turned over.
func (t Tile) Turned() bool { return t&upBit != 0 }

// Number returns the number in a corner. Corner 0 is north-west, then clockwise.
func (t Tile) Number(corner int) int { return int(faces[t&faceBits][corner]) }

// spun returns the tile on another crossing after its quarter spin to the
// right; a turned tile looks the same. [contact/quarter-spin] [contact/r-spin]
func (t Tile) spun(at Crossing) Tile {
	t = Tile(at)<<8 | t&0xff
	if t&upBit == 0 {
		t = t&^spinBits | (t+1)&spinBits
	}
	return t
}

// turned returns the tile turned over.
func (t Tile) turned() Tile { return t&^spinBits | upBit }

// face returns the four numbers as text: "3456".
func (t Tile) face() string { return string(t.appendFace(nil)) }

func (t Tile) appendFace(dst []byte) []byte {
	for _, n := range faces[t&faceBits] {
		dst = append(dst, '0'+byte(n))
	}
	return dst
}

// maxTiles is how many tiles can be on the board at once. [contact/tile-count]
const maxTiles = 24

// A Position is the board and everything else the rules must remember. Equal
// positions are equal by ==.
type Position struct {
	tiles   [maxTiles]Tile // sorted; zero beyond count
	quiet   uint32         // turns since a tile was removed or turned over
	left    [4]uint8       // tiles of each seat
	count   uint8          // tiles on the board
	turn    int8           // the seat to move; after the end, the one that would be next
	seven   int8           // turns made in the seven-step ending, or ordinary outside it
	retired uint8          // seats that have left, a bit each; kept only if it matters (mate=helps)
	shared  uint8          // seats with tiles before the move that removed the last ones, a bit each
}

// ordinary is Position.seven outside the seven-step ending.
const ordinary = -1

// Len returns the number of tiles on the board.
func (p *Position) Len() int { return int(p.count) }

// Tile returns tile number i, counted from 0 by rank and then file.
func (p *Position) Tile(i int) Tile { return p.tiles[i] }

// Left returns how many tiles a seat has.
func (p *Position) Left(s parlour.Seat) int { return int(p.left[s]) }

// Quiet returns the number of turns since a tile was removed or turned over.
func (p *Position) Quiet() int { return int(p.quiet) }

// Seven returns the turns made in the seven-step ending, and whether it has begun.
func (p *Position) Seven() (turns int, on bool) { return int(max(p.seven, 0)), p.seven >= 0 }

// find returns the number of the tile on a crossing, or -1.
func (p *Position) find(at Crossing) int {
	for i := range p.tiles[:p.count] {
		if p.tiles[i].At() == at {
			return i
		}
	}
	return -1
}

// add puts a tile into the list where it belongs.
func (p *Position) add(t Tile) {
	i := int(p.count)
	p.count++
	for ; i > 0 && p.tiles[i-1] > t; i-- {
		p.tiles[i] = p.tiles[i-1]
	}
	p.tiles[i] = t
}

// remove takes tile number i out of the list.
func (p *Position) remove(i int) {
	p.count--
	copy(p.tiles[i:], p.tiles[i+1:])
	p.tiles[p.count] = 0
}

// replace replaces tile number i by t and keeps the list sorted.
func (p *Position) replace(i int, t Tile) {
	for ; i > 0 && p.tiles[i-1] > t; i-- {
		p.tiles[i] = p.tiles[i-1]
	}
	for ; i+1 < int(p.count) && p.tiles[i+1] < t; i++ {
		p.tiles[i] = p.tiles[i+1]
	}
	p.tiles[i] = t
}
