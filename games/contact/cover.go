package contact

import "parlour/board"

// Cover is the lid of the game: two tiles whose corners meet.
var Cover = board.Cover{Ground: "#63264f", Letters: "#f6ecd2", Art: `<g stroke="#1d0c17" stroke-width="5">` +
	`<path d="M-88-8h86q6 0 6 6v78q0 6-6 6h-86q-6 0-6-6v-78q0-6 6-6z" fill="#f6ecd2"/><path d="M2-82h86q6 0 6 6v78q0 6-6 6H2q-6 0-6-6v-78q0-6 6-6z" fill="#eab23a"/></g>` +
	`<g fill="none" stroke="#1d0c17" stroke-width="13" stroke-linecap="round">` +
	`<path d="M-66 24h34l-22 42"/><path d="M62-16v-48L32-34h44"/></g>` +
	`<g transform="scale(.8)">` +
	`<path d="M0-30l7 19 17-11-6 19 20 3-20 7 10 17-18-8-10 19-6-20-19 7 10-17-20-6 20-6-9-17 17 10z" fill="#e2472f" stroke="#f6ecd2" stroke-width="4"/></g>`}
