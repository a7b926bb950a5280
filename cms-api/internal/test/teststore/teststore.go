// Package teststore gives tests the real stores: infra/embedded as a process of
// its own, over its real protocols. Only tests import it.
package teststore

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/platform/mongodb"
)

// Credentials of the object store that Start runs.
const (
	AccessKey = "test-access-key"
	SecretKey = "test-secret-key"
	Bucket    = "test-media"
)

// Stores is a running pair of stores.
type Stores struct {
	MongoURI   string
	S3Endpoint string

	embedded    string // address of the embedded database
	prefix      string // of the names of databases
	binary, dir string
	cmd         *exec.Cmd
	stdin       io.Closer
	minio       *minio // instead of the embedded object store, for who may stop it
	restricted  bool
	common      bool // others have them too
}

var ready = regexp.MustCompile(`^embedded: ready mongodb=(\S+) s3=(\S+)\s*$`)

// common starts the stores of all tests of a package, once: Main sets it.
var common func() (*Stores, error)

// Main runs the tests of a package whose stores are one process, of which Start gives each test databases of its own:
// to start a process costs more than most tests. Call it from TestMain.
func Main(m *testing.M) int {
	var dir string
	var stores *Stores
	// Not before a test asks: processes that tests start and kill run this, too.
	common = sync.OnceValues(func() (_ *Stores, err error) {
		if dir, err = os.MkdirTemp("", "teststore-"); err == nil {
			stores, err = Open(dir)
		}
		return stores, err
	})
	code := m.Run()
	if stores != nil {
		stores.Stop()
	}
	if dir != "" {
		_ = os.RemoveAll(dir)
	}
	return code
}

// Start gives a test databases that nobody else uses: on the server that MONGODB_URI
// names, else on the embedded one. The object store is the embedded one. They end
// with the test, or, where a package has Main, with that.
func Start(t testing.TB) *Stores {
	t.Helper()
	var s *Stores
	if common == nil {
		s = Embedded(t)
	} else {
		all, err := common()
		if err != nil {
			t.Fatal(err)
		}
		own := *all
		s, own.common, own.prefix = &own, true, "test_"+mongodb.NewID()+"_"
	}
	if uri := os.Getenv("MONGODB_URI"); uri != "" {
		s.MongoURI, s.prefix = uri, "test_"+mongodb.NewID()+"_"
		t.Cleanup(func() { drop(t, uri, s.prefix) })
	}
	return s
}

// Embedded is Start for tests of what only the embedded database does, and for those
// that stop the server or put themselves before it. It runs infra/embedded on a fresh
// folder, built first if that is needed, and returns once it answers.
func Embedded(t testing.TB) *Stores {
	t.Helper()
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

// Open is Embedded for who has no test at hand, on the folder dir. The caller stops
// the stores.
func Open(dir string) (*Stores, error) {
	binary, err := build()
	if err != nil {
		return nil, err
	}
	s := &Stores{binary: binary, dir: dir}
	if err := s.run("127.0.0.1:0", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	return s, nil
}

// Stop ends the stores, as an outage would. It may be called twice.
func (s *Stores) Stop() {
	if s.common {
		panic("teststore: other tests use these stores; take Embedded")
	}
	if s.minio != nil {
		s.minio.stop()
		return
	}
	if s.cmd == nil {
		return
	}
	_ = s.stdin.Close()
	_ = s.cmd.Wait()
	s.cmd = nil
}

// Files returns the folder in which the object store has its files.
func (s *Stores) Files() string { return filepath.Join(s.dir, "objects") }

// Restart runs the stores again, on the same data and addresses.
func (s *Stores) Restart(t testing.TB) {
	t.Helper()
	if s.minio != nil {
		if err := s.minio.run(); err != nil {
			t.Fatal(err)
		}
		return
	}
	uri := s.MongoURI
	host := strings.TrimSuffix(strings.TrimPrefix(s.embedded, "mongodb://"), "/")
	if err := s.run(host, strings.TrimPrefix(s.S3Endpoint, "http://")); err != nil {
		t.Fatal(err)
	}
	s.MongoURI = uri
}

// Name returns the whole name of a database.
func (s *Stores) Name(name string) string { return s.prefix + name }

// Database connects to a database of the stores and waits until it is ready.
// The connection ends with the test.
func (s *Stores) Database(t testing.TB, name string) *mongodb.Database {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	return s.Open(t, ctx, name)
}

// failer is a test of any kind.
type failer interface {
	Helper()
	Fatal(args ...any)
}

// Open is Database for a connection that ends with a context.
func (s *Stores) Open(t failer, ctx context.Context, name string) *mongodb.Database {
	t.Helper()
	db, err := mongodb.Open(s.MongoURI, s.Name(name), time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		db.Run(ctx)
		_ = db.Close(context.Background())
	}()
	wait, stop := context.WithTimeout(ctx, 20*time.Second)
	defer stop()
	if err := db.WaitReady(wait); err != nil {
		t.Fatal(err)
	}
	return db
}

func (s *Stores) run(mongo, s3 string) error {
	cmd := exec.Command(s.binary, "--data-dir", s.dir, "--mongodb-listen", mongo,
		"--s3-listen", s3, "--s3-bucket", Bucket, "--exit-with-stdin")
	// GOGC: memory is cheaper in a test than time.
	cmd.Env = append(os.Environ(), "GOGC=400", "S3_ACCESS_KEY_ID="+AccessKey, "S3_SECRET_ACCESS_KEY="+SecretKey)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return fmt.Errorf("embedded stores: %w", err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("embedded stores: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("embedded stores: %w", err)
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	match := ready.FindStringSubmatch(line)
	if err != nil || match == nil {
		_ = stdin.Close()
		_ = cmd.Wait()
		return fmt.Errorf("embedded stores did not get ready: %q %w", line, err)
	}
	s.cmd, s.stdin, s.embedded, s.MongoURI, s.S3Endpoint = cmd, stdin, match[1], match[1], match[2]
	return nil
}

// build returns the program's path: EMBEDDED_BIN, which make has just built, or what
// is built here, once for each test binary. Go relinks it only when its source changed.
var build = sync.OnceValues(func() (string, error) {
	if binary := os.Getenv("EMBEDDED_BIN"); binary != "" {
		return binary, nil
	}
	infra := filepath.Join(root(), "infra")
	binary := filepath.Join(infra, ".build", "embedded")
	// Several test binaries build at the same time; go build replaces the file
	// in one step only when nobody else writes it.
	// Built like the Makefile does, so that they share what is compiled.
	lock := exec.Command("flock", filepath.Join(infra, "embedded"), "go", "build", "-tags", "ferretdb_no_postgresql", "-o",
		binary, "./embedded")
	lock.Dir = infra
	lock.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-trimpath")
	if out, err := lock.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build infra/embedded: %w\n%s", err, out)
	}
	return binary, nil
})
