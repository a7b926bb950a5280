package redirect

import (
	"fmt"
	"net/url"
	"strings"

	"academy/cms-api/internal/platform/problem"
)

// node is a redirect with what it is compared by.
type node struct {
	Redirect
	path    string // that it leads from, without the * of a pattern
	pattern bool
	target  string // the path that it leads to, without the *; "": none of this site
	carries bool   // the target ends with a *
}

func nodeOf(r Redirect) *node {
	n := &node{Redirect: r}
	n.path, n.pattern = strings.CutSuffix(r.From, rest)
	if !strings.HasPrefix(r.To, "/") {
		return n
	}
	to, carries := strings.CutSuffix(r.To, "*")
	if parsed, err := url.Parse(to); err == nil {
		n.target, _ = pathOf(parsed.EscapedPath())
		n.carries = carries
	}
	return n
}

// graph is all redirects, to tell chains by. The most specific one answers a path: an exact one before patterns,
// a longer pattern before shorter ones, and a page before patterns.
type graph struct {
	exact    map[string]*node
	patterns map[string]*node
	leading  map[string][]*node // exact targets, by path
	carrying map[string][]*node // targets that end with a *, by path
	page     func(path string) bool
}

func newGraph(page func(path string) bool) *graph {
	return &graph{map[string]*node{}, map[string]*node{}, map[string][]*node{}, map[string][]*node{}, page}
}

// same returns the redirect from the same address.
func (g *graph) same(r Redirect) *node {
	if path, pattern := strings.CutSuffix(r.From, rest); pattern {
		return g.patterns[path]
	}
	return g.exact[r.From]
}

func (g *graph) add(r Redirect) {
	n := nodeOf(r)
	if n.pattern {
		g.patterns[n.path] = n
	} else {
		g.exact[n.path] = n
	}
	if n.carries {
		g.carrying[n.target] = append(g.carrying[n.target], n)
	} else if n.target != "" {
		g.leading[n.target] = append(g.leading[n.target], n)
	}
}

// at returns the redirect that answers a path; nil where none does.
func (g *graph) at(path string) *node {
	if n := g.exact[path]; n != nil || g.page(path) {
		return n
	}
	for at := path; at != ""; at = at[:strings.LastIndexByte(at, '/')] {
		if n := g.patterns[at]; n != nil {
			return n
		}
	}
	return nil
}

// covers reports whether a path is a folder or below it.
func covers(folder, path string) bool {
	below, found := strings.CutPrefix(path, folder)
	return found && (below == "" || below[0] == '/')
}

// refusal says why a redirect may not stand beside those of g; nil: it may. R is not among them.
func (g *graph) refusal(r Redirect) error {
	n := nodeOf(r)
	if !n.pattern && g.page(n.path) {
		return problem.InvalidField("body.from",
			"The site has a page at "+n.path+", which would hide this redirect. Give that another address first.")
	}
	if n.circles(g.page) {
		return problem.InvalidField("body.to", r.From+" → "+r.To+" leads in circles; choose another target.")
	}
	if next := g.after(n); next != nil {
		return chain("body.to", n, next)
	}
	if before := g.before(n); before != nil {
		return chain("body.from", before, n)
	}
	return nil
}

// circles reports whether a redirect answers its own target.
func (n *node) circles(page func(string) bool) bool {
	switch {
	case n.target == "":
		return false
	case !n.pattern:
		return n.target == n.path
	}
	return covers(n.path, n.target) && (n.carries || !page(n.target))
}

// after returns a redirect that the target of n leads to.
func (g *graph) after(n *node) *node {
	switch {
	case n.target == "":
		return nil
	case !n.carries:
		return g.at(n.target)
	}
	return g.first(func(other *node) bool { return g.follows(n, other) })
}

// before returns a redirect whose target n leads on.
func (g *graph) before(n *node) *node {
	if n.pattern {
		return g.first(func(other *node) bool { return g.follows(other, n) })
	}
	for _, each := range g.leading[n.path] {
		return each
	}
	for at := n.path; at != ""; at = at[:strings.LastIndexByte(at, '/')] {
		for _, each := range g.carrying[at] {
			if g.follows(each, n) {
				return each
			}
		}
	}
	return nil
}

// first returns the redirect of the least address that holds is true of, so that the same one is named each time.
func (g *graph) first(holds func(*node) bool) (found *node) {
	for _, all := range []map[string]*node{g.exact, g.patterns} {
		for _, each := range all {
			if (found == nil || each.From < found.From) && holds(each) {
				found = each
			}
		}
	}
	return found
}

// follows reports whether some address that a leads to is one that b answers.
func (g *graph) follows(a, b *node) bool {
	switch {
	case a.target == "":
		return false
	case !a.carries && b.pattern:
		return covers(b.path, a.target) && g.exact[a.target] == nil && !g.page(a.target)
	case !a.carries:
		return a.target == b.path
	case b.pattern && covers(b.path, a.target):
		return true
	}
	below, found := strings.CutPrefix(b.path, strings.TrimRight(a.target, "/")+"/")
	if !found {
		return false
	}
	// A more specific redirect, or a page, may answer what would become a chain.
	former := a.path + "/" + below
	if b.pattern {
		return g.patterns[former] == nil
	}
	return g.exact[former] == nil && !g.page(former)
}

// chain returns the problem of a redirect that leads to another one.
func chain(location string, first, second *node) error {
	from := first.From
	if first.carries && !second.pattern && second.path != first.target {
		from = first.path + strings.TrimPrefix(second.path, strings.TrimRight(first.target, "/"))
	}
	end := second.Redirect
	if second.carries && !first.carries {
		below := strings.TrimPrefix(strings.TrimPrefix(first.target, second.path), "/")
		end.To = strings.TrimSuffix(end.To, "*") + below
	}
	target := nodeOf(end).target
	switch {
	case second.Status == Gone:
		return problem.InvalidField(location, fmt.Sprintf(
			"%s → %s, which is gone (410): say of %[1]s that it is gone, too, or choose another target.", from, second.From))
	case target != "" && (target == from || first.pattern && covers(first.path, target)):
		return problem.InvalidField(location, fmt.Sprintf(
			"%s → %s → %s leads in circles; choose another target.", from, second.From, end.To))
	}
	return problem.InvalidField(location, fmt.Sprintf(
		"%s → %s → %s: let %[1]s lead to %[3]s.", from, second.From, end.To))
}
