package config

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

// OverTLS reports whether browsers reach the site over TLS.
func (c Config) OverTLS() bool { return strings.HasPrefix(c.PublicURL, "https://") }

// IsLoopback reports whether a host leads to the machine that asks for it, and to
// no other.
func IsLoopback(host string) bool {
	if address, err := netip.ParseAddr(host); err == nil {
		return address.Unmap().IsLoopback()
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// ProxyNetworks returns TRUSTED_PROXIES.
func (c Config) ProxyNetworks() []netip.Prefix {
	var networks []netip.Prefix
	for _, text := range c.TrustedProxies {
		if network, err := parseNetwork(text); err == nil { // checked when it was loaded
			networks = append(networks, network)
		}
	}
	return networks
}

func parseNetwork(text string) (netip.Prefix, error) {
	if address, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(address, address.BitLen()), nil
	}
	network, err := netip.ParsePrefix(text)
	if err != nil {
		return netip.Prefix{}, fmt.Errorf("read a network: %w", err)
	}
	return network.Masked(), nil
}

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

// mongoUser parses MONGODB_URI. Package url does not, because it can have several hosts.
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
