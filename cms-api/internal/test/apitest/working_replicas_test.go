package apitest_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
)

// replicas starts an application as three processes.
func replicas(t *testing.T, edits ...func(*apitest.Options)) [3]*apitest.App {
	t.Helper()
	one := apitest.New(t, edits...).Ready(t)
	return [3]*apitest.App{
		one, apitest.Start(t, one.Database, edits...).Ready(t), apitest.Start(t, one.Database, edits...).Ready(t),
	}
}

func TestWorkingCopy_OptionalWhereThereIsNone(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	_, article := published(t, staff, apitest.JSON{"title": "One"})
	page := "/api/admin/pages/" + staff.Post("/api/admin/pages", apitest.JSON{"path": "/kas", "title": "KAS"}).
		Want(http.StatusCreated).Text("id")
	for _, document := range []string{article, page, "/api/articles/new", "/api/admin/pages/new"} {
		copied := document + "/working-copy"
		none := staff.Get(copied + "?optional=true").Want(http.StatusNoContent)
		if len(none.Body) != 0 || none.Header.Get("ETag") != "" {
			t.Errorf("%s: no copy is %q, ETag %q", document, none.Body, none.Header.Get("ETag"))
		}
		staff.Get(copied + "?optional=false").Problem(http.StatusNotFound)
		staff.Get(copied + "?optional=perhaps").Problem(http.StatusUnprocessableEntity)
		app.Anonymous(t).Get(copied + "?optional=true").Problem(http.StatusUnauthorized)
		tag := staff.Put(copied, apitest.JSON{"title": "Two"}).Want(http.StatusOK).Header.Get("ETag")
		there := staff.Get(copied + "?optional=true").Want(http.StatusOK)
		if there.Text("title") != "Two" || there.Header.Get("ETag") != tag {
			t.Errorf("%s: the copy is %s, ETag %s instead of %s", document, there.Body, there.Header.Get("ETag"), tag)
		}
	}
}

// Eight people go on with one working copy at two processes, each from what they have seen:
// what each of them adds is in it at the end, no answer is made of two writes, and of those
// who publish it at once one does.
func TestWorkingCopy_EightWritersOfOne(t *testing.T) {
	const writers, writes = 8, 5
	one := apitest.New(t).Ready(t)
	two := apitest.Start(t, one.Database).Ready(t)
	staff := one.Staff(t)
	id, article := published(t, staff, apitest.JSON{"title": "Start"})
	copied := article + "/working-copy"
	each := func(do func(i int, client *apitest.Client)) {
		var wg sync.WaitGroup
		for i := range writers {
			client := staff.In(t)
			if i%2 == 1 {
				client = client.On(two)
			}
			wg.Go(func() { do(i, client) })
		}
		wg.Wait()
	}
	type state struct {
		Title, Excerpt string
		Tags           []string
	}
	whole := func(who string, s state) {
		if len(s.Tags) == 0 || s.Title != s.Tags[len(s.Tags)-1] || s.Excerpt != s.Title {
			t.Errorf("%s got a copy of several writes: %+v", who, s)
		}
	}
	put := func(client *apitest.Client, mark, tag string, seen []string) *apitest.Response {
		seen = append(slices.Clone(seen), mark)
		if tag == "" {
			return client.Put(copied, apitest.JSON{"title": mark, "excerpt": mark, "tags": seen}, "If-None-Match", "*")
		}
		return client.Put(copied, apitest.JSON{"title": mark, "excerpt": mark, "tags": seen}, "If-Match", tag)
	}
	var want []string
	for i := range writers * writes {
		want = append(want, fmt.Sprintf("write %d of %d", i%writes, i/writes))
	}
	each(func(i int, client *apitest.Client) {
		var seen state
		tag := ""
		for n := range writes {
			mark := want[i*writes+n]
			for {
				answer := put(client, mark, tag, seen.Tags)
				if answer.Status == http.StatusOK {
					answer.Into(&seen)
					whole(mark, seen)
					tag = answer.Header.Get("ETag")
					break
				}
				if answer.Status != http.StatusPreconditionFailed && answer.Status != http.StatusConflict {
					t.Errorf("%s: answered %d: %s", mark, answer.Status, answer.Body)
					return
				}
				current := client.Get(copied).Want(http.StatusOK)
				seen = state{}
				current.Into(&seen)
				whole(mark, seen)
				tag = current.Header.Get("ETag")
			}
		}
	})
	var last state
	kept := staff.Get(copied).Want(http.StatusOK)
	kept.Into(&last)
	if got := slices.Sorted(slices.Values(last.Tags)); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("of %d writes there are %d: %q", len(want), len(got), got)
	}
	if tag := kept.Header.Get("ETag"); tag != fmt.Sprintf(`"%d"`, writers*writes) {
		t.Errorf("after %d writes the copy has the ETag %s", writers*writes, tag)
	}

	var live atomic.Int32
	each(func(_ int, client *apitest.Client) {
		for {
			answer := client.Post(copied+"/publish", apitest.JSON{}, "If-Match", `"1"`)
			switch answer.Status {
			case http.StatusOK:
				live.Add(1)
				return
			case http.StatusPreconditionFailed, http.StatusNotFound:
				return
			case http.StatusConflict: // others write it all the time
			default:
				t.Errorf("published with %d: %s", answer.Status, answer.Body)
				return
			}
		}
	})
	if live.Load() != 1 {
		t.Errorf("it was published %d times", live.Load())
	}
	if got := historyOf(t, staff, "articles/"+id); len(got) != 2 {
		t.Errorf("history = %q", got)
	}
	if got := staff.On(two).Get(article); got.Text("title") != last.Title || got.Field("has_working_copy") != false {
		t.Errorf("published is %s", got.Body)
	}
}

// What is kept at one process is published at another and discarded at the third: one of the
// two happens, whole, and all three know which.
func TestWorkingCopy_AtThreeProcesses(t *testing.T) {
	apps := replicas(t)
	staff := apps[0].Staff(t)
	id, article := published(t, staff, apitest.JSON{"title": "Start", "excerpt": "Start"})
	copied := article + "/working-copy"
	title, saves := "Start", 1
	for n := range 9 {
		at := func(i int) *apitest.Client { return staff.In(t).On(apps[(n+i)%3]) }
		typed := fmt.Sprint("Typed ", n)
		tag := at(0).Put(copied, apitest.JSON{"title": typed, "excerpt": typed}).Want(http.StatusOK).Header.Get("ETag")
		publish := func() *apitest.Response { return at(1).Post(copied+"/publish", apitest.JSON{"copy": tag}) }
		discard := func() *apitest.Response { return at(2).Delete(copied, "If-Match", tag) }
		var live, gone *apitest.Response
		switch n % 3 {
		case 0:
			live, gone = publish(), discard()
		case 1:
			gone, live = discard(), publish()
		default:
			var wg sync.WaitGroup
			wg.Go(func() { live = publish() })
			wg.Go(func() { gone = discard() })
			wg.Wait()
		}
		isLive, isGone := live.Status == http.StatusOK, gone.Status == http.StatusNoContent
		if isLive == isGone || n%3 == 0 && isGone || n%3 == 1 && isLive {
			t.Fatalf("round %d: published with %d, discarded with %d", n, live.Status, gone.Status)
		}
		if isLive {
			title, saves = typed, saves+1
		}
		for i := range apps {
			now := at(i).Get(article)
			if now.Text("title") != title || now.Text("excerpt") != title || now.Field("has_working_copy") != false ||
				now.Field("revision") != float64(saves) {
				t.Errorf("round %d: at %d the article is %s, want %s", n, i, now.Body, title)
			}
			at(i).Get(copied).Problem(http.StatusNotFound)
		}
	}
	if got := historyOf(t, staff, "articles/"+id); len(got) != saves {
		t.Errorf("%d saves left the history %q", saves, got)
	}
}

// Scheduled changes are published once by any process, also when that which took them is gone.
func TestWorkingCopy_PublishedByWhicheverProcess(t *testing.T) {
	clock := &alarmClock{}
	apps := replicas(t, func(o *apitest.Options) { o.Clock = clock })
	staff := apps[1].Staff(t)
	id, article := published(t, staff, apitest.JSON{"title": "One"})
	staff.On(apps[0]).Put(article+"/working-copy", apitest.JSON{"title": "Two", "publish_at": clock.in(time.Hour)}).
		Want(http.StatusOK)
	apps[0].Stop(t)
	clock.advanceUntil(t, time.Hour, func() bool {
		return apps[1].Anonymous(t).Get("/api/articles/one").Text("title") == "Two" &&
			apps[2].Anonymous(t).Get("/api/articles/one").Text("title") == "Two"
	})
	clock.advance(time.Minute)
	if got := historyOf(t, staff, "articles/"+id); !slices.Equal(got, []string{
		"2 changed [title] Asha Rao", "1 created [] Asha Rao",
	}) {
		t.Errorf("history = %q", got)
	}
	apitest.Eventually(t, func() bool {
		return len(auditLog(t, staff, "&action=publishArticleWorkingCopy")) == 1
	})
}
