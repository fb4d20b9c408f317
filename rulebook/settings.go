package rulebook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Settings are the chosen values of options: only those that differ from the
// default, sorted by key.
type Settings []Setting

// A Setting is one option with its value.
type Setting struct{ Key, Value string }

func (o *Option) span() string {
	if o.Max == noMax {
		return o.book.Say("book.from", "least", strconv.Itoa(o.Min))
	}
	return o.book.Say("book.from-to", "least", strconv.Itoa(o.Min), "most", strconv.Itoa(o.Max))
}

// noMax is the Max of an option without an upper limit. It keeps numbers within
// the range of every counter.
const noMax = 1_000_000

// takes reports whether value is allowed, and written in its only form.
func (o *Option) takes(value string) bool {
	for _, v := range o.Values {
		if v.Name == value {
			return true
		}
	}
	if o.Max == 0 {
		return false
	}
	n, err := strconv.Atoi(value)
	return err == nil && n >= o.Min && n <= o.Max && strconv.Itoa(n) == value
}

// check appends a fault if key or value is unknown.
func (b *Book) check(faults []string, key, value string) []string {
	o := b.Option(key)
	switch {
	case o == nil:
		var keys []string
		for _, o := range b.Options {
			keys = append(keys, o.Key)
		}
		return append(faults, fmt.Sprintf("%s has no option %q; its options are %s", b.ID, key, strings.Join(keys, ", ")))
	case !o.takes(value):
		return append(faults, fmt.Sprintf("option %s cannot be %q; choose one of %s", key, value, o.Names()))
	}
	return faults
}

// Choose turns a map of options into Settings. The map may contain values equal
// to the default; Settings leave them out. Choose reports every fault it finds.
func (b *Book) Choose(options map[string]string) (Settings, []string) {
	var s Settings
	var faults []string
	for key, value := range options {
		n := len(faults)
		faults = b.check(faults, key, value)
		if n == len(faults) && b.Option(key).Default != value {
			s = append(s, Setting{key, value})
		}
	}
	slices.SortFunc(s, func(a, b Setting) int { return strings.Compare(a.Key, b.Key) })
	slices.Sort(faults)
	return s, faults
}

// ReadTag reads the first field of a position line, the id of the game with
// its options in brackets. It is strict: options in order, no defaults, no empty
// brackets. It reports every fault it finds.
func (b *Book) ReadTag(tag string) (Settings, []string) {
	id, rest, found := strings.Cut(tag, "[")
	if id != b.ID {
		return nil, []string{fmt.Sprintf("the game is %q, not %s", id, b.ID)}
	}
	if !found {
		return nil, nil
	}
	rest, closed := strings.CutSuffix(rest, "]")
	if !closed {
		return nil, []string{"the options must end with ]"}
	}
	if rest == "" {
		return nil, []string{"leave out the brackets if there are no options"}
	}
	var s Settings
	var faults []string
	last := ""
	for part := range strings.SplitSeq(rest, ",") {
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			faults = append(faults, fmt.Sprintf("write option %q as key=value", part))
			continue
		}
		n := len(faults)
		faults = b.check(faults, key, value)
		switch {
		case n < len(faults):
		case b.Option(key).Default == value:
			faults = append(faults, fmt.Sprintf("leave out option %s=%s: it is the default", key, value))
		case key == last:
			faults = append(faults, fmt.Sprintf("option %s is given twice", key))
		case key < last:
			faults = append(faults, fmt.Sprintf("option %s must come before %s: sort the options by key", key, last))
		}
		last = key
		s = append(s, Setting{key, value})
	}
	if faults != nil {
		return nil, faults
	}
	return s, nil
}

// AppendTag appends the first field of a position line.
func (b *Book) AppendTag(dst []byte, s Settings) []byte {
	dst = append(dst, b.ID...)
	for i, o := range s {
		sep := byte(',')
		if i == 0 {
			sep = '['
		}
		dst = append(dst, sep)
		dst = append(dst, o.Key...)
		dst = append(dst, '=')
		dst = append(dst, o.Value...)
	}
	if len(s) > 0 {
		dst = append(dst, ']')
	}
	return dst
}

// Value returns the value that the settings give to an option of the book. It
// panics if the book has no such option: that is a mistake in the code.
func (b *Book) Value(s Settings, key string) string {
	for _, o := range s {
		if o.Key == key {
			return o.Value
		}
	}
	o := b.Option(key)
	if o == nil {
		panic("rulebook: " + b.ID + " has no option " + key)
	}
	return o.Default
}

// Is reports whether the settings give the option that value.
func (b *Book) Is(s Settings, key, value string) bool { return b.Value(s, key) == value }

// Meanings puts options such as "arm=6,tries=3" into words.
func (b *Book) Meanings(options string) string {
	var words []string
	for part := range strings.SplitSeq(options, ",") {
		key, name, _ := strings.Cut(part, "=")
		o := b.Option(key)
		if o == nil {
			continue
		}
		if i := slices.IndexFunc(o.Values, func(v Value) bool { return v.Name == name }); i >= 0 {
			words = append(words, o.Values[i].Means)
		} else {
			words = append(words, o.Named()+" "+name)
		}
	}
	return strings.Join(words, "; ")
}
