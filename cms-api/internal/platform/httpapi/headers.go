package httpapi

import (
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/config"
)

// plainPolicy is the Content-Security-Policy of everything that is not a page. It forbids
// everything, should a browser show it as one. Pages have policies of their own: see
// package release, the dashboard and docs.go.
const plainPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// permissions turns off what neither the site nor an embedded video uses.
const permissions = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=(), browsing-topics=()"

// Secure sets the headers that every answer has, errors included.
func Secure(cfg config.Config) fiber.Handler {
	headers := [][2]string{
		{fiber.HeaderContentSecurityPolicy, plainPolicy},
		{fiber.HeaderXContentTypeOptions, "nosniff"},
		{fiber.HeaderReferrerPolicy, "strict-origin-when-cross-origin"},
		{fiber.HeaderPermissionsPolicy, permissions},
		{"Cross-Origin-Opener-Policy", "same-origin"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
	}
	if cfg.OverTLS() {
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
		if isPreview(c.Path()) {
			response.Set("X-Robots-Tag", "noindex")
			response.Set(fiber.HeaderReferrerPolicy, "no-referrer")
		}
		return c.Next()
	}
}

// OriginOf returns the origin of an address as browsers write it; empty when it
// has none.
func OriginOf(address string) string {
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
