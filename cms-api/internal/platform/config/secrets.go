package config

import (
	"net/url"
	"strings"
)

// Secrets returns everything in the configuration that nobody may read, none of
// it empty.
func (c Config) Secrets() []string {
	all := append([]string{c.S3SecretKey, c.ReleaseS3SecretKey, c.SMTPPassword, c.TwilioAuthToken}, c.AuthSecrets...)
	for _, secret := range c.PublishSecrets {
		all = append(all, secret, strings.TrimPrefix(secret, "whsec_"))
	}
	if _, password, _ := c.mongoUser(); password != "" {
		all = append(all, password)
		if plain, err := url.PathUnescape(password); err == nil {
			all = append(all, plain)
		}
	}
	return trimmed(all)
}

// MongoAddress returns MONGODB_URI without user, password and options.
func (c Config) MongoAddress() string {
	_, _, hosts := c.mongoUser()
	return hosts
}

// mongoUser takes MONGODB_URI apart. It can name several hosts, which makes it no
// URL to Go.
func (c Config) mongoUser() (user, password, hosts string) {
	_, rest, _ := strings.Cut(c.MongoURI, "://")
	hosts, _, _ = strings.Cut(rest, "/")
	if at := strings.LastIndexByte(hosts, '@'); at >= 0 {
		user, password, _ = strings.Cut(hosts[:at], ":")
		hosts = hosts[at+1:]
	}
	if plain, err := url.PathUnescape(hosts); err == nil {
		hosts = plain
	}
	return user, password, hosts
}
