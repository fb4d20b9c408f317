package ninth

import "parlour/cabinet"

// examples show rules at work, in the order of the book.
func examples() []cabinet.Example {
	return []cabinet.Example{
		{
			Position: "morris W:W9/:B9/ q=0", Move: "d6",
			Note:  "A man goes to any of the 24 points.",
			Shows: []string{"morris/board", "morris/men", "morris/place"},
		},
		{
			Position: "morris W:W7/a7,d7:B7/b4,f4 q=0", Move: "g7xf4",
			Note:  "The third man on a line closes a mill, and a man is taken for it.",
			Shows: []string{"morris/mill", "morris/r-take-must"},
		},
		{
			Position: "morris W:W5/a7,d7,b2,d2:B5/b6,d6,f6,c3 q=0", Move: "g7xc3",
			Note:  "Black's three men on one line are safe while the fourth stands alone.",
			Shows: []string{"morris/mill-safe"},
		},
		{
			Position: "morris W:W0/a7,d7,g4:B0/b4,f4,c3,d3 q=0", Move: "d7-e3",
			Note:  "With three men left, a man moves to any empty point.",
			Shows: []string{"morris/r-fly"},
		},
	}
}
