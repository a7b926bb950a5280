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

// pagePolicy is the policy of one page while a certain page is the one for
// unknown addresses.
type pagePolicy struct {
	notFound string // the blob of that page
	header   []byte
}

// policy returns the Content-Security-Policy of a page. It is made once per
// page; the page's bytes stay on disk meanwhile.
//
// Inline scripts are allowed by their hash. But a script is not harmless because
// it stands in a page: if ever something executable got through the rules for
// article HTML, its hash must not be among them. So a script is allowed if the
// page for unknown addresses, on which nobody writes, has it too.
func (s *Store) policy(live *Release, f *file) ([]byte, error) {
	notFound := ""
	if live.notFound != nil {
		notFound = live.notFound.blob
	}
	if made := f.policy.Load(); made != nil && made.notFound == notFound {
		return made.header, nil
	}
	page, err := s.cache.read(f, negotiate.Identity)
	if err != nil {
		return nil, err
	}
	known, err := s.knownScripts(live)
	if err != nil {
		return nil, err
	}
	before, after := s.opts.Policy.around()
	made := &pagePolicy{notFound: notFound, header: []byte(before + listed(page, known) + after)}
	f.policy.Store(made)
	return made.header, nil
}

// PreviewPolicy returns the policy of a page that is not live: it is shown as the live ones
// are, but calls nothing, sends no form, and may stand in a frame of the dashboard.
func (s *Store) PreviewPolicy(page []byte) (string, error) {
	known := map[string]bool{}
	if live := s.Current(); live != nil {
		var err error
		if known, err = s.knownScripts(live); err != nil {
			return "", err
		}
	}
	before, after := s.opts.Policy.allowing("'none'", "'none'", "'self'")
	return before + listed(page, known) + after, nil
}

// listed returns the hashes of those inline scripts of a page that are known, as a policy
// lists them.
func listed(page []byte, known map[string]bool) string {
	var hashes strings.Builder
	done := map[string]bool{}
	for _, script := range inlineScripts(page) {
		hash := scriptHash(script)
		if !done[hash] && known[hash] {
			done[hash] = true
			hashes.WriteString(" '" + hash + "'")
		}
	}
	return hashes.String()
}

// knownScripts returns the hashes of the inline scripts of the page for unknown
// addresses.
func (s *Store) knownScripts(live *Release) (map[string]bool, error) {
	known := map[string]bool{}
	if live.notFound == nil {
		return known, nil
	}
	page, err := s.cache.get(live.notFound, negotiate.Identity)
	if err != nil {
		return nil, err
	}
	for _, script := range inlineScripts(page) {
		known[scriptHash(script)] = true
	}
	return known, nil
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
