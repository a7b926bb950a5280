// Package snapshot has everything the public may see in one immutable value
// in memory. A change replaces it as a whole; readers never wait, never see half
// of a change and never touch the database.
//
// It knows JSON bytes, not resource types: resources hand in what they publish
// (PartSource, ArticleSource) and call Sync.Record after each write.
package snapshot

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Snapshot is what the public may see at one moment. It never changes.
type Snapshot struct {
	fingerprint string
	revision    int64
	parts       []*part // by name
	length      int     // articles
	byID        *index[*entry]
	bySlug      *index[*entry]
	aliases     *index[[]*entry]                // former slugs
	named       *index[int]                     // how often articles and parts name each file
	values      map[string]json.RawMessage      // of a FilePart, by address
	digests     [indexShards]*[sha256.Size]byte // of the articles in each shard of byID; nil of none
	// cache is dropped when the snapshot is replaced.
	cache atomic.Pointer[cache]
}

type part struct {
	Part
	hash  [sha256.Size]byte
	body  *Body
	views map[string]*Body
	names map[string][]string // see files.namesOf

	listOnce sync.Once
	listed   []*listed // see list
}

// newPart returns a part; old is what it was, or nil.
func newPart(p Part, old *part) *part {
	made := &part{Part: p, hash: sha256.Sum256(p.JSON), body: BodyOf(p.JSON)}
	made.views = make(map[string]*Body, len(p.Views)+len(p.Items))
	for name, view := range p.Views {
		made.views[name] = BodyOf(view)
	}
	if p.Items != nil {
		made.takeItems(old)
	}
	return made
}

func (p *part) takeItems(old *part) {
	before := map[string]*Body{}
	if old != nil {
		before = old.views
	}
	digest := sha256.New()
	for _, item := range p.Items {
		digest.Write(item.JSON)
		digest.Write([]byte{0})
		if was := before[item.Name]; was != nil && bytes.Equal(was.Identity(), item.JSON) {
			p.views[item.Name] = was
		} else {
			p.views[item.Name] = BodyOf(item.JSON)
		}
	}
	digest.Sum(p.hash[:0])
	p.body = newBody(p.json, "")
}

// json returns the value of the part.
func (p *part) json() []byte { return p.appendJSON(nil) }

func (p *part) appendJSON(dst []byte) []byte {
	if p.Items == nil {
		return append(dst, p.JSON...)
	}
	dst = append(dst, '[')
	for i, item := range p.Items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, item.JSON...)
	}
	return append(dst, ']')
}

func (p *part) same(other Part) bool {
	equal := func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }
	return bytes.Equal(p.JSON, other.JSON) && maps.EqualFunc(p.Views, other.Views, equal) &&
		slices.EqualFunc(p.Items, other.Items, func(a, b Item) bool {
			return a.Name == b.Name && bytes.Equal(a.JSON, b.JSON)
		})
}

// Fingerprint returns 64 hexadecimal digits that stand for the content. Equal
// content has an equal fingerprint on every replica and after every restart.
func (s *Snapshot) Fingerprint() string { return s.fingerprint }

// Revision says when the newest document was written that this process has shown up to
// this snapshot, in milliseconds since 1970. It is no order of contents: what is removed
// and what the clock shows or hides leaves it as it is, and after a restart it is lower
// where the newest document was removed. It is not part of the fingerprint.
func (s *Snapshot) Revision() int64 { return s.revision }

// Len returns the number of public articles.
func (s *Snapshot) Len() int { return s.length }

// Body returns the public representation of a part, "settings", or of a view of one,
// "page_content:home/hero"; nil when there is none.
func (s *Snapshot) Body(name string) *Body {
	name, view, isView := strings.Cut(name, ":")
	found := s.part(name)
	switch {
	case found == nil:
		return nil
	case isView:
		return found.views[view]
	default:
		return found.body
	}
}

func (s *Snapshot) part(name string) *part {
	at, found := slices.BinarySearchFunc(s.parts, name, func(p *part, name string) int {
		return strings.Compare(p.Name, name)
	})
	if !found {
		return nil
	}
	return s.parts[at]
}

// has reports whether a part is the same here.
func (s *Snapshot) has(p *part) bool {
	own := s.part(p.Name)
	return own != nil && own.hash == p.hash
}

// Newest returns the slug of the newest article, "" when there is none.
func (s *Snapshot) Newest() string {
	for e := range s.articles().all() {
		return e.Slug
	}
	return ""
}

// Article returns the whole article that has this slug now, with the value of its picture, or nil.
func (s *Snapshot) Article(slug string) *Body {
	if e := s.bySlug.get(slug); e != nil {
		return e.bodyWith(s.values[e.Picture])
	}
	return nil
}

// Renamed returns the present slug of the article that once had this one.
func (s *Snapshot) Renamed(slug string) (string, bool) {
	if entries := s.aliases.get(slug); len(entries) > 0 {
		return entries[0].Slug, true
	}
	return "", false
}

// setFingerprint hashes the hashes of the parts, and the digests of the articles. Only those of
// shards that base does not have are made.
func (s *Snapshot) setFingerprint(base *Snapshot) {
	digest := sha256.New()
	for _, p := range s.parts {
		digest.Write([]byte(p.Name))
		digest.Write([]byte{0})
		digest.Write(p.hash[:])
	}
	for i, shard := range s.byID.shards {
		if s.digests[i] = base.digests[i]; shard != base.byID.shards[i] {
			s.digests[i] = digestOf(*shard)
		}
		if s.digests[i] != nil {
			digest.Write(s.digests[i][:])
		}
	}
	s.fingerprint = hex.EncodeToString(digest.Sum(nil))
}

// digestOf returns the hash of articles' hashes, which have their order among them; nil of none.
func digestOf(articles map[string]*entry) *[sha256.Size]byte {
	if len(articles) == 0 {
		return nil
	}
	digest := sha256.New()
	for _, id := range slices.Sorted(maps.Keys(articles)) {
		digest.Write(articles[id].hash[:])
	}
	return (*[sha256.Size]byte)(digest.Sum(nil))
}

// appendHead appends the members that come before the articles. Against a base, optional
// parts that did not change are left out.
func (s *Snapshot) appendHead(dst []byte, base *Snapshot, optional func(*part) bool) []byte {
	dst = append(dst, `{"fingerprint":"`...)
	dst = append(dst, s.fingerprint...)
	dst = append(dst, `","revision":`...)
	dst = strconv.AppendInt(dst, s.revision, 10)
	if base == nil {
		dst = append(dst, `,"base":null`...)
	} else {
		dst = append(dst, `,"base":"`...)
		dst = append(dst, base.fingerprint...)
		dst = append(dst, '"')
	}
	for _, p := range s.parts {
		if base != nil && optional(p) && base.has(p) {
			continue
		}
		dst = append(dst, `,"`...)
		dst = append(dst, p.Name...)
		dst = append(dst, `":`...)
		dst = p.appendJSON(dst)
	}
	if base != nil && base.part(movedArticles) != nil && s.part(movedArticles) == nil {
		dst = append(dst, `,"`+movedArticles+`":[]`...)
	}
	return append(dst, `,"articles":[`...)
}

// entry is an article with what is computed from it once. It never changes, so
// successive snapshots share it.
type entry struct {
	Article
	hash   [sha256.Size]byte
	body   *Body
	names  []string // of files
	listed listed
	valued atomic.Pointer[valued] // see bodyWith
}

func newEntry(a Article) *entry {
	hash := sha256.Sum256(a.Full)
	body := newBody(func() []byte { return a.Full }, tagOf(hash))
	return &entry{Article: a, hash: hash, body: body, listed: listed{raw: a.Summary, picture: a.Picture}}
}

// same reports whether a is the article that e was made from.
func (e *entry) same(a Article) bool {
	return e.Slug == a.Slug && e.PublishedAt.Equal(a.PublishedAt) && e.DueAt.Equal(a.DueAt) &&
		e.UnpublishedAt.Equal(a.UnpublishedAt) &&
		bytes.Equal(e.Full, a.Full) && bytes.Equal(e.Summary, a.Summary) &&
		slices.Equal(e.PreviousSlugs, a.PreviousSlugs)
}

// looksLike reports whether readers of a snapshot see no difference. Nil is no article.
func (e *entry) looksLike(other *entry) bool {
	return e == other || e != nil && other != nil && e.hash == other.hash && bytes.Equal(e.Summary, other.Summary)
}

// summary returns nil for no article.
func (e *entry) summary() []byte {
	if e == nil {
		return nil
	}
	return e.Summary
}

// compare orders articles newest first; ids, descending, decide between equal
// times.
func compare(a, b *entry) int {
	if c := b.PublishedAt.Compare(a.PublishedAt); c != 0 {
		return c
	}
	return strings.Compare(b.ID, a.ID)
}

// appendHashed appends object with a further member "hash".
func (e *entry) appendHashed(dst, object []byte) []byte {
	var value [2*sha256.Size + 2]byte
	return appendWith(dst, object, "hash", append(hex.AppendEncode(append(value[:0], '"'), e.hash[:]), '"'))
}

// appendWith appends object, whose last member is no object, with a further member.
func appendWith(dst, object []byte, member string, value []byte) []byte {
	object = bytes.TrimRight(object, " \n}")
	dst = append(dst, object...)
	if len(object) > 1 {
		dst = append(dst, ',')
	}
	dst = append(append(append(dst, '"'), member...), `":`...)
	return append(append(dst, value...), '}')
}
