package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/publishing/snapshot"
)

// Known is what the public form of the site needs of a page. What it shows of one that
// may become public is serialised once.
type Known struct {
	Summary
	former []Former
	whole  json.RawMessage
}

// Source returns the pages as a source of parts.
func (s *Service) Source(t *snapshot.Together) *snapshot.Source[Known] {
	return snapshot.NewSource(t, name.Stored(), s.o.Store.Collection, s.known)
}

func (s *Service) known(page Page) (Known, error) {
	known := Known{Summary: page.Summary, former: page.Former}
	known.Working = nil
	if page.Status != Published {
		return known, nil
	}
	page = s.current(page)
	page.Revision, page.UnpublishDate = 0, nil
	page.Blocks = slices.DeleteFunc(page.Blocks, func(b Block) bool { return b.Hidden })
	var err error
	if known.whole, err = json.Marshal(page); err != nil {
		err = fmt.Errorf("serialise page %s: %w", page.ID, err)
	}
	return known, err
}

// Site is what readers see of all pages at one moment.
type Site struct {
	public []Known         // by path
	hidden map[string]bool // paths, and ids as links name them
	// Until is when it will be another without a write; zero: never.
	Until time.Time
}

// At returns what readers see at a moment.
func At(now time.Time, all []Known) Site {
	s := Site{hidden: map[string]bool{}}
	for _, each := range all {
		if each.public(now) {
			s.public = append(s.public, each)
		} else {
			s.hidden[each.Path], s.hidden["page:"+each.ID] = true, true
		}
		for _, at := range []*time.Time{each.PublishDate, each.UnpublishDate} {
			if each.Status == Published && at != nil && at.After(now) && (s.Until.IsZero() || at.Before(s.Until)) {
				s.Until = *at
			}
		}
	}
	slices.SortFunc(s.public, func(a, b Known) int { return cmp.Compare(a.Path, b.Path) })
	return s
}

// Hides reports whether a link leads to a page that readers do not see.
func (s Site) Hides(href string) bool {
	path, _, _ := strings.Cut(href, "#")
	path, _, _ = strings.Cut(path, "?")
	return s.hidden[path]
}

// Parts returns what the snapshot shows: the pages whole, each under its path, and their list.
func (s Site) Parts() ([]snapshot.Part, error) {
	pages := snapshot.Part{Name: name.Stored(), Items: make([]snapshot.Item, len(s.public))}
	list := make([]Listed, len(s.public))
	for i, each := range s.public {
		pages.Items[i] = snapshot.Item{Name: each.Path, JSON: each.whole}
		list[i] = Listed{
			each.ID, each.Path, each.Title, each.Description, each.Image, each.PublishDate, each.UpdatedAt,
		}
	}
	listed, err := json.Marshal(list)
	if err != nil {
		return nil, fmt.Errorf("serialise the list of pages: %w", err)
	}
	pages.Views = map[string]json.RawMessage{"list": listed}
	return []snapshot.Part{pages}, nil
}

// Redirects leads from each former path to that of the page which had it last. A page
// wins over a redirect at its path, and no redirect leads to another, since each leads to
// where its page is now.
func (s Site) Redirects() []Redirect {
	to, until := map[string]string{}, map[string]time.Time{}
	for _, each := range s.public {
		for _, former := range each.former {
			if former.Until.After(until[former.Path]) {
				to[former.Path], until[former.Path] = each.Path, former.Until
			}
		}
	}
	for _, each := range s.public {
		delete(to, each.Path)
	}
	redirects := make([]Redirect, 0, len(to))
	for from, target := range to {
		redirects = append(redirects, Redirect{from, target})
	}
	slices.SortFunc(redirects, func(a, b Redirect) int { return cmp.Compare(a.From, b.From) })
	return redirects
}
