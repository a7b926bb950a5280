package apitest_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/test/apitest"
)

// movedClock is a time that tests move.
type movedClock struct {
	snapshot.SystemClock
	mu    sync.Mutex
	ahead time.Duration
}

func (c *movedClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.SystemClock.Now().Add(c.ahead)
}

func (c *movedClock) advance(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += by
}

// forms are the calls that count once, each with a body and where staff list
// what came of it.
func forms() map[string]struct {
	list string
	body apitest.JSON
} {
	return map[string]struct {
		list string
		body apitest.JSON
	}{
		"/api/contact": {
			"/api/contact", apitest.JSON{"name": "Asha", "email": "a@example.com", "phone": "", "message": "Hello"},
		},
		"/api/mentorship": {
			"/api/mentorship",
			apitest.JSON{"name": "Asha", "email": "a@example.com", "phone": "9876543210", "education_level": "Graduate"},
		},
		"/api/enrollments": {
			"/api/enrollments",
			apitest.JSON{"fullName": "Asha", "email": "a@example.com", "phone": "9876543210", "course": "psi", "amount": "100"},
		},
		"/api/notifications": {
			"/api/admin/notifications",
			apitest.JSON{"email": "a@example.com", "page": "current-affairs-test", "source": "notify-me-button"},
		},
	}
}

func TestForms_SentTwiceCountOnce(t *testing.T) {
	clock := &movedClock{}
	app := apitest.New(t, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	other := apitest.Start(t, app.Database, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	clients := []*apitest.Client{app.Staff(t), other.Staff(t)}
	for path, form := range forms() {
		// Both processes at the same time, several times.
		answers := make([]string, 8)
		var sending sync.WaitGroup
		for i := range answers {
			sending.Go(func() {
				body := form.body
				if i%3 == 0 { // what is not seen makes no difference
					body = apitest.JSON{}
					for key, value := range form.body {
						body[key] = value
						if text, isText := value.(string); isText {
							body[key] = text + " "
						}
					}
				}
				answer := clients[i%2].Post(path, body)
				if answer.Status != http.StatusCreated {
					t.Errorf("%s: %d %s", path, answer.Status, answer.Body)
				}
				answers[i] = string(answer.Body)
			})
		}
		sending.Wait()
		if slices.ContainsFunc(answers, func(a string) bool { return a != answers[0] }) {
			t.Errorf("%s: answers differ:\n%s", path, strings.Join(answers, "\n"))
		}
		apitest.Eventually(t, func() bool { return len(rows(t, clients[0].Get(form.list))) == 1 })
	}
	clock.advance(11 * time.Minute)
	for path, form := range forms() {
		clients[0].Post(path, form.body).Want(http.StatusCreated)
		want := 2
		if path == "/api/notifications" {
			want = 1
		}
		if list := rows(t, clients[0].Get(form.list)); len(list) != want {
			t.Errorf("%s: after a while there are %d, want %d", path, len(list), want)
		}
	}
}

func TestForms_IdempotencyKey(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	for path, form := range forms() {
		key := []string{"Idempotency-Key", `"8e03978e-40d5-43dd-bc93-6894a57f9324"`}
		first := staff.Post(path, form.body, key...).Want(http.StatusCreated)
		again := staff.Post(path, form.body, key...).Want(http.StatusCreated)
		if string(first.Body) != string(again.Body) {
			t.Errorf("%s: answers differ: %s %s", path, first.Body, again.Body)
		}
		changed := apitest.JSON{}
		for name, value := range form.body {
			changed[name] = value
		}
		changed["email"] = "b@example.com"
		if _, places := staff.Post(path, changed, key...).Problem(http.StatusUnprocessableEntity); !slices.Equal(places,
			[]string{"header.Idempotency-Key"}) {
			t.Errorf("%s: places = %v", path, places)
		}
		staff.Post(path, form.body, "Idempotency-Key", strings.Repeat("k", 256)).Problem(http.StatusBadRequest)
		staff.Post(path, form.body, "Idempotency-Key", "ಕೀ").Problem(http.StatusBadRequest)
		want := 1
		if path != "/api/notifications" { // where an address is stored once anyway
			staff.Post(path, form.body, "Idempotency-Key", "another").Want(http.StatusCreated)
			want = 2
		}
		if list := rows(t, staff.Get(form.list)); len(list) != want {
			t.Errorf("%s: stored %d times, want %d", path, len(list), want)
		}
	}
}

// A process that died after the claim and before the document leaves nothing
// that the retry does not put right.
func TestForms_RetryCompletesWhatBrokeOff(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	for path, form := range forms() {
		if path == "/api/notifications" {
			continue
		}
		made := staff.Post(path, form.body).Want(http.StatusCreated)
		staff.Delete(path + "/" + made.Text("id")).Want(http.StatusNoContent) // as if it had not been stored
		again := staff.Post(path, form.body).Want(http.StatusCreated)
		if again.Text("id") != made.Text("id") || len(rows(t, staff.Get(form.list))) != 1 {
			t.Errorf("%s: %s, then %s", path, made.Body, again.Body)
		}
	}
}

func TestLeads_Delete(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	for path, form := range forms() {
		staff.Post(path, form.body).Want(http.StatusCreated)
		list := rows(t, staff.Get(form.list))
		id, _ := list[0]["id"].(string)
		anyone.Delete(form.list + "/" + id).Problem(http.StatusUnauthorized)
		staff.Delete(form.list + "/unknown").Problem(http.StatusNotFound)
		if len(rows(t, staff.Get(form.list))) != 1 {
			t.Errorf("%s: a refused call deleted something", path)
		}
		staff.Delete(form.list + "/" + id).Want(http.StatusNoContent)
		staff.Delete(form.list + "/" + id).Problem(http.StatusNotFound)
		if left := rows(t, staff.Get(form.list)); len(left) != 0 {
			t.Errorf("%s: left %v", path, left)
		}
	}
}
