// Package config reads the configuration from the environment. Each variable
// is one line of Config: its name, its default and what it means stand
// together, and `cms-api serve --help` prints them from there.
package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
)

// Config is everything that can be set from outside.
type Config struct {
	Env  string `env:"CMS_ENV" oneof:"development,production" envDefault:"development" doc:"development or production; production refuses to start with weak or missing secrets"`
	Host string `env:"HOST" envDefault:"127.0.0.1" doc:"address to listen on"`
	Port int    `env:"PORT" envDefault:"8080" doc:"port to listen on; 0 takes a free one"`

	DevelopmentInPublic string `env:"DEVELOPMENT_IN_PUBLIC" doc:"yes lets development mode run where others reach it. There the first visitor becomes administrator and messages are not sent but logged: never for a real site"`

	PublicURL      string   `env:"PUBLIC_URL" scheme:"http,https" doc:"where browsers reach this origin; http://localhost:$PORT when empty"`
	PublicAPIURL   string   `env:"PUBLIC_API_URL" envDefault:"/api" doc:"what the site's pages call, as the publisher has it; pages may connect to its origin"`
	TrustedProxies []string `env:"TRUSTED_PROXIES" doc:"addresses or networks of proxies whose X-Forwarded-For is believed, comma-separated; none when empty"`
	AllowedOrigins []string `env:"ALLOWED_ORIGINS" scheme:"http,https" doc:"further origins that may make credentialed and unsafe calls, comma-separated"`

	MongoURI      string `env:"MONGODB_URI" envDefault:"mongodb://127.0.0.1:27017/" doc:"address of the database"`
	MongoDatabase string `env:"MONGODB_DATABASE" envDefault:"academy" doc:"name of the database"`

	S3Endpoint  string `env:"S3_ENDPOINT" scheme:"http,https" envDefault:"http://127.0.0.1:9000" doc:"address of the object storage"`
	S3Region    string `env:"S3_REGION" envDefault:"us-east-1" doc:"its region"`
	S3AccessKey string `env:"S3_ACCESS_KEY_ID" doc:"its access key"`
	S3SecretKey string `env:"S3_SECRET_ACCESS_KEY" doc:"its secret key"`
	S3Bucket    string `env:"S3_BUCKET" envDefault:"academy-media" doc:"the bucket; created when missing"`

	AuthSecrets []string      `env:"AUTH_SECRET" doc:"keys that sign sessions, comma-separated; the first signs, all verify; at least 32 bytes each"`
	SessionAge  time.Duration `env:"SESSION_AGE" min:"1m" envDefault:"168h" doc:"how long a sign-in lasts"`

	RepeatWindow time.Duration `env:"REPEAT_WINDOW" min:"1ns" envDefault:"10m" doc:"how long the same form with the same content counts as sent once"`
	Connections
	SignIn
	Notify
	Watch

	PublishSecrets []string `env:"PUBLISH_SECRET" doc:"keys of the publish webhook, comma-separated: each whsec_ and base64 of at least 24 bytes; all sign, and any is believed"`

	PublisherURL string `env:"PUBLISHER_URL" scheme:"http,https" envDefault:"http://127.0.0.1:4200/publish" doc:"the built-in publisher; set it empty for none"`
	ReleasesDir  string `env:"RELEASES_DIR" envDefault:".data/releases" doc:"folder of the release store"`
	Targets

	ReleaseKeep       int           `env:"RELEASE_KEEP" min:"1" envDefault:"50" doc:"how many of the newest releases stay, to go back to"`
	ReleaseKeepDays   int           `env:"RELEASE_KEEP_DAYS" min:"0" envDefault:"30" doc:"of how many days, those on which something went live, the last release stays as well"`
	ReleaseSweepAfter time.Duration `env:"RELEASE_SWEEP_AFTER" min:"1m" envDefault:"30m" doc:"how long everything else of the release store stays at least; the publisher, which removes it, goes by it too"`

	ContentModel string `env:"CONTENT_MODEL" doc:"file of the content model, which the site declares (content-model.json); that of the site this program was built with when empty"`

	AdminDir string `env:"ADMIN_DIR" doc:"folder of the built admin app (with index.html); served with --web"`

	WebhookPrivateTargets bool `env:"WEBHOOK_PRIVATE_TARGETS" envDefault:"false" doc:"let webhooks call addresses of this machine and of private networks, for build servers inside; without TLS too"`

	LogLevel  string `env:"LOG_LEVEL" oneof:"debug,info,warn,error" envDefault:"info" doc:"debug, info, warn or error"`
	LogFormat string `env:"LOG_FORMAT" oneof:"text,json" envDefault:"text" doc:"text or json"`
	Timezone  string `env:"SITE_TIMEZONE" envDefault:"Asia/Kolkata" doc:"time zone that dates are shown in"`

	MaxImageBytes  int64 `env:"MAX_IMAGE_BYTES" min:"1" envDefault:"10485760" doc:"largest image upload"`
	MaxImagePixels int64 `env:"MAX_IMAGE_PIXELS" min:"1" envDefault:"40000000" doc:"largest image, width times height"`
	ImageWidths    []int `env:"IMAGE_WIDTHS" envDefault:"480,960,1600" doc:"widths of the smaller copies of a picture, comma-separated; only pictures uploaded from now on follow a change"`
	MaxVideoBytes  int64 `env:"MAX_VIDEO_BYTES" min:"1" envDefault:"2147483648" doc:"largest video upload"`
	MaxFileBytes   int64 `env:"MAX_FILE_BYTES" min:"1" envDefault:"20971520" doc:"largest document upload"`

	MediaSweepEvery time.Duration `env:"MEDIA_SWEEP_EVERY" min:"1s" envDefault:"10m" doc:"how often uploads that nothing names are looked for; what was replaced goes after two rounds"`
	MediaSweepAfter time.Duration `env:"MEDIA_SWEEP_AFTER" min:"1m" envDefault:"24h" doc:"how long an upload that was never named is kept"`

	LeadsKeep int `env:"LEADS_KEEP" min:"0" envDefault:"0" doc:"after how many days enrolments, applications, messages and subscriptions are removed; 0 is never"`

	AuditLogDays int `env:"AUDIT_LOG_DAYS" min:"1" envDefault:"365" doc:"how long the audit log remembers who changed what"`

	ShutdownDelay   time.Duration `env:"SHUTDOWN_DELAY" min:"0" envDefault:"0s" doc:"how long a process that is told to end says that it is not ready, and serves on, before it lets nobody in: as long as what stands before it takes to notice"`
	ShutdownTimeout time.Duration `env:"SHUTDOWN_TIMEOUT" min:"0" envDefault:"8s" doc:"how long running requests may take when the process is told to end"`
}

// Production reports whether the stricter rules apply.
func (c Config) Production() bool { return c.Env == "production" }

// Load reads and checks the configuration. The error names every problem, one
// a line, not only the first.
func Load(environ []string) (Config, error) { return load(environ, Config.checkMode) }

// LoadEdge is Load for a process that only serves the site: it needs no secrets
// and had better have none.
func LoadEdge(environ []string) (Config, error) {
	return load(environ, func(Config) []error { return nil })
}

func load(environ []string, checkMode func(Config) []error) (Config, error) {
	cfg, problems := inspect(environ, checkMode)
	if len(problems) > 0 {
		return Config{}, fmt.Errorf("the configuration has problems:\n%w", errors.Join(problems...))
	}
	return cfg, nil
}

// Inspect is Load for who wants to go on with what is right: it returns the
// configuration with its problems.
func Inspect(environ []string) (Config, []error) { return inspect(environ, Config.checkMode) }

func inspect(environ []string, checkMode func(Config) []error) (Config, []error) {
	vars := env.ToMap(environ)
	var cfg Config
	problems := readFiles(vars)
	if err := env.ParseWithOptions(&cfg, env.Options{Environment: vars}); err != nil {
		problems = append(problems, parseProblems(err)...)
	}
	if value, set := vars["PUBLISHER_URL"]; set && value == "" {
		cfg.PublisherURL = ""
	}
	cfg.AllowedOrigins = trimmed(cfg.AllowedOrigins)
	cfg.TrustedProxies = trimmed(cfg.TrustedProxies)
	cfg.MirrorTo, cfg.ReleasesTo = trimmed(cfg.MirrorTo), trimmed(cfg.ReleasesTo)
	cfg.setDefaults(cfg.Production())
	cfg.AuthSecrets, cfg.PublishSecrets = trimmed(cfg.AuthSecrets), trimmed(cfg.PublishSecrets)
	if cfg.PublicURL == "" {
		cfg.PublicURL = fmt.Sprintf("http://localhost:%d", cfg.Port)
	}
	cfg.PublicURL = strings.TrimRight(cfg.PublicURL, "/")
	problems = append(problems, cfg.check()...)
	return cfg, append(problems, checkMode(cfg)...)
}

func parseProblems(err error) []error {
	var all env.AggregateError
	if !errors.As(err, &all) {
		return []error{err}
	}
	return all.Errors
}

func trimmed(list []string) []string {
	var out []string
	for _, item := range list {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, item)
		}
	}
	return out
}

func (c Config) check() []error {
	var problems []error
	bad := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	c.checkFields(reflect.ValueOf(c), bad)
	if c.Port < 0 || c.Port > 65535 {
		bad("PORT is %d; it must be between 0 and 65535", c.Port)
	}
	if !strings.HasPrefix(c.MongoURI, "mongodb://") && !strings.HasPrefix(c.MongoURI, "mongodb+srv://") {
		bad("MONGODB_URI must begin with mongodb:// or mongodb+srv://")
	}
	if _, err := time.LoadLocation(c.Timezone); err != nil {
		bad("SITE_TIMEZONE %q is not a time zone", c.Timezone)
	}
	if c.AdminDir != "" {
		if _, err := os.Stat(filepath.Join(c.AdminDir, "index.html")); err != nil {
			bad("ADMIN_DIR %q has no index.html; build the admin app first", c.AdminDir)
		}
	}
	for _, width := range c.ImageWidths {
		if width < 16 || width > 4096 {
			bad("IMAGE_WIDTHS has %d; each must be between 16 and 4096", width)
		}
	}
	for _, text := range c.TrustedProxies {
		if _, err := parseNetwork(text); err != nil {
			bad("TRUSTED_PROXIES: %q is neither an address nor a network such as 10.0.0.0/8", text)
		}
	}
	c.checkTargets(bad)
	c.checkWatch(bad)
	return problems
}

// OverTLS reports whether browsers reach the site over TLS.
func (c Config) OverTLS() bool { return strings.HasPrefix(c.PublicURL, "https://") }
