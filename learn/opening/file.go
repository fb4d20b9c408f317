package opening

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A book is written as text: lines "key value" that say how it was made, an
// empty line, and then a line for each position. Its columns are separated by
// tabs: the key of its root, the throws and moves that lead to it, separated by
// semicolons, and the replies, each as value, standard error, depth and move.

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
		fmt.Fprintf(&b, "\t%s,%s,%d,%s", number(r.Value), number(r.Err), r.Depth, r.Move)
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
		part := strings.SplitN(c, ",", 4)
		if len(part) < 4 {
			return l, fmt.Errorf("%q: expected value, error, depth and move", c)
		}
		r := Reply{Move: part[3]}
		if r.Value, err = strconv.ParseFloat(part[0], 64); err == nil {
			if r.Err, err = strconv.ParseFloat(part[1], 64); err == nil {
				r.Depth, err = strconv.Atoi(part[2])
			}
		}
		if err != nil {
			return l, fmt.Errorf("%q: %w", c, err)
		}
		l.Replies = append(l.Replies, r)
	}
	return l, nil
}
