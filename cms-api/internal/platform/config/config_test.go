package config_test

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/platform/config"
)

func TestLoad_DefaultsAreEnoughForDevelopment(t *testing.T) {
	cfg, err := config.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Port != 8080 || cfg.Host != "127.0.0.1" || cfg.PublicURL != "http://localhost:8080" ||
		cfg.PublisherURL != "http://127.0.0.1:4200/publish" || cfg.Production() {
		t.Errorf("cfg = %+v", cfg)
	}
}

func TestLoad_NamesEveryProblemAtOnce(t *testing.T) {
	_, err := config.Load([]string{
		"PORT=http", "LOG_LEVEL=loud", "LOG_FORMAT=xml", "MONGODB_URI=postgres://x", "S3_ENDPOINT=9000", "AUTH_SECRET=short",
		"PUBLISH_SECRET=whsec_x", "SITE_TIMEZONE=Nowhere/City", "ADMIN_DIR=/does/not/exist", "CMS_ENV=staging",
		"ALLOWED_ORIGINS=partner",
	})
	if err == nil {
		t.Fatal("no error")
	}
	for _, name := range []string{
		"Port", "LOG_LEVEL", "LOG_FORMAT", "MONGODB_URI", "S3_ENDPOINT", "AUTH_SECRET", "PUBLISH_SECRET", "SITE_TIMEZONE",
		"ADMIN_DIR", "CMS_ENV", "ALLOWED_ORIGINS",
	} {
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
	for _, name := range []string{
		"AUTH_SECRET", "PUBLISH_SECRET", "S3_ACCESS_KEY_ID", "PUBLIC_URL", "MAIL_DRIVER", "SMS_DRIVER",
	} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not named in:\n%v", name, err)
		}
	}
	good := []string{
		"CMS_ENV=production", "PUBLIC_URL=https://academy.test/", "MAIL_DRIVER=off", "SMS_DRIVER=off", "S3_ACCESS_KEY_ID=k",
		"S3_SECRET_ACCESS_KEY=8hNq2LrT5vXz",
		"PUBLISH_SECRET=whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3", "MONGODB_URI=mongodb://%2Ftmp%2Fm.sock/",
	}
	if _, err := config.Load(append(good, "AUTH_SECRET="+strings.Repeat("changeme", 5))); err == nil {
		t.Error("a guessable secret was accepted")
	}
	key := "AUTH_SECRET=Zk3vQ9wX7rT1yB5nM8pL2sD6fG4hJ0cA"
	for bad, named := range map[string]string{
		key + ",Zk3vQ9wX7rT1yB5nM8pL2sD6fG4hJ0cA":                                   "equal",
		"AUTH_SECRET=" + strings.Repeat("abab", 10):                                 "repeats",
		"PUBLISH_SECRET=whsec_YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh":                 "repeats",
		"PUBLISH_SECRET=whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3,whsec_c2hvcnQ=":      "PUBLISH_SECRET number 2",
		"PUBLISH_SECRET=whsec_Y2hhbmdlbWVjaGFuZ2VtZWNoYW5nZW1lMTIzNDU2Nzg5MGFiYw==": "changeme",
	} {
		if _, err := config.Load(append(slices.Concat(good, []string{key}), bad)); err == nil ||
			!strings.Contains(err.Error(), named) {
			t.Errorf("%s: %v", bad, err)
		}
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
	for _, field := range reflect.VisibleFields(reflect.TypeFor[config.Config]()) {
		if field.Anonymous {
			continue
		}
		if name := field.Tag.Get("env"); name == "" || field.Tag.Get("doc") == "" || !strings.Contains(help, name) {
			t.Errorf("%s is not described", field.Name)
		}
	}
}

func TestLoad_SignIn(t *testing.T) {
	cfg, err := config.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	if cfg.MailDriver != "mock" || cfg.SMSDriver != "mock" || cfg.LimitForms.String() != "30/1m0s" {
		t.Errorf("cfg = %+v", cfg)
	}
	cfg, err = config.Load([]string{"RATE_LIMIT_FORMS=off", "TRUSTED_PROXIES=10.0.0.7, 192.168.0.0/16"})
	if err != nil || !cfg.LimitForms.Off() || len(cfg.ProxyNetworks()) != 2 {
		t.Errorf("cfg = %+v, %v", cfg, err)
	}
	for setting, named := range map[string]string{
		"RATE_LIMIT_LOGIN=often": "often", "TRUSTED_PROXIES=proxy": "TRUSTED_PROXIES", "MAIL_DRIVER=pigeon": "MAIL_DRIVER",
		"MAIL_DRIVER=smtp": "SMTP_HOST", "SMS_DRIVER=twilio": "TWILIO_FROM", "INVITATION_AGE=1s": "INVITATION_AGE",
	} {
		if _, err := config.Load([]string{setting}); err == nil || !strings.Contains(err.Error(), named) {
			t.Errorf("%s: %v", setting, err)
		}
	}
	for setting, named := range map[string]string{
		"RATE_LIMIT_LOGIN=off": "RATE_LIMIT_LOGIN", "MAIL_DRIVER=mock": "MAIL_DRIVER", "SMS_DRIVER=mock": "SMS_DRIVER",
	} {
		if _, err := config.Load([]string{"CMS_ENV=production", setting}); err == nil ||
			!strings.Contains(err.Error(), named) {
			t.Errorf("%s in production: %v", setting, err)
		}
	}
}

func TestLoad_Targets(t *testing.T) {
	cfg, err := config.Load([]string{"MIRROR_TO=/srv/www, s3://site/public?pages=clean"})
	if err != nil || len(cfg.MirrorTo) != 2 || cfg.MirrorTo[1] != "s3://site/public?pages=clean" ||
		cfg.ReleasePoll.String() != "1s" {
		t.Errorf("cfg = %+v, %v", cfg.Targets, err)
	}
	for setting, named := range map[string]string{
		"RELEASE_STORE=/srv/releases": "RELEASE_STORE",
		"MIRROR_TO=ftp://host/x":      "MIRROR_TO",
		"MIRROR_TO=/a,/a":             "twice",
		"RELEASE_CACHE_BYTES=10":      "RELEASE_CACHE_BYTES",
		"RELEASE_POLL=0":              "RELEASE_POLL",
		"RELEASE_S3_ENDPOINT=9000":    "RELEASE_S3_ENDPOINT",
		"RELEASE_TELL=edge:8080":      "RELEASE_TELL",
	} {
		if _, err := config.Load([]string{setting}); err == nil || !strings.Contains(err.Error(), named) {
			t.Errorf("%s: %v", setting, err)
		}
	}
}

func TestDevelopment_StaysOnThisMachineUnlessTold(t *testing.T) {
	for _, each := range []struct {
		environ []string
		named   string // in the error; empty when it starts
	}{
		{nil, ""},
		{[]string{"PUBLIC_URL=http://127.0.0.1:8080"}, ""},
		{[]string{"PUBLIC_URL=http://[::1]:8080", "HOST=::1"}, ""},
		{[]string{"PUBLIC_URL=http://academy.localhost:8080"}, ""},
		{[]string{"PUBLIC_URL=https://localhost:8080"}, "PUBLIC_URL"},
		{[]string{"PUBLIC_URL=http://academy.example"}, "PUBLIC_URL"},
		{[]string{"PUBLIC_URL=http://localhost.example"}, "PUBLIC_URL"},
		{[]string{"PUBLIC_URL=http://192.168.1.5:8080"}, "PUBLIC_URL"},
		{[]string{"HOST=0.0.0.0"}, "HOST"},
		{[]string{"HOST=::"}, "HOST"},
		{[]string{"PUBLIC_URL=http://academy.example", "DEVELOPMENT_IN_PUBLIC=true"}, "DEVELOPMENT_IN_PUBLIC"},
		{[]string{"PUBLIC_URL=https://academy.example", "HOST=0.0.0.0", "DEVELOPMENT_IN_PUBLIC=yes"}, ""},
	} {
		_, err := config.Load(each.environ)
		if (err == nil) != (each.named == "") || err != nil && !strings.Contains(err.Error(), each.named) {
			t.Errorf("%v: %v", each.environ, err)
		}
		if _, err := config.LoadEdge(each.environ); err != nil {
			t.Errorf("an edge, to which nobody signs in, with %v: %v", each.environ, err)
		}
	}
}

// bounded returns the settings that have a smallest value, each with one below it.
func bounded(t *testing.T, group reflect.Type) map[string]string {
	t.Helper()
	below := map[string]string{}
	for field := range group.Fields() {
		if field.Anonymous {
			maps.Copy(below, bounded(t, field.Type))
			continue
		}
		least, name := field.Tag.Get("min"), field.Tag.Get("env")
		if least == "" {
			continue
		}
		if field.Type == reflect.TypeFor[time.Duration]() {
			d, err := time.ParseDuration(least)
			if err != nil {
				t.Errorf("%s has the smallest value %q: %v", name, least, err)
			}
			below[name] = (d - 1).String()
			continue
		}
		n, err := strconv.Atoi(least)
		if err != nil {
			t.Errorf("%s has the smallest value %q: %v", name, least, err)
		}
		below[name] = strconv.Itoa(n - 1)
	}
	return below
}

func TestLoad_RefusesWhatIsTooSmall(t *testing.T) {
	settings := bounded(t, reflect.TypeFor[config.Config]())
	if len(settings) < 15 {
		t.Errorf("only %d settings have a smallest value", len(settings))
	}
	for name, value := range settings {
		if _, err := config.Load([]string{name + "=" + value}); err == nil || !strings.Contains(err.Error(), name+" is ") {
			t.Errorf("%s=%s: %v", name, value, err)
		}
	}
}

func TestLoad_RefusesAddressesOfOtherSchemesWithoutTheirPasswords(t *testing.T) {
	for _, name := range []string{
		"S3_ENDPOINT", "PUBLISHER_URL", "ALLOWED_ORIGINS", "RELEASE_S3_ENDPOINT", "RELEASE_TELL",
	} {
		_, err := config.Load([]string{name + "=ftp://somebody:hidden@host/"})
		if err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
