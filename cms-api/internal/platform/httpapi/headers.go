package httpapi

import (
	"net"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/problem"
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

// origins decides which other sites may call.
type origins struct {
	trusted []string // as browsers write them
	// local also trusts pages that this process served under a name that can only
	// be this machine's: see sameMachine.
	local bool
}

func newOrigins(cfg config.Config) origins {
	o := origins{trusted: []string{OriginOf(cfg.PublicURL)}, local: !cfg.Production()}
	for _, origin := range cfg.AllowedOrigins {
		o.trusted = append(o.trusted, OriginOf(origin))
	}
	return o
}

const (
	allowedMethods = "GET, HEAD, POST, PUT, PATCH, DELETE"
	allowedHeaders = "Authorization, Content-Type, If-Match, Idempotency-Key, Tus-Resumable, Upload-Length, " +
		"Upload-Metadata, Upload-Offset"
	exposedHeaders = "Content-Disposition, Content-Fingerprint, ETag, Link, Location, Retry-After, Tus-Resumable, " +
		"Upload-Length, Upload-Media-Id, Upload-Metadata, Upload-Offset, X-Request-Id, X-Total-Count"
)

// crossSite refuses unsafe calls that another site makes a browser send, and
// answers CORS: any site may read what is public, without credentials; the
// trusted origins may do everything. Calls that say nothing of where they come
// from are not a browser's. A call with a token is not refused: it counts as the
// token's and not as the session's, and no browser adds a token by itself.
func (o origins) crossSite(c fiber.Ctx) error {
	origin := c.Get(fiber.HeaderOrigin)
	_, token := Bearer(c)
	open := !isPrivate(c) && (token || !IsUnsafe(c.Method()))
	if origin == "" {
		if site := c.Get("Sec-Fetch-Site"); !open && site != "" && site != "same-origin" && site != "none" {
			return foreign()
		}
		if open {
			c.Set(fiber.HeaderAccessControlAllowOrigin, "*")
		}
		return c.Next()
	}
	c.Vary(fiber.HeaderOrigin)
	trusted := o.trusts(c, origin)
	switch {
	case trusted:
		c.Set(fiber.HeaderAccessControlAllowOrigin, origin)
		c.Set(fiber.HeaderAccessControlAllowCredentials, "true")
	case open:
		c.Set(fiber.HeaderAccessControlAllowOrigin, "*")
	default:
		return foreign()
	}
	c.Set(fiber.HeaderAccessControlExposeHeaders, exposedHeaders)
	if c.Method() == fiber.MethodOptions && c.Get(fiber.HeaderAccessControlRequestMethod) != "" {
		c.Set(fiber.HeaderAccessControlAllowMethods, "GET, HEAD")
		if trusted {
			c.Set(fiber.HeaderAccessControlAllowMethods, allowedMethods)
			c.Set(fiber.HeaderAccessControlAllowHeaders, allowedHeaders)
		}
		c.Set(fiber.HeaderAccessControlMaxAge, "600")
		return c.SendStatus(fiber.StatusNoContent)
	}
	return c.Next()
}

// Bearer returns the token that a request brings, and false when it brings none. What a proxy asks browsers for
// (Basic) is none.
func Bearer(c fiber.Ctx) (token string, sent bool) {
	words := strings.Fields(c.Get(fiber.HeaderAuthorization))
	if len(words) == 0 || !strings.EqualFold(words[0], "Bearer") {
		return "", false
	}
	return strings.Join(words[1:], " "), true
}

func foreign() error {
	return problem.New(problem.Forbidden, "This call came from another site and was refused.")
}

// isPrivate reports whether an address is only for who develops: what mock
// drivers would have sent must not be read by any page that happens to be open.
func isPrivate(c fiber.Ctx) bool { return strings.HasPrefix(c.Path(), Path+"/dev/") }

// trusts reports whether a page of that origin may do what our own may.
func (o origins) trusts(c fiber.Ctx, origin string) bool {
	if slices.Contains(o.trusted, OriginOf(origin)) {
		return true
	}
	parsed, err := url.Parse(origin)
	return err == nil && o.local &&
		strings.EqualFold(parsed.Host, string(c.RequestCtx().Host())) && sameMachine(parsed.Hostname())
}

// sameMachine reports whether a host name always leads to the machine that
// answers under it: an address, or localhost. Any other name may be a stranger's
// who lets it point here (DNS rebinding), so that the Host header proves nothing.
func sameMachine(host string) bool {
	return strings.EqualFold(host, "localhost") || net.ParseIP(host) != nil
}
