package apitest_test

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/test/apitest"
	"academy/cms-api/internal/test/teststore"
)

// asMongoDB starts an application with a relay before its database.
func asMongoDB(t *testing.T, edits ...func(*apitest.Options)) (*teststore.Relay, *apitest.App) {
	t.Helper()
	database, stores := teststore.Embedded(t).Relay(t)
	return database, apitest.New(t, append(edits, apitest.On(stores))...).Ready(t)
}

// A server that steps down or shuts down says so. Another one takes over within
// seconds, so whoever writes meanwhile is told to come again. (Reads the driver
// itself tries again.)
func TestMongoDB_AServerThatGoesIsUnavailable(t *testing.T) {
	database, app := asMongoDB(t, unlimited)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	made := write(t, staff, apitest.JSON{"title": "One"})
	address := "/api/articles/" + made.ID
	message := apitest.JSON{"name": "Asha", "email": "a@example.com", "phone": "", "message": "Hello"}
	anyone.Post("/api/contact", message).Want(http.StatusCreated)
	lead := fmt.Sprint("/api/contact/", rows(t, staff.Get("/api/contact"))[0]["id"]) // which has no trash
	ask := map[string]func() *apitest.Response{
		"insert":        func() *apitest.Response { return anyone.Post("/api/contact", message) },
		"update":        func() *apitest.Response { return staff.Put(address, apitest.JSON{"title": "Two"}) },
		"findAndModify": func() *apitest.Response { return staff.Delete(lead) },
	}
	for _, c := range []struct {
		command string
		code    int
		labels  []string
	}{
		{"insert", 91, nil}, {"update", 189, nil}, {"findAndModify", 10107, nil},
		{"insert", 11600, nil}, {"update", 11602, nil},
		{"findAndModify", 13435, nil}, {"insert", 13436, nil}, {"update", 262, []string{"RetryableWriteError"}},
	} {
		t.Run(fmt.Sprintf("%s %d", c.command, c.code), func(t *testing.T) {
			// The driver looks for another server first.
			apitest.Eventually(t, func() bool {
				return staff.Get("/api/articles/"+made.ID).Status == http.StatusOK
			})
			database.Fail(c.command, c.code, c.labels...)
			answer := ask[c.command]()
			database.Fail(c.command, 0)
			answer.Problem(http.StatusServiceUnavailable)
			if seconds, err := strconv.Atoi(answer.Header.Get("Retry-After")); err != nil || seconds < 1 {
				t.Errorf("Retry-After = %q", answer.Header.Get("Retry-After"))
			}
		})
	}
	apitest.Eventually(t, func() bool { return ask["update"]().Status == http.StatusOK })
}

// The command count, without a condition, answers what the server reckons, which is
// wrong after it was killed. How many there are is what people see on every page.
func TestMongoDB_ListsAreCountedExactly(t *testing.T) {
	database, app := asMongoDB(t, unlimited)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	for i := range 5 {
		anyone.Post("/api/contact", apitest.JSON{
			"name": fmt.Sprint("Asha ", i), "email": "a@example.com", "phone": "", "message": "Hello",
		}).Want(http.StatusCreated)
	}
	database.Answer("count", bson.D{{Key: "ok", Value: 1}, {Key: "n", Value: 4}})
	answer := staff.Get("/api/contact?limit=4").Want(http.StatusOK)
	if got := answer.Header.Get("X-Total-Count"); got != "5" {
		t.Errorf("X-Total-Count = %s", got)
	}
	if got := len(rows(t, staff.Get("/api/contact?limit=4&offset=4"))); got != 1 {
		t.Errorf("the last page has %d", got)
	}
}
