// Package weburl decides which addresses editors may put on the site.
package weburl

import (
	"net/url"
	"strings"

	"academy/cms-api/internal/problem"
)

// Safe reports whether a browser may be sent to the address: http, https,
// mailto and tel, or a path of this site. Everything else, javascript: above
// all, is refused, as are addresses that a browser would read differently.
func Safe(address string) bool {
	if strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f }) {
		return false
	}
	parsed, err := url.Parse(address)
	if err != nil {
		return false
	}
	switch strings.ToLower(parsed.Scheme) {
	case "http", "https":
		return parsed.Host != ""
	case "mailto", "tel":
		return parsed.Opaque != ""
	case "":
		return parsed.Host == "" && (strings.HasPrefix(address, "/") || strings.HasPrefix(address, "#"))
	}
	return false
}

// File reports whether the address can be a picture or video: http, https or a
// path of this site.
func File(address string) bool {
	return Safe(address) && (strings.HasPrefix(address, "/") || strings.HasPrefix(strings.ToLower(address), "http"))
}

// Web reports whether the address is a website's: http or https.
func Web(address string) bool {
	return Safe(address) && strings.HasPrefix(strings.ToLower(address), "http")
}

// CheckWeb adds a field to bad when an address is not a website's.
func CheckWeb(bad []problem.Field, location, address string) []problem.Field {
	if Web(address) {
		return bad
	}
	return append(bad, problem.Field{Location: location, Message: "Give a full address that begins with https:// or http://."})
}

// Check adds a field to bad when a non-empty address is not safe.
func Check(bad []problem.Field, location, address string) []problem.Field {
	if address == "" || Safe(address) {
		return bad
	}
	return append(bad, problem.Field{Location: location, Message: "Give a full address (https://…), an e-mail (mailto:…), a phone (tel:…) or a path of this site (/…)."})
}

// CheckFile adds a field to bad when a non-empty address cannot be a file's.
func CheckFile(bad []problem.Field, location, address string) []problem.Field {
	if address == "" || File(address) {
		return bad
	}
	return append(bad, problem.Field{Location: location, Message: "Give a full address (https://…) or a path of this site (/media/…)."})
}
