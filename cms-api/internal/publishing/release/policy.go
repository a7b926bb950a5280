package release

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"

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
	elsewhere, calls, upgrade := " https: http:", "", ""
	if p.Secure {
		elsewhere, upgrade = " https:", "; upgrade-insecure-requests"
	}
	if p.APIOrigin != "" {
		calls = " " + p.APIOrigin
	}
	return "default-src 'none'; script-src 'self'",
		"; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:" + elsewhere +
			"; media-src 'self'" + elsewhere + "; font-src 'self'; connect-src 'self'" + calls +
			"; frame-src " + VideoHosts + "; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'" +
			"; frame-ancestors 'none'" + upgrade
}

// policy returns the Content-Security-Policy of the pages of a release, which is made once.
//
// Inline scripts are allowed by their hash. But a script is not harmless because
// it stands in a page: if ever something executable got through the rules for
// article HTML, its hash must not be among them. So those are allowed that the
// page for unknown addresses has, on which nobody writes.
func (s *Store) policy(live *Release) ([]byte, error) {
	if made := live.policy.Load(); made != nil {
		return *made, nil
	}
	before, after := s.opts.Policy.around()
	made := []byte(before)
	if live.notFound != nil {
		page, err := s.cache.get(live.notFound, negotiate.Identity)
		if err != nil {
			return nil, err
		}
		for _, script := range inlineScripts(page) {
			made = append(made, " '"+scriptHash(script)+"'"...)
		}
	}
	made = append(made, after...)
	live.policy.Store(&made)
	return made, nil
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
