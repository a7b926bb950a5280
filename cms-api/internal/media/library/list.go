package library

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/text"
)

// Filter says which documents a list has.
type Filter struct {
	Kind       Kind   `query:"kind" enum:"image,video,file" doc:"Only files of this kind."`
	Unused     bool   `query:"unused" doc:"Only files that nothing uses; history alone does not count."`
	WithoutAlt bool   `query:"without_alt" doc:"Only pictures without a description."`
	Tag        string `query:"tag" maxLength:"240" doc:"Only files with this tag, in whatever case." example:"campus"`
}

// list is the view of all documents, which lists are read from. It is read by any number at a time.
type list struct {
	mu      sync.RWMutex
	byID    map[string]*listed // nil until loaded
	former  map[string]*listed // by the stem of each former address that is no document's present one
	changed func()             // is called after each change
}

// listed is a document, and its texts that are searched.
type listed struct {
	doc  Media
	text string
}

func newListed(doc Media) *listed {
	// No text that is searched for has a line feed.
	texts := append([]string{doc.Name, doc.Alt, doc.Credit}, doc.Tags...)
	return &listed{doc, text.Fold(strings.Join(texts, "\n"))}
}

// Replace lists all these documents, and no others.
func (l *list) Replace(all map[string]*listed) error {
	l.mu.Lock()
	l.byID = all
	l.noteFormer()
	l.mu.Unlock()
	l.changed()
	return nil
}

// Apply replaces the documents with the ids of put, and removes those that are gone.
func (l *list) Apply(_ context.Context, put map[string]*listed, gone []string) error {
	l.mu.Lock()
	maps.Copy(l.byID, put)
	for _, id := range gone {
		delete(l.byID, id)
	}
	l.noteFormer()
	l.mu.Unlock()
	l.changed()
	return nil
}

// noteFormer lists the former addresses. One that several files had leads to the one that was uploaded last. The caller
// holds the lock.
func (l *list) noteFormer() {
	l.former = map[string]*listed{}
	for _, each := range l.byID {
		for _, key := range each.doc.Former {
			stem := Stem(MediaPath + key)
			if had := l.former[stem]; had == nil || had.doc.UploadedAt.Before(each.doc.UploadedAt) {
				l.former[stem] = each
			}
		}
	}
	if len(l.former) == 0 {
		return
	}
	for _, each := range l.byID {
		delete(l.former, Stem(each.doc.URL))
	}
}

// formerOf returns the former addresses of a document's file that are not another's by now.
func (l *list) formerOf(m Media) (urls []string) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	for _, key := range m.Former {
		if of := l.former[Stem(MediaPath+key)]; l.byID == nil || of != nil && of.doc.ID == m.ID {
			urls = append(urls, MediaPath+key)
		}
	}
	return urls
}

// get returns the document of an id, and false where none is known.
func (l *list) get(id string) (Media, bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if of := l.byID[id]; of != nil {
		return of.doc, true
	}
	return Media{}, false
}

// replaced returns the document whose file had a former address of a stem, and false where there is none.
func (l *list) replaced(stem string) (Media, bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if of := l.former[stem]; of != nil {
		return of.doc, true
	}
	return Media{}, false
}

// all returns every document, in no order; false when nothing is loaded.
func (l *list) all() ([]*listed, bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return slices.Collect(maps.Values(l.byID)), l.byID != nil
}

// all returns every document, in no order: from memory, or, while that is being loaded, from the database.
func (s *Service) all(ctx context.Context) ([]*listed, error) {
	if all, loaded := s.list.all(); loaded {
		return all, nil
	}
	docs, err := s.docs.All(ctx, "id")
	all := make([]*listed, len(docs))
	for i, doc := range docs {
		all[i] = newListed(doc)
	}
	return all, err
}

// orders are what lists can be sorted by. A leading minus turns each round.
func orders() map[string]func(a, b *listed) int {
	return map[string]func(a, b *listed) int{
		"newest": func(a, b *listed) int { return b.doc.UploadedAt.Compare(a.doc.UploadedAt) },
		"name":   func(a, b *listed) int { return strings.Compare(a.text, b.text) }, // which begins with the name
		"size":   func(a, b *listed) int { return cmp.Compare(b.doc.Bytes, a.doc.Bytes) },
	}
}

// List returns one page of the documents that a filter and a search leave, and how many there are in all. It is
// never nil. The order is "newest", "name" or "size", the largest first; an unknown one is an Invalid problem.
func (s *Service) List(ctx context.Context, filter Filter, page paging.Query) ([]Media, int, error) {
	name, reversed, err := page.Order("newest", slices.Sorted(maps.Keys(orders()))...)
	if err != nil {
		return nil, 0, err
	}
	all, err := s.matching(ctx, filter, page.Q)
	if err != nil {
		return nil, 0, err
	}
	compare := orders()[name]
	slices.SortFunc(all, func(a, b *listed) int {
		order := cmp.Or(compare(a, b), strings.Compare(b.doc.ID, a.doc.ID))
		if reversed {
			return -order
		}
		return order
	})
	found := []Media{}
	total := len(all)
	all = all[min(page.Offset, total):] // the sum of both may be too large for an int
	for _, each := range all[:min(page.Limit, len(all))] {
		found = append(found, each.doc)
	}
	found, err = s.completeAll(ctx, found)
	return found, total, err
}

// matching returns the documents that a filter and a search leave, in no order.
func (s *Service) matching(ctx context.Context, filter Filter, q string) ([]*listed, error) {
	if err := s.awaitUses(ctx); err != nil {
		return nil, err
	}
	all, err := s.all(ctx)
	wanted, tag := text.Fold(q), text.Fold(filter.Tag)
	mine := !access.May(ctx, access.ContentRead) && access.MayOwn(ctx, access.ContentRead)
	return slices.DeleteFunc(all, func(each *listed) bool {
		doc := each.doc
		return mine && doc.owner() != access.By(ctx) || !strings.Contains(each.text, wanted) ||
			filter.Kind != "" && doc.Kind != filter.Kind ||
			filter.WithoutAlt && (doc.Kind != Image || doc.Alt != "") ||
			tag != "" && !slices.ContainsFunc(doc.Tags, func(has string) bool { return text.Fold(has) == tag }) ||
			filter.Unused && s.used(doc)
	}), err
}

// TagCount is a tag, and how many files have it.
type TagCount struct {
	Tag   string `json:"tag" example:"campus"`
	Count int    `json:"count" doc:"How many files have it."`
}

// mostTagsListed is how many tags Tags returns.
const mostTagsListed = 1000

// Tags returns the tags that files have, by name, never nil; the most used ones where there are very many. Those that
// differ only in case are one, in the spelling that most files have.
func (s *Service) Tags(ctx context.Context) ([]TagCount, error) {
	all, err := s.all(ctx)
	spellings := map[string]int{}
	for _, each := range all {
		for _, tag := range each.doc.Tags {
			spellings[tag]++
		}
	}
	tags := map[string]TagCount{}
	for _, tag := range slices.SortedFunc(maps.Keys(spellings), func(a, b string) int {
		return cmp.Or(spellings[b]-spellings[a], strings.Compare(a, b))
	}) {
		had := tags[text.Fold(tag)]
		tags[text.Fold(tag)] = TagCount{cmp.Or(had.Tag, tag), had.Count + spellings[tag]}
	}
	byName := func(a, b TagCount) int { return strings.Compare(text.Fold(a.Tag), text.Fold(b.Tag)) }
	found := slices.SortedFunc(maps.Values(tags), func(a, b TagCount) int { return cmp.Or(b.Count-a.Count, byName(a, b)) })
	found = append([]TagCount{}, found[:min(len(found), mostTagsListed)]...)
	slices.SortFunc(found, byName)
	return found, err
}
