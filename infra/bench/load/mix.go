package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/valyala/fasthttp"
)

// kind is what somebody does.
type kind int

const (
	pages kind = iota
	assets
	reads
	forms
	saves
	kinds
)

func (k kind) String() string {
	return [kinds]string{
		"pages of the site", "scripts, styles, pictures", "public reads", "forms", "saves of an editor",
	}[k]
}

// share is how many of ten thousand calls are of each kind.
var share = [kinds]int{pages: 3000, assets: 6000, reads: 900, forms: 95, saves: 5}

// mix makes calls up. Its methods may be called from several goroutines.
type mix struct {
	at      []string // processes that take calls in turns
	gets    [kinds][]string
	cookie  string
	article string
	made    atomic.Int64
}

// newMix reads the addresses of the site.
func newMix(ctx context.Context, p *product) (*mix, error) {
	m := &mix{at: p.addresses(), cookie: p.cookie}
	get := func(path string) (string, error) {
		body, _, err := call(ctx, http.MethodGet, p.first+path, "", "")
		return string(body), err
	}
	found, err := sitemap(get, "/sitemap.xml", 2)
	if err != nil {
		return nil, err
	}
	m.gets[pages] = found
	loaded := regexp.MustCompile(`(?:href|src)="(/(?:_next/static|media)/[^"]+)"`)
	for _, path := range m.gets[pages] {
		page, err := get(path)
		if err != nil {
			return nil, err
		}
		for _, match := range loaded.FindAllStringSubmatch(page, -1) {
			if !slices.Contains(m.gets[assets], match[1]) {
				m.gets[assets] = append(m.gets[assets], match[1])
			}
		}
	}
	var articles []struct{ ID, Slug string }
	list, err := get("/api/articles?status=published")
	if err == nil {
		err = json.Unmarshal([]byte(list), &articles)
	}
	if err != nil {
		return nil, err
	}
	m.gets[reads] = []string{
		"/api/articles?status=published", "/api/settings", "/api/social-media", "/api/sections/visible", "/api/videos",
		"/api/page-content/home",
	}
	for _, article := range articles {
		m.gets[reads] = append(m.gets[reads], "/api/articles/"+article.Slug)
	}
	if len(articles) == 0 || len(m.gets[pages]) < 10 || len(m.gets[assets]) < 10 {
		return nil, fmt.Errorf("the site has %d articles, %d pages and %d assets: too little to ask for", len(articles),
			len(m.gets[pages]), len(m.gets[assets]))
	}
	m.article = articles[0].ID
	return m, nil
}

// sitemap returns the paths of all pages; depth bounds how far one leads to others.
func sitemap(get func(string) (string, error), path string, depth int) (found []string, err error) {
	if depth == 0 {
		return nil, errors.New("the sitemap leads to sitemaps of sitemaps")
	}
	body, err := get(path)
	if err != nil {
		return nil, err
	}
	for _, match := range regexp.MustCompile(`<loc>([^<]+)</loc>`).FindAllStringSubmatch(body, -1) {
		at, err := url.Parse(match[1])
		if err != nil {
			return nil, err
		}
		if !strings.HasSuffix(at.Path, ".xml") {
			found = append(found, max(at.Path, "/"))
			continue
		}
		more, err := sitemap(get, at.Path, depth-1)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	return found, nil
}

// next makes up the next call.
func (m *mix) next(to *fasthttp.Request, dice *rand.Rand) kind {
	n := m.made.Add(1)
	at := m.at[n%int64(len(m.at))]
	chosen, of := kind(0), dice.IntN(10_000)
	for ; of >= share[chosen]; chosen++ {
		of -= share[chosen]
	}
	to.Reset()
	switch chosen {
	case forms:
		to.Header.SetMethod(http.MethodPost)
		to.Header.SetContentType("application/json")
		email := fmt.Sprintf("visitor.%d@example.com", n)
		if n%2 == 0 {
			to.SetRequestURI(at + "/api/contact")
			to.SetBodyString(`{"name":"Asha Rao","email":"` + email + `","message":"Is there an evening batch?"}`)
		} else {
			to.SetRequestURI(at + "/api/mentorship")
			to.SetBodyString(`{"name":"Asha Rao","email":"` + email + `","phone":"+919876543210"}`)
		}
	case saves:
		to.Header.SetMethod(http.MethodPut)
		to.Header.SetContentType("application/json")
		to.Header.Set("Cookie", m.cookie)
		to.SetRequestURI(at + "/api/articles/" + m.article)
		to.SetBodyString(fmt.Sprintf(`{"excerpt":"As it stood after call %d."}`, n))
	default:
		to.Header.Set("Accept-Encoding", "gzip, br")
		to.SetRequestURI(at + m.gets[chosen][dice.IntN(len(m.gets[chosen]))])
	}
	return chosen
}
