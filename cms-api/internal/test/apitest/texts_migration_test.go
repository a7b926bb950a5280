package apitest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/test/apitest"
	"academy/cms-api/internal/test/teststore"
)

// storeSeparately stores texts as earlier versions did: each item is a document, and page,
// section and type together are unique.
func storeSeparately(t *testing.T, app *apitest.App) {
	t.Helper()
	c := opened(t, app).Collection("page_content")
	_, err := c.Indexes().CreateOne(t.Context(), mongo.IndexModel{
		Keys:    bson.D{{Key: "page", Value: 1}, {Key: "section", Value: 1}, {Key: "type", Value: 1}},
		Options: options.Index().SetUnique(true),
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, each := range [][3]string{
		{"home", "hero", "heading"}, {"home", "hero", "subheading"}, {"home", "why-choose", "heading"},
		{"about", "", "image_url"}, {"every", "main", "size"},
	} {
		_, err := c.InsertOne(t.Context(), bson.D{
			{Key: "_id", Value: fmt.Sprintf("665f1f77bcf86cd79943900%d", i)}, {Key: "revision", Value: i + 1},
			{Key: "saved", Value: bson.D{{Key: "at", Value: time.Now()}, {Key: "by", Value: "somebody"}}},
			{Key: "page", Value: each[0]}, {Key: "section", Value: each[1]}, {Key: "type", Value: each[2]},
			{Key: "content", Value: fmt.Sprint("Text ", i)}, {Key: "order_index", Value: i},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Texts that earlier versions stored are moved at the start, by several processes at once and
// after one that ended half-way. Items keep ids, revisions and contents.
func TestPageContent_MovedFromEarlierVersions(t *testing.T) {
	direct := teststore.Embedded(t)
	relay, through := direct.Relay(t)
	empty := apitest.New(t, apitest.On(direct)).Ready(t)
	want := strings.TrimSpace(`
		[{"id":"665f1f77bcf86cd799439000","revision":1,"page":"home","section":"hero","type":"heading",
		"key":"heading","content":"Text 0","empty":false,"order_index":0},
		{"id":"665f1f77bcf86cd799439001","revision":2,"page":"home","section":"hero","type":"subheading",
		"key":"subheading","content":"Text 1","empty":false,"order_index":1},
		{"id":"665f1f77bcf86cd799439002","revision":3,"page":"home","section":"why-choose","type":"heading",
		"key":"heading","content":"Text 2","empty":false,"order_index":2}]`)
	want = strings.NewReplacer("\n", "", "\t", "").Replace(want)
	empty.Stop(t)
	storeSeparately(t, empty)

	relay.Fail("delete", 10107) // not writable any more: it ends when the sections have their documents
	stopped := apitest.Start(t, empty.Database, apitest.On(through))
	apitest.Eventually(t, func() bool { return relay.Asked("delete") > 1 })
	stopped.Anonymous(t).Get("/api/health/ready").Want(http.StatusServiceUnavailable)
	stopped.Stop(t)
	two := apitest.Start(t, empty.Database, apitest.On(direct))
	three := apitest.Start(t, empty.Database, apitest.On(direct))
	for _, app := range []*apitest.App{two.Ready(t), three.Ready(t)} {
		if app == two {
			staff := app.Staff(t)
			if got := strings.TrimSpace(string(staff.Get("/api/page-content/home").Want(http.StatusOK).Body)); got != want {
				t.Errorf("moved, the texts are %s, want %s", got, want)
			}
			if got := historyOf(t, staff, "page-content/home.hero"); !slices.Equal(got, []string{"1 created [] nobody"}) {
				t.Errorf("history = %q", got)
			}
			tag := staff.Put(itemsPath+"665f1f77bcf86cd799439001", apitest.JSON{"content": "New"}, "If-Match", `"2"`).
				Want(http.StatusOK).Header.Get("ETag")
			if tag != `"3"` {
				t.Errorf("a change of what was moved answers %s", tag)
			}
		}
		apitest.Eventually(t, func() bool {
			return strings.Contains(string(app.Anonymous(t).Get("/api/page-content/home/hero").Body), `"content":"New"`)
		})
	}
	count, err := opened(t, two).Collection("page_content").CountDocuments(t.Context(), bson.D{})
	if err != nil || count != 4 {
		t.Errorf("%d documents of 4 sections are left, %v", count, err)
	}
	two.Stop(t)
	later := apitest.Start(t, empty.Database, apitest.On(direct)).Ready(t)
	if got := itemsOf(t, later.Anonymous(t), "home/hero"); got !=
		`heading "Text 0" 0 of 665f1f77bcf86cd799439000, subheading "New" 0` {
		t.Errorf("after another start there is %s", got)
	}
}
