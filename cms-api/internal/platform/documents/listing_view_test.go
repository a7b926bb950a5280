package documents

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/storage"
)

// A document that takes the place of another one, equal in what a unique index is over,
// is there and the other one is not, in whatever order the two are told.
func TestListView_EqualButForTheID(t *testing.T) {
	for _, ids := range [][2]string{{"a", "b"}, {"b", "a"}} {
		v := &listView{listing: Listing{Then: map[string]string{"email": "page"}}}
		item := func(id string) *listItem {
			raw, err := bson.Marshal(bson.D{{Key: "_id", Value: id}, {Key: "email", Value: "asha"}, {Key: "page", Value: "x"}})
			if err != nil {
				t.Fatal(err)
			}
			made, _, err := v.item(raw)
			if err != nil {
				t.Fatal(err)
			}
			return made
		}
		if err := v.Replace(map[string]*listItem{ids[0]: item(ids[0])}); err != nil {
			t.Fatal(err)
		}
		page := func() []bson.Raw {
			found, _, _ := v.page(order{field: "email"}, paging.Query{Window: paging.Window{Limit: 9}}, nil)
			return found
		}
		page() // from now on the order is kept
		if err := v.Apply(t.Context(), map[string]*listItem{ids[1]: item(ids[1])}, ids[:1]); err != nil {
			t.Fatal(err)
		}
		if found := page(); len(found) != 1 || storage.IDOf(found[0]) != ids[1] {
			t.Errorf("%s in the place of %s: listed are %v", ids[1], ids[0], found)
		}
	}
}
