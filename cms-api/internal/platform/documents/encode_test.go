package documents_test

import (
	"context"
	"sync/atomic"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/test/teststore"
)

var encodes, decodes atomic.Int64

// counting is a text that counts how often it is encoded and decoded.
type counting string

func (c counting) MarshalBSONValue() (byte, []byte, error) {
	encodes.Add(1)
	kind, data, err := bson.MarshalValue(string(c))
	return byte(kind), data, err
}

func (c *counting) UnmarshalBSONValue(kind byte, data []byte) error {
	decodes.Add(1)
	return bson.UnmarshalValue(bson.Type(kind), data, (*string)(c))
}

type counter struct {
	revision.Document `bson:",inline"`
	Text              counting `bson:"text"`
}

// ignoring is a view that keeps nothing.
type ignoring struct{}

func (ignoring) Replace(map[string]bool) error                          { return nil }
func (ignoring) Apply(context.Context, map[string]bool, []string) error { return nil }

// A save encodes its document once, with versions, a list in memory and views, and decodes what is
// stored for the change and for what was before, and once more for each view.
func TestUpdate_EncodesOnce(t *testing.T) {
	docs := documents.New[counter](teststore.Start(t).Database(t, "encodes"), "counters", "counter").Versioned().
		WithTrash(nil).Listed(documents.Listing{Project: documents.Without("text"), InMemory: true})
	all := func(counter) (bool, bool, error) { return true, true, nil }
	documents.AddView(docs, ignoring{}, all)
	documents.AddWorkingView(docs, ignoring{}, all)
	doc := counter{Text: "one"}
	if _, err := docs.Insert(t.Context(), documents.Write{}, &doc); err != nil {
		t.Fatal(err)
	}
	encodes.Store(0)
	decodes.Store(0)
	made, err := docs.Update(t.Context(), doc.ID, documents.Write{}, func(c *counter) error {
		c.Text = "two"
		return nil
	})
	if err != nil || made.Before.Text != "one" || made.After.Text != "two" || len(made.Fields) != 1 {
		t.Fatalf("%+v: %v", made, err)
	}
	if encodes.Load() != 1 || decodes.Load() != 3 {
		t.Errorf("%d encodes and %d decodes", encodes.Load(), decodes.Load())
	}
	read, err := docs.Get(t.Context(), doc.ID)
	if err != nil || read.Text != "two" || read.Revision != 2 || read.Saved.Fields != nil {
		t.Errorf("stored is %+v: %v", read, err)
	}
}
