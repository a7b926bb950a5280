package server

import (
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/publishing/release"
)

// plainPolicy is the Content-Security-Policy of everything that is not a page:
// if a browser ever showed it as one, it could do nothing there. Pages have
// policies of their own: see release, admin and docs.
const plainPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// permissions turns off what neither the site nor an embedded video uses.
const permissions = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=(), browsing-topics=()"

// secure sets the headers that every answer has, errors included.
func secure(cfg config.Config) fiber.Handler {
	headers := [][2]string{
		{fiber.HeaderContentSecurityPolicy, plainPolicy},
		{fiber.HeaderXContentTypeOptions, "nosniff"},
		{fiber.HeaderReferrerPolicy, "strict-origin-when-cross-origin"},
		{fiber.HeaderPermissionsPolicy, permissions},
		{"Cross-Origin-Opener-Policy", "same-origin"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
	}
	if overTLS(cfg) {
		headers = append(headers, [2]string{fiber.HeaderStrictTransportSecurity, "max-age=31536000"})
	}
	type line struct{ name, value []byte }
	var lines []line
	for _, header := range headers {
		lines = append(lines, line{[]byte(header[0]), []byte(header[1])})
	}
	return func(c fiber.Ctx) error {
		response := &c.RequestCtx().Response.Header
		for _, line := range lines {
			response.SetCanonical(line.name, line.value)
		}
		return c.Next()
	}
}

// overTLS reports whether browsers reach the site over TLS.
func overTLS(cfg config.Config) bool { return strings.HasPrefix(cfg.PublicURL, "https://") }

// sitePolicy is what the site's pages may load from elsewhere.
func sitePolicy(cfg config.Config) release.Policy {
	policy := release.Policy{Secure: overTLS(cfg)}
	if api := originOf(cfg.PublicAPIURL); api != "" && api != originOf(cfg.PublicURL) {
		policy.APIOrigin = api
	}
	return policy
}

// originOf returns the origin of an address as browsers write it; empty when it
// has none.
func originOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" {
		return ""
	}
	host := strings.ToLower(parsed.Host)
	for scheme, port := range map[string]string{"http": ":80", "https": ":443"} {
		if parsed.Scheme == scheme {
			host = strings.TrimSuffix(host, port)
		}
	}
	return parsed.Scheme + "://" + host
}
