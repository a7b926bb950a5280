package transfer

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/operate/convert"
)

func service() *Service {
	return &Service{o: Options{Log: slog.New(slog.DiscardHandler), Zone: time.UTC}, md: convert.NewMarkdown()}
}

// A page without a name, or with one that no path here can have, gets a path of its id.
func TestWordPress_PagesWithoutAPath(t *testing.T) {
	w := &wordpress{s: service()}
	for _, from := range []wxrItem{
		{Type: "page", ID: "1", Link: "https://old.example/?page_id=1"},
		{Type: "page", ID: "2", Link: "https://old.example/%E0%A4%B9%E0%A4%BF/", Name: "%E0%A4%B9%E0%A4%BF"},
	} {
		it := w.item(from)
		if path := pathOf(it); path != "/page-"+it.id[:8] || it.status != article.Draft {
			t.Errorf("%s is at %s", from.Link, path)
		}
	}
}

func TestMade(t *testing.T) {
	s := service()
	it, err := s.made("A", func() (item, error) { panic("x") })
	if err != nil || it.title != "A" || !errors.Is(it.broken, errPanicked) {
		t.Errorf("a panic: %+v, %v", it, err)
	}
	it, err = s.made("A", func() (item, error) { return item{}, errLarge })
	if err != nil || !errors.Is(it.broken, errLarge) {
		t.Errorf("a refusal: %+v, %v", it, err)
	}
	lost := errors.New("no store")
	if _, err = s.made("A", func() (item, error) { return item{}, lost }); !errors.Is(err, lost) {
		t.Errorf("a store that fails: %v", err)
	}
	if it, err = s.made("A", func() (item, error) { return item{title: "B"}, nil }); err != nil || it.title != "B" {
		t.Errorf("an item: %+v, %v", it, err)
	}
}
