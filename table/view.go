package table

import (
	"slices"
	"time"

	"parlour"
)

// A View is a table as one person, or a watcher, sees it.
type View struct {
	Table    string          `json:"table"`
	Seq      int64           `json:"seq"`
	Game     string          `json:"game"`
	Terms    Terms           `json:"terms"`
	Rules    string          `json:"rules"`
	Drift    int64           `json:"drift,omitempty"` // from this event on the stored line was followed, not a replay
	Status   Status          `json:"status"`
	Position string          `json:"position"`
	Turn     string          `json:"turn"`  // letter of the seat that has to act, "-" when over
	Needs    parlour.Need    `json:"needs"` // throw, move or over
	Dice     DiceView        `json:"dice"`
	Moves    []string        `json:"moves,omitempty"` // legal moves in canonical order
	Steps    []StepNode      `json:"steps,omitempty"` // how they are composed
	Pieces   []parlour.Piece `json:"pieces"`          // where the pieces are
	Match    parlour.Match   `json:"-"`               // the position, to put it into words; nobody may change it
	Legal    []parlour.Move  `json:"-"`               // what Moves are the texts of
	Chairs   []ChairView     `json:"chairs"`
	You      You             `json:"you"`
	Locked   bool            `json:"locked,omitempty"`
	Paused   bool            `json:"paused,omitempty"`
	Chat     bool            `json:"chat,omitempty"`
	Help     string          `json:"help,omitempty"`   // what players may ask for now: hints or tutor, "" for nothing
	Ties     bool            `json:"ties,omitempty"`   // players may agree on a draw
	Offer    string          `json:"offer,omitempty"`  // letter of the seat whose side offers a draw
	Asked    int             `json:"asked,omitempty"`  // chair plus one that asks to take back
	TimeUp   int             `json:"timeUp,omitempty"` // chair plus one whose time is up
	Deadline time.Time       `json:"deadline,omitzero"`
	Now      time.Time       `json:"now"` // the server's clock
	Result   *ResultView     `json:"result,omitempty"`
	Throws   int             `json:"throws"` // fallen so far
	Next     string          `json:"next,omitempty"`
	Levels   []string        `json:"levels"` // of bots
	Made     time.Time       `json:"made"`
}

// ChairView is a chair for everybody to see.
type ChairView struct {
	Seats  []string `json:"seats"`
	Name   string   `json:"name,omitempty"`   // of the person, or of the bot where no person sits
	Bot    string   `json:"bot,omitempty"`    // level of the bot that plays here, for a person or by itself
	Person bool     `json:"person,omitempty"` // a person sits here
	Host   bool     `json:"host,omitempty"`
	Away   bool     `json:"away,omitempty"`   // no device of the person listens
	Absent bool     `json:"absent,omitempty"` // for so long that a bot may stand in
	Muted  bool     `json:"muted,omitempty"`  // by the host
	Left   float64  `json:"left,omitempty"`   // seconds on the clock
}

// You is what the viewer may do.
type You struct {
	Person int      `json:"person,omitempty"`
	Name   string   `json:"name,omitempty"`
	Chairs []int    `json:"chairs,omitempty"` // numbers plus one
	Host   bool     `json:"host,omitempty"`
	Links  []Opened `json:"links,omitempty"` // for the thrower, while a throw is asked for: what the others opened
	Undo   bool     `json:"undo,omitempty"`  // the last move was yours, and nobody has acted since: give-back takes it back at once
	Back   bool     `json:"back,omitempty"`  // a move of yours can be taken back: at once against bots, by ask-back among people
}

// ResultView is the end of a match.
type ResultView struct {
	Reason string             `json:"reason"`
	Places map[string]int     `json:"places"`
	Shares map[string]float64 `json:"shares"`
	Stake  int                `json:"stake"`
}

// A StepNode is one step of a turn with what may follow. End is the canonical
// text of the move if the turn may end here.
type StepNode struct {
	parlour.Step
	End  string     `json:"end,omitempty"`
	Next []StepNode `json:"next,omitempty"`
	More bool       `json:"more,omitempty"` // other steps may follow; request them
}

// A DiceView is how the dice of a table stand.
type DiceView struct {
	Due    string   `json:"due,omitempty"` // what has to be thrown now
	Method string   `json:"method"`
	Ask    *AskView `json:"ask,omitempty"` // the throw that is asked for
	Part   []int    `json:"part"`          // people at the table whose devices take part
}

// An AskView is a throw that is asked for.
type AskView struct {
	Number  int    `json:"number"`
	Attempt int    `json:"attempt"`
	Seat    string `json:"seat"`
	Person  int    `json:"person,omitempty"` // the thrower, 0 for a bot
	Who     []int  `json:"who"`              // whose devices open a link for it
	Ready   bool   `json:"ready,omitempty"`  // all but the thrower's have
}

// You tells what a person may do, nothing for a stranger.
func (s *State) You(who int) (y You) {
	p := s.person(who)
	if p == nil {
		return y
	}
	y = You{Person: who, Name: p.Name, Host: who == s.host, Undo: s.mayUndo(who), Links: s.linksFor(who)}
	if _, plies := s.ownBack(who); plies > 0 {
		y.Back = s.is.status == Playing && !s.paused
	}
	for i, c := range s.chairs {
		if c.Person == who {
			y.Chairs = append(y.Chairs, i+1)
		}
	}
	return y
}

// View returns the table as a person sees it, or for 0 a watcher. It needs the
// moment's Now and Away.
func (s *State) View(who int, m *Moment) View {
	v := s.Brief(m)
	v.Dice, v.You = s.diceView(), s.You(who)
	v.Match = s.ref.Now()
	v.Pieces = v.Match.Pieces()
	if v.Pieces == nil {
		v.Pieces = []parlour.Piece{} // in JSON a list, though an empty one
	}
	if v.Needs == parlour.NeedMove {
		l := s.legalMoves()
		v.Legal, v.Moves, v.Steps = l.moves, l.texts, l.steps
	}
	return v
}

// Brief returns a View without what takes time to work out: the moves, their
// steps, the pieces, the dice, and what one person may do.
func (s *State) Brief(m *Moment) View {
	info := s.game.Info()
	turn := s.is.turn
	v := View{
		Table: s.id, Seq: s.seq, Game: s.terms.Game, Terms: s.terms, Rules: s.rules, Drift: s.drift, Status: s.is.status,
		Position: s.Line(), Turn: info.Letter(turn.Seat), Needs: turn.Needs(),
		Locked: s.locked, Paused: s.paused, Chat: s.chat, Help: s.help, Asked: s.asked, TimeUp: s.timeUp,
		Deadline: s.deadline(), Now: m.Now.UTC(), Throws: s.dice.throws, Next: s.next,
		Levels: s.games.Levels(s.terms.Game), Made: s.made, Chairs: make([]ChairView, 0, len(s.chairs)),
	}
	v.Terms.Before = nil // the log has it
	v.Ties, _ = parlour.Draws(s.ref.Now())
	if o := s.ref.Offered(); o != parlour.Nobody {
		v.Offer = info.Letter(o)
	}
	for i, c := range s.chairs {
		cv := ChairView{Bot: c.Bot, Person: c.Person != 0, Host: c.Person != 0 && c.Person == s.host, Left: s.left[i].Seconds()}
		for _, seat := range c.Seats {
			cv.Seats = append(cv.Seats, info.Letter(seat))
		}
		if c.Person == 0 && c.Bot != "" {
			cv.Name = s.BotName(i)
		}
		if p := s.person(c.Person); p != nil {
			cv.Name, cv.Muted = p.Name, p.muted
			cv.Away, cv.Absent = m.Away(p.ID, LeftAfter), m.Away(p.ID, AwayAfter)
		}
		v.Chairs = append(v.Chairs, cv)
	}
	v.Result = ResultOf(&info, &s.is.result)
	return v
}

// ResultOf returns the view of a result, nil if the game is not over.
func ResultOf(info *parlour.Info, r *parlour.Result) *ResultView {
	if !r.Over {
		return nil
	}
	v := &ResultView{Reason: r.Reason, Places: map[string]int{}, Shares: map[string]float64{}, Stake: r.Stake}
	for i, seat := range info.Seats {
		if r.Place[i] != 0 {
			v.Places[seat.Letter] = int(r.Place[i])
			v.Shares[seat.Letter] = r.Share[i]
		}
	}
	return v
}

// legal is what may be played in a position, worked out once for everybody who
// looks at it.
type legal struct {
	known  bool
	played int64 // the event after which it holds
	moves  []parlour.Move
	texts  []string
	steps  []StepNode
}

// legalMoves returns the legal moves with their texts and steps. The lists must
// not be changed.
func (s *State) legalMoves() *legal {
	l := &s.legal
	if !l.known || l.played != s.played {
		m := s.ref.Now()
		moves := m.Moves()
		*l = legal{known: true, played: s.played, moves: moves, texts: make([]string, len(moves)), steps: Steps(m)}
		for i, mv := range moves {
			l.texts[i] = m.Text(mv)
		}
	}
	return l
}

// readMove reads a move. Pages send one of the texts of a view, which is found
// there; anything else is parsed.
func (s *State) readMove(text string) (parlour.Move, error) {
	if l := &s.legal; l.known && l.played == s.played {
		if i := slices.Index(l.texts, text); i >= 0 {
			return l.moves[i], nil
		}
	}
	return s.ref.Now().Parse(text)
}

// maxSteps bounds the step graph that travels with a view; a turn with more
// steps is composed by asking.
const maxSteps = 1500

// Steps returns the whole graph of steps of a turn as a tree, nil if the game
// does not compose turns or the tree is too large.
func Steps(m parlour.Match) []StepNode {
	n := 0
	var walk func(taken []string) ([]StepNode, string, bool)
	walk = func(taken []string) ([]StepNode, string, bool) {
		next, end, err := parlour.NextSteps(m, taken)
		if err != nil {
			return nil, "", false
		}
		text := ""
		if end != parlour.NoMove {
			text = m.Text(end)
		}
		var nodes []StepNode
		for _, step := range next {
			if n++; n > maxSteps {
				return nil, "", false
			}
			below, end, ok := walk(append(taken[:len(taken):len(taken)], step.Text))
			if !ok {
				return nil, "", false
			}
			nodes = append(nodes, StepNode{Step: step, End: end, Next: below})
		}
		return nodes, text, true
	}
	nodes, _, ok := walk(nil)
	if !ok {
		return nil
	}
	return nodes
}
