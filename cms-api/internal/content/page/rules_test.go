package page

import (
	"errors"
	"slices"
	"testing"
	"time"

	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/platform/problem"
)

// refusedAt returns where an error says that something is wrong.
func refusedAt(t *testing.T, err error) (at []string) {
	t.Helper()
	var refused *problem.Error
	if err != nil && !errors.As(err, &refused) {
		t.Fatal(err)
	}
	if refused != nil {
		for _, field := range refused.Fields {
			at = append(at, field.Location)
		}
	}
	return at
}

func service() *Service {
	return &Service{o: Options{Checker: &model.Checker{Model: &model.Model{
		Routes: []string{"/about-us", "/blog/{slug}"}, Blocks: []model.Block{{Type: "plain"}},
	}}}}
}

func TestBlocks_AreToldApart(t *testing.T) {
	for name, c := range map[string]struct {
		blocks []Block
		want   []string
	}{
		"ids of their own": {[]Block{{ID: "a", Type: "plain"}, {ID: "b", Type: "plain"}, {Type: "plain"}}, nil},
		"one id":           {[]Block{{ID: "a", Type: "plain"}, {ID: "a", Type: "plain"}}, []string{"body.blocks[1].id"}},
		"one anchor": {[]Block{{Type: "plain", Anchor: "fees"}, {Type: "plain", Anchor: "fees"}},
			[]string{"body.blocks[1].anchor"}},
		"an unknown type": {[]Block{{Type: "other"}}, []string{"body.blocks[0].type"}},
	} {
		s := service()
		check := s.o.Checker.Begin(t.Context())
		made := s.blocks(check, c.blocks, nil)
		if at := refusedAt(t, check.Err()); !slices.Equal(at, c.want) {
			t.Errorf("%s: refused at %v, want %v", name, at, c.want)
		}
		if slices.ContainsFunc(made, func(b Block) bool { return b.ID == "" }) {
			t.Errorf("%s: a block has no id", name)
		}
	}
}

func TestCheckPath_LeavesTheSiteItsOwn(t *testing.T) {
	for path, free := range map[string]bool{
		"/kas-2027": true, "/kas/2027/fees": true, "/blog": true, "/about-us/team": true,
		"/about-us": false, "/blog/one": false, "/api": false, "/admin/x": false, "/a/b/c/d": false,
		"/KAS": false, "/": false,
	} {
		s := service()
		if why := s.refusal(path); (why == "") != free {
			t.Errorf("%s: %q", path, why)
		}
	}
}

func TestName_MakesAPathThatPagesMayHave(t *testing.T) {
	s := service()
	for title, want := range map[string]string{
		"ಕನ್ನಡ ವ್ಯಾಕರಣ": "/kannada-vyakarana", "Crash course: KAS 2027!": "/crash-course-kas-2027", "🎉": "/page",
		"": "/page", "About us": "/page-about-us", "API": "/page-api",
	} {
		page := Page{Summary: Summary{Title: title, Path: unnamed}}
		if !s.name(&page, 1) || page.Path != want {
			t.Errorf("%q is at %s, want %s", title, page.Path, want)
		}
		if s.name(&page, 2) {
			t.Errorf("%q is named twice: %s", title, page.Path)
		}
	}
}

func TestKeepPath_LeadsFromWhereItWasPublished(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var p Page
	move := func(path string) {
		was := p
		p.Path = path
		p.keepPath(was, now)
	}
	for _, step := range []struct {
		path      string
		published bool
		want      []string
	}{
		{"/draft", false, nil},
		{"/one", true, nil},
		{"/two", true, []string{"/one"}},
		{"/two", true, []string{"/one"}},
		{"/three", true, []string{"/one", "/two"}},
		{"/one", true, []string{"/two", "/three"}},
	} {
		move(step.path)
		p.WasPublished = step.published
		var former []string
		for _, f := range p.Former {
			former = append(former, f.Path)
		}
		if !slices.Equal(former, step.want) {
			t.Errorf("%s: %v lead there, want %v", step.path, former, step.want)
		}
	}
	for range maxFormer {
		move(p.Path + "x")
	}
	if len(p.Former) != maxFormer || p.Former[0].Path == "/two" {
		t.Errorf("%d former paths, the first %s", len(p.Former), p.Former[0].Path)
	}
}
