package config

import (
	"net/url"
	"slices"
	"strings"
	"time"
)

// Targets is where releases are read from and carried to.
type Targets struct {
	ReleaseStore      string        `env:"RELEASE_STORE" doc:"s3://bucket/prefix: serve the release store that lies there instead of the one in RELEASES_DIR"`
	ReleaseCacheDir   string        `env:"RELEASE_CACHE_DIR" envDefault:".data/release-cache" doc:"folder in which is kept what was read from RELEASE_STORE; with it the site starts and stays while the bucket is away"`
	ReleaseCacheBytes int64         `env:"RELEASE_CACHE_BYTES" min:"1048576" envDefault:"2147483648" doc:"how large that folder may become"`
	ReleasePoll       time.Duration `env:"RELEASE_POLL" min:"10ms" envDefault:"1s" doc:"how often RELEASE_STORE is asked for a new release"`

	ReleasesTo  []string `env:"RELEASES_TO" doc:"release stores in buckets that every release in RELEASES_DIR is copied to, as s3://bucket/prefix, comma-separated"`
	ReleaseTell []string `env:"RELEASE_TELL" scheme:"http,https" doc:"edges that are told at once when RELEASES_TO shows another release, as http://edge:8080, comma-separated; they look by themselves too"`
	MirrorTo    []string `env:"MIRROR_TO" doc:"folders and buckets that the site is mirrored to as plain files, comma-separated: /srv/www, s3://bucket/prefix, s3://bucket/prefix?pages=clean"`

	ReleaseS3Endpoint  string `env:"RELEASE_S3_ENDPOINT" scheme:"http,https" doc:"object storage of RELEASE_STORE, RELEASES_TO and MIRROR_TO; that of the media when empty"`
	ReleaseS3Region    string `env:"RELEASE_S3_REGION" doc:"its region; that of the media when empty"`
	ReleaseS3AccessKey string `env:"RELEASE_S3_ACCESS_KEY_ID" doc:"its access key; that of the media when empty"`
	ReleaseS3SecretKey string `env:"RELEASE_S3_SECRET_ACCESS_KEY" doc:"its secret key; that of the media when empty"`
}

func (c Config) checkTargets(bad report) {
	bucket := func(name, address string) {
		parsed, err := url.Parse(address)
		if err != nil || parsed.Scheme != "s3" || parsed.Host == "" || parsed.RawQuery != "" {
			bad("%s is %q; it must be an address such as s3://bucket/prefix", name, address)
		}
	}
	if c.ReleaseStore != "" {
		bucket("RELEASE_STORE", c.ReleaseStore)
		if len(c.ReleasesTo) > 0 {
			bad("RELEASES_TO copies what is in RELEASES_DIR, and RELEASE_STORE says not to read that; set one of them")
		}
	}
	for _, address := range c.ReleasesTo {
		bucket("RELEASES_TO", address)
	}
	for i, address := range c.MirrorTo {
		if slices.Contains(c.MirrorTo[:i], address) || slices.Contains(c.ReleasesTo, address) {
			bad("MIRROR_TO and RELEASES_TO have %q twice; each address can have one thing", address)
		}
		if scheme, _, ok := strings.Cut(address, "://"); ok && scheme != "s3" {
			bad("MIRROR_TO has %q; it must be a folder or an address such as s3://bucket/prefix", address)
		}
	}
}
