package opening

import "strconv"

// Care says how well the value of a reply is known: "± 0.012", or the depth of the
// search, "17".
func (b *Book) Care(r *Reply) string {
	switch {
	case r.Err > 0:
		return "± " + b.Unit.Amount(1.96*r.Err)
	case r.Depth > 0:
		return strconv.Itoa(r.Depth)
	}
	return ""
}
