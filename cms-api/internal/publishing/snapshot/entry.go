package snapshot

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// entry is an article with what is computed from it once. It never changes, so
// successive snapshots share it.
type entry struct {
	Article
	hash   [sha256.Size]byte
	body   *Body
	listed listed
}

func newEntry(a Article) *entry {
	hash := sha256.Sum256(a.Full)
	body := newBody(func() []byte { return a.Full }, tagOf(hash))
	return &entry{Article: a, hash: hash, body: body, listed: listed{raw: a.Summary}}
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

// replaced returns a sorted list without out, which are in it, and with in. Out and in
// are sorted.
func replaced(list, out, in []*entry) []*entry {
	next := make([]*entry, 0, len(list)+len(in)-len(out))
	for _, e := range list {
		if len(out) > 0 && out[0] == e {
			out = out[1:]
			continue
		}
		for len(in) > 0 && compare(in[0], e) < 0 {
			next, in = append(next, in[0]), in[1:]
		}
		next = append(next, e)
	}
	return append(next, in...)
}

// appendHashed appends object with a further member "hash".
func (e *entry) appendHashed(dst, object []byte) []byte {
	object = bytes.TrimRight(object, " \n}")
	dst = append(dst, object...)
	if len(object) > 1 {
		dst = append(dst, ',')
	}
	dst = append(dst, `"hash":"`...)
	dst = hex.AppendEncode(dst, e.hash[:])
	return append(dst, `"}`...)
}
