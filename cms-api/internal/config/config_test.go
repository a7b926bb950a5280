package config_test

import (
	"reflect"
	"strings"
	"testing"

	"academy/cms-api/internal/config"
)

func TestLoad_DefaultsAreEnoughForDevelopment(t *testing.T) {
	cfg, err := config.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Port != 8080 || cfg.Host != "127.0.0.1" || cfg.PublicURL != "http://localhost:8080" || cfg.PublisherURL != "http://127.0.0.1:4200/publish" || cfg.Production() {
		t.Errorf("cfg = %+v", cfg)
	}
}

func TestLoad_NamesEveryProblemAtOnce(t *testing.T) {
	_, err := config.Load([]string{
		"PORT=http", "LOG_LEVEL=loud", "LOG_FORMAT=xml", "MONGODB_URI=postgres://x", "S3_ENDPOINT=9000", "AUTH_SECRET=short",
		"PUBLISH_SECRET=whsec_x", "SITE_TIMEZONE=Nowhere/City", "ADMIN_DIR=/does/not/exist", "CMS_ENV=staging", "ALLOWED_ORIGINS=partner",
	})
	if err == nil {
		t.Fatal("no error")
	}
	for _, name := range []string{"Port", "LOG_LEVEL", "LOG_FORMAT", "MONGODB_URI", "S3_ENDPOINT", "AUTH_SECRET", "PUBLISH_SECRET", "SITE_TIMEZONE", "ADMIN_DIR", "CMS_ENV", "ALLOWED_ORIGINS"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not named in:\n%v", name, err)
		}
	}
}

func TestLoad_ProductionRefusesMissingAndWeakSecrets(t *testing.T) {
	_, err := config.Load([]string{"CMS_ENV=production"})
	if err == nil {
		t.Fatal("no error")
	}
	for _, name := range []string{"AUTH_SECRET", "PUBLISH_SECRET", "S3_ACCESS_KEY_ID", "PUBLIC_URL"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not named in:\n%v", name, err)
		}
	}
	good := []string{
		"CMS_ENV=production", "PUBLIC_URL=https://academy.test/", "S3_ACCESS_KEY_ID=k", "S3_SECRET_ACCESS_KEY=8hNq2LrT5vXz",
		"PUBLISH_SECRET=whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3", "MONGODB_URI=mongodb://%2Ftmp%2Fm.sock/",
	}
	if _, err := config.Load(append(good, "AUTH_SECRET="+strings.Repeat("changeme", 5))); err == nil {
		t.Error("a guessable secret was accepted")
	}
	cfg, err := config.Load(append(good, "AUTH_SECRET=Zk3vQ9wX7rT1yB5nM8pL2sD6fG4hJ0cA, Yk3vQ9wX7rT1yB5nM8pL2sD6fG4hJ0cA"))
	if err != nil {
		t.Fatal(err)
	}
	if len(cfg.AuthSecrets) != 2 || cfg.PublicURL != "https://academy.test" {
		t.Errorf("cfg = %+v", cfg)
	}
}

func TestLoadEdge_NeedsNoSecrets(t *testing.T) {
	if _, err := config.LoadEdge([]string{"CMS_ENV=production"}); err != nil {
		t.Error(err)
	}
	if _, err := config.LoadEdge([]string{"PORT=-1"}); err == nil {
		t.Error("a port below 0 was accepted")
	}
}

func TestLoad_EmptyPublisherMeansNone(t *testing.T) {
	cfg, err := config.Load([]string{"PUBLISHER_URL="})
	if err != nil || cfg.PublisherURL != "" {
		t.Errorf("publisher = %q, %v", cfg.PublisherURL, err)
	}
}

func TestHelp_DescribesEveryVariable(t *testing.T) {
	help := config.Help()
	for field := range reflect.TypeFor[config.Config]().Fields() {
		if name := field.Tag.Get("env"); name == "" || field.Tag.Get("doc") == "" || !strings.Contains(help, name) {
			t.Errorf("%s is not described", field.Name)
		}
	}
}
