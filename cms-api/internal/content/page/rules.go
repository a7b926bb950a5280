package page

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/platform/text"
)

// maxValues bounds the values of a page, in bytes.
const maxValues = 4 << 20

// apply lays an update over a page, if it may be stored then.
func (s *Service) apply(ctx context.Context, p *Page, u Update) error {
	was := *p
	check := s.o.Checker.Begin(ctx)
	s.lay(check, p, u)
	if p.Title == "" {
		check.Refuse("body.title", "Give the page a title.")
	}
	if p.Path != was.Path {
		s.checkPath(check, p.Path)
	}
	if p.Status == Published {
		s.required(check, p, was)
	}
	return check.Err()
}

// lay lays an update over a page and settles what follows from it. It refuses what may be
// on no page, even on one that is not finished.
func (s *Service) lay(check *model.Check, p *Page, u Update) {
	text.Clean(&u)
	was, now := *p, s.now()
	updates.Apply(p, u)
	p.setPath(was)
	if p.Image != was.Image {
		p.Image = check.File("body.image", p.Image)
	}
	if u.Blocks != nil {
		p.Blocks = s.blocks(check, *u.Blocks, was.Blocks)
	}
	s.dates(check, p, u)
	p.keepPath(was, now)
	p.WasPublished = p.WasPublished || p.Status == Published
	p.UpdatedAt = now
}

func (s *Service) dates(check *model.Check, p *Page, u Update) {
	for _, each := range []struct {
		set  bool
		in   func(*time.Location, string) (*time.Time, error)
		to   **time.Time
		name string
	}{
		{u.PublishDate.Set, u.PublishDate.In, &p.PublishDate, "publish_date"},
		{u.UnpublishDate.Set, u.UnpublishDate.In, &p.UnpublishDate, "unpublish_date"},
	} {
		if !each.set {
			continue
		}
		at, err := each.in(s.o.Zone, each.name)
		if err != nil {
			check.Fail("body."+each.name, err)
			continue
		}
		*each.to = at
	}
	if p.PublishDate != nil && p.UnpublishDate != nil && !p.UnpublishDate.After(*p.PublishDate) {
		check.Refuse("body.unpublish_date", "Give an unpublish date after the publish date, or none.")
	}
}

// blocks returns the blocks as they are stored. A block is what it was by its id and type.
func (s *Service) blocks(check *model.Check, sent, stored []Block) []Block {
	checked, ids, anchors, size := slices.Clone(sent), map[string]bool{}, map[string]bool{}, 0
	for i := range checked {
		b, at := &checked[i], fmt.Sprintf("body.blocks[%d]", i)
		if b.ID == "" {
			b.ID = rand.Text()
		}
		if ids[b.ID] {
			check.Refuse(at+".id", "Another block of the page has this id.")
		}
		if b.Anchor != "" && anchors[b.Anchor] {
			check.Refuse(at+".anchor", "Another block of the page has this anchor.")
		}
		ids[b.ID], anchors[b.Anchor] = true, true
		was, known := find(stored, b)
		block, declared := s.o.Checker.Model.Block(b.Type)
		if !declared && !known {
			check.Refuse(at+".type", "The site has no such block; see GET /api/content-model for those that it has.")
			continue
		}
		b.Values = check.Values(block.Fields, at+".values", b.Values, was.Values)
		size += len(b.Values)
	}
	if size > maxValues {
		check.Refuse("body.blocks", "The page is larger than 4 MiB; make two of it.")
	}
	return checked
}

// find returns the stored block that another is a version of.
func find(stored []Block, b *Block) (Block, bool) {
	at := slices.IndexFunc(stored, func(was Block) bool { return was.ID == b.ID && was.Type == b.Type })
	if at < 0 {
		return Block{}, false
	}
	return stored[at], true
}

// required refuses blank fields of a page that is published, unless they were when it was
// published already.
func (s *Service) required(check *model.Check, p *Page, was Page) {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Hidden {
			continue
		}
		var published []model.Values
		if before, known := find(was.Blocks, b); known && !before.Hidden && was.Status == Published {
			published = append(published, before.Values)
		}
		block, _ := s.o.Checker.Model.Block(b.Type)
		check.Required(block.Fields, fmt.Sprintf("body.blocks[%d].values", i), b.Values, published...)
	}
}

// Outdated names the blocks that the model does not know, and the values that no longer
// fit it, with the reason.
func (s *Service) Outdated(ctx context.Context) ([]string, error) {
	pages, err := s.o.Store.All(ctx, "path")
	if err != nil {
		return nil, err
	}
	var found []string
	for i := range pages {
		check := s.o.Checker.Begin(ctx)
		s.blocks(check, s.current(pages[i]).Blocks, nil)
		named, err := model.Reasons(check.Err(), fmt.Sprintf("page %s", pages[i].Path))
		if err != nil {
			return nil, err
		}
		found = append(found, named...)
	}
	return found, nil
}
