package apitest_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

var anyAddress = regexp.MustCompile(`/media/images/[0-9A-Za-z_-]+\.jpg`)

// namedAnywhere returns the pictures that anything stored names: what documents, drafts and the trash say as the
// database has it, and what former versions say as the API answers them.
func namedAnywhere(t *testing.T, app *apitest.App, staff *apitest.Client) []string {
	t.Helper()
	var all []string
	add := func(text []byte) {
		for _, found := range anyAddress.FindAll(text, -1) {
			all = append(all, string(found))
		}
	}
	err := app.Server().Stores.DB.EachDocument(context.Background(), nil, add)
	if err != nil {
		t.Fatal(err)
	}
	documents := []string{"settings/settings"}
	for _, each := range rows(t, staff.Get("/api/articles?limit=100")) {
		documents = append(documents, "articles/"+each["id"].(string))
	}
	for _, each := range rows(t, staff.Get("/api/admin/trash")) {
		documents = append(documents, fmt.Sprintf("%v/%v", each["collection"], each["id"]))
	}
	for _, document := range documents {
		for _, version := range rows(t, staff.Get("/api/admin/history/"+document)) {
			answer := staff.Get(fmt.Sprintf("/api/admin/history/%s/%v", document, version["revision"]))
			if answer.Status == http.StatusOK {
				add(bytes.ReplaceAll(answer.Body, []byte(`\/`), []byte("/")))
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Whatever people do, no sweep removes a file that anything names. A failure names the seed that repeats it.
func TestLibrary_SweepsNothingThatIsNamed(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff, server := app.Staff(t), app.Server()
	var articles []string
	first := numberOf(t, "MEDIA_SEED", 1)
	for seed := first; seed < first+12; seed++ {
		r := rand.New(rand.NewPCG(seed, 0))
		urls := make([]string, 4)
		for i := range urls {
			_, urls[i] = recorded(t, app, staff, 40+i)
		}
		picture := func() string { return urls[r.IntN(len(urls))] }
		article := func() string { return "/api/articles/" + articles[r.IntN(len(articles))] }
		create := func() {
			made := staff.Post("/api/articles", apitest.JSON{"title": "A", "banner_image": picture()})
			articles = append(articles, made.Want(http.StatusCreated).Text("id"))
		}
		create()
		sweep := func() {
			if _, err := server.Content.Sweeper.Once(t.Context(), 0, false); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		steps := []func(){
			create, sweep,
			func() { staff.Put("/api/settings", apitest.JSON{"logo": picture()}) },
			func() { staff.Put("/api/articles/new/working-copy", apitest.JSON{"banner_image": picture()}) },
			func() { staff.Put(article(), apitest.JSON{"banner_image": picture()}) },
			func() { staff.Put(article()+"/working-copy", apitest.JSON{"banner_image": picture()}) },
			func() { staff.Delete(article()) },
			func() { staff.Delete("/api/admin/history/settings/settings") },
			func() {
				if all := rows(t, staff.Get("/api/admin/media")); len(all) > 0 {
					staff.Delete("/api/admin/media/" + all[r.IntN(len(all))]["id"].(string))
				}
			},
			func() {
				if _, err := server.RemoveUnusedMedia(t.Context(), 0, false); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			},
		}
		for range 10 {
			steps[r.IntN(len(steps))]()
		}
		sweep()
		for _, url := range namedAnywhere(t, app, staff) {
			if staff.Get(url).Status != http.StatusOK {
				t.Fatalf("seed %d: %s is named, and gone", seed, url)
			}
		}
	}
}
