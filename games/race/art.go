package race

import "parlour/board"

// car is a car seen from above and heading up, 18 wide and 38 long, in the ink
// of its colour: wheels, shadow, body, windscreen, seats and a number plate that
// shows the shape of the colour's men. The bodies are a racer with a round tail,
// a square tourer, a boat-tailed speedster and a runabout with a pointed bonnet.
var car = &board.Art{
	Drawing: `<path d="M-10-14h4v8h-4zM6-14h4v8h-4zM-10 6h4v9h-4zM6 6h4v9h-4z" fill="{ink}"/>` +
		`<path d="{body}" fill="{fill}" stroke="{paper}" stroke-width="3"/>` +
		`<path d="{body}" fill="{fill}" stroke="{ink}" stroke-width="1.2"/>` +
		`<path d="M-5 1q5-3.5 10 0v1.8q-5-3-10 0z" fill="{paper}" stroke="{ink}" stroke-width="0.6"/>` +
		`<rect x="-4.5" y="4.5" width="9" height="5.5" rx="1.8" fill="{ink}"/>` +
		`<circle cy="-7.5" r="4.6" fill="{paper}" stroke="{ink}" stroke-width="0.7"/>` +
		`<path transform="translate(0 -7.5) scale(0.13)" d="{man}" fill="{dark}"/>`,
	Bodies: map[string]string{
		"":       "M-6-12q1-7 6-7t6 7l1.5 22q0 9-7.5 9t-7.5-9z",
		"yellow": "M-7.5-17q0-2 2-2h11q2 0 2 2v34q0 2-2 2h-11q-2 0-2-2z",
		"blue":   "M-7-14q0-4.5 7-4.5t7 4.5v18L0 20-7 4z",
		"red":    "M0-20.5L7.5-6v19q0 6-7.5 6t-7.5-6V-6z",
	},
	Across: 16.5, Room: 2.6, Heads: true, Lanes: true,
}

// obstructions are the pictures of the obstructions by name.
var obstructions = map[string]string{
	// An oil can with a long spout and a drop.
	"Replenish oil": `<path d="M-30 36V4q0-10 10-10H4q10 0 10 10v32z" fill="#bd4633"/><path d="M-16-6v-8h16v8" fill="#e2b048"/><path d="M14 6L38-20" fill="none" stroke-width="6"/><path d="M-30 12q-16 0-16 10t16 10" fill="none" stroke-width="4.5"/><path d="M40-12q7 11 0 14-8-3 0-14z" fill="#2a211b"/><path d="M-22 10h28M-22 28h28" fill="none"/>`,
	// A burst tyre with its patch and the jack's spokes.
	"Tire trouble": `<circle r="38" fill="#38322f"/><circle r="22" fill="#e2b048"/><circle r="6" fill="#fbf4e2"/><path d="M0-22V22M-22 0H22M-15.5-15.5l31 31M15.5-15.5l-31 31" fill="none" stroke-width="2"/><path d="M22-46l3 11 11-5-5 11 12 3-11 5 6 10-12-3-4 11-5-11-11 2 6-9-9-7 11-3z" fill="#fbf4e2"/>`,
	// A gasoline pump of the twenties with its glass globe.
	"Out of gasoline": `<path d="M-18 42V-14h30v56z" fill="#4b8160"/><circle cx="-3" cy="-30" r="14" fill="#fbf4e2"/><path d="M-10-30h14M-3-37v14" fill="none" stroke="#bd4633"/><path d="M-24 42h42" fill="none" stroke-width="6"/><rect x="-11" y="-6" width="16" height="13" fill="#fbf4e2"/><path d="M12-4q22 0 20 20t-6 18" fill="none" stroke-width="4"/><path d="M24 32l6 8" fill="none" stroke-width="6"/>`,
	// A barrier on two trestles, a lamp and a heap of stones.
	"Road under repair": `<path d="M-34 38l8-50 8 50M18 38l8-50 8 50" fill="none" stroke-width="5"/><rect x="-44" y="-16" width="88" height="20" fill="#fbf4e2"/><path d="M-44 4l20-20h16l-20 20zM-8 4l20-20h16L8 4zM28 4l16-16v16z" fill="#bd4633" stroke="none"/><rect x="-44" y="-16" width="88" height="20" fill="none"/><path d="M-7-30h14v14H-7zM-4-38h8v8h-8z" fill="#e2b048"/><path d="M-16 40q0-10 8-10 2-8 9-8t8 8q8 0 8 10z" fill="#b98e5e"/>`,
	// A crossbuck above two rails with their sleepers.
	"Railroad crossing": `<path d="M-40 24v18M-20 24v18M0 24v18M20 24v18M40 24v18" fill="none" stroke="#8d6a3f" stroke-width="7"/><path d="M-48 28h96M-48 38h96" fill="none" stroke-width="4"/><path d="M0-8v34" fill="none" stroke-width="6"/><path d="M-36-38l8-7 64 42-8 7zM36-38l-8-7-64 42 8 7z" fill="#fbf4e2"/><circle cx="-13" cy="12" r="6" fill="#bd4633"/><circle cx="13" cy="12" r="6" fill="#bd4633"/>`,
}
