package snapshot

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash/fnv"
	"slices"
	"strings"
)

// entry is an article with what is computed from it once. It never changes, so
// successive snapshots share it.
type entry struct {
	Article
	hash [sha256.Size]byte
	// boundary ends a chunk after this entry: see chunk.
	boundary bool
	body     Body
	listed   listed
}

func newEntry(a Article) *entry {
	e := &entry{Article: a, hash: sha256.Sum256(a.Full)}
	id := fnv.New32a()
	id.Write([]byte(a.ID))
	e.boundary = id.Sum32()%chunkSize == 0
	e.body.init(a.Full, tagOf(e.hash[:]))
	e.listed.raw = a.Summary
	return e
}

// same reports whether a is the article that e was made from.
func (e *entry) same(a Article) bool {
	return e.Slug == a.Slug && e.PublishedAt.Equal(a.PublishedAt) && e.DueAt.Equal(a.DueAt) &&
		e.UnpublishedAt.Equal(a.UnpublishedAt) &&
		bytes.Equal(e.Full, a.Full) && bytes.Equal(e.Summary, a.Summary) &&
		slices.Equal(e.PreviousSlugs, a.PreviousSlugs)
}

// looksLike reports whether readers of a snapshot see no difference.
func (e *entry) looksLike(other *entry) bool {
	return e == other || e.hash == other.hash && bytes.Equal(e.Summary, other.Summary)
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
	object = bytes.TrimRight(object, " \n}")
	dst = append(dst, object...)
	if len(object) > 1 {
		dst = append(dst, ',')
	}
	dst = append(dst, `"hash":"`...)
	dst = hex.AppendEncode(dst, e.hash[:])
	return append(dst, `"}`...)
}
