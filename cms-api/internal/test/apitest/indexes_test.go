package apitest_test

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"academy/cms-api/internal/test/apitest"
)

// small are collections that stay small by what they are: they may be read whole.
var small = []string{
	"users", "sections", "page_content", "social_links", "programs", "features", "differentiators", "videos",
	"webhook_endpoints", "publish_targets", "lead_alerts",
}

// What the application looks for has an index, in every collection that grows: its
// first field is one that is looked for, or the order is its own. Texts that are
// searched for have none.
func TestMongoDB_WhatIsLookedForHasAnIndex(t *testing.T) {
	database, app := asMongoDB(t, unlimited, func(o *apitest.Options) { o.Config.MetricsAddr = "127.0.0.1:0" })
	everyCall(t, app)
	indexes := indexesOf(t, app)
	seen := map[string]bool{}
	for _, q := range database.Queries() {
		fields := lookedFor(q.Filter)
		for _, field := range fields {
			seen[q.Collection+" "+field] = true
		}
		has := slices.ContainsFunc(append(indexes[q.Collection], []string{"_id"}), func(index []string) bool {
			return slices.Contains(fields, index[0]) || len(fields) == 0 && ordered(index, q.Sort)
		})
		if !has && !slices.Contains(small, q.Collection) && (len(fields) > 0 || len(q.Sort) > 5) {
			t.Errorf("%s has no index for %s sorted by %s; it has %v", q.Collection, q.Filter, q.Sort, indexes[q.Collection])
		}
	}
	for _, each := range []string{
		"sessions user_id", "sessions expires_at", "audit_log user_id", "audit_log resource_id", "contact_messages phone",
		"webhook_deliveries endpoint_id", "webhook_deliveries state",
	} {
		if !seen[each] {
			t.Errorf("%s was not looked for: this test does not see what it should", each)
		}
	}
	if slices.ContainsFunc(indexes["subscribers"], func(index []string) bool {
		return slices.Equal(index, []string{"email", "_id"})
	}) {
		t.Error("subscribers are indexed twice by their address")
	}
}

// The server deletes what has expired.
func TestMongoDB_WhatExpiresIsDeleted(t *testing.T) {
	_, app := asMongoDB(t, unlimited)
	for collection, field := range map[string]string{
		"sessions": "expires_at", "one_time_codes": "expires_at", "password_resets": "expires_at",
		"invitations": "expires_at", "submissions": "expires_at", "lead_events": "expires_at", "rate_limits": "until",
	} {
		found, err := opened(t, app).Collection(collection).Indexes().ListSpecifications(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(found, func(each mongo.IndexSpecification) bool {
			_, err := each.KeysDocument.LookupErr(field)
			return err == nil && each.ExpireAfterSeconds != nil && *each.ExpireAfterSeconds == 0
		}) {
			t.Errorf("nothing of %s expires by %s", collection, field)
		}
	}
}

// lookedFor returns the fields of a filter by which an index finds documents. What a document
// lacks narrows a search little.
func lookedFor(filter bson.Raw) []string {
	var fields []string
	elements, _ := filter.Elements()
	for _, each := range elements {
		operators, isDocument := each.Value().DocumentOK()
		_, positive := operators.LookupErr("$not")
		exists, known := operators.Lookup("$exists").BooleanOK()
		if !strings.HasPrefix(each.Key(), "$") && (!isDocument || positive != nil && (exists || !known)) {
			fields = append(fields, each.Key())
		}
	}
	return fields
}

// ordered reports whether a sort is that of an index, forwards or backwards.
func ordered(index []string, sort bson.Raw) bool {
	elements, _ := sort.Elements()
	for i, each := range elements {
		direction, _ := each.Value().AsInt64OK()
		first, _ := elements[0].Value().AsInt64OK()
		if i >= len(index) || each.Key() != index[i] || direction != first {
			return false
		}
	}
	return true
}

// indexesOf returns the fields of every index, by collection.
func indexesOf(t *testing.T, app *apitest.App) map[string][][]string {
	t.Helper()
	db := opened(t, app)
	names, err := db.Raw().ListCollectionNames(t.Context(), bson.D{})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][][]string{}
	for _, name := range names {
		specifications, err := db.Collection(name).Indexes().ListSpecifications(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, each := range specifications {
			var fields []string
			elements, _ := each.KeysDocument.Elements()
			for _, element := range elements {
				fields = append(fields, element.Key())
			}
			all[name] = append(all[name], fields)
		}
	}
	return all
}

// everyCall makes every call that reads, in every order and with every parameter,
// and those that look for something before they write.
func everyCall(t *testing.T, app *apitest.App) {
	t.Helper()
	staff, anyone := app.Staff(t), app.Anonymous(t)
	for _, call := range writes(t, staff) {
		staff.JSON(call.method, call.path, call.body)
	}
	g := &generator{Rand: rand.New(rand.NewPCG(1, 1)), schemas: describedSchemas(t)}
	for _, op := range operations(t) {
		if op.method != http.MethodGet {
			continue
		}
		staff.Get(op.path)
		for _, p := range op.Parameters {
			if p.In != "query" {
				continue
			}
			values := []string{"x"}
			if text, ok := g.value(p.Schema).(string); ok && text != "" {
				values = append(values, text)
			}
			if p.Name == "sort" {
				_, orders, _ := strings.Cut(staff.Get(op.path+"?sort=nothing").Text("detail"), "Sort by one of ")
				values = strings.Split(strings.TrimSuffix(orders, "."), ", ")
			}
			for _, value := range values {
				staff.Get(op.path + "?" + url.Values{p.Name: {value}}.Encode())
			}
		}
	}
	for _, body := range []apitest.JSON{{"address": "a@example.com"}, {"address": "+919876543210"}} {
		staff.Post("/api/people/export", body).Want(http.StatusOK)
	}
	anyone.Post("/api/auth/forgot-password", apitest.JSON{"email": apitest.Email})
	anyone.Post("/api/auth/phone/send-otp", apitest.JSON{"phone": "+919876543210"})
	scrape(t, app.Log)
}
