// Package weburl decides which addresses people may put on the site. It accepts no
// address that browsers cannot parse.
package weburl

import (
	"net/url"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	whatwg "github.com/nlnwa/whatwg-url/url"

	"academy/cms-api/internal/platform/problem"
)

// base is a placeholder for the site's own address, against which paths are resolved.
const base = "https://site.invalid/"

// Safe reports whether a link may lead to the address: http, https, mailto and tel, or
// a path of this site. It returns false for everything else, such as javascript:, and
// for addresses that a browser reads differently from how they look: with control
// characters, backslashes, or surrounding spaces.
func Safe(address string) bool {
	_, safe := parse(address)
	return safe
}

// File reports whether the address can be that of a picture, video or other file: http, https or
// a path of this site, which does not lead out of the folder of uploaded files once in it.
func File(address string) bool {
	return (strings.HasPrefix(address, "/") || hasWebScheme(address)) && Safe(address) && !leavesMedia(address)
}

const media = "/media/"

// leavesMedia reports whether a path leads out of the folder of uploaded files, read as it is or as
// servers decode it.
func leavesMedia(address string) bool {
	at, _, _ := strings.Cut(strings.ReplaceAll(address, "#", "?"), "?")
	for range 3 { // servers decode once or twice
		slashed := strings.ReplaceAll(at, `\`, "/")
		if strings.HasPrefix(slashed, media) && !strings.HasPrefix(path.Clean(slashed)+"/", media) {
			return true
		}
		decoded, err := url.PathUnescape(at)
		if err != nil {
			return false
		}
		at = decoded
	}
	return false
}

// Web reports whether the address is a website's: http or https.
func Web(address string) bool { return hasWebScheme(address) && Safe(address) }

// Stored returns a safe address as it is stored: as it was typed, with spaces encoded
// because srcset and CSS cannot contain them, or as a browser serialises it when Go's
// parser cannot read it. Spaces in phone numbers only part the digits, and are removed.
func Stored(address string) string {
	if !Safe(address) {
		return address
	}
	if scheme, _, _ := strings.Cut(address, ":"); strings.EqualFold(scheme, "tel") {
		end := len(address)
		if i := strings.IndexAny(address, "?#"); i >= 0 {
			end = i
		}
		address = strings.ReplaceAll(address[:end], " ", "") + address[end:]
	}
	address = strings.ReplaceAll(address, " ", "%20")
	if _, err := url.Parse(address); err == nil {
		return address
	}
	if parsed, safe := parse(address); safe {
		return parsed.Href(false)
	}
	return address
}

func hasWebScheme(address string) bool {
	scheme, _, found := strings.Cut(address, ":")
	scheme = strings.ToLower(scheme)
	return found && (scheme == "http" || scheme == "https")
}

// parse parses an address as browsers do, and reports whether it is safe.
func parse(address string) (*whatwg.Url, bool) {
	misread := func(r rune) bool { return unicode.IsControl(r) || r == '\\' }
	if strings.TrimSpace(address) != address || strings.ContainsFunc(address, misread) || !utf8.ValidString(address) {
		return nil, false
	}
	if strings.HasPrefix(address, "#") || strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") {
		parsed, err := whatwg.ParseRef(base, address)
		return parsed, err == nil
	}
	scheme, rest, found := strings.Cut(address, ":")
	if !found {
		return nil, false
	}
	switch strings.ToLower(scheme) {
	case "http", "https":
		// Browsers guess when there are not exactly two slashes.
		if after, ok := strings.CutPrefix(rest, "//"); ok && !strings.HasPrefix(after, "/") {
			return parseWeb(address)
		}
	case "mailto", "tel":
		parsed, err := whatwg.Parse(address)
		return parsed, err == nil && rest != ""
	}
	return nil, false
}

// parseWeb parses an address with a host.
func parseWeb(address string) (*whatwg.Url, bool) {
	var typed string
	parser := whatwg.NewParser(whatwg.WithPreParseHostFunc(func(_ *whatwg.Url, host string) string {
		typed = host
		return host
	}))
	parsed, err := parser.Parse(address)
	if err != nil {
		return nil, false
	}
	return parsed, soundHost(typed, parsed.Hostname())
}

// Set adds a field to bad when an address that is neither nil nor empty is not
// safe, and otherwise makes it what Stored returns.
func Set(bad []problem.Field, location string, address *string) []problem.Field {
	if address == nil || *address == "" {
		return bad
	}
	return set(bad, location, address, Safe,
		"Give a full address (https://…), an e-mail (mailto:…), a phone (tel:…) or a path of this site (/…).")
}

// SetFile is Set for an address that must be a file's.
func SetFile(bad []problem.Field, location string, address *string) []problem.Field {
	if address == nil || *address == "" {
		return bad
	}
	return set(bad, location, address, File, "Give a full address (https://…) or a path of this site (/media/…).")
}

// SetWeb is Set for an address that must be a website's, and may not be empty.
func SetWeb(bad []problem.Field, location string, address *string) []problem.Field {
	if address == nil {
		return bad
	}
	return set(bad, location, address, Web, "Give a full address that begins with https:// or http://.")
}

func set(
	bad []problem.Field, location string, address *string, allowed func(string) bool, message string,
) []problem.Field {
	if !allowed(*address) {
		return append(bad, problem.Field{Location: location, Message: message})
	}
	*address = Stored(*address)
	return bad
}
