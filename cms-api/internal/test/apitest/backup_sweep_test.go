package apitest_test

import (
	"bytes"
	"crypto/rand"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"academy/cms-api/internal/operate/backup"
	"academy/cms-api/internal/test/apitest"
)

// gate takes what is written once it is open.
type gate struct {
	bytes.Buffer
	reached func()
	open    chan struct{}
}

func (g *gate) Write(data []byte) (int, error) {
	g.reached()
	<-g.open
	return g.Buffer.Write(data)
}

// A backup reads documents first and files later, maybe much later. What is replaced
// in between stays until it has ended.
func TestBackup_KeepsWhatIsReplacedMeanwhile(t *testing.T) {
	app := apitest.New(t, ownBucket, sweepingMedia).Ready(t)
	staff, store := app.Staff(t), storage(t, app)
	poster := func(width int) string {
		address := staff.Upload("/api/admin/upload-poster", "file", "x.jpg", photograph(t, width, 30)).
			Want(http.StatusCreated).Text("url")
		staff.Put("/api/settings", apitest.JSON{"hero_video_poster": address}).Want(http.StatusOK)
		return keyOf(address)
	}
	old := poster(40)
	// It comes first, and nothing compresses it: the archive is written while it is read.
	filler := make([]byte, 8<<20)
	rand.Read(filler)
	if _, err := store.Put(t.Context(), "a-filler", "application/octet-stream", bytes.NewReader(filler),
		int64(len(filler))); err != nil {
		t.Fatal(err)
	}

	begun := make(chan struct{})
	slow := &gate{reached: sync.OnceFunc(func() { close(begun) }), open: make(chan struct{})}
	var manifest backup.Manifest
	ended := make(chan error, 1)
	go func() {
		var err error
		manifest, err = backUp(t, app, slow, false)
		ended <- err
	}()
	select {
	case <-begun:
	case err := <-ended:
		t.Fatalf("it did not wait: %v", err)
	}
	poster(41)
	// The history and the library name what was replaced.
	staff.Delete("/api/admin/history/settings/settings").Want(http.StatusNoContent)
	staff.Delete("/api/admin/media/" + mediaID(t, staff, "/media/"+old)).Want(http.StatusNoContent)
	apitest.Eventually(t, func() bool {
		return strings.Contains(app.Log.String(), "unused media stay while a backup is running")
	})
	close(slow.open)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if manifest.Media()[old] == "" {
		t.Errorf("the archive names %s and does not have it", old)
	}
	apitest.Eventually(t, func() bool { return !slices.Contains(stored(t, app, ""), old) })
}
