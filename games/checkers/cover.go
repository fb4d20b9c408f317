package checkers

import "parlour/board"

// Cover is the lid of the game: a crowned man.
var Cover = board.Cover{Ground: "#221d1b", Letters: "#f6ecd2", Art: `<path d="M-100 62h20v20h-20zM-60 62h20v20h-20zM-20 62h20v20h-20zM20 62h20v20h-20zM60 62h20v20h-20z" fill="#f6ecd2"/>` +
	`<g stroke="#221d1b" stroke-width="5"><path d="M-74 18v26a74 25 0 0 0 148 0V18z" fill="#a32b1b"/><path d="M-74-10v26a74 25 0 0 0 148 0v-26z" fill="#c9402c"/>` +
	`<ellipse cy="-10" rx="74" ry="25" fill="#dd5a42"/></g>` +
	`<path d="M-44-14l-14-54 30 20L0-82l28 34 30-20-14 54q-44 14-88 0z" fill="#f0b43c" stroke="#221d1b" stroke-width="5"/>` +
	`<g fill="#f6ecd2" stroke="#221d1b" stroke-width="4"><circle cx="-58" cy="-68" r="7"/><circle cy="-80" r="8"/><circle cx="58" cy="-68" r="7"/></g>`}
