package rulebook

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"parlour"
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
func (b *Book) check(faults []parlour.Fault, key, value string) []parlour.Fault {
	o := b.Option(key)
	switch {
	case o == nil:
		var keys []string
		for _, o := range b.Options {
			keys = append(keys, o.Key)
		}
		return append(faults, fault("fault.no-option", "game", b.ID, "key", strconv.Quote(key), "keys", strings.Join(keys, ", ")))
	case o.takes(value):
		return faults
	case o.Max != 0: // the values that have names are such numbers, too
		return append(faults, fault("fault.option-number", "key", key, "value", strconv.Quote(value), "least", o.Min, "most", o.Max))
	}
	return append(faults, fault("fault.option", "key", key, "value", strconv.Quote(value), "values", o.Names()))
}

var fault = parlour.FaultSentences.Fault

// Choose turns a map of options into Settings. The map may contain values equal
// to the default; Settings leave them out. Choose reports every fault it finds, in the
// order of the keys. If there are more options than the book has, it reports only the
// first that is unknown.
func (b *Book) Choose(options map[string]string) (Settings, []parlour.Fault) {
	var s Settings
	var faults []parlour.Fault
	keys := slices.Sorted(maps.Keys(options))
	if len(keys) > len(b.Options) {
		i := slices.IndexFunc(keys, func(key string) bool { return b.Option(key) == nil })
		return nil, b.check(nil, keys[i], "")
	}
	for _, key := range keys {
		n, value := len(faults), options[key]
		faults = b.check(faults, key, value)
		if n == len(faults) && b.Option(key).Default != value {
			s = append(s, Setting{key, value})
		}
	}
	return s, faults
}

// ReadTag reads the first field of a position line, the id of the game with
// its options in brackets. It is strict: options in order, no defaults, no empty
// brackets. It reports every fault it finds.
func (b *Book) ReadTag(tag string) (Settings, []parlour.Fault) {
	id, rest, found := strings.Cut(tag, "[")
	if id != b.ID {
		return nil, []parlour.Fault{fault("fault.game", "game", b.ID, "text", strconv.Quote(id))}
	}
	if !found {
		return nil, nil
	}
	rest, closed := strings.CutSuffix(rest, "]")
	if !closed {
		return nil, []parlour.Fault{fault("fault.bracket")}
	}
	if rest == "" {
		return nil, []parlour.Fault{fault("fault.no-brackets")}
	}
	var s Settings
	var faults []parlour.Fault
	last := ""
	for part := range strings.SplitSeq(rest, ",") {
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			faults = append(faults, fault("fault.key-value", "text", strconv.Quote(part)))
			continue
		}
		n := len(faults)
		faults = b.check(faults, key, value)
		switch {
		case n < len(faults):
		case b.Option(key).Default == value:
			faults = append(faults, fault("fault.default", "option", key+"="+value))
		case key == last:
			faults = append(faults, fault("fault.twice", "key", key))
		case key < last:
			faults = append(faults, fault("fault.order", "key", key, "other", last))
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
