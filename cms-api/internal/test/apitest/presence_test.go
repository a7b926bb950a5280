package apitest_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/test/apitest"
)

// othersAt announces that somebody has a document open, and returns who else has.
func othersAt(t *testing.T, c *apitest.Client, document string) (names []string, since []time.Time) {
	t.Helper()
	var answer struct {
		Others []struct {
			Name  string
			Since time.Time
		}
	}
	c.Put("/api/admin/presence/"+document, apitest.JSON{}).Want(http.StatusOK).Into(&answer)
	for _, each := range answer.Others {
		names, since = append(names, each.Name), append(since, each.Since)
	}
	return names, since
}

func TestPresence_TellsWhoElseHasItOpen(t *testing.T) {
	one := apitest.New(t).Ready(t)
	two := apitest.Start(t, one.Database).Ready(t)
	asha, ravi := one.Staff(t), colleague(t, one, "ravi@example.com", "Ravi").On(two)
	id, _ := published(t, asha, apitest.JSON{"title": "One"})
	sent := asha.Upload("/api/admin/media", "file", "dot.png", picture(t, 2, 2)).Want(http.StatusCreated)
	article, noted := "articles/"+id, len(auditLog(t, asha, ""))
	if names, _ := othersAt(t, asha, article); len(names) != 0 {
		t.Errorf("alone with %q", names)
	}
	names, first := othersAt(t, ravi, article)
	if !slices.Equal(names, []string{"Asha Rao"}) {
		t.Fatalf("Ravi is told of %q", names)
	}
	othersAt(t, asha, article)
	othersAt(t, asha, "settings/settings")
	if names, since := othersAt(t, ravi, article); len(names) != 1 || !since[0].Equal(first[0]) {
		t.Errorf("later Ravi is told of %q since %v, first %v", names, since, first)
	}
	if names, _ := othersAt(t, asha, article); !slices.Equal(names, []string{"Ravi"}) {
		t.Errorf("Asha is told of %q", names)
	}
	file := "media/" + sent.Text("id")
	othersAt(t, asha, file)
	if names, _ := othersAt(t, ravi, file); !slices.Equal(names, []string{"Asha Rao"}) {
		t.Errorf("at a file Ravi is told of %q", names)
	}
	if names, _ := othersAt(t, ravi, "menus/main"); len(names) != 0 {
		t.Errorf("elsewhere Ravi is told of %q", names)
	}

	// 45 seconds later, as the database reckons.
	presence := one.Server().Stores.DB.Collection("presence")
	all, err := presence.Find(t.Context(), bson.D{})
	var persons []bson.M
	if err == nil {
		err = all.All(t.Context(), &persons)
	}
	if err != nil || len(persons) != 2 {
		t.Fatalf("stored are %v, %v", persons, err)
	}
	for _, person := range persons {
		for _, open := range person["open"].(bson.A) {
			shiftBack(open.(bson.D), 45*time.Second)
		}
		if _, err := presence.ReplaceOne(t.Context(), bson.D{{Key: "_id", Value: person["_id"]}}, person); err != nil {
			t.Fatal(err)
		}
	}
	if names, _ := othersAt(t, ravi, article); len(names) != 0 {
		t.Errorf("after 45 s Ravi is told of %q", names)
	}
	if names, since := othersAt(t, asha, article); len(names) != 1 || !since[0].After(first[0]) {
		t.Errorf("Ravi is there again since %v", since)
	}
	if got := len(auditLog(t, asha, "")); got != noted {
		t.Errorf("the audit log has %d entries more", got-noted)
	}
}

// shiftBack moves the times of a stored document.
func shiftBack(stored bson.D, by time.Duration) {
	for i, each := range stored {
		if at, is := each.Value.(bson.DateTime); is {
			stored[i].Value = bson.NewDateTimeFromTime(at.Time().Add(-by))
		}
	}
}

func TestPresence_WhoMayAndWhatIsRefused(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	app.Anonymous(t).Put("/api/admin/presence/settings/settings", apitest.JSON{}).Problem(http.StatusUnauthorized)
	for _, unknown := range []string{
		"users/x", "articles/unknown", "menus/nowhere", "__proto__/constructor", "media/unknown",
	} {
		staff.Put("/api/admin/presence/"+unknown, apitest.JSON{}).Problem(http.StatusNotFound)
	}
	// Of what one person has open, the newest are remembered.
	var first string
	for n := range 21 {
		id := staff.Post("/api/admin/features", apitest.JSON{"title": fmt.Sprint("Feature ", n)}).
			Want(http.StatusCreated).Text("id")
		if n == 0 {
			first = "features/" + id
		}
		othersAt(t, staff, "features/"+id)
	}
	if names, _ := othersAt(t, colleague(t, app, "ravi@example.com", "Ravi"), first); len(names) != 0 {
		t.Errorf("the first of 21 is still known to be open by %q", names)
	}
}
