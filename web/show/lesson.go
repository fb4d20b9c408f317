package show

import (
	"parlour/cabinet"
	"parlour/learn/lesson"
	"parlour/phrase"
	"parlour/web/wire"
)

// A Course is the answer of GET /api/games/{game}/lesson.
type Course struct {
	Game  string       `json:"game"`
	Title string       `json:"title"` // of the game
	Seat  string       `json:"seat"`  // letter of the seat that the learner plays
	Aim   *Aim         `json:"aim,omitempty"`
	Steps []LessonStep `json:"steps"`
}

// An Aim is what players want to reach, with the last moves of a game that
// reach it.
type Aim struct {
	Says     string     `json:"says"`
	Position string     `json:"position"` // the position line
	Moves    []ToldMove `json:"moves"`    // moves and throws of all players
}

// A LessonStep teaches one thing.
type LessonStep struct {
	ID       string     `json:"id"`
	Title    string     `json:"title"`
	Says     string     `json:"says"`           // what it teaches
	Do       string     `json:"do"`             // what to do
	Hint     string     `json:"hint,omitempty"` // to say after a legal move that is not right
	Praise   string     `json:"praise"`         // to say when it is done
	Position string     `json:"position"`       // the position line
	Asks     lesson.Ask `json:"asks"`           // throw, move (the only one) or choose
	Moves    []string   `json:"moves"`          // the moves that are right; what falls if a throw is asked for
	Wrong    []Mistake  `json:"wrong"`          // mistakes that people make here
	Clauses  []string   `json:"clauses"`        // clauses and rulings that it teaches
}

// A Mistake is a move that the rules refuse.
type Mistake struct {
	Move   string `json:"move,omitempty"`
	From   string `json:"from,omitempty"` // instead of a move: the place of a piece
	To     string `json:"to,omitempty"`   // where it is pointed to
	Clause string `json:"clause"`         // what refuses it
}

// CourseOf returns the lesson of a game, which must have one.
func CourseOf(lang *phrase.Catalogue, e *cabinet.Entry) (Course, error) {
	c := e.Lesson
	out := Course{Game: e.Info.ID, Title: e.Title(lang), Seat: c.Seat}
	var err error
	if out.Aim, err = aimOf(lang, e); err != nil {
		return out, err
	}
	for i := range c.Steps {
		st := &c.Steps[i]
		line, err := c.Position(e.Game, i)
		if err != nil {
			return out, err
		}
		say := func(text string) string {
			if code := c.Code(st.ID, text); lang.Has(code) {
				return lang.Say(code, nil)
			}
			return ""
		}
		one := LessonStep{
			ID: st.ID, Title: say("title"), Says: say("says"), Do: say("do"), Hint: say("hint"), Praise: say("praise"),
			Position: line, Asks: st.Asks, Moves: wire.List(st.Moves), Wrong: []Mistake{}, Clauses: c.Clauses(st),
		}
		for _, w := range st.Wrong {
			one.Wrong = append(one.Wrong, Mistake{w.Move, w.From, w.To, e.Info.ID + "/" + w.Clause})
		}
		out.Steps = append(out.Steps, one)
	}
	return out, nil
}

// aimOf returns the aim of a game, nil if its lesson does not say it.
func aimOf(lang *phrase.Catalogue, e *cabinet.Entry) (*Aim, error) {
	a := &e.Lesson.Aim
	if a.Says == "" {
		return nil, nil
	}
	m, err := e.Game.Parse(a.Position)
	if err != nil {
		return nil, err
	}
	out := &Aim{Says: lang.Say(e.Lesson.AimCode(), nil), Position: a.Position}
	for _, text := range a.Moves {
		mv, err := m.Parse(text)
		if err != nil {
			return nil, err
		}
		out.Moves = append(out.Moves, Tell(lang, e, m, mv))
		m = m.Next(mv)
	}
	return out, nil
}

// lessonSteps returns how many steps the lesson of a game has.
func lessonSteps(e *cabinet.Entry) int {
	if e.Lesson == nil {
		return 0
	}
	return len(e.Lesson.Steps)
}
