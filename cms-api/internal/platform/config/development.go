package config

import (
	"net/netip"
	"net/url"
	"strings"
)

// IsLoopback reports whether a host leads to the machine that asks for it, and to
// no other.
func IsLoopback(host string) bool {
	if address, err := netip.ParseAddr(host); err == nil {
		return address.Unmap().IsLoopback()
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// checkDevelopment keeps development mode, which trusts whoever comes first, from
// where others come.
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
