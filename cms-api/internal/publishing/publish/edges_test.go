package publish

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/test/teststore"
)

// Edges are told when the bucket shows the release, and one that hangs keeps nobody
// waiting: it is told once more for all that came meanwhile.
func TestCopy_TellsEdges(t *testing.T) { teststore.Each(t, testCopyTellsEdges) }

func testCopyTellsEdges(t *testing.T, stores *teststore.Stores) {
	p := bucketPlace(t, stores)
	press := newPress(t)
	var ids []string
	ids = append(ids, press.publish(siteFiles("one")))
	store := press.open()
	shown, hanging := make(chan string, 10), make(chan struct{}, 10)
	goOn := make(chan struct{})
	good := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _, err := p.objects().Read(r.Context(), "CURRENT", "")
		if err != nil || r.Method != http.MethodPost || r.URL.Path != release.AboutPath {
			t.Error(err, r.Method, r.URL)
		}
		w.WriteHeader(http.StatusNoContent)
		shown <- strings.TrimSpace(string(raw))
	}))
	defer good.Close()
	bad := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		hanging <- struct{}{}
		<-goOn
	}))
	defer bad.Close()
	c, err := OpenCopy(p.address, store, p.storage, keeping, []string{bad.URL, good.URL + "/"}, quiet(), time.Now)
	press.check(err)
	c.edges.client.Timeout = time.Minute
	for i := range 3 {
		if i > 0 {
			ids = append(ids, press.publish(siteFiles(ids[i-1])))
		}
		carried(t, c, store)
		if got := <-shown; got != ids[i] {
			t.Errorf("told when the bucket showed %s, and not %s", got, ids[i])
		}
	}
	<-hanging
	close(goOn)
	<-hanging
	press.check(p.far().Activate(t.Context(), ids[0])) // somebody goes back in the bucket
	carried(t, c, store)
	if got := <-shown; got != ids[0] {
		t.Errorf("told when the bucket showed %s", got)
	}
	<-hanging
	carried(t, c, store) // nothing new
	if len(hanging) > 0 || len(shown) > 0 {
		t.Error("they are told of nothing")
	}
}
