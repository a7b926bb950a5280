package apitest_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// faulty stands before the real storage and lets it fail.
type faulty struct {
	*httptest.Server
	fail    atomic.Pointer[func(http.ResponseWriter, *http.Request) bool] // true: it answered
	reading atomic.Int32                                                  // GETs of objects
}

func newFaulty(t *testing.T) *faulty {
	t.Helper()
	behind, err := url.Parse(os.Getenv("S3_ENDPOINT"))
	if err != nil {
		t.Fatal(err)
	}
	f := &faulty{}
	proxy := &httputil.ReverseProxy{
		// The signature covers the Host that the client sent.
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = behind.Scheme, behind.Host, r.In.Host
		},
		ErrorLog:     nil,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if fail := f.fail.Load(); fail != nil && (*fail)(w, r) {
			return
		}
		if r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/videos/") {
			f.reading.Add(1)
			defer f.reading.Add(-1)
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(f.Close)
	return f
}

func (f *faulty) when(fail func(http.ResponseWriter, *http.Request) bool) { f.fail.Store(&fail) }

func (f *faulty) behind(o *apitest.Options) { o.Config.S3Endpoint = f.URL }

// full answers as a storage does whose disk is full.
func full(w http.ResponseWriter) bool {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(http.StatusInsufficientStorage)
	_, _ = io.WriteString(w, `<?xml version="1.0"?><Error><Code>XMinioStorageFull</Code><Message>full</Message></Error>`)
	return true
}

func TestUpload_FullStorageKeepsNothing(t *testing.T) {
	storage := newFaulty(t)
	app := apitest.New(t, ownBucket, storage.behind, func(o *apitest.Options) { o.Config.ImageWidths = []int{16, 32} }).
		Ready(t)
	staff := app.Staff(t)
	long := append(clip(t, "moov-first.mp4"), []byte("\x01\x40\x00\x08free")...) // followed by 20 MiB of nothing
	long = append(long, make([]byte, 20<<20)...)
	for name, refused := range map[string]struct {
		request func(*http.Request) bool
		send    func() *apitest.Response
	}{
		"a later part of a video": {
			func(r *http.Request) bool { return r.URL.Query().Get("partNumber") == "2" },
			func() *apitest.Response { return staff.Upload("/api/admin/upload-video", "file", "x.mp4", long) },
		},
		"the end of a video": {
			func(r *http.Request) bool { return r.Method == http.MethodPost && r.URL.Query().Has("uploadId") },
			func() *apitest.Response { return staff.Upload("/api/admin/upload-video", "file", "x.mp4", long) },
		},
		"a picture after its copies": {
			func(r *http.Request) bool { return r.Method == http.MethodPut && strings.HasSuffix(r.URL.Path, ".jpg") },
			func() *apitest.Response {
				return staff.Upload("/api/upload/image", "image", "x.jpg", photograph(t, 90, 60))
			},
		},
	} {
		storage.when(func(w http.ResponseWriter, r *http.Request) bool { return refused.request(r) && full(w) })
		answer := refused.send()
		if answer.Problem(http.StatusServiceUnavailable); answer.Header.Get("Retry-After") == "" {
			t.Errorf("%s: no Retry-After", name)
		}
		if left := stored(t, app, ""); len(left) != 0 {
			t.Errorf("%s: the storage holds %v", name, left)
		}
	}
	storage.when(func(http.ResponseWriter, *http.Request) bool { return false })
	known := staff.Upload("/api/upload/image", "image", "x.jpg", photograph(t, 90, 60)).Want(http.StatusCreated).
		Text("url")
	storage.when(func(w http.ResponseWriter, r *http.Request) bool { return r.Method == http.MethodPut && full(w) })
	staff.Upload("/api/upload/image", "image", "x.jpg", photograph(t, 90, 60)).Problem(http.StatusServiceUnavailable)
	app.Anonymous(t).Get(known).Want(http.StatusOK) // the first upload's is not taken back
}

func TestMedia_AReaderWhoLeavesEndsTheRead(t *testing.T) {
	faults := newFaulty(t)
	app := apitest.New(t, ownBucket, faults.behind).Ready(t)
	const size = 64 << 20
	if _, err := storage(t, app).Put(t.Context(), "videos/long.mp4", "video/mp4", io.LimitReader(zeros{}, size),
		size); err != nil {
		t.Fatal(err)
	}
	answer, err := http.Get(app.URL + "/media/videos/long.mp4")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(io.Discard, answer.Body, 1000); err != nil || answer.ContentLength != size {
		t.Fatal(answer.ContentLength, err)
	}
	if faults.reading.Load() != 1 {
		t.Fatalf("%d reads of the storage", faults.reading.Load())
	}
	_ = answer.Body.Close()
	apitest.Eventually(t, func() bool { return faults.reading.Load() == 0 })
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
