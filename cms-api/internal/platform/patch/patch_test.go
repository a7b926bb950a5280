package patch_test

import (
	"strings"
	"testing"

	"academy/cms-api/internal/platform/patch"
)

type base struct{ Title string }

type document struct {
	base
	Count  int
	Chosen *bool
}

type titleUpdate struct{ Title *string }

type update struct {
	titleUpdate
	Count  *int
	Chosen *bool
}

func TestApply(t *testing.T) {
	p := patch.New[document, update]()
	title, count, chosen := "new", 0, true
	doc := document{base: base{Title: "old"}, Count: 7}
	p.Apply(&doc, update{})
	if doc.Title != "old" || doc.Count != 7 || doc.Chosen != nil {
		t.Errorf("an empty update made it %+v", doc)
	}
	p.Apply(&doc, update{titleUpdate: titleUpdate{&title}, Count: &count, Chosen: &chosen})
	if doc.Title != "new" || doc.Count != 0 || doc.Chosen != &chosen {
		t.Errorf("got %+v", doc)
	}
}

func TestApply_LeavesWhatIsApart(t *testing.T) {
	p := patch.New[struct{ Title string }, struct {
		Title *string
		Slug  *string
	}]("Slug")
	title := "new"
	var doc struct{ Title string }
	p.Apply(&doc, struct{ Title, Slug *string }{Title: &title, Slug: &title})
	if doc.Title != "new" {
		t.Errorf("got %+v", doc)
	}
}

func TestNew_PanicsOnAMismatch(t *testing.T) {
	for name, make := range map[string]func(){
		"Missing": func() { patch.New[document, struct{ Missing *string }]() },
		"Count":   func() { patch.New[document, struct{ Count *string }]() },
		"Title":   func() { patch.New[document, struct{ Title string }]() },
		"Apart":   func() { patch.New[document, update]("Apart") },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if said, _ := recover().(string); !strings.Contains(said, name) {
					t.Errorf("it panicked with %q, which does not name %s", said, name)
				}
			}()
			make()
		})
	}
}
