package web

// reach is empty inside a browser: the page is there already, and the only
// person to reach is in front of it.
type reach struct{}

// A Sender sends nothing.
type Sender struct{}

var reachMeanings []meaning

func (s *Server) newReach() reach { return reach{} }

func (reach) close() {}

func (reach) depart(string, int) {}

func (reach) waiting() int { return 0 }

func reachRoutes() []route { return nil }
