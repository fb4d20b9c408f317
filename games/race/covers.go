package race

import "parlour/board"

// Parts of the covers. A man stands on the origin, 60 high.
const (
	coverMan   = `M-21 0q-2-11 9-15 6-8 7-19a15 15 0 1 1 10 0q1 11 7 19 11 4 9 15z`
	coverCream = "#f6ecd2"
	coverInk   = "#241b15"
)

func coverMen(fill, at string) string {
	return `<path transform="` + at + `" d="` + coverMan + `" fill="` + fill + `" stroke="` + coverInk + `" stroke-width="4"/>`
}

// The lids of the five books.
var (
	// A man jumps over a row of others.
	KleefeldCover = board.Cover{Ground: "#1f6f78", Letters: coverCream, Art: `<path d="M-88 56A88 104 0 0 1 88 46" fill="none" stroke="` + coverCream +
		`" stroke-width="5" stroke-dasharray="3 13" stroke-linecap="round"/><path d="M70 40h36L88 72z" fill="` + coverCream + `"/>` +
		coverMen(coverCream, "translate(-46 76)") + coverMen(coverCream, "translate(0 76)") + coverMen(coverCream, "translate(46 76)") +
		coverMen("#f0b43c", "translate(10 2) rotate(14) scale(1.35)")}

	// Two dice, and a pair that bars the way.
	ParkerCover = board.Cover{Ground: "#b5301f", Letters: coverCream, Art: `<g transform="translate(-48 -34) rotate(-13)">` + coverFive + `</g><g transform="translate(48 -32) rotate(11)">` + coverFive +
		`</g><path d="M-100 52h200v18h-200z" fill="` + coverInk + `"/><path d="M-84 70l18-18h18l-18 18zM48 70l18-18h18l-18 18z" fill="#f0b43c"/>` +
		coverMen("#f0b43c", "translate(-24 82) scale(1.3)") + coverMen("#f0b43c", "translate(24 82) scale(1.3)")}

	// A lane that leads home, barred.
	BritishCover = board.Cover{Ground: "#23406b", Letters: coverCream, Art: `<path d="M0-84l34 34h-68z" fill="#f0b43c"/><path d="M-22-46h44L78 80H-78z" fill="` + coverCream +
		`"/><path d="M-31-26h62M-42 0h84M-58 36h116" stroke="#23406b" stroke-width="4"/>` +
		`<path d="M-84-8v88M84-8v88" stroke="` + coverInk + `" stroke-width="13" stroke-linecap="round"/>` +
		`<path d="M-100 2h200v30h-200z" fill="#d8432c" stroke="` + coverInk + `" stroke-width="5"/>` +
		`<path d="M-78 30l22-26h22l-22 26zM-22 30L0 4h22L0 30zM34 30L56 4h22L56 30z" fill="` + coverCream + `"/>`}

	// A man sends another home, head over heels.
	MenschCover = board.Cover{Ground: "#eab23a", Letters: coverInk, Art: `<path d="M-28-42A84 84 0 0 1 86 34" fill="none" stroke="` + coverInk +
		`" stroke-width="5" stroke-dasharray="3 13" stroke-linecap="round"/><path d="M68 30h36L86 60z" fill="` + coverInk + `"/>` +
		`<path d="M-8-24l8 16 17-7-6 17 17 8-17 8 6 17-17-7-8 16-8-16-17 7 6-17-17-8 17-8-6-17 17 7z" transform="translate(8 32)" fill="` + coverCream +
		`" stroke="` + coverInk + `" stroke-width="4"/>` +
		coverMen("#241b15", "translate(-48 80) rotate(6) scale(1.75)") + coverMen("#c23522", "translate(22 22) rotate(62) scale(1.25)")}

	// A car at full speed.
	AutoRaceCover = board.Cover{Ground: "#f0e2bf", Letters: coverInk, Art: `<path d="M-100-34h60M-100-10h34M-100 14h22M-100 62H100" stroke="` + coverInk + `" stroke-width="7" stroke-linecap="round"/>` +
		`<path d="M-64 34l8-40q3-10 14-10h34l20-30h14l-8 32h34q36 4 42 40l2 14h-160z" fill="#cf3a22" stroke="` + coverInk + `" stroke-width="5"/>` +
		`<path d="M-12-16q2-30 22-30" fill="none" stroke="` + coverInk + `" stroke-width="5"/><circle cx="-16" cy="-40" r="16" fill="` + coverCream + `" stroke="` + coverInk + `" stroke-width="5"/>` +
		`<path d="M-31-45h30" stroke="` + coverInk + `" stroke-width="6"/><path d="M-30-28l-40-12 2 20 32 4z" fill="#1f6f78" stroke="` + coverInk + `" stroke-width="4"/>` +
		`<g stroke="` + coverInk + `" stroke-width="11"><circle cx="-36" cy="38" r="24" fill="` + coverCream + `"/><circle cx="66" cy="38" r="24" fill="` + coverCream + `"/></g>` +
		`<circle cx="-36" cy="38" r="6" fill="` + coverInk + `"/><circle cx="66" cy="38" r="6" fill="` + coverInk + `"/>`}
)

// coverFive is a die that shows a five, around the origin.
const coverFive = `<path d="M-30-38h60q8 0 8 8v60q0 8-8 8h-60q-8 0-8-8v-60q0-8 8-8z" fill="` + coverCream + `" stroke="` + coverInk + `" stroke-width="5"/>` +
	`<g fill="` + coverInk + `"><circle cx="-19" cy="-19" r="7.5"/><circle cx="19" cy="-19" r="7.5"/><circle r="7.5"/><circle cx="-19" cy="19" r="7.5"/><circle cx="19" cy="19" r="7.5"/></g>`
