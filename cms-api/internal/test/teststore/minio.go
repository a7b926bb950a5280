package teststore

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// Each runs a test on the embedded object store, and with WithMinIO on a real MinIO: four
// drives, and a user who may do no more than in production. The latter has no database,
// and its bucket is empty at first. All tests of a package share one; who stops it
// takes EachOwn.
func Each(t *testing.T, test func(t *testing.T, stores *Stores)) {
	t.Helper()
	t.Run("embedded", func(t *testing.T) { test(t, Start(t)) })
	if WithMinIO() {
		t.Run("MinIO", func(t *testing.T) { test(t, MinIO(t)) })
	}
}

// EachOwn is Each with a MinIO that the test may stop.
func EachOwn(t *testing.T, test func(t *testing.T, stores *Stores)) {
	t.Helper()
	t.Run("embedded", func(t *testing.T) { test(t, Start(t)) })
	if !WithMinIO() {
		return
	}
	t.Run("MinIO", func(t *testing.T) {
		server, err := startMinIO(t.TempDir(), false)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(server.stop)
		test(t, &Stores{S3Endpoint: server.endpoint(), restricted: true, minio: server})
	})
}

// WithMinIO reports whether tests run on a real MinIO too: where WITH_MINIO is set, as make
// verify does after make outside has built it. Make test needs nothing that others make.
func WithMinIO() bool { return os.Getenv("WITH_MINIO") != "" }

// MinIO returns the MinIO that all tests of the package share, emptied.
func MinIO(t testing.TB) *Stores {
	t.Helper()
	server, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.empty(); err != nil {
		t.Fatal(err)
	}
	return &Stores{S3Endpoint: server.endpoint(), restricted: true}
}

// Restricted reports whether the key may do no more than in production.
func (s *Stores) Restricted() bool { return s.restricted }

// shared starts the package's MinIO once. It ends with the process.
var shared = sync.OnceValues(func() (*minio, error) {
	dir, err := os.MkdirTemp("", "minio-")
	if err != nil {
		return nil, fmt.Errorf("minio: %w", err)
	}
	server, err := startMinIO(dir, true)
	if err != nil {
		_ = os.RemoveAll(dir)
	}
	return server, err
})

// minio is a running server.
type minio struct {
	dir, address string
	brief        bool // its files go when it ends
	cmd          *exec.Cmd
	stdin        interface{ Close() error }
}

const (
	rootUser     = "test-root"
	rootPassword = "test-root-password"
	answersIn    = time.Minute
)

// guard runs MinIO for as long as its standard input is open, however the process
// that holds the other end dies. (MinIO cannot do that itself.)
const guard = `"$0" server --quiet --address "$1" "$2/drive{1...4}" >"$2/log" 2>&1 & pid=$!
cat >/dev/null; kill "$pid"; wait "$pid"; [ -z "$3" ] || rm -rf "$2"`

func startMinIO(dir string, brief bool) (*minio, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("minio: %w", err)
	}
	m := &minio{dir: dir, address: listener.Addr().String(), brief: brief}
	if err := listener.Close(); err != nil {
		return nil, fmt.Errorf("minio: %w", err)
	}
	if err := m.run(); err != nil {
		return nil, err
	}
	if err := m.prepare(); err != nil {
		m.stop()
		return nil, err
	}
	return m, nil
}

func (m *minio) endpoint() string { return "http://" + m.address }

// run starts the server and returns once it answers.
func (m *minio) run() error {
	program, err := built("minio")
	if err != nil {
		return err
	}
	remove := ""
	if m.brief {
		remove = "yes"
	}
	cmd := exec.Command("sh", "-c", guard, program, m.address, m.dir, remove)
	// CI: four drives of one disk, which is the root's, are no drives otherwise.
	cmd.Env = append(os.Environ(), "MINIO_ROOT_USER="+rootUser, "MINIO_ROOT_PASSWORD="+rootPassword,
		"MINIO_CI_CD=on", "MINIO_BROWSER=off", "MINIO_UPDATE=off")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return fmt.Errorf("minio: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("minio: %w", err)
	}
	m.cmd, m.stdin = cmd, stdin
	deadline := time.Now().Add(answersIn)
	for {
		answer, err := http.Get(m.endpoint() + "/minio/health/cluster")
		if err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
			err = errors.New(answer.Status)
		}
		if time.Now().After(deadline) {
			log, _ := os.ReadFile(filepath.Join(m.dir, "log"))
			m.stop()
			return fmt.Errorf("minio does not answer: %w\n%s", err, log)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// stop ends the server. It may be called twice.
func (m *minio) stop() {
	if m.cmd == nil {
		return
	}
	_ = m.stdin.Close()
	_ = m.cmd.Wait()
	m.cmd = nil
}

// prepare makes bucket and user as production does.
func (m *minio) prepare() error {
	env := []string{"MEDIA_BUCKET=" + Bucket, "RELEASES_BUCKET=" + Bucket + "-releases"}
	for name, value := range map[string]string{"S3_ACCESS_KEY_ID": AccessKey, "S3_SECRET_ACCESS_KEY": SecretKey} {
		file := filepath.Join(m.dir, name)
		if err := os.WriteFile(file, []byte(value), 0o600); err != nil {
			return fmt.Errorf("minio: %w", err)
		}
		env = append(env, name+"_FILE="+file)
	}
	return m.client(env, "sh", filepath.Join(root(), "infra", "minio", "init.sh"))
}

// empty removes all objects.
func (m *minio) empty() error {
	return m.client(nil, "mc", "rm", "--recursive", "--force", "--quiet", "store/"+Bucket)
}

// client runs MinIO's client, or a script that does.
func (m *minio) client(env []string, name string, args ...string) error {
	program, err := built("mc")
	if err != nil {
		return err
	}
	if name == "mc" {
		name = program
	}
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"),
		"MC_CONFIG_DIR="+m.dir,
		"MC_HOST_store=http://"+rootUser+":"+rootPassword+"@"+m.address)
	cmd.Env = append(cmd.Env, env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("minio: %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// built returns the path of a program that make builds from its Go module.
func built(name string) (string, error) {
	program := filepath.Join(root(), ".build", "bin", name)
	if _, err := os.Stat(program); err != nil {
		return "", fmt.Errorf("%s is missing; build it first with: make outside", program)
	}
	return program, nil
}

// root returns the folder of the repository, in which tests run: each in its package's.
func root() string {
	dir, err := os.Getwd()
	for err == nil && dir != filepath.Dir(dir) {
		if _, missing := os.Stat(filepath.Join(dir, "Makefile")); missing == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	return dir
}
