package release

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"golang.org/x/net/html"

	"academy/cms-api/internal/platform/negotiate"
)

// Policy says what the site's pages may load from elsewhere. Its zero value is
// for a site over plain http whose API has the same origin.
type Policy struct {
	// APIOrigin is where the pages' calls go when that is another origin.
	APIOrigin string
	// Secure is set when browsers reach the site over https.
	Secure bool
}

// VideoHosts are the origins that embedded videos play from: those that the
// rules for article HTML accept, as a policy lists them.
const VideoHosts = "https://www.youtube-nocookie.com https://www.youtube.com https://player.vimeo.com"

// around returns the page policy before and after the hashes of inline scripts.
// Style attributes stay allowed: colours in articles, sizes in drawings.
func (p Policy) around() (before, after string) {
	calls := "'self'"
	if p.APIOrigin != "" {
		calls += " " + p.APIOrigin
	}
	return p.allowing(calls, "'self'", "'none'")
}

// allowing is around with what pages may call, where their forms go, and who may show them
// in a frame.
func (p Policy) allowing(calls, forms, frames string) (before, after string) {
	elsewhere, upgrade := " https: http:", ""
	if p.Secure {
		elsewhere, upgrade = " https:", "; upgrade-insecure-requests"
	}
	return "default-src 'none'; script-src 'self'",
		"; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:" + elsewhere +
			"; media-src 'self'" + elsewhere + "; font-src 'self'; connect-src " + calls +
			"; frame-src " + VideoHosts + "; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action " + forms +
			"; frame-ancestors " + frames + upgrade
}

// policy returns the Content-Security-Policy of the pages of a release, which is made once.
func (s *Site) policy(live *Release) ([]byte, error) {
	if made := live.policy.Load(); made != nil {
		return *made, nil
	}
	scripts, err := s.knownScripts(live)
	if err != nil {
		return nil, err
	}
	before, after := s.rules.around()
	made := []byte(before + scripts + after)
	live.policy.Store(&made)
	return made, nil
}

// PreviewPolicy returns the policy of a page that is not live: it is shown as the live ones
// are, but calls nothing, sends no form, and may stand in a frame of the dashboard.
func (s *Site) PreviewPolicy() (string, error) {
	scripts := ""
	if live := s.pointer.Current(); live != nil {
		var err error
		if scripts, err = s.knownScripts(live); err != nil {
			return "", err
		}
	}
	before, after := s.rules.allowing("'none'", "'none'", "'self'")
	return before + scripts + after, nil
}

// knownScripts returns the hashes of the inline scripts that pages of a release may have, as
// a policy lists them.
//
// Inline scripts are allowed by their hash. But a script is not harmless because
// it stands in a page: if ever something executable got through the rules for
// article HTML, its hash must not be among them. So those are allowed that the
// page for unknown addresses has, on which nobody writes.
func (s *Site) knownScripts(live *Release) (string, error) {
	if live.notFound == nil {
		return "", nil
	}
	page, err := s.cache.get(live.notFound, negotiate.Identity)
	if err != nil {
		return "", err
	}
	var hashes strings.Builder
	for _, script := range inlineScripts(page) {
		hashes.WriteString(" '" + scriptHash(script) + "'")
	}
	return hashes.String(), nil
}

// inlineScripts returns the texts of the scripts that stand in a page, as a
// browser reads them.
func inlineScripts(page []byte) [][]byte {
	var scripts [][]byte
	tokens := html.NewTokenizer(bytes.NewReader(page))
	for inside := false; ; {
		switch tokens.Next() {
		case html.ErrorToken:
			return scripts
		case html.StartTagToken:
			name, _ := tokens.TagName()
			inside = string(name) == "script"
		case html.TextToken:
			if inside {
				scripts = append(scripts, bytes.Clone(tokens.Text()))
			}
		case html.EndTagToken:
			inside = false
		}
	}
}

func scriptHash(script []byte) string {
	sum := sha256.Sum256(script)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
