package apitest_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	cms "academy/cms-api/internal/app"
	"academy/cms-api/internal/operate/backup"
	"academy/cms-api/internal/test/apitest"
)

// command runs work on the installation of app, as a command line does.
func command(t *testing.T, app *apitest.App, work func(context.Context, *cms.Installation) error) error {
	t.Helper()
	i, err := cms.Open(apitest.Options{Config: app.Config, Version: "test", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return i.Stores.AsIs(t.Context(), func(ctx context.Context) error { return work(ctx, i) })
}

func backUp(t *testing.T, app *apitest.App, out io.Writer, withoutLeads bool) (done backup.Manifest, err error) {
	t.Helper()
	err = command(t, app, func(ctx context.Context, i *cms.Installation) (err error) {
		done, err = i.Archives().Backup(ctx, out, withoutLeads)
		return err
	})
	return done, err
}

// backedUp returns an archive and what is in it.
func backedUp(t *testing.T, app *apitest.App, withoutLeads bool) ([]byte, backup.Manifest) {
	t.Helper()
	var archive bytes.Buffer
	manifest, err := backUp(t, app, &archive, withoutLeads)
	if err != nil {
		t.Fatal(err)
	}
	_, read, err := backup.Verify(bytes.NewReader(archive.Bytes()))
	if err != nil || read.ID != manifest.ID {
		t.Fatalf("the archive is %+v, %v", read, err)
	}
	return archive.Bytes(), manifest
}

func restore(t *testing.T, app *apitest.App, archive []byte, force bool) (done backup.Restored, err error) {
	t.Helper()
	err = command(t, app, func(ctx context.Context, i *cms.Installation) (err error) {
		done, err = i.Archives().Restore(ctx, bytes.NewReader(archive), force)
		return err
	})
	return done, err
}

func fingerprintOf(t *testing.T, app *apitest.App) string {
	t.Helper()
	return app.Anonymous(t).Get("/api/snapshot").Want(http.StatusOK).Text("fingerprint")
}

// furnish gives an academy something of every kind, and returns the addresses of its
// files.
func furnish(t *testing.T, app *apitest.App) (media []string) {
	t.Helper()
	staff := app.Staff(t)
	for i := range 12 {
		staff.Post("/api/articles", apitest.JSON{
			"title": fmt.Sprintf("Article %d", i), "content": "<p>Text</p>", "status": "published",
		}).Want(http.StatusCreated)
	}
	staff.Post("/api/articles", apitest.JSON{"title": "A draft", "content": "<p>Not yet</p>"}).Want(http.StatusCreated)
	staff.Put("/api/settings", apitest.JSON{"site_title": "Restored Academy"}).Want(http.StatusOK)
	media = append(media, staff.Upload("/api/upload/image", "image", "x.jpg",
		photograph(t, 40, 30)).Want(http.StatusCreated).Text("url"))
	media = append(media, staff.Parts("/api/videos",
		lecture(t, "with-duration.webm")...).Want(http.StatusCreated).Text("file"))
	// Large enough for an archive that can break off after it has begun.
	noise := make([]byte, 1<<20)
	rand.Read(noise)
	if _, err := storage(t, app).Put(t.Context(), "seed/noise.bin", "application/octet-stream", bytes.NewReader(noise),
		int64(len(noise))); err != nil {
		t.Fatal(err)
	}
	media = append(media, "/media/seed/noise.bin")
	edited := staff.Post("/api/articles", apitest.JSON{"title": "Version 0"}).Want(http.StatusCreated).Text("id")
	for n := range 20 {
		staff.Put("/api/articles/"+edited, apitest.JSON{"title": fmt.Sprint("Version ", n+1)}).Want(http.StatusOK)
	}
	heading := staff.Post("/api/admin/page-content", words("home", "hero", "heading", "One")).Want(http.StatusCreated)
	staff.Put("/api/admin/page-content/"+heading.Text("id"), apitest.JSON{"content": "Two"}).Want(http.StatusOK)
	deleted := staff.Post("/api/admin/features", apitest.JSON{"title": "Deleted"}).Want(http.StatusCreated).Text("id")
	staff.Delete("/api/admin/features/" + deleted).Want(http.StatusNoContent)
	visitor := app.Anonymous(t)
	for i := range 20 {
		visitor.Post("/api/contact", apitest.JSON{
			"name": "Ravi", "email": fmt.Sprintf("ravi%d@example.com", i), "phone": "+919876543210",
			"message": "When does it begin? ಯಾವಾಗ?",
		}).Want(http.StatusCreated)
	}
	visitor.Post("/api/notifications", apitest.JSON{"email": "ravi@example.com", "page": "videos"}).
		Want(http.StatusCreated)
	invite(t, app, staff, "meera@example.com", "author")
	staff.Post("/api/admin/invitations", apitest.JSON{"email": "open@example.com"}).Want(http.StatusCreated)
	return media
}

func TestRestore_BringsEverythingBackToAnEmptySystem(t *testing.T) {
	t.Parallel()
	from := apitest.New(t, ownBucket).Ready(t)
	media := furnish(t, from)
	archive, wrote := backedUp(t, from, false)
	want := fingerprintOf(t, from)
	eachStorage(t, func(t *testing.T, storage func(*apitest.Options)) {
		// A process runs there already, and learns of it.
		to := apitest.New(t, storage).Ready(t)
		done, err := restore(t, to, archive, false)
		if err != nil {
			t.Fatal(err)
		}
		if done.Fingerprint != want {
			t.Errorf("the restore says %q, want %q", done.Fingerprint, want)
		}
		apitest.Eventually(t, func() bool { return fingerprintOf(t, to) == want })
		_, again := backedUp(t, to, false)
		sameContents(t, again, wrote)
		worksAgain(t, from, to, media)
	})
}

// Descriptions and other words about files of the library are restored with them.
func TestRestore_BringsTheLibraryBack(t *testing.T) {
	t.Parallel()
	from := apitest.New(t, ownBucket).Ready(t)
	staff, ravi := from.Staff(t), colleague(t, from, "ravi@example.com", "Ravi")
	id, _ := recorded(t, from, ravi, 40)
	staff.Put("/api/admin/media/"+id, apitest.JSON{
		"name": "Reading room", "alt": "Students read", "credit": "Asha Rao", "tags": []string{"campus", "Students"},
		"focus": apitest.JSON{"x": 0.25, "y": 0.75},
	}).Want(http.StatusOK)
	replaced(t, staff, id, 41)
	want := staff.Get("/api/admin/media/" + id).Want(http.StatusOK)
	archive, _ := backedUp(t, from, false)
	to := apitest.New(t, ownBucket).Ready(t)
	to.Stop(t)
	if _, err := restore(t, to, archive, false); err != nil {
		t.Fatal(err)
	}
	same := func(o *apitest.Options) { o.Config.S3Bucket = to.Config.S3Bucket }
	staff = apitest.Start(t, to.Database, same).Ready(t).Staff(t)
	got := staff.Get("/api/admin/media/" + id).Want(http.StatusOK)
	if !bytes.Equal(got.Body, want.Body) || got.Field("uploaded_by").(map[string]any)["name"] != "Ravi" {
		t.Errorf("got %s, want %s", got.Body, want.Body)
	}
	staff.Get(got.Text("url")).Want(http.StatusOK)
}

// sameContents compares what archives hold, but for the audit log, which says that
// they were made.
func sameContents(t *testing.T, got, want backup.Manifest) {
	t.Helper()
	if !maps.Equal(got.Media(), want.Media()) || got.MediaCount() != len(want.Media()) {
		t.Errorf("media are %v, want %v", got.Media(), want.Media())
	}
	for _, entry := range want.Entries {
		if strings.HasPrefix(entry.Name, "documents/") && !strings.HasPrefix(entry.Name, "documents/audit_log/") &&
			!slices.Contains(got.Entries, entry) {
			t.Errorf("%s is not the same", entry.Name)
		}
	}
}

func worksAgain(t *testing.T, from, to *apitest.App, media []string) {
	t.Helper()
	staff := to.Anonymous(t)
	signIn(staff, apitest.Email, apitest.Password).Want(http.StatusOK)
	if got := staff.Get("/api/contact").Want(http.StatusOK).Header.Get("X-Total-Count"); got != "20" {
		t.Errorf("%s messages are listed", got)
	}
	// A title that is taken gets another slug: the indexes are there.
	staff.Post("/api/articles", apitest.JSON{"title": "Article 3", "content": "<p>A new one</p>", "status": "published"}).
		Want(http.StatusCreated)
	sameHistory(t, from.Staff(t), staff)
	for _, address := range media {
		old, restored := from.Anonymous(t).Get(address).Want(http.StatusOK), to.Anonymous(t).Get(address).Want(http.StatusOK)
		if !bytes.Equal(old.Body, restored.Body) || old.Header.Get("Content-Type") != restored.Header.Get("Content-Type") {
			t.Errorf("%s is not the same file", address)
		}
	}
}

// sameHistory compares what the calls of history and trash answer to staff of two systems.
func sameHistory(t *testing.T, from, to *apitest.Client) {
	t.Helper()
	var edited struct{ ID string }
	for _, each := range rows(t, from.Get("/api/articles?q=Version")) {
		edited.ID = fmt.Sprint(each["id"])
	}
	paths := []string{
		"/api/admin/trash", "/api/admin/history/articles/" + edited.ID, "/api/admin/history/page-content/home.hero",
		"/api/admin/history/page-content/home.hero/1", "/api/page-content/home/hero",
	}
	for revision := range 21 {
		paths = append(paths, fmt.Sprintf("/api/admin/history/articles/%s/%d", edited.ID, revision+1))
	}
	for _, path := range paths {
		want := from.Get(path).Want(http.StatusOK)
		if got := to.Get(path).Want(http.StatusOK); !bytes.Equal(got.Body, want.Body) {
			t.Errorf("%s is %s, want %s", path, got.Body, want.Body)
		}
	}
}

func TestRestore_LeavesAloneWhatIsNotEmpty(t *testing.T) {
	t.Parallel()
	app := apitest.New(t, ownBucket).Ready(t)
	furnish(t, app)
	archive, _ := backedUp(t, app, false)
	withoutLeads, manifest := backedUp(t, app, true)
	if _, has := manifest.Documents["contact_messages"]; has || manifest.Documents["articles"] != 14 {
		t.Errorf("without leads there are %v", manifest.Documents)
	}
	before := fingerprintOf(t, app)

	staff := app.Staff(t)
	staff.Post("/api/articles", apitest.JSON{"title": "Later", "content": "<p>Later</p>", "status": "published"}).
		Want(http.StatusCreated)
	later := staff.Upload("/api/upload/image", "image", "x.jpg", photograph(t, 60, 30)).Want(http.StatusCreated).
		Text("url")
	app.Anonymous(t).Post("/api/contact", apitest.JSON{
		"name": "Later", "email": "later@example.com", "phone": "+919876543210", "message": "A later message.",
	}).Want(http.StatusCreated)
	changed := fingerprintOf(t, app)
	messages := func() string {
		return app.Staff(t).Get("/api/contact?q=later@example.com").Want(http.StatusOK).Header.Get("X-Total-Count")
	}

	var occupied *backup.NotEmptyError
	if _, err := restore(t, app, archive, false); !errors.As(err, &occupied) {
		t.Fatalf("without force: %v", err)
	}
	staff.Get("/api/auth/me").Want(http.StatusOK)
	if fingerprintOf(t, app) != changed || changed == before {
		t.Error("the content is not what it was")
	}

	if _, err := restore(t, app, withoutLeads, true); err != nil {
		t.Fatal(err)
	}
	apitest.Eventually(t, func() bool { return fingerprintOf(t, app) == before })
	staff.Get("/api/auth/me").Want(http.StatusUnauthorized)
	app.Anonymous(t).Get(later).Want(http.StatusOK)
	if got := messages(); got != "1" {
		t.Errorf("%s of the later message are left by an archive without leads", got)
	}

	if _, err := restore(t, app, archive, true); err != nil {
		t.Fatal(err)
	}
	apitest.Eventually(t, func() bool { return messages() == "0" })
	if fingerprintOf(t, app) != before {
		t.Error("the content is not that of the archive")
	}

	// Where only files are, they are somebody's too.
	bare := apitest.New(t, ownBucket).Ready(t)
	if _, err := storage(t, bare).Put(t.Context(), "images/other.png", "image/png", strings.NewReader("x"),
		1); err != nil {
		t.Fatal(err)
	}
	if _, err := restore(t, bare, archive, false); !errors.As(err, &occupied) {
		t.Errorf("a bucket with files: %v", err)
	}
}

func TestRestore_OfADamagedArchive(t *testing.T) {
	t.Parallel()
	from := apitest.New(t, ownBucket).Ready(t)
	furnish(t, from)
	archive, wrote := backedUp(t, from, false)
	noticed := 0
	for i := range 30 {
		flipped := bytes.Clone(archive)
		flipped[i*len(archive)/30] ^= 0x10
		cut := archive[:i*len(archive)/30]
		if _, _, err := backup.Verify(bytes.NewReader(cut)); err == nil {
			t.Errorf("cut at %d of %d: nobody noticed", len(cut), len(archive))
		}
		// Compression has bits that mean nothing: what is unpacked counts.
		_, got, err := backup.Verify(bytes.NewReader(flipped))
		if err == nil && !reflect.DeepEqual(got, wrote) {
			t.Errorf("flipped at %d of %d: nobody noticed", len(cut), len(archive))
		}
		if err != nil {
			noticed++
		}
	}
	if noticed < 27 {
		t.Errorf("of 30 flipped bits only %d were noticed", noticed)
	}

	to := apitest.New(t, ownBucket).Ready(t)
	to.Stop(t)
	if _, err := restore(t, to, archive[:len(archive)*2/3], false); !errors.Is(err, backup.ErrDamaged) {
		t.Fatalf("half an archive: %v", err)
	}
	// What is there is half, so nobody works with it, until a restore has ended.
	waiting := apitest.Start(t, to.Database, func(o *apitest.Options) { o.Config.S3Bucket = to.Config.S3Bucket })
	apitest.Eventually(t, func() bool {
		return strings.Contains(waiting.Log.String(), backup.ErrRestoring.Error())
	})
	waiting.Anonymous(t).Get("/api/health/ready").Want(http.StatusServiceUnavailable)
	if _, err := backUp(t, to, &bytes.Buffer{}, false); !errors.Is(err, backup.ErrRestoring) {
		t.Errorf("a backup of it: %v", err)
	}
	err := command(t, to, func(ctx context.Context, i *cms.Installation) error {
		return i.Stores.Prepared(ctx, func(context.Context) error { t.Error("a command ran"); return nil })
	})
	if !errors.Is(err, backup.ErrRestoring) {
		t.Errorf("a command ended with: %v", err)
	}
	if _, err := restore(t, to, archive, false); err != nil {
		t.Fatalf("started again: %v", err)
	}
	waiting.Ready(t)
	if fingerprintOf(t, waiting) != fingerprintOf(t, from) {
		t.Error("the content is not the same")
	}
	signIn(waiting.Anonymous(t), apitest.Email, apitest.Password).Want(http.StatusOK)
}

// A link that was revoked after a backup was made is not in force again once that is restored:
// no archive has links, those of archives that do are passed over, and those of what was
// replaced end.
func TestRestore_BringsNoLinksBack(t *testing.T) {
	app, _ := previewing(t, ownBucket)
	staff := app.Staff(t)
	article := write(t, staff, apitest.JSON{"title": "One"}).ID
	share := func() *apitest.Response {
		return staff.Post("/api/preview/links", apitest.JSON{"kind": "article", "id": article, "expires_in": 3600}).
			Want(http.StatusCreated)
	}
	link := share()
	archive, manifest := backedUp(t, app, false)
	if _, has := manifest.Documents["preview_links"]; has {
		t.Errorf("the archive has %v", manifest.Documents)
	}
	staff.Delete("/api/preview/links/" + link.Text("id")).Want(http.StatusNoContent)
	other := share()
	if _, err := restore(t, app, archive, true); err != nil {
		t.Fatal(err)
	}
	for _, each := range []*apitest.Response{link, other} {
		app.Anonymous(t).Get(each.Text("url")).Problem(http.StatusNotFound)
	}
	if got := rows(t, app.Staff(t).Get("/api/preview/links")); len(got) != 0 {
		t.Errorf("the links are %v", got)
	}
}
