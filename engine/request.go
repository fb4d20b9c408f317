package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"parlour/bot"
)

// A request is one line.
type request struct {
	ID json.RawMessage `json:"id"`

	Games *bool  `json:"games"`
	Batch *batch `json:"batch"`

	New     *string          `json:"new"`
	Players *int             `json:"players"`
	Colours *string          `json:"colours"`
	First   *string          `json:"first"`
	Seats   *string          `json:"seats"`
	Mode    *string          `json:"mode"`
	Preset  *string          `json:"preset"`
	Options map[string]value `json:"options"`

	Position *string   `json:"position"`
	Throw    *string   `json:"throw"`
	Move     *string   `json:"move"`
	Why      *string   `json:"why"`
	Steps    *[]string `json:"steps"`
	Next     *bool     `json:"next"`
	Code     *bool     `json:"code"`
	Actions  *[]int    `json:"actions"`
	Observe  *string   `json:"observe"`
	Throws   *bool     `json:"throws"`
	Who      *bool     `json:"who"`
	Choose   *string   `json:"choose"`
	MS       *int      `json:"ms"`
	Nodes    *int      `json:"nodes"`
	Depth    *int      `json:"depth"`
	Threads  *int      `json:"threads"`
	Hash     *int      `json:"hash"`
	Seed     *uint64   `json:"seed"`
}

// A value is the value of an option: a string, or a number for numeric options.
type value string

func (v *value) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && (data[0] == '-' || '0' <= data[0] && data[0] <= '9') {
		*v = value(data)
		return nil
	}
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return errors.New("expected a string or a number as the value of an option")
	}
	*v = value(s)
	return nil
}

// read reads a line. A bad request still holds its id, if it has one.
func read(line []byte) (*request, error) {
	q := &request{}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	err := dec.Decode(q)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("more than one JSON value on the line")
		}
	}
	if err == nil && line[0] != '{' {
		err = errors.New("expected an object")
	}
	if err == nil {
		return q, q.check()
	}
	// The id may come after the fault.
	var only struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(line, &only) == nil {
		q.ID = only.ID
	} else {
		q.ID = nil
	}
	return q, refuse(err)
}

// refuse puts an error of package json into plain words.
func refuse(err error) *failure {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	text := err.Error()
	switch {
	case errors.As(err, &syntax):
		return failed("bad-json", "not JSON: %s at byte %d", text, syntax.Offset)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return failed("bad-json", "not JSON: the line ends too early")
	case errors.As(err, &kind):
		if kind.Field == "" {
			return failed("bad-json", "the line is a JSON %s; expected an object", kind.Value)
		}
		return failed("bad-request", "the field %q cannot be a JSON %s; expected %s", kind.Field, kind.Value, kindWord(kind.Type.String()))
	case strings.HasPrefix(text, "json: unknown field "):
		return failed("bad-request", "unknown field %s; the fields are id, games, batch, new, players, colours, first, seats, mode, preset, options, position, throw, move, next, throws, who, why, steps, code, actions, observe, choose, ms, nodes, depth, threads, hash, seed",
			short(strings.TrimPrefix(text, "json: unknown field ")))
	}
	return failed("bad-request", "%s", strings.TrimPrefix(text, "json: "))
}

// kindWord names a Go type in the words of JSON.
func kindWord(kind string) string {
	switch kind {
	case "string":
		return "a string"
	case "bool":
		return "true"
	case "[]string":
		return "a list of strings"
	case "[]int", "[][]int":
		return "a list of whole numbers"
	case "map[string]engine.value", "engine.batch":
		return "an object"
	case "uint64":
		return "a whole number of at least 0"
	}
	return "a whole number"
}

// check makes sure that the fields go together.
func (q *request) check() error {
	bad := func(format string, args ...any) error {
		return failed("bad-request", format, args...)
	}
	set := func(fields ...field) (names []string) {
		for _, f := range fields {
			if f.set {
				names = append(names, `"`+f.name+`"`)
			}
		}
		return names
	}
	tasks := set(field{"games", q.Games != nil}, field{"batch", q.Batch != nil}, field{"new", q.New != nil}, field{"position", q.Position != nil})
	setup := set(field{"players", q.Players != nil}, field{"colours", q.Colours != nil}, field{"first", q.First != nil}, field{"seats", q.Seats != nil},
		field{"mode", q.Mode != nil}, field{"preset", q.Preset != nil}, field{"options", q.Options != nil})
	acts := set(field{"throw", q.Throw != nil}, field{"move", q.Move != nil}, field{"why", q.Why != nil}, field{"steps", q.Steps != nil}, field{"choose", q.Choose != nil},
		field{"throws", q.Throws != nil}, field{"who", q.Who != nil}, field{"code", q.Code != nil}, field{"actions", q.Actions != nil})
	limits := set(field{"ms", q.MS != nil}, field{"nodes", q.Nodes != nil}, field{"depth", q.Depth != nil}, field{"threads", q.Threads != nil}, field{"hash", q.Hash != nil}, field{"seed", q.Seed != nil})
	switch {
	case len(tasks) == 0:
		return bad(`expected one of "games", "new", "position" and "batch"`)
	case len(tasks) > 1:
		return bad("%s cannot be combined", strings.Join(tasks, " and "))
	case q.Games != nil && !*q.Games:
		return bad(`"games" can only be true`)
	case q.Throws != nil && !*q.Throws:
		return bad(`"throws" can only be true`)
	case q.Who != nil && !*q.Who:
		return bad(`"who" can only be true`)
	case q.Code != nil && !*q.Code:
		return bad(`"code" can only be true`)
	case q.Observe != nil && q.Actions == nil:
		return bad(`"observe" belongs to "actions"`)
	case q.New == nil && len(setup) > 0:
		return bad(`%s belongs to "new"`, setup[0])
	case q.Position == nil && len(acts) > 0:
		return bad(`%s needs a "position"`, acts[0])
	case len(acts) > 1:
		return bad("%s cannot be combined", strings.Join(acts, " and "))
	case q.Next != nil && q.Throw == nil && q.Move == nil:
		return bad(`"next" belongs to "throw" or "move"`)
	case q.Choose == nil && len(limits) > 0:
		return bad(`%s belongs to "choose"`, limits[0])
	case q.MS != nil && (*q.MS < 1 || *q.MS > maxMS):
		return bad(`"ms" has to be from 1 to %d`, maxMS)
	case q.Nodes != nil && *q.Nodes < 1:
		return bad(`"nodes" has to be at least 1`)
	case q.Depth != nil && *q.Depth < 1:
		return bad(`"depth" has to be at least 1`)
	case q.Threads != nil && (*q.Threads < 1 || *q.Threads > maxThreads):
		return bad(`"threads" has to be from 1 to %d`, maxThreads)
	case q.Hash != nil && (*q.Hash < 1 || *q.Hash > bot.MostHash):
		return bad(`"hash" has to be from 1 to %d`, bot.MostHash)
	}
	return nil
}

// maxMS is the maximum time to think, ten minutes.
const maxMS = 600_000

// maxThreads is the maximum number of processors for one choice.
const maxThreads = 64

type field struct {
	name string
	set  bool
}
