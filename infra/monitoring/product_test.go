package monitoring

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

const root = "../.."

// start runs a program of the product that ends with the test, and returns what
// each pattern finds in its output, once all have.
func start(t *testing.T, name string, args, env []string, patterns ...string) []string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(root, ".build/bin", name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%s is missing: run make build", path)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Env = root, append(os.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	giveUp := time.AfterFunc(3*time.Minute, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	var said bytes.Buffer
	drained := make(chan struct{})
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
		<-drained
		_ = cmd.Wait()
		giveUp.Stop()
	})
	found := make([]string, len(patterns))
	lines := bufio.NewScanner(output)
	for missing := len(patterns); missing > 0 && lines.Scan(); {
		said.WriteString(lines.Text() + "\n")
		for i, pattern := range patterns {
			if match := regexp.MustCompile(pattern).FindStringSubmatch(lines.Text()); match != nil && found[i] == "" {
				found[i] = match[1]
				missing--
			}
		}
	}
	go func() {
		defer close(drained)
		_, _ = io.Copy(io.Discard, output)
	}()
	for i, each := range found {
		if each == "" {
			t.Fatalf("%s never said %s:\n%s", name, patterns[i], &said)
		}
	}
	return found
}

// families is what a process measures, by name.
type families map[string]*dto.MetricFamily

func scrape(t *testing.T, address string) families {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	parser := expfmt.NewTextParser(model.UTF8Validation)
	found, err := parser.TextToMetricFamilies(answer.Body)
	if err != nil {
		t.Fatalf("%s cannot be read: %v", address, err)
	}
	return found
}

// product starts all of the product, lets something of each kind happen, and
// returns what its processes measure then, by job.
func product(t *testing.T) map[string]families {
	t.Helper()
	data := t.TempDir()
	said := start(t, "run", nil, []string{
		"PORT=0", "DATA_DIR=" + data, "METRICS_ADDR=127.0.0.1:0", "PUBLISHER_METRICS_ADDR=127.0.0.1:0",
		"RATE_LIMIT_FORMS=1/1m", "LOG_FORMAT=text",
	}, `msg=metrics address=(http://\S+)`, `metrics address=.*?port\W+(\d+)`, `ready: (http://\S+)`)
	cms, publisher, site := said[0], "http://127.0.0.1:"+said[1]+"/metrics", said[2]
	edge := start(t, "cms-api", []string{"edge"}, []string{
		"PORT=0", "METRICS_ADDR=127.0.0.1:0", "RELEASES_DIR=" + filepath.Join(data, "releases"),
	}, `msg=metrics address=(http://\S+)`, `msg=listening address=(http://[^ "]+)`)

	for range 2 {
		post(t, site+"/api/contact", `{"name":"Asha","email":"asha@example.com","message":"Hello"}`)
	}
	post(t, site+"/api/auth/login", `{"email":"nobody@example.com","password":"not the password"}`)
	for _, address := range []string{site + "/", site + "/api/settings", site + "/api/nowhere", edge[1] + "/"} {
		answer, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
	}
	return map[string]families{"cms-api": scrape(t, cms), "edge": scrape(t, edge[0]), "publisher": scrape(t, publisher)}
}

func post(t *testing.T, address, body string) {
	t.Helper()
	answer, err := http.Post(address, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode >= 500 {
		t.Fatal(fmt.Errorf("%s: %s", address, answer.Status))
	}
}
