package backgammon

import "parlour/board"

// Cover is the lid of the game: points, and the cube between them.
var Cover = board.Cover{Ground: "#2f5d3a", Letters: "#f6ecd2", Art: `<path d="M-100 82l20-96 20 96zM-20 82L0-14l20 96zM60 82l20-96 20 96z" fill="#f6ecd2"/>` +
	`<path d="M-60 82l20-96 20 96zM20 82l20-96 20 96z" fill="#161b12"/>` +
	`<g transform="translate(0 -16) rotate(-9)"><path d="M-46-54h92q10 0 10 10v92q0 10-10 10h-92q-10 0-10-10v-92q0-10 10-10z" fill="#d2452e" stroke="#161b12" stroke-width="6"/>` +
	`<g fill="none" stroke="#f6ecd2" stroke-width="13" stroke-linecap="round"><path d="M-11-29Q-38-14-38 10a15.500 15.500 0 1 0 31 0q0-15-15-15-13 0-16 15"/><path d="M32 28V-28L6 12h36"/></g></g>`}
