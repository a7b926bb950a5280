// Package changes gathers what one call changed, for the audit log: stores say
// which document it was and which of its fields became different, and nobody in
// between has to pass that on.
package changes

import (
	"context"
	"slices"
	"sync"
)

// Gathered are the title of the document that was written during a call, and the
// names of the fields that were changed, never their values.
type Gathered struct {
	mu      sync.Mutex
	titles  []string
	names   map[string]struct{}
	nothing bool
	refused bool
}

type key struct{}

// Gather returns a context whose users' changes are gathered.
func Gather(ctx context.Context) (context.Context, *Gathered) {
	gathered := &Gathered{names: map[string]struct{}{}}
	return context.WithValue(ctx, key{}, gathered), gathered
}

// Wanted reports whether the context's changes are gathered.
func Wanted(ctx context.Context) bool { return ctx.Value(key{}) != nil }

// Note adds the names of fields that were changed.
func Note(ctx context.Context, names ...string) {
	gathered, ok := ctx.Value(key{}).(*Gathered)
	if !ok {
		return
	}
	gathered.mu.Lock()
	defer gathered.mu.Unlock()
	for _, name := range names {
		gathered.names[name] = struct{}{}
	}
}

// Titled is a document that is public, and is called something.
type Titled interface{ Called() string }

// Subject notes what a document that is written is called, if it is Titled.
func Subject(ctx context.Context, doc any) {
	if titled, ok := doc.(Titled); ok {
		Called(ctx, titled.Called())
	}
}

// Called notes what the subject of a call is called.
func Called(ctx context.Context, title string) {
	if gathered, ok := ctx.Value(key{}).(*Gathered); ok {
		gathered.mu.Lock()
		defer gathered.mu.Unlock()
		gathered.titles = append(gathered.titles, title)
	}
}

// Refuse says that what the caller gave as proof, a password or a code, is wrong.
func Refuse(ctx context.Context) {
	if gathered, ok := ctx.Value(key{}).(*Gathered); ok {
		gathered.mu.Lock()
		defer gathered.mu.Unlock()
		gathered.refused = true
	}
}

// Refused reports whether what the caller gave as proof was wrong.
func (g *Gathered) Refused() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.refused
}

// Nothing says that the call had nothing to do.
func Nothing(ctx context.Context) {
	if gathered, ok := ctx.Value(key{}).(*Gathered); ok {
		gathered.mu.Lock()
		defer gathered.mu.Unlock()
		gathered.nothing = true
	}
}

// Nothing reports whether the call had nothing to do.
func (g *Gathered) Nothing() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.nothing
}

// Title returns what the one document that was written is called, or "".
func (g *Gathered) Title() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.titles) != 1 {
		return ""
	}
	return g.titles[0]
}

// Names returns each name once, in alphabetical order, never nil.
func (g *Gathered) Names() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	names := make([]string, 0, len(g.names))
	for name := range g.names {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
