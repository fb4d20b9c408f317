package backgammon

import (
	"maps"
	"math/bits"
	"strconv"
	"strings"

	"parlour"
	"parlour/rulebook"
)

// The choices that are not plays. Their number is the word of a Move.
const (
	pass parlour.Move = (iota + 1) << wordBits
	roll
	double
	take
	drop
	beaver
	raccoon
	keep
	rethrow
	resign1
	resign2
	resign3
	accept
	decline
)

var wordNames = [...]string{"", "pass", "roll", "double", "take", "drop", "beaver", "raccoon", "keep", "rethrow", "resign 1", "resign 2", "resign 3", "accept", "decline"}

// Rules are the rules of backgammon with their options.
//
// [backgammon/r-source] They are today's rules, which are almost the laws of
// 1931; earlier customs are presets.
// [backgammon/r-chouette] Two sides play; there is no chouette.
type Rules struct {
	settings   rulebook.Settings
	match      int32 // 0 for a game for a stake
	limit      uint8 // the highest power of two of the stake
	auto       uint8 // the largest number of automatic doubles
	opening    opening
	beavers    uint8 // 1 beavers, 2 raccoons too
	voice      bool
	crawford   bool
	deadBarred bool
	jacoby     bool
	oneDieFree bool
	strict     bool
	triple     bool
	resign     bool
}

type opening uint8

const (
	openingKeep opening = iota
	openingChoice
	openingFresh
)

var (
	_ parlour.Full[Position]    = (*Rules)(nil)
	_ parlour.Effects[Position] = (*Rules)(nil)
	_ parlour.Steps[Position]   = (*Rules)(nil)
	_ parlour.Words[Position]   = (*Rules)(nil)
	_ parlour.Viewer[Position]  = (*Rules)(nil)
	_ parlour.Facts[Position]   = (*Rules)(nil)
	_ parlour.Kinds[Position]   = (*Rules)(nil)
	_ parlour.Checker[Position] = (*Rules)(nil)
	_ parlour.Counter[Position] = (*Rules)(nil)
	_ parlour.Passer[Position]  = (*Rules)(nil)
	_ parlour.Greedy[Position]  = (*Rules)(nil)
)

var book = rulebook.Backgammon

// info describes the game.
var info = parlour.Info{
	ID:      "backgammon",
	Title:   "Backgammon",
	Maker:   "Parker Brothers",
	Year:    "1928",
	Seats:   []parlour.SeatInfo{{Letter: "X", Name: "black"}, {Letter: "O", Name: "white"}},
	Players: []int{2},
	Presets: []string{"1928", "1931", "money"},
	Form:    "a play such as 8/5 6/5, bar/20* or 6/off(2), pass, roll, double, take, drop, beaver, raccoon, keep, rethrow, resign 1, accept or decline",
}

// presets are bundles of options.
//
// [backgammon/preset-1928]
var presets = map[string]map[string]string{
	"1928":  {"crawford": "no", "doubling": "voice"},
	"1931":  {"auto-doubles": "1", "crawford": "no"},
	"money": {"beavers": "yes", "jacoby": "yes"},
}

// moneyOnly are the options that a match does not have.
var moneyOnly = []string{"auto-doubles", "beavers", "jacoby"}

// Game returns the game as catalogues, servers and commands use it.
func Game() parlour.Game { return parlour.Erase(info, New, Read) }

// New returns the rules a table has chosen. The error is a *parlour.SetupError.
func New(s parlour.Setup) (*Rules, error) {
	var faults []parlour.Fault
	bad := func(code string, args ...any) { faults = append(faults, Sentences.Fault(code, args...)) }
	if s.Mode != "" {
		bad("fault.no-modes", "game", book.ID, "mode", strconv.Quote(s.Mode))
	}
	if s.Players != 0 && s.Players != 2 {
		bad("fault.players", "game", book.ID, "players", 2, "n", s.Players)
	}
	if s.Colours != "" && s.Colours != "XO" {
		bad("fault.colours", "colours", "XO", "text", strconv.Quote(s.Colours))
	}
	if s.Seats != "" {
		bad("fault.owners")
	}
	if s.First != "" {
		bad("backgammon.fault-first")
	}
	options := s.Options
	if s.Preset != "" {
		preset, ok := presets[s.Preset]
		if !ok {
			bad("fault.no-preset", "preset", strconv.Quote(s.Preset), "presets", strings.Join(info.Presets, ", "))
		}
		options = maps.Clone(preset)
		if options == nil {
			options = map[string]string{}
		}
		if m := s.Options["match"]; m != "" && m != "0" {
			for _, key := range moneyOnly {
				delete(options, key)
			}
		}
		maps.Copy(options, s.Options)
	}
	settings, more := book.Choose(options)
	faults = append(faults, more...)
	r, more := compile(settings)
	if faults = append(faults, more...); faults != nil {
		return nil, &parlour.SetupError{Game: book.ID, Faults: faults}
	}
	return r, nil
}

// compile makes rules from settings that the book has accepted, and reports
// contradictions.
func compile(s rulebook.Settings) (*Rules, []parlour.Fault) {
	number := func(key string) int {
		n, _ := strconv.Atoi(book.Value(s, key))
		return n
	}
	r := &Rules{
		settings:   s,
		match:      int32(number("match")),
		auto:       uint8(number("auto-doubles")),
		voice:      book.Is(s, "doubling", "voice"),
		crawford:   book.Is(s, "crawford", "yes"),
		deadBarred: book.Is(s, "dead-cube", "barred"),
		jacoby:     book.Is(s, "jacoby", "yes"),
		oneDieFree: book.Is(s, "one-die", "free"),
		strict:     book.Is(s, "bearoff", "strict"),
		triple:     book.Is(s, "triple", "yes"),
		resign:     book.Is(s, "resign", "yes"),
	}
	// [backgammon/r-doubling] [backgammon/r-cube-max]
	switch book.Value(s, "doubling") {
	case "cube":
		r.limit = uint8(number("cube-max"))
	case "voice":
		r.limit = voiceLimit
	}
	switch book.Value(s, "opening") {
	case "choice":
		r.opening = openingChoice
	case "fresh":
		r.opening = openingFresh
	}
	switch book.Value(s, "beavers") {
	case "yes":
		r.beavers = 1
	case "raccoon":
		r.beavers = 2
	}
	var faults []parlour.Fault
	if r.match > 0 {
		for _, key := range moneyOnly {
			if v := book.Value(s, key); v != book.Option(key).Default {
				faults = append(faults, Sentences.Fault("backgammon.fault-stake-only", "option", key+"="+v))
			}
		}
	}
	if v := book.Value(s, "cube-max"); v != book.Option("cube-max").Default && !book.Is(s, "doubling", "cube") {
		faults = append(faults, Sentences.Fault("fault.needs", "what", "cube-max="+v, "other", "doubling=cube"))
	}
	return r, faults
}

// Options returns the options that differ from their default, by key.
func (r *Rules) Options() map[string]string {
	options := map[string]string{}
	for _, o := range r.settings {
		options[o.Key] = o.Value
	}
	return options
}

// Length returns the points of the match, or 0 for a game for a stake.
func (r *Rules) Length() int { return int(r.match) }

// voiceLimit means no limit; the ids of other programs have no room for more.
const voiceLimit = 15

// Start returns the starting position, before the opening throw.
func (r *Rules) Start() Position {
	var p Position
	p.begin()
	return p
}

// Turn says who has to act. If both throw, it names X.
func (r *Rules) Turn(p *Position) parlour.Turn {
	switch p.State {
	case Open:
		return parlour.Turn{Seat: X, Dice: parlour.OneEach}
	case Throw:
		return parlour.Turn{Seat: p.Turn, Dice: parlour.TwoDice}
	}
	return parlour.Turn{Seat: p.Actor()}
}

// mayDouble reports whether the side to move may offer a double before
// throwing.
//
// [backgammon/cube-offer]
func (r *Rules) mayDouble(p *Position) bool {
	return p.Cube < r.limit &&
		!p.Crawford && // [backgammon/crawford-game] [backgammon/crawford-once]
		(p.Owner == parlour.Nobody || p.Owner == p.Turn) &&
		!r.dead(p)
}

// dead reports whether the present stake is enough for the side to move to win
// the match, so that it may not double.
//
// [backgammon/r-dead-cube]
func (r *Rules) dead(p *Position) bool {
	return r.match > 0 && r.deadBarred && p.Score[p.Turn]+1<<p.Cube >= r.match
}

// mayTurnOn reports whether a beaver or raccoon is a possible answer: the cube
// has room for the offer and one more turn.
//
// [backgammon/beaver] [backgammon/raccoon]
func (r *Rules) mayTurnOn(p *Position, level uint8) bool {
	return r.beavers >= level && p.Cube+2 <= r.limit
}

// highestResign returns the largest resignation that makes a difference.
func (r *Rules) highestResign(p *Position) uint8 {
	switch {
	case r.jacoby && p.Owner == parlour.Nobody: // [backgammon/jacoby]
		return 1
	case !r.triple: // [backgammon/r-triple]
		return 2
	}
	return 3
}

// AppendMoves appends the plays or choices of the actor.
func (r *Rules) AppendMoves(p *Position, dst []parlour.Move) []parlour.Move {
	if p.Resign != 0 {
		return append(dst, accept, decline)
	}
	switch p.State {
	case Pick:
		return append(dst, keep, rethrow)
	case Roll:
		dst = append(dst, roll)
		if r.mayDouble(p) {
			dst = append(dst, double)
		}
		return r.appendResigns(p, dst)
	case Moving:
		return r.appendResigns(p, r.appendPlays(p, dst))
	case Doubled:
		dst = append(dst, take, drop)
		if r.mayTurnOn(p, 1) {
			dst = append(dst, beaver)
		}
	case Beavered:
		dst = append(dst, take, drop)
		if r.mayTurnOn(p, 2) {
			dst = append(dst, raccoon)
		}
	case Raccooned:
		dst = append(dst, take, drop)
	}
	return dst
}

// appendResigns appends the resignations that may be offered.
//
// [backgammon/resign-offer] [backgammon/r-resign] [backgammon/r-resign-higher]
func (r *Rules) appendResigns(p *Position, dst []parlour.Move) []parlour.Move {
	if !r.resign {
		return dst
	}
	for n := p.Refused + 1; n <= r.highestResign(p); n++ {
		dst = append(dst, resign1+parlour.Move(n-1)<<wordBits)
	}
	return dst
}

// Play makes a throw, a play or another choice.
func (r *Rules) Play(p *Position, m parlour.Move) {
	switch p.State {
	case Throw:
		p.Dice = [2]uint8{uint8(m / 10), uint8(m % 10)}
		p.State = Moving
		return
	case Open:
		r.openingThrow(p, uint8(m/10), uint8(m%10))
		return
	}
	if m>>wordBits == 0 {
		r.playSteps(p, m)
		return
	}
	r.choose(p, m)
}

// openingThrow decides from one die of each side who begins, and how.
//
// [backgammon/opening-throw]
func (r *Rules) openingThrow(p *Position, x, o uint8) {
	if x == o { // [backgammon/opening-tie]
		if r.match == 0 && p.Cube < r.auto && p.Cube < r.limit { // [backgammon/auto-doubles]
			p.Cube++
		}
		return
	}
	p.Turn = X
	if o > x {
		p.Turn = O
	}
	p.Dice = [2]uint8{max(x, o), min(x, o)}
	switch r.opening { // [backgammon/r-opening]
	case openingKeep: // [backgammon/first-move-both-dice]
		p.State = Moving
	case openingChoice:
		p.State = Pick
	case openingFresh:
		p.Dice = [2]uint8{}
		p.State = Throw
	}
}

// playSteps moves the men of a play and passes the turn.
func (r *Rules) playSteps(p *Position, m parlour.Move) {
	own, opp := p.Men[p.Turn], p.Men[1-p.Turn]
	for s := uint32(m); s != 0; s >>= stepBits {
		from, die := s>>dieBits&31, s&dieMask
		own = own.take(1 << from)
		if from > die {
			to := from - die
			own = own.put(1 << to)
			if hit := opp.Any() & (1 << (bar - to)); hit != 0 { // [backgammon/hit]
				opp = opp.take(hit).put(1 << bar)
			}
		}
	}
	p.Men[p.Turn], p.Men[1-p.Turn] = own, opp
	if own.Any() == 0 {
		r.win(p, p.Turn, r.worth(p, p.Turn))
		return
	}
	r.pass(p)
}

// pass gives the turn to the other side.
func (r *Rules) pass(p *Position) {
	p.Turn = 1 - p.Turn
	p.Dice = [2]uint8{}
	p.Refused = 0
	p.State = r.beginning(p)
}

// beginning returns the state in which the turn of the side to move begins. A
// side without a choice is not asked.
func (r *Rules) beginning(p *Position) State {
	if r.resign || r.mayDouble(p) {
		return Roll
	}
	return Throw
}

// worth returns how many times the stake is won, once the last man has been
// borne off.
func (r *Rules) worth(p *Position, winner parlour.Seat) int32 {
	loser := &p.Men[1-winner]
	switch {
	case r.jacoby && p.Owner == parlour.Nobody: // [backgammon/jacoby]
		return 1
	case loser.Off() > 0: // [backgammon/single-win]
		return 1
	case r.triple && loser.Any()>>(bar-6) != 0: // [backgammon/backgammon-win] [backgammon/r-triple]
		return 3
	}
	return 2 // [backgammon/gammon]
}

// win ends the game with n times the stake for the winner, and begins the next
// one if the match continues.
//
// [backgammon/stake] [backgammon/match-score] [backgammon/r-draw]
func (r *Rules) win(p *Position, winner parlour.Seat, n int32) {
	points := n << p.Cube
	before := p.Score
	p.Score[winner] = min(p.Score[winner]+points, maxScore) // [backgammon/r-surplus]
	if r.match > 0 && p.Score[winner] < r.match {
		p.begin()
		// [backgammon/crawford-game] [backgammon/crawford-once] [backgammon/r-crawford]
		last := r.match - 1
		p.Crawford = r.crawford && p.Score[winner] == last && before[X] != last && before[O] != last
		return
	}
	p.State, p.Turn, p.Points = Over, winner, points // [backgammon/match-won]
	p.Dice, p.Resign, p.Refused = [2]uint8{}, 0, 0
}

// choose makes a choice that is not a play.
func (r *Rules) choose(p *Position, m parlour.Move) {
	other := 1 - p.Turn
	switch m {
	case pass:
		r.pass(p)
	case roll, rethrow:
		p.State, p.Dice, p.Refused = Throw, [2]uint8{}, 0
	case keep:
		p.State = Moving
	case double:
		p.State, p.Refused = Doubled, 0
	case take:
		if p.State == Doubled { // [backgammon/cube-take]
			p.Owner = other
		}
		p.Cube++
		p.State = Throw // [backgammon/r-no-redouble-turn]
	case drop: // [backgammon/cube-drop]
		winner := p.Turn
		if p.State == Beavered {
			winner = other
		}
		r.win(p, winner, 1)
	case beaver:
		p.Cube, p.Owner, p.State = p.Cube+1, other, Beavered
	case raccoon:
		p.Cube, p.State = p.Cube+1, Raccooned
	case accept: // [backgammon/resign-answer]
		r.win(p, other, int32(p.Resign))
	case decline:
		p.Refused, p.Resign = p.Resign, 0
	default:
		p.Resign = uint8((m-resign1)>>wordBits) + 1
	}
}

// pointNames are the texts of the points that can be won, by the power of the
// cube and the number of games, so that a result allocates nothing.
var pointNames = func() (names [voiceLimit + 1][4]string) {
	for c := range names {
		for n := range names[c] {
			names[c][n] = strconv.Itoa(n << c)
		}
	}
	return
}()

// Result tells who won and how much. The reason is the number of points. A
// match is won by its winner; its stake is that of the last game.
func (r *Rules) Result(p *Position) parlour.Result {
	res := parlour.Result{Stake: p.Stake()}
	if p.State == Over {
		res.Over, res.Stake = true, int(p.Points)
		res.Reason = pointNames[p.Cube][p.Points>>p.Cube&3]
		res.Place[p.Turn], res.Place[1-p.Turn] = 1, 2
		res.Share[p.Turn] = 1
	}
	return res
}

// Passes reports whether m is a pass.
func (r *Rules) Passes(_ *Position, m parlour.Move) bool { return m == pass }

// Captured returns the number of blots a play hits.
func (r *Rules) Captured(p *Position, m parlour.Move) int {
	if m>>wordBits != 0 || p.State != Moving {
		return 0
	}
	f := view(p)
	return bits.OnesCount32(f.hits(m))
}

// hits returns the points on which a play hits a blot.
func (f *field) hits(m parlour.Move) uint32 {
	var set uint32
	for s := uint32(m); s != 0; s >>= stepBits {
		set |= 1 << (s >> dieBits & 31) >> (s & dieMask)
	}
	return set & f.blots
}
