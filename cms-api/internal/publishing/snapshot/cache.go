package snapshot

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// maxPages bounds the parts of lists that a snapshot keeps serialised. Beyond it a new one
// takes the place of any other.
const maxPages = 128

// page is a serialised part of a list, and what is said of the rest.
type page struct {
	shown       []*listed
	body        *Body
	total, link string
}

// pageKey is where a page is asked for, and how.
type pageKey struct {
	path string
	filter
}

// cache holds the responses made from a whole snapshot. They are large beside what else
// an old snapshot holds on to, so only the current one has them.
type cache struct {
	articles []*entry // newest first
	whole    *Body
	mu       sync.Mutex
	pages    map[pageKey]page
	// earlier are the predecessor's pages. The body of one that shows the same is taken over.
	earlier map[pageKey]page
}

// cached makes the cache of a snapshot that replaces another.
func (s *Snapshot) cached(articles []*entry, predecessor *Snapshot) {
	fresh := &cache{articles: articles, pages: make(map[pageKey]page), whole: s.newWhole()}
	if old := predecessor.cache.Swap(nil); old != nil {
		old.mu.Lock()
		fresh.earlier, old.pages = old.pages, make(map[pageKey]page)
		old.mu.Unlock()
	}
	s.cache.Store(fresh)
}

// articles returns the public articles, newest first.
func (s *Snapshot) articles() []*entry {
	if c := s.cache.Load(); c != nil {
		return c.articles
	}
	return slices.SortedFunc(s.byID.values(), compare)
}

func (s *Snapshot) newWhole() *Body {
	return newBody(func() []byte {
		dst := s.appendHead(nil, nil, nil)
		for i, e := range s.articles() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = e.appendHashed(dst, e.Summary)
		}
		return append(dst, `],"removed":[]}`...)
	}, s.fingerprint)
}

func (s *Snapshot) whole() *Body {
	if c := s.cache.Load(); c != nil {
		return c.whole
	}
	return s.newWhole()
}

// page returns a part of a list. Path is where it is asked for.
func (s *Snapshot) page(path string, list func(*Snapshot) []*listed, columns Columns, f filter) page {
	c, key := s.cache.Load(), pageKey{path, f}
	if c == nil {
		return newPage(key, list(s), columns)
	}
	if made, ok := c.page(key); ok {
		return made
	}
	// Not under the lock: a search must not hold up who just reads.
	made := newPage(key, list(s), columns)
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.earlier[key]; ok && slices.Equal(old.shown, made.shown) {
		made.body = old.body
	}
	delete(c.earlier, key)
	if len(c.pages) >= maxPages {
		for other := range c.pages {
			delete(c.pages, other)
			break
		}
	}
	c.pages[key] = made
	return made
}

// keeps reports whether a page has been made already.
func (s *Snapshot) keeps(path string, f filter) bool {
	c := s.cache.Load()
	if c == nil {
		return false
	}
	_, kept := c.page(pageKey{path, f})
	return kept
}

func (c *cache) page(key pageKey) (page, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	made, ok := c.pages[key]
	return made, ok
}

func newPage(key pageKey, list []*listed, columns Columns) page {
	found := key.of(list, columns)
	from := min(key.offset, len(found))
	shown := found[from : from+min(key.limit, len(found)-from)]
	return page{
		shown: shown,
		body: newBody(func() []byte {
			dst := []byte{'['}
			for i, each := range shown {
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = append(dst, each.raw...)
			}
			return append(dst, ']')
		}, ""),
		total: strconv.Itoa(len(found)),
		link:  key.link(len(found)),
	}
}

// link returns the Link header: where the neighbouring pages are.
func (k pageKey) link(total int) string {
	var links []string
	add := func(offset int, relation string) {
		query := url.Values{"limit": {strconv.Itoa(k.limit)}, "offset": {strconv.Itoa(offset)}}
		sort := k.sort
		if k.descending {
			sort = "-" + sort
		}
		for name, value := range map[string]string{"q": k.q, "sort": sort, categoryMember: k.category} {
			if value != "" {
				query.Set(name, value)
			}
		}
		links = append(links, fmt.Sprintf("<%s?%s>; rel=%q", k.path, query.Encode(), relation))
	}
	if k.limit < total-k.offset {
		add(k.offset+k.limit, "next")
	}
	if k.offset > 0 {
		add(max(0, k.offset-k.limit), "prev")
	}
	return strings.Join(links, ", ")
}
