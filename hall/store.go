package hall

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"parlour/table"
)

// A Store keeps the logs of all tables. It is the arbiter between writers: of
// two that append after the same event, one gets ErrConflict.
// Implementations are safe for use by many goroutines and pass storetest.
type Store interface {
	// Append adds events after the one numbered b.After, which must be the
	// last of the table (0: the table is new). When it returns nil the events
	// are durable. The error is ErrConflict if the log is longer or shorter.
	// Keys are not compared: a caller that has read the log up to b.After knows
	// every key that was used.
	Append(ctx context.Context, b Batch) error

	// Load returns the events after since, in order. A table that does not
	// exist gives ErrNotFound.
	Load(ctx context.Context, table string, since int64) ([]table.Event, error)

	// List returns the summaries of tables, without reading their logs: the
	// last changed first or, if the query asks for due tables, the earliest
	// deadline first. It never reads more than it returns, so a list is as
	// fast with a million tables as with ten.
	List(ctx context.Context, q Query) ([]Summary, error)

	// Delete removes a table with all its events.
	Delete(ctx context.Context, table string) error

	// Beat records that the server is alive at t; LastBeat returns the latest
	// such time, or the zero time.
	Beat(ctx context.Context, t time.Time) error
	LastBeat(ctx context.Context) (time.Time, error)

	// Epoch returns a number that rises whenever the store may have lost
	// acknowledged events: a backup was restored, an older copy was put in its
	// place, a standby that lagged behind took over. It never falls. It is 0
	// only in a store opened for reading that no server has used since epochs
	// were introduced.
	Epoch(ctx context.Context) (int64, error)

	// RaiseEpoch makes the epoch larger than it is, and larger than above. When
	// you copy tables from another store, pass that store's epoch.
	RaiseEpoch(ctx context.Context, above int64) error

	Close() error
}

// NextEpoch returns the epoch that follows those given. It is at least the time in
// milliseconds, so that even a store that has lost its epochs does not use one
// twice. Seconds are too coarse: each start takes an epoch, so the epochs of a
// server that restarts often would run ahead of the clock, and a copy put in its
// place could begin with an epoch that devices have already seen.
func NextEpoch(now time.Time, after ...int64) int64 {
	next := now.UnixMilli()
	for _, e := range after {
		next = max(next, e+1)
	}
	return next
}

// A Batch is what one table appends at once.
type Batch struct {
	Table   string
	After   int64
	Events  []table.Event
	Summary Summary
}

// A Summary is what is known of a table without reading its log.
type Summary struct {
	Table    string       `json:"table"`
	Game     string       `json:"game"`
	Status   table.Status `json:"status"`
	Listed   bool         `json:"listed"`
	Free     int          `json:"free"`              // open chairs
	People   []string     `json:"people"`            // names in the chairs, bots included
	Changed  time.Time    `json:"changed"`           // may be a second late in a list
	Deadline time.Time    `json:"deadline,omitzero"` // when a clock runs out or a bot acts; zero if neither
	Seq      int64        `json:"seq"`
}

// A Query selects summaries. Zero fields select everything.
type Query struct {
	Status table.Status
	Listed bool      // only listed tables
	Due    time.Time // only tables whose deadline is not after this
	Before time.Time // only tables last changed before this
	After  Cursor    // only tables that come after this place in the list
	Limit  int       // 100 if zero
}

// Next returns the query for the page that follows the one that ends with last.
func (q Query) Next(last Summary) Query {
	q.After = Cursor{At: last.Changed, Table: last.Table}
	if !q.Due.IsZero() {
		q.After.At = last.Deadline
	}
	return q
}

// Selects reports whether a table is in the list, for stores that read every
// summary.
func (q *Query) Selects(s *Summary) bool {
	return (q.Status == "" || s.Status == q.Status) && (!q.Listed || s.Listed) &&
		(q.Due.IsZero() || !s.Deadline.IsZero() && !s.Deadline.After(q.Due)) &&
		(q.Before.IsZero() || s.Changed.Before(q.Before)) &&
		(q.After == (Cursor{}) || q.order(s, q.After) > 0)
}

// Compare compares two tables in the order of the list, for slices.SortFunc.
func (q Query) Compare(a, b Summary) int { return q.order(&a, q.Next(b).After) }

// order compares a table with a place in the list.
func (q *Query) order(s *Summary, p Cursor) int {
	if !q.Due.IsZero() {
		return cmp.Or(s.Deadline.Compare(p.At), cmp.Compare(s.Table, p.Table))
	}
	return cmp.Or(p.At.Compare(s.Changed), cmp.Compare(p.Table, s.Table))
}

// Within reports whether everything after the cursor was changed before Before
// anyway. Stores then leave out one of the two conditions, so that they start
// reading where the page begins.
func (q Query) Within() bool {
	return q.Due.IsZero() && q.After != (Cursor{}) && q.After.At.Before(q.Before)
}

// A Cursor is a place in a list of tables, between a table and the next one.
// Tables that change meanwhile move to the front, so somebody who goes from page to
// page may miss them, but sees none twice. The zero Cursor is the front of the
// list.
type Cursor struct {
	At    time.Time // when the table changed; in a list of due tables, its deadline
	Table string
}

// String returns the cursor as text, for ParseCursor; "" for the front.
func (c Cursor) String() string {
	if c == (Cursor{}) {
		return ""
	}
	return strconv.FormatInt(c.At.UnixMilli(), 10) + "." + c.Table
}

// ParseCursor reads what String wrote.
func ParseCursor(text string) (Cursor, error) {
	if text == "" {
		return Cursor{}, nil
	}
	millis, id, _ := strings.Cut(text, ".")
	at, err := strconv.ParseInt(millis, 10, 64)
	if err != nil || id == "" {
		return Cursor{}, &table.BadAction{Err: fmt.Errorf("%q is not a place in a list of tables", text)}
	}
	return Cursor{time.UnixMilli(at).UTC(), id}, nil
}

// A Bus announces events to subscribers. Announcements may be lost or come twice:
// the log is the truth, and a subscriber catches up from its own sequence number.
type Bus interface {
	// Publish announces that the table's log has reached seq.
	Publish(table string, seq int64)
	// Subscribe returns a channel of announcements and a function that ends
	// them. A slow reader misses announcements, never the latest one. After
	// LookAgain a reader has to find out how far the log goes.
	Subscribe(table string) (<-chan int64, func())
}

// LookAgain is announced to a subscriber that may have missed announcements. It is
// larger than the number of any event.
const LookAgain = math.MaxInt64

// Errors that stores and tables return.
var (
	ErrConflict = errors.New("somebody else has written to the table")
	ErrNotFound = errors.New("there is no such table")
	ErrBusy     = errors.New("the table is busy, try again")
	ErrNobody   = errors.New("no other node leads the table")
)
