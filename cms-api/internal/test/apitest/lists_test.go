package apitest_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/test/apitest"
)

// fill stores documents straight in the database that an App is started on.
func fill(t testing.TB, database, collection string, count int, doc func(i int) bson.M) {
	t.Helper()
	db, err := mongodb.Open(os.Getenv("MONGODB_URI"), database, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close(context.Background()) }()
	const batch = 1000
	for from := 0; from < count; from += batch {
		var docs []any
		for i := from; i < min(from+batch, count); i++ {
			made := doc(i)
			made["_id"], made["revision"] = fmt.Sprintf("%024d", i), 1
			docs = append(docs, made)
		}
		if _, err := db.Collection(collection).InsertMany(t.Context(), docs); err != nil {
			t.Fatal(err)
		}
	}
}

func enrollment(i int) bson.M {
	first := []string{"Asha", "Ravi", "Meera", "Karthik", "Divya", "Suresh", "Lakshmi"}[i%7]
	return bson.M{
		"full_name": fmt.Sprintf("%s Number%d", first, i),
		"email":     fmt.Sprintf("%s.%d@example.com", strings.ToLower(first), i),
		"phone":     fmt.Sprintf("+9198%08d", i), "course": []string{"psi", "upsc-prelims", "mentorship"}[i%3],
		"date_of_birth": "2001-05-14",
		"batch":         "morning", "start_date": "2026-01-05", "address": "12, Second Cross, Kuvempunagar",
		"city":  []string{"Mysuru", "Hubballi"}[i%2],
		"state": "Karnataka", "pincode": "570023", "payment_method": "upi", "amount": 12500.0,
		"created_at": time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * time.Minute),
	}
}

func loaded(t testing.TB, app *apitest.App, collection string) {
	t.Helper()
	apitest.Eventually(t, func() bool {
		return strings.Contains(app.Log.String(), "collection="+collection+" ")
	})
}

func TestLists_ManyLeads(t *testing.T) {
	database := "test_lists_" + mongodb.NewID()
	const count = 2500
	fill(t, database, "enrollments", count, enrollment)
	app := apitest.Start(t, database).Ready(t)
	loaded(t, app, "enrollments")
	staff := app.Staff(t)
	want := func(query string, total int, first string) {
		t.Helper()
		answer := staff.Get("/api/enrollments" + query)
		list := rows(t, answer)
		if got := answer.Header.Get("X-Total-Count"); got != strconv.Itoa(total) {
			t.Errorf("%s: total %s, want %d", query, got, total)
		}
		if total > 0 && (len(list) == 0 || list[0]["name"] != first) {
			t.Errorf("%s: %d rows, not beginning with %s: %.200s", query, len(list), first, answer.Body)
		}
	}
	want("", count, "Asha Number2499")
	want("?sort=created_at&limit=5", count, "Asha Number0")
	want("?q=mysuru", count/2, "Lakshmi Number2498")
	want("?q=%2B919800000017", 1, "Karthik Number17")
	want("?q=nobody", 0, "")
	want("?sort=-name&limit=1", count, "Suresh Number999")
	want("?offset=2499", count, "Asha Number0")
	if link := staff.Get("/api/enrollments?limit=10&offset=10").Header.Get("Link"); !strings.Contains(link, "offset=0") ||
		!strings.Contains(link, "offset=20") {
		t.Errorf("Link = %s", link)
	}
	staff.Get("/api/enrollments?sort=-address").Problem(http.StatusUnprocessableEntity)
	staff.Get("/api/enrollments?q=a%00b").Problem(http.StatusUnprocessableEntity)

	// A write shows at once, here and in another process.
	other := apitest.Start(t, database).Ready(t)
	loaded(t, other, "enrollments")
	body := apitest.JSON{"fullName": "Zara Khan", "email": "z@example.com", "phone": "9876543210", "course": "psi"}
	staff.Post("/api/enrollments", body).Want(http.StatusCreated)
	want("?q=zara", 1, "Zara Khan")
	want("", count+1, "Zara Khan")
	there := other.Staff(t)
	apitest.Eventually(t, func() bool { return len(rows(t, there.Get("/api/enrollments?q=zara"))) == 1 })
}

// BenchmarkLists asks for pages of 50,000 leads, and of 10,000 articles of 6 KB.
func BenchmarkLists(b *testing.B) {
	const leads, articles = 50_000, 10_000
	database := "bench_lists_" + mongodb.NewID()
	fill(b, database, "enrollments", leads, enrollment)
	content := strings.Repeat("<p>Read the editorial first, then the rest.</p>", 130)
	fill(b, database, "articles", articles, func(i int) bson.M {
		at := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * time.Hour)
		return bson.M{
			"slug": fmt.Sprintf("article-%d", i), "title": fmt.Sprintf("Article %d on polity", i),
			"excerpt":      "What to read, and in which order.",
			"banner_image": "", "author": "Asha Rao", "author_id": "", "category": "Strategy",
			"tags": bson.A{"reading", "polity"}, "status": "draft",
			"publish_date": nil, "created_at": at, "updated_at": at, "content": content, "previous_slugs": bson.A{},
			"slug_fixed": false, "sort_at": at,
		}
	})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	app := apitest.Start(b, database).Ready(b)
	loaded(b, app, "enrollments")
	loaded(b, app, "articles")
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.Logf("heap grew by %.1f MB", float64(after.HeapAlloc-before.HeapAlloc)/1e6)
	staff := app.Staff(b)
	for _, path := range []string{
		"/api/enrollments", "/api/enrollments?limit=1000", "/api/enrollments?q=lakshmi", "/api/enrollments?q=nobody",
		"/api/enrollments?sort=name", "/api/enrollments?offset=40000&sort=-email",
		"/api/articles", "/api/articles?q=article 99", "/api/articles?sort=title&status=draft",
	} {
		b.Run(path, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				begun := time.Now()
				staff.Get(strings.ReplaceAll(path, " ", "%20")).Want(http.StatusOK)
				took = append(took, time.Since(begun))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}
