package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The script makes secrets that production starts with, each once.
func TestSecrets(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "secrets")
	script := filepath.Join(root, "infra", "secrets.sh")
	read := func() map[string]string {
		if said, err := exec.Command("sh", script, dir).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		found := map[string]string{}
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			found[filepath.Base(file)] = string(text)
		}
		return found
	}
	first := read()
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder: %v, %v", info.Mode(), err)
	}
	made, err := secretsMade(script)
	if err != nil {
		t.Fatal(err)
	}
	if len(first) != len(made) || len(first) < 10 {
		t.Errorf("made %d files, want %d", len(first), len(made))
	}
	again := read()
	for name, text := range first {
		if again[name] != text {
			t.Errorf("%s was changed", name)
		}
	}
	keptOnce := filepath.Join(dir, "mongodb_root_password")
	if err := os.Rename(keptOnce, keptOnce+".away"); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("sh", script, dir).CombinedOutput(); err == nil ||
		!strings.Contains(string(said), "put it back") {
		t.Errorf("it makes another root password of MongoDB: %v\n%s", err, said)
	}
	if err := os.Rename(keptOnce+".away", keptOnce); err != nil {
		t.Fatal(err)
	}
	if other := filepath.Join(t.TempDir(), "other"); exec.Command("sh", script, other).Run() != nil {
		t.Error("it cannot make others")
	} else if text, err := os.ReadFile(filepath.Join(other, "auth_secret")); err != nil ||
		string(text) == first["auth_secret"] {
		t.Errorf("they are not random: %v", err)
	}

	file := func(name, secret string) string { return name + "_FILE=" + filepath.Join(dir, secret) }
	cmd := exec.Command(filepath.Join(root, ".build", "bin", "cms-api"), "serve")
	cmd.Env = []string{
		"CMS_ENV=production", "HOST=127.0.0.1", "PORT=0", "PUBLIC_URL=https://academy.example", "MAIL_DRIVER=off",
		"SMS_DRIVER=off",
		"S3_ENDPOINT=http://127.0.0.1:1", "RELEASES_DIR=" + t.TempDir(), "SHUTDOWN_TIMEOUT=1s",
		file("AUTH_SECRET", "auth_secret"), file("PUBLISH_SECRET", "publish_secret"),
		file("MONGODB_URI", "mongodb_cluster_uri"),
		file("S3_ACCESS_KEY_ID", "s3_access_key_id"), file("S3_SECRET_ACCESS_KEY", "s3_secret_access_key"),
	}
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	lines := bufio.NewScanner(io.LimitReader(said, 1<<20))
	var all []string
	for lines.Scan() {
		all = append(all, lines.Text())
		if strings.Contains(lines.Text(), "msg=listening") {
			return
		}
	}
	t.Errorf("production does not start with them:\n%s", strings.Join(all, "\n"))
}
