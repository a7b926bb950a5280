package httpapi

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/config"
)

// OnThisMachine reports whether a request comes from a program on this machine
// that asked for this machine: over loopback, by a name of loopback, and through
// no proxy. A name of somebody else's may lead here (DNS rebinding), and a proxy on
// this machine brings everybody's requests.
func OnThisMachine(c fiber.Ctx) bool {
	for name := range c.Request().Header.All() {
		header := strings.ToLower(string(name))
		if header == "forwarded" || header == "via" || header == "x-real-ip" || strings.HasPrefix(header, "x-forwarded-") {
			return false
		}
	}
	host, err := url.Parse("http://" + string(c.RequestCtx().Host()))
	return err == nil && c.RequestCtx().RemoteIP().IsLoopback() && config.IsLoopback(host.Hostname())
}

// ClientAddress returns the network address that a request came from. Behind
// proxies that the configuration trusts it is the last one in X-Forwarded-For
// that is not such a proxy: what stands before it anybody can write, which is why
// Fiber's own c.IP(), which takes the first, is not used.
func ClientAddress(c fiber.Ctx, proxies []netip.Prefix) string {
	peer := c.RequestCtx().RemoteIP().String()
	trusted := func(text string) bool {
		address, err := netip.ParseAddr(text)
		return err == nil && slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(address.Unmap()) })
	}
	if len(proxies) == 0 || !trusted(peer) {
		return peer
	}
	hops := strings.Split(strings.Join(c.GetReqHeaders()[fiber.HeaderXForwardedFor], ","), ",")
	for _, hop := range slices.Backward(hops) {
		hop = strings.TrimSpace(hop)
		if _, err := netip.ParseAddr(hop); err != nil {
			return peer
		}
		if !trusted(hop) {
			return hop
		}
		peer = hop
	}
	return peer
}
