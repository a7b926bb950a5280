package apitest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"go.mongodb.org/mongo-driver/v2/bson"

	cms "academy/cms-api/internal/app"
	"academy/cms-api/internal/operate/backup"
	"academy/cms-api/internal/operate/doctor"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/test/apitest"
)

// believing is a publisher that takes what is signed with a secret, and notes the
// types of what it took.
func believing(t *testing.T, secret string, took *[]string) string {
	t.Helper()
	webhook, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	running := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if err := webhook.Verify(body, r.Header); err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		*took = append(*took, string(body))
	}))
	t.Cleanup(running.Close)
	return running.URL + "/publish"
}

// installed is the environment of an application, with edits.
func installed(app *apitest.App, publisher string, edits ...string) []string {
	c := app.Config
	return append([]string{
		"MONGODB_URI=" + c.MongoURI, "MONGODB_DATABASE=" + app.Database, "S3_ENDPOINT=" + c.S3Endpoint,
		"S3_BUCKET=" + c.S3Bucket,
		"S3_ACCESS_KEY_ID=" + c.S3AccessKey, "S3_SECRET_ACCESS_KEY=" + c.S3SecretKey, "AUTH_SECRET=" + c.AuthSecrets[0],
		"PUBLISH_SECRET=" + strings.Join(c.PublishSecrets, ","), "PUBLISHER_URL=" + publisher,
		"RELEASES_DIR=" + c.ReleasesDir,
	}, edits...)
}

func opened(t *testing.T, app *apitest.App) *mongodb.Database {
	t.Helper()
	db, err := mongodb.Open(app.Config.MongoURI, app.Database, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close(t.Context()) })
	return db
}

// contents counts the documents of every collection.
func contents(t *testing.T, db *mongodb.Database) map[string]int64 {
	t.Helper()
	names, err := db.Raw().ListCollectionNames(t.Context(), bson.D{})
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int64{}
	for _, name := range names {
		if counts[name], err = db.Collection(name).CountDocuments(t.Context(), bson.D{}); err != nil {
			t.Fatal(err)
		}
	}
	return counts
}

func levels(report doctor.Report) map[string]doctor.Level {
	worst := map[string]doctor.Level{}
	for _, f := range report.Findings {
		if worst[f.Check] != doctor.Failed && (worst[f.Check] != doctor.Warning || f.Level == doctor.Failed) {
			worst[f.Check] = f.Level
		}
	}
	return worst
}

func text(t *testing.T, report doctor.Report) string {
	t.Helper()
	var out bytes.Buffer
	if err := report.Text(&out); err != nil {
		t.Fatal(err)
	}
	if err := json.NewEncoder(&out).Encode(report); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestDoctor_OfAHealthyInstallationChangesNothing(t *testing.T) {
	eachStorage(t, healthy)
}

func healthy(t *testing.T, storage func(*apitest.Options)) {
	app := apitest.New(t, apitest.OnEmbedded(t), storage).Ready(t) // of a MongoDB that runs alone it would warn
	app.Staff(t)
	var took []string
	environ := installed(app, believing(t, app.Config.PublishSecrets[0], &took))
	live := publishFiles(t, app.Config.ReleasesDir, map[string]string{"/index.html": "x"})
	app.Stop(t)
	db := opened(t, app)
	before, files := contents(t, db), stored(t, app, "")

	report := cms.Doctor(t.Context(), environ, "test")
	said := text(t, report)
	worst := levels(report)
	for _, check := range []string{
		"configuration", "database", "object storage", "clock", "data", "media library", "administrator", "publisher",
		"mail and SMS",
	} {
		if worst[check] != doctor.OK {
			t.Errorf("%s is %q:\n%s", check, worst[check], said)
		}
	}
	if !report.OK || worst["releases"] != doctor.Warning || !strings.Contains(said, live) {
		t.Errorf("a release that shows other content:\n%s", said)
	}
	if len(took) != 1 || !strings.Contains(took[0], "publish.ping") {
		t.Errorf("the publisher was told %q", took)
	}
	if after := contents(t, db); !equalCounts(before, after) {
		t.Errorf("the database had %v and has %v", before, after)
	}
	if after := stored(t, app, ""); !slices.Equal(after, files) {
		t.Errorf("the bucket had %v and has %v", files, after)
	}

	// Where cms-api has never run, nothing is left either.
	report = cms.Doctor(t.Context(), append(environ, "MONGODB_DATABASE="+app.Database+"_never"), "test")
	if worst := levels(report); worst["database"] != doctor.OK || worst["administrator"] != doctor.Warning {
		t.Errorf("an empty database:\n%s", text(t, report))
	}
	never := opened(t, &apitest.App{Config: app.Config, Database: app.Database + "_never"})
	if left := contents(t, never); len(left) != 0 {
		t.Errorf("an empty database has %v", left)
	}
}

func equalCounts(a, b map[string]int64) bool {
	if len(a) != len(b) {
		return false
	}
	for name, count := range a {
		if b[name] != count {
			return false
		}
	}
	return true
}

func TestDoctor_SaysWhatIsWrongAndNoSecret(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	app.Staff(t)
	var took []string
	publisher := believing(t, app.Config.PublishSecrets[0], &took)
	const hidden = "Zk3vQ9wX7rT1yB5nM8pL2sD6fG4hJ0cA"
	for name, c := range map[string]struct {
		edits []string
		check string
		says  []string
	}{
		"a database that does not answer": {
			[]string{"MONGODB_URI=mongodb://keeper:" + hidden + "@127.0.0.1:1/"}, "database",
			[]string{"127.0.0.1:1 does not answer", "MONGODB_URI"},
		},
		"storage that does not answer": {
			[]string{"S3_ENDPOINT=http://127.0.0.1:1"}, "object storage", []string{"does not answer", "S3_ENDPOINT"},
		},
		"another key of the storage": {
			[]string{"S3_SECRET_ACCESS_KEY=" + hidden}, "object storage", []string{"does not let us in", "S3_SECRET_ACCESS_KEY"},
		},
		"no bucket": {
			[]string{"S3_BUCKET=" + app.Config.S3Bucket + "-missing"}, "object storage", []string{"There is no bucket"},
		},
		"no publisher": {
			[]string{"PUBLISHER_URL=http://127.0.0.1:1/publish"}, "publisher", []string{"cannot be reached", "PUBLISHER_URL"},
		},
		"another secret of the publisher": {
			[]string{"PUBLISH_SECRET=whsec_" + hidden + hidden}, "publisher", []string{"refuses our webhook", "PUBLISH_SECRET"},
		},
		"no mail server": {
			[]string{
				"MAIL_DRIVER=smtp", "MAIL_FROM=a@example.com", "SMTP_HOST=127.0.0.1", "SMTP_PORT=1", "SMTP_PASSWORD=" + hidden,
			},
			"mail and SMS", []string{"127.0.0.1:1 cannot be reached"},
		},
		"production without its settings": {
			[]string{"CMS_ENV=production", "AUTH_SECRET=" + hidden[:20]}, "configuration",
			[]string{"MAIL_DRIVER", "PUBLIC_URL", "AUTH_SECRET number 1 has 20 bytes"},
		},
		"everybody a proxy": {
			[]string{"TRUSTED_PROXIES=0.0.0.0/0"}, "configuration", []string{"TRUSTED_PROXIES"},
		},
		"no administrator": {
			[]string{"CMS_ENV=production", "MONGODB_DATABASE=" + app.Database + "_none"}, "administrator",
			[]string{"create-admin"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report := cms.Doctor(t.Context(), installed(app, publisher, c.edits...), "test")
			said := text(t, report)
			if report.OK || levels(report)[c.check] != doctor.Failed {
				t.Errorf("%s did not fail:\n%s", c.check, said)
			}
			for _, words := range c.says {
				if !strings.Contains(said, words) {
					t.Errorf("%q is not said:\n%s", words, said)
				}
			}
			if strings.Contains(said, hidden[:20]) || strings.Contains(said, app.Config.S3SecretKey) {
				t.Errorf("a secret is told:\n%s", said)
			}
		})
	}
}

func TestDoctor_FindsARestoreThatBrokeOff(t *testing.T) {
	from := apitest.New(t, ownBucket).Ready(t)
	furnish(t, from)
	archive, _ := backedUp(t, from, false)
	app := apitest.New(t, ownBucket).Ready(t)
	app.Stop(t)
	if _, err := restore(t, app, archive[:len(archive)*2/3], false); !errors.Is(err, backup.ErrDamaged) {
		t.Fatalf("half an archive: %v", err)
	}
	report := cms.Doctor(t.Context(), installed(app, ""), "test")
	if said := text(t, report); levels(report)["data"] != doctor.Failed || !strings.Contains(said, "A restore was begun") {
		t.Errorf("half a restore:\n%s", said)
	}
}

// The doctor counts where the library and the storage do not agree.
func TestDoctor_ComparesTheLibraryWithTheStorage(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff, store := app.Staff(t), storage(t, app)
	_, lost := recorded(t, app, staff, 40)
	recorded(t, app, staff, 41)
	begun, _ := recorded(t, app, staff, 42)
	says := func(want doctor.Level, found ...string) {
		t.Helper()
		report := cms.Doctor(t.Context(), installed(app, ""), "test")
		if got := levels(report)["media library"]; got != want {
			t.Errorf("the media library is %q", got)
		}
		for _, each := range found {
			if said := text(t, report); !strings.Contains(said, each) {
				t.Errorf("%q is not said:\n%s", each, said)
			}
		}
	}
	says(doctor.OK, "All 3 files are in the storage.", "0 stored files are not", "0 replacements have not")
	if err := store.Delete(t.Context(), keyOf(lost)); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Put(t.Context(), "files/0123.pdf", "", strings.NewReader("x"), 1); err != nil {
		t.Fatal(err)
	}
	_, err := app.Server().Stores.DB.Collection("media").UpdateByID(t.Context(), begun, bson.D{{Key: "$set", Value: bson.D{
		{Key: "replacement", Value: bson.D{{Key: "at", Value: time.Now()}}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	says(doctor.Warning, "1 of 3 files are not in the storage.", "1 stored files are not", "1 replacements have not")
}
