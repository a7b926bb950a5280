package form

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/platform/problem"
)

const contentType = "multipart/form-data; boundary=x"

func part(head, body string) string {
	return "--x\r\nContent-Disposition: form-data; " + head + "\r\n\r\n" + body + "\r\n"
}

var (
	title = part(`name="title"`, "Preamble")
	file  = part(`name="file"; filename="a.mp4"`, "content")
)

const end = "--x--\r\n"

func TestRead_PartsInAnyOrder(t *testing.T) {
	for body, known := range map[string]int{
		title + file + end: 1, file + title + end: 0,
		part(`name="other"; filename="b"`, "skipped") + file + title + title + end: 0,
	} {
		var content []byte
		var before int
		texts, found, err := Read(contentType, strings.NewReader(body), "file", func(texts Texts, r File) (err error) {
			before = len(texts)
			content, err = io.ReadAll(r)
			return err
		})
		if err != nil || !found || string(content) != "content" || before != known || len(texts) != 1 ||
			texts["title"] != "Preamble" {
			t.Errorf("%q: %q, %d texts before, %v, %v, %v", body, content, before, texts, found, err)
		}
	}
}

func TestRead_Refusals(t *testing.T) {
	for name, form := range map[string]struct {
		contentType, body string
		want              problem.Kind
	}{
		"JSON":                 {"application/json", "{}", problem.Unsupported},
		"no boundary":          {"multipart/form-data", title, problem.Unsupported},
		"cut off in a text":    {contentType, title[:len(title)-4], problem.Malformed},
		"cut off after a part": {contentType, title, problem.Malformed},
		"cut off in the file":  {contentType, title + file[:len(file)-4], problem.Malformed},
		"two files":            {contentType, file + file + end, problem.Invalid},
		"a long text":          {contentType, part(`name="title"`, strings.Repeat("x", maxText+1)) + end, problem.Invalid},
		"no text":              {contentType, part(`name="title"`, "a\x00b") + end, problem.Invalid},
		"many parts":           {contentType, strings.Repeat(title, maxParts) + end, problem.Malformed},
	} {
		_, _, err := Read(form.contentType, strings.NewReader(form.body), "file", func(_ Texts, r File) error {
			if _, err := io.Copy(io.Discard, r); err != nil {
				return BrokenOff(err)
			}
			return nil
		})
		if !problem.Is(err, form.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRead_TakesNoMoreThanItIsAsked(t *testing.T) {
	refused := errors.New("refused")
	body := &counted{Reader: io.MultiReader(strings.NewReader(title+file[:len(file)-4]), endless{})}
	_, _, err := Read(contentType, body, "file", func(Texts, File) error { return refused })
	if !errors.Is(err, refused) || body.read > 64<<10 {
		t.Errorf("%v after %d bytes", err, body.read)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

type counted struct {
	io.Reader
	read int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.read += n
	return n, err
}

// What a form makes of its bytes does not depend on how they arrive, and every
// refusal is one that can be shown.
func FuzzRead(f *testing.F) {
	for _, body := range []string{
		title + file + end, file + title + end, title, "--x\r\n\r\n--x--", part(`name=""`, "") + end,
		part(`name="file"; filename=""`, "x") + end,
	} {
		f.Add(contentType, []byte(body))
	}
	f.Fuzz(func(t *testing.T, contentType string, body []byte) {
		read := func(r io.Reader) (Texts, []byte, bool, error) {
			var content []byte
			texts, found, err := Read(contentType, r, "file", func(_ Texts, r File) error {
				data, err := io.ReadAll(r)
				content = data
				if err != nil {
					return BrokenOff(err)
				}
				return nil
			})
			return texts, content, found, err
		}
		texts, content, found, err := read(bytes.NewReader(body))
		slowly, slowContent, slowFound, slowErr := read(slow{bytes.NewReader(body)})
		if (err == nil) != (slowErr == nil) || found != slowFound || len(texts) != len(slowly) ||
			err == nil && !bytes.Equal(content, slowContent) {
			t.Errorf("at once: %v, %v, %v; slowly: %v, %v, %v", texts, found, err, slowly, slowFound, slowErr)
		}
		kinds := []problem.Kind{problem.Malformed, problem.Invalid, problem.Unsupported}
		if err != nil && !slices.ContainsFunc(kinds, func(kind problem.Kind) bool { return problem.Is(err, kind) }) {
			t.Errorf("cannot be shown: %v", err)
		}
	})
}

// slow gives one byte at a time.
type slow struct{ r io.Reader }

func (s slow) Read(p []byte) (int, error) { return s.r.Read(p[:min(1, len(p))]) }
