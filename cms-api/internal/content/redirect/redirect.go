// Package redirect is where former addresses of the site lead.
package redirect

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/platform/weburl"
)

// Source says where a redirect comes from.
type Source string

// The sources.
const (
	Editor   Source = "editor"
	Imported Source = "import"
	// Moved is of a page or an article that has another address now. It is not stored.
	Moved Source = "moved"
)

// The statuses.
const (
	Permanent = 301
	Temporary = 302
	Gone      = 410
)

// Redirect leads from a former address to another one, or says that nothing is there any more.
type Redirect struct {
	revision.Document `bson:",inline"`
	From              string `json:"from" bson:"from" doc:"A path in lower case; a * at its end stands for the rest." example:"/kas-2026"`
	To                string `json:"to" bson:"to" doc:"A path or an address; a * at its end is what that of from stands for. Empty with 410." example:"/kas-2027"`
	Status            int    `json:"status" bson:"status" enum:"301,302,410" example:"301"`
	Source            Source `json:"source" bson:"source" enum:"editor,moved,import" doc:"Those that moved have no id: they follow from the addresses of pages and articles."`
}

// DisplayName returns the path that is led from.
func (r *Redirect) DisplayName() string { return r.From }

// Update changes what is not nil.
type Update struct {
	From   *string `json:"from,omitempty" minLength:"1" maxLength:"500" doc:"A path; case and a slash at its end do not matter. A * after its last slash stands for the rest." example:"/kas-2026"`
	To     *string `json:"to,omitempty" maxLength:"2000" doc:"A path or an address, with a * at its end only where from has one; empty with 410." example:"/kas-2027"`
	Status *int    `json:"status,omitempty" enum:"301,302,410" doc:"301 when it is missing." example:"301"`
}

// Create is the body of a new redirect.
type Create Update

// Line is a redirect as the site has it.
type Line struct {
	From   string `json:"from" doc:"A path; a * at its end stands for the rest." example:"/kas-2026"`
	To     string `json:"to" doc:"A path or an address; a * at its end is what that of from stands for. Empty with 410." example:"/kas-2027"`
	Status int    `json:"status,omitempty" enum:"301,302,410" doc:"301 when it is missing."`
}

const (
	maxFrom = 500
	maxTo   = 2000
	// rest is the end of a pattern.
	rest = "/*"
)

// reserved are folders that the site does not answer.
var reserved = []string{"/api", "/admin", "/media"}

// check puts a redirect into the form in which it is stored, or says what is wrong with it.
func check(r *Redirect, _ Redirect) error {
	var bad []problem.Field
	refuse := func(field, message string) {
		bad = append(bad, problem.Field{Location: "body." + field, Message: message})
	}
	from, why := fromOf(r.From)
	if why != "" {
		refuse("from", why)
	}
	r.From, r.To = from, strings.TrimSpace(r.To)
	switch r.Status {
	case Permanent, Temporary:
		if why := r.setTarget(); why != "" {
			refuse("to", why)
		}
	case Gone:
		if r.To != "" {
			refuse("to", "What is gone (410) leads nowhere: leave this blank.")
		}
	default:
		refuse("status", "Choose 301, 302 or 410.")
	}
	return problem.InvalidFields(bad)
}

// fromOf returns a path that is led from as it is stored, and what is wrong with it.
func fromOf(typed string) (from, why string) {
	typed = strings.TrimSpace(typed)
	folder, pattern := strings.CutSuffix(typed, rest)
	if strings.ContainsAny(typed, "?#") {
		return typed, "Leave out what follows ? or #: it does not matter for where a path leads."
	}
	path, ok := pathOf(folder + "/")
	switch {
	case !strings.HasPrefix(typed, "/") || !ok:
		return typed, "Give a path of this site, such as /old-page."
	case strings.Contains(path, "*"):
		return typed, "A * may only be at the end, after a slash: /old/*."
	case path == "/":
		return typed, "The home page cannot lead elsewhere; give a path below it."
	case slices.ContainsFunc(reserved, func(each string) bool { return covers(each, path) }):
		return typed, "Nothing below /api, /admin and /media can lead elsewhere; give another path."
	}
	if pattern {
		path += rest
	}
	if text.LongerThan(path, maxFrom) {
		return typed, text.TooLong(path, maxFrom)
	}
	return path, ""
}

// pathOf returns a path as redirects are compared by: decoded, in lower case and without a slash at its end. It returns
// false for what no address of the site can be.
func pathOf(typed string) (path string, ok bool) {
	path, err := url.PathUnescape(typed)
	misread := func(r rune) bool { return unicode.IsControl(r) || strings.ContainsRune(`\%?#`, r) }
	if err != nil || strings.ContainsFunc(path, misread) || !weburl.Safe(typed) {
		return "", false
	}
	// Spaces separate the fields of a line of _redirects.
	path = strings.ReplaceAll(strings.ToLower(strings.TrimRight(path, "/")), " ", "%20")
	if path == "" {
		path = "/"
	}
	return path, true
}

// setTarget puts the target into the form in which it is stored, and returns what is wrong with it.
func (r *Redirect) setTarget() (why string) {
	to, carries := strings.CutSuffix(r.To, "*")
	switch {
	case r.To == "":
		return "Say where it leads: a path of this site (/…) or a full address (https://…)."
	case strings.HasPrefix(to, "/") && weburl.Safe(to), weburl.Web(to):
	default:
		return "Give a path of this site (/…) or a full address (https://…)."
	}
	switch target, err := url.Parse(weburl.Stored(to)); {
	case err != nil || target.User != nil:
		return "Give a path of this site (/…) or a full address (https://…), without a password."
	case strings.Contains(to, "*"), carries && !strings.HasSuffix(r.From, rest):
		return "A * may only be at the end, and only where the former address ends with one."
	case carries && (target.RawQuery != "" || target.Fragment != "" || !strings.HasSuffix(target.Path, "/")):
		return "A * may only follow a slash of the path: /new/*."
	}
	r.To = weburl.Stored(to)
	if carries {
		r.To += "*"
	}
	if text.LongerThan(r.To, maxTo) {
		return text.TooLong(r.To, maxTo)
	}
	return ""
}

// line returns the redirect as the site has it.
func (r Redirect) line() Line {
	line := Line{r.From, r.To, r.Status}
	if r.Status == Permanent {
		line.Status = 0
	}
	return line
}
