package server

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// clientAddress returns the network address that a request came from. Behind
// proxies that the configuration trusts it is the last one in X-Forwarded-For
// that is not such a proxy: what stands before it anybody can write, which is why
// Fiber's own c.IP(), which takes the first, is not used.
func clientAddress(c fiber.Ctx, proxies []netip.Prefix) string {
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
