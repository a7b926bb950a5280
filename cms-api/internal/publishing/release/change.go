package release

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"path"
	"strings"
	"time"

	"academy/cms-api/internal/platform/problem"
)

// Change is what a release changes against the live one, which is its parent.
type Change struct {
	Parent       string `json:"parent" doc:"The live release that this changes; empty when there is none" format:"release"`
	Fingerprint  string `json:"fingerprint" doc:"Of the content that the build leads to" format:"sha256"`
	CodeVersion  string `json:"code_version" example:"a1b2c3d4"`
	ContentModel string `json:"content_model" doc:"The version of the site's content model" example:"0f1e2d3c"`
	Partial      bool   `json:"partial" doc:"Whether more of the same build is to come"`

	Routes map[string]ChangedRoute `json:"routes" doc:"Those that changed, by path"`

	Patches       []Patch           `json:"patches,omitempty" doc:"What is done to pages of the parent; at most 500 pages"`
	Removed       []string          `json:"removed" nullable:"false" example:"/blog/withdrawn"`
	Failures      []FailedPage      `json:"failures" nullable:"false" doc:"Pages that could not be rendered"`
	Assets        map[string]string `json:"assets,omitempty" doc:"The sha256 of those of no route, by path; for new code"`
	StartedAt     time.Time         `json:"started_at" doc:"When the build began"`
	RoutesChanged int               `json:"routes_changed" doc:"By all releases of the build so far"`
	RoutesRemoved int               `json:"routes_removed"`
	Changed       []string          `json:"changed" nullable:"false" maxItems:"50" doc:"The first of them" example:"/blog"`
	Origin        string            `json:"origin" doc:"The release that the build began from" format:"release"`
}

// ChangedRoute is what a route is from now on.
type ChangedRoute struct {
	Hash  string            `json:"hash" doc:"Of its inputs; empty for a stand-in" format:"sha256"`
	Files map[string]string `json:"files" doc:"The sha256 of each of its files, by path"`
}

// LiveHead is what a caller is told whose parent is not live.
type LiveHead struct {
	Release     string `json:"release"`
	Fingerprint string `json:"fingerprint"`
	CodeVersion string `json:"code_version"`
	Partial     bool   `json:"partial"`
}

// follows returns a Conflict problem with Live when another release is live than the parent.
func (c Change) follows(live *Manifest) error {
	if c.Parent == live.Release {
		return nil
	}
	refused := problem.New(problem.Conflict, "Another release is live than the one that this changes.")
	refused.Live = LiveHead{live.Release, live.Fingerprint, live.CodeVersion, live.Partial}
	return refused
}

// check returns an Invalid problem unless every path leads to the file again, in a store and
// in a mirror.
func (c Change) check() error {
	if c.CodeVersion == "" {
		return problem.InvalidField("body.code_version", "A release is made with a version of the code.")
	}
	for name, r := range c.Routes {
		if len(r.Files) == 0 {
			return problem.InvalidField("body.routes", fmt.Sprintf("%.200q has no files.", name))
		}
		for file, hash := range r.Files {
			if !Usable(file) || !isHash(hash) || shardIndex(routeKey(file)) != shardIndex(routeKey(name)) {
				return problem.InvalidField("body.routes", fmt.Sprintf("%.200q is no file of the route %.200q.", file, name))
			}
		}
	}
	for file, hash := range c.Assets {
		if !Usable(file) || !isHash(hash) {
			return problem.InvalidField("body.assets", fmt.Sprintf("%.200q cannot be a file of the site.", file))
		}
	}
	return nil
}

// Usable reports whether a path can be that of a file of the site.
func Usable(file string) bool {
	return strings.HasPrefix(file, "/") && path.Clean(file) == file && file != "/" && !strings.ContainsAny(file, "\x00\\")
}

// Hunk is a change of a page at one position. It is found by what stands around it.
type Hunk struct {
	Before string `json:"before" example:"<footer>"`
	Old    string `json:"old" example:"+91 80 1111"`
	New    string `json:"new" example:"+91 80 2222"`
	After  string `json:"after" example:"</footer>"`
}

// Patch does the same to the pages of some routes.
type Patch struct {
	Hunks  []Hunk            `json:"hunks" nullable:"false" doc:"In the order of the text"`
	Routes map[string]string `json:"routes" doc:"The hash that each route has then, by path"`
}

// applied returns the text with all hunks applied; false when one of them is not found, or
// not at one position only.
func (p Patch) applied(text string) (string, bool) {
	var made strings.Builder
	at := 0
	for _, h := range p.Hunks {
		needle := h.Before + h.Old + h.After
		found := strings.Index(text, needle)
		if needle == "" || found < 0 || strings.Contains(text[found+1:], needle) {
			return "", false
		}
		start := found + len(h.Before)
		if start < at {
			return "", false
		}
		made.WriteString(text[at:start] + h.New)
		at = start + len(h.Old)
	}
	return made.String() + text[at:], true
}

// idTime is how ids of releases begin, less the point, which no id has.
const idTime = "20060102T150405.000Z"

// timeOf returns the time that the id of a release begins with; zero when there is none.
func timeOf(id string) time.Time {
	stamp, _, _ := strings.Cut(id, "-")
	if len(stamp) != len(idTime)-1 {
		return time.Time{}
	}
	at, _ := time.Parse(idTime, stamp[:15]+"."+stamp[15:])
	return at
}

// idAfter returns a new id that sorts behind that of the release before, also after the clock
// was set back: the order of ids is that of releases.
func idAfter(before string, now time.Time) string {
	if earliest := timeOf(before).Add(time.Millisecond); earliest.After(now) {
		now = earliest
	}
	var random [4]byte
	_, _ = rand.Read(random[:])
	return strings.Replace(now.Format(idTime), ".", "", 1) + "-" + hex.EncodeToString(random[:])
}
