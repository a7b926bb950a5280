package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// fewest is how many different characters a random secret has at least.
const fewest = 10

// checkMode returns what is wrong for a process that people sign in to.
func (c Config) checkMode() []error {
	var problems []error
	bad := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	c.checkNotify(bad)
	for i, secret := range c.AuthSecrets {
		if len(secret) < 32 {
			bad("AUTH_SECRET number %d has %d bytes; it needs at least 32", i+1, len(secret))
		}
	}
	for i, secret := range c.PublishSecrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || !strings.HasPrefix(secret, "whsec_") || len(key) < 24 {
			bad("PUBLISH_SECRET number %d must be whsec_ followed by base64 of at least 24 bytes", i+1)
		}
	}
	if c.Production() {
		c.checkProduction(bad)
	} else {
		c.checkDevelopment(bad)
	}
	return problems
}

func (c Config) checkProduction(bad report) {
	if len(c.AuthSecrets) == 0 {
		bad("AUTH_SECRET is missing; production needs one")
	}
	if len(c.PublishSecrets) == 0 {
		bad("PUBLISH_SECRET is missing; production needs one")
	}
	if c.S3AccessKey == "" || c.S3SecretKey == "" {
		bad("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are missing; production needs them")
	}
	secrets := slices.Concat([]string{c.S3SecretKey}, c.AuthSecrets)
	for _, secret := range c.PublishSecrets {
		// What is guessable is what was encoded; its code may happen to spell a word.
		if key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_")); err == nil {
			secrets = append(secrets, string(key))
		}
	}
	for i, secret := range secrets {
		if err := guessable(secret); err != nil {
			bad("a secret %w; production needs random ones", err)
		}
		if secret != "" && slices.Contains(secrets[:i], secret) {
			bad("two secrets are equal; each needs to be one of its own, and after a change the old and the new one differ")
		}
	}
	if !strings.HasPrefix(c.PublicURL, "https://") {
		bad("PUBLIC_URL is %q; production needs https", c.PublicURL)
	}
}

// guessable says why a secret is; nil when it may be random.
func guessable(secret string) error {
	for _, weak := range []string{"secret", "changeme", "password", "example", "minioadmin"} {
		if strings.Contains(strings.ToLower(secret), weak) {
			return fmt.Errorf("contains %q", weak)
		}
	}
	different := map[byte]bool{}
	for i := range len(secret) {
		different[secret[i]] = true
	}
	if secret != "" && len(different) < fewest {
		return errors.New("repeats a few characters")
	}
	return nil
}

// checkDevelopment refuses development mode, in which the first visitor becomes
// administrator, at an address that others can reach.
func (c Config) checkDevelopment(bad report) {
	switch c.DevelopmentInPublic {
	case "yes":
		return
	case "":
	default:
		bad("DEVELOPMENT_IN_PUBLIC is %q; it must be yes or empty", c.DevelopmentInPublic)
	}
	const instead = "set CMS_ENV=production, or DEVELOPMENT_IN_PUBLIC=yes for a trial in which the first visitor may become administrator"
	public, err := url.Parse(c.PublicURL)
	if err == nil && (public.Scheme == "https" || !IsLoopback(public.Hostname())) {
		bad("PUBLIC_URL is %q, which development mode is not for; %s", c.PublicURL, instead)
	}
	if !IsLoopback(c.Host) {
		bad("HOST is %q, where others reach this process, which development mode is not for; %s", c.Host, instead)
	}
}
