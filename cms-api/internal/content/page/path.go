package page

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/slug"
	"academy/cms-api/internal/platform/storage"
)

const (
	// maxFormer is how many former paths of a page lead to it.
	maxFormer = 100
	// unnamed is the path of a page until one is made from its title.
	unnamed = ""
	// home is the path of the home page, which is none of these.
	home = "/"
)

var pathPattern = regexp.MustCompile(`^(/[a-z0-9-]+){1,3}$`)

// reserved are first segments that are not the site's, or whose page would be made of a
// file that the site has already.
var reserved = []string{
	"api", "admin", "auth", "media", "preview", "forgot-password", "reset-password", "index", "404", "robots",
}

// refusal says why no page may have a path; "": it may.
func (s *Service) refusal(path string) string {
	first, _, _ := strings.Cut(path[1:], "/")
	switch route := s.o.Checker.Model.Route(path); {
	case !pathPattern.MatchString(path):
		return "Give one to three segments of the letters a to z, digits and hyphens, such as /kas-2027: " +
			"no capitals, accents or spaces."
	case slices.Contains(reserved, first):
		return "/" + first + " is no address for pages; choose another."
	case route != "":
		return "The site has a page of its own there (" + route + "); choose another path."
	}
	return ""
}

func (s *Service) checkPath(check *model.Check, path string) {
	if path == unnamed {
		return
	}
	if why := s.refusal(path); why != "" {
		check.Refuse("body.path", why)
	}
}

// setPath brings the path that was given into the form in which it is stored. Without one, a page
// that was published stays where it was, and another is unnamed.
func (p *Page) setPath(was Page) {
	if p.Path != unnamed {
		p.Path = "/" + strings.Trim(p.Path, "/")
	} else if was.WasPublished {
		p.Path = was.Path
	}
}

// name gives an unnamed page the n-th path that its title suggests, or the next one that a page
// may have, and reports whether it did.
func (s *Service) name(p *Page, n int) bool {
	if p.Path != unnamed {
		return false
	}
	base := slug.Of(p.Title, "page", func(made string) bool { return s.refusal("/"+made) != "" })
	for last := n + slug.MaxTries; n <= last; n++ {
		if p.Path = "/" + slug.Numbered(base, n); s.refusal(p.Path) == "" {
			break
		}
	}
	return true
}

// withFreePath calls write until the path that name gives the page is free.
func (s *Service) withFreePath(write func(name func(*Page)) error) error {
	for n := range slug.MaxTries {
		named := false
		err := write(func(p *Page) { named = s.name(p, n+1) })
		if !named || !storage.IsDuplicate(err) {
			return taken(err)
		}
	}
	return errTooMany
}

// choosePath gives a page its own path where another page has the one that was typed, and an
// unnamed page the path that storing it would.
func (s *Service) choosePath(ctx context.Context, page *Page, own string) error {
	if free, err := s.isFree(ctx, *page); err != nil {
		return err
	} else if !free {
		page.Path = own
	}
	for n := 1; page.Path == unnamed && n <= slug.MaxTries; n++ {
		tried := *page
		s.name(&tried, n)
		if free, err := s.isFree(ctx, tried); err != nil {
			return err
		} else if free {
			page.Path = tried.Path
		}
	}
	if page.Path == unnamed {
		return errTooMany
	}
	return nil
}

// isFree reports whether a page can be at its path.
func (s *Service) isFree(ctx context.Context, page Page) (bool, error) {
	if page.Path == home {
		return false, nil
	}
	other, err := s.o.Store.One(ctx, documents.Equal("path", page.Path))
	if problem.Is(err, problem.NotFound) {
		return true, nil
	}
	return err == nil && other.ID == page.ID, err
}

var (
	errTaken   = problem.New(problem.Conflict, "Another page has this path; choose another one.")
	errTooMany = problem.New(problem.Conflict, "Too many pages have this path. Please choose another one.")
)

func taken(err error) error {
	if storage.IsDuplicate(err) {
		return problem.Wrap(problem.Conflict, err, errTaken.Detail)
	}
	return err
}

// keepPath remembers the path of a page that was published and has moved.
func (p *Page) keepPath(was Page, now time.Time) {
	if p.Path == was.Path || !was.WasPublished {
		return
	}
	p.Former = slices.DeleteFunc(slices.Clone(p.Former), func(f Former) bool {
		return f.Path == p.Path || f.Path == was.Path
	})
	p.Former = append(p.Former, Former{was.Path, now})
	p.Former = p.Former[max(0, len(p.Former)-maxFormer):]
}
