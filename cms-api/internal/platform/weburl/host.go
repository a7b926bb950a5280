package weburl

import (
	"net/netip"
	"net/url"
	"strings"
	"unicode/utf8"

	whatwg "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/text/unicode/norm"
)

// soundHost returns false for hosts that the parser accepts and browsers refuse: with
// brackets beyond the first pair, numbers with signs, empty labels, punycode mixed with
// letters that are not ASCII, and hosts that cannot be parsed again. typed is the host
// as it is in the address, parsed the result of the parser.
func soundHost(typed, parsed string) bool {
	if inner, ok := strings.CutPrefix(typed, "["); ok {
		address, err := netip.ParseAddr(strings.TrimSuffix(inner, "]"))
		return err == nil && address.Is6() && address.Zone() == ""
	}
	decoded, err := url.PathUnescape(typed)
	if err != nil {
		return false
	}
	if address, err := netip.ParseAddr(parsed); err == nil && address.Is4() {
		return strings.Trim(decoded, "0123456789abcdefABCDEFxX.") == ""
	}
	if strings.Contains(parsed, "..") || strings.HasPrefix(parsed, ".") ||
		strings.HasSuffix(parsed, ".") && !strings.HasSuffix(decoded, ".") {
		return false
	}
	if _, err := whatwg.Parse("https://" + parsed); err != nil {
		return false
	}
	labels := strings.ReplaceAll(norm.NFKC.String(decoded), "。", ".")
	for label := range strings.SplitSeq(labels, ".") {
		if plain := ascii(label); plain != label && strings.Contains(strings.ToLower(plain), "xn--") {
			return false
		}
	}
	return true
}

// ascii returns s without characters that are not ASCII.
func ascii(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return -1
		}
		return r
	}, s)
}
