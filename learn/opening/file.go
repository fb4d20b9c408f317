package opening

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A book is written as text: lines "key value" that say how it was made, an
// empty line, and then a line for each position. Its columns are separated by
// tabs: the key of its root, the throws and moves that lead to it, separated by
// semicolons, and the replies, each as value, standard error, depth, the parts of the
// value if it has any, and move. A part is written by seat, such as 0.524/0.476.

// Write writes how a book was made, and its lines.
func Write(w io.Writer, made Made, lines []Line) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "command %s\ndate %s\nmethod %s\n\n", made.Command, made.Date, made.Method)
	for i := range lines {
		b.WriteString(lines[i].text())
	}
	return b.Flush()
}

// Append writes one more line.
func Append(w io.Writer, l *Line) error {
	_, err := io.WriteString(w, l.text())
	return err
}

// text returns a line as it is written.
func (l *Line) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\t%s", l.Key, strings.Join(l.Path, ";"))
	for _, r := range l.Replies {
		fmt.Fprintf(&b, "\t%s,%s,%d", number(r.Value), number(r.Err), r.Depth)
		for _, part := range r.Parts {
			for s, v := range part {
				b.WriteString([]string{",", "/"}[min(s, 1)] + number(v))
			}
		}
		b.WriteString("," + r.Move)
	}
	b.WriteByte('\n')
	return b.String()
}

func number(v float64) string {
	s := strings.TrimRight(strconv.FormatFloat(v, 'f', 4, 64), "0")
	return strings.TrimSuffix(s, ".")
}

// Read reads what Write has written. A last line that was cut off is left out,
// so that the file of an interrupted run can be read.
func Read(r io.Reader) (made Made, lines []Line, err error) {
	in := bufio.NewReader(r)
	head := true
	for n := 1; ; n++ {
		text, err := in.ReadString('\n')
		if err == io.EOF {
			return made, lines, nil
		}
		if err != nil {
			return made, lines, err
		}
		text = strings.TrimSuffix(text, "\n")
		switch {
		case text == "":
			head = false
		case head:
			key, value, _ := strings.Cut(text, " ")
			switch key {
			case "command":
				made.Command = value
			case "date":
				made.Date = value
			case "method":
				made.Method = value
			}
		default:
			l, err := readLine(text)
			if err != nil {
				return made, lines, fmt.Errorf("line %d: %w", n, err)
			}
			lines = append(lines, l)
		}
	}
}

func readLine(text string) (l Line, err error) {
	columns := strings.Split(text, "\t")
	if len(columns) < 2 {
		return l, fmt.Errorf("%q: expected a key, moves and replies, separated by tabs", text)
	}
	l.Key, l.Path = columns[0], strings.Split(columns[1], ";")
	for _, c := range columns[2:] {
		r, err := readReply(c)
		if err != nil {
			return l, fmt.Errorf("%q: %w", c, err)
		}
		l.Replies = append(l.Replies, r)
	}
	return l, nil
}

func readReply(text string) (r Reply, err error) {
	fields := strings.Split(text, ",")
	if len(fields) < 4 {
		return r, errors.New("expected value, error, depth and move")
	}
	last := len(fields) - 1
	r.Move = fields[last]
	if r.Value, err = strconv.ParseFloat(fields[0], 64); err != nil {
		return r, err
	}
	if r.Err, err = strconv.ParseFloat(fields[1], 64); err != nil {
		return r, err
	}
	if r.Depth, err = strconv.Atoi(fields[2]); err != nil {
		return r, err
	}
	for _, field := range fields[3:last] {
		var part []float64
		for _, seat := range strings.Split(field, "/") {
			v, err := strconv.ParseFloat(seat, 64)
			if err != nil {
				return r, err
			}
			part = append(part, v)
		}
		r.Parts = append(r.Parts, part)
	}
	return r, nil
}
