// Package apitest runs the real application on real stores, reached over their
// real protocols, for tests that say who asks, what they send, what comes back
// and what else happened.
package apitest

import (
	"fmt"
	"os"
	"runtime/debug"
	"testing"

	"academy/cms-api/internal/test/teststore"
)

// Main runs the tests of a package with stores: those that MONGODB_URI and
// S3_ENDPOINT name, and in the place of each that is not set the embedded one,
// started for this run and ended with it. Call it from TestMain.
func Main(m *testing.M) int {
	debug.SetGCPercent(400) // memory is cheaper here than time
	if uri := os.Getenv("MONGODB_URI"); uri != "" {
		defer func() {
			if err := dropDatabases(uri); err != nil {
				fmt.Fprintln(os.Stderr, "apitest:", err)
			}
		}()
		if os.Getenv("S3_ENDPOINT") != "" {
			return m.Run()
		}
	}
	dir, err := os.MkdirTemp("", "apitest-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "apitest:", err)
		return 1
	}
	defer os.RemoveAll(dir)
	stores, err := teststore.Open(dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, "apitest:", err)
		return 1
	}
	defer stores.Stop()
	// Where New finds them.
	for name, value := range map[string]string{
		"MONGODB_URI":          stores.MongoURI,
		"S3_ENDPOINT":          stores.S3Endpoint,
		"S3_ACCESS_KEY_ID":     teststore.AccessKey,
		"S3_SECRET_ACCESS_KEY": teststore.SecretKey,
	} {
		if os.Getenv(name) != "" {
			continue
		}
		if err := os.Setenv(name, value); err != nil {
			fmt.Fprintln(os.Stderr, "apitest:", err)
			return 1
		}
	}
	return m.Run()
}

// OnEmbedded is an edit for tests of what only the embedded database does, and for
// those that put themselves before it: the application gets one of its own.
func OnEmbedded(t testing.TB) func(*Options) {
	t.Helper()
	return On(teststore.Embedded(t))
}

// On is an edit that gives the application the database of some stores.
func On(stores *teststore.Stores) func(*Options) {
	return func(o *Options) { o.Config.MongoURI = stores.MongoURI }
}
