package transfer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/content/page"
	"academy/cms-api/internal/operate/convert"
	"academy/cms-api/internal/platform/problem"
)

// maxFront is how large the front matter of a file may be.
const maxFront = 1 << 20

var fence = []byte("---\n")

// split returns the front matter of a Markdown file, and the text behind it.
func split(data []byte) (front, body []byte) {
	data = bytes.TrimPrefix(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte("\ufeff"))
	rest, has := bytes.CutPrefix(data, fence)
	if !has {
		return nil, data
	}
	if body, has := bytes.CutPrefix(rest, fence); has {
		return nil, bytes.TrimPrefix(body, []byte("\n"))
	}
	front, body, has = bytes.Cut(rest, []byte("\n---\n"))
	if !has {
		if front, has = bytes.CutSuffix(bytes.TrimRight(rest, "\n"), []byte("\n---")); !has {
			return nil, data
		}
		return front, nil
	}
	return front, bytes.TrimPrefix(body, []byte("\n"))
}

var errFront = problem.New(problem.Invalid, "What stands between --- at its beginning is no YAML.")

// anchors is an ast.Visitor that looks for values that are named to be repeated, by which few lines
// can unfold to many.
type anchors struct{ found bool }

// Visit implements ast.Visitor.
func (a *anchors) Visit(n ast.Node) ast.Visitor {
	switch n.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.MergeKeyNode:
		a.found = true
		return nil
	}
	return a
}

// readFront reads front matter.
func readFront(front []byte, into any) error {
	if len(front) > maxFront {
		return errLarge
	}
	parsed, err := parser.ParseBytes(front, 0)
	if err != nil {
		return problem.Wrap(problem.Invalid, err, errFront.Detail)
	}
	for _, document := range parsed.Docs {
		named := &anchors{}
		if document.Body != nil {
			ast.Walk(named, document.Body)
		}
		if named.found {
			return problem.New(problem.Invalid, "Its YAML has anchors, which are not read.")
		}
	}
	if err := yaml.Unmarshal(front, into); err != nil {
		return problem.Wrap(problem.Invalid, err, errFront.Detail)
	}
	return nil
}

// front is the front matter of an exported article.
type front struct {
	ID        string         `yaml:"id"`
	Title     string         `yaml:"title"`
	Slug      string         `yaml:"slug"`
	Author    string         `yaml:"author"`
	Date      string         `yaml:"date,omitempty"`
	Created   string         `yaml:"created"`
	Updated   string         `yaml:"updated"`
	Status    article.Status `yaml:"status"`
	Category  string         `yaml:"category,omitempty"`
	Tags      []string       `yaml:"tags,omitempty"`
	Excerpt   string         `yaml:"excerpt,omitempty"`
	Banner    string         `yaml:"banner,omitempty"`
	Unpublish string         `yaml:"unpublish,omitempty"`
	// Aliases are paths that lead to it.
	Aliases []string `yaml:"aliases,omitempty"`
	// Layout says how the text stands in lines; see convert.Layout.
	Layout convert.Layout `yaml:"layout,omitempty"`
}

// pageFront is the front matter of an exported page.
type pageFront struct {
	ID          string         `yaml:"id"`
	Title       string         `yaml:"title"`
	Path        string         `yaml:"path"`
	Description string         `yaml:"description,omitempty"`
	Image       string         `yaml:"image,omitempty"`
	Status      page.Status    `yaml:"status"`
	Date        string         `yaml:"date,omitempty"`
	Unpublish   string         `yaml:"unpublish,omitempty"`
	Created     string         `yaml:"created"`
	Updated     string         `yaml:"updated"`
	Aliases     []string       `yaml:"aliases,omitempty"`
	Layout      convert.Layout `yaml:"layout,omitempty"`
	// Blocks are JSON. A page that is one text has that text below, and not in its block.
	Blocks string `yaml:"blocks"`
}

// document returns a Markdown file. Every text of its front matter, a struct of texts and of lists of
// them, is in double quotes as JSON has it: YAML without them gives a meaning to many characters.
func document(front any, text string) ([]byte, error) {
	var out bytes.Buffer
	out.Write(fence)
	fields := reflect.ValueOf(front)
	for i := range fields.NumField() {
		key, options, _ := strings.Cut(fields.Type().Field(i).Tag.Get("yaml"), ",")
		value := fields.Field(i)
		if options == "omitempty" && value.Len() == 0 {
			continue
		}
		out.WriteString(key + ":")
		var err error
		if list, is := value.Interface().([]string); is {
			for _, each := range list {
				out.WriteString("\n  - ")
				err = errors.Join(err, writeQuoted(&out, each))
			}
		} else {
			out.WriteByte(' ')
			err = writeQuoted(&out, value.String())
		}
		if err != nil {
			return nil, fmt.Errorf("write front matter: %w", err)
		}
		out.WriteByte('\n')
	}
	out.Write(fence)
	out.WriteString("\n" + text)
	return out.Bytes(), nil
}

func writeQuoted(to *bytes.Buffer, words string) error {
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(words)
	to.Truncate(to.Len() - 1) // the line break behind it
	return err
}

// loose is front matter as other programs write it.
type loose map[string]any

// text returns the first text under one of the keys.
func (l loose) text(keys ...string) string {
	for _, key := range keys {
		switch value := l[key].(type) {
		case nil:
		case []any:
			if len(value) > 0 {
				return l.plain(value[0])
			}
		default:
			if plain := l.plain(value); plain != "" {
				return plain
			}
		}
	}
	return ""
}

// plain returns a value as a text; of an object its name, or its address.
func (l loose) plain(value any) string {
	switch value := value.(type) {
	case map[string]any:
		return loose(value).text("name", "title", "src", "url", "image")
	case time.Time:
		return value.Format(time.RFC3339)
	case nil:
		return ""
	}
	return strings.TrimSpace(fmt.Sprint(value))
}

// list returns a list of texts, which may be written with commas.
func (l loose) list(keys ...string) []string {
	var all []string
	for _, key := range keys {
		switch value := l[key].(type) {
		case []any:
			for _, each := range value {
				all = append(all, l.plain(each))
			}
		case string:
			all = append(all, strings.Split(value, ",")...)
		}
	}
	return all
}

// timeIn returns the time under one of the keys.
func (l loose) timeIn(zone *time.Location, keys ...string) time.Time {
	return timeOf(l.text(keys...), zone)
}

// timeOf reads a time; one without a zone is in that of the site.
func timeOf(words string, zone *time.Location) time.Time {
	for _, layout := range []string{
		time.RFC3339Nano, "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 MST",
		"2006-01-02T15:04:05", time.DateTime, "2006-01-02T15:04", "2006-01-02 15:04", time.DateOnly,
	} {
		if at, err := time.ParseInLocation(layout, words, zone); err == nil {
			return at
		}
	}
	return time.Time{}
}

func timeText(at *time.Time) string {
	if at == nil || at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339Nano)
}
