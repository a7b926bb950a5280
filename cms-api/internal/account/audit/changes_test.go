package audit_test

import (
	"context"
	"slices"
	"testing"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/revision"
)

type document struct {
	revision.Document
	Title string
}

func (d *document) DisplayName() string { return d.Title }

type lead struct{ revision.Document }

func TestChanged(t *testing.T) {
	at := func(revision int, title string) document {
		doc := document{Title: title}
		doc.ID, doc.Revision = "1", revision
		return doc
	}
	one, two, discarded := at(1, "One"), at(2, "Two"), at(2, "One")
	discarded.Deleted = &revision.Deleted{}
	edited := documents.Change[document]{Before: one, After: two, Fields: []string{"link", "tags"}}
	anonymous := func(ctx context.Context) {
		doc := lead{revision.Document{ID: "1", Revision: 1}}
		later := lead{revision.Document{ID: "1", Revision: 2}}
		changes.Wrote(ctx, documents.Change[lead]{Before: doc, After: later, Fields: []string{"name"}})
	}
	for name, c := range map[string]struct {
		call  func(context.Context)
		title string
		names []string
	}{
		"a document that is made": {
			func(ctx context.Context) { changes.Wrote(ctx, documents.Change[document]{After: one}) }, "One", nil,
		},
		"one that is edited": {
			func(ctx context.Context) { changes.Wrote(ctx, edited) }, "Two", []string{"link", "tags"},
		},
		"one that is written as it was": {
			func(ctx context.Context) {
				changes.Wrote(ctx, documents.Change[document]{Before: one, After: at(2, "One")})
			},
			"One", nil,
		},
		"one that is not written": {
			func(ctx context.Context) { changes.Wrote(ctx, documents.Change[document]{Before: one, After: one}) }, "", nil,
		},
		"one that is not there": {
			func(ctx context.Context) { changes.Wrote(ctx, documents.Change[document]{}) }, "", nil,
		},
		"one that is deleted": {
			func(ctx context.Context) { changes.Wrote(ctx, documents.Change[document]{Before: one}) }, "One", nil,
		},
		"one that is put into the trash": {func(ctx context.Context) {
			changes.Wrote(ctx, documents.Change[document]{Before: one, After: discarded, Fields: []string{"slug"}})
		}, "One", nil},
		"one that is taken out of it": {func(ctx context.Context) {
			changes.Wrote(ctx, documents.Change[document]{Before: discarded, After: at(3, "One"), Fields: []string{"slug"}})
		}, "One", nil},
		"several": {func(ctx context.Context) {
			changes.Wrote(ctx, edited)
			changes.Wrote(ctx, documents.Change[document]{Before: one, After: two, Fields: []string{"title", "link"}})
		}, "", []string{"link", "tags", "title"}},
		"a document without a title": {anonymous, "", []string{"name"}},
		"one whose name only the caller knows": {func(ctx context.Context) {
			anonymous(ctx)
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
