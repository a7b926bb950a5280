// Package form reads multipart forms while they arrive: texts, and one file as a
// stream, so that no upload is in memory as a whole.
package form

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"unicode/utf8"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

const (
	maxParts = 100
	maxText  = 64 << 10 // of one text; most fields have a lower bound of their own
)

// Texts are a form's text fields by name. The first value of a name counts.
type Texts map[string]string

// File is the file of a form. It is read while it arrives.
type File struct {
	io.Reader
	Name string // as the sender named it; see text.FileName
}

// Read reads the parts of a form in any order. It calls take with the file of the
// field, and with the texts before it; what take does not read is skipped. It returns
// all texts, and whether there was a file. For a form that cannot be read or is
// incomplete it returns a Malformed problem; an error of take is returned at once and
// unchanged.
func Read(
	contentType string, body io.Reader, field string, take func(before Texts, file File) error,
) (Texts, bool, error) {
	mediaType, params, err := mime.ParseMediaType(contentType)
	if err != nil || mediaType != "multipart/form-data" || params["boundary"] == "" {
		return nil, false, problem.New(problem.Unsupported, "Send the file as a form (multipart/form-data).")
	}
	texts, found := Texts{}, false
	if body == nil {
		return texts, false, nil
	}
	reader := multipart.NewReader(body, params["boundary"])
	for range maxParts {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			return texts, found, nil
		}
		if err != nil {
			return nil, false, BrokenOff(err)
		}
		switch name := part.FormName(); {
		case part.FileName() != "" && name == field && found:
			return nil, false, problem.InvalidField("body."+field, "Send one file at a time.")
		case part.FileName() != "" && name == field:
			found = true
			if err := take(texts, File{part, text.FileName(part.FileName())}); err != nil {
				return nil, false, err
			}
		case part.FileName() == "" && name != field && name != "":
			if err := texts.add(name, part); err != nil {
				return nil, false, err
			}
		}
	}
	return nil, false, problem.New(problem.Malformed, fmt.Sprintf("The form has more than %d fields.", maxParts))
}

// add reads a text.
func (t Texts) add(name string, part io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(part, maxText+1))
	if err != nil {
		return BrokenOff(err)
	}
	if len(data) > maxText {
		return problem.InvalidField("body."+name, "This text is too long.")
	}
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return problem.InvalidField("body."+name, "This is not text (UTF-8).")
	}
	if _, taken := t[name]; !taken {
		t[name] = text.Printable(string(data))
	}
	return nil
}

// BrokenOff returns the problem of a form that ended before it was complete.
func BrokenOff(cause error) error {
	return problem.Wrap(problem.Malformed, cause, "The upload broke off or could not be read. Please try again.")
}

// Missing returns the problem of a form without its file.
func Missing(field string) error {
	return problem.InvalidField("body."+field, "Choose a file.")
}
