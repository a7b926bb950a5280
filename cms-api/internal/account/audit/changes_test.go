package audit_test

import (
	"context"
	"slices"
	"testing"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/platform/changes"
)

type document struct {
	Title    string   `bson:"title"`
	Tags     []string `bson:"tags"`
	Link     *string  `bson:"link,omitempty"`
	Revision int      `bson:"revision"`
}

func (d *document) DisplayName() string { return d.Title }

type lead struct {
	Name string `bson:"name"`
}

func TestChanged(t *testing.T) {
	link := "/about"
	one := &document{Title: "One", Tags: []string{"a"}, Revision: 1}
	two := &document{Title: "Two", Tags: []string{"a", "b"}, Link: &link, Revision: 2}
	for name, c := range map[string]struct {
		call  func(context.Context)
		title string
		names []string
	}{
		"a document that is made": {func(ctx context.Context) { changes.Wrote(ctx, nil, one) }, "One", nil},
		"one that is edited": {
			func(ctx context.Context) { changes.Wrote(ctx, one, two) }, "Two", []string{"link", "tags", "title"},
		},
		"a field that goes": {
			func(ctx context.Context) { changes.Wrote(ctx, two, one) }, "One", []string{"link", "tags", "title"},
		},
		"one that is saved as it was": {func(ctx context.Context) { changes.Wrote(ctx, one, one) }, "One", nil},
		"one that is deleted":         {func(ctx context.Context) { changes.Wrote(ctx, one, nil) }, "One", nil},
		"several": {func(ctx context.Context) {
			changes.Wrote(ctx, one, two)
			changes.Wrote(ctx, one, one)
		}, "", []string{"link", "tags", "title"}},
		"a document without a title": {
			func(ctx context.Context) { changes.Wrote(ctx, &lead{"Asha"}, &lead{"Ravi"}) }, "", []string{"name"},
		},
		"one whose name only the caller knows": {func(ctx context.Context) {
			changes.Wrote(ctx, &lead{"Asha"}, &lead{"Ravi"})
			changes.Name(ctx, "Asha")
		}, "Asha", []string{"name"}},
		"a read": {func(context.Context) {}, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, journal := changes.Watch(t.Context())
			c.call(ctx)
			got := audit.Entry{}.Changed(journal.Record())
			if got.Title != c.title || !slices.Equal(got.Changes, c.names) || got.Changes == nil {
				t.Errorf("got %q and %#v, want %q and %q", got.Title, got.Changes, c.title, c.names)
			}
		})
	}
}
