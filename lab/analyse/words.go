package analyse

import (
	"slices"

	"parlour/learn/theory"
	"parlour/phrase"
)

// What people read of an analysis is English until In puts it into another
// language. Numbers and marks stay as they are.

// In returns the report in a language.
func (r *Report) In(lang *phrase.Catalogue) *Report {
	out := *r
	out.Unit, out.Begins = LabelsIn(lang, r.Unit), worths(lang, r.Begins)
	out.Sides = slices.Clone(r.Sides)
	for i := range out.Sides {
		s := &out.Sides[i]
		for _, text := range []*string{&s.ErrorsText, &s.MeanText, &s.LuckText, &s.OwnText} {
			*text = lang.Worth(*text)
		}
	}
	out.Events = slices.Clone(r.Events)
	for i := range out.Events {
		e := &out.Events[i]
		e.Change, e.Worth, e.Choices = lang.Worth(e.Change), e.Worth.In(lang), choicesIn(lang, e.Choices)
	}
	return &out
}

// In returns the assessment in a language.
func (r *Assessment) In(lang *phrase.Catalogue) *Assessment {
	out := *r
	unit := *r.Unit
	unit.Labels = LabelsIn(lang, unit.Labels)
	out.Unit, out.Worth, out.Choices = &unit, r.Worth.In(lang), choicesIn(lang, r.Choices)
	return &out
}

func choicesIn(lang *phrase.Catalogue, list []Choice) []Choice {
	list = slices.Clone(list)
	for i := range list {
		c := &list[i]
		c.Worth, c.ErrorText = c.Worth.In(lang), lang.Worth(c.ErrorText)
	}
	return list
}

// In returns values in a language.
func (w Worth) In(lang *phrase.Catalogue) Worth {
	w.Values = worths(lang, w.Values)
	return w
}

func worths(lang *phrase.Catalogue, list []string) []string {
	list = slices.Clone(list)
	for i, text := range list {
		list[i] = lang.Worth(text)
	}
	return list
}

// LabelsIn returns the labels of a unit in a language.
func LabelsIn(lang *phrase.Catalogue, l theory.Labels) theory.Labels {
	l.Heading, l.About = lang.Said(l.Heading), lang.Said(l.About)
	l.Parts = slices.Clone(l.Parts)
	for i, name := range l.Parts {
		l.Parts[i] = lang.Said(name)
	}
	l.Ticks = slices.Clone(l.Ticks)
	for i := range l.Ticks {
		l.Ticks[i].Text = lang.Said(l.Ticks[i].Text)
	}
	return l
}
