package documents_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/test/teststore"
)

type lead struct {
	revision.Document `bson:",inline"`
	Name              string    `bson:"name"`
	City              string    `bson:"city"`
	Amount            float64   `bson:"amount"`
	Tags              []string  `bson:"tags"`
	Open              bool      `bson:"open"`
	Notes             string    `bson:"notes"` // not listed
	At                time.Time `bson:"at"`
}

type leads = documents.Collection[lead, *lead]

func listed(db *mongodb.Database, collection string) *leads {
	return documents.New[lead](db, collection, "lead").Listed(documents.Listing{
		Default: "-at",
		Sort:    map[string]string{"at": "at", "name": "name", "amount": "amount", "open": "open", "id": "_id"},
		Search:  []string{"name", "city", "tags"},
		Project: documents.Without("notes"), InMemory: true, Presorted: []documents.Condition{notAsha()},
	})
}

// TestList_InMemoryEqualsTheDatabase lets two processes write, of which one
// lists from memory and the other asks the database.
func TestList_InMemoryEqualsTheDatabase(t *testing.T) {
	// Each run waits for the other process now and then: ten say enough.
	if err := flag.Set("rapid.checks", "10"); err != nil {
		t.Fatal(err)
	}
	stores := teststore.Embedded(t)
	rapid.Check(t, func(t *rapid.T) {
		h := newPair(t, stores)
		defer h.stop()
		t.Repeat(map[string]func(*rapid.T){
			"insert": func(t *rapid.T) {
				doc := anyLead(t)
				_, err := h.any(t).Insert(h.ctx, documents.Write{}, &doc)
				h.must(err)
				h.ids = append(h.ids, doc.ID)
			},
			"insert many": func(t *rapid.T) {
				var docs []lead
				for range rapid.IntRange(1, 4).Draw(t, "how many") {
					doc := anyLead(t)
					doc.ID = mongodb.NewID()
					docs, h.ids = append(docs, doc), append(h.ids, doc.ID)
				}
				_, err := h.any(t).InsertMissing(h.ctx, docs)
				h.must(err)
			},
			"update": func(t *rapid.T) {
				_, err := h.any(t).Update(h.ctx, h.id(t), documents.Write{}, func(l *lead) error {
					fresh := anyLead(t)
					fresh.Document = l.Document
					*l = fresh
					return nil
				})
				h.must(err)
			},
			"delete": func(t *rapid.T) {
				_, err := h.any(t).Delete(h.ctx, h.id(t), documents.Write{})
				h.must(err)
			},
			"compare": func(t *rapid.T) { h.compare(t) },
		})
		h.compare(t)
	})
}

func TestList_UnknownOrderIsInvalid(t *testing.T) {
	db := teststore.Start(t).Database(t, "orders")
	if _, _, err := listed(db, "leads").List(t.Context(), paging.Query{
		Window: paging.Window{Limit: 1}, Search: paging.Search{Sort: "-notes"},
	}); !problem.Is(err, problem.Invalid) {
		t.Errorf("err = %v", err)
	}
}

// pair is two processes on one database.
type pair struct {
	t              *rapid.T
	ctx            context.Context
	memory, asking *leads
	ids            []string
	stop           func()
}

func newPair(t *rapid.T, stores *teststore.Stores) *pair {
	collection := "leads_" + mongodb.NewID()
	ctx, cancel := context.WithCancel(context.Background())
	first, second := stores.Open(t, ctx, "pair"), stores.Open(t, ctx, "pair")
	h := &pair{t: t, ctx: ctx, memory: listed(first, collection), asking: listed(second, collection)}
	done := make(chan struct{})
	go func() { defer close(done); _ = first.Follow(ctx) }()
	h.stop = func() { cancel(); <-done }
	return h
}

func (h *pair) must(err error) {
	h.t.Helper()
	if err != nil && !problem.Is(err, problem.NotFound) {
		h.t.Fatal(err)
	}
}

func (h *pair) any(t *rapid.T) *leads {
	return rapid.SampledFrom([]*leads{h.memory, h.asking}).Draw(t, "process")
}

func (h *pair) id(t *rapid.T) string {
	return rapid.SampledFrom(append([]string{"unknown"}, h.ids...)).Draw(t, "id")
}

func (h *pair) compare(t *rapid.T) {
	page := paging.Query{
		Window: paging.Window{Limit: rapid.IntRange(1, 5).Draw(t, "limit"), Offset: rapid.IntRange(0, 3).Draw(t, "offset")},
		Search: paging.Search{
			Sort: rapid.SampledFrom([]string{"", "at", "-at", "name", "-name", "amount", "-amount", "open", "-id", "id"}).
				Draw(t, "sort"),
			Q: rapid.SampledFrom([]string{
				"", "", "a", "AS", "ಮೈ", "É", "e\u0301", "ಕ\u0cc6\u0cc2", ".*", "red", "$",
			}).Draw(t, "q"),
		},
	}
	where := rapid.SampledFrom([][]documents.Condition{
		nil, nil, {documents.Equal("name", "Asha")}, {documents.Equal("tags", "red")}, {documents.UpTo("at", moment(2))},
		{documents.Equal("open", true), documents.UpTo("amount", 2.5)}, {documents.UpTo("name", "b")},
		{documents.Equal("name", "missing")},
		{documents.Not(documents.UpTo("at", moment(2)))}, {documents.Above("at", moment(2))},
		{documents.Not(documents.Above("amount", 2.5))},
		{documents.Among("name", true, "Asha", "b")}, {documents.Among("tags", false, "red", "Asha")},
		{documents.Not(documents.Among("name", false, "Asha"))}, {documents.Among("absent", true)}, {notAsha()},
		{documents.Above("amount", 0.5), notAsha()},
		{documents.Not(documents.Equal("tags", "red")), documents.Not(documents.UpTo("name", "b"))},
	}).Draw(t, "where")
	var difference string
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if difference = h.difference(page, where); difference == "" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%+v %+v:\n%s", page, where, difference)
		}
	}
}

func (h *pair) difference(page paging.Query, where []documents.Condition) string {
	got, total, err := h.memory.List(h.ctx, page, where...)
	h.must(err)
	want, wantTotal, err := h.asking.List(h.ctx, page, where...)
	h.must(err)
	one, err := h.memory.One(h.ctx, where...)
	h.must(err)
	wantOne, err := h.asking.One(h.ctx, where...)
	h.must(err)
	if total == wantTotal && reflect.DeepEqual(got, want) && (one.ID == "") == (wantOne.ID == "") {
		return ""
	}
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(want)
	return fmt.Sprintf("memory   %d %s\ndatabase %d %s\none %q %q", total, a, wantTotal, b, one.ID, wantOne.ID)
}

// notAsha is a condition that the view of listed keeps in order.
func notAsha() documents.Condition { return documents.Not(documents.Equal("name", "Asha")) }

func moment(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }

func anyLead(t *rapid.T) lead {
	words := []string{"", "Asha", "asha", "Zoé", "b", "ಮೈಸೂರು", "ಕ\u0ccaಡು", "ಕ\u0cc6\u0cc2ಡು", "a.*$", "red"}
	return lead{
		Name:   rapid.SampledFrom(words).Draw(t, "name"),
		City:   rapid.SampledFrom(words).Draw(t, "city"),
		Amount: rapid.SampledFrom([]float64{0, 1, 2.5, 10, -3}).Draw(t, "amount"),
		Tags:   rapid.SliceOfN(rapid.SampledFrom(words), 0, 2).Draw(t, "tags"),
		Open:   rapid.Bool().Draw(t, "open"),
		Notes:  "long",
		At:     moment(rapid.IntRange(1, 4).Draw(t, "at")),
	}
}
