package apitest_test

import (
	"net/http"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	cms "academy/cms-api/internal/app"
	"academy/cms-api/internal/test/apitest"
	"academy/cms-api/internal/test/teststore"
)

// What is written past cms-api, by whatever program, is public on every replica, and in
// the lists of staff.
func TestTwoProcesses_SeeWhatIsWrittenPastThem(t *testing.T) {
	one := apitest.New(t, unlimited).Ready(t)
	two := apitest.Start(t, one.Database, unlimited).Ready(t)
	staff := one.Staff(t)
	made := write(t, staff, apitest.JSON{"title": "One", "status": "published"})
	c := opened(t, one).Collection("articles")
	id := bson.D{{Key: "_id", Value: made.ID}}
	titled := func(app *apitest.App) string { return app.Anonymous(t).Get("/api/articles/one").Text("title") }
	if _, err := c.UpdateOne(t.Context(), id, bson.D{
		{Key: "$set", Value: bson.D{{Key: "title", Value: "Past it"}}},
	}); err != nil {
		t.Fatal(err)
	}
	for _, app := range []*apitest.App{one, two} {
		apitest.Eventually(t, func() bool { return titled(app) == "Past it" })
	}
	apitest.Eventually(t, func() bool { return len(rows(t, staff.Get("/api/articles?q=Past"))) == 1 })
	if _, err := c.DeleteOne(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	for _, app := range []*apitest.App{one, two} {
		apitest.Eventually(t, func() bool {
			return app.Anonymous(t).Get("/api/articles/one").Status == http.StatusNotFound
		})
	}
}

// Without change streams the application never gets ready, and its log and the doctor
// say why.
func TestMongoDB_WithoutChangeStreamsNothingIsReady(t *testing.T) {
	relay, stores := teststore.Embedded(t).Relay(t)
	relay.Fail(teststore.Streaming, 40573)
	app := apitest.New(t, apitest.On(stores))
	apitest.Eventually(t, func() bool { return relay.Asked(teststore.Streaming) > 2 })
	app.Anonymous(t).Get("/api/health/ready").Want(http.StatusServiceUnavailable)
	if !strings.Contains(app.Log.String(), "no change streams") {
		t.Error("the log does not say why")
	}
	report := cms.Doctor(t.Context(), []string{
		"MONGODB_URI=" + stores.MongoURI, "MONGODB_DATABASE=" + app.Database, "S3_ENDPOINT=" + app.Config.S3Endpoint,
		"S3_BUCKET=apitest",
		"S3_ACCESS_KEY_ID=" + app.Config.S3AccessKey, "S3_SECRET_ACCESS_KEY=" + app.Config.S3SecretKey,
		"RELEASES_DIR=" + t.TempDir(),
	}, "test")
	said := false
	for _, finding := range report.Findings {
		said = said || finding.Level == "failed" && strings.Contains(finding.Found, "change streams")
	}
	if report.OK || !said {
		t.Errorf("the doctor says %+v", report)
	}
}
