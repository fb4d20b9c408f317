package board

// A Cover is what is printed on the lid of a game's box, besides its name: one strong
// shape on one colour.
type Cover struct {
	Ground  string // the colour of the lid, such as "#27486f"
	Letters string // the colour of the name and the border
	Art     string // the shape as SVG, 200 wide and 160 high around the origin, without words
}
