package snapshot

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"

	"academy/cms-api/internal/platform/negotiate"
)

const (
	// Bodies are compressed between a write and the first read after it, so
	// the qualities are those where more effort stopped paying (BenchmarkCompress).
	gzipLevel   = 6
	brotliLevel = 5
	// Below this size compressing saves no packet.
	compressFrom = 512
)

// Body is one public representation, serialised and compressed at most once and
// only when somebody asks. It is safe for use by many requests at the same time.
type Body struct {
	build func() []byte
	once  [negotiate.Count]sync.Once
	data  [negotiate.Count][]byte
	tag   string // base of the entity tags; made from the bytes when empty
	tags  [negotiate.Count]string
}

func newBody(build func() []byte, tag string) *Body { return &Body{build: build, tag: tag} }

// BodyOf returns a body of bytes that must not change any more.
func BodyOf(identity []byte) *Body { return newBody(func() []byte { return identity }, "") }

// Identity returns the bytes as they are. Callers must not change them.
func (b *Body) Identity() []byte {
	data, _, _ := b.Encoded(negotiate.Identity)
	return data
}

// Encoded returns the bytes in the wanted coding with their strong entity tag,
// and the coding they really are in: Identity when compressing gains nothing.
func (b *Body) Encoded(want negotiate.Encoding) (data []byte, tag string, got negotiate.Encoding) {
	b.once[negotiate.Identity].Do(func() {
		b.data[negotiate.Identity], b.build = b.build(), nil
		if b.tag == "" {
			b.tag = tagOf(sha256.Sum256(b.data[negotiate.Identity]))
		}
		b.tags[negotiate.Identity] = `"` + b.tag + `"`
	})
	if want != negotiate.Identity {
		b.once[want].Do(func() { b.compress(want) })
		if b.data[want] == nil {
			want = negotiate.Identity
		}
	}
	return b.data[want], b.tags[want], want
}

func (b *Body) compress(as negotiate.Encoding) {
	identity := b.data[negotiate.Identity]
	if len(identity) < compressFrom {
		return
	}
	if data := compress(identity, as); len(data) < len(identity) {
		b.data[as] = data
		b.tags[as] = `"` + b.tag + as.TagSuffix() + `"`
	}
}

// compress writes into memory, which cannot fail.
func compress(data []byte, as negotiate.Encoding) []byte {
	var out bytes.Buffer
	out.Grow(len(data) / 2)
	var w io.WriteCloser = brotli.NewWriterLevel(&out, brotliLevel)
	if as == negotiate.Gzip {
		w, _ = gzip.NewWriterLevel(&out, gzipLevel) // fails for levels that do not exist
	}
	_, _ = w.Write(data)
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}

// tagOf shortens a sha256 to what an entity tag needs.
func tagOf(sum [sha256.Size]byte) string { return hex.EncodeToString(sum[:16]) }

// maxPages bounds the parts of lists that a snapshot keeps serialised. Beyond it a new one
// replaces any other.
const maxPages = 128

// page is a serialised part of a list, and what is said of the rest.
type page struct {
	shown       []*listed
	values      map[string]json.RawMessage // of the snapshot
	body        *Body
	total, link string
}

// same reports whether another page shows the same.
func (p page) same(other page) bool {
	return slices.EqualFunc(p.shown, other.shown, func(a, b *listed) bool {
		return a == b && bytes.Equal(p.values[a.picture], other.values[a.picture])
	})
}

// pageKey is where a page is asked for, and how.
type pageKey struct {
	path string
	filter
}

// cache has the responses made from a whole snapshot. They are large beside what else
// an old snapshot needs, so only the current one has them.
type cache struct {
	articles ordered
	list     func() []*listed // what lists show of them
	whole    *Body
	mu       sync.Mutex
	pages    map[pageKey]page
	// earlier are the predecessor's pages. The body of one that shows the same is taken over.
	earlier map[pageKey]page
}

// cached makes the cache of a snapshot that replaces another.
func (s *Snapshot) cached(articles ordered, predecessor *Snapshot) {
	list := sync.OnceValue(func() []*listed { return listOf(articles) })
	fresh := &cache{articles: articles, list: list, pages: make(map[pageKey]page), whole: s.newWhole()}
	if old := predecessor.cache.Swap(nil); old != nil {
		old.mu.Lock()
		fresh.earlier, old.pages = old.pages, make(map[pageKey]page)
		old.mu.Unlock()
	}
	s.cache.Store(fresh)
}

// articles returns the public articles, newest first.
func (s *Snapshot) articles() ordered {
	if c := s.cache.Load(); c != nil {
		return c.articles
	}
	return orderedOf(slices.SortedFunc(s.byID.values(), compare))
}

func (s *Snapshot) newWhole() *Body {
	return newBody(func() []byte {
		dst := s.appendHead(nil, nil, nil)
		first := true
		for e := range s.articles().all() {
			if !first {
				dst = append(dst, ',')
			}
			first = false
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
		return newPage(key, list(s), columns, s.values)
	}
	if made, ok := c.page(key); ok {
		return made
	}
	// Not under the lock: a search must not delay readers.
	made := newPage(key, list(s), columns, s.values)
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.earlier[key]; ok && old.same(made) {
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

// hasPage reports whether a page has been made already.
func (s *Snapshot) hasPage(path string, f filter) bool {
	c := s.cache.Load()
	if c == nil {
		return false
	}
	_, made := c.page(pageKey{path, f})
	return made
}

func (c *cache) page(key pageKey) (page, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	made, ok := c.pages[key]
	return made, ok
}

func newPage(key pageKey, list []*listed, columns Columns, values map[string]json.RawMessage) page {
	found := key.of(list, columns)
	from := min(key.offset, len(found))
	shown := found[from : from+min(key.limit, len(found)-from)]
	return page{
		shown: shown, values: values,
		body: newBody(func() []byte {
			dst := []byte{'['}
			for i, each := range shown {
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = appendValued(dst, each.raw, values[each.picture])
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
