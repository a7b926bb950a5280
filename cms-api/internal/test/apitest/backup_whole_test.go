package apitest_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	cms "academy/cms-api/internal/app"
	"academy/cms-api/internal/test/apitest"
)

// notRestored says why a restored system does not have a collection's documents as they were.
var notRestored = map[string]string{
	"sessions":        "who is signed in at one installation is not at another",
	"one_time_codes":  "they are of minutes",
	"password_resets": "a link of before could reset what was restored",
	"lead_events":     "who was to be told of new leads was told, or the leads are not new any more",
	"submissions":     "repeated forms are known by them for minutes",
	"rate_limits":     "they count an installation's callers",
	"presence":        "who has what open is true for seconds",
	"previews":        "they are kept for minutes",
	"preview_links":   "an address that was handed out once is no way into what was restored",
	"leases":          "no process of before holds one",

	"webhook_deliveries": "what was not delivered is not news any more",
}

// storedWhole returns the documents of every collection as bytes, by their ids, and the
// collection's indexes.
func storedWhole(
	t *testing.T, app *apitest.App,
) (documents map[string]map[string]bson.Raw, indexes map[string][]string) {
	t.Helper()
	documents, indexes = map[string]map[string]bson.Raw{}, map[string][]string{}
	err := command(t, app, func(ctx context.Context, i *cms.Installation) error {
		names, err := i.Stores.DB.Raw().ListCollectionNames(ctx, bson.D{})
		if err != nil {
			return err
		}
		for _, name := range names {
			c := i.Stores.DB.Collection(name)
			if documents[name], err = rawIn(ctx, c); err != nil {
				return err
			}
			specifications, err := c.Indexes().ListSpecifications(ctx)
			if err != nil {
				return err
			}
			for _, each := range specifications {
				indexes[name] = append(indexes[name], fmt.Sprint(each.Name, each.KeysDocument, each.Unique != nil && *each.Unique))
			}
			slices.Sort(indexes[name])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return documents, indexes
}

func rawIn(ctx context.Context, c *mongo.Collection) (map[string]bson.Raw, error) {
	cursor, err := c.Find(ctx, bson.D{})
	if err != nil {
		return nil, err
	}
	defer cursor.Close(ctx)
	all := map[string]bson.Raw{}
	for cursor.Next(ctx) {
		all[cursor.Current.Lookup("_id").String()] = bytes.Clone(cursor.Current)
	}
	return all, cursor.Err()
}

// furnishWhole adds to furnish what an academy has after a year: documents with full packs of
// versions, working copies with and without a time, what is not stored yet, a trash, links
// that are open and that were revoked, accounts and invitations that are no more.
func furnishWhole(t *testing.T, app *apitest.App) {
	t.Helper()
	staff, ravi := app.Staff(t), colleague(t, app, "ravi.whole@example.com", "Ravi")
	for path, body := range map[string]apitest.JSON{
		"/api/admin/sections":        {"name": "Hero", "type": "hero", "is_visible": true},
		"/api/admin/social-media":    {"platform": "Telegram", "url": "https://t.me/a"},
		"/api/admin/programs":        {"title": "One", "features": []string{"a"}},
		"/api/admin/differentiators": {"title": "One"},
		"/api/admin/webhooks":        {"name": "Mirror", "url": "https://hooks.example.com/x", "active": false},
		"/api/mentorship":            {"name": "A", "phone": "9876543210", "email": "a@example.com"},
		"/api/enrollments": {
			"fullName": "A", "email": "a@example.com", "phone": "9876543210", "course": "psi", "amount": 1,
		},
	} {
		staff.Post(path, body).Want(http.StatusCreated)
	}
	long := strings.Repeat("<p>Rain and wind</p>", 4000) // a pack of its own
	edited, article := published(t, staff, apitest.JSON{"title": "Edited all year"})
	for n := range 40 {
		body := apitest.JSON{"title": fmt.Sprint("Edited all year, ", n), "content": "<p>x</p>"}
		if n == 20 {
			body["content"] = long
		}
		[]*apitest.Client{staff, ravi}[n%2].Put(article, body).Want(http.StatusOK)
	}
	staff.Post("/api/admin/history/articles/"+edited+"/3/restore", apitest.JSON{}).Want(http.StatusOK)
	ravi.Put(article+"/working-copy", apitest.JSON{"title": "Not live yet"}).Want(http.StatusOK)
	_, scheduled := published(t, staff, apitest.JSON{"title": "Scheduled"})
	staff.Put(scheduled+"/working-copy", apitest.JSON{"excerpt": "Later", "publish_at": "2099-08-01T06:00:00Z"}).
		Want(http.StatusOK)
	staff.Put(article, apitest.JSON{"publish_date": "2098-01-01", "unpublish_date": "2099-01-01"}).Want(http.StatusOK)
	page := staff.Post("/api/admin/pages", apitest.JSON{"path": "/kas", "title": "KAS", "status": "published"}).
		Want(http.StatusCreated).Text("id")
	staff.Put("/api/admin/pages/"+page, apitest.JSON{"path": "/kas-2027"}).Want(http.StatusOK) // leaves a redirect
	staff.Put("/api/admin/pages/"+page+"/working-copy", apitest.JSON{"title": "KAS 2027"}).Want(http.StatusOK)
	for _, unsaved := range []string{"/api/articles/new/working-copy", "/api/admin/pages/new/working-copy"} {
		ravi.Put(unsaved, apitest.JSON{"title": "Begun"}).Want(http.StatusOK)
	}
	staff.Put("/api/admin/menus/main", apitest.JSON{"items": []apitest.JSON{{"label": "KAS", "href": "page:" + page}}}).
		Want(http.StatusOK)
	for n := range 3 {
		_, deleted := published(t, staff, apitest.JSON{"title": fmt.Sprint("Deleted ", n)})
		ravi.Delete(deleted).Want(http.StatusNoContent)
	}
	share := apitest.JSON{"kind": "article", "id": edited, "expires_in": 2_592_000}
	staff.Post("/api/preview/links", share).Want(http.StatusCreated)
	revoked := staff.Post("/api/preview/links", share).Want(http.StatusCreated).Text("id")
	staff.Delete("/api/preview/links/" + revoked).Want(http.StatusNoContent)
	staff.Post("/api/preview", apitest.JSON{"kind": "article", "id": edited}).Want(http.StatusCreated)
	othersAt(t, ravi, "articles/"+edited)
	gone, id := invite(t, app, staff, "gone@example.com", "author")
	gone.Post("/api/articles", apitest.JSON{"title": "By somebody who is gone"}).Want(http.StatusCreated)
	staff.Delete("/api/admin/users/" + id).Want(http.StatusNoContent)
}

// What is restored is what was backed up: every document of every collection to the byte, but
// for what notRestored names, with the same indexes.
func TestRestore_DocumentByDocument(t *testing.T) {
	t.Parallel()
	from, _ := previewing(t, ownBucket, unlimited)
	furnish(t, from)
	furnishWhole(t, from)
	from.Stop(t)
	want, wantIndexes := storedWhole(t, from)
	archive, _ := backedUp(t, from, false)
	to := apitest.New(t, ownBucket).Ready(t)
	to.Stop(t)
	if _, err := restore(t, to, archive, false); err != nil {
		t.Fatal(err)
	}
	got, gotIndexes := storedWhole(t, to)
	for _, filled := range []string{"articles", "versions", "working_copies", "pages", "menus", "webhook_endpoints"} {
		if len(want[filled]) == 0 {
			t.Errorf("%s has nothing to restore; there are %v", filled, slices.Sorted(maps.Keys(want)))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if notRestored[name] == "" {
			sameDocuments(t, name, got[name], want[name])
		}
		// An empty collection without indexes of its own is there where something once was in it.
		nothing := len(want[name]) == 0 && len(wantIndexes[name]) == 1
		if !nothing && !slices.Equal(gotIndexes[name], wantIndexes[name]) {
			t.Errorf("%s has the indexes %q, want %q", name, gotIndexes[name], wantIndexes[name])
		}
	}
	for name := range notRestored {
		if _, is := want[name]; !is {
			t.Errorf("there is no collection %s to leave out", name)
		}
	}
}

func sameDocuments(t *testing.T, collection string, got, want map[string]bson.Raw) {
	t.Helper()
	for id, raw := range want {
		if !bytes.Equal(got[id], raw) {
			t.Errorf("%s %s is %s, want %s", collection, id, got[id], raw)
		}
	}
	for id, raw := range got {
		restored := collection == "audit_log" && raw.Lookup("action").StringValue() == "restore"
		if want[id] == nil && !restored {
			t.Errorf("%s has %s, which nobody backed up", collection, raw)
		}
	}
}

// A backup asks for no order: the embedded database would read a year of versions before it
// gives the first.
func TestBackup_ReadsAsItIsStored(t *testing.T) {
	database, app := asMongoDB(t)
	staff := app.Staff(t)
	_, article := published(t, staff, apitest.JSON{"title": "0"})
	for n := range 20 {
		staff.Put(article, apitest.JSON{"title": fmt.Sprint(n + 1)}).Want(http.StatusOK)
	}
	before := len(database.Queries())
	backedUp(t, app, false)
	read := 0
	for _, q := range database.Queries()[before:] {
		if q.Collection != "versions" {
			continue
		}
		read++
		if len(q.Sort) > 5 { // as an empty document has
			t.Errorf("versions are read by %s sorted by %s", q.Filter, q.Sort)
		}
	}
	if read == 0 {
		t.Error("no versions were read")
	}
}
