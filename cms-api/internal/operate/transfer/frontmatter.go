package transfer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

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

const noYAML = "The lines between --- at its beginning are no YAML. Correct them, or remove them and the two ---."

// readFront reads front matter. The YAML library refuses what is nested too deeply. Anchors are refused here, as
// a few lines can unfold to many by them.
func readFront(front []byte, into any) error {
	if len(front) > maxFront {
		return problem.New(problem.TooLarge,
			"The lines between --- at its beginning are larger than 1 MB. Move what is no front matter below them.")
	}
	var parsed yaml.Node
	if err := yaml.Unmarshal(front, &parsed); err != nil {
		return problem.Wrap(problem.Invalid, err, noYAML)
	}
	if hasAnchors(&parsed) {
		return problem.New(problem.Invalid, "Its YAML has anchors (& and *). Write out the values that they stand for.")
	}
	if err := parsed.Decode(into); err != nil {
		return problem.Wrap(problem.Invalid, err, noYAML)
	}
	return nil
}

func hasAnchors(n *yaml.Node) bool {
	return n.Anchor != "" || n.Kind == yaml.AliasNode || n.Tag == "!!merge" || slices.ContainsFunc(n.Content, hasAnchors)
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
type loose map[string]yaml.Node

// text returns the first text under one of the keys.
func (l loose) text(keys ...string) string {
	for _, key := range keys {
		if words := wordsOf(l[key]); words != "" {
			return words
		}
	}
	return ""
}

// wordsOf returns a value as a text: of a list its first one, of an object its name or its address.
func wordsOf(n yaml.Node) string {
	switch {
	case n.Kind == yaml.ScalarNode && n.ShortTag() != "!!null":
		return strings.TrimSpace(n.Value)
	case n.Kind == yaml.SequenceNode && len(n.Content) > 0:
		return wordsOf(*n.Content[0])
	case n.Kind == yaml.MappingNode:
		var object loose
		_ = n.Decode(&object) // else it has no name
		return object.text("name", "title", "src", "url", "image")
	}
	return ""
}

// list returns a list of texts, which may be written with commas.
func (l loose) list(keys ...string) []string {
	var all []string
	for _, key := range keys {
		switch n := l[key]; n.Kind {
		case yaml.SequenceNode:
			for _, each := range n.Content {
				all = append(all, wordsOf(*each))
			}
		case yaml.ScalarNode:
			all = append(all, strings.Split(wordsOf(n), ",")...)
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
