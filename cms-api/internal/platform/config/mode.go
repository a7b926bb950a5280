package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/mail"
	"net/netip"
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

// The drivers of mail and text messages.
const (
	DriverMock   = "mock"
	DriverOff    = "off"
	DriverSMTP   = "smtp"
	DriverTwilio = "twilio"
)

// setDefaults gives development the mock drivers. Production has no default: it
// says what it wants.
func (n *Notify) setDefaults(production bool) {
	if production {
		return
	}
	for _, driver := range []*string{&n.MailDriver, &n.SMSDriver} {
		if *driver == "" {
			*driver = DriverMock
		}
	}
}

func (c Config) checkNotify(bad report) {
	oneOf := func(name, value, real string) {
		switch {
		case c.Production() && value == "":
			bad("%s is missing; production needs %s or, to send none, off", name, real)
		case c.Production() && value == DriverMock:
			bad("%s is mock, which is for development; production needs %s or, to send none, off", name, real)
		case value != real && value != DriverOff && value != DriverMock:
			bad("%s is %q; it must be one of %s, off, mock", name, value, real)
		}
	}
	oneOf("MAIL_DRIVER", c.MailDriver, DriverSMTP)
	oneOf("SMS_DRIVER", c.SMSDriver, DriverTwilio)
	need := func(driver, name, value string) {
		if value == "" {
			bad("%s is missing; the driver %s needs it", name, driver)
		}
	}
	if c.MailDriver == DriverSMTP {
		need(DriverSMTP, "SMTP_HOST", c.SMTPHost)
		if _, err := mail.ParseAddress(c.MailFrom); err != nil {
			bad("MAIL_FROM is %q; the driver smtp needs an address such as Academy <no-reply@academy.example>", c.MailFrom)
		}
		if c.SMTPTLS != "starttls" && c.SMTPTLS != "tls" && c.SMTPTLS != "none" {
			bad("SMTP_TLS is %q; it must be one of starttls, tls, none", c.SMTPTLS)
		}
		if c.Production() && c.SMTPTLS == "none" && c.SMTPUsername != "" {
			bad("SMTP_TLS is none; production does not send a password in the clear")
		}
	}
	if c.SMSDriver == DriverTwilio {
		need(DriverTwilio, "TWILIO_ACCOUNT_SID", c.TwilioAccountSID)
		need(DriverTwilio, "TWILIO_AUTH_TOKEN", c.TwilioAuthToken)
		need(DriverTwilio, "TWILIO_FROM", c.TwilioFrom)
	}
}

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
