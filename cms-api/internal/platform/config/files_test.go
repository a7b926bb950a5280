package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"academy/cms-api/internal/platform/config"
)

func TestLoad_FromFiles(t *testing.T) {
	write := func(text string) string {
		file := filepath.Join(t.TempDir(), "secret")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	cfg, err := config.Load([]string{
		"S3_SECRET_ACCESS_KEY_FILE=" + write("from a file\r\n"), "MONGODB_URI_FILE=" + write("mongodb://user:word@db/\n"),
		"S3_ACCESS_KEY_ID=plain", "S3_ACCESS_KEY_ID_FILE=", "SMTP_PASSWORD_FILE=" + write(" kept as it is "),
	})
	if err != nil {
		t.Fatal(err)
	}
	if cfg.S3SecretKey != "from a file" || cfg.MongoURI != "mongodb://user:word@db/" || cfg.S3AccessKey != "plain" ||
		cfg.SMTPPassword != " kept as it is " {
		t.Errorf("cfg = %+v", cfg)
	}
	empty, missing := write("\n"), filepath.Join(t.TempDir(), "missing")
	_, err = config.Load([]string{
		"AUTH_SECRET=x", "AUTH_SECRET_FILE=" + empty, "PUBLISH_SECRET_FILE=" + empty, "S3_ACCESS_KEY_ID_FILE=" + missing,
	})
	if err == nil {
		t.Fatal("no error")
	}
	for _, problem := range []string{
		"AUTH_SECRET and AUTH_SECRET_FILE", "PUBLISH_SECRET_FILE: " + empty + " is empty",
		"S3_ACCESS_KEY_ID_FILE: open " + missing,
	} {
		if !strings.Contains(err.Error(), problem) {
			t.Errorf("%q is not in:\n%v", problem, err)
		}
	}
}
